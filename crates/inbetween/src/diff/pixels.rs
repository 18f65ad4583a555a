//! The frames of both files, drawn.

use super::{DiffOptions, Difference, FrameDifference};
use crate::motion_test::difference;
use crate::output::{Drawn, Encoded, FrameEncoder, FrameSink, StreamInfo};
use crate::{Error, Frames, Picture, Project, RenderOptions, Size};
use inbetween_render::Pixels;
use inbetween_timeline::Progress;
use inbetween_timeline::scene::Scene;
use inbetween_types::Time;
use std::io;
use std::sync::Arc;

/// Frames drawn of each file before they are compared and forgotten.
const CHUNK: usize = 16;

/// Keeps frames in memory.
#[derive(Default)]
struct Keep(Vec<Vec<u8>>);

struct Bytes;

impl FrameEncoder for Bytes {
    fn encode(&self, frame: &Drawn<'_>, _: &mut dyn FnMut(&Scene) -> Picture) -> io::Result<Encoded> {
        let bytes = match &frame.pixels.pixels {
            Pixels::Bytes(pixels) => pixels.as_flattened().to_vec(),
            _ => frame.pixels.to_straight_bytes(),
        };
        Ok(bytes.into())
    }
}

impl FrameSink for Keep {
    fn begin(&mut self, _: &StreamInfo) -> io::Result<()> {
        Ok(())
    }

    fn encoder(&self) -> Arc<dyn FrameEncoder> {
        Arc::new(Bytes)
    }

    fn frame(&mut self, encoded: Vec<u8>) -> io::Result<()> {
        self.0.push(encoded);
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// How frames of one of the files are drawn.
pub(super) fn draw(options: &DiffOptions, scale: f64, which: usize) -> RenderOptions {
    RenderOptions {
        composition: options.composition.clone(),
        size: Size::Scale(scale),
        threads: options.threads.max(1),
        loader: options.loaders.get(which).cloned().flatten(),
        ..RenderOptions::default()
    }
}

/// Compares every frame of the first file's composition.
pub(super) fn compare(
    projects: [&Project; 2],
    scale: f64,
    options: &DiffOptions,
    out: &mut Difference,
    progress: Progress<'_>,
) -> Result<(), Error> {
    let [before, after] = projects;
    let sizes = [before.render_info(&draw(options, scale, 0))?, after.render_info(&draw(options, scale, 1))?];
    let [x, y] = sizes;
    if (x.width, x.height) != (y.width, y.height) {
        out.other_size = Some([[x.width, x.height], [y.width, y.height]]);
        return Ok(());
    }
    let composition = before.composition(options.composition.as_deref())?;
    let rate = before.timeline().frame_rate(composition);
    let first = before.timeline().composition_data(composition).map_or(0.0, |data| data.in_point);
    #[expect(clippy::cast_precision_loss, reason = "frames fit")]
    let times: Vec<Time> = (0..x.frames).map(|index| rate.seconds(first + index as f64)).collect();
    for (chunk, times) in times.chunks(CHUNK).enumerate() {
        let mut drawn = [Keep::default(), Keep::default()];
        for (which, (project, keep)) in projects.iter().zip(&mut drawn).enumerate() {
            let options =
                RenderOptions { frames: Frames::Times(times.to_vec()), ..draw(options, scale, which) };
            project.render(&options, keep, &|_, _| progress((chunk * CHUNK).min(x.frames), x.frames))?;
        }
        let [a, b] = drawn;
        for ((time, a), b) in times.iter().zip(a.0).zip(b.0) {
            let picture = |bytes: Vec<u8>| Picture {
                width: x.width,
                height: x.height,
                pixels: Pixels::Bytes(bytes.as_chunks::<4>().0.to_vec()),
            };
            let Some(found) = difference(&picture(a), &picture(b)) else { continue };
            out.frames.push(FrameDifference {
                frame: rate.frame(*time),
                time: *time,
                mean: found.mean,
                worst: found.worst,
                pixels: found.pixels,
            });
        }
    }
    Ok(())
}
