//! Checks of what is seen: bounds, golden frames, findings.

use super::graph::short;
use super::values::Series;
use super::{Case, Check, Failure, GoldenFrame, Moment, RunOptions, difference, difference_picture};
use crate::{Error, Project, RenderOptions, Size};
use inbetween_expr::{Class, Item};
use inbetween_timeline::{LayerRef, Session};
use inbetween_types::{Severity, Time};

/// What a check of pictures gives.
pub(super) type Seen = (Option<Failure>, Vec<GoldenFrame>);

/// Runs one check of what is seen.
pub(super) fn run(
    project: &Project,
    case: &Case,
    check: &Check,
    series: &Series,
    options: &RunOptions,
) -> Result<Seen, Error> {
    let (failure, blessed) = match check {
        Check::WithinFrame { layer, margin } => (within(project, case, layer, *margin, series)?, Vec::new()),
        Check::Golden { .. } => golden(project, case, check, series, options)?,
        Check::NoFindings { level, except } => (findings(project, *level, except)?, Vec::new()),
        _ => (None, Vec::new()),
    };
    Ok((failure.map(|failure| Failure { check: check.key(), ..failure }), blessed))
}

/// A layer by its name or by an expression.
fn find_layer(project: &Project, case: &Case, text: &str) -> Result<LayerRef, Error> {
    let composition = project.composition(case.composition.as_deref())?;
    let timeline = project.timeline();
    if let Some(layer) = timeline.layer_named(composition, text) {
        return Ok(layer);
    }
    let not = |reason: String| Error::NotAProperty { expression: text.to_owned(), reason };
    let names = || {
        let layers = timeline.composition(composition).map(|node| node.layers.clone()).unwrap_or_default();
        layers.iter().filter_map(|l| timeline.layer_data(*l)).map(|l| l.name.clone()).collect::<Vec<_>>()
    };
    if !text.contains('(') {
        let names = names();
        let near = inbetween_types::diagnostic::near_match(text, names.iter().map(String::as_str));
        return Err(not(match near {
            Some(near) => format!("there is no layer of this name; did you mean \"{near}\"?"),
            None => format!("there is no layer of this name; there are: {}", names.join(", ")),
        }));
    }
    let compiled = timeline.compile_expression(text);
    let Some(program) = compiled.program else { return Err(not("it does not compile".to_owned())) };
    let found = inbetween_timeline::run_parallel(timeline, &[()], 1, &|_, _| true, |session, ()| {
        session.query_in(composition, &program, 0.0)
    })
    .map_err(|_| Error::Cancelled)?
    .results
    .pop();
    match found {
        Some(Ok(Item::Object(object))) if object.class == Class::Layer => Ok(LayerRef(object.id)),
        Some(Ok(_)) => Err(not("it is no layer".to_owned())),
        Some(Err(fault)) => Err(not(crate::query::told(fault))),
        None => Err(Error::Cancelled),
    }
}

/// The bounds of a layer in its composition, `[left, top, right, bottom]`; `None` where it shows nothing.
fn bounds(session: &Session, layer: LayerRef, time: Time) -> Option<[f64; 4]> {
    if !session.state().is_active_at(layer, time) {
        return None;
    }
    let rect = session.bounds(layer, time);
    if rect.width <= 0.0 && rect.height <= 0.0 {
        return None;
    }
    let (right, bottom) = (rect.left + rect.width, rect.top + rect.height);
    let mut out = [f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY];
    for (x, y) in [(rect.left, rect.top), (right, rect.top), (rect.left, bottom), (right, bottom)] {
        let point = session.with_runner(|state, runner| state.to_comp(runner, layer, &[x, y, 0.0], time));
        if let Some((x, y)) = point.ok().and_then(|p| Some((*p.first()?, *p.get(1)?))) {
            out = [out[0].min(x), out[1].min(y), out[2].max(x), out[3].max(y)];
        }
    }
    out.iter().all(|n| n.is_finite()).then_some(out)
}

fn within(
    project: &Project,
    case: &Case,
    layer: &str,
    margin: f64,
    series: &Series,
) -> Result<Option<Failure>, Error> {
    let found = find_layer(project, case, layer)?;
    let composition = project.composition(case.composition.as_deref())?;
    let Some(data) = project.timeline().composition_data(composition) else { return Ok(None) };
    let rate = series.rate;
    let [from, to] = series.span;
    let per_frame = f64::from(case.samples_per_frame.max(1));
    let count = ((to - from) * rate.fps() * per_frame + 1e-6).floor().clamp(0.0, 1e6);
    let first = rate.frame(from);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped")]
    let frames: Vec<f64> = (0..=count as u32).map(|index| first + f64::from(index) / per_frame).collect();
    let seen = inbetween_timeline::run_parallel(project.timeline(), &[()], 1, &|_, _| true, |session, ()| {
        frames.iter().map(|frame| bounds(session, found, rate.seconds(*frame))).collect::<Vec<_>>()
    })
    .map_err(|_| Error::Cancelled)?
    .results
    .pop()
    .unwrap_or_default();
    let mut worst: Option<(f64, &str, f64, [f64; 4])> = None;
    for (frame, rect) in frames.iter().zip(&seen) {
        let Some(rect) = rect else { continue };
        let beyond = [
            (margin - rect[0], "left"),
            (margin - rect[1], "top"),
            (rect[2] - (data.width - margin), "right"),
            (rect[3] - (data.height - margin), "bottom"),
        ];
        for (length, side) in beyond {
            if length > case.tolerance && worst.is_none_or(|(most, ..)| length > most) {
                worst = Some((length, side, *frame, *rect));
            }
        }
    }
    let Some((length, side, frame, rect)) = worst else { return Ok(None) };
    let time = rate.seconds(frame);
    let [left, top, right, bottom] = rect.map(short);
    Ok(Some(Failure {
        message: format!(
            "{layer} leaves the frame by {} px at the {side} at {} s (frame {})",
            short(length),
            short(time),
            short(frame)
        ),
        time: Some(time),
        frame: Some(frame),
        expected: Some(format!(
            "x {} to {}, y {} to {}",
            short(margin),
            short(data.width - margin),
            short(margin),
            short(data.height - margin)
        )),
        actual: Some(format!("x {left} to {right}, y {top} to {bottom}")),
        ..Failure::default()
    }))
}

/// The name of one of several pictures: a run of `#` becomes the frame's number.
fn numbered(path: &str, frame: f64) -> String {
    let Some(start) = path.find('#') else { return path.to_owned() };
    let count = path.bytes().skip(start).take_while(|byte| *byte == b'#').count();
    let number = short(frame);
    let zeros = count.saturating_sub(number.split('.').next().map_or(0, str::len));
    let (before, rest) = path.split_at(start);
    format!("{before}{}{number}{}", "0".repeat(zeros), rest.get(count..).unwrap_or(""))
}

fn golden(
    project: &Project,
    case: &Case,
    check: &Check,
    series: &Series,
    options: &RunOptions,
) -> Result<Seen, Error> {
    let Check::Golden { path, moments, scale, mean, worst } = check else { return Ok((None, Vec::new())) };
    let mut blessed = Vec::new();
    let mut failed: Option<(f64, Failure)> = None;
    for moment in moments {
        let time = Moment::time(*moment, series.rate);
        let frame = series.rate.frame(time);
        let name = numbered(path, frame);
        let drawn = RenderOptions {
            composition: case.composition.clone(),
            size: Size::Scale(*scale),
            loader: options.images.clone(),
            ..RenderOptions::default()
        };
        let (picture, _) = project.picture(time, &drawn)?;
        let png = png(&picture)?;
        if options.bless {
            blessed.push(GoldenFrame { path: name, png });
            continue;
        }
        let place = |failure: Failure| Failure { time: Some(time), frame: Some(frame), ..failure };
        let Some(kept) = options.goldens.as_ref().and_then(|load| load(&name)) else {
            let message = format!("there is no picture {name}; --bless makes it");
            failed = Some((f64::INFINITY, place(Failure { message, ..Failure::default() })));
            continue;
        };
        let wrong = |message: String| Error::Output(std::io::Error::other(message));
        let kept = crate::images::decode(&kept).map_err(|e| wrong(format!("{name}: {e}")))?;
        // Through the same bytes as the kept one, so that rounding them is no difference.
        let picture = crate::images::decode(&png).map_err(wrong)?;
        let made = |ending: &str, png: Vec<u8>| GoldenFrame {
            path: format!("{}.{ending}.png", name.get(..name.len() - 4).unwrap_or(&name)),
            png,
        };
        let Some(found) = difference(&kept, &picture) else {
            let message = format!("{name} has another size");
            failed = Some((
                f64::INFINITY,
                place(Failure {
                    message,
                    expected: Some(format!("{} x {} pixels", kept.width, kept.height)),
                    actual: Some(format!("{} x {} pixels", picture.width, picture.height)),
                    pictures: vec![made("actual", png)],
                    ..Failure::default()
                }),
            ));
            continue;
        };
        let over = (found.mean / mean.max(1e-9)).max(found.worst / worst.max(1e-9));
        if (found.mean > *mean || found.worst > *worst)
            && failed.as_ref().is_none_or(|(so_far, _)| over > *so_far)
        {
            let pictures = vec![
                made("actual", png),
                made("difference", self::png(&difference_picture(&kept, &picture))?),
            ];
            let [x, y] = found.at;
            let message = format!(
                "frame {} differs from {name} in {} pixels, most at x {x}, y {y}",
                short(frame),
                found.pixels
            );
            failed = Some((
                over,
                place(Failure {
                    message,
                    expected: Some(format!(
                        "mean at most {}, worst at most {} of 255",
                        short(*mean),
                        short(*worst)
                    )),
                    actual: Some(format!("mean {}, worst {} of 255", short(found.mean), short(found.worst))),
                    pictures,
                    ..Failure::default()
                }),
            ));
        }
    }
    Ok((failed.map(|(_, failure)| failure), blessed))
}

/// A PNG of a picture.
fn png(picture: &crate::Picture) -> Result<Vec<u8>, Error> {
    crate::output::png_of_picture(picture).map_err(Error::Output)
}

fn findings(project: &Project, level: Severity, except: &[String]) -> Result<Option<Failure>, Error> {
    let checked = project.check(1, &|_, _| true)?;
    let wrong: Vec<_> = checked
        .diagnostics
        .iter()
        .filter(|finding| finding.severity >= level && !except.iter().any(|code| code == finding.code))
        .collect();
    let Some(first) = wrong.first() else { return Ok(None) };
    let more = if wrong.len() > 1 { format!(" and {} more", wrong.len() - 1) } else { String::new() };
    Ok(Some(Failure {
        message: format!("there are findings: {first}{more}"),
        expected: Some(format!("none of severity {} or above", level.word())),
        actual: Some(wrong.len().to_string()),
        ..Failure::default()
    }))
}
