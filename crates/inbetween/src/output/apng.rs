//! Animated PNG: lossless with alpha; each frame after the first holds the changed rectangle only.

use super::delta::{Area, changed, crop};
use super::png::all_there;
use super::timing::fraction;
use super::{FrameEncoder, FrameSink, StraightBytes, StreamInfo, Target, Targets, bad, dimension};
use std::io;
use std::sync::Arc;

pub(super) fn open(targets: Targets) -> Box<dyn FrameSink> {
    Box::new(Apng { targets, writer: None, info: None, before: Vec::new(), written: 0 })
}

struct Apng {
    targets: Targets,
    writer: Option<png::Writer<Box<dyn Target>>>,
    info: Option<StreamInfo>,
    before: Vec<u8>,
    written: usize,
}

impl FrameSink for Apng {
    fn begin(&mut self, info: &StreamInfo) -> io::Result<()> {
        let target = (self.targets)(0)?;
        let mut encoder = png::Encoder::new(target, dimension(info.width)?, dimension(info.height)?);
        encoder.set_color(png::ColorType::Rgba);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
        encoder.set_compression(png::Compression::Fast);
        encoder.set_animated(dimension(info.frames)?, 0).map_err(io::Error::from)?;
        let (numerator, denominator) = fraction(1.0 / info.fps, u32::from(u16::MAX));
        let part = |part: u32| u16::try_from(part).unwrap_or(u16::MAX);
        encoder.set_frame_delay(part(numerator), part(denominator)).map_err(io::Error::from)?;
        encoder.set_blend_op(png::BlendOp::Source).map_err(io::Error::from)?;
        encoder.set_dispose_op(png::DisposeOp::None).map_err(io::Error::from)?;
        self.writer = Some(encoder.write_header().map_err(io::Error::from)?);
        self.info = Some(*info);
        Ok(())
    }

    fn encoder(&self) -> Arc<dyn FrameEncoder> {
        Arc::<StraightBytes>::default()
    }

    fn frame(&mut self, encoded: Vec<u8>) -> io::Result<()> {
        let (Some(writer), Some(info)) = (&mut self.writer, self.info) else { return Err(bad("no file")) };
        if self.written == 0 {
            writer.write_image_data(&encoded).map_err(io::Error::from)?;
        } else {
            // A frame without any change still needs a pixel.
            let area = changed(&self.before, &encoded, info.width).unwrap_or(Area {
                x: 0,
                y: 0,
                width: 1,
                height: 1,
            });
            // The frame must fit the canvas at every moment: corner first to 0, then size, then corner.
            writer.set_frame_position(0, 0).map_err(io::Error::from)?;
            writer
                .set_frame_dimension(dimension(area.width)?, dimension(area.height)?)
                .map_err(io::Error::from)?;
            writer.set_frame_position(dimension(area.x)?, dimension(area.y)?).map_err(io::Error::from)?;
            writer.write_image_data(&crop(&encoded, info.width, 4, area)).map_err(io::Error::from)?;
        }
        self.before = encoded;
        self.written += 1;
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        all_there(self.info.map_or(0, |info| info.frames), self.written)?;
        match self.writer.take() {
            Some(writer) => writer.finish().map_err(io::Error::from),
            None => Err(bad("no file")),
        }
    }
}
