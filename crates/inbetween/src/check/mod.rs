//! Finding what is wrong: rules over every expression and the whole file, and the evaluation of everything.
//!
//! A rule is one file of `rules/` and one line of its table ([`RULES`]): what it finds, why that matters, an example
//! that has the fault and one that has not, which its own test runs. Rules on expressions look at their syntax tree
//! ([`inbetween_expr::tree`]) and ask a session what names stand for; rules on files look at the timeline. What
//! opening, compiling and evaluating find are rules too.

mod doc;
mod fix;
mod levels;
mod others;
mod rule;
mod rules;
mod subject;
#[cfg(test)]
mod testing;

pub use doc::{explain, to_markdown};
pub use fix::Fixed;
pub use levels::{Levels, UnknownRule};
pub use rule::{Rule, Sample};
pub use rules::{RULES, rule};

use crate::{Error, Project};
use inbetween_expr::tree::Tree;
use inbetween_timeline::bake::Job;
use inbetween_timeline::{CompositionRef, Progress, PropertyRef, Session};
use inbetween_types::{Diagnostic, Diagnostics, Limits, Severity, Value};
use rule::{Report, Search};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;
use subject::{Subject, Whole};

/// What a check found.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Checked {
    /// All findings: of opening, of compiling, of evaluating at every frame, of the rules.
    pub diagnostics: Vec<Diagnostic>,
    /// Properties with an expression.
    pub expressions: usize,
    /// Evaluations made of them.
    pub evaluations: usize,
}

/// Frames one worker takes at once.
const CHUNK: usize = 16;

/// Expressions one worker looks at at once.
const SUBJECTS: usize = 4;

/// What a worker is given: frames to evaluate, or expressions to look at.
enum Task<'a> {
    Frames(&'a [(CompositionRef, f64)]),
    Subjects(&'a [Job]),
    Texts,
}

/// What it brings back.
#[derive(Default)]
struct Part {
    evaluations: usize,
    circles: Vec<(PropertyRef, PropertyRef)>,
    findings: Vec<Diagnostic>,
}

impl Project {
    /// Evaluates every expression at every frame at which its layer is seen and applies every rule, on up to `threads`
    /// threads. The answer does not depend on their number.
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
        let looked_at: Vec<Job> =
            jobs.iter().filter(|job| timeline.override_of(job.property).is_none()).copied().collect();
        let mut tasks: Vec<Task<'_>> = frames.chunks(CHUNK).map(Task::Frames).collect();
        tasks.extend(looked_at.chunks(SUBJECTS).map(Task::Subjects));
        tasks.push(Task::Texts);
        let thrifty = OnceLock::new();
        let outcome =
            inbetween_timeline::run_parallel(timeline, &tasks, threads, progress, |session, task| {
                let mut part = Part::default();
                match task {
                    Task::Frames(chunk) => {
                        part.evaluations = evaluate(session, &jobs, chunk);
                        part.circles = session.state().circles();
                    }
                    Task::Subjects(jobs) => {
                        // A session of its own: what the rules ask is no finding of the file.
                        let own = Session::new(timeline.clone());
                        jobs.iter().for_each(|job| look(&own, job, &thrifty, &mut part.findings));
                    }
                    Task::Texts => texts(&Session::new(timeline.clone()), &jobs, &mut part.findings),
                }
                part
            })
            .map_err(|_| Error::Cancelled)?;
        let circles: BTreeSet<_> =
            outcome.results.iter().flat_map(|part| part.circles.iter().copied()).collect();
        let circles: Vec<_> = circles.into_iter().collect();
        let mut all = Diagnostics::default();
        all.extend(self.diagnostics().iter().cloned());
        all.extend(outcome.diagnostics);
        let evaluations = outcome.results.iter().map(|part| part.evaluations).sum();
        all.extend(outcome.results.into_iter().flat_map(|part| part.findings));
        let session = Session::new(timeline.clone());
        let whole = Whole { project: self, session: &session, circles: &circles };
        let mut findings = Vec::new();
        for rule in RULES {
            if let Search::File(search) = rule.search {
                search(&whole, &mut Report { rule, list: &mut findings });
            }
        }
        all.extend(findings);
        let diagnostics = all.into_list();
        Ok(Checked { diagnostics, expressions: jobs.len(), evaluations })
    }
}

fn evaluate(session: &Session, jobs: &[Job], chunk: &[(CompositionRef, f64)]) -> usize {
    let timeline = session.timeline();
    let mut evaluations = 0;
    for &(composition, frame) in chunk {
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
}

/// Every rule on one expression.
fn look(
    session: &Session,
    job: &Job,
    thrifty: &OnceLock<inbetween_timeline::Timeline>,
    findings: &mut Vec<Diagnostic>,
) {
    let timeline = session.timeline();
    let text = timeline.document_property(job.property).and_then(|found| found.expression.as_ref());
    let Some(tree) = text.and_then(|text| Tree::parse(&text.source, timeline.limits())) else { return };
    let frames = (job.span.first, job.span.last);
    let Some(subject) = Subject::new(session, &tree, job.property, frames, thrifty) else { return };
    for rule in RULES {
        if let Search::Expression(search) = rule.search {
            search(&subject, &mut Report { rule, list: findings });
        }
    }
}

/// Fonts and glyphs of every text that is shown.
fn texts(session: &Session, jobs: &[Job], findings: &mut Vec<Diagnostic>) {
    let timeline = session.timeline();
    let spans: BTreeMap<PropertyRef, &Job> = jobs.iter().map(|job| (job.property, job)).collect();
    for (layer, node) in timeline.layers() {
        let Some(property) = node.transform.source_text else { continue };
        let mut shown: Vec<Value> = Vec::new();
        if let Some(job) = spans.get(&property) {
            let rate = timeline.frame_rate(job.composition);
            let mut frame = job.span.first;
            while frame <= job.span.last {
                shown.push(session.evaluate(property, rate.seconds(frame)));
                frame += 1.0;
            }
        } else if let Some(data) = timeline.property(property) {
            shown.push(timeline.override_of(property).unwrap_or(&data.value).clone());
            if timeline.override_of(property).is_none() {
                shown.extend(data.keyframes.iter().map(|key| key.value.clone()));
            }
        }
        shown.dedup();
        for value in shown {
            if let Value::Text(text) = value {
                findings.extend(session.text_findings(layer, &text));
            }
        }
    }
}

/// Everything that limits how a rule's tree is read.
pub(crate) fn limits_of(project: &Project) -> &Limits {
    project.timeline().limits()
}

impl Checked {
    /// Gives every finding the level a configuration wants, and drops those that are off.
    pub fn apply(&mut self, levels: &Levels) {
        self.diagnostics.retain_mut(|finding| match levels.of(finding.code, finding.severity) {
            Some(severity) => {
                finding.severity = severity;
                true
            }
            None => false,
        });
    }

    /// How many findings have a level.
    #[must_use]
    pub fn count(&self, severity: Severity) -> usize {
        self.diagnostics.iter().filter(|finding| finding.severity == severity).count()
    }
}
