//! Blurs that several effects share: separable, their cost independent of the radius.

use inbetween_types::math;

/// Radii above this are as good as infinite.
const MAX_RADIUS: f64 = 1e6;

/// Standard deviations up to this are convolved with the Gaussian itself; wider ones with three boxes of the same
/// variance, which follow an edge to within 1.2 %.
const EXACT_SIGMA: f64 = 4.0;

/// Standard deviation of AE's blurriness, softness and size of layer styles: 0.3 pixels each, as Skottie and lottie-web
/// both found by comparing with AE (measurements on AE's own renders give 0.28 to 0.3).
pub(crate) fn sigma_of(blurriness: f64) -> f64 {
    blurriness.max(0.0) * 0.3
}

/// Blurs with a Gaussian of these standard deviations in pixels. Outside the picture is transparent, or its edge
/// pixels with `repeat`.
pub(crate) fn gaussian<const N: usize>(
    data: &mut Vec<[f32; N]>,
    width: usize,
    height: usize,
    [x, y]: [f64; 2],
    repeat: bool,
) {
    let mut spare = Vec::new();
    for (sigma, vertical) in [(x, false), (y, true)] {
        if sigma.is_nan() || sigma < 0.05 {
            continue;
        }
        if sigma <= EXACT_SIGMA {
            let taps = (sigma * 4.0).ceil() as usize;
            let weights: Vec<f64> =
                (0..=taps).map(|k| math::exp(-0.5 * (k as f64 / sigma) * (k as f64 / sigma))).collect();
            let total = 2.0 * weights.iter().sum::<f64>() - 1.0;
            let weights: Vec<f32> = weights.iter().map(|w| (w / total) as f32).collect();
            convolve(data, &mut spare, width, height, &weights, vertical, repeat);
            std::mem::swap(data, &mut spare);
        } else {
            let radius = radius_for(sigma);
            for _ in 0..3 {
                box_pass(data, &mut spare, width, height, radius, vertical, repeat);
                std::mem::swap(data, &mut spare);
            }
        }
    }
}

/// `passes` box blurs of these radii in pixels along x and then y. A radius may be fractional: the box is 2r + 1 wide
/// and its outermost taps count in part. Outside the picture is transparent, or its edge pixels with `repeat`.
pub(crate) fn box_blur<const N: usize>(
    data: &mut Vec<[f32; N]>,
    width: usize,
    height: usize,
    [x, y]: [f64; 2],
    passes: usize,
    repeat: bool,
) {
    let mut spare = Vec::new();
    for (radius, vertical) in [(x, false), (y, true)] {
        if radius > 0.0 {
            for _ in 0..passes {
                box_pass(data, &mut spare, width, height, radius, vertical, repeat);
                std::mem::swap(data, &mut spare);
            }
        }
    }
}

/// The radius of the box of which three passes have variance `sigma`².
///
/// A box of whole taps −n..n and outer taps of weight f has variance (n(n+1)(2n+1)/3 + 2f(n+1)²) / (2n+1+2f), which
/// is solved for f at the largest n that fits.
fn radius_for(sigma: f64) -> f64 {
    let sigma = sigma.min(MAX_RADIUS);
    let wanted = sigma * sigma / 3.0;
    let n = ((0.25 + 3.0 * wanted).sqrt() - 0.5).floor().max(0.0);
    let taps = 2.0 * n + 1.0;
    let fraction = taps * (wanted - n * (n + 1.0) / 3.0) / (2.0 * ((n + 1.0) * (n + 1.0) - wanted));
    n + fraction.clamp(0.0, 1.0)
}

/// Whole taps, weight of the outer taps and 1 / total weight of a box over `size` pixels.
fn taps(radius: f64, size: usize, repeat: bool) -> (usize, f64, f64) {
    let radius = radius.min(MAX_RADIUS);
    // A box wider than all there is sees all of it: only its weight still falls.
    let most = if repeat { size.saturating_mul(8) } else { size };
    let whole = radius.floor() as usize;
    if whole > most {
        let width = if repeat { 2.0 * most as f64 + 1.0 } else { 2.0 * radius + 1.0 };
        return (most, 0.0, 1.0 / width);
    }
    (whole, radius - radius.floor(), 1.0 / (2.0 * radius + 1.0))
}

fn box_pass<const N: usize>(
    data: &[[f32; N]],
    out: &mut Vec<[f32; N]>,
    width: usize,
    height: usize,
    radius: f64,
    vertical: bool,
    repeat: bool,
) {
    out.clear();
    if vertical {
        box_columns(data, out, width, height, radius, repeat);
    } else {
        box_rows(data, out, width, radius, repeat);
    }
}

fn box_rows<const N: usize>(
    data: &[[f32; N]],
    out: &mut Vec<[f32; N]>,
    width: usize,
    radius: f64,
    repeat: bool,
) {
    let (n, outer, scale) = taps(radius, width, repeat);
    let mut padded = Vec::new();
    for row in data.chunks(width.max(1)) {
        pad(row, n + 1, repeat, &mut padded);
        let mut sum = [0.0; N];
        padded.iter().skip(1).take(2 * n + 1).for_each(|pixel| add(&mut sum, pixel, 1.0));
        let leaving = padded.iter().skip(1);
        let ends = padded.iter().zip(padded.iter().skip(2 * n + 2));
        out.extend(ends.zip(leaving).take(row.len()).map(|((left, right), leaving)| {
            let mut pixel = [0.0; N];
            for ((((p, s), l), r), out) in pixel.iter_mut().zip(&mut sum).zip(left).zip(right).zip(leaving) {
                *p = ((*s + outer * f64::from(l + r)) * scale) as f32;
                *s += f64::from(*r) - f64::from(*out);
            }
            pixel
        }));
    }
}

fn box_columns<const N: usize>(
    data: &[[f32; N]],
    out: &mut Vec<[f32; N]>,
    width: usize,
    height: usize,
    radius: f64,
    repeat: bool,
) {
    let (n, outer, scale) = taps(radius, height, repeat);
    let n = n as isize;
    let mut sums = vec![[0.0_f64; N]; width];
    for y in -n..=n {
        add_row(&mut sums, row(data, width, height, y, repeat), 1.0);
    }
    let none: &[[f32; N]] = &vec![[0.0; N]; width];
    for y in 0..height as isize {
        let at = |y: isize| row(data, width, height, y, repeat).unwrap_or(none);
        let (above, below, leaving) = (at(y - n - 1), at(y + n + 1), at(y - n));
        let rows = sums.iter_mut().zip(above).zip(below).zip(leaving);
        out.extend(rows.map(|(((sum, above), below), leaving)| {
            let mut pixel = [0.0; N];
            for ((((p, s), a), b), out) in pixel.iter_mut().zip(sum).zip(above).zip(below).zip(leaving) {
                *p = ((*s + outer * f64::from(a + b)) * scale) as f32;
                *s += f64::from(*b) - f64::from(*out);
            }
            pixel
        }));
    }
}

/// Numbers whose sums are made at once, so that they stay in registers.
const BLOCK: usize = 32;

/// Convolves with a symmetric kernel given from its centre outwards.
fn convolve<const N: usize>(
    data: &[[f32; N]],
    out: &mut Vec<[f32; N]>,
    width: usize,
    height: usize,
    weights: &[f32],
    vertical: bool,
    repeat: bool,
) {
    let reach = weights.len().saturating_sub(1);
    let kernel: Vec<f32> = weights.iter().skip(1).rev().chain(weights).copied().collect();
    out.clear();
    out.resize(data.len(), [0.0; N]);
    let mut padded = Vec::new();
    for (y, target) in out.chunks_mut(width.max(1)).enumerate() {
        if !vertical {
            let Some(source) = row(data, width, height, y as isize, false) else { continue };
            pad(source, reach, repeat, &mut padded);
        }
        // The row of every tap that has one.
        let sources: Vec<(f32, &[f32])> = kernel
            .iter()
            .enumerate()
            .filter_map(|(k, weight)| {
                let source = if vertical {
                    row(data, width, height, y as isize + k as isize - reach as isize, repeat)
                } else {
                    padded.get(k..)
                };
                source.map(|source| (*weight, source.as_flattened()))
            })
            .collect();
        let (blocks, tail) = target.as_flattened_mut().as_chunks_mut::<BLOCK>();
        let whole = blocks.len() * BLOCK;
        for (index, block) in blocks.iter_mut().enumerate() {
            let mut sum = [0.0; BLOCK];
            for (weight, source) in &sources {
                let from = source.get(index * BLOCK..).and_then(|from| from.first_chunk::<BLOCK>());
                for (sum, value) in sum.iter_mut().zip(from.unwrap_or(&[0.0; BLOCK])) {
                    *sum += weight * value;
                }
            }
            *block = sum;
        }
        for (weight, source) in &sources {
            for (sum, value) in tail.iter_mut().zip(source.get(whole..).unwrap_or_default()) {
                *sum += weight * value;
            }
        }
    }
}

fn pad<const N: usize>(row: &[[f32; N]], by: usize, repeat: bool, out: &mut Vec<[f32; N]>) {
    let end = |pixel: Option<&[f32; N]>| if repeat { pixel.copied().unwrap_or([0.0; N]) } else { [0.0; N] };
    out.clear();
    out.resize(by, end(row.first()));
    out.extend_from_slice(row);
    out.resize(row.len() + 2 * by, end(row.last()));
}

fn row<const N: usize>(
    data: &[[f32; N]],
    width: usize,
    height: usize,
    y: isize,
    repeat: bool,
) -> Option<&[[f32; N]]> {
    let y = if repeat { y.clamp(0, (height as isize - 1).max(0)) } else { y };
    let y = usize::try_from(y).ok().filter(|y| *y < height)?;
    data.get(y * width..(y + 1) * width)
}

fn add<const N: usize>(sum: &mut [f64; N], pixel: &[f32; N], weight: f64) {
    for (s, p) in sum.iter_mut().zip(pixel) {
        *s += weight * f64::from(*p);
    }
}

fn add_row<const N: usize>(sums: &mut [[f64; N]], row: Option<&[[f32; N]]>, weight: f64) {
    for (sum, pixel) in sums.iter_mut().zip(row.unwrap_or(&[])) {
        add(sum, pixel, weight);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn impulse(size: usize) -> Vec<[f32; 1]> {
        let mut data = vec![[0.0]; size * size];
        data[size / 2 * size + size / 2] = [1.0];
        data
    }

    fn closed_form(dx: f64, dy: f64, sigma: f64) -> f64 {
        math::exp(-(dx * dx + dy * dy) / (2.0 * sigma * sigma)) / (std::f64::consts::TAU * sigma * sigma)
    }

    #[test]
    fn small_blur_of_an_impulse_is_the_gaussian() {
        let (size, sigma) = (41, 2.0);
        let mut data = impulse(size);
        gaussian(&mut data, size, size, [sigma, sigma], false);
        for (i, [value]) in data.iter().enumerate() {
            let (x, y) = ((i % size) as f64 - 20.0, (i / size) as f64 - 20.0);
            assert!((f64::from(*value) - closed_form(x, y, sigma)).abs() < 2e-5, "{x} {y}");
        }
    }

    #[test]
    fn wide_blur_of_an_impulse_is_near_the_gaussian() {
        let (size, sigma) = (101, 8.0);
        let mut data = impulse(size);
        gaussian(&mut data, size, size, [sigma, sigma], false);
        let peak = closed_form(0.0, 0.0, sigma);
        for (i, [value]) in data.iter().enumerate() {
            let (x, y) = ((i % size) as f64 - 50.0, (i / size) as f64 - 50.0);
            assert!((f64::from(*value) - closed_form(x, y, sigma)).abs() < 0.13 * peak, "{x} {y}");
        }
    }

    #[test]
    fn boxes_have_the_variance_of_the_gaussian() {
        for sigma in [4.5, 7.3, 20.0] {
            let size = 401;
            let mut data = vec![[0.0_f32]; size];
            data[size / 2] = [1.0];
            gaussian(&mut data, size, 1, [sigma, 0.0], false);
            let moment: f64 = data.iter().zip(-200..).map(|([v], i)| f64::from(*v) * f64::from(i * i)).sum();
            assert!((moment.sqrt() - sigma).abs() < 1e-3, "{sigma} {}", moment.sqrt());
        }
    }

    #[test]
    fn one_box_is_a_box() {
        let mut data: Vec<[f32; 1]> = vec![[0.0]; 11];
        data[5] = [1.0];
        box_blur(&mut data, 11, 1, [1.5, 0.0], 1, false);
        let row: Vec<f32> = data.iter().map(|[v]| (v * 4.0 * 1e4).round() / 1e4).collect();
        assert_eq!(row, [0.0, 0.0, 0.0, 0.5, 1.0, 1.0, 1.0, 0.5, 0.0, 0.0, 0.0]);
    }

    #[test]
    fn rows_and_columns_blur_alike() {
        let mut across: Vec<[f32; 1]> = (0..17).map(|i| [(i * i % 7) as f32]).collect();
        let mut down = across.clone();
        box_blur(&mut across, 17, 1, [2.3, 0.0], 3, true);
        box_blur(&mut down, 1, 17, [0.0, 2.3], 3, true);
        for (a, b) in across.iter().zip(&down) {
            assert!((a[0] - b[0]).abs() < 1e-5);
        }
    }

    #[test]
    fn repeated_edges_keep_a_plain_picture() {
        let mut data = vec![[0.25_f32; 4]; 12];
        gaussian(&mut data, 4, 3, [30.0, 2.0], true);
        assert!(data.iter().flatten().all(|v| (v - 0.25).abs() < 1e-4));
    }

    #[test]
    fn endless_radius_ends() {
        let mut data = vec![[1.0_f32; 4]; 12];
        gaussian(&mut data, 4, 3, [1e9, f64::INFINITY], false);
        assert!(data.iter().flatten().all(|v| v.is_finite() && *v < 1e-3));
    }
}
