//! What tools ask of a timeline and a session: frame rates, the document's own property, matrices and bounds.

use crate::session::blocks::{MOST_TIMES, TOGETHER};
use crate::{
    Alive, CompositionRef, LayerRef, NodeData, NodeRef, PropertyRef, Rect, Session, State, Timeline,
};
use inbetween_doc::{Property, PropertyGroup, PropertyNode};
use inbetween_expr::tier::block::LANES;
use inbetween_expr::{Fault, Item, Program, Runner};
use inbetween_types::{Diagnostic, FrameRate, Mat4, Time, Value};
use std::sync::Arc;

impl Timeline {
    /// The edits that give a text of the legacy engine AE's modern names and forms, see
    /// [`inbetween_expr::tree::legacy_edits`].
    #[must_use]
    pub fn legacy_edits(&self, source: &str) -> Vec<inbetween_expr::tree::Edit> {
        inbetween_expr::tree::legacy_edits(source, &crate::session::engine::names(), self.limits())
    }

    /// AE's English name of a control's parameter, group or property that is named in another of AE's languages:
    /// `Cursore` is `Slider`. `None` for a name that is English or none of AE's.
    #[must_use]
    pub fn english_name(name: &str) -> Option<&'static str> {
        crate::language::english(name).filter(|english| *english != name)
    }

    /// The frame rate of a composition; 30 for a handle of another timeline.
    #[must_use]
    pub fn frame_rate(&self, composition: CompositionRef) -> FrameRate {
        self.composition(composition).map_or_else(FrameRate::default, |node| node.frame_rate)
    }

    /// The frame rate of the composition a property is in.
    #[must_use]
    pub fn property_frame_rate(&self, property: PropertyRef) -> FrameRate {
        self.node(property.0).map_or_else(FrameRate::default, |node| self.frame_rate_of(node.layer))
    }

    /// The properties of a layer in AE's order.
    pub fn layer_properties(&self, layer: LayerRef) -> impl Iterator<Item = PropertyRef> {
        let mut found = Vec::new();
        let mut open: Vec<NodeRef> = self.layer(layer).map(|node| node.root).into_iter().collect();
        while let Some(reference) = open.pop() {
            let Some(node) = self.node(reference) else { continue };
            if matches!(node.data, NodeData::Property(_)) {
                found.push(PropertyRef(reference));
            }
            open.extend(node.children().iter().rev());
        }
        found.into_iter()
    }

    /// The property as the document holds it; `None` for a handle of another timeline.
    #[must_use]
    pub fn document_property(&self, property: PropertyRef) -> Option<&Property> {
        let mut group = &self.layer_data(self.node(property.0)?.layer)?.properties;
        let (last, groups) = self.places(property)?;
        for place in groups {
            match group.children.get(place)? {
                PropertyNode::Group(inner) => group = inner,
                _ => return None,
            }
        }
        match group.children.get(last)? {
            PropertyNode::Property(found) => Some(found),
            _ => None,
        }
    }

    /// The property group as the document holds it; `None` for a property, or a handle of another timeline.
    #[must_use]
    pub fn document_group(&self, group: NodeRef) -> Option<&PropertyGroup> {
        let mut found = &self.layer_data(self.node(group)?.layer)?.properties;
        if self.node(group)?.parent.is_none() {
            return Some(found);
        }
        let (last, groups) = self.places(PropertyRef(group))?;
        for place in groups.into_iter().chain([last]) {
            match found.children.get(place)? {
                PropertyNode::Group(inner) => found = inner,
                _ => return None,
            }
        }
        Some(found)
    }

    /// Where a property stands in its layer's tree: its place in its group, and the places of the groups that lead
    /// there, outermost first.
    pub(crate) fn places(&self, property: PropertyRef) -> Option<(usize, Vec<usize>)> {
        let mut places = Vec::new();
        let mut node = self.node(property.0)?;
        while let Some(parent) = node.parent {
            places.push(usize::try_from(node.index).ok()?.checked_sub(1)?);
            node = self.node(parent)?;
        }
        places.reverse();
        Some((places.pop()?, places))
    }
}

/// Evaluates one property at one time: its value, and why its expression failed.
type Single<'a> = dyn FnMut(&State, &mut dyn Runner, PropertyRef, Time) -> (Value, Option<String>) + 'a;

impl Session {
    /// The value of a property and, when its expression failed at this time, why.
    #[must_use]
    pub fn evaluate_checked(&self, property: PropertyRef, time: Time) -> (Value, Option<String>) {
        self.state.numeric.tidy();
        self.with_runner(|state, runner| self.checked(state, runner, property, time))
    }

    fn checked(
        &self,
        state: &State,
        runner: &mut dyn Runner,
        property: PropertyRef,
        time: Time,
    ) -> (Value, Option<String>) {
        let data = self.timeline().property(property);
        if data.is_none_or(|data| data.program.is_none()) {
            let broken = data.is_some_and(|data| data.has_expression && data.program.is_none());
            let value = state.value(runner, property, time).unwrap_or_else(|_| self.evaluate(property, time));
            return (value, broken.then(|| "the expression does not compile".to_owned()));
        }
        state.failed.replace(None);
        match state.value(runner, property, time) {
            // A value that replaces the property's own, or one for each character, has run nothing here.
            Ok(value) => (value, state.failed.take().map(|message| message.to_string())),
            // Once more the usual way, which notes the finding with its place.
            Err(fault) => (self.evaluate(property, time), Some(fault.message)),
        }
    }

    /// The values of properties at one time, each handed to `take` with its place in the list. A failed expression
    /// gives the value before it and a finding, as everywhere.
    pub fn evaluate_each(&self, properties: &[PropertyRef], time: Time, take: &mut dyn FnMut(usize, Value)) {
        self.state.numeric.tidy();
        self.with_runner(|state, runner| {
            for (at, property) in properties.iter().enumerate() {
                match state.value(runner, *property, time) {
                    Ok(value) => take(at, value),
                    Err(_) => take(at, self.evaluate(*property, time)),
                }
            }
        });
    }

    /// The values of properties at times, each handed to `take` with its place in the list and the place of its
    /// time; in no certain order. The same values as [`Session::evaluate`] gives, sooner. None are handed out any more
    /// once `alive` says that the run is called off.
    pub fn evaluate_block(
        &self,
        properties: &[PropertyRef],
        times: &[Time],
        alive: Alive<'_>,
        take: &mut impl FnMut(usize, usize, Value),
    ) {
        let mut one = |state: &State, runner: &mut dyn Runner, property: PropertyRef, time: Time| {
            (state.value(runner, property, time).unwrap_or_else(|_| self.evaluate(property, time)), None)
        };
        self.in_blocks(properties, times, alive, &mut one, &mut |at, time, value, _| take(at, time, value));
    }

    /// The same with why an expression failed at a time, as [`Session::evaluate_checked`] tells.
    pub fn evaluate_block_checked(
        &self,
        properties: &[PropertyRef],
        times: &[Time],
        alive: Alive<'_>,
        take: &mut impl FnMut(usize, usize, Value, Option<String>),
    ) {
        let mut one = |state: &State, runner: &mut dyn Runner, property: PropertyRef, time: Time| {
            self.checked(state, runner, property, time)
        };
        self.in_blocks(properties, times, alive, &mut one, take);
    }

    /// Evaluates blocks of times where that goes, where no expression fails; `one` evaluates the rest one by one.
    fn in_blocks(
        &self,
        properties: &[PropertyRef],
        times: &[Time],
        alive: Alive<'_>,
        one: &mut Single<'_>,
        take: &mut impl FnMut(usize, usize, Value, Option<String>),
    ) {
        for (times, first) in times.chunks(MOST_TIMES).zip((0..).step_by(MOST_TIMES)) {
            self.state.numeric.tidy();
            self.state.begin_blocks(times.chunks(LANES));
            self.with_runner(|state, runner| {
                let mut rest = [const { Vec::new() }; TOGETHER];
                let blocks = || times.chunks(LANES).zip((first..).step_by(LANES)).enumerate();
                for (at, property) in properties.iter().enumerate() {
                    if !alive() {
                        return;
                    }
                    for ((number, (block, first)), rest) in blocks().zip(&mut rest) {
                        state.select_block(number);
                        let done = state.block(runner, *property, block, u32::MAX, &mut |lane, value| {
                            take(at, first + lane, value, None)
                        });
                        if done.count_ones() as usize != block.len() {
                            rest.push((at, *property, done));
                        }
                    }
                }
                for ((number, (block, first)), rest) in blocks().zip(&rest) {
                    state.select_block(number);
                    for (lane, time) in block.iter().enumerate() {
                        if !rest.is_empty() && !alive() {
                            return;
                        }
                        for (at, property, _) in rest.iter().filter(|(.., done)| done >> lane & 1 == 0) {
                            let (value, failed) = one(state, runner, *property, *time);
                            take(*at, first + lane, value, failed);
                        }
                    }
                }
            });
            self.state.end_blocks();
        }
    }

    /// What a query gives in a composition at a time; properties and keys become their values.
    ///
    /// # Errors
    /// The failure, when it throws or meets a limit.
    pub fn query_in(
        &self,
        composition: CompositionRef,
        program: &Arc<Program>,
        time: Time,
    ) -> Result<Item, Fault> {
        self.query(program, &self.state().evaluation_in(composition, time))
    }

    /// What of a text on a layer cannot be shown as the file asks: fonts that others stand in for, characters without a
    /// glyph.
    #[must_use]
    pub fn text_findings(&self, layer: LayerRef, text: &inbetween_types::TextDocument) -> Vec<Diagnostic> {
        self.state.layout_findings(layer, &self.state.text_layout(text, None))
    }

    /// An object in words, for example `layer "crank"`.
    #[must_use]
    pub fn name_of(&self, object: inbetween_expr::Object) -> String {
        self.state().title(object)
    }

    /// Layer space → world at a composition time; the identity where a limit was met.
    #[must_use]
    pub fn layer_to_world(&self, layer: LayerRef, time: Time) -> Mat4 {
        self.with_runner(|state, runner| state.world_matrix(runner, layer, time)).unwrap_or(Mat4::IDENTITY)
    }

    /// The layer's bounds with strokes, in its own space; empty where a limit was met.
    #[must_use]
    pub fn bounds(&self, layer: LayerRef, time: Time) -> Rect {
        self.with_runner(|state, runner| state.source_rect(runner, layer, time, true)).unwrap_or_default()
    }

    /// The source time that a layer shows at a composition time.
    #[must_use]
    pub fn source_time(&self, layer: LayerRef, time: Time) -> Time {
        self.with_runner(|state, runner| state.source_time(runner, layer, time)).unwrap_or(time)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CompileOptions;

    #[test]
    fn a_block_says_what_failed_at_which_time_as_single_times_do() {
        let layer = |name: &str, text: &str| {
            format!(
                r#"{{"ty":3,"nm":"{name}","ip":0,"op":60,"st":0,"ks":{{"r":{{"a":0,"k":7,"x":"{text}"}}}}}}"#
            )
        };
        let layers = [
            layer("fine", "time * 90"),
            layer("late", "if (time > 1) { throw 'late'; } time * 90"),
            layer("broken", "time *"),
            layer("reader", "thisComp.layer('late').rotation + 1"),
        ];
        let text = format!(
            r#"{{"v":"5.12.0","fr":30,"ip":0,"op":60,"w":100,"h":100,"layers":[{}]}}"#,
            layers.join(",")
        );
        let document = inbetween_doc::import(text.as_bytes(), &Default::default()).unwrap().document;
        let timeline = Timeline::compile(Arc::new(document), &CompileOptions::default());
        let properties: Vec<PropertyRef> = timeline
            .properties()
            .filter(|(_, data)| data.has_expression)
            .map(|(property, _)| property)
            .collect();
        assert_eq!(properties.len(), 4);
        let times: Vec<Time> = (0..60).map(|frame| f64::from(frame) / 30.0).collect();
        let mut found = vec![vec![None; times.len()]; properties.len()];
        Session::new(timeline.clone()).evaluate_block_checked(
            &properties,
            &times,
            &|| true,
            &mut |at, time, value, error| {
                assert!(found[at][time].replace((value, error)).is_none());
            },
        );
        let single = Session::new(timeline);
        for (property, list) in properties.iter().zip(&found) {
            for (time, one) in times.iter().zip(list) {
                assert_eq!(one.as_ref(), Some(&single.evaluate_checked(*property, *time)));
            }
        }
        let failed = |at: usize| found[at].iter().flatten().filter(|(_, error)| error.is_some()).count();
        assert_eq!([failed(0), failed(1), failed(2), failed(3)], [0, 29, 60, 0]);
    }

    #[test]
    fn a_run_that_is_called_off_ends_at_the_next_time_not_at_the_next_block() {
        // Nothing of it goes in blocks: each time is asked singly.
        let text = r#"{"v":"5.12.0","fr":30,"ip":0,"op":60,"w":100,"h":100,"layers":[{"ty":3,"nm":"a","ip":0,"op":60,
            "st":0,"ks":{"r":{"a":0,"k":7,"x":"var a = [1]; a.push(time); a[1]"}}}]}"#;
        let document = inbetween_doc::import(text.as_bytes(), &Default::default()).unwrap().document;
        let timeline = Timeline::compile(Arc::new(document), &CompileOptions::default());
        let properties: Vec<PropertyRef> =
            timeline.properties().filter(|(_, data)| data.has_expression).map(|(found, _)| found).collect();
        let times: Vec<Time> = (0..60).map(|frame| f64::from(frame) / 30.0).collect();
        let (asked, mut taken) = (std::cell::Cell::new(0), 0);
        let alive = || asked.replace(asked.get() + 1) < 6;
        Session::new(timeline).evaluate_block(&properties, &times, &alive, &mut |_, _, _| taken += 1);
        // Once for the property, then before each time.
        assert_eq!(taken, 5);
    }
}
