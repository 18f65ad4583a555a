//! Animators with range selectors whose amounts have keyframes, in the place of one that players cannot follow.
//!
//! Characters that always have the same amounts and stand side by side share one. A range selector has one amount for
//! all dimensions, within ±100 %: where dimensions differ each gets an animator with its part of the values, and where
//! amounts go beyond, the values grow and the amounts shrink.

use super::sample::{Asker, Sampled};
use super::{TextJob, Written};
use crate::bake::fit::{EaseMode, FitOptions, fit};
use crate::bake::tolerance::Tolerance;
use crate::session::{Cancelled, Progress};
use crate::{NodeRef, PropertyRef, Timeline, run_parallel};
use inbetween_doc::{Keyframe, Precision, Property, SourceSpan, encode_property, object_members};
use inbetween_types::{Unit, Value, ValueKind};

/// Characters first..end of a baked animator, whose amounts are alike.
#[derive(Clone, Copy, Debug)]
struct Run {
    animator: usize,
    first: usize,
    end: usize,
}

/// Which part of an animator's values one written animator has.
#[derive(Clone, Copy, Debug)]
struct Channel {
    /// The dimensions it has: those whose amounts are the same.
    axes: [bool; 3],
    /// Whether it has opacities and colours, which do not go beyond their value, or everything else; `None` both.
    limited: Option<bool>,
    /// What the values of everything else are multiplied by.
    factor: f64,
}

pub(super) fn write(
    timeline: &Timeline,
    after: &Timeline,
    job: &TextJob,
    sampled: &Sampled,
    tolerance: &Tolerance,
    threads: usize,
    progress: Progress<'_>,
) -> Result<Written, Cancelled> {
    let mut tasks: Vec<(Run, Channel)> = Vec::new();
    for animator in 0..job.animators.len() {
        for run in runs(sampled, animator) {
            tasks.extend(channels(sampled, run).into_iter().map(|channel| (run, channel)));
        }
    }
    let outcome = run_parallel(timeline, &tasks, threads, progress, |session, (run, channel)| {
        let (_, node) = job.animators.get(run.animator)?;
        let values = values(after, *node, *channel);
        if values.is_empty() {
            return None;
        }
        let asker = Asker::default();
        let rate = timeline.frame_rate_of(job.layer);
        let place = job.animators.get(run.animator)?.0;
        let at = |frame: f64| -> f64 {
            let half = (frame - sampled.first) * 2.0;
            let known =
                (half >= 0.0 && half.fract() == 0.0).then(|| amount(sampled, half as usize, *run)).flatten();
            let triple = known.or_else(|| {
                let all = asker.at(session, job.layer, rate.seconds(frame))?;
                all.units.get(run.first).and_then(|unit| unit.amounts.get(place).copied())
            });
            channel.amount(triple.unwrap_or_default())
        };
        let allowed = allowed(&values, tolerance);
        let fitted = fit(
            job.span.first,
            job.span.last.max(job.span.first),
            &mut |frame| std::iter::once(at(frame)).collect(),
            &FitOptions::new(allowed, EaseMode::Shared),
        );
        let error = fitted.error.iter().copied().fold(0.0, f64::max);
        let mut amount = Property::new(
            "Amount",
            "ADBE Text Selector Max Amount",
            ValueKind::Number,
            Unit::Percent,
            Value::Number(0.0),
        );
        let number =
            |numbers: inbetween_types::Vector| Value::Number(numbers.first().copied().unwrap_or(0.0));
        amount.keyframes = fitted.keys.into_iter().map(|key| key.into_keyframe(number)).collect();
        if let Some(first) = amount.keyframes.first() {
            amount.value = first.value.clone();
        }
        if amount.keyframes.len() == 1 {
            amount.keyframes.clear();
        }
        // Never selected: nothing to write.
        if amount.keyframes.is_empty() && amount.value.component(0).abs() < 1e-9 {
            return None;
        }
        let text = animator_text(timeline, *node, *run, sampled, &amount, &values)?;
        Some((run.animator, text, amount.keyframes.len(), error))
    })?;
    let mut texts: Vec<Vec<String>> = vec![Vec::new(); job.animators.len()];
    let mut written = Written::default();
    for (animator, text, keys, error) in outcome.results.into_iter().flatten() {
        written.parts += 1;
        written.keys += keys;
        written.error = written.error.max(error);
        if let Some(list) = texts.get_mut(animator) {
            list.push(text);
        }
    }
    for ((_, node), texts) in job.animators.iter().zip(texts) {
        let Some(span) = group_span(timeline, *node) else { continue };
        // An animator that never selects anything stays as one without values.
        let text = if texts.is_empty() { "{\"a\":{}}".to_owned() } else { texts.join(",") };
        written.replaced.push((span, text));
    }
    Ok(written)
}

/// The amounts of a unit at a half frame; before it appears and after it went those of the nearest time it is there.
fn amount(sampled: &Sampled, half: usize, run: Run) -> Option<[f64; 3]> {
    let at = |half: usize| {
        sampled
            .amounts
            .get(half)
            .and_then(|all| all.get(run.animator))
            .and_then(|all| all.get(run.first))
            .copied()
    };
    if half >= sampled.amounts.len() {
        return None;
    }
    at(half).or_else(|| (0..half).rev().find_map(at)).or_else(|| (half..sampled.amounts.len()).find_map(at))
}

/// Neighbours with the same amounts at every half frame.
fn runs(sampled: &Sampled, animator: usize) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let alike = |a: usize, b: usize| {
        sampled.amounts.iter().all(|all| {
            let list = all.get(animator).map_or(&[][..], Vec::as_slice);
            list.get(a) == list.get(b)
        })
    };
    for unit in 0..sampled.units {
        match runs.last_mut() {
            Some(run) if alike(run.first, unit) => run.end = unit + 1,
            _ => runs.push(Run { animator, first: unit, end: unit + 1 }),
        }
    }
    runs
}

/// The animators a run needs.
fn channels(sampled: &Sampled, run: Run) -> Vec<Channel> {
    // Dimensions that never differ share an animator.
    let mut alike = [[true; 3]; 3];
    let mut largest = [0.0_f64; 3];
    for half in 0..sampled.amounts.len() {
        let Some(amounts) = amount(sampled, half, run) else { continue };
        for ((row, a), largest) in alike.iter_mut().zip(amounts).zip(&mut largest) {
            for (alike, b) in row.iter_mut().zip(amounts) {
                *alike &= a == b;
            }
            *largest = largest.max(a.abs());
        }
    }
    let mut channels = Vec::new();
    let mut done = [false; 3];
    for (dimension, (axes, most)) in alike.into_iter().zip(largest).enumerate() {
        if done.get(dimension).copied().unwrap_or(true) {
            continue;
        }
        for (done, has) in done.iter_mut().zip(axes) {
            *done |= has;
        }
        if most <= 100.0 {
            channels.push(Channel { axes, limited: None, factor: 1.0 });
        } else {
            channels.push(Channel { axes, limited: Some(false), factor: most / 100.0 });
            channels.push(Channel { axes, limited: Some(true), factor: 1.0 });
        }
    }
    channels
}

impl Channel {
    /// The amount written, in percent.
    fn amount(&self, triple: [f64; 3]) -> f64 {
        let own = triple.iter().zip(self.axes).find(|(_, has)| *has);
        let amount = own.map_or(0.0, |(amount, _)| *amount);
        (amount / self.factor).clamp(-100.0, 100.0)
    }

    fn has(&self, dimension: usize) -> bool {
        self.axes.get(dimension).copied().unwrap_or(false)
    }

    /// The part of a property's values that this channel has; `None` when it has none of it.
    fn part(&self, property: &Property) -> Option<Property> {
        let name = property.match_name.as_ref();
        let limited = name.ends_with("Opacity") || name.ends_with("Color");
        if self.limited.is_some_and(|wanted| wanted != limited) {
            return None;
        }
        let spatial = match name {
            "ADBE Text Anchor Point 3D" | "ADBE Text Position 3D" | "ADBE Text Line Spacing" => Some(0.0),
            "ADBE Text Scale 3D" => Some(100.0),
            _ => None,
        };
        let Some(rest) = spatial else {
            let own = match name {
                "ADBE Text Rotation Y" => 1,
                "ADBE Text Rotation" => 2,
                _ => 0,
            };
            if !self.has(own) {
                return None;
            }
            let menu =
                ["ADBE Text Track Type", "ADBE Text Character Change Type", "ADBE Text Character Range"];
            let fixed = limited || menu.contains(&name) || name == "ADBE Text Character Replace";
            return Some(if fixed {
                property.clone()
            } else {
                grown(property, |_, n| n * self.factor, self.factor)
            });
        };
        let keep = |dimension: usize| self.has(dimension);
        let value = |dimension: usize, n: f64| {
            if keep(dimension) { rest + (n - rest) * self.factor } else { rest }
        };
        let mut part = grown(property, value, self.factor);
        let at_rest = |value: &Value| value.components().iter().all(|n| *n == rest);
        if part.keyframes.iter().all(|key| at_rest(&key.value)) && at_rest(&part.value) {
            return None;
        }
        for key in &mut part.keyframes {
            for tangent in [&mut key.out_tangent, &mut key.in_tangent] {
                for (dimension, number) in tangent.iter_mut().enumerate() {
                    *number *= f64::from(u8::from(keep(dimension)));
                }
            }
        }
        Some(part)
    }
}

/// A property with every number changed by its dimension, tangents multiplied.
fn grown(property: &Property, change: impl Fn(usize, f64) -> f64, factor: f64) -> Property {
    let value = |value: &Value| match value {
        Value::Number(n) => Value::Number(change(0, *n)),
        Value::Vector(all) => {
            Value::Vector(all.iter().enumerate().map(|(dimension, n)| change(dimension, *n)).collect())
        }
        other => other.clone(),
    };
    let key = |key: &Keyframe| Keyframe {
        value: value(&key.value),
        end_value: key.end_value.as_ref().map(&value),
        out_tangent: key.out_tangent.iter().map(|n| n * factor).collect(),
        in_tangent: key.in_tangent.iter().map(|n| n * factor).collect(),
        ..key.clone()
    };
    let keyframes = property.keyframes.iter().map(key).collect();
    Property { value: value(&property.value), keyframes, ..property.clone() }
}

/// The values of an animator that a channel has, with those baked before.
fn values(after: &Timeline, animator: NodeRef, channel: Channel) -> Vec<Property> {
    let group = after.child(animator, "ADBE Text Animator Properties").and_then(|group| after.node(group));
    group
        .map_or(&[][..], crate::Node::children)
        .iter()
        .filter_map(|child| after.document_property(PropertyRef(*child)))
        .filter_map(|property| channel.part(property))
        .collect()
}

/// How far an amount may be off, in percent, so that no value is off by more than the tolerance.
fn allowed(values: &[Property], tolerance: &Tolerance) -> f64 {
    let mut allowed = tolerance.percent;
    for property in values {
        let rest = if property.match_name == "ADBE Text Scale 3D" { 100.0 } else { 0.0 };
        let limit = match property.unit {
            Unit::Pixels => tolerance.pixels,
            Unit::Degrees => tolerance.degrees,
            Unit::Percent => tolerance.percent,
            _ if property.match_name == "ADBE Text Tracking Amount" => tolerance.pixels,
            _ => continue,
        };
        let keys = property.keyframes.iter().map(|key| &key.value);
        let all = keys.chain([&property.value]).flat_map(|value| value.components().to_vec());
        let largest = all.map(|n| (n - rest).abs()).fold(0.0, f64::max);
        if largest > 0.0 {
            allowed = allowed.min(100.0 * limit / largest);
        }
    }
    allowed.max(1e-4)
}

fn group_span(timeline: &Timeline, node: NodeRef) -> Option<SourceSpan> {
    let path = timeline.document_group(node)?;
    path.span
}

/// The text of one animator.
fn animator_text(
    timeline: &Timeline,
    animator: NodeRef,
    run: Run,
    sampled: &Sampled,
    amount: &Property,
    values: &[Property],
) -> Option<String> {
    let source = &timeline.document().source.text;
    let span = group_span(timeline, animator)?;
    let old = source.get(span.start..span.end)?;
    let mut out = String::from("{");
    let mut inside = String::new();
    for (key, place) in object_members(old) {
        let raw = old.get(place.start..place.end)?;
        match key {
            "\"s\"" => {}
            "\"a\"" => {
                for (key, inner) in object_members(raw) {
                    let at = span.start + place.start + inner.start;
                    let member = values.iter().find(|value| value.span.is_some_and(|span| span.start == at));
                    if let Some(member) = member {
                        let old = raw.get(inner.start..inner.end);
                        push_member(&mut inside, key, &encode_property(member, old, Precision::default()));
                    }
                }
            }
            _ => push_member(&mut out, key, raw),
        }
    }
    // By number where the text changes: percent would change with it. lottie-web has a fixed end for numbers.
    #[expect(clippy::cast_precision_loss, reason = "counts of characters are small")]
    let [first, end, all] = [run.first as f64, run.end as f64, sampled.units as f64];
    let (units, start, end) =
        if sampled.changes { (2, first, end) } else { (1, first * 100.0 / all, end * 100.0 / all) };
    let amount = encode_property(amount, None, Precision::default());
    let selector = format!(
        "{{\"t\":0,\"xe\":{{\"a\":0,\"k\":0}},\"ne\":{{\"a\":0,\"k\":0}},\"a\":{amount},\"b\":1,\"rn\":0,\"sh\":1,\
         \"sm\":{{\"a\":0,\"k\":100}},\"s\":{{\"a\":0,\"k\":{start}}},\"e\":{{\"a\":0,\"k\":{end}}},\
         \"o\":{{\"a\":0,\"k\":0}},\"r\":{units}}}"
    );
    push_member(&mut out, "\"s\"", &selector);
    push_member(&mut out, "\"a\"", &format!("{{{inside}}}"));
    out.push('}');
    Some(out)
}

/// Appends a member to an object's text.
fn push_member(out: &mut String, key: &str, value: &str) {
    if !out.is_empty() && !out.ends_with('{') {
        out.push(',');
    }
    out.push_str(key);
    out.push(':');
    out.push_str(value);
}
