//! The dependency graph as a picture.

use super::{Explanation, Read};
use crate::html::{escaped, short, value};
use std::collections::BTreeMap;
use std::fmt::Write;

/// A property at a time.
pub(super) struct Node<'a> {
    pub(super) explanation: &'a Explanation,
    /// Column: the longest way from the root.
    column: usize,
}

/// Properties and who reads whom.
pub(super) struct Network<'a> {
    /// The root first.
    pub(super) nodes: Vec<Node<'a>>,
    /// (reader, read).
    edges: Vec<(usize, usize)>,
    /// Nodes that were too many.
    pub(super) left_out: usize,
}

/// Most nodes drawn.
const MOST: usize = 60;

/// A box, and the gaps between boxes.
const BOX: [f64; 2] = [230.0, 44.0];
const GAP: [f64; 2] = [60.0, 14.0];

/// Letters that fit into a box.
const LETTERS: usize = 34;

impl<'a> Network<'a> {
    pub(super) fn of(root: &'a Explanation) -> Self {
        let mut network = Self { nodes: Vec::new(), edges: Vec::new(), left_out: 0 };
        let mut known = BTreeMap::new();
        // Depth is bounded by that of the explanation.
        network.add(root, &mut Vec::new(), &mut known);
        network
    }

    fn add(
        &mut self,
        one: &'a Explanation,
        way: &mut Vec<usize>,
        known: &mut BTreeMap<(String, String, u64), usize>,
    ) -> Option<usize> {
        let key = (one.composition.clone(), one.find.clone(), one.time.to_bits());
        let index = match known.get(&key) {
            Some(index) => *index,
            None if self.nodes.len() >= MOST => {
                self.left_out += 1;
                return None;
            }
            None => {
                self.nodes.push(Node { explanation: one, column: way.len() });
                known.insert(key, self.nodes.len() - 1);
                self.nodes.len() - 1
            }
        };
        // What reads itself on a way round stays where it is.
        if way.contains(&index) {
            return Some(index);
        }
        if let Some(node) = self.nodes.get_mut(index) {
            node.column = node.column.max(way.len());
        }
        way.push(index);
        for read in &one.reads {
            let Read::Property(inner) = read else { continue };
            if let Some(other) = self.add(inner, way, known)
                && other != index
                && !self.edges.contains(&(index, other))
            {
                self.edges.push((index, other));
            }
        }
        way.pop();
        Some(index)
    }

    /// The picture: readers on the left of what they read.
    pub(super) fn svg(&self) -> String {
        let mut rows: BTreeMap<usize, usize> = BTreeMap::new();
        #[expect(clippy::cast_precision_loss, reason = "nodes are few")]
        let places: Vec<[f64; 2]> = self
            .nodes
            .iter()
            .map(|node| {
                let row = rows.entry(node.column).or_default();
                let place =
                    [8.0 + node.column as f64 * (BOX[0] + GAP[0]), 8.0 + *row as f64 * (BOX[1] + GAP[1])];
                *row += 1;
                place
            })
            .collect();
        let end = |axis: usize| {
            let size = BOX.get(axis).copied().unwrap_or(0.0) + 8.0;
            places.iter().filter_map(|p| p.get(axis)).copied().fold(0.0, f64::max) + size
        };
        let (width, height) = (end(0), end(1));
        let mut out = format!(
            "<svg role=\"img\" aria-label=\"{} properties and which reads which\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" style=\"max-width:none\">\n",
            self.nodes.len()
        );
        for (from, to) in &self.edges {
            let (Some([fx, fy]), Some([tx, ty])) = (places.get(*from), places.get(*to)) else { continue };
            // A circle leads back, below the ways there.
            let (class, x0, x1, y0, y1, bow) = if *tx > *fx {
                let half = (tx - fx - BOX[0]) / 2.0;
                ("edge", fx + BOX[0], *tx, fy + BOX[1] / 2.0, ty + BOX[1] / 2.0, half)
            } else if *tx < *fx {
                let half = (tx + BOX[0] - fx) / 2.0;
                ("edge back", *fx, tx + BOX[0], fy + BOX[1] * 0.75, ty + BOX[1] * 0.75, half)
            } else {
                ("edge back", fx + BOX[0], tx + BOX[0], fy + BOX[1] * 0.75, ty + BOX[1] * 0.75, GAP[0] / 2.0)
            };
            let (near, far) = (x0 + bow, if tx == fx { x1 + bow } else { x1 - bow });
            let _ = writeln!(
                out,
                "<path class=\"{class}\" d=\"M{x0} {y0}C{near} {y0} {far} {y1} {x1} {y1}\"/><circle cx=\"{x1}\" cy=\"{y1}\" r=\"3\" fill=\"var(--soft)\"/>"
            );
        }
        let root_time = self.nodes.first().map_or(0.0, |node| node.explanation.time);
        for (index, (node, [x, y])) in self.nodes.iter().zip(&places).enumerate() {
            let one = node.explanation;
            let at = if one.time == root_time { String::new() } else { format!(" at {} s", short(one.time)) };
            let class = if index == 0 { "box root" } else { "box" };
            let _ = writeln!(
                out,
                "<g><title>{}{at}</title><rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{}\" rx=\"6\"/>\
                 <text class=\"name\" x=\"{}\" y=\"{}\">{}</text><text x=\"{}\" y=\"{}\">{}</text></g>",
                escaped(&one.find),
                BOX[0],
                BOX[1],
                x + 9.0,
                y + 18.0,
                escaped(&cut(&one.find)),
                x + 9.0,
                y + 35.0,
                escaped(&cut(&format!("= {}{at}", value(&one.after))))
            );
        }
        out.push_str("</svg>\n");
        out
    }
}

fn cut(text: &str) -> String {
    if text.chars().count() <= LETTERS {
        return text.to_owned();
    }
    // The end of an expression tells more than its middle.
    let letters: Vec<char> = text.chars().collect();
    let half = LETTERS / 2;
    letters.iter().take(half - 1).chain(&['…']).chain(letters.iter().skip(letters.len() - half)).collect()
}
