//! Evidence that a baked file shows the same: pictures side by side, their differences, the largest error of each
//! property as the finished file gives it, what was rewritten and what is lost. One page that needs nothing else.

use super::{TargetBaked, TargetOptions};
use crate::html::escaped;
use crate::images::{FileLoader, Images};
use crate::output::{png_bytes, svg_of};
use crate::plot::{PlotLook, PlotOptions, Theme};
use crate::{Error, Project};
use inbetween_render::{Picture, RenderOptions as DrawOptions, Renderer, Size};
use inbetween_timeline::bake::{BakedEntry, FrameSpan};
use inbetween_timeline::scene::SceneOptions;
use inbetween_timeline::{PropertyRef, Session, with_large_stack};
use inbetween_types::{Path, Severity, Value};
use serde_json::json;
use std::fmt::Write;

/// Longer side of the pictures in pixels.
const SIDE: f64 = 280.0;
/// Longer side of the pictures that are only measured.
const SMALL: f64 = 160.0;
/// Frames that are measured at most.
const MEASURED: usize = 40;
/// Frames that are shown.
const SHOWN: usize = 6;
/// Properties whose curves are shown.
const CURVES: usize = 8;
/// A part of a frame that is no time: keys moved to another rate lie that near their frames.
const MOMENT: f64 = 1e-5;
/// A channel that differs by more than this counts as different, of 255.
const VISIBLE: u8 = 16;

/// One moment, original beside baked.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ProofFrame {
    /// Frame of the original.
    pub frame: f64,
    /// Mean difference of all channels over white, in percent of full scale.
    pub mean: f64,
    /// Pixels that differ visibly, in percent.
    pub pixels: f64,
}

/// One baked property in the finished file.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ProofProperty {
    /// The property as an expression.
    pub property: String,
    /// Its composition.
    pub composition: String,
    /// Largest error at whole and half frames in the finished file; `None` where rewriting put something else in the
    /// place of the property.
    pub error: Option<f64>,
    /// The same of the keys as they were fitted, before rounding and rewriting.
    pub fitted: f64,
    /// The error that was promised.
    pub tolerance: f64,
    /// Keys.
    pub keys: usize,
    /// Frame of the original at which the error is largest.
    pub worst_frame: f64,
    /// The error over time as parts of what was promised: the largest of each of at most 120 stretches.
    pub curve: Vec<f64>,
}

impl ProofProperty {
    /// Its error in the finished file, or that of its keys before they were rewritten.
    fn known_error(&self) -> f64 {
        self.error.unwrap_or(self.fitted)
    }

    /// What its error is of, where that is not the finished file.
    fn note(&self) -> &'static str {
        match self.error {
            None if self.tolerance > 0.0 => " (as fitted; since rewritten or taken out)",
            _ => "",
        }
    }

    /// Its error for people.
    fn words(&self) -> String {
        match self.error {
            Some(error) => short(error),
            None if self.tolerance > 0.0 => short(self.fitted),
            None => "exact at whole frames".to_owned(),
        }
    }
}

/// Stretches of a property's error curve.
const CURVE: usize = 120;

/// The evidence.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Proof {
    /// Moments that were measured, in time order.
    pub frames: Vec<ProofFrame>,
    /// Baked properties, worst first.
    pub properties: Vec<ProofProperty>,
    /// Whether an error is larger than promised.
    pub exceeded: bool,
    /// The page.
    pub html: String,
    /// The same as JSON, without pictures.
    pub json: String,
}

impl Project {
    /// Compares a baked file with this project. `name` heads the page; `loader` gives images beside the file.
    ///
    /// # Errors
    /// When the baked file cannot be read, or a picture cannot be encoded.
    pub fn proof(
        &self,
        made: &TargetBaked,
        options: &TargetOptions,
        loader: Option<&FileLoader>,
        name: &str,
    ) -> Result<Proof, Error> {
        let after = self.reopened(&made.json)?;
        let outcome = with_large_stack(|| {
            let compare = Compare::new(self, &after, made, loader);
            let frames = compare.measure(options);
            let shown = telling(&frames);
            let mut cells = String::new();
            for frame in &shown {
                compare.cell(frame, &mut cells)?;
            }
            Ok::<_, Error>((frames, cells))
        });
        let (frames, cells) = outcome?;
        // The same numbers with every name, so that properties are found.
        let after = self.reopened(&made.named_json)?;
        let properties = properties(self, &after, made, options);
        let exceeded = properties
            .iter()
            .any(|one| one.tolerance > 0.0 && one.known_error() > one.tolerance * 1.001 + 1e-9);
        let mut proof = Proof { frames, properties, exceeded, ..Proof::default() };
        proof.json = report(self, &proof, made, options, name).to_string();
        proof.html = page(self, &after, &proof, made, options, name, &cells);
        Ok(proof)
    }
}

/// Both files, ready to be drawn.
struct Compare<'a> {
    before: (&'a Project, Session, Images),
    after: (&'a Project, Session, Images),
    first: f64,
    /// Frames by which the baked file is looked at later.
    later: f64,
}

impl<'a> Compare<'a> {
    fn new(before: &'a Project, after: &'a Project, made: &TargetBaked, loader: Option<&FileLoader>) -> Self {
        let side = |project: &'a Project| {
            let images = Images::new(project.document(), loader.cloned());
            (project, Session::new(project.timeline().clone()), images)
        };
        let later = if made.frame_factor == 1.0 { 0.0 } else { MOMENT };
        Self { before: side(before), after: side(after), first: made.first_frame, later }
    }

    fn draw(&self, baked: bool, frame: f64, side: f64) -> Option<Picture> {
        let (project, session, images) = if baked { &self.after } else { &self.before };
        let timeline = project.timeline();
        let (before, main) = (self.before.0.timeline(), timeline.main()?);
        // Seconds are the same in both, but for where the first frame lies.
        let rate = before.frame_rate(before.main()?);
        let time = if baked { rate.seconds(frame - self.first + self.later) } else { rate.seconds(frame) };
        let (scene, _) = session.scene(main, time, &SceneOptions::default());
        let options = DrawOptions {
            size: Size::Scale(side / scene.width.max(scene.height).max(1.0)),
            background: Some([1.0; 4]),
            ..DrawOptions::default()
        };
        Some(Renderer::new(options).render(&scene, images))
    }

    fn measure(&self, options: &TargetOptions) -> Vec<ProofFrame> {
        let Some(main) = self.before.0.document().main() else { return Vec::new() };
        let (first, last) =
            options.bake.frames.map_or((main.in_point, main.out_point), |shown| (shown.first, shown.last));
        let count = (last - first).ceil().clamp(1.0, MEASURED as f64);
        let mut frames = Vec::new();
        let mut index = 0.0;
        while index < count {
            let frame = (first + (last - first) * index / count).floor();
            if let (Some(a), Some(b)) = (self.draw(false, frame, SMALL), self.draw(true, frame, SMALL)) {
                let (mean, pixels) = difference(&fitted(&a, &b), &square(&b)).0;
                frames.push(ProofFrame { frame, mean, pixels });
            }
            index += 1.0;
        }
        frames
    }

    /// A row of the page: original, baked, difference.
    fn cell(&self, frame: &ProofFrame, out: &mut String) -> Result<(), Error> {
        let (Some(a), Some(b)) = (self.draw(false, frame.frame, SIDE), self.draw(true, frame.frame, SIDE))
        else {
            return Ok(());
        };
        let (a, b) = (fitted(&a, &b), square(&b));
        let (_, shown) = difference(&a, &b);
        let _ = write!(
            out,
            "<tr><th>frame {}<br><small>mean {:.3} %<br>{:.2} % of pixels</small></th>",
            frame.frame, frame.mean, frame.pixels
        );
        for (picture, what) in [(&a, "original"), (&b, "baked"), (&shown, "difference")] {
            let png = png_bytes(picture.width, picture.height, &picture.bytes).map_err(Error::Output)?;
            let _ = write!(
                out,
                "<td><img alt=\"{what}, frame {}\" src=\"data:image/png;base64,{}\"></td>",
                frame.frame,
                inbetween_doc::base64::encode(&png)
            );
        }
        out.push_str("</tr>\n");
        Ok(())
    }
}

/// Straight RGBA bytes.
struct Bytes {
    width: usize,
    height: usize,
    bytes: Vec<u8>,
}

fn square(picture: &Picture) -> Bytes {
    Bytes { width: picture.width, height: picture.height, bytes: picture.to_straight_bytes() }
}

/// The original in the middle of a white picture of the baked one's size: stickers are square.
fn fitted(original: &Picture, baked: &Picture) -> Bytes {
    let own = square(original);
    if (own.width, own.height) == (baked.width, baked.height) {
        return own;
    }
    let mut out =
        Bytes { width: baked.width, height: baked.height, bytes: vec![255; baked.width * baked.height * 4] };
    let left = baked.width.saturating_sub(own.width) / 2;
    let top = baked.height.saturating_sub(own.height) / 2;
    let wide = own.width.min(baked.width) * 4;
    for (row, line) in own.bytes.chunks_exact((own.width * 4).max(1)).enumerate() {
        let start = ((top + row) * baked.width + left) * 4;
        if let (Some(slot), Some(line)) = (out.bytes.get_mut(start..start + wide), line.get(..wide)) {
            slot.copy_from_slice(line);
        }
    }
    out
}

/// Mean difference in percent, visibly different pixels in percent, and a picture of the differences, eight times
/// as strong on white.
fn difference(a: &Bytes, b: &Bytes) -> ((f64, f64), Bytes) {
    let mut sum = 0_u64;
    let mut different = 0_u64;
    let mut bytes = Vec::with_capacity(b.bytes.len());
    for (x, y) in a.bytes.chunks_exact(4).zip(b.bytes.chunks_exact(4)) {
        let mut most = 0;
        for (p, q) in x.iter().zip(y).take(3) {
            let off = p.abs_diff(*q);
            sum += u64::from(off);
            most = most.max(off);
        }
        different += u64::from(most > VISIBLE);
        let veil = 255 - most.saturating_mul(8);
        bytes.extend([255, veil, veil, 255]);
    }
    let pixels = (b.width * b.height).max(1) as f64;
    let shown = Bytes { width: b.width, height: b.height, bytes };
    ((sum as f64 / (pixels * 3.0 * 2.55), different as f64 * 100.0 / pixels), shown)
}

/// The worst frames, the first, and some between.
fn telling(frames: &[ProofFrame]) -> Vec<ProofFrame> {
    let mut chosen: Vec<usize> = Vec::new();
    let mut worst: Vec<usize> = (0..frames.len()).collect();
    worst.sort_by(|a, b| {
        let mean = |at: &usize| frames.get(*at).map_or(0.0, |frame| frame.mean);
        mean(b).total_cmp(&mean(a))
    });
    // The second is another moment, not the frame after.
    let first = worst.first().copied().unwrap_or(0);
    let second = worst.iter().copied().find(|at| at.abs_diff(first) > frames.len() / 8);
    chosen.extend(worst.first().copied().into_iter().chain(second));
    for part in 0..SHOWN {
        let at = frames.len() * part / SHOWN;
        if chosen.len() < SHOWN && !chosen.contains(&at) && at < frames.len() {
            chosen.push(at);
        }
    }
    chosen.sort_unstable();
    chosen.iter().filter_map(|at| frames.get(*at).cloned()).collect()
}

/// The property of the finished file that stands where one of the original stood, and whether it is of the main
/// composition.
fn counterpart(
    before: &Project,
    after: &Project,
    made: &TargetBaked,
    property: PropertyRef,
) -> Option<(PropertyRef, bool)> {
    let timeline = before.timeline();
    let layer = timeline.node(property.0)?.layer;
    let is_main = timeline.layer(layer).map(|node| node.composition) == timeline.main();
    let place = timeline.location(property);
    let name = if is_main { made.inside.as_deref() } else { place.composition.as_deref() };
    let composition = after.composition(name).ok()?;
    let found = after.known_property(composition, &timeline.property_expression(property))?;
    Some((found, is_main))
}

/// Errors of the baked properties as the finished file has them: rounding included.
fn properties(
    before: &Project,
    after: &Project,
    made: &TargetBaked,
    options: &TargetOptions,
) -> Vec<ProofProperty> {
    let jobs = inbetween_timeline::bake::all_jobs(before.timeline(), options.bake.frames).unwrap_or_default();
    let mut all: Vec<ProofProperty> = with_large_stack(|| {
        let (old, new) = (Session::new(before.timeline().clone()), Session::new(after.timeline().clone()));
        let one = |entry: &BakedEntry| {
            let property = before.timeline().property_expression(entry.property);
            let place = before.timeline().location(entry.property);
            let found = counterpart(before, after, made, entry.property);
            let span = jobs
                .iter()
                .find(|job| job.property == entry.property)
                .map(|job| job.span)
                .or_else(|| own_span(before, entry.property));
            let error = match (found, span) {
                (Some((found, is_main)), Some(span)) if entry.tolerance > 0.0 => {
                    let rate = before.timeline().property_frame_rate(entry.property);
                    // Seconds are the same in both, but for where the first frame lies.
                    let start = if is_main { made.first_frame } else { 0.0 };
                    let mut errors: Vec<(f64, f64)> = Vec::new();
                    let mut frame = span.first;
                    while frame < span.last || frame == span.first {
                        let held = entry.held.iter().any(|[a, b]| (*a..*b).contains(&frame));
                        if frame.fract() == 0.0 || !held {
                            let was = old.evaluate(entry.property, rate.seconds(frame));
                            // At a jump's own moment rounding decides which side a key at another rate is on.
                            let moment = if made.frame_factor == 1.0 { 0.0 } else { MOMENT };
                            let sides = [0.0, moment, -moment];
                            let off = sides
                                .map(|later| {
                                    off(&was, &new.evaluate(found, rate.seconds(frame - start + later)))
                                })
                                .into_iter()
                                .fold(f64::INFINITY, f64::min);
                            errors.push((frame, off));
                        }
                        frame += 0.5;
                    }
                    Some(errors)
                }
                _ => None,
            };
            let composition = place.composition.unwrap_or_default();
            let errors = error;
            let worst = errors.iter().flatten().copied().fold(None, |worst: Option<(f64, f64)>, one| {
                if worst.is_none_or(|worst| one.1 > worst.1) { Some(one) } else { worst }
            });
            let all = errors.unwrap_or_default();
            let stretch = all.len().div_ceil(CURVE).max(1);
            let part = |one: &(f64, f64)| one.1 / entry.tolerance.max(1e-12);
            ProofProperty {
                property,
                composition,
                error: worst.map(|worst| worst.1),
                fitted: entry.error,
                tolerance: entry.tolerance,
                keys: entry.keys,
                worst_frame: worst.map_or(0.0, |worst| worst.0),
                curve: all.chunks(stretch).map(|some| some.iter().map(part).fold(0.0, f64::max)).collect(),
            }
        };
        made.baked.entries.iter().chain(&made.refitted).map(one).collect()
    });
    let share = |one: &ProofProperty| {
        if one.tolerance > 0.0 { one.known_error() / one.tolerance } else { -1.0 }
    };
    all.sort_by(|a, b| share(b).total_cmp(&share(a)));
    all
}

/// Frames from the first to the last of a property's own keys.
fn own_span(project: &Project, property: PropertyRef) -> Option<FrameSpan> {
    let keys = &project.timeline().document_property(property)?.keyframes;
    Some(FrameSpan { first: keys.first()?.frame.floor(), last: keys.last()?.frame.ceil() })
}

fn off(a: &Value, b: &Value) -> f64 {
    let largest = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(x, y)| (x - y).abs()).fold(0.0, f64::max);
    match (a, b) {
        (Value::Path(a), Value::Path(b)) => {
            let flat = |path: &Path| -> Vec<f64> {
                let lists = [&path.points, &path.in_tangents, &path.out_tangents];
                lists.into_iter().flatten().flatten().copied().collect()
            };
            if a.len() == b.len() { largest(&flat(a), &flat(b)) } else { 0.0 }
        }
        _ => largest(a.components(), b.components()),
    }
}

fn report(
    before: &Project,
    proof: &Proof,
    made: &TargetBaked,
    options: &TargetOptions,
    name: &str,
) -> serde_json::Value {
    json!({
        "format_version": 1,
        "file": name,
        "target": options.target.name(),
        "exceeded": proof.exceeded,
        "tolerance": made.tolerance,
        "bytes": made.baked.bytes.len(),
        "json_bytes_before": made.baked.json_bytes_before,
        "json_bytes_after": made.baked.json_bytes_after,
        "fits": made.fits,
        "corner_error": made.baked.corner_error,
        "frames": proof.frames.iter().map(|frame| json!({
            "frame": frame.frame, "mean_difference_percent": frame.mean, "different_pixels_percent": frame.pixels,
        })).collect::<Vec<_>>(),
        "properties": proof.properties.iter().map(|one| json!({
            "property": one.property, "composition": one.composition, "error": one.error,
            "fitted": one.fitted, "tolerance": one.tolerance, "keys": one.keys, "worst_frame": one.error.map(|_| one.worst_frame),
            "curve": one.curve.iter().map(|part| (part * 1e3).round() / 1e3).collect::<Vec<_>>(),
        })).collect::<Vec<_>>(),
        "rewriting_error": made.rewriting_error,
        "rewritten": changes(before, made).iter().map(|change| json!({
            "feature": change.feature, "place": change.place, "what": change.what,
        })).collect::<Vec<_>>(),
        "lost": made.lost.iter().map(|finding| json!({
            "code": finding.code, "severity": finding.severity.word(), "place": finding.location.to_string(),
            "message": finding.message,
        })).collect::<Vec<_>>(),
    })
}

const STYLE: &str = "body{font:15px/1.45 system-ui,sans-serif;color:#222;margin:2em auto;max-width:64em;padding:0 1em}\
table{border-collapse:collapse;margin:1em 0}td,th{padding:4px 10px;border-bottom:1px solid #ddd;text-align:left;\
vertical-align:top}.n{text-align:right}td.n{;font-variant-numeric:tabular-nums}img{border:1px solid #ddd;display:block;\
max-width:100%}.ok{color:#17722b}.bad{color:#b3261e}code{font-size:13px}figure{display:inline-block;margin:0 1em 1em 0;\
width:30em;vertical-align:top}figure svg{width:100%;height:auto;border:1px solid #ddd}figcaption{font-size:13px}";

fn page(
    before: &Project,
    after: &Project,
    proof: &Proof,
    made: &TargetBaked,
    options: &TargetOptions,
    name: &str,
    cells: &str,
) -> String {
    let mut out = String::new();
    let refused = made.lost.iter().find(|finding| finding.severity == Severity::Error);
    let (class, verdict) = if proof.exceeded {
        ("bad", "an error is larger than promised".to_owned())
    } else if !made.fits {
        ("bad", "the file is larger than allowed".to_owned())
    } else if let Some(finding) = refused {
        ("bad", format!("{} does not take it: {}", options.target.name(), escaped(&finding.message)))
    } else {
        ("ok", "within what was promised".to_owned())
    };
    let title = format!("{} baked for {}", escaped(name), options.target.name());
    let _ = write!(
        out,
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width\"><title>{title}</title><style>{STYLE}</style></head><body><h1>{title}</h1>\
         <p class=\"{class}\"><strong>{verdict}</strong></p><table>"
    );
    let worst = proof.properties.first().map_or_else(
        || "no property was fitted anew".to_owned(),
        |one| {
            let allowed = match one.tolerance {
                tolerance if tolerance > 0.0 => format!(" of {} allowed", short(tolerance)),
                _ => String::new(),
            };
            format!("{}{allowed}, in <code>{}</code>{}", one.words(), escaped(&one.property), one.note())
        },
    );
    let mean = proof.frames.iter().map(|frame| frame.mean).fold(0.0, f64::max);
    for (what, value) in [
        ("File", format!("{} bytes", made.baked.bytes.len())),
        (
            "JSON",
            format!("{} bytes before, {} after", made.baked.json_bytes_before, made.baked.json_bytes_after),
        ),
        ("Keys", made.baked.keys().to_string()),
        ("Tolerance", format!("{} px, degrees, percent; {} decimals", short(made.tolerance), made.decimals)),
        ("Worst value", worst),
        ("Rewriting", format!("at most {} off where it fitted anew", short(made.rewriting_error))),
        ("Worst picture", format!("{mean:.3} % mean difference of {} frames", proof.frames.len())),
    ] {
        if what != "Rewriting" || made.rewriting_error > 0.0 {
            let _ = write!(out, "<tr><th>{what}</th><td>{value}</td></tr>");
        }
    }
    out.push_str("</table>");
    let others = before.document().source.animations.len().saturating_sub(1);
    if others > 0 && options.container == inbetween_doc::Container::DotLottie {
        let _ = write!(
            out,
            "<p>This is one animation of {}; the others were baked in the same way, and a bake with \
             <code>--animation</code> proves each.</p>",
            others + 1
        );
    }
    out.push_str(
        "<h2>Pictures</h2><p>Both drawn by the same renderer; differences are eight times as strong.</p>",
    );
    let _ = write!(
        out,
        "<table><tr><th></th><th>original</th><th>baked</th><th>difference</th></tr>{cells}</table>"
    );
    out.push_str("<h2>Values</h2>");
    if proof.properties.is_empty() {
        out.push_str("<p>No property had an expression of its own.</p>");
    } else {
        values(proof, &mut out);
    }
    curves(before, after, proof, made, &mut out);
    out.push_str("<h2>Rewritten</h2>");
    let changes = changes(before, made);
    if changes.is_empty() {
        out.push_str("<p>Nothing but expressions.</p>");
    } else {
        out.push_str("<ul>");
        for change in &changes {
            let place =
                if change.place.is_empty() { String::new() } else { format!("{}: ", escaped(&change.place)) };
            let _ = write!(out, "<li>{place}{}</li>", escaped(&change.what));
        }
        out.push_str("</ul>");
    }
    out.push_str("<h2>What the viewer sees otherwise</h2>");
    if made.lost.is_empty() {
        out.push_str("<p>Nothing.</p>");
    } else {
        out.push_str("<ul>");
        for finding in &made.lost {
            let place = finding.location.to_string();
            let place = if place.is_empty() { String::new() } else { format!("{}: ", escaped(&place)) };
            let _ = write!(out, "<li>{place}{}</li>", escaped(&finding.message));
        }
        out.push_str("</ul>");
    }
    out.push_str("</body></html>\n");
    out
}

/// The table of properties, worst first.
fn values(proof: &Proof, out: &mut String) {
    out.push_str(
        "<table><tr><th>property</th><th class=\"n\">error</th>\
         <th class=\"n\">allowed</th><th class=\"n\">keys</th><th>error over time</th></tr>",
    );
    for one in proof.properties.iter().take(40) {
        let _ = write!(
            out,
            "<tr><td><code>{}</code>{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td>{}</td></tr>",
            escaped(&one.property),
            one.note(),
            one.words(),
            short(one.tolerance),
            one.keys,
            spark(&one.curve)
        );
    }
    out.push_str("</table>");
    if proof.properties.len() > 40 {
        let _ = write!(out, "<p>… and {} more with smaller errors.</p>", proof.properties.len() - 40);
    }
}

/// Something that was put in the place of something else.
struct Replaced {
    feature: &'static str,
    place: String,
    what: String,
}

/// Everything the file holds instead of what the original does: what baking drew anew, then what rewriting changed.
fn changes(before: &Project, made: &TargetBaked) -> Vec<Replaced> {
    let place = |layer| {
        let data = before.timeline().layer_data(layer);
        data.map_or_else(String::new, |data| format!("layer({:?})", data.name))
    };
    let texts = made.baked.texts.iter().map(|text| {
        let (form, parts) = crate::text_form_words(text.form);
        let (count, keys) = (text.parts, text.keys);
        let what =
            format!("its text as {form}, {count} {parts}, {keys} keys, at most {} off", short(text.error));
        Replaced { feature: "target/text", place: place(text.layer), what }
    });
    let meshes = made.baked.meshes.iter().map(|mesh| {
        let what = format!("its mesh as {} plain paths, {} keys", mesh.paths, mesh.keys);
        Replaced { feature: "target/mesh", place: place(mesh.layer), what }
    });
    let subdivided = made.baked.subdivided.iter().map(|item| {
        let (paths, keys) = (item.paths, item.keys);
        let what =
            format!("a subdivision as {paths} plain paths, {keys} keys, at most {} off", short(item.error));
        Replaced { feature: "target/subdivide", place: place(item.layer), what }
    });
    let rewritten = made.changes.iter().map(|change| Replaced {
        feature: change.feature,
        place: change.place.to_string(),
        what: change.what.clone(),
    });
    texts.chain(meshes).chain(subdivided).chain(rewritten).collect()
}

/// Curves of the worst properties, original and baked in one graph.
fn curves(before: &Project, after: &Project, proof: &Proof, made: &TargetBaked, out: &mut String) {
    let mut look = PlotLook::default();
    (look.width, look.height, look.theme, look.speed) = (640.0, 320.0, Theme::Light, false);
    let mut shown = 0;
    for one in proof.properties.iter().filter(|one| one.error.is_some()) {
        if shown == CURVES {
            break;
        }
        let composition = (!one.composition.is_empty()).then(|| one.composition.clone());
        let options = PlotOptions { composition, only_after: true, ..PlotOptions::default() };
        let names = [one.property.clone()];
        let Ok(mut plot) = before.plot(&names, &options, &|_, _| true) else { continue };
        if plot.curves.is_empty() {
            continue;
        }
        // A part that starts elsewhere would stand beside its original.
        let main = before.document().main().map(|main| main.name.clone());
        let is_main = one.composition.is_empty() || main.is_some_and(|name| name == one.composition);
        let composition = if is_main { made.inside.clone() } else { Some(one.composition.clone()) };
        let options = PlotOptions { composition, only_after: true, ..PlotOptions::default() };
        let other = (made.first_frame == 0.0 || !is_main).then(|| after.plot(&names, &options, &|_, _| true));
        if let Some(Ok(other)) = other {
            plot.keys = other.keys.clone();
            plot.compare(other, "baked");
        }
        let Ok(svg) = svg_of(&plot.scene(&look)) else { continue };
        if shown == 0 {
            out.push_str(
                "<h3>Curves</h3><p>The original and the baked curve lie on one another where the bake holds; \
                          marks are the keys written.</p>",
            );
        }
        shown += 1;
        let svg = String::from_utf8_lossy(&svg);
        // An XML declaration has no place inside a page.
        let svg = svg.find("<svg").and_then(|at| svg.get(at..)).unwrap_or("");
        let ids = format!("c{shown}-");
        let svg = svg.replace("id=\"", &format!("id=\"{ids}")).replace("url(#", &format!("url(#{ids}"));
        let _ = write!(
            out,
            "<figure>{svg}<figcaption><code>{}</code></figcaption></figure>",
            escaped(&one.property)
        );
    }
}

/// An error curve as a small picture; the line is what was promised.
fn spark(curve: &[f64]) -> String {
    if curve.is_empty() {
        return String::new();
    }
    let most = curve.iter().copied().fold(1.25, f64::max);
    let height = |part: f64| 23.0 - 22.0 * part / most;
    let step = 160.0 / (curve.len() as f64 - 1.0).max(1.0);
    let mut line = String::new();
    let mut x = 0.0;
    for part in curve {
        let _ = write!(line, "{x:.1},{:.1} ", height(*part));
        x += step;
    }
    let limit = height(1.0);
    format!(
        "<svg width=\"160\" height=\"24\" viewBox=\"0 0 160 24\"><path d=\"M0 {limit:.1}H160\" stroke=\"#b3261e\" \
         stroke-dasharray=\"3 3\"/><polyline points=\"{}\" fill=\"none\" stroke=\"#2458a6\"/></svg>",
        line.trim_end()
    )
}

fn short(n: f64) -> String {
    let text = format!("{n:.5}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_that_differ_in_one_channel_say_by_how_much() {
        let plain = Bytes { width: 2, height: 1, bytes: vec![255; 8] };
        let mut other = Bytes { width: 2, height: 1, bytes: vec![255; 8] };
        other.bytes[0] = 0;
        let ((mean, pixels), shown) = difference(&plain, &other);
        assert!((mean - 100.0 / 6.0).abs() < 1e-9, "{mean}");
        assert!((pixels - 50.0).abs() < 1e-9);
        assert_eq!(shown.bytes, [255, 0, 0, 255, 255, 255, 255, 255]);
    }

    #[test]
    fn names_cannot_leave_the_page() {
        assert_eq!(escaped("<b>\"&"), "&lt;b&gt;&quot;&amp;");
    }
}
