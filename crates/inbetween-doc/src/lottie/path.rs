//! Bézier outlines as Lottie writes them: `{"v": …, "i": …, "o": …, "c": …}`.

use super::reader::{number, wrong};
use crate::error::ImportError;
use crate::json::{Kind, Node};
use inbetween_types::Path;

/// A path, bare or alone in an array. `closed` counts where the path itself does not say.
pub(super) fn path(node: Node<'_>, closed: bool) -> Result<Path, ImportError> {
    let node = match node.kind() {
        Kind::Array => match node.first() {
            Some(first) => first,
            None => return Ok(Path { closed, ..Path::default() }),
        },
        _ => node,
    };
    if node.kind() != Kind::Object {
        return Err(wrong(node, "a path with v, i, o and c"));
    }
    let (mut v, mut i, mut o, mut c) = (Vec::new(), Vec::new(), Vec::new(), closed);
    for (key, value) in node.members() {
        match key {
            "v" => v = points(value)?,
            "i" => i = points(value)?,
            "o" => o = points(value)?,
            "c" => {
                c = match value.kind() {
                    Kind::True => true,
                    Kind::False => false,
                    Kind::Null => closed,
                    _ => number(value)? != 0.0,
                }
            }
            _ => {}
        }
    }
    Ok(Path::new(v, i, o, c))
}

fn points(node: Node<'_>) -> Result<Vec<[f64; 2]>, ImportError> {
    match node.kind() {
        Kind::Array => {}
        Kind::Null => return Ok(Vec::new()),
        _ => return Err(wrong(node, "an array of points")),
    }
    let mut out = Vec::with_capacity(node.len());
    for item in node.items() {
        let mut coordinates = item.items();
        let (x, y) = (coordinates.next(), coordinates.next());
        match (x.and_then(Node::number), y.and_then(Node::number)) {
            (Some(x), Some(y)) => out.push([x, y]),
            _ if item.kind() == Kind::Array => {
                let x = x.map(number).transpose()?.unwrap_or(0.0);
                let y = y.map(number).transpose()?.unwrap_or(0.0);
                out.push([x, y]);
            }
            _ => return Err(wrong(item, "a point of two numbers")),
        }
    }
    Ok(out)
}
