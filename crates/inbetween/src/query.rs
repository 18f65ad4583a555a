//! Questions in the expression language, and their answers.

use crate::{Error, Project};
use inbetween_expr::{Fault, Item, Program};
use inbetween_timeline::{CompositionRef, Progress, PropertyRef, Session};
use inbetween_types::{Diagnostic, Diagnostics, Location, Severity, SourcePoint, Time};
use std::sync::Arc;

/// A question in the expression language itself.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Query {
    /// The expression, for example `layer("crank").rotation`.
    pub text: String,
    /// An expression that finds a property: the text then runs as if it were that property's expression.
    pub on: Option<String>,
    /// Name of the composition the question is asked in; `None` is the main one.
    pub composition: Option<String>,
}

impl Query {
    /// A question asked in the main composition.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    /// The same, run as the expression of the property that `property` finds.
    #[must_use]
    pub fn on(mut self, property: impl Into<String>) -> Self {
        self.on = Some(property.into());
        self
    }

    /// The same, asked in the composition of this name.
    #[must_use]
    pub fn in_composition(mut self, name: impl Into<String>) -> Self {
        self.composition = Some(name.into());
        self
    }
}

/// The answers to one query.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Series {
    /// The query's text; for [`Project::sample_all`] the expression that finds the property.
    pub expression: String,
    /// The property it ran on.
    pub on: Option<String>,
    /// For [`Project::sample_all`]: where the property is.
    pub place: Option<Location>,
    /// For [`Project::sample_all`]: whether the property has an expression.
    pub has_expression: bool,
    /// One answer per time.
    pub samples: Vec<Sample>,
    /// Findings made on the way.
    pub diagnostics: Vec<Diagnostic>,
}

/// The answer at one time.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Sample {
    /// Composition time in seconds.
    pub time: Time,
    /// Composition frame, fractional between frames.
    pub frame: f64,
    /// The value; `Item::Undefined` when there is none.
    pub value: Item,
    /// What went wrong at this time.
    pub error: Option<String>,
}

pub use inbetween_timeline::value_item;

/// A fault in one line, with its help.
pub(crate) fn told(fault: Fault) -> String {
    match fault.help {
        Some(help) => format!("{}; {help}", fault.message),
        None => fault.message,
    }
}

/// A query, compiled.
struct Prepared {
    composition: CompositionRef,
    on: Option<PropertyRef>,
    program: Option<Arc<Program>>,
    diagnostics: Vec<Diagnostic>,
}

impl Project {
    /// Answers queries at times (seconds), on up to `threads` threads; one series per query.
    ///
    /// A query whose text does not compile or fails has samples without value and an error each.
    ///
    /// # Errors
    /// When a query names a composition or property that does not exist, or the run is cancelled.
    pub fn query(
        &self,
        queries: &[Query],
        times: &[Time],
        threads: usize,
        progress: Progress<'_>,
    ) -> Result<Vec<Series>, Error> {
        let mut prepared = Vec::with_capacity(queries.len());
        for query in queries {
            prepared.push(self.prepare(query)?);
        }
        let chunks: Vec<&[Time]> = times.chunks(inbetween_timeline::stretch(times.len(), threads)).collect();
        let outcome = inbetween_timeline::run_in_stretches(
            self.timeline(),
            &chunks,
            threads,
            progress,
            |session, chunk, _| {
                let answer =
                    |one: &Prepared| chunk.iter().map(|&time| self.sample(session, one, time)).collect();
                prepared.iter().map(answer).collect::<Vec<Vec<(Sample, Option<Diagnostic>)>>>()
            },
        )
        .map_err(|_| Error::Cancelled)?;
        let mut series: Vec<Series> = queries
            .iter()
            .map(|query| Series { expression: query.text.clone(), on: query.on.clone(), ..Series::default() })
            .collect();
        let mut findings: Vec<Diagnostics> = prepared
            .into_iter()
            .map(|one| {
                let mut list = Diagnostics::default();
                list.extend(one.diagnostics);
                list
            })
            .collect();
        for chunk in outcome.results {
            for ((one, list), samples) in series.iter_mut().zip(&mut findings).zip(chunk) {
                for (sample, finding) in samples {
                    one.samples.push(sample);
                    list.extend(finding);
                }
            }
        }
        if let Some(first) = findings.first_mut() {
            first.extend(outcome.diagnostics);
        }
        for (one, list) in series.iter_mut().zip(findings) {
            one.diagnostics = list.into_list();
        }
        Ok(series)
    }

    fn prepare(&self, query: &Query) -> Result<Prepared, Error> {
        let composition = self.composition(query.composition.as_deref())?;
        let on = match &query.on {
            Some(text) => Some(self.property(text, query.composition.as_deref())?),
            None => None,
        };
        let compiled = self.timeline().compile_expression(&query.text);
        let location = Location { property: query.on.clone(), ..Location::default() };
        let diagnostics = compiled
            .diagnostics
            .into_iter()
            .map(|d| {
                let point = d.location.point;
                d.at(Location { point, ..location.clone() })
            })
            .collect();
        Ok(Prepared { composition, on, program: compiled.program, diagnostics })
    }

    fn sample(&self, session: &Session, query: &Prepared, time: Time) -> (Sample, Option<Diagnostic>) {
        let rate = self.timeline().frame_rate(query.composition);
        let mut sample = Sample { time, frame: rate.frame(time), value: Item::Undefined, error: None };
        let fallback = |property: PropertyRef| value_item(&session.state().pre_value(property, time));
        let Some(program) = &query.program else {
            let first = query.diagnostics.iter().find(|d| d.severity == Severity::Error);
            sample.error = Some(first.map_or_else(|| "does not compile".to_owned(), |d| d.message.clone()));
            if let Some(property) = query.on {
                sample.value = fallback(property);
            }
            return (sample, None);
        };
        let answer = match query.on {
            Some(property) => session.evaluate_on(property, program, time).map(|value| value_item(&value)),
            None => session.query_in(query.composition, program, time),
        };
        let finding = match answer {
            Ok(item) => {
                if matches!(item, Item::Undefined) {
                    sample.error = Some("the result is undefined".to_owned());
                } else if matches!(item, Item::Number(number) if !number.is_finite()) {
                    sample.error = Some("the result is not a finite number".to_owned());
                }
                // A layer, composition or group has no value: its name says what it is.
                sample.value = match item {
                    Item::Object(object) => Item::text(&session.name_of(object)),
                    item => item,
                };
                None
            }
            Err(fault) => {
                sample.error = Some(fault.message.clone());
                if let Some(property) = query.on {
                    sample.value = fallback(property);
                }
                let mut finding = Diagnostic::new(fault.code, Severity::Error, fault.message);
                finding.help = fault.help;
                finding.location.property =
                    query.on.map(|property| self.timeline().property_expression(property));
                finding.location.point = fault.offset.map(|offset| SourcePoint::of(&program.source, offset));
                Some(finding)
            }
        };
        (sample, finding)
    }

    /// The property an expression finds, for example `layer("crank").rotation`, in a composition.
    ///
    /// # Errors
    /// When the composition does not exist or the expression finds no property.
    pub fn property(&self, expression: &str, composition: Option<&str>) -> Result<PropertyRef, Error> {
        let reference = self.composition(composition)?;
        if let Some(known) = self.known_property(reference, expression) {
            return Ok(known);
        }
        let not = |reason: String| Error::NotAProperty { expression: expression.to_owned(), reason };
        let compiled = self.timeline().compile_expression(expression);
        let Some(program) = compiled.program else {
            let first = compiled.diagnostics.into_iter().find(|d| d.severity == Severity::Error);
            return Err(not(first.map_or_else(|| "it does not compile".to_owned(), |d| d.message)));
        };
        let found =
            inbetween_timeline::run_parallel(self.timeline(), &[()], 1, &|_, _| true, |session, ()| {
                session.query_property(&program, &session.state().evaluation_in(reference, 0.0))
            })
            .map_err(|_| Error::Cancelled)?
            .results
            .pop();
        match found {
            Some(Ok(property)) => Ok(property),
            Some(Err(fault)) => Err(not(told(fault))),
            None => Err(Error::Cancelled),
        }
    }

    /// Every property that has keyframes or an expression, in document order.
    pub(crate) fn animated(&self) -> Vec<PropertyRef> {
        let animated = self
            .timeline()
            .properties()
            .filter(|(_, data)| !data.keyframes.is_empty() || data.has_expression);
        animated.map(|(property, _)| property).collect()
    }

    /// Every property that has keyframes or an expression, of all compositions, at the times (each composition's own
    /// clock); properties in document order.
    ///
    /// # Errors
    /// When the run is cancelled.
    pub fn sample_all(
        &self,
        times: &[Time],
        threads: usize,
        progress: Progress<'_>,
    ) -> Result<Vec<Series>, Error> {
        let timeline = self.timeline();
        let animated = self.animated();
        let chunks: Vec<&[Time]> = times.chunks(inbetween_timeline::stretch(times.len(), threads)).collect();
        let outcome = inbetween_timeline::run_in_stretches(
            timeline,
            &chunks,
            threads,
            progress,
            |session, chunk, alive| {
                let nothing = || vec![(inbetween_types::Value::Number(0.0), None); chunk.len()];
                let mut samples: Vec<Vec<_>> = animated.iter().map(|_| nothing()).collect();
                session.evaluate_block_checked(&animated, chunk, alive, &mut |at, time, value, error| {
                    if let Some(slot) = samples.get_mut(at).and_then(|list| list.get_mut(time)) {
                        *slot = (value, error);
                    }
                });
                samples
            },
        )
        .map_err(|_| Error::Cancelled)?;
        let paths = self.file_paths(&animated);
        let mut series: Vec<Series> = animated
            .iter()
            .zip(paths)
            .map(|(&property, file_path)| Series {
                expression: timeline.property_expression(property),
                place: Some(Location { file_path, ..timeline.location(property) }),
                has_expression: timeline.property(property).is_some_and(|data| data.has_expression),
                ..Series::default()
            })
            .collect();
        for (results, chunk) in outcome.results.into_iter().zip(&chunks) {
            for ((one, &property), values) in series.iter_mut().zip(&animated).zip(results) {
                let rate = timeline.property_frame_rate(property);
                one.samples.extend(values.into_iter().zip(*chunk).map(|((value, error), &time)| Sample {
                    time,
                    frame: rate.frame(time),
                    value: value_item(&value),
                    error,
                }));
            }
        }
        if let Some(first) = series.first_mut() {
            first.diagnostics = outcome.diagnostics;
        }
        Ok(series)
    }
}
