//! A drawing as a scene file.

use super::{Artwork, CompositionSettings, SizeRule, unique_names};
use toml_edit::Value;

/// A scene whose layers come from the drawing `file`: each where it was drawn, its anchor point at its centre, its
/// shapes still in the drawing.
#[must_use]
pub fn scene(artwork: &Artwork, file: &str, rule: SizeRule, settings: &CompositionSettings) -> String {
    let text = |text: &str| Value::from(text).to_string();
    let [width, height] = [artwork.width.ceil(), artwork.height.ceil()];
    let mut out = format!(
        "[composition]\nname = {}\nsize = [{width}, {height}]\nframe_rate = {}\nduration = {}\n",
        text(&settings.name),
        settings.frame_rate,
        settings.duration
    );
    let size =
        if rule == SizeRule::Artwork { String::new() } else { format!(", size = \"{}\"", rule.name()) };
    for (name, layer) in unique_names(artwork).iter().zip(&artwork.layers) {
        // The drawing is asked by name; one that stands behind another of its name is asked by id.
        let first = artwork.layer(&layer.name).is_some_and(|found| std::ptr::eq(found, layer));
        let wanted = if first || layer.id.is_empty() { &layer.name } else { &layer.id };
        let ([ax, ay], [px, py]) = (layer.center(), layer.position());
        out.push_str(&format!(
            "\n[[layer]]\nname = {}\ntype = \"artwork\"\nartwork = {{ file = {}, layer = {}{size} }}\n\
             anchor_point = [{ax}, {ay}]\nposition = [{px}, {py}]\n",
            text(name),
            text(file),
            text(wanted),
        ));
    }
    out
}
