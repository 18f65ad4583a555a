//! Levels that a configuration gives to rules.

use super::{RULES, others::others};
use inbetween_types::Severity;
use inbetween_types::diagnostic::near_match;

/// Levels by code or by family (`players/*`). The last setting that fits a code counts.
#[derive(Clone, Debug, Default)]
pub struct Levels {
    settings: Vec<(String, Option<Severity>)>,
}

/// A setting names no rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownRule {
    /// What it names.
    pub code: String,
    /// The rule that may be meant.
    pub near: Option<&'static str>,
}

impl std::fmt::Display for UnknownRule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "there is no rule \"{}\"", self.code)?;
        match self.near {
            Some(near) => write!(f, "; did you mean \"{near}\"?"),
            None => f.write_str("; `inbetween check --rules` lists them"),
        }
    }
}

impl std::error::Error for UnknownRule {}

impl Levels {
    /// Sets the level of a code, or of a family by `family/*`; `None` is off.
    ///
    /// # Errors
    /// When no rule has the code.
    pub fn set(&mut self, code: &str, level: Option<Severity>) -> Result<(), UnknownRule> {
        let codes = || RULES.iter().map(|rule| rule.code).chain(others().map(|(code, _)| code));
        let known = match code.strip_suffix('*') {
            Some(family) => codes().any(|known| known.starts_with(family)),
            None => codes().any(|known| known == code),
        };
        if !known {
            return Err(UnknownRule { code: code.to_owned(), near: near_match(code, codes()) });
        }
        self.settings.push((code.to_owned(), level));
        Ok(())
    }

    /// The level of a finding; `None` when it is off.
    #[must_use]
    pub fn of(&self, code: &str, severity: Severity) -> Option<Severity> {
        let fits = |setting: &str| match setting.strip_suffix('*') {
            Some(family) => code.starts_with(family),
            None => code == setting,
        };
        self.settings
            .iter()
            .rev()
            .find(|(setting, _)| fits(setting))
            .map_or(Some(severity), |(_, level)| *level)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_setting_that_fits_counts() {
        let mut levels = Levels::default();
        levels.set("players/*", None).unwrap();
        levels.set("players/loop", Some(Severity::Error)).unwrap();
        assert_eq!(levels.of("players/loop", Severity::Warning), Some(Severity::Error));
        assert_eq!(levels.of("players/wiggle", Severity::Warning), None);
        assert_eq!(levels.of("expr/syntax", Severity::Error), Some(Severity::Error));
    }

    #[test]
    fn a_slip_is_named() {
        let error = Levels::default().set("players/wigle", None).unwrap_err();
        assert_eq!(error.near, Some("players/wiggle"));
    }
}
