//! Frames in parallel into a sink: drawn and encoded on several threads, written in order, few at a time in memory.

use super::{FrameEncoder, FrameSink, StreamInfo};
use inbetween_timeline::{Progress, with_large_stack};
use std::collections::BTreeMap;
use std::io;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Draws and encodes one frame; made once per thread.
pub(crate) type Drawer<'a> = Box<dyn FnMut(usize, &dyn FrameEncoder) -> io::Result<Vec<u8>> + 'a>;

/// Why a stream ended early.
#[derive(Debug)]
pub(crate) enum Stop {
    /// Drawing, encoding or writing failed.
    Failed(io::Error),
    /// Progress said no.
    Cancelled,
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Self::Failed(error)
    }
}

/// What the threads share.
#[derive(Default)]
struct Shared {
    /// The next frame nobody draws yet.
    next: usize,
    /// Frames taken out by the writer.
    taken: usize,
    /// Encoded frames that wait for their turn.
    ready: BTreeMap<usize, io::Result<Vec<u8>>>,
    /// Threads still at work.
    alive: usize,
    stop: bool,
}

struct Queue {
    shared: Mutex<Shared>,
    changed: Condvar,
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Says that a thread has ended, also when it panics, so that nobody waits for it.
struct Leaving<'q>(&'q Queue);

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        self.0.lock().alive -= 1;
        self.0.changed.notify_all();
    }
}

/// Encoded frames of one thread in memory, in bytes, if they were raw pictures.
const BATCH_BYTES: usize = 32 << 20;

/// Most frames that a thread takes in a row.
const BATCH: usize = 8;

/// How many frames a thread takes in a row: neighbours share more of what is kept between frames. Fewer where they are
/// large, and never so many that a thread has nothing to do.
fn batch(info: &StreamInfo, frames: usize, threads: usize) -> usize {
    let bytes = info.width.saturating_mul(info.height).saturating_mul(4).max(1);
    (BATCH_BYTES / bytes).min(BATCH).min(frames.div_ceil(threads.max(1) * 2)).max(1)
}

/// Hands `frames` encoded frames to `each`, in order. `maker` is called once on each thread, which takes `batch` frames
/// in a row. At most two batches per thread and one frame more are in memory.
///
/// # Errors
/// What drawing, encoding or `each` says.
pub(crate) fn ordered<'a>(
    frames: usize,
    threads: usize,
    batch: usize,
    encoder: &dyn FrameEncoder,
    maker: &(dyn Fn() -> Drawer<'a> + Sync),
    each: &mut dyn FnMut(usize, Vec<u8>) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let threads = threads.clamp(1, frames.max(1));
    let batch = batch.max(1);
    let window = threads * (batch + 1);
    let queue =
        Queue { shared: Mutex::new(Shared { alive: threads, ..Shared::default() }), changed: Condvar::new() };
    let worker = || {
        let _leaving = Leaving(&queue);
        let mut draw = maker();
        loop {
            let (first, end) = {
                let mut shared = queue.lock();
                while !shared.stop && shared.next < frames && shared.next >= shared.taken + window {
                    shared = queue.changed.wait(shared).unwrap_or_else(PoisonError::into_inner);
                }
                if shared.stop || shared.next >= frames {
                    return;
                }
                let first = shared.next;
                shared.next = frames.min(first.saturating_add(batch));
                (first, shared.next)
            };
            for index in first..end {
                if queue.lock().stop {
                    return;
                }
                let encoded = draw(index, encoder);
                queue.lock().ready.insert(index, encoded);
                queue.changed.notify_all();
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let worker = &worker;
            let started = std::thread::Builder::new().spawn_scoped(scope, move || with_large_stack(worker));
            if started.is_err() {
                // A machine that cannot start another thread still has those that run.
                queue.lock().alive -= 1;
            }
        }
        let mut outcome = Ok(());
        for index in 0..frames {
            let encoded = {
                let mut shared = queue.lock();
                loop {
                    if let Some(encoded) = shared.ready.remove(&index) {
                        shared.taken += 1;
                        break Some(encoded);
                    }
                    if shared.alive == 0 {
                        break None;
                    }
                    shared = queue.changed.wait(shared).unwrap_or_else(PoisonError::into_inner);
                }
            };
            queue.changed.notify_all();
            outcome = match encoded {
                Some(Ok(bytes)) => each(index, bytes),
                Some(Err(error)) => Err(error.into()),
                None => Err(io::Error::other("no thread could draw the frames").into()),
            };
            if outcome.is_err() {
                break;
            }
        }
        queue.lock().stop = true;
        queue.changed.notify_all();
        outcome
    })
}

/// Writes `info.frames` frames into a sink.
///
/// # Errors
/// What drawing, encoding or writing says, or that progress said no.
pub(crate) fn write<'a>(
    info: &StreamInfo,
    threads: usize,
    sink: &mut dyn FrameSink,
    maker: &(dyn Fn() -> Drawer<'a> + Sync),
    progress: Progress<'_>,
) -> Result<(), Stop> {
    sink.begin(info)?;
    let encoder = sink.encoder();
    let previews = sink.previews().min(info.frames);
    let total = info.frames + previews;
    if previews > 0 {
        let frames = info.frames;
        let spread = || -> Drawer<'a> {
            let mut draw = maker();
            Box::new(move |index, encoder| draw(index * frames / previews, encoder))
        };
        ordered(previews, threads, 1, encoder.as_ref(), &spread, &mut |index, encoded| {
            sink.preview(&encoded);
            if progress(index + 1, total) { Ok(()) } else { Err(Stop::Cancelled) }
        })?;
    }
    ordered(
        info.frames,
        threads,
        batch(info, info.frames, threads),
        encoder.as_ref(),
        maker,
        &mut |index, encoded| {
            sink.frame(encoded)?;
            if progress(previews + index + 1, total) { Ok(()) } else { Err(Stop::Cancelled) }
        },
    )?;
    sink.finish()?;
    Ok(())
}
