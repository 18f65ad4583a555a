//! The table of effects.

use super::params::Params;
use super::*;
use crate::Pixmap;

/// An effect.
pub struct EffectDef {
    /// Its match name in AE.
    pub match_name: &'static str,
    /// Its name in AE.
    pub name: &'static str,
    /// Pixels of the layer by which its result may reach beyond its input.
    pub(crate) grow: fn(&Params<'_>) -> f64,
    /// Changes the picture.
    pub(crate) apply: fn(&Params<'_>, &mut Pixmap, &mut EffectContext<'_>),
    /// Whether it is drawn as AE draws it; else roughly.
    pub exact: bool,
}

impl std::fmt::Debug for EffectDef {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("EffectDef")
            .field("match_name", &self.match_name)
            .field("name", &self.name)
            .field("exact", &self.exact)
            .finish_non_exhaustive()
    }
}

type Grow = fn(&Params<'_>) -> f64;
type Apply = fn(&Params<'_>, &mut Pixmap, &mut EffectContext<'_>);

const fn def(
    match_name: &'static str,
    name: &'static str,
    grow: Grow,
    apply: Apply,
    exact: bool,
) -> EffectDef {
    EffectDef { match_name, name, grow, apply, exact }
}

fn none(_: &Params<'_>) -> f64 {
    0.0
}

/// All effects that are drawn, by match name.
pub const EFFECTS: &[EffectDef] = &[
    def("ADBE Black&White", "Black & White", none, black_white::apply, true),
    def("ADBE Box Blur2", "Fast Box Blur", box_blur::grow, box_blur::apply, true),
    def(
        "ADBE Brightness & Contrast",
        "Brightness & Contrast",
        none,
        brightness_contrast::apply_legacy,
        false,
    ),
    def("ADBE Brightness & Contrast 2", "Brightness & Contrast", none, brightness_contrast::apply, true),
    def("ADBE Bulge", "Bulge", none, bulge::apply, false),
    def("ADBE Change To Color", "Change to Color", none, change_color::apply, false),
    def("ADBE Change To Color2", "Change to Color", none, change_color::apply, false),
    def("ADBE Corner Pin", "Corner Pin", corner_pin::grow, corner_pin::apply, true),
    def("ADBE Displacement Map", "Displacement Map", displacement::grow, displacement::apply, false),
    def("ADBE Drop Shadow", "Drop Shadow", drop_shadow::grow, drop_shadow::apply, true),
    def("ADBE Easy Levels", "Levels", none, levels::apply, true),
    def("ADBE Easy Levels2", "Levels", none, levels::apply, true),
    def("ADBE Fast Blur", "Fast Blur", box_blur::grow_fast, box_blur::apply_fast, true),
    def("ADBE Fill", "Fill", none, fill::apply, true),
    def("ADBE Fractal Noise", "Fractal Noise", none, fractal_noise::apply, false),
    def("ADBE Gaussian Blur", "Gaussian Blur", box_blur::grow_fast, box_blur::apply_fast, true),
    def("ADBE Gaussian Blur 2", "Gaussian Blur", gaussian_blur::grow, gaussian_blur::apply, false),
    def("ADBE Geometry", "Transform", transform::grow, transform::apply, true),
    def("ADBE Geometry2", "Transform", transform::grow, transform::apply, true),
    def("ADBE Glo2", "Glow", glow::grow, glow::apply, false),
    def("ADBE HUE SATURATION", "Hue/Saturation", none, hue_saturation::apply, true),
    def("ADBE Invert", "Invert", none, invert::apply, true),
    def("ADBE Linear Wipe", "Linear Wipe", none, linear_wipe::apply, true),
    def("ADBE Matte Choker", "Matte Choker", chokers::grow_matte, chokers::apply_matte, false),
    def("ADBE Mosaic", "Mosaic", none, mosaic::apply, true),
    def("ADBE Motion Blur", "Directional Blur", directional_blur::grow, directional_blur::apply, false),
    def("ADBE Pro Levels", "Levels (Individual Controls)", none, levels::apply_individual, true),
    def("ADBE Pro Levels2", "Levels (Individual Controls)", none, levels::apply_individual, true),
    def("ADBE Radial Wipe", "Radial Wipe", none, radial_wipe::apply, true),
    def("ADBE Ramp", "Gradient Ramp", none, ramp::apply, true),
    def("ADBE Set Matte", "Set Matte", none, set_matte::apply, false),
    def("ADBE Set Matte2", "Set Matte", none, set_matte::apply, false),
    def("ADBE Set Matte3", "Set Matte", none, set_matte::apply, false),
    def("ADBE Simple Choker", "Simple Choker", chokers::grow_simple, chokers::apply_simple, true),
    def("ADBE Stroke", "Stroke", stroke::grow, stroke::apply, false),
    def("ADBE Tint", "Tint", none, tint::apply, true),
    def("ADBE Tritone", "Tritone", none, tritone::apply, true),
    def("ADBE Venetian Blinds", "Venetian Blinds", none, venetian_blinds::apply, false),
];

/// The effect of this match name.
#[must_use]
pub fn find(match_name: &str) -> Option<&'static EffectDef> {
    let at = EFFECTS.binary_search_by(|effect| effect.match_name.cmp(match_name)).ok()?;
    EFFECTS.get(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_and_each_name_is_there_once() {
        for pair in EFFECTS.windows(2) {
            assert!(pair[0].match_name < pair[1].match_name, "{}", pair[1].match_name);
        }
    }
}
