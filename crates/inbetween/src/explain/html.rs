//! An explanation as a page.

use super::network::Network;
use super::{Explanation, Read, Step};
use crate::html::{COLOURS, Curve, escaped, graph, page, short, value};
use crate::plot::{PlotOptions, Role};
use crate::{Error, Project};
use inbetween_expr::Item;
use std::collections::BTreeMap;
use std::fmt::Write;

const STYLE: &str = "
.taken{background:color-mix(in srgb,var(--good) 18%,transparent)}
.left{color:var(--soft);text-decoration:line-through;text-decoration-color:color-mix(in srgb,var(--soft) 60%,transparent)}
.test{border-bottom:2px solid var(--good)}.test.no{border-bottom-color:var(--bad)}
pre .n{display:inline-block;width:3ch;margin-right:1.5ch;text-align:right;color:var(--soft);user-select:none}
.big{font-size:19px;margin:8px 0}svg .box{fill:var(--panel);stroke:var(--line)}svg .root{stroke:#2f7fd1;stroke-width:2}
svg .edge{fill:none;stroke:var(--soft);stroke-width:1.2}svg .back{stroke-dasharray:4 3}
";

/// Seconds shown on each side of the time.
const AROUND: f64 = 1.0;

/// Properties told in full below the picture.
const MOST: usize = 40;

/// One HTML page of an explanation: the value before and after, the curve around that time, the source with the ways
/// that were taken marked, every call, and the dependency graph as a picture. It has no scripts and loads nothing.
///
/// # Errors
/// When the curve cannot be sampled.
pub(super) fn write(project: &Project, one: &Explanation) -> Result<String, Error> {
    let mut body = format!(
        "<h1><code>{}</code></h1>\n<p class=\"soft\">{}{}{} s, frame {}</p>\n",
        escaped(&one.find),
        escaped(&one.composition),
        if one.composition.is_empty() { "" } else { ", " },
        short(one.time),
        short(one.frame)
    );
    let space = one
        .space
        .as_ref()
        .map_or_else(String::new, |space| format!(" <span class=\"soft\">({})</span>", escaped(space)));
    let _ = writeln!(body, "<p class=\"big\"><strong>{}</strong>{space}</p>", escaped(&value(&one.after)));
    if one.expression.is_some() {
        let _ = writeln!(body, "<p>before its expression: {}</p>", escaped(&value(&one.before)));
    }
    body.push_str(&curve(project, one));
    let network = Network::of(one);
    if network.nodes.len() > 1 {
        body.push_str("<h2>What it depends on</h2>\n<div class=\"scroll\">\n");
        body.push_str(&network.svg());
        body.push_str("</div>\n");
        if network.left_out > 0 {
            let _ = writeln!(body, "<p class=\"soft\">{} more are not drawn.</p>", network.left_out);
        }
    }
    body.push_str("<h2>How it was computed</h2>\n");
    details(&mut body, one);
    let others: Vec<&Explanation> = network.nodes.iter().skip(1).map(|node| node.explanation).collect();
    if !others.is_empty() {
        body.push_str("<h2>What was read</h2>\n");
    }
    for other in others.iter().take(MOST) {
        let _ = writeln!(
            body,
            "<details><summary><code>{}</code> = {} <span class=\"soft\">at {} s</span></summary>",
            escaped(&other.find),
            escaped(&value(&other.after)),
            short(other.time)
        );
        details(&mut body, other);
        body.push_str("</details>\n");
    }
    if others.len() > MOST {
        let _ = writeln!(body, "<p class=\"soft\">{} more were read.</p>", others.len() - MOST);
    }
    Ok(page(&format!("{} at {} s", one.find, short(one.time)), STYLE, &body))
}

/// Keys, source, steps and reads of one property.
fn details(body: &mut String, one: &Explanation) {
    for key in &one.keys {
        let _ = writeln!(
            body,
            "<p>key {} at {} s: {}</p>",
            key.index,
            short(key.time),
            escaped(&value(&key.value))
        );
    }
    if let Some(error) = &one.error {
        let _ = writeln!(body, "<p class=\"bad\">failed: {}</p>", escaped(error));
    }
    let Some(text) = &one.expression else {
        if one.keys.is_empty() {
            body.push_str("<p class=\"soft\">It has neither keys nor an expression.</p>\n");
        }
        return;
    };
    body.push_str("<p class=\"soft\"><span class=\"taken\">this ran</span>, <span class=\"left\">this did not</span>; a test is underlined in green where it held, in red where not</p>\n");
    body.push_str(&source(text, &one.steps));
    if !one.steps.is_empty() {
        body.push_str("<div class=\"scroll\"><table>\n<thead><tr><th class=\"n\">line</th><th>step</th><th>gives</th></tr></thead>\n<tbody>\n");
        for step in &one.steps {
            let (line, what, gives) = match step {
                Step::Call { line, name, arguments, result, .. } => {
                    let arguments: Vec<String> = arguments.iter().map(item).collect();
                    (*line, format!("{name}({})", arguments.join(", ")), item(result))
                }
                Step::Branch { line, test, kind: "switch", value, .. } => {
                    (*line, format!("switch ({test})"), item(value))
                }
                Step::Branch { line, test, kind, value, held, .. } => {
                    let way = if *held { "yes" } else { "no" };
                    (*line, format!("{kind} ({test})"), format!("{way} ({})", item(value)))
                }
                _ => continue,
            };
            let _ = writeln!(
                body,
                "<tr><td class=\"n\">{line}</td><td><code>{}</code></td><td>{}</td></tr>",
                escaped(&what),
                escaped(&gives)
            );
        }
        body.push_str("</tbody></table></div>\n");
    }
    let mut seen = std::collections::BTreeSet::new();
    let reads: Vec<String> = one
        .reads
        .iter()
        .filter_map(|read| match read {
            Read::Property(inner) => {
                let at = if inner.time == one.time {
                    String::new()
                } else {
                    format!(" at {} s", short(inner.time))
                };
                Some(format!("<code>{}</code>{at} = {}", escaped(&inner.find), escaped(&value(&inner.after))))
            }
            _ => None,
        })
        .filter(|words| seen.insert(words.clone()))
        .collect();
    if !reads.is_empty() {
        let _ = writeln!(body, "<p>read: {}</p>", reads.join("; "));
    }
    if one.cut {
        body.push_str("<p class=\"soft\">More happened; it is cut here.</p>\n");
    }
}

/// The text with line numbers; what ran, what did not and the tests are marked.
fn source(text: &str, steps: &[Step]) -> String {
    // Spans by their bytes; a way that was taken once counts as taken.
    let mut marks: BTreeMap<(usize, std::cmp::Reverse<usize>), &str> = BTreeMap::new();
    for step in steps {
        let Step::Branch { span, held, taken, left, .. } = step else { continue };
        let mut mark = |span: &std::ops::Range<usize>, class: &'static str, strong: bool| {
            let key = (span.start, std::cmp::Reverse(span.end));
            if strong || !marks.contains_key(&key) {
                marks.insert(key, class);
            }
        };
        mark(span, if *held { "test" } else { "test no" }, true);
        if let Some(taken) = taken {
            mark(taken, "taken", true);
        }
        if let Some(left) = left {
            mark(left, "left", false);
        }
    }
    let mut out = String::from("<pre>");
    let mut open: Vec<(usize, &str)> = Vec::new();
    let mut line = 1;
    let number = |line: usize| format!("<span class=\"n\">{line}</span>");
    out.push_str(&number(line));
    let mut letters = text.trim_end().char_indices().peekable();
    while let Some((at, c)) = letters.next() {
        while open.last().is_some_and(|(end, _)| *end <= at) {
            open.pop();
            out.push_str("</span>");
        }
        for ((start, std::cmp::Reverse(end)), class) in marks.range((at, std::cmp::Reverse(usize::MAX))..) {
            if *start != at {
                break;
            }
            if *end > at {
                let _ = write!(out, "<span class=\"{class}\">");
                open.push((*end, class));
            }
        }
        if c == '\n' || (c == '\r' && letters.peek().is_none_or(|(_, next)| *next != '\n')) {
            // Numbers stand outside of marks.
            out.push_str(&"</span>".repeat(open.len()));
            line += 1;
            out.push('\n');
            out.push_str(&number(line));
            for (_, class) in &open {
                let _ = write!(out, "<span class=\"{class}\">");
            }
        } else if c != '\r' {
            out.push_str(&escaped(c.encode_utf8(&mut [0; 4])));
        }
    }
    out.push_str(&"</span>".repeat(open.len()));
    out.push_str("</pre>\n");
    out
}

/// The curve around the time.
fn curve(project: &Project, one: &Explanation) -> String {
    let options = PlotOptions {
        composition: Some(one.composition.clone()),
        from: Some((one.time - AROUND).max(0.0).min(one.time)),
        to: Some(one.time + AROUND),
        ..PlotOptions::default()
    };
    let Ok(plot) = project.plot(std::slice::from_ref(&one.find), &options, &|_, _| true) else {
        return String::new();
    };
    let mut curves = Vec::new();
    for found in &plot.curves {
        for dimension in 0..found.dimensions().min(COLOURS.len()) {
            let before = found.role == Role::Before;
            let name = if found.dimensions() > 1 { format!(" [{dimension}]") } else { String::new() };
            let points = found.runs.iter().flatten();
            let points = points.filter_map(|(time, value)| Some((*time, *value.get(dimension)?)));
            curves.push(Curve {
                name: format!("{}{name}", if before { "before the expression" } else { "value" }),
                colour: COLOURS.get(dimension).copied().unwrap_or("#888"),
                dashed: before,
                points: points.collect(),
            });
        }
    }
    let words = format!("{} s, frame {}", short(one.time), short(one.frame));
    graph(&curves, &format!("{} around {} s", one.find, short(one.time)), Some((one.time, &words)))
}

/// A value of a step for people.
pub(super) fn item(one: &Item) -> String {
    if let Some(words) = inbetween_timeline::explain::handle_words(one) {
        return words.to_owned();
    }
    match one {
        Item::Undefined => "undefined".to_owned(),
        Item::Bool(value) => value.to_string(),
        Item::Number(number) => short(*number),
        Item::Text(text) => format!("{text:?}"),
        Item::Array(items) => format!("[{}]", items.iter().map(item).collect::<Vec<_>>().join(", ")),
        Item::Record(members) | Item::Key(members) if !members.is_empty() => {
            let parts: Vec<String> =
                members.iter().map(|(name, value)| format!("{name}: {}", item(value))).collect();
            format!("{{{}}}", parts.join(", "))
        }
        Item::Path(path) => format!("a path of {} points", path.len()),
        Item::Style(document) => format!("{:?}", document.text),
        _ => "an object".to_owned(),
    }
}
