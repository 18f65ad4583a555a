//! Queries from outside, in the expression language itself.

use crate::{LayerRef, PropertyRef, Session, State};
use inbetween_expr::{Class, Evaluation, Fault, Item, Program};
use std::sync::Arc;

impl State {
    /// What an expression on a layer, without a property, is about; `None` for a handle of another timeline.
    #[must_use]
    pub fn evaluation_on_layer(&self, layer: LayerRef, time: inbetween_types::Time) -> Option<Evaluation> {
        let node = self.timeline.layer(layer)?;
        Some(Evaluation {
            layer: Some(layer.object()),
            seed: node.identity,
            ..self.evaluation_in(node.composition, time)
        })
    }
}

impl Session {
    /// Runs a query such as `layer("a").rotation`: what it gives, with properties replaced by their values at the
    /// evaluation's time.
    ///
    /// # Errors
    /// The failure, when it throws or meets a limit.
    pub fn query(&self, program: &Arc<Program>, evaluation: &Evaluation) -> Result<Item, Fault> {
        self.with_runner(|state, runner| {
            let item = runner.run(program, evaluation)?;
            state.settled(runner, item, evaluation.time)
        })
    }

    /// The property that a query such as `layer("a").rotation` names.
    ///
    /// # Errors
    /// The failure of the query, or `expr/not-a-property` when it gives something else.
    pub fn query_property(
        &self,
        program: &Arc<Program>,
        evaluation: &Evaluation,
    ) -> Result<PropertyRef, Fault> {
        match self.evaluate_expression(program, evaluation)? {
            Item::Object(object) if object.class == Class::Property => {
                Ok(PropertyRef(crate::NodeRef(object.id)))
            }
            Item::Object(object) => Err(Fault::thrown(
                "expr/not-a-property",
                format!("{} is no property", self.state().title(object)),
            )),
            _ => Err(Fault::thrown("expr/not-a-property", "this is a value, not a property")
                .with_help("name the property itself, for example layer(\"a\").rotation")),
        }
    }
}
