//! A preset as edits of a file.

use super::Applied;
use crate::edit::{Edit, NewEffect};
use inbetween_timeline::{LayerRef, Timeline};
use serde_json::json;

impl Applied {
    /// The edits that put it into the file of the timeline it was written for: controls first, then expressions.
    #[must_use]
    pub fn edits(&self, timeline: &Timeline) -> Vec<Edit> {
        let layer = |layer: LayerRef| {
            timeline.layer(layer).map_or_else(String::new, |node| timeline.node_expression(node.root))
        };
        let mut edits = Vec::with_capacity(self.controls.len() * 2 + self.expressions.len());
        for control in &self.controls {
            let value = match control.kind {
                "checkbox" => json!(control.value != 0.0),
                _ => json!(control.value),
            };
            edits.push(Edit::AddEffect {
                layer: layer(control.layer),
                effect: NewEffect {
                    kind: control.kind.to_owned(),
                    name: control.name.clone(),
                    value: Some(value),
                },
            });
            if let Some(source) = &control.expression {
                let name = super::template::quoted(&control.name);
                edits.push(Edit::SetExpression {
                    property: format!("{}.effect({name})(\"Slider\")", layer(control.layer)),
                    source: source.clone(),
                });
            }
        }
        for made in &self.expressions {
            edits.push(Edit::SetExpression {
                property: timeline.property_expression(made.property),
                source: made.text.clone(),
            });
        }
        edits
    }
}
