//! Transforms of the drawing as Lottie's.

use inbetween_types::math;
use kurbo::Affine;
use serde_json::{Value, json};

/// A number as short as it can be without being off by more than a millionth.
pub(super) fn short(value: f64) -> f64 {
    let rounded = (value * 1e6).round() / 1e6;
    // Minus zero reads badly.
    if rounded == 0.0 { 0.0 } else { rounded }
}

/// The shortest decimal that is this single: 0.1 rather than 0.10000000149.
pub(super) fn wide(value: f32) -> f64 {
    if value.fract() == 0.0 {
        return f64::from(value);
    }
    value.to_string().parse().unwrap_or_else(|_| f64::from(value))
}

pub(super) fn affine(t: usvg::Transform) -> Affine {
    Affine::new([t.sx, t.ky, t.kx, t.sy, t.tx, t.ty].map(wide))
}

/// Whether it moves and does nothing else.
pub(super) fn is_move(map: &Affine) -> bool {
    let [a, b, c, d, ..] = map.as_coeffs();
    (a - 1.0).abs() < 1e-9 && b.abs() < 1e-9 && c.abs() < 1e-9 && (d - 1.0).abs() < 1e-9
}

/// Whether it keeps angles: circles stay circles.
pub(super) fn is_similar(map: &Affine) -> bool {
    let [a, b, c, d, ..] = map.as_coeffs();
    let size = a.abs().max(b.abs()).max(c.abs()).max(d.abs());
    let same = (a - d).abs().max((b + c).abs());
    let mirrored = (a + d).abs().max((b - c).abs());
    same.min(mirrored) <= size * 1e-6
}

/// A group's `tr` item: position, rotation, scale and skew along the x axis.
pub(super) fn transform_item(map: &Affine, opacity: f64) -> Value {
    let [a, b, c, d, x, y] = map.as_coeffs();
    let angle = if a == 0.0 && b == 0.0 { math::atan2(-c, d) } else { math::atan2(b, a) };
    let (sin, cos) = (math::sin(angle), math::cos(angle));
    let (scale_x, lean, scale_y) = (math::hypot(a, b), cos * c + sin * d, cos * d - sin * c);
    let skew = if scale_y == 0.0 { 0.0 } else { math::atan(-lean / scale_y).to_degrees() };
    let fixed = |k: Value| json!({"a": 0, "k": k});
    json!({
        "ty": "tr",
        "a": fixed(json!([0, 0])),
        "p": fixed(json!([short(x), short(y)])),
        "s": fixed(json!([short(scale_x * 100.0), short(scale_y * 100.0)])),
        "r": fixed(json!(short(angle.to_degrees()))),
        "o": fixed(json!(short(opacity * 100.0))),
        "sk": fixed(json!(short(skew))),
        "sa": fixed(json!(0)),
    })
}
