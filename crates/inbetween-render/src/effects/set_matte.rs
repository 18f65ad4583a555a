//! Set Matte: the layer's alpha is taken from another layer.
//!
//! Take Matte From Layer 0001; Use For Matte 0002: 1 red, 2 green, 3 blue, 4 alpha, 5 luminance, 6 hue, 7 lightness, 8
//! saturation, 9 full, 10 off; Invert Matte 0003; If Layer Sizes Differ 0004 (followed as the compositor lays the other
//! layer over this one); Composite Matte with Original 0005: the matte counts within the layer's own alpha, else in its
//! place. Without another layer the matte is the layer itself.

use super::EffectContext;
use super::params::Params;
use super::pixel::{luma, premultiply, straight, to_hls};
use crate::Pixmap;

pub(super) fn apply(params: &Params<'_>, picture: &mut Pixmap, context: &mut EffectContext<'_>) {
    let channel = params.choice(1, 2, 4);
    let invert = params.choice(2, 3, 0) != 0;
    let composite = params.choice(4, 5, 1) != 0;
    let other = context.other_layer(params.call());
    let matte = |pixel: [f32; 4]| {
        let value = value_of(channel, pixel);
        if invert { 1.0 - value } else { value }
    };
    let mattes: Vec<f32> = match &other {
        Some(other) => other.pixels.iter().map(|pixel| matte(*pixel)).collect(),
        None => picture.pixels.iter().map(|pixel| matte(*pixel)).collect(),
    };
    let outside = matte([0.0; 4]);
    for (pixel, value) in picture.pixels.iter_mut().zip(mattes.into_iter().chain(std::iter::repeat(outside)))
    {
        *pixel = if composite { pixel.map(|c| c * value) } else { premultiply(straight(*pixel), value) };
    }
}

/// One channel of a pixel, as the menus of Set Matte and Displacement Map count them.
pub(super) fn value_of(channel: i32, pixel: [f32; 4]) -> f32 {
    let [_, _, _, a] = pixel;
    let color = straight(pixel);
    let [r, g, b] = color;
    let [h, l, s] = to_hls(color);
    match channel {
        1 => r,
        2 => g,
        3 => b,
        4 => a,
        5 => luma(color),
        6 => h,
        7 => l,
        8 => s,
        9 => 1.0,
        _ => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;
    use super::super::*;

    fn with_matte(values: &[(usize, &[f64])], matte: &Pixmap, mut picture: Pixmap) -> Pixmap {
        let mut call = call("ADBE Set Matte3", values);
        call.layers.push(("ADBE Set Matte3-0001".to_owned(), Vec::new()));
        let mut diagnostics = Diagnostics::default();
        let mut context = EffectContext {
            scale: [1.0; 2],
            origin: [0.0; 2],
            size: [picture.width as f64, picture.height as f64],
            edges: None,
            masks: &[],
            diagnostics: &mut diagnostics,
            draw: &mut |_: &[Node]| matte.clone(),
        };
        apply(&call, &mut picture, &mut context);
        picture
    }

    #[test]
    fn luminance_of_the_other_layer_is_the_alpha() {
        let matte = filled(1, 1, [0.0, 1.0, 0.0, 1.0]);
        let values: [(usize, &[f64]); 5] = [(1, &[2.0]), (2, &[5.0]), (3, &[0.0]), (4, &[1.0]), (5, &[1.0])];
        let out = with_matte(&values, &matte, filled(1, 1, [0.5, 0.5, 0.0, 0.5]));
        assert_near(out.pixels[0], [0.5 * 0.587, 0.5 * 0.587, 0.0, 0.5 * 0.587], 1e-6);
    }

    #[test]
    fn inverted_alpha_in_place_of_the_own() {
        let matte = filled(1, 1, [0.0, 0.0, 0.0, 0.25]);
        let values: [(usize, &[f64]); 5] = [(1, &[2.0]), (2, &[4.0]), (3, &[1.0]), (4, &[1.0]), (5, &[0.0])];
        let out = with_matte(&values, &matte, filled(1, 1, [0.5, 0.0, 0.0, 0.5]));
        assert_near(out.pixels[0], [0.75, 0.0, 0.0, 0.75], 1e-6);
    }
}
