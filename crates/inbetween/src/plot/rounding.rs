//! Rounding by splitting and averaging: the control polygon, each step, and the curve they come to.

use super::draw::{Canvas, Panel, PlotLook, span};
use super::label::Anchor;
use crate::{Error, Project};
use inbetween_text::FontSet;
use inbetween_timeline::scene::Scene;
use inbetween_timeline::scene::kurbo::{BezPath, Circle, Point, Rect, Shape};
use inbetween_timeline::{NodeRef, PropertyRef, Session};
use inbetween_types::subdivide::{MOST_STEPS, Weights, limit, subdivide};
use inbetween_types::{Path, Time, Value};
use std::fmt::Write as _;
use std::sync::Arc;

/// Room around the path.
const MARGIN: f64 = 56.0;

/// Pixels of the picture within which straight pieces are drawn as one.
const THIN: f64 = 0.5;

/// Most vertices of a step or of the limit.
const MOST_VERTICES: usize = 100_000;

/// A path and what splitting and averaging makes of it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Rounding {
    /// The expression that found the path.
    pub property: String,
    /// The weights, of sum 1.
    pub weights: Vec<f64>,
    /// The path before the first step, then after each.
    pub steps: Vec<Path>,
    /// What the steps come to.
    pub limit: Path,
    fonts: Arc<FontSet>,
}

impl Project {
    /// What splitting and averaging makes of a path property at a time (seconds): each of `steps` steps and the limit.
    /// Without weights or steps those of the Subdivide item below the path in its group count (0 steps are none), else
    /// 1-2-1 and 4.
    ///
    /// # Errors
    /// When there is no such property, it is no path, or the numbers are no weights.
    pub fn rounding(
        &self,
        property: &str,
        composition: Option<&str>,
        time: Time,
        weights: Option<&[f64]>,
        steps: Option<u32>,
    ) -> Result<Rounding, Error> {
        let found = self.property(property, composition)?;
        let session = Session::new(self.timeline().clone());
        let Value::Path(path) = session.evaluate(found, time) else {
            return Err(Error::NotAPath { expression: property.to_owned() });
        };
        let (own_weights, own_steps) = self.item_below(&session, found, time);
        let numbers = weights.map(<[f64]>::to_vec).or(own_weights).unwrap_or_else(|| vec![1.0, 2.0, 1.0]);
        let weights = Weights::new(&numbers).map_err(Error::Weights)?;
        let count = steps
            .map(f64::from)
            .or(own_steps.filter(|steps| *steps > 0.0))
            .unwrap_or(4.0)
            .clamp(0.0, MOST_STEPS)
            .ceil();
        let mut all = vec![(*path).clone()];
        let mut step = 1.0;
        while step <= count {
            let next = subdivide(&path, &weights, step, MOST_VERTICES);
            // The steps end where one would have too many vertices.
            let Ok(next) = next else { break };
            all.push(next);
            step += 1.0;
        }
        Ok(Rounding {
            property: property.to_owned(),
            weights: weights.numbers().to_vec(),
            steps: all,
            limit: limit(&path, &weights, 0.05, MOST_VERTICES),
            fonts: Arc::clone(self.timeline().fonts()),
        })
    }

    /// Weights and steps of the first Subdivide item below a path in its group.
    fn item_below(
        &self,
        session: &Session,
        path: PropertyRef,
        time: Time,
    ) -> (Option<Vec<f64>>, Option<f64>) {
        let timeline = self.timeline();
        let parent = |node: NodeRef| timeline.node(node).and_then(|node| node.parent);
        let item = parent(path.0);
        let siblings = item.and_then(parent).and_then(|group| timeline.node(group));
        let siblings = siblings.map_or(&[][..], |group| group.children());
        let below = siblings
            .iter()
            .skip_while(|node| Some(**node) != item)
            .find(|node| timeline.node(**node).is_some_and(|node| node.match_name == "inbetween Subdivide"));
        let Some(below) = below else { return (None, None) };
        let value = |name: &str| {
            let property = timeline.child_property(*below, name)?;
            Some(session.evaluate(property, time).components().to_vec())
        };
        let steps = value("inbetween Subdivide Steps").and_then(|steps| steps.first().copied());
        (value("inbetween Subdivide Weights"), steps)
    }
}

impl Rounding {
    /// The picture: the path as it is dashed with its vertices, the steps thin, the limit thick.
    #[must_use]
    pub fn scene(&self, look: &PlotLook) -> Scene {
        let mut canvas = Canvas::new(look, &self.fonts);
        let all = || self.steps.iter().map(Path::to_bez_path).map(|path| path.bounding_box());
        let x = span(all().flat_map(|rect| [rect.x0, rect.x1]));
        let y = span(all().flat_map(|rect| [rect.y0, rect.y1]));
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
        let drawn = |path: &Path| {
            let mut out = BezPath::new();
            let pieces = path.segments();
            let mut pen = Point::ZERO;
            for (index, piece) in pieces.iter().enumerate() {
                let [p0, p1, p2, p3] =
                    [piece.p0, piece.p1, piece.p2, piece.p3].map(|p| Point::from(panel.at(p.x, p.y)));
                if index == 0 {
                    out.move_to(p0);
                    pen = p0;
                }
                let straight = piece.p0 == piece.p1 && piece.p2 == piece.p3;
                // A limit may have far more vertices than the picture has pixels.
                if straight && (p3 - pen).hypot() < THIN && index + 1 < pieces.len() {
                    continue;
                }
                if straight {
                    out.line_to(p3)
                } else {
                    out.curve_to(p1, p2, p3)
                }
                pen = p3;
            }
            if path.closed {
                out.close_path();
            }
            out
        };
        let dots = |path: &Path, radius: f64| {
            let mut out = BezPath::new();
            for [x, y] in &path.points {
                out.extend(Circle::new(panel.at(*x, *y), radius).to_path(0.1));
            }
            out
        };
        let axis = canvas.palette.axis;
        for (place, path) in self.steps.iter().enumerate() {
            if place == 0 {
                canvas.stroke(drawn(path), 1.5, &[6.0, 4.0], axis, 1.0);
                canvas.fill(dots(path, 3.5), axis);
                continue;
            }
            let color = canvas.palette.curve(place - 1);
            canvas.stroke(drawn(path), 1.0, &[], color, 0.8);
            if path.len() <= 200 {
                canvas.fill(dots(path, 2.2), color);
            }
        }
        let strong = canvas.palette.key;
        canvas.stroke(drawn(&self.limit), 2.5, &[], strong, 1.0);
        let mut at = MARGIN;
        let mut word = |text: &str, color: [f32; 4]| {
            at += canvas.text(text, [at, MARGIN - 20.0], Anchor::Start, color) + 18.0;
        };
        word(&self.title(), super::draw::palette(look.theme).text);
        for place in 1..self.steps.len() {
            word(&format!("step {place}"), super::draw::palette(look.theme).curve(place - 1));
        }
        word("limit", strong);
        Scene { width: look.width, height: look.height, nodes: canvas.nodes }
    }

    /// The weights as whole numbers where they are multiples of the smallest.
    fn title(&self) -> String {
        let least = self.weights.iter().copied().filter(|w| *w > 0.0).fold(f64::INFINITY, f64::min);
        let parts: Vec<f64> = self.weights.iter().map(|w| w / least).collect();
        let whole = parts.iter().all(|n| (n - n.round()).abs() < 1e-9);
        let words = |list: &[f64]| {
            let round = |n: &f64| format!("{}", (n * 1e3).round() / 1e3);
            list.iter().map(round).collect::<Vec<_>>().join("-")
        };
        if whole { words(&parts) } else { words(&self.weights) }
    }

    /// The vertices as a table: step (`limit` for the curve), number of the vertex from 0, x, y.
    #[must_use]
    pub fn csv(&self) -> String {
        let mut out = "step,vertex,x,y\n".to_owned();
        let mut put = |step: &str, path: &Path| {
            for (index, [x, y]) in path.points.iter().enumerate() {
                let _ = writeln!(out, "{step},{index},{x},{y}");
            }
        };
        for (place, path) in self.steps.iter().enumerate() {
            put(&place.to_string(), path);
        }
        put("limit", &self.limit);
        out
    }

    /// A line for each step: vertices and length.
    #[must_use]
    pub fn summary(&self) -> String {
        let mut out = format!("{} with the weights {}\n", self.property, self.title());
        for (place, path) in self.steps.iter().enumerate() {
            let _ = writeln!(out, "step {place}: {} vertices, {:.3} px long", path.len(), path.arc_length());
        }
        let _ = writeln!(out, "limit: {:.3} px long", self.limit.arc_length());
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::OpenOptions;

    fn project(item: &str) -> Project {
        let square = r#"{"c":true,"v":[[1,1],[1,-1],[-1,-1],[-1,1]],"i":[[0,0],[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0],[0,0]]}"#;
        let text = format!(
            r#"{{"v":"5.9","fr":10,"ip":0,"op":20,"w":200,"h":200,"layers":[{{"ty":4,"nm":"s","ip":0,"op":20,"ks":{{}},"shapes":[{{"ty":"sh","nm":"p","ks":{{"a":0,"k":{square}}}}}{item}]}}]}}"#
        );
        Project::open(text.as_bytes(), &OpenOptions::default()).unwrap()
    }

    const PATH: &str = r#"layer("s").content("p").path"#;

    #[test]
    fn each_step_and_the_limit_of_the_square() {
        let plain = project("").rounding(PATH, None, 0.0, None, Some(3)).unwrap();
        assert_eq!(plain.steps.iter().map(Path::len).collect::<Vec<_>>(), [4, 8, 16, 32]);
        assert_eq!(plain.steps[1].points[0], [0.75, 0.75]);
        assert_eq!(plain.title(), "1-2-1");
        assert!(plain.csv().contains("\n1,0,0.75,0.75\n"));
        let scene = plain.scene(&PlotLook::default());
        assert!(scene.nodes.len() > 8);
        // The limit of the square's cubic B-spline: the corner at 2/3.
        assert!((plain.limit.points[0][0] - 2.0 / 3.0).abs() < 0.05);
    }

    #[test]
    fn a_limit_of_many_vertices_is_drawn_with_few() {
        let mut made = project("").rounding(PATH, None, 0.0, None, Some(1)).unwrap();
        let turn = |n: i32| std::f64::consts::TAU * f64::from(n) / 20_000.0;
        let round =
            (0..20_000).map(|n| [inbetween_types::math::cos(turn(n)), inbetween_types::math::sin(turn(n))]);
        made.limit = Path::new(round.collect(), Vec::new(), Vec::new(), true);
        let strokes = made.scene(&PlotLook::default()).nodes;
        let strokes = strokes.iter().filter_map(|node| match node {
            inbetween_timeline::scene::Node::Stroke(stroke) => Some(stroke.path.elements().len()),
            _ => None,
        });
        let most = strokes.max().unwrap();
        // The picture is 600 high: the circle is some 1500 pixels long.
        assert!((500..4_000).contains(&most), "{most}");
    }

    #[test]
    fn the_item_below_gives_weights_and_steps() {
        let item = r#",{"ty":"inbetween.subdivide","w":{"a":0,"k":[1,1,3]},"s":{"a":0,"k":1.5}}"#;
        let own = project(item).rounding(PATH, None, 0.0, None, None).unwrap();
        assert_eq!((own.title().as_str(), own.steps.len()), ("1-1-3", 3));
        let bad = project(item).rounding(PATH, None, 0.0, Some(&[1.0, -1.0]), None);
        assert!(bad.unwrap_err().to_string().contains("negative"));
        assert!(project("").rounding("layer(\"s\").opacity", None, 0.0, None, None).is_err());
    }
}
