//! What an evaluation is about, and what its result means.

use crate::{CompositionRef, LayerRef, PropertyRef, State};
use inbetween_expr::{Class, Evaluation, Fault, Item, Object, Runner};
use inbetween_types::Time;
use inbetween_types::hash::StableHash;

fn composition_object(composition: CompositionRef) -> Object {
    Object { class: Class::Composition, id: composition.0, clock: 0 }
}

impl State {
    /// An expression in a composition, as `eval --expr` runs it.
    #[must_use]
    pub fn evaluation_for_composition(&self, composition: CompositionRef, time: Time) -> Evaluation {
        let id = self.composition_data(composition).map_or("", |data| data.id.as_str());
        Evaluation {
            property: None,
            layer: None,
            composition: composition_object(composition),
            time,
            seed: StableHash::default().text("composition").text(id).finish(),
            random_offset: 0.0,
            selector: None,
        }
    }

    /// An expression on a layer, without a property.
    #[must_use]
    pub fn evaluation_for_layer(&self, layer: LayerRef, time: Time) -> Evaluation {
        let (composition, seed) =
            self.layer_node(layer).map_or((CompositionRef(0), 0), |node| (node.composition, node.identity));
        Evaluation {
            property: None,
            layer: Some(self.layer_object(layer, 0)),
            composition: composition_object(composition),
            time,
            seed,
            random_offset: 0.0,
            selector: None,
        }
    }

    /// The expression of a property, or a text run as if it were.
    #[must_use]
    pub fn evaluation_for_property(&self, property: PropertyRef, time: Time) -> Evaluation {
        let (layer, composition) = self.home(property.0).unwrap_or((LayerRef(0), CompositionRef(0)));
        Evaluation {
            property: Some(Object { class: Class::Property, id: property.0.0, clock: 0 }),
            layer: Some(self.layer_object(layer, 0)),
            composition: composition_object(composition),
            time,
            seed: self.property_data(property).map_or(0, |data| data.identity),
            random_offset: 0.0,
            selector: None,
        }
    }

    /// The result of an evaluation with every property handle in it replaced by its value at the evaluation's
    /// time; its own property is before its expression. Other handles stay.
    ///
    /// # Errors
    /// When a property cannot be evaluated.
    pub fn settled(
        &self,
        runner: &mut dyn Runner,
        evaluation: &Evaluation,
        item: Item,
    ) -> Result<Item, Fault> {
        match item {
            Item::Object(object) if object.class == Class::Property => {
                let time = self.clock_time(runner, object.clock, evaluation.time)?;
                let property = PropertyRef(crate::NodeRef(object.id));
                let value = if evaluation.property == Some(object) {
                    self.pre_value(property, time)
                } else {
                    self.value(runner, property, time)?
                };
                Ok(super::value_item(&value))
            }
            Item::Array(items) => {
                let items: Result<_, _> =
                    items.into_iter().map(|item| self.settled(runner, evaluation, item)).collect();
                Ok(Item::Array(items?))
            }
            other => Ok(other),
        }
    }
}
