//! What differs between two motion files: structure, expressions, keys, values over all frames, pixels.

mod html;
mod lines;
mod matching;
mod pixels;
#[cfg(test)]
mod tests;
mod values;

pub use lines::{Line, line_diff};

use crate::{Error, FileLoader, Project};
use inbetween_timeline::Progress;
use inbetween_types::{Time, Unit, Value};

/// How two files are compared.
#[derive(Clone, Default)]
#[non_exhaustive]
pub struct DiffOptions {
    /// Differences of numbers up to this count as none, in each value's own unit. Default 0: any bit counts.
    pub tolerance: f64,
    /// Composition whose frames are drawn; `None` is the main one.
    pub composition: Option<String>,
    /// Draws the frames of both files: size as a factor of the composition's. `None` draws nothing.
    pub pixels: Option<f64>,
    /// Images beside the first and the second file.
    pub loaders: [Option<FileLoader>; 2],
    /// Worker threads; 0 counts as 1.
    pub threads: usize,
}

impl std::fmt::Debug for DiffOptions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("DiffOptions")
            .field("tolerance", &self.tolerance)
            .field("composition", &self.composition)
            .field("pixels", &self.pixels)
            .field("threads", &self.threads)
            .finish()
    }
}

/// What differs between two files.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Difference {
    /// Changes, in the order of the second file; what only the first has comes last in its composition.
    pub changes: Vec<Change>,
    /// Properties of both whose values were compared at all frames.
    pub compared: usize,
    /// The frames that were drawn.
    pub frames: Vec<FrameDifference>,
    /// Whether the pictures have different sizes, so that no frame could be compared.
    pub other_size: Option<[[usize; 2]; 2]>,
}

/// One change and where it is.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Change {
    /// Name of the composition.
    pub composition: String,
    /// Name of the layer, if it is one's.
    pub layer: Option<String>,
    /// The expression that finds the property, if it is one's.
    pub property: Option<String>,
    /// What changed.
    pub what: What,
}

/// What changed.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum What {
    /// Only the second file has it.
    Added,
    /// Only the first file has it.
    Removed,
    /// It has another name; the name in the first file.
    Renamed(String),
    /// A setting: its name, before and after.
    Setting(&'static str, String, String),
    /// The text of an expression, before and after; `None` where there is none (or it is switched off).
    Expression(Option<String>, Option<String>),
    /// Keyframes: how many before and after, and how many of them are new, gone or different.
    Keys {
        /// Keys in the first file.
        before: usize,
        /// Keys in the second file.
        after: usize,
        /// Frames at which there is a key in one file only, or another one.
        changed: usize,
    },
    /// The value over time.
    Value(Box<ValueChange>),
}

/// How the value of a property differs.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ValueChange {
    /// Largest difference of a component (for paths: of a coordinate) over all frames; `None` where a frame's values
    /// cannot be subtracted: other text, another number of points.
    pub worst: Option<f64>,
    /// The composition frame of the largest difference.
    pub worst_frame: f64,
    /// The first composition frame that differs by more than the tolerance.
    pub first_frame: f64,
    /// How many frames do.
    pub frames: usize,
    /// How many were compared; 1 for values without keys and expression in both files.
    pub of: usize,
    /// The unit of the numbers.
    pub unit: Unit,
    /// Both values at the worst frame.
    pub values: [Value; 2],
    /// Both values at every frame (times in seconds), where they are numbers.
    pub curves: Vec<(Time, [Value; 2])>,
}

/// How two frames differ.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct FrameDifference {
    /// Composition frame.
    pub frame: f64,
    /// Composition time in seconds.
    pub time: Time,
    /// Mean difference over all pixels and channels, in levels of 255.
    pub mean: f64,
    /// Largest difference of a channel, in levels of 255.
    pub worst: f64,
    /// Pixels that differ.
    pub pixels: usize,
}

impl What {
    /// Whether it shows: a value, something added or removed, or a setting. An expression or keys that give the same
    /// values do not.
    #[must_use]
    pub fn shows(&self) -> bool {
        !matches!(self, Self::Expression(..) | Self::Keys { .. } | Self::Renamed(_))
    }

    /// One word for it, as reports print it.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            Self::Added => "added",
            Self::Removed => "removed",
            Self::Renamed(_) => "renamed",
            Self::Setting(..) => "setting",
            Self::Expression(..) => "expression",
            Self::Keys { .. } => "keys",
            Self::Value(_) => "value",
        }
    }
}

impl Difference {
    /// Whether nothing differs. With `only_seen` changes that no value and no pixel shows do not count.
    #[must_use]
    pub fn is_empty(&self, only_seen: bool) -> bool {
        self.other_size.is_none()
            && self.frames.iter().all(|frame| frame.pixels == 0)
            && self.changes.iter().all(|change| only_seen && !change.what.shows())
    }
}

/// Compares two opened files.
///
/// Compositions and layers are matched by name, and by id where a name is new; properties by their place in the layer.
/// Values are compared at every whole frame of the first file's composition, keys and static values to the bit (or
/// within the tolerance).
///
/// # Errors
/// When a composition does not exist, nothing can be drawn, or the run is cancelled.
pub fn diff(
    before: &Project,
    after: &Project,
    options: &DiffOptions,
    progress: Progress<'_>,
) -> Result<Difference, Error> {
    let mut out = Difference::default();
    let pairs = matching::structure(before, after, &mut out.changes);
    values::compare([before, after], &pairs, options, &mut out, progress)?;
    if let Some(scale) = options.pixels {
        pixels::compare([before, after], scale, options, &mut out, progress)?;
    }
    matching::sort(&mut out.changes, after, before);
    Ok(out)
}

/// A unit as it is written behind a number, with a space before it where it has one.
#[must_use]
pub fn unit_word(unit: Unit) -> &'static str {
    match unit {
        Unit::Pixels => " px",
        Unit::Percent => " %",
        Unit::Degrees => "°",
        Unit::Seconds => " s",
        _ => "",
    }
}
