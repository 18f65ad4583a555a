//! Streams without a container, for other programs: RGBA bytes and YUV4MPEG2.

use super::png::all_there;
use super::timing::fraction;
use super::yuv::planes_444;
use super::{Drawn, Encoded, FrameEncoder, FrameSink, StraightBytes, StreamInfo};
use inbetween_render::Picture;
use inbetween_timeline::scene::Scene;
use std::io::{self, Write};
use std::sync::Arc;

/// Forms of raw streams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RawForm {
    /// Straight RGBA, 8 bits each, rows from the top, frame after frame.
    Rgba,
    /// YUV4MPEG2, 4:4:4, BT.709 limited range.
    Y4m,
}

/// A sink that streams frames to a writer which cannot seek, a pipe say.
#[must_use]
pub fn raw(writer: Box<dyn Write + Send>, form: RawForm) -> Box<dyn FrameSink> {
    Box::new(Raw { writer, form, bytes: Arc::default(), expected: 0, written: 0 })
}

struct Raw {
    writer: Box<dyn Write + Send>,
    form: RawForm,
    bytes: Arc<StraightBytes>,
    expected: usize,
    written: usize,
}

impl FrameSink for Raw {
    fn keeps_alpha(&self) -> bool {
        self.form == RawForm::Rgba
    }

    fn begin(&mut self, info: &StreamInfo) -> io::Result<()> {
        self.expected = info.frames;
        if self.form == RawForm::Y4m {
            let (numerator, denominator) = fraction(info.fps, 1_000_000);
            writeln!(
                self.writer,
                "YUV4MPEG2 W{} H{} F{numerator}:{denominator} Ip A1:1 C444 XCOLORRANGE=LIMITED",
                info.width, info.height
            )?;
        }
        Ok(())
    }

    fn encoder(&self) -> Arc<dyn FrameEncoder> {
        match self.form {
            RawForm::Rgba => Arc::<StraightBytes>::clone(&self.bytes),
            RawForm::Y4m => Arc::new(Planes),
        }
    }

    fn frame(&mut self, encoded: Vec<u8>) -> io::Result<()> {
        if self.form == RawForm::Y4m {
            self.writer.write_all(b"FRAME\n")?;
        }
        self.writer.write_all(&encoded)?;
        if self.form == RawForm::Rgba {
            self.bytes.give_back(encoded);
        }
        self.written += 1;
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        all_there(self.expected, self.written)?;
        self.writer.flush()
    }
}

struct Planes;

impl FrameEncoder for Planes {
    fn encode(&self, frame: &Drawn<'_>, _: &mut dyn FnMut(&Scene) -> Picture) -> io::Result<Encoded> {
        Ok(planes_444(frame.pixels).into())
    }
}
