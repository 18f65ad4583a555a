//! The evaluation stack and what is remembered, with rules in place of an engine: a rule reads some properties at
//! shifted times and adds them up.

use super::stack::{CYCLES, DEPTH};
use super::*;
use crate::timeline::{CompileOptions, NodeData, NodeRef};
use inbetween_doc::{
    Composition, Document, GroupKind, Keyframe, Layer, Property, PropertyGroup, PropertyNode,
};
use inbetween_expr::{Evaluation, Item, Program};
use inbetween_types::{FrameRate, Limits, Unit, ValueKind};

/// Reads (property, seconds to add), then adds `own` to their sum.
#[derive(Clone, Debug)]
struct Rule {
    own: f64,
    reads: Vec<(usize, f64)>,
}

struct Rules<'a> {
    state: &'a State,
    rules: &'a [Rule],
    runs: usize,
    evaluation: Evaluation,
}

impl Runner for Rules<'_> {
    fn run(&mut self, program: &Arc<Program>, evaluation: &Evaluation) -> Result<Item, Fault> {
        self.runs += 1;
        let rule = &self.rules[program.source.parse::<usize>().unwrap()];
        let mut sum = rule.own + evaluation.time;
        for (property, shift) in &rule.reads {
            let time = evaluation.time + shift;
            sum += 0.5 * self.state.value(self, reference(*property), time)?.component(0);
        }
        Ok(Item::Number(sum))
    }

    fn current(&self) -> &Evaluation {
        &self.evaluation
    }
}

fn reference(property: usize) -> PropertyRef {
    // The layer's root is node 0.
    PropertyRef(NodeRef(u32::try_from(property).unwrap() + 1))
}

/// Number properties keyed from 0 to 100 over ten seconds, plus ten times their place; those with a rule have it
/// as their expression.
fn timeline(rules: &[Rule], limits: Limits) -> Timeline {
    let children = rules
        .iter()
        .enumerate()
        .map(|(at, _)| {
            let at = at as f64;
            let key = |frame: f64, value: f64| Keyframe {
                frame,
                value: value.into(),
                end_value: None,
                hold: false,
                ease: Default::default(),
                out_tangent: Default::default(),
                in_tangent: Default::default(),
            };
            let mut property =
                Property::new("P", "Slider", ValueKind::Number, Unit::None, (10.0 * at).into());
            property.keyframes = vec![key(0.0, 10.0 * at), key(300.0, 10.0 * at + 100.0)];
            PropertyNode::Property(property)
        })
        .collect();
    let root = PropertyGroup { kind: GroupKind::Layer, children, ..PropertyGroup::default() };
    let layer = Layer { properties: root, ..Layer::default() };
    let composition =
        Composition { frame_rate: FrameRate::new(30.0), layers: vec![layer], ..Composition::default() };
    let document = Document { compositions: vec![composition], ..Document::default() };
    let options = CompileOptions { limits, ..CompileOptions::default() };
    let mut timeline = Timeline::compile(Arc::new(document), &options);
    let inner = Arc::get_mut(&mut timeline.inner).unwrap();
    for (at, _) in rules.iter().enumerate() {
        let NodeData::Property(data) = &mut inner.nodes[at + 1].data else { panic!() };
        data.program = Some(Arc::new(Program {
            source: Arc::from(at.to_string()),
            core: Arc::from(""),
            offsets: Vec::new(),
            writes_globals: false,
            bodymovin: false,
            points: Vec::new(),
            tier: Default::default(),
        }));
    }
    timeline
}

fn ask(state: &State, rules: &[Rule], property: usize, time: f64) -> (Result<Value, Fault>, usize) {
    let mut runner = Rules { state, rules, runs: 0, evaluation: state.root_evaluation() };
    let value = state.value(&mut runner, reference(property), time);
    assert_eq!(state.stack.borrow().len(), 0);
    (value, runner.runs)
}

fn number(state: &State, rules: &[Rule], property: usize, time: f64) -> f64 {
    ask(state, rules, property, time).0.unwrap().component(0)
}

fn rule(own: f64, reads: &[(usize, f64)]) -> Rule {
    Rule { own, reads: reads.to_vec() }
}

#[test]
fn a_chain_gives_post_expression_values_at_other_times() {
    let rules = [rule(1.0, &[]), rule(2.0, &[(0, -1.0)])];
    let state = State::new(timeline(&rules, Limits::default()));
    // (1 + 4) / 2 + 2 + 5
    assert_eq!(number(&state, &rules, 1, 5.0), 9.5);
}

#[test]
fn a_property_met_again_gives_its_keyframes() {
    let rules = [rule(1.0, &[(1, 0.0)]), rule(2.0, &[(0, -1.0)])];
    let state = State::new(timeline(&rules, Limits::default()));
    // 0 at 5: 1 + 5 + half of (2 + 5 + half of the keyed value of 0 at 4, which is 40).
    assert_eq!(number(&state, &rules, 0, 5.0), 6.0 + 0.5 * (7.0 + 20.0));
    // 1 at 5 is not the value that was seen on the way.
    assert_eq!(number(&state, &rules, 1, 5.0), 7.0 + 0.5 * (5.0 + 0.5 * 50.0));
}

#[test]
fn a_remembered_value_is_not_used_while_what_it_needs_runs() {
    // 1 reads 0; 0 reads 1 only. Remember 1 first, then ask 0: inside 0, 1 must see the keyed value of 0.
    let rules = [rule(1.0, &[(1, 0.0)]), rule(2.0, &[(2, 0.0)]), rule(0.0, &[(0, 0.0)])];
    let warm = State::new(timeline(&rules, Limits::default()));
    number(&warm, &rules, 1, 2.0);
    number(&warm, &rules, 2, 2.0);
    let cold = State::new(timeline(&rules, Limits::default()));
    assert_eq!(number(&warm, &rules, 0, 2.0), number(&cold, &rules, 0, 2.0));
}

#[test]
fn a_chain_of_past_times_costs_linear_time() {
    // Each property reads the one before at two times that meet again further down.
    let rules: Vec<Rule> = (0..30usize)
        .map(|at| rule(0.0, &if at == 0 { vec![] } else { vec![(at - 1, -1.0), (at - 1, -2.0)] }))
        .collect();
    let state = State::new(timeline(&rules, Limits::default()));
    let (_, runs) = ask(&state, &rules, 29, 0.0);
    assert!(runs < 30 * 60, "{runs}");
}

#[test]
fn the_depth_limit_does_not_depend_on_what_is_remembered() {
    let rules: Vec<Rule> =
        (0..20usize).map(|at| rule(0.0, &if at == 0 { vec![] } else { vec![(at - 1, 0.0)] })).collect();
    let mut limits = Limits::default();
    limits.expression_depth = 12;
    let cold = State::new(timeline(&rules, limits.clone()));
    let fails: Vec<bool> = (0..20)
        .map(|at| {
            let fresh = State::new(timeline(&rules, limits.clone()));
            ask(&fresh, &rules, at, 0.0).0.is_err()
        })
        .collect();
    assert_eq!(fails.iter().filter(|failed| !**failed).count(), 12);
    // Warm: every shorter chain is remembered before the longer one is asked.
    for (at, failed) in fails.iter().enumerate() {
        let outcome = ask(&cold, &rules, at, 0.0).0;
        assert_eq!(outcome.is_err(), *failed, "{at}");
        if let Err(fault) = outcome {
            assert_eq!(fault.code, DEPTH);
        }
    }
}

/// Properties that all read one another, themselves included, each `shift` seconds off.
fn tangle(count: usize, shift: f64) -> Vec<Rule> {
    (0..count).map(|own| rule(own as f64, &(0..count).map(|at| (at, shift)).collect::<Vec<_>>())).collect()
}

#[test]
fn in_a_tangle_each_property_is_evaluated_once_for_an_answer() {
    for count in [2, 5, 10, 20, 40] {
        let rules = tangle(count, 0.0);
        let timeline = timeline(&rules, Limits::default());
        let state = State::new(timeline.clone());
        for property in 0..count {
            let (value, runs) = ask(&state, &rules, property, 3.0);
            assert_eq!(runs, count, "property {property} of {count}");
            let (alone, _) = ask(&State::new(timeline.clone()), &rules, property, 3.0);
            assert_eq!(value, alone, "property {property} of {count}");
            assert!(value.is_ok());
            // What came out is remembered.
            assert_eq!(ask(&state, &rules, property, 3.0), (alone, 0));
        }
    }
}

#[test]
fn a_tangle_of_more_reads_than_the_limit_ends_with_a_finding() {
    for (count, shift) in [(50, 0.0), (200, 0.0), (700, 0.0), (40, -1.0)] {
        let mut rules = tangle(count, shift);
        // One that only looks on.
        rules.push(rule(0.0, &[(1, 0.0)]));
        let state = State::new(timeline(&rules, Limits::default()));
        for property in [0, count / 2, count, 0] {
            let (outcome, runs) = ask(&state, &rules, property, 0.0);
            assert_eq!(outcome.unwrap_err().code, CYCLES);
            assert!(runs < 300, "{runs} of {count}");
        }
    }
}

/// The rule for circles in its plainest words: what is being evaluated gives its keyframes.
fn plain(state: &State, rules: &[Rule], stack: &mut Vec<usize>, property: usize, time: f64) -> f64 {
    if stack.contains(&property) {
        return state.pre_value(reference(property), time).component(0);
    }
    stack.push(property);
    let mut sum = rules[property].own + time;
    for (read, shift) in &rules[property].reads {
        sum += 0.5 * plain(state, rules, stack, *read, time + shift);
    }
    stack.pop();
    sum
}

#[test]
fn a_ring_gives_what_its_longest_way_round_gives() {
    let mut next = generator(2);
    for round in 0..100 {
        // Each reads one other, perhaps at two times, and one that reads nothing: all circles are simple.
        let count = 2 + next(8);
        let mut rules: Vec<Rule> = (0..count)
            .map(|at| {
                let (other, shift) = (next(count), -(next(3) as f64));
                let mut reads = vec![(other, shift), (count, 1.0)];
                if next(2) == 0 {
                    reads.push((other, shift - 1.0));
                }
                rule(at as f64, &reads)
            })
            .collect();
        rules.push(rule(3.0, &[]));
        let state = State::new(timeline(&rules, Limits::default()));
        for _ in 0..20 {
            let (property, time) = (next(count), next(6) as f64);
            let expected = plain(&state, &rules, &mut Vec::new(), property, time);
            assert_eq!(number(&state, &rules, property, time), expected, "round {round}: {rules:?}");
        }
    }
}

#[test]
fn a_ring_of_hundreds_costs_its_length() {
    inbetween_expr::with_large_stack(|| {
        let count = 400;
        let rules: Vec<Rule> = (0..count).map(|at| rule(1.0, &[((at + 1) % count, -0.5)])).collect();
        let state = State::new(timeline(&rules, Limits::default()));
        let (value, runs) = ask(&state, &rules, 7, 5.0);
        assert_eq!(runs, count);
        let expected = plain(&state, &rules, &mut Vec::new(), 7, 5.0);
        assert_eq!(value.unwrap().component(0), expected);
        // Nor does what is kept grow with the square of it: one set for each alone, one for all.
        for property in 0..count {
            assert_eq!(ask(&state, &rules, property, 5.0).1, if property == 7 { 0 } else { count });
        }
        assert!(state.memo.borrow().sets() <= count + 1, "{}", state.memo.borrow().sets());
    });
}

#[test]
fn inside_a_circle_a_value_computed_is_the_value_for_the_rest_of_it() {
    // 0 reads 1 then 2, which read each other and 0.
    let rules = [
        rule(1.0, &[(1, 0.0), (2, 0.0)]),
        rule(2.0, &[(2, 0.0), (0, 0.0)]),
        rule(3.0, &[(1, 0.0), (0, 0.0)]),
    ];
    let state = State::new(timeline(&rules, Limits::default()));
    // At 0 the keyed values are 0, 10 and 20. Inside 0 and 1, 2 is 3 + 10 / 2; then 1 is 2 + 8 / 2.
    assert_eq!(number(&state, &rules, 0, 0.0), 1.0 + 0.5 * 6.0 + 0.5 * 8.0);
    // Asked itself, 2 is not what it was inside the others.
    assert_eq!(number(&state, &rules, 2, 0.0), 3.0 + 0.5 * (2.0 + 0.5 * 20.0 + 0.5 * 16.0) + 0.5 * 16.0);
}

/// A small generator of its own (SplitMix64), so that the graphs are the same everywhere.
fn generator(mut seed: u64) -> impl FnMut(usize) -> usize {
    move |below| {
        seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        usize::try_from(inbetween_types::hash::mix(seed) % below as u64).unwrap()
    }
}

#[test]
fn answers_are_the_same_in_any_order_and_from_any_memory() {
    let mut next = generator(1);
    for round in 0..300 {
        let count = 2 + next(9);
        let most = 2 + next(4);
        let rules: Vec<Rule> = (0..count)
            .map(|at| {
                let reads = (0..next(most)).map(|_| (next(count), -(next(3) as f64))).collect();
                Rule { own: at as f64, reads }
            })
            .collect();
        let mut limits = Limits::default();
        limits.memo_entries = if round % 3 == 0 { 8 } else { 1_000 };
        let timeline = timeline(&rules, limits);
        let questions: Vec<(usize, f64)> = (0..40).map(|_| (next(count), next(6) as f64)).collect();
        let warm = State::new(timeline.clone());
        for (property, time) in questions {
            let cold = State::new(timeline.clone());
            let (expected, _) = ask(&cold, &rules, property, time);
            let (got, _) = ask(&warm, &rules, property, time);
            assert_eq!(got, expected, "round {round}, property {property} at {time}: {rules:?}");
        }
    }
}
