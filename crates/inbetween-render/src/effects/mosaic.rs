//! Mosaic: the layer in blocks of one colour.
//!
//! Horizontal Blocks 0001, Vertical Blocks 0002, Sharp Colors 0003. The layer's rectangle is cut into equal blocks, each
//! the mean of its premultiplied pixels, pixels on a border counting by their share; sharp colours take a block's last
//! pixel (measured on AE).

use super::EffectContext;
use super::params::Params;
use crate::Pixmap;

/// For every pixel along one axis, the blocks it lies in and how much of it.
fn shares(pixels: usize, start: f64, size: f64, blocks: usize) -> Vec<Vec<(usize, f32)>> {
    let block = size / blocks as f64;
    (0..pixels)
        .map(|x| {
            let (from, to) = ((x as f64 - start) / block, (x as f64 + 1.0 - start) / block);
            let first = from.floor().clamp(0.0, blocks as f64) as usize;
            let last = to.ceil().clamp(0.0, blocks as f64) as usize;
            let share = |i: usize| ((to.min(i as f64 + 1.0) - from.max(i as f64)) * block) as f32;
            (first..last).map(|i| (i, share(i))).filter(|(_, share)| *share > 1e-6).collect()
        })
        .collect()
}

pub(super) fn apply(params: &Params<'_>, picture: &mut Pixmap, context: &mut EffectContext<'_>) {
    let [sx, sy] = context.scale;
    let [width, height] = context.size;
    let [left, top] = context.picture_point([0.0, 0.0]);
    let count = |place: usize, size: f64| {
        params.at(place, 10.0).round().clamp(1.0, size.clamp(1.0, 65536.0)) as usize
    };
    let (across, down) = (count(0, width * sx), count(1, height * sy));
    let columns = shares(picture.width, left, width * sx, across);
    let rows = shares(picture.height, top, height * sy, down);
    let sharp = params.choice(2, 3, 0) != 0;
    let mut blocks: Vec<([f32; 4], f32)> = vec![([0.0; 4], 0.0); across * down];
    each(picture, &rows, &columns, |pixel, at, share| {
        let Some((sum, weight)) = blocks.get_mut(at.0 * across + at.1) else { return };
        if sharp {
            // The last pixel mostly within the block.
            if share >= 0.5 || *weight == 0.0 {
                (*sum, *weight) = (*pixel, 1.0);
            }
        } else {
            for (s, p) in sum.iter_mut().zip(pixel) {
                *s += *p * share;
            }
            *weight += share;
        }
    });
    for (sum, weight) in &mut blocks {
        *sum = sum.map(|s| if *weight > 0.0 { s / *weight } else { 0.0 });
    }
    let width = picture.width.max(1);
    for (line, row) in picture.pixels.chunks_mut(width).zip(&rows) {
        for (pixel, column) in line.iter_mut().zip(&columns) {
            let (mut mixed, mut weight) = ([0.0; 4], 0.0);
            for (j, h) in row {
                for (i, w) in column {
                    let Some((mean, _)) = blocks.get(j * across + i) else { continue };
                    for (m, c) in mixed.iter_mut().zip(mean) {
                        *m += c * h * w;
                    }
                    weight += h * w;
                }
            }
            if weight > 0.0 {
                *pixel = mixed.map(|m| m / weight);
            }
        }
    }
}

fn each(
    picture: &Pixmap,
    rows: &[Vec<(usize, f32)>],
    columns: &[Vec<(usize, f32)>],
    mut act: impl FnMut(&[f32; 4], (usize, usize), f32),
) {
    for (line, row) in picture.pixels.chunks(picture.width.max(1)).zip(rows) {
        for (pixel, column) in line.iter().zip(columns) {
            for (j, h) in row {
                for (i, w) in column {
                    act(pixel, (*j, *i), h * w);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;
    use super::*;

    fn counted(width: usize, height: usize) -> Pixmap {
        let value = |i: usize| i as f32 / (width * height) as f32;
        Pixmap { width, height, pixels: (0..width * height).map(|i| [value(i), 0.0, 0.0, 1.0]).collect() }
    }

    #[test]
    fn blocks_are_the_mean_of_their_pixels() {
        let picture = counted(6, 4);
        let out = run(&call("ADBE Mosaic", &[(1, &[3.0]), (2, &[2.0]), (3, &[0.0])]), picture.clone());
        for y in 0..4 {
            for x in 0..6 {
                let (bx, by) = (x / 2 * 2, y / 2 * 2);
                let mean = [(0, 0), (1, 0), (0, 1), (1, 1)]
                    .map(|(i, j)| picture.get(bx + i, by + j)[0])
                    .iter()
                    .sum::<f32>()
                    / 4.0;
                assert_near(out.get(x, y), [mean, 0.0, 0.0, 1.0], 1e-6);
            }
        }
    }

    #[test]
    fn pixels_on_a_border_count_by_their_share() {
        let picture = counted(3, 1);
        let out = run(&call("ADBE Mosaic", &[(1, &[2.0]), (2, &[1.0]), (3, &[0.0])]), picture.clone());
        let [a, b, c] = [0, 1, 2].map(|x| picture.get(x, 0)[0]);
        let (first, second) = ((a + b / 2.0) / 1.5, (c + b / 2.0) / 1.5);
        assert_near(out.get(0, 0), [first, 0.0, 0.0, 1.0], 1e-6);
        assert_near(out.get(1, 0), [(first + second) / 2.0, 0.0, 0.0, 1.0], 1e-6);
    }

    #[test]
    fn sharp_colors_take_the_last_pixel() {
        let picture = counted(6, 4);
        let out = run(&call("ADBE Mosaic", &[(1, &[3.0]), (2, &[2.0]), (3, &[1.0])]), picture.clone());
        assert_near(out.get(2, 0), picture.get(3, 1), 1e-6);
    }
}
