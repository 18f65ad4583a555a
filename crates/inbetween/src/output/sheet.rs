//! Contact sheets: many frames on one picture, for a quick look.

use super::png::{all_there, png_bytes};
use super::{FrameEncoder, FrameSink, StraightBytes, StreamInfo, Targets, bad};
use std::io::{self, Write};
use std::sync::Arc;

/// Pixels between the frames of a sheet.
const GAP: usize = 4;

/// A sink that puts frames side by side, `columns` to a row, and writes one PNG.
#[must_use]
pub fn sheet(targets: Targets, columns: usize) -> Box<dyn FrameSink> {
    Box::new(Sheet { targets, columns: columns.max(1), info: None, canvas: Vec::new(), written: 0 })
}

struct Sheet {
    targets: Targets,
    columns: usize,
    info: Option<StreamInfo>,
    canvas: Vec<u8>,
    written: usize,
}

impl Sheet {
    fn size(&self, info: &StreamInfo) -> (usize, usize) {
        let columns = self.columns.min(info.frames);
        let rows = info.frames.div_ceil(columns);
        (columns * (info.width + GAP) + GAP, rows * (info.height + GAP) + GAP)
    }
}

impl FrameSink for Sheet {
    /// For a look by eye: on a background.
    fn keeps_alpha(&self) -> bool {
        false
    }

    fn begin(&mut self, info: &StreamInfo) -> io::Result<()> {
        let (width, height) = self.size(info);
        if width.saturating_mul(height) > 1 << 28 {
            return Err(bad("the sheet is too large; ask for smaller or fewer frames"));
        }
        self.canvas = [128, 128, 128, 255].repeat(width * height);
        self.info = Some(*info);
        Ok(())
    }

    fn encoder(&self) -> Arc<dyn FrameEncoder> {
        Arc::<StraightBytes>::default()
    }

    fn frame(&mut self, encoded: Vec<u8>) -> io::Result<()> {
        let Some(info) = self.info else { return Err(bad("no sheet")) };
        let (width, _) = self.size(&info);
        let columns = self.columns.min(info.frames);
        let (column, row) = (self.written % columns, self.written / columns);
        let (left, top) = (GAP + column * (info.width + GAP), GAP + row * (info.height + GAP));
        for (y, line) in encoded.chunks_exact(info.width * 4).enumerate() {
            let start = ((top + y) * width + left) * 4;
            if let Some(place) = self.canvas.get_mut(start..start + line.len()) {
                place.copy_from_slice(line);
            }
        }
        self.written += 1;
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        let Some(info) = self.info else { return Err(bad("no sheet")) };
        all_there(info.frames, self.written)?;
        let (width, height) = self.size(&info);
        let mut target = (self.targets)(0)?;
        target.write_all(&png_bytes(width, height, &self.canvas)?)?;
        target.flush()
    }
}
