//! Values: numbers, vectors, colours, gradients.

use super::{Object, Reader, num};
use crate::scene::node::{Data, Node};
use inbetween_types::ValueKind;
use serde_json::{Value as Json, json};

/// The value of a property that says nothing.
pub(in crate::scene) fn initial(kind: ValueKind, default: &[f64]) -> Json {
    let component = |i: usize| default.get(i).or(default.last()).copied().unwrap_or(0.0);
    match kind {
        ValueKind::Number => num(component(0)),
        ValueKind::Color if default.is_empty() => json!([0, 0, 0, 1]),
        ValueKind::Color => (0..4).map(|i| num(component(i))).collect(),
        ValueKind::Path => json!({"i": [], "o": [], "v": [], "c": false}),
        ValueKind::Vector(n) | ValueKind::Point(n) => {
            (0..usize::from(n)).map(|i| num(component(i))).collect()
        }
        ValueKind::List => default.iter().map(|n| num(*n)).collect(),
        _ => Json::Array(Vec::new()),
    }
}

impl Reader<'_> {
    /// A value of a kind as Lottie writes it.
    pub(super) fn value(&mut self, node: &Node, kind: ValueKind, default: &[f64]) -> Option<Json> {
        Some(match kind {
            ValueKind::Number => match node.data {
                Data::Flag(flag) => json!(u8::from(flag)),
                _ => num(self.number(node)?),
            },
            ValueKind::Color => self.color(node)?.iter().map(|n| num(*n)).collect(),
            ValueKind::Path => self.path(node)?,
            ValueKind::Gradient => self.gradient(node)?.0,
            ValueKind::Text => self.document(node)?,
            ValueKind::List => {
                let Some(list) = node.list() else {
                    self.wrong(node, "a list of numbers");
                    return None;
                };
                let mut out = Vec::with_capacity(list.len());
                for item in list {
                    out.push(num(self.number(item)?));
                }
                Json::Array(out)
            }
            ValueKind::Vector(n) | ValueKind::Point(n) => {
                let n = usize::from(n);
                let list = self.vector(node, kind, n)?;
                let fill = |i: usize| default.get(i).or(default.last()).copied().unwrap_or(0.0);
                (0..n).map(|i| num(list.get(i).copied().unwrap_or_else(|| fill(i)))).collect()
            }
            _ => return None,
        })
    }

    /// A list of numbers; a lone number stands for all dimensions of a vector.
    fn vector(&mut self, node: &Node, kind: ValueKind, n: usize) -> Option<Vec<f64>> {
        let wanted = match n {
            2 => "a list of two numbers",
            3 => "a list of three numbers",
            _ => "a list of numbers",
        };
        if let (Some(number), ValueKind::Vector(_)) = (node.number(), kind) {
            return Some(vec![number; n]);
        }
        let Some(list) = node.list() else {
            self.wrong(node, wanted);
            return None;
        };
        if list.len() > n {
            let help = (n == 2).then(|| "a layer with three_d = true has three".to_owned());
            let message = format!("expected {wanted}, found {}", list.len());
            self.fault_with("scene/wrong-kind", &node.span, message, help);
            return None;
        }
        let mut out = Vec::with_capacity(n);
        for item in list {
            out.push(self.number(item)?);
        }
        // Two numbers will do in space; one never does.
        if out.len() < n.min(2) {
            self.fault("scene/wrong-kind", &node.span, format!("expected {wanted}, found {}", out.len()));
            return None;
        }
        Some(out)
    }

    /// A colour: `#rgb`, `#rrggbb`, `#rrggbbaa`, or three or four numbers from 0 to 1.
    pub(super) fn color(&mut self, node: &Node) -> Option<[f64; 4]> {
        let found = match &node.data {
            Data::Text(text) => hex(text),
            Data::List(list) => {
                let numbers: Vec<f64> = list.iter().filter_map(Node::number).collect();
                match numbers.as_slice() {
                    [r, g, b] if list.len() == 3 => Some([*r, *g, *b, 1.0]),
                    [r, g, b, a] if list.len() == 4 => Some([*r, *g, *b, *a]),
                    _ => None,
                }
            }
            _ => None,
        };
        if found.is_none() {
            let help = "a colour is \"#rrggbb\" or [red, green, blue] from 0 to 1".to_owned();
            let message = match node.text() {
                Some(text) => format!("\"{text}\" is no colour"),
                None => format!("expected a colour, found {}", node.words()),
            };
            self.fault_with("scene/bad-color", &node.span, message, Some(help));
        }
        found
    }

    /// A gradient: rows `[place, red, green, blue]` or `[place, "#rrggbb"]` of colours, then rows
    /// `[place, opacity]`; or Lottie's flat list. With the number of colours.
    pub(super) fn gradient(&mut self, node: &Node) -> Option<(Json, Option<usize>)> {
        let Some(list) = node.list() else {
            self.wrong(node, "a list of colour stops");
            return None;
        };
        if list.first().is_none_or(|first| first.number().is_some()) {
            let mut out = Vec::with_capacity(list.len());
            for item in list {
                out.push(num(self.number(item)?));
            }
            return Some((Json::Array(out), None));
        }
        let (mut colors, mut opacities, mut count) = (Vec::new(), Vec::new(), 0);
        for row in list {
            let Some(items) = row.list() else {
                self.wrong(row, "a colour stop, [place, \"#rrggbb\"]");
                return None;
            };
            match items {
                [place, color] if color.text().is_some() => {
                    let place = self.number(place)?;
                    let [r, g, b, a] = self.color(color)?;
                    colors.extend([place, r, g, b].map(num));
                    count += 1;
                    if color.text().is_some_and(|text| matches!(text.trim().len(), 5 | 9)) {
                        opacities.extend([place, a].map(num));
                    }
                }
                [place, r, g, b] => {
                    for item in [place, r, g, b] {
                        colors.push(num(self.number(item)?));
                    }
                    count += 1;
                }
                [place, opacity] => {
                    for item in [place, opacity] {
                        opacities.push(num(self.number(item)?));
                    }
                }
                _ => {
                    self.fault("scene/wrong-kind", &row.span, "a stop has two or four entries");
                    return None;
                }
            }
        }
        colors.append(&mut opacities);
        Some((Json::Array(colors), Some(count)))
    }

    /// A text document: a text, or a table of text and style.
    pub(super) fn document(&mut self, node: &Node) -> Option<Json> {
        let mut out = Object::new();
        match &node.data {
            Data::Text(text) => {
                let mut table = crate::scene::node::Table::default();
                table.push("text", text.as_str());
                self.document_members(&table, &mut out);
            }
            Data::Table(table) => {
                self.known(table, "a text", &[super::super::tables::TEXT]);
                self.document_members(table, &mut out);
            }
            _ => {
                self.wrong(node, "a text or a table of text and style");
                return None;
            }
        }
        Some(Json::Object(out))
    }
}

/// A colour in hexadecimal digits as RGBA from 0 to 1.
pub(in crate::scene) fn hex(text: &str) -> Option<[f64; 4]> {
    let digits = text.trim().strip_prefix('#')?;
    if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let wide = match digits.len() {
        3 | 4 => 1,
        6 | 8 => 2,
        _ => return None,
    };
    let mut out = [0.0, 0.0, 0.0, 1.0];
    for (i, channel) in out.iter_mut().enumerate() {
        let Some(part) = digits.get(i * wide..(i + 1) * wide) else { break };
        let value = f64::from(u8::from_str_radix(part, 16).ok()?);
        *channel = if wide == 2 { value / 255.0 } else { value / 15.0 };
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hexadecimal_colours() {
        assert_eq!(hex("#ff8000"), Some([1.0, 128.0 / 255.0, 0.0, 1.0]));
        assert_eq!(hex("#f00"), Some([1.0, 0.0, 0.0, 1.0]));
        assert_eq!(hex("#00000080"), Some([0.0, 0.0, 0.0, 128.0 / 255.0]));
        assert_eq!(hex("ff8000"), None);
        assert_eq!(hex("#ggg"), None);
        assert_eq!(hex("#+f0"), None);
    }
}
