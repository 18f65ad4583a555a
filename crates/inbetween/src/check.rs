//! Evaluating everything to find what is wrong.

use crate::{Error, Project};
use inbetween_timeline::{CompositionRef, Progress};
use inbetween_types::{Diagnostic, Diagnostics};
use std::collections::BTreeSet;

/// What a check found.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Checked {
    /// All findings: of opening, of compiling, of evaluating at every frame.
    pub diagnostics: Vec<Diagnostic>,
    /// Properties with an expression.
    pub expressions: usize,
    /// Evaluations made of them.
    pub evaluations: usize,
}

/// Frames one worker takes at once.
const CHUNK: usize = 16;

impl Project {
    /// Evaluates every expression at every frame at which its layer is seen, on up to `threads` threads.
    ///
    /// # Errors
    /// When the run is cancelled.
    pub fn check(&self, threads: usize, progress: Progress<'_>) -> Result<Checked, Error> {
        let timeline = self.timeline();
        let jobs = inbetween_timeline::bake::all_jobs(timeline, None).map_err(|_| Error::Cancelled)?;
        // Whole frames as numbers that compare, so that each is evaluated once per composition.
        let mut wanted: BTreeSet<(CompositionRef, i64)> = BTreeSet::new();
        for job in &jobs {
            #[expect(clippy::cast_possible_truncation, reason = "frames of a file fit; others clamp")]
            let span = job.span.first.floor() as i64..=job.span.last.ceil() as i64;
            wanted.extend(span.map(|frame| (job.composition, frame)));
        }
        #[expect(clippy::cast_precision_loss, reason = "frames of a file fit")]
        let frames: Vec<(CompositionRef, f64)> =
            wanted.into_iter().map(|(composition, frame)| (composition, frame as f64)).collect();
        let chunks: Vec<&[(CompositionRef, f64)]> = frames.chunks(CHUNK).collect();
        let outcome =
            inbetween_timeline::run_parallel(timeline, &chunks, threads, progress, |session, chunk| {
                let mut evaluations = 0;
                for &(composition, frame) in *chunk {
                    let time = timeline.frame_rate(composition).seconds(frame);
                    for job in jobs.iter().filter(|job| job.composition == composition) {
                        if job.span.first <= frame && frame <= job.span.last {
                            if timeline.is_per_unit(job.property) {
                                let _ = session.text_state(job.layer, time);
                            } else {
                                let _ = session.evaluate(job.property, time);
                            }
                            evaluations += 1;
                        }
                    }
                }
                evaluations
            })
            .map_err(|_| Error::Cancelled)?;
        let mut all = Diagnostics::default();
        all.extend(self.diagnostics().iter().cloned());
        all.extend(outcome.diagnostics);
        Ok(Checked {
            diagnostics: all.into_list(),
            expressions: jobs.len(),
            evaluations: outcome.results.into_iter().sum(),
        })
    }
}
