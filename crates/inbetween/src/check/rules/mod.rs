//! One file per rule, one line of the table.

mod circle;
mod clock;
mod cost;
mod degrees;
mod eval;
mod font_substituted;
mod frame_rate;
mod fuel;
mod host;
mod key_order;
mod keys_outside;
mod legacy_name;
mod legacy_syntax;
mod localized;
mod loop_jump;
mod loop_seam;
mod math_random;
mod missing_asset;
mod missing_glyph;
mod missing_image;
mod missing_parent;
mod no_key;
mod not_finite;
mod parent_cycle;
mod players_loop;
mod players_missing;
mod players_none;
mod players_selector;
mod players_truth;
mod players_value_at_time;
mod players_wiggle;
mod random_unseeded;
mod space_mixed;
mod speed_times_time;
mod stray_text;
mod syntax;
mod thrown;
mod typographic_dash;
mod typographic_quote;
mod unclosed;
mod undefined_name;
mod unknown_composition;
mod unknown_effect;
mod unknown_layer;
mod unknown_property;
mod velocity_eased;

use super::rule::Rule;

pub(super) use degrees::fix as fix_degrees;

/// All rules, sorted by code.
pub static RULES: &[&Rule] = &[
    &cost::READS,
    &cost::STEPS,
    &key_order::RULE,
    &missing_asset::RULE,
    &missing_parent::RULE,
    &parent_cycle::RULE,
    &missing_glyph::RULE,
    &circle::RULE,
    &legacy_name::RULE,
    &legacy_syntax::RULE,
    &localized::RULE,
    &no_key::RULE,
    &not_finite::RULE,
    &stray_text::RULE,
    &syntax::RULE,
    &thrown::RULE,
    &typographic_dash::RULE,
    &typographic_quote::RULE,
    &unclosed::RULE,
    &undefined_name::RULE,
    &unknown_composition::RULE,
    &unknown_effect::RULE,
    &unknown_layer::RULE,
    &unknown_property::RULE,
    &missing_image::RULE,
    &fuel::RULE,
    &degrees::RULE,
    &keys_outside::RULE,
    &loop_jump::RULE,
    &loop_seam::RULE,
    &speed_times_time::RULE,
    &velocity_eased::RULE,
    &players_selector::RULE,
    &players_loop::RULE,
    &players_missing::RULE,
    &players_none::RULE,
    &players_truth::RULE,
    &players_value_at_time::RULE,
    &players_wiggle::RULE,
    &math_random::RULE,
    &random_unseeded::RULE,
    &eval::RULE,
    &host::RULE,
    &space_mixed::RULE,
    &font_substituted::RULE,
    &clock::RULE,
    &frame_rate::RULE,
];

/// The rule with a code.
#[must_use]
pub fn rule(code: &str) -> Option<&'static Rule> {
    RULES.binary_search_by(|rule| rule.code.cmp(code)).ok().and_then(|at| RULES.get(at)).copied()
}
