//! Pictures to files: one file per format behind [`FrameSink`], and the table of formats by file ending.
//!
//! A sink's work has two halves. What can be done for each frame on its own is its [`FrameEncoder`], which the
//! rendering threads run; what needs the order is [`FrameSink::frame`], which sees the encoded frames one after the
//! other. The bytes of a file therefore do not depend on the number of threads.
//!
//! Nothing here opens files: a sink writes to a [`Target`] it is given.

mod apng;
mod delta;
mod gif;
#[cfg(feature = "mp4")]
mod mp4;
mod palette;
mod png;
mod raw;
mod sheet;
pub(crate) mod stream;
pub(crate) mod svg;
#[cfg(test)]
mod tests;
mod timing;
mod webp;
mod yuv;

use inbetween_render::{Picture, RenderOptions as DrawOptions, Renderer, Resources, Size as DrawSize};
use inbetween_timeline::scene::{ImageSource, Scene};
use inbetween_types::Diagnostic;
use std::io::{self, Seek, Write};
use std::sync::{Arc, Mutex, PoisonError};

pub use raw::{RawForm, raw};
pub use sheet::sheet;

/// Where a sink writes: a file, or a `Cursor` in memory.
pub trait Target: Write + Seek + Send {}

impl<T: Write + Seek + Send> Target for T {}

/// What a sink is told before the first frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StreamInfo {
    /// Width in pixels, above 0.
    pub width: usize,
    /// Height in pixels, above 0.
    pub height: usize,
    /// Frames per second, finite and above 0.
    pub fps: f64,
    /// How many frames follow, above 0.
    pub frames: usize,
    /// Whether pictures may be transparent anywhere.
    pub alpha: bool,
}

/// An encoded frame.
#[derive(Clone, Debug, Default)]
pub struct Encoded {
    /// What the sink's own `frame` takes.
    pub bytes: Vec<u8>,
    /// What the format cannot show.
    pub diagnostics: Vec<Diagnostic>,
}

impl From<Vec<u8>> for Encoded {
    fn from(bytes: Vec<u8>) -> Self {
        Self { bytes, diagnostics: Vec::new() }
    }
}

/// A frame as it is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Drawn<'a> {
    /// What was drawn.
    pub scene: &'a Scene,
    /// Its pixels; without any when [`FrameEncoder::wants_pixels`] is false.
    pub pixels: &'a Picture,
    /// Straight RGBA behind the picture, if one was asked for. It is already in `pixels`.
    pub background: Option<[f32; 4]>,
}

/// The half of a sink that knows one frame only and runs on the rendering threads.
pub trait FrameEncoder: Send + Sync {
    /// Whether it needs pixels, else the scene is enough.
    fn wants_pixels(&self) -> bool {
        true
    }

    /// Encodes a frame.
    ///
    /// # Errors
    /// When the encoder refuses the picture.
    fn encode(&self, frame: &Drawn<'_>, draw: &mut dyn FnMut(&Scene) -> Picture) -> io::Result<Encoded>;
}

/// Takes frames in order and writes a file.
pub trait FrameSink {
    /// Whether the format keeps transparency; else frames are drawn over a background.
    fn keeps_alpha(&self) -> bool {
        true
    }

    /// How many frames, evenly spaced, it wants to see before the first, to choose a palette say.
    fn previews(&self) -> usize {
        0
    }

    /// Sees one of those frames, encoded.
    fn preview(&mut self, _frame: &[u8]) {}

    /// Starts the file.
    ///
    /// # Errors
    /// When writing fails or the format cannot hold such pictures.
    fn begin(&mut self, info: &StreamInfo) -> io::Result<()>;

    /// The half that runs on the rendering threads. Asked for once, after `begin`.
    fn encoder(&self) -> Arc<dyn FrameEncoder>;

    /// Writes the next frame.
    ///
    /// # Errors
    /// When writing fails.
    fn frame(&mut self, encoded: Vec<u8>) -> io::Result<()>;

    /// Ends the file. Only after this is it complete.
    ///
    /// # Errors
    /// When writing fails or frames are missing.
    fn finish(&mut self) -> io::Result<()>;
}

/// Gives the target of frame `n`, counted from 0: of the one file, or of a sequence's file.
pub type Targets = Box<dyn FnMut(usize) -> io::Result<Box<dyn Target>> + Send>;

/// A format of files.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// Ending of the file's name, with the dot, in lower case.
    pub ending: &'static str,
    /// What it is, for people.
    pub about: &'static str,
    /// Whether a file holds one frame only; several then need a name with `#` (a sequence).
    pub still: bool,
    /// Most frames per second that players show as they are; frames are left out above it.
    pub most_fps: f64,
    /// Makes a sink.
    pub open: fn(Targets) -> Box<dyn FrameSink>,
}

/// Every format of this build.
pub const FORMATS: &[Format] = &[
    Format {
        ending: ".png",
        about: "PNG, one frame; name-####.png is a sequence",
        still: true,
        most_fps: f64::INFINITY,
        open: png::open,
    },
    Format {
        ending: ".svg",
        about: "SVG, one frame as vectors; name-####.svg is a sequence",
        still: true,
        most_fps: f64::INFINITY,
        open: svg::open,
    },
    Format {
        ending: ".apng",
        about: "animated PNG, lossless with alpha",
        still: false,
        most_fps: f64::INFINITY,
        open: apng::open,
    },
    Format {
        ending: ".gif",
        about: "GIF, 255 colours, alpha on or off; at most 50 frames per second",
        still: false,
        // Browsers show frames of 1/100 s ten times as long.
        most_fps: 50.0,
        open: gif::open,
    },
    Format {
        ending: ".webp",
        about: "animated WebP, lossless with alpha",
        still: false,
        most_fps: 1000.0,
        open: webp::open,
    },
    #[cfg(feature = "mp4")]
    Format {
        ending: ".mp4",
        about: "MP4 with H.264, BT.709 limited range, no alpha",
        still: false,
        most_fps: 1000.0,
        open: mp4::open,
    },
];

/// The format of a file's name, by its ending.
#[must_use]
pub fn format_of(name: &str) -> Option<&'static Format> {
    let name = name.to_lowercase();
    FORMATS.iter().find(|format| name.ends_with(format.ending))
}

/// A scene as an SVG document of its own size in pixels.
///
/// # Errors
/// When a part that has no vectors cannot be encoded as a picture.
pub fn svg_of(scene: &Scene) -> io::Result<Vec<u8>> {
    let mut draw = |part: &Scene| Renderer::new(DrawOptions::default()).render(part, &NoImages);
    let picture = (scene.width.max(1.0) as usize, scene.height.max(1.0) as usize);
    Ok(svg::write(scene, picture, None, &mut draw)?.bytes)
}

pub(crate) use png::png_bytes;

/// A scene as a PNG, `scale` pixels to a unit of the scene.
///
/// # Errors
/// When it is too large for the format.
pub fn png_of(scene: &Scene, scale: f64) -> io::Result<Vec<u8>> {
    let options = DrawOptions { size: DrawSize::Scale(scale), ..DrawOptions::default() };
    let picture = Renderer::new(options).render(scene, &NoImages);
    png_bytes(picture.width, picture.height, &picture.to_straight_bytes())
}

/// A PNG of a picture that is drawn already; without alpha where all is opaque.
///
/// # Errors
/// When it has no pixels or too many.
pub fn png_of_picture(picture: &Picture) -> io::Result<Vec<u8>> {
    png_bytes(picture.width, picture.height, &picture.to_straight_bytes())
}

/// For scenes without images.
struct NoImages;

impl Resources for NoImages {
    fn image(&self, _: &ImageSource) -> Option<Arc<Picture>> {
        None
    }
}

/// An error of data, not of the disk.
fn bad(message: impl Into<String>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message.into())
}

/// Straight RGBA bytes of a frame.
#[derive(Default)]
struct StraightBytes {
    /// Buffers that a sink has written and given back: a new one for each frame costs as much as filling it.
    spare: Mutex<Vec<Vec<u8>>>,
}

impl StraightBytes {
    fn give_back(&self, buffer: Vec<u8>) {
        self.spare.lock().unwrap_or_else(PoisonError::into_inner).push(buffer);
    }
}

impl FrameEncoder for StraightBytes {
    fn encode(&self, frame: &Drawn<'_>, _: &mut dyn FnMut(&Scene) -> Picture) -> io::Result<Encoded> {
        let spare = self.spare.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut bytes = spare.unwrap_or_default();
        frame.pixels.write_straight_bytes(&mut bytes);
        Ok(bytes.into())
    }
}

/// A number of pixels as the 32 bits that files have for it.
fn dimension(pixels: usize) -> io::Result<u32> {
    u32::try_from(pixels).map_err(|_| bad(format!("{pixels} pixels are too many for this format")))
}
