//! A drawing cut into layers.

use super::shapes::Maker;
use super::{Artwork, ArtworkError, ArtworkLayer, Mark, SizeRule, names};
use inbetween_types::{Diagnostic, Location, Severity};
use kurbo::{Affine, Rect};
use std::collections::BTreeMap;
use usvg::roxmltree;

/// Most bytes of a drawing.
const MOST_BYTES: usize = 8 << 20;
/// What of a pixel an edge may stand out before the layer grows by a whole one.
const HAIR: f64 = 0.01;

/// Shows everything with an outline, so that a mark may be hidden in the drawing.
const ALL_VISIBLE: &str = "*{display:inline!important;visibility:visible!important;filter:none!important;\
    clip-path:none!important;mask:none!important}\
    path,rect,circle,ellipse,line,polyline,polygon{fill:#000!important;stroke:#000!important;stroke-width:1!important;\
    marker:none!important}";

fn options(style: Option<&str>) -> usvg::Options<'static> {
    let mut options = usvg::Options::default();
    options.image_href_resolver.resolve_string = Box::new(|_, _| None);
    options.image_href_resolver.resolve_data = Box::new(|_, _, _| None);
    options.style_sheet = style.map(str::to_owned);
    options
}

fn parse(text: &str) -> Result<roxmltree::Document<'_>, ArtworkError> {
    let options = roxmltree::ParsingOptions { allow_dtd: true, ..roxmltree::ParsingOptions::default() };
    roxmltree::Document::parse_with_options(text, options).map_err(|e| ArtworkError::Svg(e.to_string()))
}

pub(super) fn read(svg: &[u8], rule: SizeRule) -> Result<Artwork, ArtworkError> {
    if svg.len() > MOST_BYTES {
        return Err(ArtworkError::TooMuch("more than 8 MiB".to_owned()));
    }
    if svg.starts_with(&[0x1f, 0x8b]) {
        return Err(ArtworkError::Svg("it is compressed (.svgz); unpack it with gzip first".to_owned()));
    }
    let text = std::str::from_utf8(svg).map_err(|_| ArtworkError::Svg("it is not UTF-8".to_owned()))?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let text = names::with_ids(text, &parse(text)?);
    let document = parse(&text)?;
    sound_numbers(&document)?;
    let convert = |style| {
        // In debug builds the converter asserts that its numbers are finite.
        let convert = || usvg::Tree::from_xmltree(&document, &options(style));
        match std::panic::catch_unwind(std::panic::AssertUnwindSafe(convert)) {
            Ok(converted) => converted.map_err(|e| ArtworkError::Svg(e.to_string())),
            Err(_) => Err(ArtworkError::Svg("it has numbers that are none or too large".to_owned())),
        }
    };
    let tree = convert(None)?;
    let marks = convert(Some(ALL_VISIBLE)).map(|tree| marks(tree.root())).unwrap_or_default();

    let (parent, nodes) = content(&document, &tree);
    let tops: Vec<_> = parent.children().filter(names::is_drawn).collect();
    let mut owner: BTreeMap<&str, usize> = BTreeMap::new();
    for (index, top) in tops.iter().enumerate() {
        for id in top.descendants().filter_map(|node| node.attribute("id")) {
            owner.entry(id).or_insert(index);
        }
    }
    let mut parts: Vec<Vec<usvg::Node>> = vec![Vec::new(); tops.len()];
    let mut at = None;
    let mut waiting = Vec::new();
    for node in nodes {
        let found = first_owner(node, &owner, 0);
        at = found.or(at);
        match at.and_then(|index| parts.get_mut(index)) {
            Some(part) => {
                part.append(&mut waiting);
                part.push(node.clone());
            }
            None => waiting.push(node.clone()),
        }
    }

    let mut out = Artwork {
        width: f64::from(tree.size().width()),
        height: f64::from(tree.size().height()),
        ..Artwork::default()
    };
    let mut maker = Maker::default();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for (top, part) in tops.iter().zip(parts) {
        let count = counts.entry(top.tag_name().name()).or_insert(0);
        *count += 1;
        maker.layer = names::layer_name(top, *count);
        maker.bounds = None;
        said(top, &document, &mut maker);
        let id = names::shown(top.attribute("id").unwrap_or("")).to_owned();
        // Where the layer lies is known once it has been made; then it is made again there.
        let base = part.first().map_or(Affine::IDENTITY, base_of);
        let found = maker.items(&part, base, base, 0)?;
        let Some(bounds) = maker.bounds.filter(|_| !found.is_empty()) else {
            let message = format!("nothing of \"{}\" is drawn, so it becomes no layer", maker.layer);
            let place = Location { layer: Some(maker.layer.clone()), ..Location::default() };
            maker.diagnostics.push(Diagnostic::new("artwork/empty-layer", Severity::Note, message).at(place));
            continue;
        };
        let rect = rounded(bounds);
        let (origin, size) = match rule {
            SizeRule::Artwork => ([rect[0], rect[1]], [rect[2], rect[3]]),
            SizeRule::Document => ([0.0; 2], [out.width.ceil(), out.height.ceil()]),
        };
        let shapes = maker.items(&part, Affine::translate((-origin[0], -origin[1])) * base, base, 0)?;
        let own =
            marks.iter().filter(|mark| owner.get(mark.id.as_str()).and_then(|i| tops.get(*i)) == Some(top));
        let own = own.map(|m| Mark { id: m.id.clone(), x: m.x - origin[0], y: m.y - origin[1] }).collect();
        let name = maker.layer.clone();
        out.layers.push(ArtworkLayer { name, id, rect, origin, size, shapes: shapes.into(), marks: own });
    }
    out.layers.reverse();
    out.marks = marks;
    out.diagnostics = maker.diagnostics.into_list();
    Ok(out)
}

/// The element whose children become layers, and what is drawn of them.
fn content<'a, 'd>(
    document: &'d roxmltree::Document<'d>,
    tree: &'a usvg::Tree,
) -> (roxmltree::Node<'d, 'd>, &'a [usvg::Node]) {
    let (mut parent, mut nodes) = (document.root_element(), tree.root().children());
    while let [usvg::Node::Group(group)] = nodes {
        if !is_plain(group) {
            break;
        }
        if group.id().is_empty() {
            nodes = group.children();
            continue;
        }
        let element = parent.children().find(|child| child.attribute("id") == Some(group.id()));
        let Some(element) = element.filter(names::is_wrapper) else { break };
        (parent, nodes) = (element, group.children());
    }
    (parent, nodes)
}

/// Whether a group does nothing but place what is in it.
fn is_plain(group: &usvg::Group) -> bool {
    let all =
        group.opacity().get() >= 1.0 && group.blend_mode() == usvg::BlendMode::Normal && !group.isolate();
    let whole = group.clip_path().is_none_or(|clip| {
        super::clip::cuts_nothing(clip, group, &super::matrix::affine(group.abs_transform()))
    });
    all && whole && group.mask().is_none() && group.filters().is_empty()
}

/// Which top-level element a drawn node comes from, by the first id in it that one of them holds.
fn first_owner(node: &usvg::Node, owner: &BTreeMap<&str, usize>, depth: usize) -> Option<usize> {
    if let Some(index) = owner.get(node.id()) {
        return Some(*index);
    }
    match node {
        usvg::Node::Group(group) if depth < 64 => {
            group.children().iter().find_map(|child| first_owner(child, owner, depth + 1))
        }
        _ => None,
    }
}

/// The space around a node → the drawing's pixels.
fn base_of(node: &usvg::Node) -> Affine {
    let map = super::matrix::affine(node.abs_transform());
    match node {
        usvg::Node::Group(group) => {
            let own = super::matrix::affine(group.transform());
            if own.determinant() == 0.0 { map } else { map * own.inverse() }
        }
        _ => map,
    }
}

fn rounded(bounds: Rect) -> [f64; 4] {
    let (left, top) = ((bounds.x0 + HAIR).floor(), (bounds.y0 + HAIR).floor());
    let (right, bottom) = ((bounds.x1 - HAIR).ceil(), (bounds.y1 - HAIR).ceil());
    [left, top, (right - left).max(1.0), (bottom - top).max(1.0)]
}

/// Every element with an id, in the order of the file; the first of an id counts.
fn marks(group: &usvg::Group) -> Vec<Mark> {
    fn walk(group: &usvg::Group, out: &mut Vec<Mark>, seen: &mut std::collections::BTreeSet<String>) {
        for node in group.children() {
            let id = names::shown(node.id());
            if !id.is_empty() && seen.insert(id.to_owned()) {
                let area = node.abs_bounding_box();
                let middle = |a: f32, b: f32| ((f64::from(a) + f64::from(b)) * 500.0).round() / 1000.0;
                let (x, y) = (middle(area.left(), area.right()), middle(area.top(), area.bottom()));
                out.push(Mark { id: id.to_owned(), x, y });
            }
            if let usvg::Node::Group(inner) = node {
                walk(inner, out, seen);
            }
        }
    }
    let mut out = Vec::new();
    walk(group, &mut out, &mut std::collections::BTreeSet::new());
    out
}

/// Says what the parser passes over in silence.
fn said(top: &roxmltree::Node<'_, '_>, document: &roxmltree::Document<'_>, maker: &mut Maker) {
    const KEPT_APART: [&str; 6] = ["defs", "symbol", "pattern", "clipPath", "mask", "marker"];
    for node in top.descendants().filter(roxmltree::Node::is_element) {
        let (code, what, help) = match node.tag_name().name() {
            "text" => ("artwork/text", "text", "convert it to outlines in the drawing program"),
            "image" => ("artwork/image", "an image", "trace it, or give it a layer of type \"image\""),
            "foreignObject" => ("artwork/foreign-object", "a foreign object", "draw it with shapes"),
            "animate" | "animateTransform" | "animateMotion" | "animateColor" | "set" => {
                ("artwork/animation", "an animation", "animate the layer instead")
            }
            _ => continue,
        };
        let apart = node.ancestors().any(|n| KEPT_APART.contains(&n.tag_name().name()));
        let hidden = node.ancestors().any(|n| n.attribute("display") == Some("none"));
        if apart || hidden {
            continue;
        }
        let holder = if code == "artwork/animation" { node.parent_element().unwrap_or(node) } else { node };
        let id = holder.attribute("id").unwrap_or("");
        if names::shown(id).is_empty() {
            let line = document.text_pos_at(node.range().start).row;
            maker.note(code, "", &format!("{what} (line {line})"), help);
        } else {
            maker.note(code, id, what, help);
        }
    }
}

/// Largest number a drawing may have; more is beyond what single precision tells apart.
const LARGEST: f64 = 1e7;

/// Shortest dash or gap that is drawn, in pixels; shorter ones make millions of pieces.
const SHORTEST: f64 = 1e-3;

/// Refuses numbers that no drawing has and that the converter takes forever or asserts over.
fn sound_numbers(document: &roxmltree::Document<'_>) -> Result<(), ArtworkError> {
    for node in document.descendants().filter(roxmltree::Node::is_element) {
        for attribute in node.attributes() {
            let name = attribute.name();
            if matches!(name, "id" | "href" | "class" | "label" | "style" | "fill" | "stroke") {
                continue;
            }
            let word = |c: char| !(c.is_ascii_alphanumeric() || matches!(c, '.' | '+' | '-'));
            for word in attribute.value().split(word) {
                let start = word.find(|c: char| c.is_ascii_digit() || matches!(c, '.' | '+' | '-'));
                let word = word.get(start.unwrap_or(word.len())..).unwrap_or("");
                let end =
                    word.find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | '+' | '-' | 'e' | 'E')));
                let Ok(number) = word.get(..end.unwrap_or(word.len())).unwrap_or("").parse::<f64>() else {
                    continue;
                };
                let small = name == "stroke-dasharray" && number != 0.0 && number.abs() < SHORTEST;
                if number.abs() > LARGEST || small {
                    return Err(ArtworkError::TooMuch(format!("{name}=\"{number}\"")));
                }
            }
        }
    }
    Ok(())
}
