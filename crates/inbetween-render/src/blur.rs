//! Gaussian blur of coverage: three running means, whose cost does not depend on the radius.

/// Blurs rows and columns of `values` (rows of `width`) with σ in pixels; beyond the edge is nothing.
pub(crate) fn blur(values: &mut [f32], spare: &mut Vec<f32>, width: usize, sigma: [f64; 2]) {
    if width == 0 {
        return;
    }
    let height = values.len() / width;
    spare.clear();
    spare.resize(width.max(height) * 2, 0.0);
    let [across, down] = sigma;
    if across > 0.0 {
        let (line, other) = spare.split_at_mut(width.max(height));
        for row in values.chunks_exact_mut(width) {
            thrice(row, line, other, across);
        }
    }
    if down > 0.0 {
        let mut column = vec![0.0f32; height];
        let (line, other) = spare.split_at_mut(width.max(height));
        for x in 0..width {
            let places = || values.iter().skip(x).step_by(width);
            column.iter_mut().zip(places()).for_each(|(to, from)| *to = *from);
            thrice(&mut column, line, other, down);
            values.iter_mut().skip(x).step_by(width).zip(&column).for_each(|(to, from)| *to = *from);
        }
    }
}

fn thrice(row: &mut [f32], a: &mut [f32], b: &mut [f32], sigma: f64) {
    // Each of three boxes has a third of the variance. One of 2k + 1 pixels has k (k + 1) / 3; the weight `part` of
    // the next pixel on each side makes up the difference exactly.
    let third = (sigma * sigma / 3.0).min(1e11);
    let k = ((12.0 * third + 1.0).sqrt() * 0.5 - 0.5).floor().max(0.0);
    let pixels = 2.0 * k + 1.0;
    let part = pixels * (third - k * (k + 1.0) / 3.0) / (2.0 * ((k + 1.0) * (k + 1.0) - third));
    let (whole, part) = (k as usize, part.clamp(0.0, 1.0));
    let (Some(a), Some(b)) = (a.get_mut(..row.len()), b.get_mut(..row.len())) else { return };
    mean(row, a, whole, part);
    mean(a, b, whole, part);
    mean(b, row, whole, part);
}

/// Each value the mean of those at most `whole` away, and the next ones counting by `part`.
fn mean(from: &[f32], to: &mut [f32], whole: usize, part: f64) {
    let scale = 1.0 / (2.0 * (whole as f64 + part) + 1.0);
    let get = |i: Option<usize>| f64::from(i.and_then(|i| from.get(i)).copied().unwrap_or(0.0));
    // Sum of from[i - whole ..= i + whole].
    let mut sum: f64 = from.iter().take(whole).map(|v| f64::from(*v)).sum();
    for (i, out) in to.iter_mut().enumerate() {
        sum += get(i.checked_add(whole));
        let rim = get(i.checked_sub(whole + 1)) + get(i.checked_add(whole + 1));
        *out = ((sum + part * rim) * scale) as f32;
        sum -= get(i.checked_sub(whole));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mean_is_kept_and_variance_is_sigma_squared() {
        let mut row = vec![0.0f32; 101];
        row[50] = 1.0;
        let mut spare = Vec::new();
        blur(&mut row, &mut spare, 101, [4.0, 0.0]);
        let sum: f32 = row.iter().sum();
        let variance: f32 = row.iter().enumerate().map(|(i, v)| v * (i as f32 - 50.0).powi(2)).sum();
        assert!((sum - 1.0).abs() < 1e-4);
        assert!((variance - 16.0).abs() < 0.01, "{variance}");
    }

    #[test]
    fn huge_sigma_ends() {
        let mut values = vec![1.0f32; 64];
        blur(&mut values, &mut Vec::new(), 8, [1e9, 1e9]);
        assert!(values.iter().all(|v| v.is_finite()));
    }
}
