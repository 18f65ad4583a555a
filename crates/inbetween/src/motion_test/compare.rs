//! Two pictures side by side, in numbers and as a picture.

use inbetween_render::{Picture, Pixels};

/// How far two pictures of one size are apart. Levels are those of 8-bit files, 0..=255, of premultiplied channels, so
/// that the colour of what cannot be seen does not count.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct PictureDifference {
    /// Mean over all pixels and channels, in levels.
    pub mean: f64,
    /// Largest of one channel of one pixel, in levels.
    pub worst: f64,
    /// The pixel of that one, from the left and the top.
    pub at: [usize; 2],
    /// Pixels that differ at all.
    pub pixels: usize,
}

/// Compares two pictures; `None` where their sizes differ.
#[must_use]
pub fn difference(a: &Picture, b: &Picture) -> Option<PictureDifference> {
    if (a.width, a.height) != (b.width, b.height) {
        return None;
    }
    let mut out = PictureDifference::default();
    let (mut sum, mut count) = (0.0, 0usize);
    for (index, apart) in levels(a, b).enumerate() {
        let largest = apart.iter().copied().fold(0.0, f64::max);
        sum += apart.iter().sum::<f64>();
        count += 4;
        out.pixels += usize::from(largest > 0.0);
        if largest > out.worst {
            out.worst = largest;
            out.at = [index % a.width.max(1), index / a.width.max(1)];
        }
    }
    #[expect(clippy::cast_precision_loss, reason = "pixels fit")]
    let all = count.max(1) as f64;
    out.mean = sum / all;
    Some(out)
}

/// A picture of where two pictures of one size differ: the first, pale, with what differs in red, the redder the more
/// (full red from 64 levels on). Where the sizes differ it is the first alone.
#[must_use]
pub fn difference_picture(a: &Picture, b: &Picture) -> Picture {
    let same_size = (a.width, a.height) == (b.width, b.height);
    let apart: Vec<[f64; 4]> = if same_size { levels(a, b).collect() } else { Vec::new() };
    let mut out = Vec::with_capacity(a.width.saturating_mul(a.height));
    for (index, pixel) in floats(a).enumerate() {
        let [r, g, b, alpha] = pixel;
        // Over white, then a quarter of its contrast.
        let gray = 0.299 * r + 0.587 * g + 0.114 * b + (1.0 - alpha);
        let pale = 0.75 + 0.25 * gray.clamp(0.0, 1.0);
        let largest = apart.get(index).map_or(0.0, |apart| apart.iter().copied().fold(0.0, f64::max));
        let amount = if largest > 0.0 { (0.25 + largest / 64.0).min(1.0) } else { 0.0 };
        let mix = |from: f64, to: f64| ((from + (to - from) * amount) * 255.0).round().clamp(0.0, 255.0);
        let red = [mix(pale, 0.86), mix(pale, 0.0), mix(pale, 0.08), 255.0];
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped")]
        out.push(red.map(|level| level as u8));
    }
    Picture { width: a.width, height: a.height, pixels: Pixels::Bytes(out) }
}

/// The difference of each pixel's channels in levels.
fn levels<'a>(a: &'a Picture, b: &'a Picture) -> impl Iterator<Item = [f64; 4]> + 'a {
    floats(a).zip(floats(b)).map(|(a, b)| {
        let mut out = [0.0; 4];
        for (out, (a, b)) in out.iter_mut().zip(a.iter().zip(&b)) {
            let apart = (a - b).abs() * 255.0;
            // Less than a thousandth of a level is the noise of single precision.
            *out = if apart < 1e-3 { 0.0 } else { apart };
        }
        out
    })
}

/// The pixels as f64 0..1.
fn floats(picture: &Picture) -> Box<dyn Iterator<Item = [f64; 4]> + '_> {
    match &picture.pixels {
        Pixels::Bytes(pixels) => Box::new(pixels.iter().map(|pixel| pixel.map(|c| f64::from(c) / 255.0))),
        Pixels::Floats(pixels) => Box::new(pixels.iter().map(|pixel| pixel.map(f64::from))),
        _ => Box::new(std::iter::empty()),
    }
}
