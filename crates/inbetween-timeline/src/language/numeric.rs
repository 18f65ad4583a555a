//! The numeric tier's questions, answered without items.

use super::lookup::at;
use super::property::wiggled;
use crate::{LayerRef, NodeRef, PropertyRef, State};
use inbetween_expr::{Fault, NumericHost, Object, Runner, Wiggle};
use inbetween_types::{Time, Value};
use std::borrow::Cow;

fn property(object: Object) -> PropertyRef {
    PropertyRef(NodeRef(object.id))
}

impl NumericHost for State {
    fn property_value(&self, runner: &mut dyn Runner, property: Object, time: Time) -> Result<Value, Fault> {
        self.seen_value(runner, property, time)
    }

    fn property_velocity(
        &self,
        runner: &mut dyn Runner,
        property: Object,
        time: Time,
    ) -> Result<Value, Fault> {
        self.seen_velocity(runner, property, time)
    }

    fn is_plain(&self, runner: &dyn Runner, object: Object) -> bool {
        self.is_own(runner, object) || !self.is_expressed(property(object))
    }

    fn property_keys(&self, object: Object) -> Cow<'_, [Time]> {
        self.key_times(property(object))
    }

    fn property_key_value(&self, object: Object, place: usize, time: Time) -> Value {
        self.key_value(property(object), place, time)
    }

    fn time_of(&self, runner: &mut dyn Runner, object: Object, time: Time) -> Result<Time, Fault> {
        self.clock_time(runner, object.clock, time)
    }

    fn property_wiggle(
        &self,
        runner: &mut dyn Runner,
        object: Object,
        wiggle: &Wiggle<'_>,
    ) -> Result<Value, Fault> {
        wiggled(self, runner, object, wiggle)
    }

    fn layer_space(
        &self,
        runner: &mut dyn Runner,
        layer: Object,
        name: &'static str,
        point: &[f64],
        time: Time,
    ) -> Result<([f64; 3], usize), Fault> {
        let layer = LayerRef(layer.id);
        let answer = match name {
            "toComp" => self.to_comp(runner, layer, point, time)?,
            "fromComp" => self.from_comp(runner, layer, point, time)?,
            "toWorld" => self.to_world(runner, layer, point, time)?,
            _ => self.from_world(runner, layer, point, time)?,
        };
        let part = |index| answer.get(at(index)).copied().unwrap_or(0.0);
        Ok(([part(0), part(1), part(2)], answer.len().min(3)))
    }
}
