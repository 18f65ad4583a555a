//! The comparison as a page.

use super::{Change, DiffOptions, Difference, Line, ValueChange, What, line_diff, pixels, unit_word};
use crate::html::{COLOURS, Curve, escaped, graph, image, page, short, value};
use crate::motion_test::difference_picture;
use crate::{Error, Project};
use inbetween_types::Value;
use std::fmt::Write;

/// Frames shown side by side.
const SHOWN: usize = 6;

/// Curves drawn.
const DRAWN: usize = 60;

impl Difference {
    /// One HTML page: changes, curves as inline SVG, and the frames that differ most side by side with what differs.
    /// It has no scripts and loads nothing.
    ///
    /// # Errors
    /// When a frame cannot be drawn.
    pub fn html(
        &self,
        projects: [&Project; 2],
        names: [&str; 2],
        options: &DiffOptions,
    ) -> Result<String, Error> {
        let [before, after] = names;
        let mut body = format!(
            "<h1>{} → {}</h1>\n<p class=\"soft\">{}</p>\n",
            escaped(before),
            escaped(after),
            escaped(&self.summary())
        );
        if let Some([a, b]) = self.other_size {
            let _ = writeln!(
                body,
                "<p class=\"bad\">The pictures have different sizes ({} x {} and {} x {}): no frame was compared.</p>",
                a[0], a[1], b[0], b[1]
            );
        }
        self.frames_html(&mut body, projects, options)?;
        if !self.changes.is_empty() {
            body.push_str("<h2>Changes</h2>\n<div class=\"scroll\"><table>\n<thead><tr><th>where</th><th>what</th><th>how</th></tr></thead>\n<tbody>\n");
            for change in &self.changes {
                let _ = writeln!(
                    body,
                    "<tr><td>{}</td><td>{}</td><td>{}</td></tr>",
                    escaped(&change.place()),
                    change.what.word(),
                    escaped(&change.how())
                );
            }
            body.push_str("</tbody></table></div>\n");
        }
        for change in &self.changes {
            if let What::Expression(old, new) = &change.what {
                let _ = write!(body, "<h3>Expression of {}</h3>\n<pre>", escaped(&change.place()));
                for line in line_diff(old.as_deref().unwrap_or(""), new.as_deref().unwrap_or("")) {
                    let (class, sign, text) = match &line {
                        Line::Same(text) => ("", ' ', text),
                        Line::Gone(text) => (" class=\"gone\"", '-', text),
                        Line::New(text) => (" class=\"new\"", '+', text),
                    };
                    let _ = writeln!(body, "<span{class}>{sign} {}</span>", escaped(text));
                }
                body.push_str("</pre>\n");
            }
        }
        let curves = self.changes.iter().filter_map(|change| match &change.what {
            What::Value(value) if value.curves.len() > 1 => Some((change, value)),
            _ => None,
        });
        let all = curves.clone().count();
        for (change, found) in curves.take(DRAWN) {
            let _ = writeln!(
                body,
                "<h3>{}</h3>\n<p class=\"soft\">{}</p>",
                escaped(&change.place()),
                escaped(&change.how())
            );
            body.push_str(&curve(change, found));
        }
        if all > DRAWN {
            let _ = writeln!(body, "<p class=\"soft\">{} more curves differ.</p>", all - DRAWN);
        }
        Ok(page(&format!("{before} → {after}"), "", &body))
    }

    /// The comparison in one line.
    #[must_use]
    pub fn summary(&self) -> String {
        let count = |word: &str| self.changes.iter().filter(|change| change.what.word() == word).count();
        let mut parts = Vec::new();
        for word in ["added", "removed", "renamed", "setting", "expression", "keys", "value"] {
            match count(word) {
                0 => {}
                n => parts.push(format!("{n} {word}")),
            }
        }
        let mut text = if parts.is_empty() { "no changes".to_owned() } else { parts.join(", ") };
        let _ = write!(text, "; {} animated properties compared", self.compared);
        if !self.frames.is_empty() {
            let differ = self.frames.iter().filter(|frame| frame.pixels > 0).count();
            let _ = write!(text, "; {differ} of {} frames differ", self.frames.len());
        }
        text
    }

    fn frames_html(
        &self,
        body: &mut String,
        projects: [&Project; 2],
        options: &DiffOptions,
    ) -> Result<(), Error> {
        let Some(scale) = options.pixels.filter(|_| !self.frames.is_empty()) else { return Ok(()) };
        body.push_str("<h2>Frames</h2>\n");
        let curves = [Curve {
            name: "mean difference, levels of 255".to_owned(),
            colour: COLOURS.first().copied().unwrap_or("#888"),
            dashed: false,
            points: self.frames.iter().map(|frame| (frame.time, frame.mean)).collect(),
        }];
        let mut worst: Vec<_> = self.frames.iter().filter(|frame| frame.pixels > 0).collect();
        if worst.is_empty() {
            body.push_str("<p class=\"good\">All frames are the same, to the bit.</p>\n");
            return Ok(());
        }
        body.push_str(&graph(&curves, "Difference of the pictures over time, in levels of 255", None));
        worst.sort_by(|a, b| b.mean.total_cmp(&a.mean));
        // Neighbours look alike: the worst first, then those away from it.
        #[expect(clippy::cast_precision_loss, reason = "frames fit")]
        let away = self.frames.len() as f64 / (2 * SHOWN) as f64;
        let mut shown: Vec<&super::FrameDifference> = Vec::new();
        for frame in worst {
            if shown.len() < SHOWN && shown.iter().all(|other| (other.frame - frame.frame).abs() >= away) {
                shown.push(frame);
            }
        }
        shown.sort_by(|a, b| a.frame.total_cmp(&b.frame));
        let [before, after] = projects;
        for frame in shown {
            let (a, _) = before.picture(frame.time, &pixels::draw(options, scale, 0))?;
            let (b, _) = after.picture(frame.time, &pixels::draw(options, scale, 1))?;
            let number = short(frame.frame);
            let _ = writeln!(
                body,
                "<h3>Frame {number} <span class=\"soft\">({} s): mean {}, worst {} of 255, {} pixels</span></h3>\n<div class=\"row\">",
                short(frame.time),
                short(frame.mean),
                short(frame.worst),
                frame.pixels
            );
            let apart = difference_picture(&a, &b);
            for (picture, words) in [(&a, "before"), (&b, "after"), (&apart, "difference, in red")] {
                let alt = format!("frame {number}, {words}");
                let _ = writeln!(
                    body,
                    "<figure>{}<figcaption>{words}</figcaption></figure>",
                    image(picture, &alt)
                );
            }
            body.push_str("</div>\n");
        }
        Ok(())
    }
}

impl Change {
    /// Where it is, in words: the composition, and the property or layer in it.
    #[must_use]
    pub fn place(&self) -> String {
        match (&self.property, &self.layer) {
            // Some files do not name their composition.
            (Some(inside), _) | (None, Some(inside)) if self.composition.is_empty() => inside.clone(),
            (Some(inside), _) | (None, Some(inside)) => format!("{} > {inside}", self.composition),
            (None, None) => self.composition.clone(),
        }
    }

    /// What changed, in words.
    #[must_use]
    pub fn how(&self) -> String {
        match &self.what {
            What::Added | What::Removed => String::new(),
            What::Renamed(old) => format!("was \"{old}\""),
            What::Setting(name, old, new) => format!("{name}: {old} → {new}"),
            What::Expression(None, Some(_)) => "there is one now".to_owned(),
            What::Expression(Some(_), None) => "there is none any more".to_owned(),
            What::Expression(..) => "another text".to_owned(),
            What::Keys { before, after, changed } => {
                format!("{before} → {after} keys, {changed} new, gone or different")
            }
            What::Value(found) => told(found),
        }
    }
}

fn told(found: &ValueChange) -> String {
    let [a, b] = &found.values;
    let by = match found.worst {
        Some(worst) => format!("by up to {}{}", short_or_small(worst), unit_word(found.unit)),
        None => "another value".to_owned(),
    };
    if found.of == 1 {
        return format!("{by}: {} → {}", value(a), value(b));
    }
    format!(
        "{by} at frame {} ({} → {}); first at frame {}, {} of {} frames",
        short(found.worst_frame),
        value(a),
        value(b),
        short(found.first_frame),
        found.frames,
        found.of
    )
}

/// A difference is never shown as nothing.
fn short_or_small(number: f64) -> String {
    if number > 0.0 && number < 5e-4 { format!("{number:.1e}") } else { short(number) }
}

fn curve(change: &Change, found: &ValueChange) -> String {
    let dimensions =
        found.curves.iter().flat_map(|(_, v)| v).map(|v| v.components().len()).max().unwrap_or(0);
    let mut curves = Vec::new();
    for dimension in 0..dimensions.min(COLOURS.len()) {
        for (which, dashed) in [(0, true), (1, false)] {
            let points: Vec<(f64, f64)> = found
                .curves
                .iter()
                .filter_map(|(time, values)| {
                    let value: &Value = values.get(which)?;
                    Some((*time, *value.components().get(dimension)?))
                })
                .collect();
            let name = if dimensions > 1 { format!(" [{dimension}]") } else { String::new() };
            curves.push(Curve {
                name: format!("{}{name}", if dashed { "before" } else { "after" }),
                colour: COLOURS.get(dimension).copied().unwrap_or("#888"),
                dashed,
                points,
            });
        }
    }
    let worst = found.curves.iter().map(|(time, [a, b])| {
        let apart = a.components().iter().zip(b.components()).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        (*time, apart)
    });
    let mark = worst.max_by(|a, b| a.1.total_cmp(&b.1)).map(|(time, _)| time);
    let label = format!("{} before and after, over time", change.place());
    graph(&curves, &label, mark.map(|time| (time, "worst")))
}
