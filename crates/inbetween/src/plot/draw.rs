//! The picture of a graph: a value panel above a speed panel, two time axes, a legend.

use super::label::{Anchor, label};
use super::ticks::{number, step, ticks};
use super::{Curve, Plot, Role};
use inbetween_doc::BlendMode;
use inbetween_text::FontSet;
use inbetween_timeline::scene::kurbo::{
    BezPath, Cap, Circle, Join, PathEl, Point, Rect, Shape, Stroke as Pen,
};
use inbetween_timeline::scene::{Fill, Node, Paint, Projection, Scene, Stroke};
use inbetween_types::{Time, Vector};
use std::sync::Arc;

/// Colours of a graph.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Theme {
    /// Dark, as After Effects.
    #[default]
    Dark,
    /// For paper and bright pages.
    Light,
}

/// How a graph is drawn.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PlotLook {
    /// Width in pixels. Default 960.
    pub width: f64,
    /// Height in pixels. Default 600.
    pub height: f64,
    /// Colours.
    pub theme: Theme,
    /// Whether the value panel is drawn.
    pub value: bool,
    /// Whether the speed panel is drawn.
    pub speed: bool,
}

impl Default for PlotLook {
    fn default() -> Self {
        Self { width: 960.0, height: 600.0, theme: Theme::Dark, value: true, speed: true }
    }
}

type Rgba = [f32; 4];

/// Colours of one theme.
pub(super) struct Palette {
    pub(super) back: Rgba,
    pub(super) grid: Rgba,
    pub(super) axis: Rgba,
    pub(super) text: Rgba,
    pub(super) key: Rgba,
    curves: [Rgba; 8],
}

const fn rgb(r: u8, g: u8, b: u8) -> Rgba {
    [r as f32 / 255.0, g as f32 / 255.0, b as f32 / 255.0, 1.0]
}

const DARK: Palette = Palette {
    back: rgb(0x1f, 0x1f, 0x1f),
    grid: rgb(0x33, 0x33, 0x33),
    axis: rgb(0x70, 0x70, 0x70),
    text: rgb(0xc8, 0xc8, 0xc8),
    key: rgb(0xff, 0xd7, 0x4a),
    curves: [
        rgb(0xf0, 0x55, 0x55),
        rgb(0x5f, 0xc8, 0x5f),
        rgb(0x5f, 0x9c, 0xf5),
        rgb(0xe6, 0xb8, 0x3c),
        rgb(0xc8, 0x7d, 0xf0),
        rgb(0x4c, 0xc4, 0xc4),
        rgb(0xf0, 0x8c, 0x46),
        rgb(0xe8, 0xe8, 0xe8),
    ],
};

const LIGHT: Palette = Palette {
    back: rgb(0xff, 0xff, 0xff),
    grid: rgb(0xe4, 0xe4, 0xe4),
    axis: rgb(0x90, 0x90, 0x90),
    text: rgb(0x33, 0x33, 0x33),
    key: rgb(0xb0, 0x7c, 0x00),
    curves: [
        rgb(0xcc, 0x22, 0x22),
        rgb(0x1d, 0x8a, 0x2e),
        rgb(0x1f, 0x5f, 0xd0),
        rgb(0xa8, 0x76, 0x00),
        rgb(0x8a, 0x3a, 0xc0),
        rgb(0x0c, 0x86, 0x86),
        rgb(0xc2, 0x5a, 0x10),
        rgb(0x30, 0x30, 0x30),
    ],
};

impl Palette {
    /// The colour of a curve by its number; they come round again.
    pub(super) fn curve(&self, number: usize) -> Rgba {
        self.curves.get(number % self.curves.len()).copied().unwrap_or(self.text)
    }
}

pub(super) fn palette(theme: Theme) -> &'static Palette {
    match theme {
        Theme::Dark => &DARK,
        Theme::Light => &LIGHT,
    }
}

/// Room around the panels.
const LEFT: f64 = 72.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = 44.0;
const GAP: f64 = 28.0;
const LINE: f64 = 18.0;
const SMALL: f64 = 11.0;

/// What is drawn so far.
pub(super) struct Canvas<'a> {
    pub(super) fonts: &'a FontSet,
    pub(super) nodes: Vec<Node>,
    pub(super) palette: &'static Palette,
}

impl<'a> Canvas<'a> {
    pub(super) fn new(look: &PlotLook, fonts: &'a FontSet) -> Self {
        let mut canvas = Self { fonts, nodes: Vec::new(), palette: palette(look.theme) };
        canvas.fill(Rect::new(0.0, 0.0, look.width, look.height).to_path(0.1), canvas.palette.back);
        canvas
    }

    pub(super) fn fill(&mut self, path: BezPath, color: Rgba) {
        if path.elements().is_empty() {
            return;
        }
        let path = rounded(path);
        self.nodes.push(Node::Fill(Fill {
            transform: Projection::IDENTITY,
            path: Arc::new(path),
            even_odd: false,
            paint: Paint::Solid(color),
            opacity: 1.0,
            blend: BlendMode::Normal,
        }));
    }

    pub(super) fn stroke(&mut self, path: BezPath, width: f64, dashes: &[f64], color: Rgba, opacity: f32) {
        if path.elements().is_empty() {
            return;
        }
        let path = rounded(path);
        let pen = Pen::new(width).with_join(Join::Round).with_caps(Cap::Butt).with_dashes(0.0, dashes);
        self.nodes.push(Node::Stroke(Stroke {
            transform: Projection::IDENTITY,
            path: Arc::new(path),
            style: pen,
            paint: Paint::Solid(color),
            opacity,
            blend: BlendMode::Normal,
        }));
    }

    pub(super) fn text(&mut self, text: &str, at: [f64; 2], anchor: Anchor, color: Rgba) -> f64 {
        let (outline, width) = label(self.fonts, text, SMALL, at, anchor);
        self.fill(outline, color);
        width
    }
}

/// A path in hundredths of a pixel: nobody sees the rest, and an SVG is half as long.
fn rounded(mut path: BezPath) -> BezPath {
    let round = |p: &mut Point| *p = Point::new((p.x * 100.0).round() / 100.0, (p.y * 100.0).round() / 100.0);
    for element in path.elements_mut() {
        match element {
            PathEl::MoveTo(p) | PathEl::LineTo(p) => round(p),
            PathEl::QuadTo(a, b) => [a, b].into_iter().for_each(round),
            PathEl::CurveTo(a, b, c) => [a, b, c].into_iter().for_each(round),
            PathEl::ClosePath => {}
        }
    }
    path
}

/// A panel: where it is, and what it shows.
pub(super) struct Panel {
    pub(super) rect: Rect,
    pub(super) x: [f64; 2],
    pub(super) y: [f64; 2],
}

impl Panel {
    pub(super) fn at(&self, x: f64, y: f64) -> (f64, f64) {
        let across = (x - self.x[0]) / (self.x[1] - self.x[0]);
        let up = (y - self.y[0]) / (self.y[1] - self.y[0]);
        (self.rect.x0 + across * self.rect.width(), self.rect.y1 - up * self.rect.height())
    }

    /// Horizontal lines with their numbers.
    pub(super) fn scale(&self, canvas: &mut Canvas<'_>, count: f64) {
        let list = ticks(self.y[0], self.y[1], count);
        let size = step((self.y[1] - self.y[0]) / count);
        for value in list {
            let (_, y) = self.at(self.x[0], value);
            let mut line = BezPath::new();
            line.move_to((self.rect.x0, y));
            line.line_to((self.rect.x1, y));
            let color = if value == 0.0 { canvas.palette.axis } else { canvas.palette.grid };
            canvas.stroke(line, 1.0, &[], color, 1.0);
            canvas.text(
                &number(value, size),
                [self.rect.x0 - 6.0, y + 4.0],
                Anchor::End,
                canvas.palette.text,
            );
        }
    }
}

/// A span a little wider than the numbers in it; around a lone number one unit each way.
pub(super) fn span(values: impl Iterator<Item = f64>) -> [f64; 2] {
    let (low, high) =
        values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)));
    if low > high {
        return [0.0, 1.0];
    }
    let margin = (high - low) * 0.06;
    // Numbers that differ by rounding only are one number.
    if margin <= (low.abs() + high.abs()) * 1e-9 {
        let half = low.abs().max(1.0) * 0.5;
        return [low - half, high + half];
    }
    [low - margin, high + margin]
}

type Runs = Vec<Vec<(Time, Vector)>>;

impl Plot {
    /// The graph as a scene, in pixels: the same for SVG and PNG.
    #[must_use]
    pub fn scene(&self, look: &PlotLook) -> Scene {
        let mut canvas = Canvas::new(look, &self.fonts);
        let legend = self.legend(&mut canvas, look);
        let top = TOP + legend + 8.0;
        let bottom = look.height - BOTTOM;
        let middle = match (look.value, look.speed) {
            (true, true) => top + (bottom - top - GAP) * 0.62,
            (false, true) => top - GAP,
            _ => bottom,
        };
        let (x0, x1) = (LEFT, look.width - RIGHT);
        let x = [self.from, self.to];
        if look.value {
            let runs: Vec<Runs> = self.curves.iter().map(|curve| curve.runs.clone()).collect();
            let handles = self.keys.iter().flat_map(|key| key.left.iter().chain(&key.right)).map(|h| h[1]);
            let keys = self.keys.iter().flat_map(|key| key.value.iter().copied());
            let y = span(values(&runs).chain(keys).chain(handles));
            let panel = Panel { rect: Rect::new(x0, top, x1, middle), x, y };
            self.panel(&mut canvas, &panel, &runs, "value");
            self.marks(&mut canvas, &panel);
        }
        if look.speed {
            let runs: Vec<Runs> = self.curves.iter().map(Curve::speed).collect();
            let y = span(values(&runs).chain(Some(0.0)));
            let panel = Panel { rect: Rect::new(x0, middle + GAP, x1, bottom), x, y };
            self.panel(&mut canvas, &panel, &runs, "units / s");
        }
        self.times(&mut canvas, [x0, x1], bottom);
        Scene { width: look.width, height: look.height, nodes: canvas.nodes }
    }

    /// The grid and the curves of a panel.
    fn panel(&self, canvas: &mut Canvas<'_>, panel: &Panel, runs: &[Runs], title: &str) {
        let rect = panel.rect;
        for time in ticks(self.from, self.to, time_ticks(rect.width())) {
            let (x, _) = panel.at(time, panel.y[0]);
            let mut line = BezPath::new();
            line.move_to((x, rect.y0));
            line.line_to((x, rect.y1));
            canvas.stroke(line, 1.0, &[], canvas.palette.grid, 1.0);
        }
        panel.scale(canvas, (rect.height() / 44.0).max(2.0));
        canvas.stroke(rect.to_path(0.1), 1.0, &[], canvas.palette.axis, 1.0);
        canvas.text(title, [rect.x0 + 6.0, rect.y0 + 14.0], Anchor::Start, canvas.palette.axis);
        for (curve, runs) in self.curves.iter().zip(runs) {
            let dimensions = runs.iter().flatten().map(|(_, value)| value.len()).max().unwrap_or(0);
            for dimension in 0..dimensions {
                let mut path = BezPath::new();
                for run in runs {
                    polyline(&mut path, run, dimension, panel);
                }
                let color = self.color(canvas.palette, curve, dimension, dimensions);
                let (width, dashes, opacity) = pen(&curve.role);
                canvas.stroke(path, width, dashes, color, opacity);
            }
        }
    }

    /// Keys as squares, hold keys filled, with their handles.
    fn marks(&self, canvas: &mut Canvas<'_>, panel: &Panel) {
        let color = canvas.palette.key;
        for key in &self.keys {
            for (dimension, value) in key.value.iter().enumerate() {
                let (x, y) = panel.at(key.time, *value);
                for handle in [&key.left, &key.right].into_iter().filter_map(|list| list.get(dimension)) {
                    let end = panel.at(handle[0], handle[1]);
                    let mut line = BezPath::new();
                    line.move_to((x, y));
                    line.line_to(end);
                    canvas.stroke(line, 1.0, &[], color, 0.8);
                    canvas.fill(Circle::new(end, 2.5).to_path(0.1), color);
                }
                let square = Rect::new(x - 3.5, y - 3.5, x + 3.5, y + 3.5).to_path(0.1);
                if key.hold {
                    canvas.fill(square, color);
                } else {
                    canvas.fill(square.clone(), canvas.palette.back);
                    canvas.stroke(square, 1.5, &[], color, 1.0);
                }
            }
        }
    }

    /// Seconds and frames under the panels.
    fn times(&self, canvas: &mut Canvas<'_>, [x0, x1]: [f64; 2], bottom: f64) {
        let count = time_ticks(x1 - x0);
        let size = step((self.to - self.from) / count);
        let color = canvas.palette.text;
        let fps = self.frame_rate.fps();
        for time in ticks(self.from, self.to, count) {
            let x = x0 + (time - self.from) / (self.to - self.from) * (x1 - x0);
            canvas.text(&number(time, size), [x, bottom + 16.0], Anchor::Middle, color);
            canvas.text(
                &number(time * fps, size * fps),
                [x, bottom + 32.0],
                Anchor::Middle,
                canvas.palette.axis,
            );
        }
        canvas.text("seconds", [x0 - 16.0, bottom + 16.0], Anchor::End, color);
        canvas.text("frames", [x0 - 16.0, bottom + 32.0], Anchor::End, canvas.palette.axis);
    }

    /// Names beside a piece of their curve; the height it takes.
    fn legend(&self, canvas: &mut Canvas<'_>, look: &PlotLook) -> f64 {
        let (mut x, mut y) = (LEFT, TOP + 10.0);
        for (text, role, color) in self.names(canvas.palette) {
            let (_, wide) = label(canvas.fonts, &text, SMALL, [0.0; 2], Anchor::Start);
            if x > LEFT && x + 34.0 + wide > look.width - RIGHT {
                (x, y) = (LEFT, y + LINE);
            }
            let mut line = BezPath::new();
            line.move_to((x, y - 4.0));
            line.line_to((x + 20.0, y - 4.0));
            let (width, dashes, opacity) = pen(&role);
            canvas.stroke(line, width, dashes, color, opacity);
            canvas.text(&text, [x + 26.0, y], Anchor::Start, canvas.palette.text);
            x += 26.0 + wide + 22.0;
        }
        y - TOP
    }

    /// What the legend says: each curve's dimensions by name.
    pub(super) fn names(&self, palette: &Palette) -> Vec<(String, Role, Rgba)> {
        let mut out = Vec::new();
        for curve in &self.curves {
            let dimensions = curve.dimensions();
            for dimension in 0..dimensions {
                let color = self.color(palette, curve, dimension, dimensions);
                out.push((curve.name(dimension), curve.role.clone(), color));
            }
        }
        out
    }

    /// AE's red, green and blue for the dimensions of a lone property, else one colour per curve.
    fn color(&self, palette: &Palette, curve: &Curve, dimension: usize, dimensions: usize) -> Rgba {
        let many = self.curves.iter().any(|other| other.place != curve.place)
            || self.curves.iter().any(|other| matches!(other.role, Role::Swept(_)));
        let number = if many {
            let before = self.curves.iter().take_while(|other| !std::ptr::eq(*other, curve));
            let groups = before.filter(|other| {
                other.role == Role::After || matches!(other.role, Role::Swept(_) | Role::Other(_))
            });
            groups.count() * dimensions.max(1) + dimension + 3
        } else if dimensions == 1 {
            3
        } else {
            dimension
        };
        palette.curves.get(number % palette.curves.len()).copied().unwrap_or(palette.text)
    }
}

impl Curve {
    /// The name of one dimension for legends and tables.
    #[must_use]
    pub fn name(&self, dimension: usize) -> String {
        let mut name = self.property.clone();
        if self.dimensions() > 1 {
            let letter = ["x", "y", "z"].get(dimension).filter(|_| self.dimensions() < 4);
            name.push_str(&letter.map_or_else(|| format!(" [{dimension}]"), |letter| format!(" {letter}")));
        }
        match &self.role {
            Role::After => {}
            Role::Before => name.push_str(" (before the expression)"),
            Role::Swept(value) => name = format!("{name} at {value}"),
            Role::Other(file) => name = format!("{name} in {file}"),
        }
        name
    }
}

/// Width, dashes and opacity of a curve.
fn pen(role: &Role) -> (f64, &'static [f64], f32) {
    match role {
        Role::After | Role::Swept(_) => (2.0, &[], 1.0),
        Role::Before => (1.4, &[5.0, 4.0], 0.6),
        Role::Other(_) => (1.6, &[2.0, 3.0], 1.0),
    }
}

fn time_ticks(width: f64) -> f64 {
    (width / 80.0).max(2.0)
}

fn values(runs: &[Runs]) -> impl Iterator<Item = f64> {
    runs.iter().flatten().flatten().flat_map(|(_, value)| value.iter().copied())
}

/// A piece of a curve; points that lie on the line between their neighbours to a tenth of a pixel go.
fn polyline(path: &mut BezPath, run: &[(Time, Vector)], dimension: usize, panel: &Panel) {
    let points: Vec<(f64, f64)> = run
        .iter()
        .filter_map(|(time, value)| value.get(dimension).map(|value| panel.at(*time, *value)))
        .collect();
    for (index, point) in thinned(&points, 0.1).into_iter().enumerate() {
        if index == 0 { path.move_to(point) } else { path.line_to(point) }
    }
    // A lone sample between two jumps is a dot.
    if let [(x, y)] = points.as_slice() {
        path.move_to((x - 1.0, *y));
        path.line_to((x + 1.0, *y));
    }
}

/// Douglas and Peucker's thinning, with a stack instead of recursion.
pub(super) fn thinned(points: &[(f64, f64)], tolerance: f64) -> Vec<(f64, f64)> {
    let mut keep = vec![false; points.len()];
    for at in [0, points.len().saturating_sub(1)] {
        if let Some(place) = keep.get_mut(at) {
            *place = true;
        }
    }
    let mut open = vec![(0, points.len().saturating_sub(1))];
    while let Some((first, last)) = open.pop() {
        let (Some(a), Some(b)) = (points.get(first), points.get(last)) else { continue };
        let length = ((b.0 - a.0) * (b.0 - a.0) + (b.1 - a.1) * (b.1 - a.1)).sqrt().max(1e-9);
        let away = |p: &(f64, f64)| ((b.0 - a.0) * (p.1 - a.1) - (b.1 - a.1) * (p.0 - a.0)).abs() / length;
        let inner = points.iter().enumerate().take(last).skip(first + 1);
        let farthest = inner.map(|(at, p)| (at, away(p))).max_by(|p, q| p.1.total_cmp(&q.1));
        if let Some((at, distance)) = farthest
            && distance > tolerance
        {
            if let Some(place) = keep.get_mut(at) {
                *place = true;
            }
            open.extend([(first, at), (at, last)]);
        }
    }
    points.iter().zip(keep).filter_map(|(point, keep)| keep.then_some(*point)).collect()
}
