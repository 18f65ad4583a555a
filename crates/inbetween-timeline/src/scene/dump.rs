//! The stable text form of a scene.

use super::{Group, Node, Paint, Projection, Scene};
use kurbo::PathEl;
use std::fmt::Write;

impl Scene {
    /// One line per node, indented by depth; numbers with at most three decimals.
    #[must_use]
    pub fn dump(&self) -> String {
        let mut out = format!("scene {} x {}\n", short(self.width), short(self.height));
        nodes(&mut out, &self.nodes, 1);
        out
    }
}

fn nodes(out: &mut String, list: &[Node], depth: usize) {
    for node in list {
        let pad = "  ".repeat(depth);
        match node {
            Node::Group(group) => group_lines(out, group, depth, &pad),
            Node::Fill(fill) => {
                let rule = if fill.even_odd { " even-odd" } else { "" };
                let _ = writeln!(
                    out,
                    "{pad}fill{rule}{}{} {}{}",
                    paint(&fill.paint),
                    rest(fill.opacity, fill.blend),
                    path(&fill.path),
                    transform(&fill.transform)
                );
            }
            Node::Stroke(stroke) => {
                let _ = writeln!(
                    out,
                    "{pad}stroke {}{}{} {}{}",
                    short(stroke.style.width),
                    paint(&stroke.paint),
                    rest(stroke.opacity, stroke.blend),
                    path(&stroke.path),
                    transform(&stroke.transform)
                );
            }
            Node::Image(image) => {
                let _ = writeln!(
                    out,
                    "{pad}image {:?} {} x {}{}",
                    image.source,
                    short(image.width),
                    short(image.height),
                    transform(&image.transform)
                );
            }
            Node::Mesh(mesh) => {
                let _ =
                    writeln!(out, "{pad}mesh {} faces, {} lights", mesh.mesh.face_count(), mesh.lamps.len());
            }
            Node::Samples(samples) => {
                for (weight, list) in samples {
                    let _ = writeln!(out, "{pad}sample {}", short(f64::from(*weight)));
                    nodes(out, list, depth + 1);
                }
            }
        }
    }
}

fn group_lines(out: &mut String, group: &Group, depth: usize, pad: &str) {
    let mut line = format!("{pad}group {:?}{}", group.name, rest(group.opacity, group.blend));
    if group.adjustment {
        line.push_str(" adjustment");
    }
    if let Some(clip) = group.clip {
        let _ = write!(line, " clip {}", clip.map(short).join(" "));
    }
    let _ = writeln!(out, "{line}{}", transform(&group.transform));
    for mask in &group.masks {
        let inverted = if mask.inverted { " inverted" } else { "" };
        let _ = writeln!(
            out,
            "{pad}  mask {:?}{inverted} opacity {} feather {} {} expansion {} {}",
            mask.mode,
            short(f64::from(mask.opacity)),
            short(mask.feather[0]),
            short(mask.feather[1]),
            short(mask.expansion),
            path(&mask.path)
        );
    }
    for (word, list) in [("effect", &group.effects), ("style", &group.styles)] {
        for call in list {
            let values: Vec<String> = call
                .values
                .iter()
                .map(|(name, numbers)| {
                    format!("{name}={}", numbers.iter().map(|n| short(*n)).collect::<Vec<_>>().join(","))
                })
                .collect();
            let _ = writeln!(out, "{pad}  {word} {} {}", call.match_name, values.join(" "));
        }
    }
    if let Some(matte) = &group.matte {
        let _ = writeln!(out, "{pad}  matte {:?}", matte.mode);
        nodes(out, &matte.nodes, depth + 2);
    }
    nodes(out, &group.nodes, depth + 1);
}

fn rest(opacity: f32, blend: inbetween_doc::BlendMode) -> String {
    let mut text = String::new();
    if opacity != 1.0 {
        let _ = write!(text, " opacity {}", short(f64::from(opacity)));
    }
    if blend != inbetween_doc::BlendMode::Normal {
        let _ = write!(text, " {blend:?}");
    }
    text
}

fn paint(paint: &Paint) -> String {
    match paint {
        Paint::Solid(color) => format!(" rgba {}", color.map(|c| short(f64::from(c))).join(" ")),
        Paint::Gradient(g) => {
            let kind = if g.radial { "radial" } else { "linear" };
            let stops: Vec<String> = g
                .stops
                .iter()
                .map(|(at, color)| {
                    format!("{}:{}", short(f64::from(*at)), color.map(|c| short(f64::from(c))).join(","))
                })
                .collect();
            let (s, e) = (g.start.map(short).join(","), g.end.map(short).join(","));
            format!(" {kind} {s}..{e} [{}]", stops.join(" "))
        }
    }
}

fn transform(projection: &Projection) -> String {
    if *projection == Projection::IDENTITY {
        return String::new();
    }
    match projection.as_affine() {
        Some(affine) => format!(" @ {}", affine.as_coeffs().map(short).join(" ")),
        None => format!(" @@ {}", projection.0.map(|row| row.map(short).join(" ")).join(" / ")),
    }
}

fn path(path: &kurbo::BezPath) -> String {
    let p = |p: &kurbo::Point| format!("{} {}", short(p.x), short(p.y));
    path.elements()
        .iter()
        .map(|element| match element {
            PathEl::MoveTo(a) => format!("M{}", p(a)),
            PathEl::LineTo(a) => format!("L{}", p(a)),
            PathEl::QuadTo(a, b) => format!("Q{} {}", p(a), p(b)),
            PathEl::CurveTo(a, b, c) => format!("C{} {} {}", p(a), p(b), p(c)),
            PathEl::ClosePath => "Z".to_owned(),
        })
        .collect()
}

fn short(number: f64) -> String {
    let text = format!("{number:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}
