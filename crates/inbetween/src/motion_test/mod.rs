//! Tests of motion: what a file must look like at which times, written in TOML beside it.
//!
//! [`MotionTest::parse`] reads a test file, [`MotionTest::run`] runs its cases against an opened [`Project`](crate::Project) on
//! several threads. Nothing here touches files: golden frames are read through a loader and handed back to be written.

mod compare;
mod frame;
mod graph;
mod parse;
mod run;
#[cfg(test)]
mod tests;
mod values;

use crate::{FileLoader, Severity};
use inbetween_types::{FrameRate, SourcePoint, Time};
use std::fmt;
use std::ops::Range;

/// A test file.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct MotionTest {
    /// The motion file, as the test file names it: relative to its own folder.
    pub file: String,
    /// The cases, in order.
    pub cases: Vec<Case>,
}

/// One case: what is looked at, and what must hold for it.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Case {
    /// Its name; the looked-at expression where the file gives none.
    pub name: String,
    /// The line of the test file it starts at, from 1.
    pub line: u32,
    /// Composition everything is asked in; `None` is the main one.
    pub composition: Option<String>,
    /// The expression whose values are checked, for example `layer("wheel").rotation`.
    pub value: Option<String>,
    /// Properties that are given another value first, each found by an expression.
    pub set: Vec<(String, Expected)>,
    /// First moment looked at; `None` is the composition's first frame.
    pub from: Option<Moment>,
    /// Last moment looked at, itself included; `None` is the composition's last frame.
    pub to: Option<Moment>,
    /// Samples per frame of checks over a span, at least 1.
    pub samples_per_frame: u32,
    /// Allowed difference of numbers, in the value's unit.
    pub tolerance: f64,
    /// Values that differ by a multiple of this count as equal (360 for rotations).
    pub modulo: Option<f64>,
    /// What must hold.
    pub checks: Vec<Check>,
}

impl Case {
    /// The looked-at expression on one line, cut where it is long.
    pub(crate) fn title(&self) -> String {
        let words: Vec<&str> = self.value.as_deref().unwrap_or_default().split_whitespace().collect();
        let line = words.join(" ");
        if line.chars().count() <= TITLE {
            return line;
        }
        line.chars().take(TITLE - 1).chain(['…']).collect()
    }
}

/// Longest expression in a message, in characters.
const TITLE: usize = 60;

/// A time as test files write it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Moment {
    /// Composition time in seconds.
    Seconds(f64),
    /// Composition frames: `"12f"`.
    Frames(f64),
    /// Whole seconds and frames of a timecode: `"0:00:01:12"`.
    Timecode {
        /// Whole seconds, minutes and hours counted in.
        seconds: f64,
        /// Frames after them.
        frames: f64,
    },
}

impl Moment {
    /// The time in seconds. A timecode counts whole frames per second, as AE's does.
    #[must_use]
    pub fn time(self, rate: FrameRate) -> Time {
        match self {
            Self::Seconds(seconds) => seconds,
            Self::Frames(frames) => rate.seconds(frames),
            Self::Timecode { seconds, frames } => rate.seconds(seconds * rate.fps().round() + frames),
        }
    }
}

/// A value that a test file states.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Expected {
    /// One number.
    Number(f64),
    /// Several numbers.
    Vector(Vec<f64>),
    /// Text.
    Text(String),
    /// Yes or no.
    Bool(bool),
}

/// Which way values go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Direction {
    /// Never down.
    Rising,
    /// Never up.
    Falling,
    /// One of the two, whichever the first move is.
    Either,
}

/// Something that must hold.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Check {
    /// The value at each moment.
    Is(Vec<(Moment, Expected)>),
    /// No component is ever below this (one number for all components, or one each).
    AtLeast(Vec<f64>),
    /// No component is ever above this.
    AtMost(Vec<f64>),
    /// The value never moves further than this between two moments one frame apart (Euclidean for several components).
    MaxPerFrame(f64),
    /// The value never moves faster than this, in units per second.
    MaxPerSecond(f64),
    /// Each component goes one way only.
    Monotonic(Direction),
    /// What the frame after the last would show is what the first shows.
    Loops {
        /// Whether the speed must be the same at both ends too.
        speed: bool,
        /// Allowed difference of the speeds in units per second; `None` is 5 % of the largest speed.
        speed_tolerance: Option<f64>,
    },
    /// The bounds of a layer, strokes counted, stay inside the composition while the layer is seen.
    WithinFrame {
        /// Name of the layer, or an expression that finds it.
        layer: String,
        /// How far inside they must stay, in pixels; below zero they may leave that far.
        margin: f64,
    },
    /// Frames look like pictures kept beside the test file.
    Golden {
        /// Name of the PNG; with several moments a run of `#` becomes the frame's number.
        path: String,
        /// The moments.
        moments: Vec<Moment>,
        /// Size of the picture as a factor of the composition's.
        scale: f64,
        /// Largest allowed mean difference, in levels of 255 over all channels.
        mean: f64,
        /// Largest allowed difference of one channel of one pixel, in levels of 255.
        worst: f64,
    },
    /// Evaluating everything makes no finding of this severity or above.
    NoFindings {
        /// The severity.
        level: Severity,
        /// Codes that are allowed nevertheless.
        except: Vec<String>,
    },
}

impl Check {
    /// The key that test files write it with.
    #[must_use]
    pub fn key(&self) -> &'static str {
        match self {
            Self::Is(_) => "is",
            Self::AtLeast(_) => "at_least",
            Self::AtMost(_) => "at_most",
            Self::MaxPerFrame(_) => "max_per_frame",
            Self::MaxPerSecond(_) => "max_per_second",
            Self::Monotonic(_) => "monotonic",
            Self::Loops { .. } => "loops",
            Self::WithinFrame { .. } => "within_frame",
            Self::Golden { .. } => "golden",
            Self::NoFindings { .. } => "no_findings",
        }
    }
}

/// Why a test file cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TestFileError {
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
    /// The bytes of the file it lies at.
    pub span: Option<Range<usize>>,
}

impl TestFileError {
    /// Line and column in the file's text.
    #[must_use]
    pub fn point(&self, text: &str) -> Option<SourcePoint> {
        self.span.as_ref().map(|span| SourcePoint::of(text, span.start))
    }
}

impl fmt::Display for TestFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match &self.help {
            Some(help) => write!(f, "; {help}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for TestFileError {}

/// How cases are run.
#[derive(Clone, Default)]
#[non_exhaustive]
pub struct RunOptions {
    /// Reads files beside the test file: golden frames.
    pub goldens: Option<FileLoader>,
    /// Reads files beside the motion file: images, for golden frames.
    pub images: Option<FileLoader>,
    /// Whether golden frames are made anew instead of compared; the pictures are in the outcome.
    pub bless: bool,
    /// Worker threads; 0 counts as 1.
    pub threads: usize,
}

impl fmt::Debug for RunOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RunOptions").field("bless", &self.bless).field("threads", &self.threads).finish()
    }
}

/// How one case went.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct CaseOutcome {
    /// Name of the case.
    pub name: String,
    /// Its line in the test file, from 1.
    pub line: u32,
    /// Number of its checks.
    pub checks: usize,
    /// What did not hold, one for each check that failed.
    pub failures: Vec<Failure>,
    /// Why it could not be run: a layer or property that is not there, say.
    pub error: Option<String>,
    /// Golden frames made anew, to be written beside the test file.
    pub blessed: Vec<GoldenFrame>,
}

impl CaseOutcome {
    /// Whether everything held.
    #[must_use]
    pub fn passed(&self) -> bool {
        self.error.is_none() && self.failures.is_empty()
    }
}

/// A check that did not hold.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Failure {
    /// The check's key.
    pub check: &'static str,
    /// What is wrong, in one sentence.
    pub message: String,
    /// Where it is worst: composition time in seconds.
    pub time: Option<Time>,
    /// The same as composition frame.
    pub frame: Option<f64>,
    /// What was expected there.
    pub expected: Option<String>,
    /// What there is.
    pub actual: Option<String>,
    /// The curve around that time in characters.
    pub graph: Option<String>,
    /// For golden frames: what was drawn, and where it differs.
    pub pictures: Vec<GoldenFrame>,
}

/// A picture for the disk.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct GoldenFrame {
    /// Name, relative to the test file's folder.
    pub path: String,
    /// A PNG.
    pub png: Vec<u8>,
}

pub use compare::{PictureDifference, difference, difference_picture};
