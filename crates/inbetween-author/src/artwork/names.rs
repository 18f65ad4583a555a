//! Names of elements, as the programs that drew them write them.

use usvg::roxmltree::{Document, Node};

/// How ids begin that this gives to elements without one.
const GIVEN: &str = "_inbetween_";
const INKSCAPE: &str = "http://www.inkscape.org/namespaces/inkscape";
const SERIF: &str = "http://www.serif.com/";

/// Elements that are drawn.
const DRAWN: [&str; 13] = [
    "g", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "use", "image", "text", "svg",
    "a",
];

/// The id, or nothing for one that was given here.
pub(super) fn shown(id: &str) -> &str {
    if id.starts_with(GIVEN) { "" } else { id }
}

pub(super) fn is_drawn(node: &Node<'_, '_>) -> bool {
    node.is_element() && (DRAWN.contains(&node.tag_name().name()) || node.tag_name().name() == "switch")
}

/// The text with an id for each drawn element that has none.
pub(super) fn with_ids(text: &str, document: &Document<'_>) -> String {
    let mut places = Vec::new();
    for node in document.descendants().filter(is_drawn) {
        if node.attribute("id").is_some() || node.parent_element().is_none() {
            continue;
        }
        let start = node.range().start;
        let Some(rest) = text.get(start..).and_then(|rest| rest.strip_prefix('<')) else { continue };
        let name = rest.find(|c: char| c.is_whitespace() || c == '/' || c == '>').unwrap_or(rest.len());
        // Elements that come out of an entity stand in the text once.
        let known = rest.get(..name).is_some_and(|name| name.ends_with(node.tag_name().name()));
        if known {
            places.push(start + 1 + name);
        }
    }
    places.sort_unstable();
    places.dedup();
    let mut out = String::with_capacity(text.len() + places.len() * 24);
    let mut done = 0;
    for (count, place) in places.iter().enumerate() {
        out.push_str(text.get(done..*place).unwrap_or(""));
        out.push_str(&format!(" id=\"{GIVEN}{count}\""));
        done = *place;
    }
    out.push_str(text.get(done..).unwrap_or(""));
    out
}

/// The name a drawing program shows for an element, if it says one apart from the id.
fn label<'a>(node: &Node<'a, '_>) -> Option<&'a str> {
    let label = node.attribute((INKSCAPE, "label"));
    label
        .or_else(|| node.attribute("data-name"))
        .or_else(|| node.attribute((SERIF, "id")))
        .filter(|l| !l.is_empty())
}

/// The name of a layer: its label, else its id without escapes, else what it is.
pub(super) fn layer_name(node: &Node<'_, '_>, count: usize) -> String {
    if let Some(label) = label(node) {
        return label.to_owned();
    }
    let id = shown(node.attribute("id").unwrap_or(""));
    if !id.is_empty() {
        return unescaped(id);
    }
    let what = match node.tag_name().name() {
        "g" | "a" | "switch" | "svg" => "Group",
        "rect" => "Rectangle",
        "circle" => "Circle",
        "ellipse" => "Ellipse",
        "line" => "Line",
        "polygon" | "polyline" => "Polygon",
        "use" => "Symbol",
        "image" => "Image",
        "text" => "Text",
        _ => "Path",
    };
    format!("{what} {count}")
}

/// An id without Illustrator's escapes: `_x20_` is a blank, `_2_` at the end tells equal names apart.
pub(super) fn unescaped(id: &str) -> String {
    let mut out = String::with_capacity(id.len());
    let mut rest = id;
    while let Some(at) = rest.find("_x") {
        let hex = rest.get(at + 2..).and_then(|tail| tail.split_once('_'));
        let escape = hex.and_then(|(digits, tail)| {
            let sound = (2..=6).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_hexdigit());
            let code = u32::from_str_radix(digits, 16).ok().filter(|_| sound)?;
            Some((char::from_u32(code).filter(|c| !c.is_control())?, tail))
        });
        match escape {
            Some((c, tail)) => {
                out.push_str(rest.get(..at).unwrap_or(""));
                out.push(c);
                rest = tail;
            }
            None => {
                out.push_str(rest.get(..at + 2).unwrap_or(""));
                rest = rest.get(at + 2..).unwrap_or("");
            }
        }
    }
    out.push_str(rest);
    let stem = out.strip_suffix('_').and_then(|body| body.rsplit_once('_'));
    match stem {
        Some((stem, digits))
            if !stem.is_empty() && !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()) =>
        {
            stem.to_owned()
        }
        _ => out,
    }
}

/// Whether somebody named the element: programs number the ids they make up.
fn is_named(node: &Node<'_, '_>) -> bool {
    if label(node).is_some() {
        return true;
    }
    let id = shown(node.attribute("id").unwrap_or(""));
    let stem = id.trim_end_matches(|c: char| c.is_ascii_digit() || c == '-' || c == '_');
    !stem.is_empty() && !DRAWN.contains(&stem)
}

/// Whether a group that is alone is looked through: it holds groups, or several shapes somebody named.
pub(super) fn is_wrapper(node: &Node<'_, '_>) -> bool {
    if !matches!(node.tag_name().name(), "g" | "a") {
        return false;
    }
    let inner: Vec<_> = node.children().filter(is_drawn).collect();
    let groups = inner.iter().any(|child| child.tag_name().name() == "g");
    groups || (inner.len() > 1 && inner.iter().any(is_named))
}
