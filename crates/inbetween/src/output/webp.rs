//! Animated WebP: lossless still pictures, put into the container's animation chunks here.

use super::delta::{Area, changed, crop};
use super::png::all_there;
use super::timing::tick;
use super::{FrameEncoder, FrameSink, StraightBytes, StreamInfo, Target, Targets, bad, dimension};
use std::io::{self, SeekFrom};
use std::sync::Arc;

pub(super) fn open(targets: Targets) -> Box<dyn FrameSink> {
    Box::new(WebP { targets, target: None, info: None, before: Vec::new(), pending: None, seen: 0 })
}

/// Largest edge of a lossless picture.
const MOST: usize = 16_384;

struct WebP {
    targets: Targets,
    target: Option<Box<dyn Target>>,
    info: Option<StreamInfo>,
    before: Vec<u8>,
    /// The last picture that differs from the one before it: when it begins, its place and its `VP8L` chunk.
    pending: Option<(u64, Area, Vec<u8>)>,
    seen: usize,
}

impl WebP {
    /// Writes the pending frame, which lasts until `end`.
    fn flush(&mut self, end: u64) -> io::Result<()> {
        let Some((start, area, picture)) = self.pending.take() else { return Ok(()) };
        let Some(target) = &mut self.target else { return Err(bad("no file")) };
        let size = 16 + picture.len();
        target.write_all(b"ANMF")?;
        target.write_all(&dimension(size)?.to_le_bytes())?;
        for number in [area.x / 2, area.y / 2, area.width - 1, area.height - 1] {
            target.write_all(&three(number as u64))?;
        }
        target.write_all(&three((end - start).clamp(1, 0xff_ffff)))?;
        // Bit 1: replace what was there, do not blend.
        target.write_all(&[0b10])?;
        target.write_all(&picture)
    }
}

impl FrameSink for WebP {
    fn begin(&mut self, info: &StreamInfo) -> io::Result<()> {
        if info.width > MOST || info.height > MOST {
            return Err(bad(format!("WebP pictures have at most {MOST} pixels a side")));
        }
        let mut target = (self.targets)(0)?;
        target.write_all(b"RIFF\0\0\0\0WEBPVP8X")?;
        target.write_all(&10_u32.to_le_bytes())?;
        target.write_all(&[if info.alpha { 0b1_0010 } else { 0b10 }, 0, 0, 0])?;
        target.write_all(&three(info.width as u64 - 1))?;
        target.write_all(&three(info.height as u64 - 1))?;
        // Transparent background, endless repetition.
        target.write_all(b"ANIM\x06\0\0\0\0\0\0\0\0\0")?;
        self.target = Some(target);
        self.info = Some(*info);
        Ok(())
    }

    fn encoder(&self) -> Arc<dyn FrameEncoder> {
        Arc::<StraightBytes>::default()
    }

    fn frame(&mut self, encoded: Vec<u8>) -> io::Result<()> {
        let Some(info) = self.info else { return Err(bad("no file")) };
        let start = tick(self.seen, info.fps, 1000.0);
        let area = if self.seen == 0 {
            Some(Area { x: 0, y: 0, width: info.width, height: info.height })
        } else {
            changed(&self.before, &encoded, info.width).map(Area::even)
        };
        self.seen += 1;
        // An unchanged picture makes the one before it last longer.
        let Some(area) = area else { return Ok(()) };
        self.flush(start)?;
        let part = crop(&encoded, info.width, 4, area);
        self.pending = Some((start, area, lossless(&part, area, info.alpha)?));
        self.before = encoded;
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        let Some(info) = self.info else { return Err(bad("no file")) };
        all_there(info.frames, self.seen)?;
        self.flush(tick(self.seen, info.fps, 1000.0))?;
        let Some(mut target) = self.target.take() else { return Err(bad("no file")) };
        let size = target.seek(SeekFrom::End(0))?;
        let size = u32::try_from(size - 8).map_err(|_| bad("a WebP file holds at most 4 GiB"))?;
        target.seek(SeekFrom::Start(4))?;
        target.write_all(&size.to_le_bytes())?;
        target.flush()
    }
}

/// The `VP8L` chunk of a picture.
fn lossless(rgba: &[u8], area: Area, alpha: bool) -> io::Result<Vec<u8>> {
    let mut file = Vec::new();
    let encoder = image_webp::WebPEncoder::new(&mut file);
    let (width, height) = (dimension(area.width)?, dimension(area.height)?);
    let outcome = if alpha {
        encoder.encode(rgba, width, height, image_webp::ColorType::Rgba8)
    } else {
        let rgb: Vec<u8> = rgba.chunks_exact(4).flat_map(|pixel| pixel.iter().take(3).copied()).collect();
        encoder.encode(&rgb, width, height, image_webp::ColorType::Rgb8)
    };
    outcome.map_err(|error| bad(error.to_string()))?;
    // After the file's own header.
    Ok(file.split_off(12.min(file.len())))
}

/// 24 bits, low byte first.
fn three(number: u64) -> [u8; 3] {
    let [a, b, c, ..] = number.to_le_bytes();
    [a, b, c]
}
