//! Presets: expressions of good rigs with their controls, written for a property.
//!
//! [`PRESETS`] is the one table. A preset is a constant in a file of its family: what it is (for readers), its
//! [`Setting`]s, and one [`Part`] per property that gets an expression. [`apply`] writes the expressions for given
//! properties of a timeline and says what controls they need; [`markdown`] is the table as a page.
//!
//! What is written can be pasted into After Effects, except where [`Preset::after_effects`] says otherwise: it uses
//! AE's names only, its controls are AE's expression controls, and the text is valid in both of AE's engines.

mod apply;
mod bounce;
mod chain;
pub mod demo;
mod document;
mod edits;
mod functions;
mod ik;
mod integrate;
mod machine;
mod motion;
mod oscillate;
mod overshoot;
mod settings;
mod spine;
mod spring;
mod template;
mod text;
mod wiggle;

pub use apply::{Applied, ControlMade, ExpressionMade, Found, PresetError, Request, apply};
pub use demo::Demo;
pub use document::{MARKDOWN_HEAD, markdown};
pub use settings::{Fits, Setting, SettingKind, Shape};
pub use template::Place;

use inbetween_types::diagnostic::near_match;

/// A preset.
#[derive(Debug)]
pub struct Preset {
    /// Name in commands, kebab case.
    pub name: &'static str,
    /// Name for readers.
    pub title: &'static str,
    /// First words of its controls' names.
    pub prefix: &'static str,
    /// One line.
    pub summary: &'static str,
    /// What it computes, in mathematics.
    pub formula: &'static str,
    /// Where the formula comes from, and why it is right.
    pub source: &'static str,
    /// When to use which.
    pub when: &'static str,
    /// Whether the expression runs in After Effects; `false` for those that use `inbetween.*`.
    pub after_effects: bool,
    /// The properties that get an expression, in the order in which they are named; with [`Preset::chain`] the one
    /// part stands for all of them.
    pub parts: &'static [Part],
    /// The least number of properties, when there may be any number.
    pub chain: Option<usize>,
    /// Controls, layers and choices.
    pub settings: &'static [Setting],
    /// A file that shows it.
    pub demo: fn() -> Demo,
}

/// One property that a preset gives an expression.
#[derive(Debug)]
pub struct Part {
    /// What this property is, for example `the upper bone's rotation`.
    pub role: &'static str,
    /// Which properties it can be.
    pub fits: Fits,
    /// The text, with `$name` for settings, see [`Place`].
    pub text: fn(&Place<'_>) -> String,
}

/// All presets, in the order in which they are listed.
pub const PRESETS: &[&Preset] = &[
    &oscillate::OSCILLATE,
    &overshoot::RAMP_OVERSHOOT,
    &overshoot::OVERSHOOT,
    &bounce::BOUNCE,
    &bounce::LAUNCH,
    &spring::SPRING,
    &integrate::INTEGRATE_SPEED,
    &integrate::OSCILLATE_KEYED,
    &integrate::WIGGLE_KEYED,
    &wiggle::WIGGLE_LOOP,
    &ik::TWO_BONE_IK,
    &spine::MANY_BONE_IK,
    &chain::FK_CHAIN,
    &chain::FOLLOW_THROUGH,
    &machine::SLIDER_CRANK,
    &machine::ROLLING_WHEEL,
    &motion::SQUASH_STRETCH,
    &motion::LOOK_AT,
    &motion::ORBIT,
    &motion::PARALLAX,
    &text::TEXT_POP,
    &text::TEXT_SWING,
    &text::COUNTER,
    &text::TYPEWRITER,
    &functions::INTEGRAL,
    &functions::NOISE_LOOP,
];

/// The preset of a name; letter case, spaces and underscores do not count.
///
/// # Errors
/// The message says which name is near.
pub fn find(name: &str) -> Result<&'static Preset, PresetError> {
    let wanted = name.trim().to_lowercase().replace([' ', '_'], "-");
    PRESETS.iter().find(|preset| preset.name == wanted).copied().ok_or_else(|| {
        let help = match near_match(&wanted, PRESETS.iter().map(|preset| preset.name)) {
            Some(near) => format!("did you mean {near}?"),
            None => "inbetween presets lists them".to_owned(),
        };
        PresetError::new(format!("there is no preset {name}"), help)
    })
}

impl Preset {
    /// The names of AE's effects that its settings become, and its layers and choices, as a list for readers.
    pub fn setting(&self, name: &str) -> Option<&'static Setting> {
        self.settings.iter().find(|setting| setting.name == name)
    }
}
