//! Repeat Edge Pixels: what lies outside the layer's own rectangle counts as its edge.

use super::EffectContext;
use crate::Pixmap;

/// Blurs a picture, whose size `blur` gets. With `repeat`, only the part within the layer's own rectangle is blurred
/// and what was outside it is gone, as in AE: else the room made for the blur's reach would be the edge that repeats.
pub(super) fn blurred(
    picture: &mut Pixmap,
    context: &EffectContext<'_>,
    repeat: bool,
    blur: impl FnOnce(&mut Vec<[f32; 4]>, usize, usize),
) {
    let (width, height) = (picture.width, picture.height);
    let Some([x0, y0, x1, y1]) = context.edges.filter(|_| repeat) else {
        blur(&mut picture.pixels, width, height);
        return;
    };
    let within =
        |v: f64, most: usize| if v.is_nan() { 0 } else { v.round().clamp(0.0, most as f64) as usize };
    let ([left, top], [right, bottom]) = (context.picture_point([x0, y0]), context.picture_point([x1, y1]));
    let (left, right) = (within(left, width), within(right, width));
    let (top, bottom) = (within(top, height), within(bottom, height));
    if left >= right || top >= bottom {
        picture.pixels.fill([0.0; 4]);
        return;
    }
    let mut part = Vec::with_capacity((right - left) * (bottom - top));
    for row in picture.pixels.chunks(width).take(bottom).skip(top) {
        part.extend_from_slice(row.get(left..right).unwrap_or_default());
    }
    blur(&mut part, right - left, bottom - top);
    picture.pixels.fill([0.0; 4]);
    let rows = picture.pixels.chunks_mut(width).take(bottom).skip(top);
    for (row, part) in rows.zip(part.chunks(right - left)) {
        if let Some(row) = row.get_mut(left..right) {
            row.copy_from_slice(part);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;
    use super::*;

    #[test]
    fn the_layers_own_edge_repeats_and_nothing_reaches_beyond_it() {
        for name in ["ADBE Gaussian Blur 2", "ADBE Box Blur2"] {
            let place = if name.ends_with("Blur2") { 4 } else { 3 };
            let call = call(name, &[(1, &[8.0]), (2, &[1.0]), (place, &[1.0])]);
            let mut picture = Pixmap::new(20, 20);
            for y in 4..16 {
                for x in 4..16 {
                    picture.pixels[y * 20 + x] = [0.2, 0.4, 0.6, 1.0];
                }
            }
            with_context(20, 20, |context| {
                context.edges = Some([4.0, 4.0, 16.0, 16.0]);
                super::super::apply(&call, &mut picture, context);
            });
            assert_near(picture.get(4, 4), [0.2, 0.4, 0.6, 1.0], 1e-5);
            assert_near(picture.get(3, 9), [0.0; 4], 1e-6);
        }
    }
}
