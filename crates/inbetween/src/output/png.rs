//! PNG: one file per frame.

use super::{Drawn, Encoded, FrameEncoder, FrameSink, StreamInfo, Targets, bad, dimension};
use inbetween_render::Picture;
use inbetween_timeline::scene::Scene;
use std::io::{self, Write};
use std::sync::Arc;

pub(super) fn open(targets: Targets) -> Box<dyn FrameSink> {
    Box::new(Stills::new(targets, Arc::new(PngEncoder)))
}

/// One file per frame, whole from its encoder.
pub(super) struct Stills {
    targets: Targets,
    encoder: Arc<dyn FrameEncoder>,
    expected: usize,
    written: usize,
}

impl Stills {
    pub(super) fn new(targets: Targets, encoder: Arc<dyn FrameEncoder>) -> Self {
        Self { targets, encoder, expected: 0, written: 0 }
    }
}

impl FrameSink for Stills {
    fn begin(&mut self, info: &StreamInfo) -> io::Result<()> {
        self.expected = info.frames;
        Ok(())
    }

    fn encoder(&self) -> Arc<dyn FrameEncoder> {
        Arc::clone(&self.encoder)
    }

    fn frame(&mut self, encoded: Vec<u8>) -> io::Result<()> {
        let mut target = (self.targets)(self.written)?;
        target.write_all(&encoded)?;
        target.flush()?;
        self.written += 1;
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        all_there(self.expected, self.written)
    }
}

/// Every frame accounted for.
pub(super) fn all_there(expected: usize, written: usize) -> io::Result<()> {
    if expected == written {
        return Ok(());
    }
    Err(bad(format!("{written} of {expected} frames were written")))
}

struct PngEncoder;

impl FrameEncoder for PngEncoder {
    fn encode(&self, frame: &Drawn<'_>, _: &mut dyn FnMut(&Scene) -> Picture) -> io::Result<Encoded> {
        let bytes = frame.pixels.to_straight_bytes();
        Ok(png_bytes(frame.pixels.width, frame.pixels.height, &bytes)?.into())
    }
}

/// A PNG of straight RGBA bytes; without alpha where all is opaque.
pub(crate) fn png_bytes(width: usize, height: usize, rgba: &[u8]) -> io::Result<Vec<u8>> {
    let mut out = Vec::new();
    let opaque = rgba.chunks_exact(4).all(|pixel| pixel.last() == Some(&255));
    let mut encoder = png::Encoder::new(&mut out, dimension(width)?, dimension(height)?);
    encoder.set_color(if opaque { png::ColorType::Rgb } else { png::ColorType::Rgba });
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
    encoder.set_compression(png::Compression::Fast);
    let mut writer = encoder.write_header().map_err(io::Error::from)?;
    if opaque {
        let rgb: Vec<u8> = rgba.chunks_exact(4).flat_map(|pixel| pixel.iter().take(3).copied()).collect();
        writer.write_image_data(&rgb).map_err(io::Error::from)?;
    } else {
        writer.write_image_data(rgba).map_err(io::Error::from)?;
    }
    writer.finish().map_err(io::Error::from)?;
    Ok(out)
}
