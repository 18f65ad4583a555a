//! The amounts of every character at whole and half frames, and what of the text matters for its form.

use super::TextJob;
use crate::session::{Cancelled, Progress};
use crate::text::GlyphSource;
use crate::text::animate::Animated;
use crate::{LayerRef, Session, Timeline, run_parallel};
use inbetween_types::{Diagnostic, Time, Value};
use std::cell::RefCell;
use std::rc::Rc;

/// Half frames one worker takes at once.
const CHUNK: usize = 16;

/// A text layer at every whole and half frame of its span.
#[derive(Clone, Debug, Default)]
pub(super) struct Sampled {
    /// First frame, whole.
    pub(super) first: f64,
    /// Amounts by half frame, baked animator and unit.
    pub(super) amounts: Vec<Vec<Vec<[f64; 3]>>>,
    /// Most units at one time.
    pub(super) units: usize,
    /// Whether their number changes.
    pub(super) changes: bool,
    /// Whether some unit stands for several characters, or is of a script that players do not shape.
    pub(super) clusters: bool,
    /// Whether some unit leaves the layer's plane.
    pub(super) stands: bool,
    /// Whether some glyph is a composition.
    pub(super) pictures: bool,
    pub(super) blurred: bool,
    pub(super) diagnostics: Vec<Diagnostic>,
}

/// What one half frame says.
#[derive(Default)]
struct Moment {
    amounts: Vec<Vec<[f64; 3]>>,
    units: usize,
    clusters: bool,
    stands: bool,
    pictures: bool,
    blurred: bool,
}

/// The frames of a job, whole and half.
pub(super) fn halves(job: &TextJob) -> Vec<f64> {
    #[expect(clippy::cast_possible_truncation, reason = "frames of a file fit; others clamp")]
    let count = ((job.span.last - job.span.first) * 2.0).round().clamp(0.0, 4e6) as u32;
    (0..=count).map(|half| job.span.first + f64::from(half) / 2.0).collect()
}

/// A text layer at a time, remembered while the time stays the same.
#[derive(Default)]
pub(super) struct Asker {
    last: RefCell<Option<(u64, Option<Rc<Animated>>)>>,
}

impl Asker {
    pub(super) fn at(&self, session: &Session, layer: LayerRef, time: Time) -> Option<Rc<Animated>> {
        if let Some((at, known)) = &*self.last.borrow()
            && *at == time.to_bits()
        {
            return known.clone();
        }
        let made = animated(session, layer, time).map(Rc::new);
        *self.last.borrow_mut() = Some((time.to_bits(), made.clone()));
        made
    }
}

/// A text layer at a time; `None` when it has no text or a limit was met.
pub(super) fn animated(session: &Session, layer: LayerRef, time: Time) -> Option<Animated> {
    let source = session.timeline().layer(layer)?.transform.source_text?;
    session.with_runner(|state, runner| {
        let Ok(Value::Text(text)) = state.value(runner, source, time) else { return None };
        state.animated_text(runner, layer, &text, time).ok()
    })
}

pub(super) fn sample(
    timeline: &Timeline,
    job: &TextJob,
    threads: usize,
    progress: Progress<'_>,
) -> Result<Sampled, Cancelled> {
    let halves = halves(job);
    let rate = timeline.frame_rate_of(job.layer);
    let chunks: Vec<&[f64]> = halves.chunks(CHUNK).collect();
    let outcome = run_parallel(timeline, &chunks, threads, progress, |session, chunk| {
        let moments = chunk.iter().map(|frame| {
            animated(session, job.layer, rate.seconds(*frame))
                .map_or_else(Moment::default, |all| moment(&all, job))
        });
        moments.collect::<Vec<Moment>>()
    })?;
    let moments: Vec<Moment> = outcome.results.into_iter().flatten().collect();
    let mut sampled =
        Sampled { first: job.span.first, diagnostics: outcome.diagnostics, ..Sampled::default() };
    sampled.units = moments.iter().map(|moment| moment.units).max().unwrap_or(0);
    for moment in moments {
        sampled.changes |= moment.units != sampled.units;
        sampled.clusters |= moment.clusters;
        sampled.stands |= moment.stands;
        sampled.pictures |= moment.pictures;
        sampled.blurred |= moment.blurred;
        sampled.amounts.push(moment.amounts);
    }
    Ok(sampled)
}

fn moment(all: &Animated, job: &TextJob) -> Moment {
    let amounts = |place: usize| -> Vec<[f64; 3]> {
        all.units.iter().map(|unit| unit.amounts.get(place).copied().unwrap_or_default()).collect()
    };
    let flat = |unit: &crate::UnitState| {
        let [_, _, [x, y, _, z], _] = unit.matrix.0;
        x == 0.0 && y == 0.0 && z == 0.0
    };
    Moment {
        amounts: job.animators.iter().map(|(place, _)| amounts(*place)).collect(),
        units: all.units.len(),
        clusters: all.layout.units.iter().any(|unit| {
            let mut characters = unit.text.chars();
            characters.next().is_some_and(is_shaped) || characters.next().is_some()
        }),
        stands: !all.units.iter().all(flat),
        pictures: all.layout.units.iter().any(|unit| matches!(unit.glyph, GlyphSource::Composition(..))),
        blurred: all.units.iter().any(|unit| unit.blur != [0.0; 2]),
    }
}

/// Whether a character is of a script that runs to the left or whose letters change with their neighbours: Hebrew,
/// Arabic and its kin, the scripts of South and South-East Asia.
fn is_shaped(c: char) -> bool {
    matches!(u32::from(c), 0x0590..=0x109f | 0x1780..=0x18af | 0xfb1d..=0xfdff | 0xfe70..=0xfeff)
}
