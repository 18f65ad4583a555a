//! The motion path: where a point goes, with a dot per frame.

use super::draw::{Canvas, Panel, PlotLook, span, thinned};
use super::label::Anchor;
use super::{Plot, Role};
use inbetween_timeline::scene::Scene;
use inbetween_timeline::scene::kurbo::{BezPath, Circle, Rect, Shape};

/// Room around the path.
const MARGIN: f64 = 56.0;

impl Plot {
    /// The motion paths of the properties that have two dimensions or more, in the composition's proportions: the path
    /// before the expression dashed, a dot for every frame, larger ones for keys.
    #[must_use]
    pub fn motion_path(&self, look: &PlotLook) -> Scene {
        let mut canvas = Canvas::new(look, &self.fonts);
        let points = || {
            self.curves
                .iter()
                .flat_map(|curve| curve.runs.iter().flatten())
                .filter_map(|(_, value)| value.first().zip(value.get(1)))
        };
        let x = span(points().map(|(x, _)| *x));
        let y = span(points().map(|(_, y)| *y));
        let room = [(look.width - 2.0 * MARGIN).max(1.0), (look.height - 2.0 * MARGIN).max(1.0)];
        let scale = (room[0] / (x[1] - x[0])).min(room[1] / (y[1] - y[0]));
        let half = [room[0] / scale / 2.0, room[1] / scale / 2.0];
        let centre = [f64::midpoint(x[0], x[1]), f64::midpoint(y[0], y[1])];
        // Down is positive, as in the composition.
        let panel = Panel {
            rect: Rect::new(MARGIN, MARGIN, look.width - MARGIN, look.height - MARGIN),
            x: [centre[0] - half[0], centre[0] + half[0]],
            y: [centre[1] + half[1], centre[1] - half[1]],
        };
        canvas.stroke(panel.rect.to_path(0.1), 1.0, &[], canvas.palette.grid, 1.0);
        let corners = [panel.at(0.0, 0.0), panel.at(self.size[0], self.size[1])];
        let frame = Rect::from_points(corners[0], corners[1]).intersect(panel.rect);
        if frame.width() > 0.0 && frame.height() > 0.0 {
            canvas.stroke(frame.to_path(0.1), 1.0, &[6.0, 4.0], canvas.palette.axis, 1.0);
        }
        let names = self.names(canvas.palette);
        for curve in &self.curves {
            if curve.dimensions() < 2 {
                continue;
            }
            let color = names
                .iter()
                .find(|(name, _, _)| *name == curve.name(0))
                .map_or(canvas.palette.text, |(_, _, color)| *color);
            let mut line = BezPath::new();
            for run in &curve.runs {
                let places: Vec<(f64, f64)> = run
                    .iter()
                    .filter_map(|(_, value)| value.first().zip(value.get(1)))
                    .map(|(x, y)| panel.at(*x, *y))
                    .collect();
                for (index, place) in thinned(&places, 0.1).into_iter().enumerate() {
                    if index == 0 { line.move_to(place) } else { line.line_to(place) }
                }
            }
            if curve.role == Role::Before {
                canvas.stroke(line, 1.2, &[5.0, 4.0], color, 0.6);
                continue;
            }
            canvas.stroke(line, 1.5, &[], color, 0.7);
            let fps = self.frame_rate.fps();
            let mut dots = BezPath::new();
            for (time, value) in curve.runs.iter().flatten() {
                let frame = time * fps;
                let (Some(x), Some(y)) = (value.first(), value.get(1)) else { continue };
                if (frame - frame.round()).abs() < 1e-6 {
                    dots.extend(Circle::new(panel.at(*x, *y), 2.2).to_path(0.1));
                }
            }
            canvas.fill(dots, color);
        }
        let mut keys = BezPath::new();
        for key in &self.keys {
            if let (Some(x), Some(y)) = (key.value.first(), key.value.get(1)) {
                let (x, y) = panel.at(*x, *y);
                keys.extend(Rect::new(x - 3.5, y - 3.5, x + 3.5, y + 3.5).to_path(0.1));
            }
        }
        canvas.stroke(keys, 1.5, &[], canvas.palette.key, 1.0);
        let mut at = MARGIN;
        for (place, curve) in self.curves.iter().enumerate().filter(|(_, c)| c.role != Role::Before) {
            if self
                .curves
                .iter()
                .take(place)
                .any(|other| other.property == curve.property && other.role == curve.role)
            {
                continue;
            }
            let text = curve.name(0).replace(" x", "");
            at += canvas.text(&text, [at, MARGIN - 12.0], Anchor::Start, canvas.palette.text) + 20.0;
        }
        Scene { width: look.width, height: look.height, nodes: canvas.nodes }
    }
}
