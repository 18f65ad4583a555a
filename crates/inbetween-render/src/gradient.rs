//! Gradients.

use crate::pixel::Pixel;
use crate::surface::Shader;
use inbetween_timeline::scene::{Gradient, Projection};
use inbetween_types::math;
use std::marker::PhantomData;
use std::sync::Arc;

/// Colours along a gradient: a table, or the stops themselves where exactness is asked for.
#[derive(Debug)]
pub(crate) struct Ramp<P> {
    table: Vec<P>,
    opaque: bool,
}

impl<P> Default for Ramp<P> {
    fn default() -> Self {
        Self { table: Vec::new(), opaque: false }
    }
}

/// Tables that are kept, for gradients that do not change; found by the gradient's address, which is held.
#[derive(Debug, Default)]
pub(crate) struct Ramps<P> {
    /// The one used last comes last.
    entries: Vec<(Arc<Gradient>, usize, Ramp<P>)>,
    none: Ramp<P>,
}

/// Most tables that are kept.
const MOST_RAMPS: usize = 24;

impl<P: Pixel> Ramps<P> {
    /// The table of a gradient with `count` colours.
    pub(crate) fn get(&mut self, gradient: &Arc<Gradient>, count: usize) -> &Ramp<P> {
        let entries = &mut self.entries;
        let found = entries.iter().position(|(held, size, _)| *size == count && Arc::ptr_eq(held, gradient));
        if let Some(at) = found {
            if let Some(used) = entries.get_mut(at..) {
                used.rotate_left(1);
            }
        } else {
            let mut ramp = if entries.len() >= MOST_RAMPS { entries.remove(0).2 } else { Ramp::default() };
            ramp.build(gradient, count);
            entries.push((Arc::clone(gradient), count, ramp));
        }
        entries.last().map_or(&self.none, |(_, _, ramp)| ramp)
    }

    /// No table, for exact gradients.
    pub(crate) fn none(&self) -> &Ramp<P> {
        &self.none
    }
}

impl<P: Pixel> Ramp<P> {
    /// Fills the table with `count` colours.
    pub(crate) fn build(&mut self, gradient: &Gradient, count: usize) {
        self.table.clear();
        self.opaque = !gradient.stops.is_empty() && gradient.stops.iter().all(|(_, [.., a])| *a >= 1.0);
        let last = (count.max(2) - 1) as f32;
        let mut stops = gradient.stops.as_slice();
        let Some(&(_, mut color)) = stops.first() else {
            self.table.resize(count, P::default());
            return;
        };
        let mut from = f32::NEG_INFINITY;
        for i in 0..count {
            let t = i as f32 / last;
            while let Some((&(offset, next), rest)) = stops.split_first() {
                if offset > t {
                    break;
                }
                (from, color, stops) = (offset, next, rest);
            }
            self.table.push(P::from_premultiplied(premultiply(between(from, color, stops, t))));
        }
    }
}

/// The straight colour at `t` after the stop (`from`, `color`) and before the first of `stops`.
fn between(from: f32, color: [f32; 4], stops: &[(f32, [f32; 4])], t: f32) -> [f32; 4] {
    let Some(&(to, next)) = stops.first() else { return color };
    let share = (t - from) / (to - from);
    if !(share > 0.0 && share <= 1.0) {
        return color;
    }
    let mut out = color;
    for (a, b) in out.iter_mut().zip(next) {
        *a += (b - *a) * share;
    }
    out
}

pub(crate) fn premultiply([r, g, b, a]: [f32; 4]) -> [f32; 4] {
    let a = if a.is_nan() { 0.0 } else { a.clamp(0.0, 1.0) };
    [r, g, b, 1.0].map(|c| if c.is_nan() { 0.0 } else { c.clamp(0.0, 1.0) * a })
}

/// The exact colour at `t`.
pub(crate) fn color_at(gradient: &Gradient, t: f32) -> [f32; 4] {
    let after = gradient.stops.partition_point(|&(offset, _)| offset <= t);
    let rest = gradient.stops.get(after..).unwrap_or_default();
    let before = after.checked_sub(1).and_then(|i| gradient.stops.get(i));
    let color = match (before, rest.first()) {
        (Some(&(from, color)), _) => between(from, color, rest, t),
        (None, Some(&(_, color))) => color,
        (None, None) => [0.0; 4],
    };
    premultiply(color)
}

/// How a place on the device becomes a place along the gradient.
#[derive(Clone, Copy, Debug)]
enum Form {
    Linear {
        start: [f64; 2],
        direction: [f64; 2],
    },
    /// Circles from the focus (t = 0) to the rim (t = 1): A t² - 2 B t + C = 0.
    Radial {
        focus: [f64; 2],
        towards: [f64; 2],
        a: f64,
    },
    /// No extent: the last colour everywhere.
    Flat,
}

/// A gradient's pixels.
pub(crate) struct GradientShader<'a, P> {
    form: Form,
    inverse: [[f64; 3]; 3],
    affine: bool,
    ramp: &'a Ramp<P>,
    exact: Option<&'a Gradient>,
    pixel: PhantomData<P>,
}

impl<'a, P: Pixel> GradientShader<'a, P> {
    /// The gradient under `map`; `None` where the map has no inverse. `exact` leaves the table unused.
    pub(crate) fn new(
        gradient: &'a Gradient,
        map: &Projection,
        ramp: &'a Ramp<P>,
        exact: bool,
    ) -> Option<Self> {
        let inverse = invert(map)?;
        let [sx, sy] = gradient.start;
        let (dx, dy) = (gradient.end[0] - sx, gradient.end[1] - sy);
        let square = dx * dx + dy * dy;
        let form = if !(square > 1e-12 && square.is_finite()) {
            Form::Flat
        } else if gradient.radial {
            // On the rim or beyond, the circles no longer cover the plane.
            let length = gradient.highlight_length;
            let length = if length.is_finite() { length.clamp(-0.99, 0.99) } else { 0.0 };
            let angle = gradient.highlight_angle;
            let (sin, cos) = if length != 0.0 && angle.is_finite() {
                (math::sin_degrees(angle), math::cos_degrees(angle))
            } else {
                (0.0, 1.0)
            };
            let away = [(dx * cos - dy * sin) * length, (dx * sin + dy * cos) * length];
            Form::Radial {
                focus: [sx + away[0], sy + away[1]],
                towards: [-away[0], -away[1]],
                a: away[0] * away[0] + away[1] * away[1] - square,
            }
        } else {
            Form::Linear { start: gradient.start, direction: [dx / square, dy / square] }
        };
        let affine = map.as_affine().is_some();
        let exact = exact.then_some(gradient);
        Some(Self { form, inverse, affine, ramp, exact, pixel: PhantomData })
    }

    fn place(&self, x: f64, y: f64) -> [f64; 2] {
        let [u, v, w] = self.inverse.map(|[a, b, c]| a * x + b * y + c);
        if self.affine { [u, v] } else { [u / w, v / w] }
    }

    /// Colours for places along the gradient, whose `t` comes clamped to 0..1; NaN counts as any.
    fn put(&self, out: &mut [P], at: impl Fn(f32) -> f32) {
        if let Some(gradient) = self.exact {
            for (pixel, i) in out.iter_mut().zip(0u16..) {
                *pixel = P::from_premultiplied(color_at(gradient, at(f32::from(i)).clamp(0.0, 1.0)));
            }
            return;
        }
        let table = self.ramp.table.as_slice();
        let last = table.len().saturating_sub(1);
        let (scale, last_color) = (last as f32, table.last().copied().unwrap_or_default());
        let mut i = 0.0f32;
        for block in out.chunks_mut(16) {
            // Adding 2^23 rounds to a whole number, which is then in the low bits: this compiles to vectors.
            let mut places = [0u32; 16];
            for place in &mut places {
                let t = at(i).clamp(0.0, 1.0);
                *place = (t * scale + 8_388_608.0).to_bits() & 0x007f_ffff;
                i += 1.0;
            }
            for (pixel, place) in block.iter_mut().zip(places) {
                *pixel = table.get(place as usize).copied().unwrap_or(last_color);
            }
        }
    }
}

impl<P: Pixel> Shader<P> for GradientShader<'_, P> {
    fn is_opaque(&self) -> bool {
        self.exact.is_none() && self.ramp.opaque
    }

    fn row(&mut self, y: i32, x0: i32, out: &mut [P]) {
        // After Effects asks for the colour at the pixel's upper left corner, not at its middle: its own pictures of
        // gradients say so within 0.15/255, where the middle is up to 1.6/255 off.
        let (x, y) = (f64::from(x0), f64::from(y));
        match self.form {
            Form::Flat => self.put(out, |_| 1.0),
            Form::Linear { start, direction } => {
                let along = |[u, v]: [f64; 2]| (u - start[0]) * direction[0] + (v - start[1]) * direction[1];
                if self.affine {
                    let first = along(self.place(x, y));
                    let step = (along(self.place(x + 1.0, y)) - first) as f32;
                    let first = first as f32;
                    self.put(out, |i| first + step * i);
                } else {
                    self.put(out, |i| along(self.place(x + f64::from(i), y)) as f32);
                }
            }
            Form::Radial { focus, towards, a } => {
                let away = |[u, v]: [f64; 2]| [u - focus[0], v - focus[1]];
                let inverse_a = 1.0 / a;
                if self.affine {
                    let [u, v] = away(self.place(x, y));
                    let next = away(self.place(x + 1.0, y));
                    // In units of the radius, so that f32 serves any size.
                    let unit = 1.0 / (-a).sqrt();
                    let [u, v, du, dv, tx, ty] =
                        [u, v, next[0] - u, next[1] - v, towards[0], towards[1]].map(|c| (c * unit) as f32);
                    self.put(out, |i| {
                        let (u, v) = (u + du * i, v + dv * i);
                        let b = u * tx + v * ty;
                        (b * b + u * u + v * v).sqrt() - b
                    });
                } else {
                    self.put(out, |i| {
                        let [u, v] = away(self.place(x + f64::from(i), y));
                        let b = u * towards[0] + v * towards[1];
                        ((b - (b * b - a * (u * u + v * v)).max(0.0).sqrt()) * inverse_a) as f32
                    });
                }
            }
        }
    }
}

/// The inverse of a projective map, `None` where there is none.
pub(crate) fn invert(map: &Projection) -> Option<[[f64; 3]; 3]> {
    let [[a, b, c], [d, e, f], [g, h, i]] = map.0;
    let cofactors = [
        [e * i - f * h, c * h - b * i, b * f - c * e],
        [f * g - d * i, a * i - c * g, c * d - a * f],
        [d * h - e * g, b * g - a * h, a * e - b * d],
    ];
    let determinant = a * cofactors[0][0] + b * cofactors[1][0] + c * cofactors[2][0];
    let inverse = 1.0 / determinant;
    (determinant.abs() > 1e-18 && inverse.is_finite())
        .then(|| cofactors.map(|row| row.map(|v| v * inverse)))
        .filter(|rows| rows.iter().flatten().all(|v| v.is_finite()))
}
