//! `image/missing`.

use crate::check::rule::{Report, Rule, Sample, Search};
use crate::check::subject::Whole;
use inbetween_doc::{FootageData, FootageId, LayerSource};
use inbetween_types::{Location, Severity};

pub(super) const RULE: Rule = Rule {
    code: "image/missing",
    level: Severity::Warning,
    finds: "An image that is neither in the file nor beside it.",
    why: "The layer is not drawn. Keep the export's `images` folder beside the file, or include the images in it.",
    wrong: Sample::Members(
        r#"{"assets":[{"id":"i","w":1,"h":1,"u":"images/","p":"logo.png","e":0}],"layers":[{"ty":2,"ind":20,"nm":"logo","refId":"i","ip":0,"op":100,"st":0,"sr":1,"ks":{}}]}"#,
    ),
    right: Sample::Members(
        r#"{"assets":[{"id":"i","w":1,"h":1,"u":"","p":"data:image/gif;base64,R0lGODlhAQABAIAAAP8AAAAAACwAAAAAAQABAAACAkQBADs=","e":1}],"layers":[{"ty":2,"ind":20,"nm":"logo","refId":"i","ip":0,"op":100,"st":0,"sr":1,"ks":{}}]}"#,
    ),
    fixes: false,
    search: Search::File(search),
};

fn search(whole: &Whole<'_>, report: &mut Report<'_>) {
    let document = whole.project.document();
    for (index, footage) in document.footage.iter().enumerate() {
        let source = LayerSource::Footage(FootageId(index));
        let user = document
            .compositions
            .iter()
            .flat_map(|composition| composition.layers.iter().map(move |layer| (composition, layer)))
            .find(|(_, layer)| layer.source == source);
        let Some((composition, layer)) = user else { continue };
        let what = match &footage.data {
            FootageData::File(name) => {
                if whole.project.loader().is_some_and(|load| load(name).is_some()) {
                    continue;
                }
                name.clone()
            }
            FootageData::Missing => footage.name.clone(),
            _ => continue,
        };
        let location = Location {
            composition: Some(composition.name.clone()),
            layer: Some(layer.name.clone()),
            ..Location::default()
        };
        let message =
            format!("\"{what}\" is neither in the file nor beside it: \"{}\" is not drawn", layer.name);
        report.on(location, message, "put it beside the file, or export with the images included");
    }
}

#[cfg(test)]
#[test]
fn its_examples_hold() {
    crate::check::testing::examples(&RULE);
}
