//! AE's layer styles on f32 pictures.
//!
//! Every style is made from the layer as it is before styles. AE stacks them in one order whatever the file's: shadow
//! and glow behind the layer, overlays, satin and inner styles within its alpha, stroke and bevel on top (Photoshop's
//! order, which AE's Layer Styles group shows). Sizes become blurs as in [`crate::effects`]. A style that lies outside
//! the layer would blend with what is below the layer in AE; here it lies there plainly.

mod bevel;
mod glows;
mod overlays;
mod satin;
mod shadows;
mod stroke;

use crate::Pixmap;
use crate::effects::{
    EffectContext, NEAR, alpha_plane, bounded, gaussian, grown_near, sigma_of, signed_distance, straight,
};
use crate::pixel::Pixel;
use crate::surface::Surface;
use inbetween_doc::BlendMode;
use inbetween_timeline::scene::EffectCall;
use inbetween_types::{Diagnostic, Severity};

/// A layer style.
pub struct StyleDef {
    /// Its match name in AE.
    pub match_name: &'static str,
    /// Its name in AE.
    pub name: &'static str,
    /// Its place: those within the layer's alpha from the bottom, then those outside it from the top.
    order: u8,
    /// How far it reaches out of the layer, or looks around within it: what is beyond the frame shows there too.
    grow: fn(&Values<'_>) -> f64,
    apply: fn(&Values<'_>, &Layer<'_>, &mut Pixmap, &EffectContext<'_>),
    /// Whether it is drawn as AE draws it; else roughly.
    pub exact: bool,
}

impl std::fmt::Debug for StyleDef {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("StyleDef").field("match_name", &self.match_name).finish_non_exhaustive()
    }
}

/// The layer before its styles.
struct Layer<'a> {
    picture: &'a Pixmap,
    alpha: Vec<[f32; 1]>,
}

/// All layer styles that are drawn, by match name.
pub const STYLES: &[StyleDef] = &[
    StyleDef {
        match_name: "bevelEmboss/enabled",
        name: "Bevel and Emboss",
        order: 5,
        grow: bevel::grow,
        apply: bevel::apply,
        exact: false,
    },
    StyleDef {
        match_name: "chromeFX/enabled",
        name: "Satin",
        order: 2,
        grow: satin::grow,
        apply: satin::apply,
        exact: false,
    },
    StyleDef {
        match_name: "dropShadow/enabled",
        name: "Drop Shadow",
        order: 8,
        grow: shadows::grow_drop,
        apply: shadows::apply_drop,
        exact: false,
    },
    StyleDef {
        match_name: "frameFX/enabled",
        name: "Stroke",
        order: 6,
        grow: stroke::grow,
        apply: stroke::apply,
        exact: true,
    },
    StyleDef {
        match_name: "gradientFill/enabled",
        name: "Gradient Overlay",
        order: 0,
        grow: none,
        apply: overlays::apply_gradient,
        exact: false,
    },
    StyleDef {
        match_name: "innerGlow/enabled",
        name: "Inner Glow",
        order: 3,
        grow: glows::grow_outer,
        apply: glows::apply_inner,
        exact: false,
    },
    StyleDef {
        match_name: "innerShadow/enabled",
        name: "Inner Shadow",
        order: 4,
        grow: shadows::grow_drop,
        apply: shadows::apply_inner,
        exact: false,
    },
    StyleDef {
        match_name: "outerGlow/enabled",
        name: "Outer Glow",
        order: 7,
        grow: glows::grow_outer,
        apply: glows::apply_outer,
        exact: false,
    },
    StyleDef {
        match_name: "solidFill/enabled",
        name: "Color Overlay",
        order: 1,
        grow: none,
        apply: overlays::apply_color,
        exact: true,
    },
];

fn none(_: &Values<'_>) -> f64 {
    0.0
}

/// The style of this match name.
#[must_use]
pub fn find(match_name: &str) -> Option<&'static StyleDef> {
    let at = STYLES.binary_search_by(|style| style.match_name.cmp(match_name)).ok()?;
    STYLES.get(at)
}

/// Pixels of the layer by which a style reaches beyond the layer on each side; see [`crate::effects::grow`].
#[must_use]
pub fn grow(call: &EffectCall) -> f64 {
    find(&call.match_name).map_or(0.0, |style| bounded((style.grow)(&Values(call))))
}

/// Applies a layer's styles in place, in AE's order.
///
/// Styles that are only roughly right say so (`draw/approximate-effect`); unknown ones change nothing and are named
/// (`draw/unsupported-effect`).
pub fn apply(calls: &[EffectCall], picture: &mut Pixmap, context: &mut EffectContext<'_>) {
    let mut known = Vec::new();
    for call in calls {
        let Some(style) = find(&call.match_name) else {
            context.diagnostics.push(Diagnostic::new(
                "draw/unsupported-effect",
                Severity::Warning,
                format!("the layer style {} is not supported and left out", call.match_name),
            ));
            continue;
        };
        if !style.exact {
            context.diagnostics.push(Diagnostic::new(
                "draw/approximate-effect",
                Severity::Note,
                format!("the layer style {} is drawn only roughly as After Effects does", style.name),
            ));
        }
        known.push((style, Values(call)));
    }
    if known.is_empty() || picture.width == 0 || picture.height == 0 {
        return;
    }
    known.sort_by_key(|(style, _)| style.order);
    let before = picture.clone();
    let layer = Layer { picture: &before, alpha: alpha_plane(&before) };
    for (style, values) in known {
        (style.apply)(&values, &layer, picture, context);
    }
}

/// Whether a style looks the same whichever way its layer is turned or mirrored.
pub(crate) fn is_direction_free(call: &EffectCall) -> bool {
    matches!(
        call.match_name.as_str(),
        "frameFX/enabled" | "solidFill/enabled" | "outerGlow/enabled" | "innerGlow/enabled"
    )
}

/// Applies styles to a layer as it is if there is a short way; `unit` are pixels per pixel of the layer. `false`: there
/// is none, and nothing was done.
pub(crate) fn apply_direct<P: Pixel>(calls: &[EffectCall], layer: &mut Surface<P>, unit: f64) -> bool {
    let [call] = calls else { return false };
    call.match_name == "frameFX/enabled" && stroke::apply_direct(&Values(call), layer, unit)
}

/// The values of a style, by the last part of their match names (`dropShadow/distance`).
struct Values<'a>(&'a EffectCall);

impl<'a> Values<'a> {
    fn numbers(&self, name: &str) -> &'a [f64] {
        let named = |(key, _): &&(String, Vec<f64>)| key.rsplit('/').next() == Some(name);
        self.0.values.iter().find(named).map_or(&[], |(_, numbers)| numbers)
    }

    fn number(&self, name: &str, default: f64) -> f64 {
        self.numbers(name).first().copied().filter(|x| x.is_finite()).unwrap_or(default)
    }

    /// A length in pixels, from 0.
    fn length(&self, name: &str, default: f64) -> f64 {
        self.number(name, default).clamp(0.0, 1e5)
    }

    /// Percent as 0..1.
    fn part(&self, name: &str, default: f64) -> f64 {
        (self.number(name, default) / 100.0).clamp(0.0, 1.0)
    }

    fn color(&self, name: &str, default: [f32; 3]) -> [f32; 3] {
        match self.numbers(name) {
            [r, g, b, ..] if [r, g, b].iter().all(|c| c.is_finite()) => {
                [r, g, b].map(|c| c.clamp(0.0, 1.0) as f32)
            }
            _ => default,
        }
    }

    fn mode(&self, default: i32) -> BlendMode {
        crate::effects::style_mode(self.number("mode2", f64::from(default)).round() as i32)
    }
}

/// Lays a colour on a pixel within its alpha: `strength` 0..1 of the blended colour.
fn atop(pixel: &mut [f32; 4], color: [f32; 3], strength: f32, mode: BlendMode) {
    let [_, _, _, a] = *pixel;
    if a <= 0.0 || strength <= 0.0 {
        return;
    }
    let below = straight(*pixel);
    let [r, g, b] = crate::effects::lerp(below, crate::blend::color(below, color, mode), strength.min(1.0))
        .map(|c| c.clamp(0.0, 1.0));
    *pixel = [r * a, g * a, b * a, a];
}

/// A matte grown (negative: shrunk) by `by` pixels, to the pixel's coverage.
fn grown(alpha: &[[f32; 1]], picture: &Pixmap, by: f64) -> Vec<[f32; 1]> {
    if by == 0.0 {
        return alpha.to_vec();
    }
    if by.abs() > 0.5 && by.abs() <= NEAR {
        let near = grown_near(alpha.iter().map(|[a]| *a), picture.width, by);
        return near.as_chunks::<1>().0.to_vec();
    }
    let distances = signed_distance(alpha, picture.width, picture.height);
    distances.into_iter().map(|d| [(by as f32 - d + 0.5).clamp(0.0, 1.0)]).collect()
}

/// The soft matte of shadows and glows: grown by the spread part of the size (shrunk if `inner`), blurred by the rest.
fn soft(
    layer: &Layer<'_>,
    alpha: &[[f32; 1]],
    size: f64,
    spread: f64,
    inner: bool,
    context: &EffectContext<'_>,
) -> Vec<[f32; 1]> {
    let by = size * spread * context.unit();
    let mut matte = grown(alpha, layer.picture, if inner { -by } else { by });
    let sigmas = context.lengths(sigma_of(size * (1.0 - spread)));
    gaussian(&mut matte, layer.picture.width, layer.picture.height, sigmas, false);
    matte
}

/// The layer's alpha moved by a vector in pixels of the layer.
fn moved(layer: &Layer<'_>, [dx, dy]: [f64; 2], context: &EffectContext<'_>) -> Vec<[f32; 1]> {
    let [sx, sy] = context.scale;
    let (dx, dy) = (dx * sx, dy * sy);
    if dx == 0.0 && dy == 0.0 {
        return layer.alpha.clone();
    }
    let picture = layer.picture;
    let mut out = Vec::with_capacity(layer.alpha.len());
    for y in 0..picture.height {
        for x in 0..picture.width {
            let [_, _, _, a] = crate::effects::sample(picture, x as f64 + 0.5 - dx, y as f64 + 0.5 - dy);
            out.push([a]);
        }
    }
    out
}

#[cfg(test)]
mod testing {
    use super::*;
    use crate::effects::testing::with_context;

    pub(super) fn call(match_name: &str, values: &[(&str, &[f64])]) -> EffectCall {
        let prefix = match_name.split('/').next().expect("a prefix");
        let values = values.iter().map(|(name, v)| (format!("{prefix}/{name}"), v.to_vec())).collect();
        EffectCall { match_name: match_name.to_owned(), values, layers: Vec::new() }
    }

    pub(super) fn run(calls: &[EffectCall], mut picture: Pixmap) -> Pixmap {
        with_context(picture.width, picture.height, |context| apply(calls, &mut picture, context));
        picture
    }

    /// A transparent picture with an opaque rectangle.
    pub(super) fn rectangle(
        width: usize,
        height: usize,
        [x0, y0, x1, y1]: [usize; 4],
        [r, g, b]: [f32; 3],
    ) -> Pixmap {
        let mut picture = Pixmap::new(width, height);
        for y in y0..y1 {
            for x in x0..x1 {
                picture.pixels[y * width + x] = [r, g, b, 1.0];
            }
        }
        picture
    }
}

#[cfg(test)]
mod tests {
    use super::testing::*;
    use super::*;

    #[test]
    fn the_table_is_sorted_and_each_name_and_place_is_there_once() {
        for pair in STYLES.windows(2) {
            assert!(pair[0].match_name < pair[1].match_name);
        }
        let mut orders: Vec<_> = STYLES.iter().map(|style| style.order).collect();
        orders.sort_unstable();
        assert_eq!(orders, (0..9).collect::<Vec<_>>());
    }

    #[test]
    fn every_style_stands_any_number() {
        for style in STYLES {
            for value in [f64::NAN, f64::INFINITY, -1e300, 1e9, -1.0, 0.0, 50.0] {
                let names = [
                    "mode2",
                    "color",
                    "opacity",
                    "localLightingAngle",
                    "distance",
                    "chokeMatte",
                    "blur",
                    "size",
                    "gradient",
                    "Gradient Color Stops",
                    "scale",
                    "offset",
                    "angle",
                    "strengthRatio",
                    "softness",
                    "inputRange",
                ];
                let numbers = [value; 4];
                let values: Vec<_> = names.iter().map(|name| (*name, &numbers[..])).collect();
                let call = call(style.match_name, &values);
                assert!((0.0..=crate::effects::MAX_REACH).contains(&grow(&call)));
                let out = run(&[call], rectangle(9, 7, [2, 2, 6, 5], [0.5, 0.2, 0.1]));
                for pixel in &out.pixels {
                    assert!(
                        pixel.iter().all(|c| (0.0..=1.001).contains(c)),
                        "{} {value} {pixel:?}",
                        style.name
                    );
                }
            }
        }
    }

    #[test]
    fn styles_do_not_see_each_other() {
        let stroke = call("frameFX/enabled", &[("color", &[1.0, 0.0, 0.0, 1.0]), ("size", &[2.0])]);
        let overlay = call("solidFill/enabled", &[("color", &[0.0, 0.0, 1.0, 1.0]), ("opacity", &[100.0])]);
        let picture = rectangle(12, 12, [4, 4, 8, 8], [0.0, 1.0, 0.0]);
        let out = run(&[stroke.clone(), overlay.clone()], picture.clone());
        assert_eq!(out, run(&[overlay, stroke], picture));
        assert_eq!(out.get(5, 5), [0.0, 0.0, 1.0, 1.0]);
        assert_eq!(out.get(3, 5), [1.0, 0.0, 0.0, 1.0]);
    }
}
