//! Players: what each supports ([`ROWS`], [`SOURCES`]), and what a file uses that one does not ([`findings`]).

mod bake;
mod proof;
pub(crate) mod rewrite;
mod table;
mod uses;

pub use bake::{TargetBaked, TargetOptions};
pub use proof::{Proof, ProofFrame, ProofProperty};
pub use rewrite::Change;
pub use table::{ROWS, Row, SOURCES, Source};
pub use uses::{Use, uses};

use crate::Project;
use inbetween_doc::{Changes, Container};
use inbetween_types::{Diagnostic, Severity};

/// A player, or all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Target {
    /// lottie-ios, Core Animation engine with its own fallback.
    LottieIos,
    /// lottie-android.
    LottieAndroid,
    /// Telegram's animated stickers: its rules and its player.
    Telegram,
    /// Samsung's rlottie.
    Rlottie,
    /// Skia's Skottie.
    Skottie,
    /// ThorVG, and the dotLottie players made of it.
    Thorvg,
    /// lottie-web's light build, SVG.
    LottieWebLight,
    /// Every one of them.
    Any,
}

/// How well a player draws a feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Support {
    /// The file is refused.
    Refused,
    /// Left out.
    Missing,
    /// Drawn with differences.
    Partial,
    /// Drawn as in After Effects.
    Full,
}

impl Support {
    fn of(letter: char) -> Self {
        match letter {
            'Y' => Self::Full,
            'P' => Self::Partial,
            'X' => Self::Refused,
            _ => Self::Missing,
        }
    }

    /// One word for tables: `yes`, `partly`, `no`, `refused`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Full => "yes",
            Self::Partial => "partly",
            Self::Missing => "no",
            Self::Refused => "refused",
        }
    }
}

impl Target {
    /// All players, in the order of the table's letters.
    pub const PLAYERS: [Self; 7] = [
        Self::LottieIos,
        Self::LottieAndroid,
        Self::Telegram,
        Self::Rlottie,
        Self::Skottie,
        Self::Thorvg,
        Self::LottieWebLight,
    ];

    /// All players, and [`Target::Any`].
    pub const ALL: [Self; 8] = [
        Self::LottieIos,
        Self::LottieAndroid,
        Self::Telegram,
        Self::Rlottie,
        Self::Skottie,
        Self::Thorvg,
        Self::LottieWebLight,
        Self::Any,
    ];

    /// Its name, as `--target` takes it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::LottieIos => "lottie-ios",
            Self::LottieAndroid => "lottie-android",
            Self::Telegram => "telegram",
            Self::Rlottie => "rlottie",
            Self::Skottie => "skottie",
            Self::Thorvg => "thorvg",
            Self::LottieWebLight => "lottie-web-light",
            Self::Any => "any",
        }
    }

    /// The target of a name; case does not matter.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|target| target.name().eq_ignore_ascii_case(name))
    }

    /// The version that the table speaks of.
    #[must_use]
    pub fn version(self) -> &'static str {
        match self {
            Self::LottieIos => "lottie-ios 4.5",
            Self::LottieAndroid => "lottie-android 6.6",
            Self::Telegram => "rules of 2026",
            Self::Rlottie => "rlottie 34465a9 (2026-08)",
            Self::Skottie => "Skia m139 (canvaskit-wasm 0.42)",
            Self::Thorvg => "ThorVG 1.0",
            Self::LottieWebLight => "lottie-web 5.13 light, SVG",
            Self::Any => "what all of the others draw",
        }
    }

    /// How well it draws the feature of a row; [`Target::Any`] as the least of all.
    #[must_use]
    pub fn support(self, row: &Row) -> Support {
        let mut letters = row.letters.chars().map(Support::of);
        match Self::PLAYERS.iter().position(|player| *player == self) {
            Some(place) => letters.nth(place).unwrap_or(Support::Missing),
            // Telegram refuses what it does not like; for all the others that is only a feature less.
            None => letters
                .map(|support| if support == Support::Refused { Support::Missing } else { support })
                .min()
                .unwrap_or(Support::Missing),
        }
    }

    /// How well it draws the feature of this name (`repeater`) or code (`target/repeater`); `None` for an unknown one.
    #[must_use]
    pub fn supports(self, feature: &str) -> Option<Support> {
        row(feature).map(|row| self.support(row))
    }
}

/// The row of a feature by name or code.
#[must_use]
pub fn row(feature: &str) -> Option<&'static Row> {
    ROWS.iter().find(|row| row.code == feature || row.code.strip_prefix("target/") == Some(feature))
}

/// Everything in the file that `target` does not draw as After Effects does, by layer: an error where it refuses the
/// file, a warning where something is left out, a note where it differs a little.
///
/// The message says what the viewer sees instead, the help what `bake --target` makes of it. Telegram's rules about
/// size, length, rate and weight are among them (`target/telegram-…`).
#[must_use]
pub fn findings(project: &Project, target: Target) -> Vec<Diagnostic> {
    let mut found: Vec<Diagnostic> = uses(project)
        .into_iter()
        .filter_map(|one| {
            let support = target.support(one.row);
            let severity = match support {
                Support::Full => return None,
                Support::Partial => Severity::Note,
                Support::Missing => Severity::Warning,
                Support::Refused => Severity::Error,
            };
            Some(finding(&one, target, support, severity))
        })
        .collect();
    if target == Target::Telegram {
        found.extend(rules(project));
    }
    found
}

/// Names of the players whose support of a row is such.
fn players(row: &Row, such: impl Fn(Support) -> bool) -> String {
    let names: Vec<&str> = Target::PLAYERS
        .iter()
        .filter(|player| such(player.support(row)))
        .map(|player| player.name())
        .collect();
    names.join(", ")
}

fn finding(one: &Use, target: Target, support: Support, severity: Severity) -> Diagnostic {
    let name = target.name();
    let what = if one.detail.is_empty() {
        one.row.title.to_owned()
    } else {
        format!("{} ({})", one.row.title, one.detail)
    };
    let seen = one.row.seen;
    let message = match support {
        Support::Refused => format!("{what}: {name} refuses the file"),
        Support::Partial if target == Target::Any => {
            format!("{what}: {} may show {seen}", players(one.row, |support| support == Support::Partial))
        }
        Support::Partial => format!("{what}: {name} may show {seen}"),
        _ if target == Target::Any => {
            let refusing = players(one.row, |support| support == Support::Refused);
            let lacking = players(one.row, |support| support == Support::Missing);
            let mut parts = Vec::new();
            if !refusing.is_empty() {
                let verb = if refusing.contains(',') { "refuse" } else { "refuses" };
                parts.push(format!("{refusing} {verb} the file"));
            }
            if !lacking.is_empty() {
                parts.push(format!("in {lacking} the viewer sees {seen}"));
            }
            format!("{what}: {}", parts.join("; "))
        }
        _ => format!("{what}: in {name} the viewer sees {seen}"),
    };
    let mut finding = Diagnostic::new(one.row.code, severity, message).at(one.place.clone());
    if !one.row.rewritten.is_empty() {
        finding = finding.with_help(format!("`inbetween bake --target {name}` makes: {}", one.row.rewritten));
    }
    finding
}

/// Telegram's limit of a sticker in bytes.
pub const TELEGRAM_BYTES: usize = 64 * 1024;

/// Telegram's rules about the composition.
fn rules(project: &Project) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let Some(main) = project.document().main() else { return found };
    let mut rule = |code: &'static str, message: String, help: &str| {
        found.push(Diagnostic::new(code, Severity::Error, message).with_help(help.to_owned()));
    };
    if main.width != 512.0 || main.height != 512.0 {
        rule(
            "target/telegram-size",
            format!("a sticker has 512 x 512 pixels, this has {} x {}", main.width, main.height),
            "`inbetween bake --target telegram` fits it into 512 x 512",
        );
    }
    let fps = main.frame_rate.fps();
    if fps != 30.0 && fps != 60.0 {
        rule(
            "target/telegram-rate",
            format!("a sticker has 30 or 60 frames a second, this has {fps}"),
            "`inbetween bake --target telegram` moves the keys to 30 or 60",
        );
    }
    let seconds = (main.out_point - main.in_point) / fps.max(1e-9);
    if seconds > 3.0 + 1e-9 {
        rule(
            "target/telegram-length",
            format!("a sticker lasts at most 3 seconds, this lasts {seconds:.2}"),
            &frames_help(fps),
        );
    }
    let packed = inbetween_doc::export(project.document(), &Changes::new(), Container::Tgs);
    if let Ok(packed) = packed
        && packed.len() > TELEGRAM_BYTES
    {
        rule(
            "target/telegram-weight",
            format!("a sticker weighs at most {TELEGRAM_BYTES} bytes packed, this {}", packed.len()),
            "`inbetween bake --target telegram` writes it as small as it can",
        );
    }
    found
}

/// How to make a film short enough for a sticker.
pub(crate) fn frames_help(fps: f64) -> String {
    format!("give a part of it with --frames A..B, {} frames at most", (fps * 3.0 + 1e-6).floor())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::OpenOptions;

    #[test]
    fn every_row_is_whole() {
        for row in ROWS {
            assert_eq!(row.letters.len(), Target::PLAYERS.len(), "{}", row.code);
            assert!(row.letters.chars().all(|c| "YPNX".contains(c)), "{}", row.code);
            assert!(!row.sources.is_empty(), "{}", row.code);
            for key in row.sources {
                assert!(SOURCES.iter().any(|source| source.key == *key), "{}: {key}", row.code);
            }
            if row.letters.contains(['N', 'P']) {
                assert!(!row.seen.is_empty(), "{}", row.code);
            }
            assert_eq!(ROWS.iter().filter(|other| other.code == row.code).count(), 1, "{}", row.code);
        }
    }

    #[test]
    fn what_any_player_lacks_names_the_players() {
        let json = r#"{"v":"5.7.0","fr":25,"ip":0,"op":100,"w":100,"h":50,"layers":[
            {"ty":4,"ind":1,"nm":"a","ip":0,"op":100,"st":0,"ks":{},"bm":1,
             "masksProperties":[{"mode":"a","pt":{"a":0,"k":{"i":[],"o":[],"v":[],"c":true}}}],
             "shapes":[{"ty":"gr","it":[{"ty":"rc"},{"ty":"rp"},{"ty":"fl"},{"ty":"tr"}]}]}]}"#;
        let project = Project::open(json.as_bytes(), &OpenOptions::default()).unwrap();
        let told: Vec<String> =
            findings(&project, Target::Any).into_iter().map(|finding| finding.message).collect();
        assert!(
            told.iter().any(|told| told.contains("Masks") && told.ends_with(": telegram refuses the file"))
        );
        assert!(told.iter().any(|told| told.contains("in telegram, rlottie the viewer sees")), "{told:?}");
        assert!(
            told.iter().all(|told| !told.contains("some players") && !told.contains("in any")),
            "{told:?}"
        );
    }

    #[test]
    fn any_is_the_least_of_all() {
        assert_eq!(Target::Any.supports("repeater"), Some(Support::Missing));
        assert_eq!(Target::Any.supports("trim-paths"), Some(Support::Full));
        assert_eq!(Target::Telegram.supports("target/mask"), Some(Support::Refused));
        assert_eq!(Target::named("RLOTTIE"), Some(Target::Rlottie));
    }

    #[test]
    fn a_sticker_that_weighs_too_much_is_found_before_it_is_baked() {
        let noise: Vec<String> =
            (0..40_000_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 5).to_string()).collect();
        let json = format!(
            r#"{{"v":"5.7.0","fr":60,"ip":0,"op":100,"w":512,"h":512,"layers":[],"x":[{}]}}"#,
            noise.join(",")
        );
        assert_eq!(codes(&json, Target::Telegram), ["target/telegram-weight"]);
        assert_eq!(codes(&json.replace(&noise.join(","), "1"), Target::Telegram), [""; 0]);
    }

    fn codes(json: &str, target: Target) -> Vec<&'static str> {
        let project = Project::open(json.as_bytes(), &OpenOptions::default()).unwrap();
        findings(&project, target).iter().map(|finding| finding.code).collect()
    }

    #[test]
    fn what_a_player_lacks_is_found_by_name() {
        let json = r#"{"v":"5.7.0","fr":25,"ip":0,"op":100,"w":100,"h":50,"layers":[
            {"ty":4,"ind":1,"nm":"a","ip":0,"op":100,"st":0,"ks":{"r":{"a":0,"k":0,"x":"time"}},
             "masksProperties":[{"mode":"a","pt":{"a":0,"k":{"i":[],"o":[],"v":[],"c":true}},"f":{"a":0,"k":[3,3]}}],
             "shapes":[{"ty":"gr","it":[{"ty":"rc"},{"ty":"mm","mm":1},{"ty":"fl"},{"ty":"tr"}]}]}]}"#;
        assert_eq!(
            codes(json, Target::Rlottie),
            ["target/expressions", "target/merge-paths", "target/mask-feather"]
        );
        assert_eq!(codes(json, Target::Skottie), ["target/expressions"]);
        assert_eq!(
            codes(json, Target::Telegram),
            [
                "target/expressions",
                "target/merge-paths",
                "target/mask",
                "target/mask-feather",
                "target/telegram-size",
                "target/telegram-rate",
                "target/telegram-length"
            ]
        );
    }
}
