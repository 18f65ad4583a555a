//! SVG: the scene as vectors. What SVG has no words for (effects, layer styles, feathered masks, perspective, motion
//! blur, adjustment layers) is drawn by the renderer and put in as a picture, with a note that says so.

use super::png::{Stills, png_bytes};
use super::{Drawn, Encoded, FrameEncoder, FrameSink, Targets};
use inbetween_doc::BlendMode;
use inbetween_render::Picture;
use inbetween_timeline::scene::kurbo::{Affine, BezPath, Cap, Join, PathEl};
use inbetween_timeline::scene::{
    Fill, Gradient, Group, Image, Mask, MaskMode, Matte, MatteMode, Node, Paint, Projection, Scene, Stroke,
};
use inbetween_types::{Diagnostic, Severity};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::io;
use std::sync::Arc;

pub(super) fn open(targets: Targets) -> Box<dyn FrameSink> {
    Box::new(Stills::new(targets, Arc::new(Vectors)))
}

struct Vectors;

impl FrameEncoder for Vectors {
    fn wants_pixels(&self) -> bool {
        false
    }

    fn encode(&self, frame: &Drawn<'_>, draw: &mut dyn FnMut(&Scene) -> Picture) -> io::Result<Encoded> {
        write(frame.scene, (frame.pixels.width, frame.pixels.height), frame.background, draw)
    }
}

/// A scene as an SVG document; what has no vectors is drawn by `draw`.
pub(super) fn write(
    scene: &Scene,
    (width, height): (usize, usize),
    background: Option<[f32; 4]>,
    draw: &mut dyn FnMut(&Scene) -> Picture,
) -> io::Result<Encoded> {
    let mut writer =
        Writer { scene, draw, body: String::new(), defs: String::new(), ids: 0, drawn: BTreeSet::new() };
    if let Some([r, g, b, a]) = background {
        let paint = paint_attributes("fill", [r, g, b, a], 1.0);
        let _ =
            write!(writer.body, "<rect width=\"{}\" height=\"{}\"{paint}/>", n(scene.width), n(scene.height));
        // What blends does not see the background.
        writer.body.push_str("<g style=\"isolation:isolate\">");
    }
    writer.nodes(&scene.nodes, Affine::IDENTITY)?;
    if background.is_some() {
        writer.body.push_str("</g>");
    }
    let mut out = String::new();
    let _ = write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {} {}\" \
         preserveAspectRatio=\"none\">",
        n(scene.width),
        n(scene.height)
    );
    if !writer.defs.is_empty() {
        let _ = write!(out, "<defs>{}</defs>", writer.defs);
    }
    out.push_str(&writer.body);
    out.push_str("</svg>\n");
    let diagnostics = writer
        .drawn
        .iter()
        .map(|what| {
            let message = format!("SVG has no words for {what}: drawn as a picture");
            Diagnostic::new("svg/picture", Severity::Note, message)
        })
        .collect();
    Ok(Encoded { bytes: out.into_bytes(), diagnostics })
}

/// Half the edge of the square that masks and inverted paths cover: everything.
const WIDE: f64 = 100_000.0;

struct Writer<'a> {
    scene: &'a Scene,
    draw: &'a mut dyn FnMut(&Scene) -> Picture,
    body: String,
    defs: String,
    ids: usize,
    /// What was drawn as a picture.
    drawn: BTreeSet<&'static str>,
}

impl Writer<'_> {
    fn id(&mut self) -> usize {
        self.ids += 1;
        self.ids
    }

    /// Writes nodes; `place` maps their space to the picture's.
    fn nodes(&mut self, nodes: &[Node], place: Affine) -> io::Result<()> {
        // An adjustment layer changes what is below it in its list: all of that becomes one picture.
        let adjusts = |node: &Node| matches!(node, Node::Group(group) if group.adjustment);
        let below = nodes.iter().rposition(adjusts).map_or(0, |at| at + 1);
        let (below, above) = nodes.split_at(below);
        if !below.is_empty() {
            self.picture(below, place, "adjustment layers")?;
        }
        for node in above {
            match node {
                Node::Group(group) => self.group(node, group, place)?,
                Node::Fill(fill) => match fill.transform.as_affine() {
                    Some(own) => self.fill(fill, own),
                    None => self.picture(std::slice::from_ref(node), place, "perspective")?,
                },
                Node::Stroke(stroke) => match stroke.transform.as_affine() {
                    Some(own) => self.stroke(stroke, own),
                    None => self.picture(std::slice::from_ref(node), place, "perspective")?,
                },
                Node::Image(image) => match image.transform.as_affine() {
                    Some(own) => self.image(image, own)?,
                    None => self.picture(std::slice::from_ref(node), place, "perspective")?,
                },
                Node::Mesh(_) => self.picture(std::slice::from_ref(node), place, "a mesh")?,
                Node::Samples(_) => self.picture(std::slice::from_ref(node), place, "motion blur")?,
                _ => self.picture(std::slice::from_ref(node), place, "this kind of content")?,
            }
        }
        Ok(())
    }

    /// Why a group cannot be written as vectors.
    fn obstacle(group: &Group) -> Option<&'static str> {
        let soft = |mask: &Mask| {
            mask.feather != [0.0; 2] || mask.expansion != 0.0 || mask.mode == MaskMode::Difference
        };
        if !group.effects.is_empty() {
            Some("effects")
        } else if !group.styles.is_empty() {
            Some("layer styles")
        } else if group.transform.as_affine().is_none() {
            Some("perspective")
        } else if group.masks.iter().any(soft) {
            Some("masks with feather, expansion or difference")
        } else if blend(group.blend).is_none() {
            Some("this blend mode")
        } else {
            None
        }
    }

    fn group(&mut self, node: &Node, group: &Group, place: Affine) -> io::Result<()> {
        if group.opacity <= 0.0 {
            return Ok(());
        }
        if let Some(what) = Self::obstacle(group) {
            return self.picture(std::slice::from_ref(node), place, what);
        }
        let own = group.transform.as_affine().unwrap_or(Affine::IDENTITY);
        let mut outer = blend_attribute(group.blend);
        if group.opacity < 1.0 {
            let _ = write!(outer, " opacity=\"{}\"", n(f64::from(group.opacity)));
        }
        if let Some(matte) = &group.matte {
            let id = self.matte(matte, place)?;
            let _ = write!(outer, " mask=\"url(#m{id})\"");
        }
        let mut inner = transform(own);
        if let Some([x0, y0, x1, y1]) = group.clip {
            let id = self.id();
            let _ = write!(
                self.defs,
                "<clipPath id=\"c{id}\"><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/></clipPath>",
                n(x0),
                n(y0),
                n((x1 - x0).max(0.0)),
                n((y1 - y0).max(0.0))
            );
            let _ = write!(inner, " clip-path=\"url(#c{id})\"");
        }
        if let Some(id) = self.masks(&group.masks) {
            let _ = write!(inner, " mask=\"url(#m{id})\"");
        }
        let two = !outer.is_empty() && !inner.is_empty();
        if two {
            let _ = write!(self.body, "<g{outer}><g{inner}>");
        } else {
            let _ = write!(self.body, "<g{outer}{inner}>");
        }
        self.nodes(&group.nodes, place * own)?;
        self.body.push_str(if two { "</g></g>" } else { "</g>" });
        Ok(())
    }

    /// A mask element of a group's masks, if any has a say.
    fn masks(&mut self, masks: &[Mask]) -> Option<usize> {
        let masks: Vec<&Mask> = masks.iter().filter(|mask| mask.mode != MaskMode::None).collect();
        let first = masks.first()?;
        let wide =
            |fill: &str| format!("<path d=\"M-{WIDE}-{WIDE}H{WIDE}V{WIDE}H-{WIDE}Z\" fill=\"{fill}\"/>");
        // White shows. Subtracting, intersecting and darkening start from everything.
        let starts_full = matches!(first.mode, MaskMode::Subtract | MaskMode::Intersect | MaskMode::Darken);
        let mut content = if starts_full { wide("#fff") } else { String::new() };
        for mask in masks {
            let mut d = path_data(&mask.path);
            if mask.inverted {
                d = format!("M-{WIDE}-{WIDE}H{WIDE}V{WIDE}H-{WIDE}Z{d}");
            }
            let rule = if mask.inverted { " fill-rule=\"evenodd\"" } else { "" };
            let opacity = if mask.opacity < 1.0 {
                format!(" fill-opacity=\"{}\"", n(f64::from(mask.opacity)))
            } else {
                String::new()
            };
            match mask.mode {
                MaskMode::Subtract => {
                    let _ = write!(content, "<path d=\"{d}\" fill=\"#000\"{rule}{opacity}/>");
                }
                MaskMode::Intersect | MaskMode::Darken => {
                    let id = self.id();
                    let shape = format!("<path d=\"{d}\" fill=\"#fff\"{rule}{opacity}/>");
                    let _ = write!(self.defs, "{}{shape}</mask>", mask_start(id, false));
                    content = format!("<g mask=\"url(#m{id})\">{content}</g>");
                }
                _ => {
                    let _ = write!(content, "<path d=\"{d}\" fill=\"#fff\"{rule}{opacity}/>");
                }
            }
        }
        let id = self.id();
        let _ = write!(self.defs, "{}{content}</mask>", mask_start(id, false));
        Some(id)
    }

    /// A mask element of a track matte.
    fn matte(&mut self, matte: &Matte, place: Affine) -> io::Result<usize> {
        let outer = std::mem::take(&mut self.body);
        let written = self.nodes(&matte.nodes, place);
        let content = std::mem::replace(&mut self.body, outer);
        written?;
        let alpha = matches!(matte.mode, MatteMode::Alpha | MatteMode::AlphaInverted);
        let id = self.id();
        let _ = write!(self.defs, "{}{content}</mask>", mask_start(id, alpha));
        if matches!(matte.mode, MatteMode::Alpha | MatteMode::Luma) {
            return Ok(id);
        }
        let inverted = self.id();
        let d = format!("M-{WIDE}-{WIDE}H{WIDE}V{WIDE}H-{WIDE}Z");
        let _ = write!(
            self.defs,
            "{}<path d=\"{d}\" fill=\"#fff\"/><path d=\"{d}\" mask=\"url(#m{id})\"/></mask>",
            mask_start(inverted, false)
        );
        Ok(inverted)
    }

    fn fill(&mut self, fill: &Fill, own: Affine) {
        let paint = self.paint("fill", &fill.paint, fill.opacity);
        let rule = if fill.even_odd { " fill-rule=\"evenodd\"" } else { "" };
        let _ = write!(
            self.body,
            "<path d=\"{}\"{paint}{rule}{}{}/>",
            path_data(&fill.path),
            transform(own),
            blend_attribute(fill.blend)
        );
    }

    fn stroke(&mut self, stroke: &Stroke, own: Affine) {
        let paint = self.paint("stroke", &stroke.paint, stroke.opacity);
        let style = &stroke.style;
        let mut pen = format!(" fill=\"none\" stroke-width=\"{}\"", n(style.width));
        match style.start_cap {
            Cap::Butt => {}
            Cap::Square => pen.push_str(" stroke-linecap=\"square\""),
            Cap::Round => pen.push_str(" stroke-linecap=\"round\""),
        }
        match style.join {
            Join::Bevel => pen.push_str(" stroke-linejoin=\"bevel\""),
            Join::Round => pen.push_str(" stroke-linejoin=\"round\""),
            Join::Miter => {
                let _ = write!(pen, " stroke-miterlimit=\"{}\"", n(style.miter_limit.max(1.0)));
            }
        }
        if !style.dash_pattern.is_empty() {
            let dashes: Vec<String> = style.dash_pattern.iter().map(|d| n(*d)).collect();
            let _ = write!(pen, " stroke-dasharray=\"{}\"", dashes.join(" "));
            if style.dash_offset != 0.0 {
                let _ = write!(pen, " stroke-dashoffset=\"{}\"", n(style.dash_offset));
            }
        }
        let _ = write!(
            self.body,
            "<path d=\"{}\"{paint}{pen}{}{}/>",
            path_data(&stroke.path),
            transform(own),
            blend_attribute(stroke.blend)
        );
    }

    /// An image, in a picture of its own.
    fn image(&mut self, image: &Image, own: Affine) -> io::Result<()> {
        let flat = Image { transform: Projection::IDENTITY, opacity: 1.0, ..image.clone() };
        let scene = Scene { width: image.width, height: image.height, nodes: vec![Node::Image(flat)] };
        let link = link(&(self.draw)(&scene))?;
        let mut attributes = transform(own);
        if image.opacity < 1.0 {
            let _ = write!(attributes, " opacity=\"{}\"", n(f64::from(image.opacity)));
        }
        self.embed(image.width, image.height, &attributes, &link);
        Ok(())
    }

    /// Nodes drawn by the renderer, over the whole picture.
    fn picture(&mut self, nodes: &[Node], place: Affine, what: &'static str) -> io::Result<()> {
        self.drawn.insert(what);
        let back = place.inverse();
        if !back.as_coeffs().iter().all(|c| c.is_finite()) {
            // A space without area shows nothing.
            return Ok(());
        }
        let group = Group { transform: Projection::affine(place), nodes: nodes.to_vec(), ..Group::default() };
        let (width, height) = (self.scene.width, self.scene.height);
        let scene = Scene { width, height, nodes: vec![Node::Group(Box::new(group))] };
        let link = link(&(self.draw)(&scene))?;
        let mut attributes = transform(back);
        // A blend mode of the one node looks at what is below the picture.
        if let [Node::Group(group)] = nodes {
            attributes.push_str(&blend_attribute(group.blend));
        }
        self.embed(width, height, &attributes, &link);
        Ok(())
    }

    fn embed(&mut self, width: f64, height: f64, attributes: &str, link: &str) {
        let _ = write!(
            self.body,
            "<image width=\"{}\" height=\"{}\" preserveAspectRatio=\"none\"{attributes} href=\"{link}\"/>",
            n(width),
            n(height)
        );
    }

    fn paint(&mut self, which: &str, paint: &Paint, opacity: f32) -> String {
        match paint {
            Paint::Solid(color) => paint_attributes(which, *color, opacity),
            Paint::Gradient(gradient) => {
                let id = self.id();
                self.gradient(id, gradient);
                let mut text = format!(" {which}=\"url(#g{id})\"");
                if opacity < 1.0 {
                    let _ = write!(text, " {which}-opacity=\"{}\"", n(f64::from(opacity)));
                }
                text
            }
            _ => format!(" {which}=\"none\""),
        }
    }

    fn gradient(&mut self, id: usize, gradient: &Gradient) {
        use inbetween_types::math::{cos, hypot, sin};
        let ([x0, y0], [x1, y1]) = (gradient.start, gradient.end);
        let name = if gradient.radial { "radialGradient" } else { "linearGradient" };
        let _ = write!(self.defs, "<{name} id=\"g{id}\" gradientUnits=\"userSpaceOnUse\"");
        if gradient.radial {
            let (dx, dy) = (x1 - x0, y1 - y0);
            let radius = hypot(dx, dy);
            let turn = gradient.highlight_angle.to_radians();
            let length = gradient.highlight_length.clamp(-0.99, 0.99);
            let (c, s) = (cos(turn), sin(turn));
            let focus = (x0 + (dx * c - dy * s) * length, y0 + (dx * s + dy * c) * length);
            let _ = write!(self.defs, " cx=\"{}\" cy=\"{}\" r=\"{}\"", n(x0), n(y0), n(radius));
            if length != 0.0 {
                let _ = write!(self.defs, " fx=\"{}\" fy=\"{}\"", n(focus.0), n(focus.1));
            }
        } else {
            let _ = write!(self.defs, " x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"", n(x0), n(y0), n(x1), n(y1));
        }
        self.defs.push('>');
        for &(offset, [r, g, b, a]) in &gradient.stops {
            let _ = write!(
                self.defs,
                "<stop offset=\"{}\" stop-color=\"{}\"",
                n(f64::from(offset)),
                color([r, g, b])
            );
            if a < 1.0 {
                let _ = write!(self.defs, " stop-opacity=\"{}\"", n(f64::from(a)));
            }
            self.defs.push_str("/>");
        }
        let _ = write!(self.defs, "</{name}>");
    }
}

fn mask_start(id: usize, alpha: bool) -> String {
    let kind = if alpha { " style=\"mask-type:alpha\"" } else { "" };
    let size = 2.0 * WIDE;
    format!(
        "<mask id=\"m{id}\" maskUnits=\"userSpaceOnUse\" x=\"-{WIDE}\" y=\"-{WIDE}\" width=\"{size}\" \
         height=\"{size}\"{kind}>"
    )
}

/// CSS's word for a blend mode; empty for the normal one, nothing where CSS has none.
fn blend(mode: BlendMode) -> Option<&'static str> {
    Some(match mode {
        BlendMode::Normal => "",
        BlendMode::Multiply => "multiply",
        BlendMode::Screen => "screen",
        BlendMode::Overlay => "overlay",
        BlendMode::Darken => "darken",
        BlendMode::Lighten => "lighten",
        BlendMode::ColorDodge => "color-dodge",
        BlendMode::ColorBurn => "color-burn",
        BlendMode::HardLight => "hard-light",
        BlendMode::SoftLight => "soft-light",
        BlendMode::Difference => "difference",
        BlendMode::Exclusion => "exclusion",
        BlendMode::Hue => "hue",
        BlendMode::Saturation => "saturation",
        BlendMode::Color => "color",
        BlendMode::Luminosity => "luminosity",
        BlendMode::Add => "plus-lighter",
        _ => return None,
    })
}

fn blend_attribute(mode: BlendMode) -> String {
    match blend(mode) {
        None | Some("") => String::new(),
        Some(word) => format!(" style=\"mix-blend-mode:{word}\""),
    }
}

fn color(rgb: [f32; 3]) -> String {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped")]
    let [r, g, b] = rgb.map(|c| (c.clamp(0.0, 1.0) * 255.0).round() as u8);
    format!("#{r:02x}{g:02x}{b:02x}")
}

fn paint_attributes(which: &str, [r, g, b, a]: [f32; 4], opacity: f32) -> String {
    let mut text = format!(" {which}=\"{}\"", color([r, g, b]));
    let opacity = f64::from(a * opacity).clamp(0.0, 1.0);
    if opacity < 1.0 {
        let _ = write!(text, " {which}-opacity=\"{}\"", n(opacity));
    }
    text
}

fn transform(affine: Affine) -> String {
    if affine == Affine::IDENTITY {
        return String::new();
    }
    let parts = affine.as_coeffs().map(|c| number(c, 6));
    format!(" transform=\"matrix({})\"", parts.join(" "))
}

fn path_data(path: &BezPath) -> String {
    let mut d = String::new();
    for element in path.elements() {
        let _ = match element {
            PathEl::MoveTo(p) => write!(d, "M{} {}", n(p.x), n(p.y)),
            PathEl::LineTo(p) => write!(d, "L{} {}", n(p.x), n(p.y)),
            PathEl::QuadTo(a, p) => write!(d, "Q{} {} {} {}", n(a.x), n(a.y), n(p.x), n(p.y)),
            PathEl::CurveTo(a, b, p) => {
                write!(d, "C{} {} {} {} {} {}", n(a.x), n(a.y), n(b.x), n(b.y), n(p.x), n(p.y))
            }
            PathEl::ClosePath => write!(d, "Z"),
        };
    }
    d
}

/// A number as short as it can be, with at most `decimals`; 0 for what is no number.
fn number(value: f64, decimals: usize) -> String {
    if !value.is_finite() {
        return "0".to_owned();
    }
    let text = format!("{value:.decimals$}");
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

fn n(value: f64) -> String {
    number(value, 3)
}

/// A picture as a `data:` address.
fn link(picture: &Picture) -> io::Result<String> {
    let png = png_bytes(picture.width, picture.height, &picture.to_straight_bytes())?;
    Ok(format!("data:image/png;base64,{}", inbetween_doc::base64::encode(&png)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn svg(nodes: Vec<Node>) -> (String, usize) {
        let scene = Scene { width: 20.0, height: 10.0, nodes };
        let pixels = Picture { width: 20, height: 10, ..Picture::default() };
        let frame = Drawn { scene: &scene, pixels: &pixels, background: None };
        let mut drawn = 0;
        let encoded = Vectors.encode(&frame, &mut |scene| {
            drawn += 1;
            inbetween_render::Pixmap::new(scene.width as usize, scene.height as usize).into()
        });
        (String::from_utf8(encoded.unwrap().bytes).unwrap(), drawn)
    }

    fn square() -> Node {
        let mut path = BezPath::new();
        path.move_to((1.0, 1.0));
        path.line_to((5.0, 1.0));
        path.line_to((5.0, 5.0));
        path.close_path();
        Node::Fill(Fill {
            transform: Projection::IDENTITY,
            path: Arc::new(path),
            even_odd: true,
            paint: Paint::Solid([1.0, 0.0, 0.0, 1.0]),
            opacity: 0.5,
            blend: BlendMode::Normal,
        })
    }

    #[test]
    fn a_fill_is_a_path() {
        let (text, drawn) = svg(vec![square()]);
        let path = "<path d=\"M1 1L5 1L5 5Z\" fill=\"#ff0000\" fill-opacity=\"0.5\" fill-rule=\"evenodd\"/>";
        assert!(text.contains(path), "{text}");
        assert_eq!(drawn, 0);
    }

    #[test]
    fn groups_keep_their_transform_blend_and_opacity() {
        let group = Group {
            transform: Projection::affine(Affine::translate((3.0, 4.0))),
            opacity: 0.25,
            blend: BlendMode::Multiply,
            nodes: vec![square()],
            ..Group::default()
        };
        let (text, _) = svg(vec![Node::Group(Box::new(group))]);
        let start =
            "<g style=\"mix-blend-mode:multiply\" opacity=\"0.25\"><g transform=\"matrix(1 0 0 1 3 4)\">";
        assert!(text.contains(start), "{text}");
    }

    #[test]
    fn an_adjustment_layer_makes_one_picture_of_what_is_below_it() {
        let adjustment = Group { adjustment: true, ..Group::default() };
        let (text, drawn) = svg(vec![square(), Node::Group(Box::new(adjustment)), square()]);
        assert_eq!(drawn, 1);
        assert_eq!(text.matches("<image").count(), 1);
        assert_eq!(text.matches("<path").count(), 1);
    }

    #[test]
    fn inverted_mattes_are_masks_of_masks() {
        let matte = Matte { mode: MatteMode::AlphaInverted, nodes: vec![square()] };
        let group = Group { matte: Some(matte), nodes: vec![square()], ..Group::default() };
        let (text, _) = svg(vec![Node::Group(Box::new(group))]);
        assert_eq!(text.matches("<mask").count(), 2, "{text}");
        assert!(text.contains("<g mask=\"url(#m2)\">"), "{text}");
    }
}
