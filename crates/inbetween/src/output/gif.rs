//! GIF: one palette for the whole film (chosen from frames spread over it), dots that stay in place, changed
//! rectangles only, beginnings rounded to 1/100 s.
//!
//! A pixel is opaque or not: from half alpha on it is.

use super::delta::{Area, area_where, crop};
use super::palette::{Histogram, Palette};
use super::png::all_there;
use super::timing::tick;
use super::{Drawn, Encoded, FrameEncoder, FrameSink, StreamInfo, Target, Targets, bad};
use ::gif::{DisposalMethod, Encoder, Frame, Repeat};
use inbetween_render::Picture;
use inbetween_timeline::scene::Scene;
use std::borrow::Cow;
use std::io;
use std::sync::Arc;

pub(super) fn open(targets: Targets) -> Box<dyn FrameSink> {
    Box::new(Gif {
        targets,
        histogram: Histogram::new(),
        shared: None,
        encoder: None,
        info: None,
        canvas: Vec::new(),
        pending: None,
        seen: 0,
    })
}

/// Palette place of transparent pixels.
const CLEAR: u8 = 255;
/// A frame whose mean squared error is above this gets a palette of its own (weights sum to 9: about 6 levels).
const OWN_PALETTE: f64 = 9.0 * 36.0;

struct Gif {
    targets: Targets,
    histogram: Histogram,
    shared: Option<Palette>,
    encoder: Option<Encoder<Box<dyn Target>>>,
    info: Option<StreamInfo>,
    /// What a viewer shows before the pending frame: RGB and opacity of each pixel.
    canvas: Vec<[u8; 4]>,
    pending: Option<Pending>,
    seen: usize,
}

/// A frame that waits until it is known how long it lasts and how it must go.
struct Pending {
    start: u64,
    area: Area,
    indexes: Vec<u8>,
    own: Option<Vec<[u8; 3]>>,
    shown: Vec<[u8; 4]>,
}

impl Gif {
    /// Writes the pending frame, which lasts until `end`; leaves what is shown afterwards in `canvas`.
    fn flush(&mut self, end: u64, dispose: DisposalMethod) -> io::Result<()> {
        let (Some(pending), Some(info)) = (self.pending.take(), self.info) else { return Ok(()) };
        let Some(encoder) = &mut self.encoder else { return Err(bad("no file")) };
        // What is on the canvas already need not be said again; long runs of one number pack well.
        let mut indexes = pending.indexes;
        for ((index, shown), before) in indexes.iter_mut().zip(&pending.shown).zip(&self.canvas) {
            if shown == before {
                *index = CLEAR;
            }
        }
        let mut rest = (end - pending.start).max(1);
        let mut area = pending.area;
        let mut buffer = crop(&indexes, info.width, 1, area);
        let part =
            |pixels: usize| u16::try_from(pixels).map_err(|_| bad("GIF holds at most 65535 pixels a side"));
        loop {
            let delay = u16::try_from(rest.min(65_000)).unwrap_or(u16::MAX);
            rest -= u64::from(delay);
            let frame = Frame {
                delay,
                dispose: if rest == 0 { dispose } else { DisposalMethod::Keep },
                transparent: Some(CLEAR),
                top: part(area.y)?,
                left: part(area.x)?,
                width: part(area.width)?,
                height: part(area.height)?,
                palette: pending.own.as_deref().map(bytes_of),
                buffer: Cow::Borrowed(&buffer),
                ..Frame::default()
            };
            encoder.write_frame(&frame).map_err(encoding)?;
            if rest == 0 {
                break;
            }
            // Longer than one delay can say: the same again, without changes.
            if dispose == DisposalMethod::Keep {
                area = Area { x: 0, y: 0, width: 1, height: 1 };
                buffer = vec![CLEAR];
            }
        }
        self.canvas = pending.shown;
        if dispose == DisposalMethod::Background {
            let area = pending.area;
            for y in area.y..area.y + area.height {
                let start = y * info.width + area.x;
                if let Some(row) = self.canvas.get_mut(start..start + area.width) {
                    row.fill([0; 4]);
                }
            }
        }
        Ok(())
    }

    fn header(&mut self, first: &[u8]) -> io::Result<()> {
        let Some(info) = self.info else { return Err(bad("no file")) };
        self.histogram.add(first);
        let shared = self.histogram.palette();
        let size =
            |pixels: usize| u16::try_from(pixels).map_err(|_| bad("GIF holds at most 65535 pixels a side"));
        let target = (self.targets)(0)?;
        let mut encoder =
            Encoder::new(target, size(info.width)?, size(info.height)?, &bytes_of(shared.colors()))
                .map_err(encoding)?;
        if info.frames > 1 {
            encoder.set_repeat(Repeat::Infinite).map_err(encoding)?;
        }
        self.encoder = Some(encoder);
        self.shared = Some(shared);
        self.canvas = vec![[0; 4]; info.width * info.height];
        Ok(())
    }
}

/// A palette's bytes, filled up to 256 colours so that [`CLEAR`] is one of them.
fn bytes_of(colors: &[[u8; 3]]) -> Vec<u8> {
    let mut bytes: Vec<u8> = colors.iter().flatten().copied().collect();
    bytes.resize(256 * 3, 0);
    bytes
}

fn encoding(error: ::gif::EncodingError) -> io::Error {
    match error {
        ::gif::EncodingError::Io(error) => error,
        other => bad(other.to_string()),
    }
}

impl FrameSink for Gif {
    fn previews(&self) -> usize {
        24
    }

    fn preview(&mut self, frame: &[u8]) {
        self.histogram.add(frame);
    }

    fn begin(&mut self, info: &StreamInfo) -> io::Result<()> {
        if info.width > usize::from(u16::MAX) || info.height > usize::from(u16::MAX) {
            return Err(bad("GIF holds at most 65535 pixels a side"));
        }
        self.info = Some(*info);
        Ok(())
    }

    fn encoder(&self) -> Arc<dyn FrameEncoder> {
        Arc::new(OneBitAlpha)
    }

    fn frame(&mut self, encoded: Vec<u8>) -> io::Result<()> {
        let Some(info) = self.info else { return Err(bad("no file")) };
        if self.seen == 0 {
            self.header(&encoded)?;
        }
        let start = tick(self.seen, info.fps, 100.0);
        self.seen += 1;
        let Some(shared) = &mut self.shared else { return Err(bad("no palette")) };
        let mut own = None;
        if shared.error(&encoded, 7) > OWN_PALETTE {
            let mut histogram = Histogram::new();
            histogram.add(&encoded);
            own = Some(histogram.palette());
        }
        let palette = own.as_mut().unwrap_or(shared);
        let mut indexes = Vec::with_capacity(encoded.len() / 4);
        let mut shown = Vec::with_capacity(encoded.len() / 4);
        for (at, pixel) in encoded.chunks_exact(4).enumerate() {
            let &[r, g, b, a] = pixel else { continue };
            if a == 0 {
                indexes.push(CLEAR);
                shown.push([0; 4]);
                continue;
            }
            let index = palette.index([r, g, b], at % info.width, at / info.width);
            let [r, g, b] = palette.colors().get(usize::from(index)).copied().unwrap_or([0; 3]);
            indexes.push(index);
            shown.push([r, g, b, 255]);
        }
        let own = own.map(|palette| palette.colors().to_vec());
        let now = self.pending.as_ref().map_or(&self.canvas, |pending| &pending.shown);
        let differs = |at: usize| now.get(at) != shown.get(at);
        let Some(mut area) = area_where(info.width, info.height, differs) else {
            // Nothing new: the frame before lasts longer. The very first is written even when it is empty.
            if self.pending.is_none() {
                let area = Area { x: 0, y: 0, width: 1, height: 1 };
                self.pending = Some(Pending { start, area, indexes, own, shown });
            }
            return Ok(());
        };
        // Pixels that become transparent: only the frame before can clear them, as it goes.
        let cleared = area_where(info.width, info.height, |at| {
            now.get(at).is_some_and(|p| p[3] != 0) && shown.get(at).is_some_and(|p| p[3] == 0)
        });
        match cleared {
            None => self.flush(start, DisposalMethod::Keep)?,
            Some(cleared) => {
                if let Some(pending) = &mut self.pending {
                    pending.area = pending.area.union(cleared);
                }
                self.flush(start, DisposalMethod::Background)?;
                area = area_where(info.width, info.height, |at| self.canvas.get(at) != shown.get(at))
                    .unwrap_or(Area { x: 0, y: 0, width: 1, height: 1 });
            }
        }
        self.pending = Some(Pending { start, area, indexes, own, shown });
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        let Some(info) = self.info else { return Err(bad("no file")) };
        all_there(info.frames, self.seen)?;
        self.flush(tick(self.seen, info.fps, 100.0), DisposalMethod::Keep)?;
        let Some(encoder) = self.encoder.take() else { return Err(bad("no file")) };
        encoder.into_inner().map_err(encoding)?.flush()
    }
}

/// Straight RGBA whose alpha is 0 or 255.
struct OneBitAlpha;

impl FrameEncoder for OneBitAlpha {
    fn encode(&self, frame: &Drawn<'_>, _: &mut dyn FnMut(&Scene) -> Picture) -> io::Result<Encoded> {
        let mut bytes = frame.pixels.to_straight_bytes();
        for pixel in bytes.chunks_exact_mut(4) {
            if let [r, g, b, a] = pixel {
                if *a < 128 {
                    (*r, *g, *b, *a) = (0, 0, 0, 0);
                } else {
                    *a = 255;
                }
            }
        }
        Ok(bytes.into())
    }
}
