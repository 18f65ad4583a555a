//! What is wrong with a scene file, each fault with its place in the text.

use inbetween_types::SourcePoint;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// More faults than this help nobody.
pub(super) const MOST_FAULTS: usize = 100;

/// One thing that is wrong in a scene file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SceneFault {
    /// Stable code, for example `scene/unknown-key`.
    pub code: &'static str,
    /// Bytes of the file it is about.
    pub span: Range<usize>,
    /// What is wrong, one sentence.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
}

/// Why a scene file gives no document: every fault found in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SceneError {
    /// Name of the file, as the caller gave it.
    pub name: String,
    /// Its text.
    pub text: Arc<str>,
    /// The faults in the order of the text; never empty.
    pub faults: Vec<SceneFault>,
}

impl SceneError {
    /// Line and column of a fault, both from 1.
    #[must_use]
    pub fn point(&self, fault: &SceneFault) -> SourcePoint {
        SourcePoint::of(&self.text, fault.span.start)
    }
}

/// Each fault with file, line, column and the line itself under a caret.
impl fmt::Display for SceneError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, fault) in self.faults.iter().enumerate() {
            if index > 0 {
                f.write_str("\n\n")?;
            }
            let point = self.point(fault);
            write!(
                f,
                "{}: {}\n  --> {}:{}:{}",
                fault.code, fault.message, self.name, point.line, point.column
            )?;
            let line = line_at(&self.text, fault.span.start);
            if !line.trim().is_empty() {
                let number = point.line.to_string();
                let margin = " ".repeat(number.len());
                let before = (point.column as usize).saturating_sub(1);
                // Long lines (raw pieces) are cut around the place.
                let skipped = before.saturating_sub(60);
                let shown: String = line.chars().skip(skipped).take(120).collect();
                let width = self
                    .text
                    .get(fault.span.clone())
                    .map_or(1, |text| text.lines().next().map_or(1, |l| l.chars().count()));
                let room = shown.chars().count().saturating_sub(before - skipped).max(1);
                let pad: String = shown
                    .chars()
                    .take(before - skipped)
                    .map(|c| if c == '\t' { '\t' } else { ' ' })
                    .collect();
                write!(
                    f,
                    "\n{margin} |\n{number} | {shown}\n{margin} | {pad}{}",
                    "^".repeat(width.clamp(1, room))
                )?;
            }
            if let Some(help) = &fault.help {
                write!(f, "\n  = help: {help}")?;
            }
        }
        if self.faults.len() >= MOST_FAULTS {
            write!(f, "\n\nonly the first {MOST_FAULTS} faults are listed")?;
        }
        Ok(())
    }
}

impl std::error::Error for SceneError {}

/// The line that byte `at` lies in.
fn line_at(text: &str, at: usize) -> &str {
    let at = at.min(text.len());
    let start = text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |end| end + 1);
    text.get(start..).and_then(|rest| rest.lines().next()).unwrap_or("")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_is_shown_under_its_line() {
        let text = "[composition]\n  naem = \"a\"\n";
        let at = text.find("naem").unwrap();
        let error = SceneError {
            name: "rig.scene.toml".into(),
            text: text.into(),
            faults: vec![SceneFault {
                code: "scene/unknown-key",
                span: at..at + 4,
                message: "a composition has no \"naem\"".into(),
                help: Some("did you mean \"name\"?".into()),
            }],
        };
        assert_eq!(
            error.to_string(),
            "scene/unknown-key: a composition has no \"naem\"\n  --> rig.scene.toml:2:3\n  |\n2 |   naem = \"a\"\n  |   \
             ^^^^\n  = help: did you mean \"name\"?"
        );
    }
}
