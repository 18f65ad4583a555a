//! Loops, keys, velocities, smooth and the clocks of sources. Loop numbers are the public cases A4–A6.

use super::*;
use inbetween_doc::{CompositionId, LayerSource};

fn late() -> World {
    World::one(vec![keyed(1, "a", &[(10.0, 0.0), (20.0, 100.0)])])
}

fn early() -> World {
    World::one(vec![keyed(1, "a", &[(0.0, 0.0), (10.0, 100.0)])])
}

#[test]
fn loop_out_types_after_the_last_key() {
    let world = early();
    for (kind, wanted) in [
        ("cycle", [25.0, 25.0, 75.0]),
        ("pingpong", [75.0, 25.0, 25.0]),
        ("offset", [125.0, 225.0, 375.0]),
        ("continue", [125.0, 225.0, 375.0]),
    ] {
        for (time, want) in [1.25, 2.25, 3.75].into_iter().zip(wanted) {
            let got = world.own_number(time, &[ask("loopOut", [t(kind)])]);
            assert!((got - want).abs() < 1e-6, "{kind} at {time}: {got}, should be {want}");
        }
    }
}

#[test]
fn loop_in_types_before_the_first_key() {
    let world = late();
    for (kind, want) in [("cycle", 75.0), ("pingpong", 25.0), ("offset", -25.0), ("continue", -25.0)] {
        close(world.own_number(0.75, &[ask("loopIn", [t(kind)])]), want);
    }
}

#[test]
fn duration_counts_back_from_the_last_key() {
    close(early().own_number(1.1, &[ask("loopOutDuration", [t("cycle"), n(0.25)])]), 85.0);
}

#[test]
fn continue_goes_on_with_the_arriving_slope() {
    close(early().own_number(1.5, &[ask("loopOut", [t("continue")])]), 150.0);
}

#[test]
fn a_pass_begins_at_the_seam() {
    let world = early();
    for (time, want) in [(1.0, 100.0), (1.1, 10.0), (2.0, 0.0), (2.1, 10.0)] {
        close(world.own_number(time, &[ask("loopOut", [])]), want);
    }
}

#[test]
fn loops_need_two_keys() {
    for list in [&[(0.0, 7.0)][..], &[]] {
        let world = World::one(vec![keyed(1, "a", list)]);
        let want = if list.is_empty() { 0.0 } else { 7.0 };
        close(world.own_number(3.0, &[ask("loopOut", [])]), want);
        close(world.own_number(3.0, &[ask("loopIn", [t("offset")])]), want);
    }
}

#[test]
fn the_key_count_is_clipped() {
    let world = World::one(vec![keyed(1, "a", &[(0.0, 0.0), (10.0, 50.0), (20.0, 100.0)])]);
    close(world.own_number(2.5, &[ask("loopOut", [t("cycle"), n(1.0)])]), 75.0);
    close(world.own_number(2.5, &[ask("loopOut", [t("cycle"), n(9.0)])]), 25.0);
}

#[test]
fn an_unknown_loop_type_is_named() {
    let fault = early().own(2.0, 0, "ADBE Rotate Z", &[ask("loopOut", [t("pinpong")])]).unwrap_err();
    assert_eq!(fault.help.as_deref(), Some("did you mean \"pingpong\"?"));
}

#[test]
fn keys_have_composition_times() {
    let world = late();
    let Item::Key(fields) = world.own(0.0, 0, "ADBE Rotate Z", &[ask("key", [n(2.0)])]).unwrap() else {
        panic!("a key")
    };
    assert_eq!(fields.iter().map(|(name, _)| &**name).collect::<Vec<_>>(), ["value", "time", "index"]);
    assert_eq!(fields.into_iter().map(|(_, item)| item).collect::<Vec<_>>(), [n(100.0), n(2.0), n(2.0)]);
    for wrong in [0.0, 3.0, -1.0] {
        assert_eq!(code(world.own(0.0, 0, "ADBE Rotate Z", &[ask("key", [n(wrong)])])), "expr/no-key");
    }
}

#[test]
fn velocity_is_per_second() {
    close(late().own_number(1.5, &[get("velocity")]), 100.0);
    close(late().own_number(0.0, &[ask("speedAtTime", [n(1.25)])]), 100.0);
}

#[test]
fn smooth_is_the_mean_of_samples_that_include_the_ends() {
    // Samples at 0.9, 0.95, 1, 1.05, 1.1 s: 0, 0, 0, 5, 10.
    close(late().own_number(1.0, &[ask("smooth", [])]), 3.0);
}

#[test]
fn wiggle_of_no_amplitude_is_the_value() {
    assert_eq!(late().own_number(1.5, &[ask("wiggle", [n(3.0), n(0.0)])]), 50.0);
}

/// A precomposition that starts at 1 s and plays at half speed.
fn nested() -> World {
    let mut outer = layer(1, "pre", vec![transform(vec![])]);
    outer.kind = LayerKind::Precomposition;
    outer.source = LayerSource::Composition(CompositionId(1));
    outer.start_time = 10.0;
    outer.stretch = 2.0;
    let inner = keyed(1, "spin", &[(0.0, 0.0), (100.0, 1000.0)]);
    World::new(vec![composition("main", vec![outer]), composition("inner", vec![inner])])
}

#[test]
fn a_source_is_read_at_its_own_time() {
    let world = nested();
    let spin = || vec![ask("layer", [t("pre")]), get("source"), ask("layer", [t("spin")]), get("rotation")];
    close(world.number(3.0, &spin()), 100.0);
    let mut explicit = spin();
    explicit.push(ask("valueAtTime", [n(3.0)]));
    close(world.number(3.0, &explicit), 300.0);
    close(world.number(3.0, &[ask("layer", [t("pre")]), ask("sourceTime", [])]), 1.0);
}

/// A layer `a` whose Rotation has an expression, above a layer `b` that turns by 100 degrees in a second.
fn expressed(source: &str) -> World {
    let mut own = property("Rotation", "ADBE Rotate Z", ValueKind::Number, 0.0.into());
    own.expression = Some(inbetween_doc::Expression { source: source.to_owned(), enabled: true });
    let turning = keyed(2, "b", &[(0.0, 0.0), (10.0, 100.0)]);
    World::one(vec![layer(1, "a", vec![transform(vec![PropertyNode::Property(own)])]), turning])
}

#[test]
fn a_property_as_the_result_is_read_at_the_posterised_time() {
    let world = expressed("posterizeTime(2); thisComp.layer(\"b\").rotation");
    assert_eq!(world.session.evaluate(world.property(0, "ADBE Rotate Z"), 0.75), Value::Number(50.0));
}

#[test]
fn a_property_as_the_result_is_read_at_the_time_that_is_asked_for() {
    let world = expressed("thisComp.layer(\"b\").rotation");
    let outcome = world.session.with_runner(|state, runner| {
        let a = state.layer_object(LayerRef(0), 0);
        let Item::Object(rotation) = state.get(runner, a, "rotation")? else { panic!("a property") };
        state.call(runner, rotation, "valueAtTime", &[n(0.25)])
    });
    assert_eq!(outcome, Ok(n(25.0)));
}

#[test]
fn velocity_of_an_expression_is_that_of_its_values() {
    let world = expressed("thisComp.layer(\"b\").rotation * 2");
    let velocity = world.session.with_runner(|state, runner| {
        let a = state.layer_object(LayerRef(0), 0);
        let Item::Object(rotation) = state.get(runner, a, "rotation")? else { panic!("a property") };
        state.call(runner, rotation, "velocityAtTime", &[n(0.5)])
    });
    let Ok(Item::Number(velocity)) = velocity else { panic!("{velocity:?}") };
    assert!((velocity - 200.0).abs() < 1e-6, "{velocity}");
}
