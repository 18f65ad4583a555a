//! AE's effects: each changes a picture, one file each.
//!
//! The table [`EFFECTS`] names them by match name. Parameters come in AE's own units and are turned into mathematics in
//! the effect's own file, with the source of the rule. Pictures are premultiplied; an effect whose formula needs the
//! straight colour divides by alpha itself.

mod black_white;
mod blur;
mod box_blur;
mod brightness_contrast;
mod bulge;
mod change_color;
mod chokers;
mod corner_pin;
mod directional_blur;
mod displacement;
mod distance;
mod drop_shadow;
mod edges;
mod fill;
mod fractal_noise;
mod gaussian_blur;
mod glow;
mod hue_saturation;
mod invert;
mod levels;
mod linear_wipe;
mod mosaic;
mod params;
mod pixel;
mod radial_wipe;
mod ramp;
mod set_matte;
mod stroke;
mod table;
mod tint;
mod transform;
mod tritone;
mod venetian_blinds;

pub(crate) use blur::{gaussian, sigma_of};
pub(crate) use distance::{NEAR, grown_near, signed_distance};
pub(crate) use params::Params;
pub(crate) use pixel::{alpha_plane, lerp, over, premultiply, sample, straight, style_mode};
pub use table::{EFFECTS, EffectDef, find};

use crate::Pixmap;
use inbetween_timeline::scene::{EffectCall, Mask, Node};
use inbetween_types::{Diagnostic, Diagnostics, Severity};

/// What an effect or layer style knows besides its picture.
pub struct EffectContext<'a> {
    /// Pixels of the picture per pixel of the layer, x and y; both above 0.
    pub scale: [f64; 2],
    /// Where the picture's top left corner is in the layer's own space.
    pub origin: [f64; 2],
    /// Size of the layer in its own pixels (the composition's where it has none).
    pub size: [f64; 2],
    /// The layer's own rectangle (x0, y0, x1, y1 in its own pixels), where it has one: solids, images, precompositions.
    pub edges: Option<[f64; 4]>,
    /// The layer's masks in its own space, for effects that paint along them.
    pub masks: &'a [Mask],
    /// Where findings go.
    pub diagnostics: &'a mut Diagnostics,
    /// Draws an effect's other layer (`EffectCall::layers`) as a picture lying exactly over this one.
    pub draw: &'a mut dyn FnMut(&[Node]) -> Pixmap,
}

impl EffectContext<'_> {
    /// The layer's point at the centre of pixel (x, y).
    pub(crate) fn layer_point(&self, x: usize, y: usize) -> [f64; 2] {
        let ([ox, oy], [sx, sy]) = (self.origin, self.scale);
        [(x as f64 + 0.5) / sx + ox, (y as f64 + 0.5) / sy + oy]
    }

    /// The picture's point (in pixels from its corner) of a point of the layer.
    pub(crate) fn picture_point(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let ([ox, oy], [sx, sy]) = (self.origin, self.scale);
        [(x - ox) * sx, (y - oy) * sy]
    }

    /// A length in pixels of the layer along x and y of the picture.
    pub(crate) fn lengths(&self, length: f64) -> [f64; 2] {
        self.scale.map(|scale| length * scale)
    }

    /// Pixels of the picture per pixel of the layer where direction does not matter.
    pub(crate) fn unit(&self) -> f64 {
        let [sx, sy] = self.scale;
        (sx * sy).sqrt()
    }

    /// The other layer that the effect reads, lying over this picture; `None` where the effect names none.
    pub(crate) fn other_layer(&mut self, call: &EffectCall) -> Option<Pixmap> {
        call.layers.first().map(|(_, nodes)| (self.draw)(nodes))
    }
}

impl std::fmt::Debug for EffectContext<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("EffectContext")
            .field("scale", &self.scale)
            .field("origin", &self.origin)
            .field("size", &self.size)
            .finish_non_exhaustive()
    }
}

/// The largest reach in pixels of the layer: what lies further away is too faint to matter, and memory is finite.
pub const MAX_REACH: f64 = 4096.0;

/// Pixels of the layer by which an effect's result may reach beyond its input on each side, 0 to [`MAX_REACH`]. The
/// compositor makes that room (within bounds) before [`apply`] is called, which never changes the picture's size.
#[must_use]
pub fn grow(call: &EffectCall) -> f64 {
    find(&call.match_name).map_or(0.0, |effect| bounded((effect.grow)(&Params::new(call))))
}

/// Whether an effect looks the same whichever way its layer is turned or mirrored, so that it may be applied to the
/// layer as it lies on the device.
pub(crate) fn is_direction_free(call: &EffectCall) -> bool {
    match call.match_name.as_str() {
        "ADBE Gaussian Blur 2" => Params::new(call).choice(1, 2, 1) == 1,
        "ADBE Fill" | "ADBE Tint" | "ADBE Tritone" | "ADBE Invert" => true,
        name => is_control(name),
    }
}

pub(crate) fn bounded(reach: f64) -> f64 {
    if reach.is_finite() { reach.clamp(0.0, MAX_REACH).ceil() } else { MAX_REACH }
}

/// Applies one effect in place.
///
/// An effect that is only roughly right says so (`draw/approximate-effect`); an unknown one changes nothing and is
/// named (`draw/unsupported-effect`).
pub fn apply(call: &EffectCall, picture: &mut Pixmap, context: &mut EffectContext<'_>) {
    let Some(effect) = find(&call.match_name) else {
        if !is_control(&call.match_name) {
            context.diagnostics.push(Diagnostic::new(
                "draw/unsupported-effect",
                Severity::Warning,
                format!("the effect {} is not supported and left out", call.match_name),
            ));
        }
        return;
    };
    if !effect.exact {
        context.diagnostics.push(Diagnostic::new(
            "draw/approximate-effect",
            Severity::Note,
            format!("the effect {} is drawn only roughly as After Effects does", effect.name),
        ));
    }
    if picture.width > 0 && picture.height > 0 {
        (effect.apply)(&Params::new(call), picture, context);
    }
}

/// Whether an effect only holds values for expressions and draws nothing: expression controls and the pseudo effects
/// that presets and rigs are made of.
#[must_use]
pub fn is_control(match_name: &str) -> bool {
    let prefix =
        |text: &str| match_name.get(..text.len()).is_some_and(|head| head.eq_ignore_ascii_case(text));
    prefix("Pseudo/")
        || match_name == "ADBE CM WigglePosition"
        || (prefix("ADBE ") && match_name.ends_with(" Control"))
}

#[cfg(test)]
pub(crate) mod testing {
    use super::*;

    /// Does something with a context whose picture is the whole layer.
    pub(crate) fn with_context<T>(
        width: usize,
        height: usize,
        act: impl FnOnce(&mut EffectContext<'_>) -> T,
    ) -> (T, Diagnostics) {
        let mut diagnostics = Diagnostics::default();
        let mut context = EffectContext {
            scale: [1.0; 2],
            origin: [0.0; 2],
            size: [width as f64, height as f64],
            edges: None,
            masks: &[],
            diagnostics: &mut diagnostics,
            draw: &mut |_: &[Node]| Pixmap::default(),
        };
        (act(&mut context), diagnostics)
    }

    /// A call with its values under the given numbers of their match names.
    pub(crate) fn call(match_name: &str, values: &[(usize, &[f64])]) -> EffectCall {
        let values = values.iter().map(|(n, v)| (format!("{match_name}-{n:04}"), v.to_vec())).collect();
        EffectCall { match_name: match_name.to_owned(), values, layers: Vec::new() }
    }

    pub(crate) fn filled(width: usize, height: usize, pixel: [f32; 4]) -> Pixmap {
        Pixmap { width, height, pixels: vec![pixel; width * height] }
    }

    /// A transparent picture with one pixel.
    pub(crate) fn dot(width: usize, height: usize, x: usize, y: usize, pixel: [f32; 4]) -> Pixmap {
        let mut picture = Pixmap::new(width, height);
        picture.pixels[y * width + x] = pixel;
        picture
    }

    /// Applies one effect to a picture that is the whole layer.
    pub(crate) fn run(call: &EffectCall, mut picture: Pixmap) -> Pixmap {
        with_context(picture.width, picture.height, |context| apply(call, &mut picture, context));
        picture
    }

    /// One opaque pixel of this straight colour after the effect.
    pub(crate) fn color(call: &EffectCall, [r, g, b]: [f32; 3]) -> [f32; 4] {
        run(call, filled(1, 1, [r, g, b, 1.0])).pixels[0]
    }

    #[track_caller]
    pub(crate) fn assert_near(actual: [f32; 4], expected: [f32; 4], tolerance: f32) {
        let off = actual.iter().zip(expected).any(|(a, b)| (a - b).abs() > tolerance);
        assert!(!off, "{actual:?} is not {expected:?}");
    }
}

#[cfg(test)]
mod tests {
    use super::testing::*;
    use super::*;

    #[test]
    fn unknown_effects_are_named_once_and_change_nothing() {
        let mut picture = filled(2, 2, [0.1, 0.2, 0.3, 0.4]);
        let ((), diagnostics) = with_context(2, 2, |context| {
            for name in ["ADBE Echo", "ADBE Echo", "ADBE Slider Control", "PSEUDO/DUIK_Spring"] {
                apply(&call(name, &[]), &mut picture, context);
            }
        });
        assert_eq!(picture, filled(2, 2, [0.1, 0.2, 0.3, 0.4]));
        let codes: Vec<_> = diagnostics.list().iter().map(|d| d.code).collect();
        assert_eq!(codes, ["draw/unsupported-effect"]);
    }

    #[test]
    fn every_effect_stands_any_number() {
        let hostile = [f64::NAN, f64::INFINITY, -1e300, 1e9, -1.0, 0.0, 1e-300];
        for effect in EFFECTS {
            for value in hostile {
                let values: Vec<_> = (1..=40).map(|n| (n, vec![value; 4])).collect();
                let values: Vec<_> = values.iter().map(|(n, v)| (*n, v.as_slice())).collect();
                let call = call(effect.match_name, &values);
                assert!((0.0..=MAX_REACH).contains(&grow(&call)), "{} {value}", effect.name);
                let picture = run(&call, filled(9, 7, [0.2, 0.1, 0.4, 0.5]));
                assert_eq!(picture.pixels.len(), 63);
                for pixel in &picture.pixels {
                    let fine = |c: &f32| (0.0..=1.001).contains(c);
                    assert!(pixel.iter().all(fine), "{} {value} {pixel:?}", effect.name);
                }
            }
        }
    }

    #[test]
    fn every_effect_leaves_an_empty_picture() {
        for effect in EFFECTS {
            assert_eq!(run(&call(effect.match_name, &[]), Pixmap::default()), Pixmap::default());
        }
    }
}
