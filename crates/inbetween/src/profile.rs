//! Which expression takes how long, and by which tier.

use crate::{Error, Progress, Project};
use inbetween_expr::tier::Tier;
use inbetween_timeline::{Choice, PropertyRef, run_in_stretches, run_parallel};
use inbetween_types::{Diagnostic, Location, SourcePoint, Time};
use std::sync::Arc;

/// One expression's share.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Profiled {
    /// The expression that finds the property: `layer("a").rotation`.
    pub property: String,
    /// The text of the expression.
    pub text: Arc<str>,
    /// Where it is in the file.
    pub place: Location,
    /// How often it was evaluated.
    pub evaluations: u64,
    /// Microseconds in all. What an expression reads counts on the one that is asked first.
    pub microseconds: f64,
    /// `numeric`, `script`, or `both` where the numeric tier gave up now and then.
    pub tier: &'static str,
    /// Why the script tier was needed.
    pub why: Option<String>,
    /// Where in the expression that is.
    pub point: Option<SourcePoint>,
}

/// What [`Project::profile`] finds.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Profile {
    /// One entry per expression, the slowest first.
    pub expressions: Vec<Profiled>,
    /// Findings of evaluating.
    pub diagnostics: Vec<Diagnostic>,
}

impl Profile {
    /// Evaluations of all expressions.
    #[must_use]
    pub fn evaluations(&self) -> u64 {
        self.expressions.iter().map(|one| one.evaluations).sum()
    }

    /// Microseconds of all expressions.
    #[must_use]
    pub fn microseconds(&self) -> f64 {
        self.expressions.iter().map(|one| one.microseconds).sum()
    }
}

impl Project {
    /// Evaluates every expression at the times, one expression after the other, and measures each with `clock`, which
    /// gives microseconds since any moment.
    ///
    /// # Errors
    /// When the run is cancelled.
    pub fn profile(
        &self,
        times: &[Time],
        threads: usize,
        clock: &(dyn Fn() -> f64 + Sync),
        progress: Progress<'_>,
    ) -> Result<Profile, Error> {
        let timeline = self.timeline();
        let expressed: Vec<PropertyRef> = timeline
            .properties()
            .filter(|(property, data)| data.program.is_some() && timeline.override_of(*property).is_none())
            .map(|(property, _)| property)
            .collect();
        // The script engine takes milliseconds to start, which no expression is to blame for.
        let anything = timeline.compile_expression("0").program;
        let outcome = run_parallel(timeline, &expressed, threads, progress, |session, property| {
            if let (Some(main), Some(program)) = (timeline.main(), &anything) {
                let _ = session.query_in(main, program, 0.0);
            }
            let start = clock();
            session.evaluate_block(&[*property], times, &|| true, &mut |_, _, _| {});
            (clock() - start, session.state().tier_use(*property))
        })
        .map_err(|_| Error::Cancelled)?;
        let count = u64::try_from(times.len()).unwrap_or(u64::MAX);
        let paths = self.file_paths(&expressed);
        let mut expressions: Vec<Profiled> = expressed
            .iter()
            .zip(outcome.results)
            .zip(paths)
            .map(|((property, (microseconds, used)), file_path)| {
                let (mut tier, mut why, mut point) = ("numeric", None, None);
                if timeline.tier() == Choice::Script {
                    (tier, why) = ("script", Some("asked for".to_owned()));
                } else if let Some(Tier::Script { offset, reason }) = timeline.expression_tier(*property) {
                    let source = timeline.property(*property).and_then(|data| data.program.as_ref());
                    point = source.map(|program| SourcePoint::of(&program.source, *offset));
                    (tier, why) = ("script", Some((*reason).to_owned()));
                } else if used.given_up > 0 {
                    tier = if used.numeric > 0 { "both" } else { "script" };
                    why = used.why.map(str::to_owned);
                }
                Profiled {
                    property: timeline.property_expression(*property),
                    text: timeline
                        .property(*property)
                        .and_then(|data| data.program.as_ref())
                        .map_or_else(|| Arc::from(""), |program| Arc::clone(&program.source)),
                    place: Location { file_path, ..timeline.location(*property) },
                    evaluations: count,
                    microseconds,
                    tier,
                    why,
                    point,
                }
            })
            .collect();
        expressions.sort_by(|a, b| b.microseconds.total_cmp(&a.microseconds));
        Ok(Profile { expressions, diagnostics: outcome.diagnostics })
    }

    /// Evaluates what [`Project::sample_all`] would, and keeps nothing but the findings.
    ///
    /// # Errors
    /// When the run is cancelled.
    pub fn evaluate_all(
        &self,
        times: &[Time],
        threads: usize,
        progress: Progress<'_>,
    ) -> Result<Vec<Diagnostic>, Error> {
        let timeline = self.timeline();
        let animated = self.animated();
        let chunks: Vec<&[Time]> = times.chunks(inbetween_timeline::stretch(times.len(), threads)).collect();
        let outcome = run_in_stretches(timeline, &chunks, threads, progress, |session, chunk, alive| {
            session.evaluate_block(&animated, chunk, alive, &mut |_, _, _| {});
        })
        .map_err(|_| Error::Cancelled)?;
        Ok(outcome.diagnostics)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::OpenOptions;
    use std::sync::atomic::{AtomicU32, Ordering};

    const RIG: &str = r#"{"v":"5.12.0","fr":30,"ip":0,"op":60,"w":100,"h":100,"layers":[
        {"ty":3,"nm":"a","ind":1,"ip":0,"op":60,"st":0,"ks":{"r":{"a":0,"k":0,"x":"time * 90"}}},
        {"ty":3,"nm":"b","ind":2,"ip":0,"op":60,"st":0,"ks":{"r":{"a":0,"k":0,"x":"JSON.parse('[1]')[0] + time"},
            "o":{"a":0,"k":50}}}]}"#;

    fn profile(threads: usize) -> Profile {
        let project = Project::open(RIG.as_bytes(), &OpenOptions::default()).unwrap();
        // Time passes only when it is looked at.
        let ticks = AtomicU32::new(0);
        let clock = || f64::from(ticks.fetch_add(1, Ordering::Relaxed));
        let times: Vec<Time> = (0..10).map(|frame| f64::from(frame) / 30.0).collect();
        project.profile(&times, threads, &clock, &|_, _| true).unwrap()
    }

    #[test]
    fn every_expression_is_measured_on_one_thread_and_on_two() {
        for threads in [1, 2] {
            let profile = profile(threads);
            let mut seen: Vec<(&str, u64)> =
                profile.expressions.iter().map(|one| (one.property.as_str(), one.evaluations)).collect();
            seen.sort_unstable();
            assert_eq!(seen, [(r#"layer("a").rotation"#, 10), (r#"layer("b").rotation"#, 10)]);
            assert_eq!(profile.evaluations(), 20);
            assert!(profile.microseconds() >= 2.0);
        }
    }

    #[test]
    fn an_expression_has_its_tier_the_reason_and_its_place_in_the_file() {
        let profile = profile(1);
        let of = |name: &str| profile.expressions.iter().find(|one| one.property.contains(name)).unwrap();
        let (a, b) = (of("\"a\""), of("\"b\""));
        assert_eq!((a.tier, a.why.as_deref()), ("numeric", None));
        assert_eq!(a.place.file_path.as_deref(), Some("layers[0].ks.r"));
        assert_eq!(b.place.file_path.as_deref(), Some("layers[1].ks.r"));
        assert_eq!(b.tier, "script");
        assert!(b.why.is_some());
    }
}
