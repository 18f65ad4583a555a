//! Distance from the edge of a matte.

/// Signed distance of every pixel's centre from the edge where alpha passes one half: positive outside, negative
/// inside, in pixels. Pixels partly covered place the edge within themselves. Without an edge all is ±infinitely far.
///
/// Exact Euclidean distances by lower envelopes of parabolas, first along rows, then along columns.
pub(crate) fn signed_distance(alpha: &[[f32; 1]], width: usize, height: usize) -> Vec<f32> {
    let squared = |sign: f64, full: f32| -> Vec<f64> {
        let seeds = alpha.iter().map(|&[a]| {
            if (a - full).abs() < 1e-4 {
                0.0
            } else if a <= 1e-4 || a >= 1.0 - 1e-4 {
                f64::INFINITY
            } else {
                let depth = (sign * (0.5 - f64::from(a))).max(0.0);
                depth * depth
            }
        });
        let rows = transform_rows(&seeds.collect::<Vec<_>>(), width);
        let columns = transform_rows(&transpose(&rows, width, height), height);
        transpose(&columns, height, width)
    };
    let outside = squared(1.0, 1.0);
    let inside = squared(-1.0, 0.0);
    outside.iter().zip(inside).map(|(out, inner)| (out.sqrt() - inner.sqrt()) as f32).collect()
}

/// How far [`grown_near`] sees.
pub(crate) const NEAR: f64 = 12.0;

/// The coverage `clamp(by - d + 0.5)` of a matte grown (negative: shrunk) by `by` pixels, `d` as [`signed_distance`]
/// gives it, for 0.5 < |by| ≤ [`NEAR`]. Only distances that can matter are looked for, all in one go per row.
pub(crate) fn grown_near(alpha: impl Iterator<Item = f32>, width: usize, by: f64) -> Vec<f32> {
    const FAR: f32 = 1e9;
    let reach = (by.abs() + 0.5).ceil() as usize;
    let (sign, full) = if by > 0.0 { (1.0f32, 1.0f32) } else { (-1.0, 0.0) };
    let seeds: Vec<f32> = alpha
        .map(|a| {
            if (a - full).abs() < 1e-4 {
                0.0
            } else if a <= 1e-4 || a >= 1.0 - 1e-4 {
                FAR
            } else {
                let depth = (sign * (0.5 - a)).max(0.0);
                depth * depth
            }
        })
        .collect();
    let width = width.max(1);
    let square = |k: usize| {
        let away = k.abs_diff(reach) as f32;
        away * away
    };
    let lower = |to: &mut [f32], from: &[f32], add: f32| {
        for (to, from) in to.iter_mut().zip(from) {
            let value = from + add;
            *to = if value < *to { value } else { *to };
        }
    };
    let mut rows = vec![FAR; seeds.len()];
    let mut padded = vec![FAR; width + 2 * reach];
    let mut any = Vec::with_capacity(seeds.len() / width);
    for (row, seeds) in rows.chunks_exact_mut(width).zip(seeds.chunks_exact(width)) {
        let some = seeds.iter().fold(FAR, |least, v| if *v < least { *v } else { least }) < FAR;
        any.push(some);
        if some {
            padded.iter_mut().skip(reach).zip(seeds).for_each(|(to, from)| *to = *from);
            for k in 0..=2 * reach {
                lower(row, padded.get(k..).unwrap_or_default(), square(k));
            }
        }
    }
    let mut out = seeds;
    let (rim, turn) = (by as f32 + 0.5, -sign);
    for (y, row) in out.chunks_exact_mut(width).enumerate() {
        row.fill(FAR);
        for k in 0..=2 * reach {
            let Some(at) = (y + k).checked_sub(reach).filter(|at| any.get(*at) == Some(&true)) else {
                continue;
            };
            lower(row, rows.get(at * width..).unwrap_or_default(), square(k));
        }
        for value in row {
            *value = (rim + turn * value.sqrt()).clamp(0.0, 1.0);
        }
    }
    out
}

fn transform_rows(data: &[f64], width: usize) -> Vec<f64> {
    let mut out = Vec::with_capacity(data.len());
    // Parabolas of the lower envelope: centre, height there, and where each begins to be lowest.
    let mut envelope: Vec<(f64, f64, f64)> = Vec::new();
    for row in data.chunks(width.max(1)) {
        envelope.clear();
        for (x, &height) in row.iter().enumerate().filter(|(_, height)| height.is_finite()) {
            let x = x as f64;
            let mut start = f64::NEG_INFINITY;
            while let Some(&(p, low, begins)) = envelope.last() {
                start = ((height + x * x) - (low + p * p)) / (2.0 * (x - p));
                if start > begins {
                    break;
                }
                envelope.pop();
                start = f64::NEG_INFINITY;
            }
            envelope.push((x, height, start));
        }
        let mut rest = envelope.iter().peekable();
        let mut current = rest.next();
        for x in 0..row.len() {
            let x = x as f64;
            while let Some(next) = rest.next_if(|next| next.2 < x) {
                current = Some(next);
            }
            out.push(current.map_or(f64::INFINITY, |(p, low, _)| (x - p) * (x - p) + low));
        }
    }
    out
}

fn transpose(data: &[f64], width: usize, height: usize) -> Vec<f64> {
    let mut out = Vec::with_capacity(data.len());
    for x in 0..width {
        out.extend(data.iter().skip(x).step_by(width).take(height));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distance_from_one_pixel_is_euclidean() {
        let mut alpha = vec![[0.0]; 15 * 11];
        alpha[5 * 15 + 7] = [1.0];
        for (i, d) in signed_distance(&alpha, 15, 11).into_iter().enumerate() {
            let (x, y) = ((i % 15) as f32 - 7.0, (i / 15) as f32 - 5.0);
            if (x, y) != (0.0, 0.0) {
                assert!((d - x.hypot(y)).abs() < 1e-5, "{x} {y} {d}");
            }
        }
    }

    #[test]
    fn half_covered_pixels_are_the_edge() {
        let alpha: Vec<[f32; 1]> = [1.0, 1.0, 0.5, 0.0, 0.0].map(|a| [a]).to_vec();
        let d = signed_distance(&alpha, 5, 1);
        assert_eq!(d, [-2.0, -1.0, 0.0, 1.0, 2.0]);
    }

    #[test]
    fn near_distances_grow_and_shrink_as_exact_ones() {
        let (width, height) = (37, 29);
        let alpha: Vec<[f32; 1]> = (0..width * height)
            .map(|i| {
                let (x, y) = ((i % width) as f32 - 17.3, (i / width) as f32 - 14.1);
                [(9.2 - x.hypot(y) + 0.3 * (x * 0.9).abs()).clamp(0.0, 1.0)]
            })
            .collect();
        let distances = signed_distance(&alpha, width, height);
        for by in [0.51, 1.0, 1.33, 4.5, 12.0, -0.51, -1.0, -3.2, -12.0] {
            let near = grown_near(alpha.iter().map(|[a]| *a), width, by);
            for (near, d) in near.iter().zip(&distances) {
                assert!((near - (by as f32 - d + 0.5).clamp(0.0, 1.0)).abs() < 1e-5, "{by}");
            }
        }
    }

    #[test]
    fn nothing_is_infinitely_far() {
        assert_eq!(signed_distance(&[[0.0]; 4], 2, 2), [f32::INFINITY; 4]);
        assert_eq!(signed_distance(&[[1.0]; 4], 2, 2), [f32::NEG_INFINITY; 4]);
    }
}
