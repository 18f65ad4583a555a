//! Pages that open offline: one file, no scripts, no outside resources, light and dark.

use crate::Picture;
use std::fmt::Write;

/// Colours of curves, readable on light and dark ground.
pub(crate) const COLOURS: [&str; 6] = ["#2f7fd1", "#d9622b", "#2c9a62", "#a355c9", "#b38600", "#c9436b"];

const STYLE: &str = "
:root{color-scheme:light dark;--fg:#1c2430;--bg:#fff;--soft:#5b6675;--line:#d8dee6;--panel:#f5f7fa;--bad:#b3261e;--good:#1b7a3e}
@media(prefers-color-scheme:dark){:root{--fg:#e4e8ee;--bg:#14181f;--soft:#9aa6b5;--line:#333c48;--panel:#1c222b;--bad:#ff8a80;--good:#7fd99a}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:1100px;padding:24px 20px 60px;font:15px/1.5 system-ui,sans-serif;color:var(--fg);background:var(--bg)}
h1{font-size:22px;margin:0 0 4px}h2{font-size:17px;margin:32px 0 8px}h3{font-size:15px;margin:20px 0 6px}
p{margin:4px 0 10px}.soft{color:var(--soft)}.bad{color:var(--bad)}.good{color:var(--good)}
code,pre{font:13px/1.5 ui-monospace,Consolas,monospace}
pre{background:var(--panel);border:1px solid var(--line);border-radius:6px;padding:10px 12px;overflow-x:auto;margin:6px 0}
table{border-collapse:collapse;width:100%;font-size:14px}th,td{text-align:left;padding:5px 10px 5px 0;border-bottom:1px solid var(--line);vertical-align:top}
th{color:var(--soft);font-weight:600}td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}
.scroll{overflow-x:auto}figure{margin:0}figcaption{color:var(--soft);font-size:13px}
.row{display:grid;grid-template-columns:repeat(3,1fr);gap:12px}@media(max-width:640px){.row{grid-template-columns:1fr}}
img{max-width:100%;height:auto;border:1px solid var(--line);border-radius:4px;background:repeating-conic-gradient(#eee 0 25%,#fff 0 50%) 0 0/16px 16px}
svg{max-width:100%;height:auto;display:block}svg text{font:12px system-ui,sans-serif;fill:var(--soft)}svg .name{fill:var(--fg)}
.gone{color:var(--bad)}.new{color:var(--good)}details{border:1px solid var(--line);border-radius:6px;padding:6px 12px;margin:8px 0}summary{cursor:pointer}
";

/// Text inside HTML and attributes.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\0' => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// A whole page.
pub(crate) fn page(title: &str, extra_style: &str, body: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>{}</title>\n\
         <style>{STYLE}{extra_style}</style>\n</head>\n<body>\n<main>\n{body}</main>\n</body>\n</html>\n",
        escaped(title)
    )
}

/// A picture as an `img`, its bytes inside.
pub(crate) fn image(picture: &Picture, alt: &str) -> String {
    let png = crate::output::png_of_picture(picture).unwrap_or_default();
    format!(
        "<img width=\"{}\" height=\"{}\" alt=\"{}\" src=\"data:image/png;base64,{}\">",
        picture.width,
        picture.height,
        escaped(alt),
        inbetween_doc::base64::encode(&png)
    )
}

/// A line of a graph.
pub(crate) struct Curve {
    pub(crate) name: String,
    pub(crate) colour: &'static str,
    pub(crate) dashed: bool,
    pub(crate) points: Vec<(f64, f64)>,
}

/// Size of a graph in pixels, and the margin on the left and below.
const SIZE: [f64; 2] = [760.0, 220.0];
const MARGIN: [f64; 2] = [64.0, 24.0];

/// A graph over time as an `svg` with its legend; a mark at a time.
pub(crate) fn graph(curves: &[Curve], label: &str, mark: Option<(f64, &str)>) -> String {
    let points =
        || curves.iter().flat_map(|curve| &curve.points).filter(|p| p.0.is_finite() && p.1.is_finite());
    let fold =
        |f: fn(f64, f64) -> f64, start: f64, pick: fn(&(f64, f64)) -> f64| points().map(pick).fold(start, f);
    let (from, to) = (fold(f64::min, f64::INFINITY, |p| p.0), fold(f64::max, f64::NEG_INFINITY, |p| p.0));
    let (low, high) = (fold(f64::min, f64::INFINITY, |p| p.1), fold(f64::max, f64::NEG_INFINITY, |p| p.1));
    if !(from < to && low <= high) {
        return String::new();
    }
    // A flat line lies in the middle of something.
    let room = ((high - low) * 0.05).max(high.abs().max(low.abs()).max(1.0) * 1e-3);
    let (low, high) = (low - room, high + room);
    let x = |t: f64| MARGIN[0] + (t - from) / (to - from) * (SIZE[0] - MARGIN[0] - 8.0);
    let y = |v: f64| 8.0 + (high - v) / (high - low) * (SIZE[1] - MARGIN[1] - 8.0);
    let mut out = format!(
        "<svg role=\"img\" aria-label=\"{}\" viewBox=\"0 0 {} {}\" width=\"{}\" height=\"{}\">\n",
        escaped(label),
        SIZE[0],
        SIZE[1],
        SIZE[0],
        SIZE[1]
    );
    for part in [0.0, 0.5, 1.0] {
        let value = high - room - (high - low - 2.0 * room) * part;
        let _ = writeln!(
            out,
            "<line x1=\"{}\" x2=\"{}\" y1=\"{:.1}\" y2=\"{:.1}\" stroke=\"var(--line)\"/><text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            MARGIN[0],
            SIZE[0] - 8.0,
            y(value),
            y(value),
            MARGIN[0] - 6.0,
            y(value) + 4.0,
            short(value)
        );
    }
    for (t, anchor) in [(from, "start"), (to, "end")] {
        let _ = writeln!(
            out,
            "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"{anchor}\">{} s</text>",
            x(t),
            SIZE[1] - 6.0,
            short(t)
        );
    }
    if let Some((time, words)) = mark {
        let anchor = if x(time) > SIZE[0] * 0.7 { "end" } else { "start" };
        let shift = if anchor == "end" { -5.0 } else { 5.0 };
        let _ = writeln!(
            out,
            "<line x1=\"{0:.1}\" x2=\"{0:.1}\" y1=\"4\" y2=\"{1}\" stroke=\"var(--bad)\" stroke-dasharray=\"2 3\"/>\
             <text class=\"name\" x=\"{2:.1}\" y=\"14\" text-anchor=\"{anchor}\">{3}</text>",
            x(time),
            SIZE[1] - MARGIN[1],
            x(time) + shift,
            escaped(words)
        );
    }
    for curve in curves {
        let points: Vec<String> = curve
            .points
            .iter()
            .filter(|p| p.0.is_finite() && p.1.is_finite())
            .map(|(t, v)| format!("{:.1},{:.1}", x(*t), y(*v)))
            .collect();
        let dash = if curve.dashed { " stroke-dasharray=\"5 4\"" } else { "" };
        let _ = writeln!(
            out,
            "<polyline fill=\"none\" stroke=\"{}\" stroke-width=\"1.8\"{dash} points=\"{}\"/>",
            curve.colour,
            points.join(" ")
        );
    }
    out.push_str("</svg>\n<p class=\"soft\">");
    for (index, curve) in curves.iter().enumerate() {
        let _ = write!(
            out,
            "{}<span aria-hidden=\"true\" style=\"color:{}\">{}</span> {}",
            if index > 0 { " &nbsp; " } else { "" },
            curve.colour,
            if curve.dashed { "╌╌" } else { "━━" },
            escaped(&curve.name)
        );
    }
    out.push_str("</p>\n");
    out
}

/// A number with at most four decimals, for people.
pub(crate) fn short(number: f64) -> String {
    let text = format!("{number:.4}");
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// A value for people.
pub(crate) fn value(value: &inbetween_types::Value) -> String {
    use inbetween_types::Value;
    match value {
        Value::Number(number) => short(*number),
        Value::Vector(list) => format!("[{}]", list.iter().map(|n| short(*n)).collect::<Vec<_>>().join(", ")),
        Value::Text(document) => format!("{:?}", document.text),
        Value::Path(path) => format!("a path of {} points", path.len()),
        _ => "a value".to_owned(),
    }
}
