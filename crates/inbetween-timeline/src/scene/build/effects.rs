//! Effects and layer styles with their values at a time.

use super::Builder;
use crate::scene::{EffectCall, Group, Node, Projection};
use crate::{LayerRef, NodeData, NodeRef, PropertyRef};
use inbetween_expr::Fault;
use inbetween_types::{Time, Value};

/// Parameters that name a layer: match name of the effect, place of the parameter from 0.
const LAYER_PARAMETERS: [(&str, usize); 6] = [
    ("ADBE Set Matte3", 0),
    ("ADBE Set Matte2", 0),
    ("ADBE Set Matte", 0),
    ("ADBE Displacement Map", 0),
    ("ADBE Compound Blur", 0),
    ("ADBE Blend", 0),
];

/// Whether an effect only holds values for expressions.
fn is_control(match_name: &str) -> bool {
    match_name.starts_with("Pseudo/")
        || (match_name.starts_with("ADBE ") && match_name.ends_with(" Control"))
        || match_name.is_empty()
}

impl Builder<'_> {
    /// The effects that are switched on, first applied first.
    pub(super) fn effects(&mut self, layer: LayerRef, time: Time) -> Result<Vec<EffectCall>, Fault> {
        self.calls(layer, "ADBE Effect Parade", time)
    }

    /// The layer styles that are switched on.
    pub(super) fn styles(&mut self, layer: LayerRef, time: Time) -> Result<Vec<EffectCall>, Fault> {
        self.calls(layer, "ADBE Layer Styles", time)
    }

    fn calls(&mut self, layer: LayerRef, group: &str, time: Time) -> Result<Vec<EffectCall>, Fault> {
        let state = self.state;
        let Some(node) = state.timeline.layer(layer) else { return Ok(Vec::new()) };
        let Some(group) = state.timeline.child(node.root, group) else { return Ok(Vec::new()) };
        let mut calls = Vec::new();
        for effect in state.timeline.node(group).map_or(&[][..], crate::Node::children) {
            let Some(node) = state.timeline.node(*effect) else { continue };
            if !matches!(node.data, NodeData::Group { enabled: true, .. }) || is_control(&node.match_name) {
                continue;
            }
            let mut values = Vec::with_capacity(node.children().len());
            self.parameters(*effect, time, &mut values)?;
            let mut layers = Vec::new();
            for (_, at) in LAYER_PARAMETERS.iter().filter(|(name, _)| *name == node.match_name) {
                let Some((parameter, numbers)) = values.get(*at) else { continue };
                let wanted = numbers.first().copied().unwrap_or(0.0);
                if let Some(nodes) = self.input(layer, wanted, time)? {
                    layers.push((parameter.clone(), nodes));
                }
            }
            calls.push(EffectCall { match_name: node.match_name.to_string(), values, layers });
        }
        Ok(calls)
    }

    /// Parameters in the file's order; those of groups inside follow in place. Paths and text have no numbers.
    fn parameters(
        &mut self,
        group: NodeRef,
        time: Time,
        out: &mut Vec<(String, Vec<f64>)>,
    ) -> Result<(), Fault> {
        let state = self.state;
        for child in state.timeline.node(group).map_or(&[][..], crate::Node::children) {
            let Some(node) = state.timeline.node(*child) else { continue };
            match node.data {
                NodeData::Group { .. } => self.parameters(*child, time, out)?,
                NodeData::Property(_) => {
                    let value = self.value(PropertyRef(*child), time)?;
                    let numbers = match &value {
                        Value::Number(_) | Value::Vector(_) => value.components().to_vec(),
                        _ => Vec::new(),
                    };
                    out.push((node.match_name.to_string(), numbers));
                }
            }
        }
        Ok(())
    }

    /// The layer that a parameter names by its stored id, in the space of `layer`; 0 names none.
    ///
    /// Effects read another layer's source: its picture without its masks, effects and transform. Shape and text
    /// layers have no source of their own size and are read where they stand, as AE does.
    fn input(&mut self, layer: LayerRef, id: f64, time: Time) -> Result<Option<Vec<Node>>, Fault> {
        if id == 0.0 || !id.is_finite() {
            return Ok(None);
        }
        let state = self.state;
        let Some(source) = self.layer_by_id(layer, id as i64) else {
            self.report(
                "draw/unknown-layer",
                layer,
                format!("an effect reads layer {id}, which does not exist"),
            );
            return Ok(None);
        };
        let Some(data) = state.timeline.layer_data(source) else { return Ok(None) };
        if !state.is_active_at(source, time)
            || !super::content::is_visible(data.kind)
            || !self.spend(layer, 1)
        {
            return Ok(Some(Vec::new()));
        }
        let Some(nodes) = self.as_input(layer, source, |builder| builder.content(source, time))? else {
            return Ok(None);
        };
        let mut group = Group { name: data.name.clone(), nodes, ..Group::default() };
        if super::content::is_sized(data.kind) {
            group.clip = Some([0.0, 0.0, data.width, data.height]);
        } else if source != layer {
            let own = self.world(layer, time)?;
            let other = self.world(source, time)?;
            if let Some(inverse) = own.inverse() {
                let [[a, c, _, e], [b, d, _, f], ..] = inverse.then_after(&other).0;
                group.transform = Projection([[a, c, e], [b, d, f], [0.0, 0.0, 1.0]]);
            }
        }
        Ok(Some(vec![Node::Group(Box::new(group))]))
    }
}
