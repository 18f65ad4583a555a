//! `motion/keys-outside-layer`.

use crate::check::rule::{Report, Rule, Sample, Search};
use crate::check::subject::Whole;
use inbetween_types::Severity;

pub(super) const RULE: Rule = Rule {
    code: "motion/keys-outside-layer",
    level: Severity::Note,
    finds: "Keyframes before a layer's in point or after its out point that nothing shows.",
    why: "They cost bytes, and a motion that lies outside is often a layer that was trimmed by mistake.",
    wrong: Sample::Members(
        r#"{"layers":[{"ty":3,"ind":20,"nm":"extra","ip":0,"op":30,"st":0,"sr":1,"ks":{"o":{"a":1,"k":[{"t":50,"s":[0]},{"t":70,"s":[50]},{"t":90,"s":[100]}]}}}]}"#,
    ),
    right: Sample::Members(
        r#"{"layers":[{"ty":3,"ind":20,"nm":"extra","ip":0,"op":100,"st":0,"sr":1,"ks":{"o":{"a":1,"k":[{"t":50,"s":[0]},{"t":70,"s":[50]},{"t":90,"s":[100]}]}}}]}"#,
    ),
    fixes: false,
    search: Search::File(search),
};

fn search(whole: &Whole<'_>, report: &mut Report<'_>) {
    let timeline = whole.timeline();
    for (layer, node) in timeline.layers() {
        let Some(data) = timeline.layer_data(layer) else { continue };
        let (mut keys, mut properties, mut example) = (0, 0, None);
        for property in timeline.layer_properties(layer) {
            let Some(found) = timeline.property(property) else { continue };
            // An expression may read any key, and so may others.
            if found.has_expression {
                continue;
            }
            let frames: Vec<f64> = found.keyframes.iter().map(|key| key.frame).collect();
            // The last key before the layer begins and the first after it ends still shape what is seen.
            let early = frames.iter().filter(|frame| **frame <= data.in_point).count().saturating_sub(1);
            let late = frames.iter().filter(|frame| **frame >= data.out_point).count().saturating_sub(1);
            if early + late > 0 {
                keys += early + late;
                properties += 1;
                example = example.or(Some(property));
            }
        }
        let (Some(example), true) = (example, keys > 0) else { continue };
        let name = timeline.property_expression(example);
        report.on(
            timeline.location(example),
            format!(
                "{keys} keys of {properties} properties lie where \"{}\" is not seen (frames {} to {}), first of them on {name}",
                data.name, data.in_point, data.out_point
            ),
            "extend the layer, or delete them",
        );
        let _ = node;
    }
}

#[cfg(test)]
#[test]
fn its_examples_hold() {
    crate::check::testing::examples(&RULE);
}
