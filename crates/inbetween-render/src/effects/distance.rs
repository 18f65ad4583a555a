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
    fn nothing_is_infinitely_far() {
        assert_eq!(signed_distance(&[[0.0]; 4], 2, 2), [f32::INFINITY; 4]);
        assert_eq!(signed_distance(&[[1.0]; 4], 2, 2), [f32::NEG_INFINITY; 4]);
    }
}
