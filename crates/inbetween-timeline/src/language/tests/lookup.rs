//! Layers, effects and groups by all the names they have.

use super::*;

fn world() -> World {
    let slider = |name: &str, parameter: &str, value| {
        group(
            name,
            "ADBE Slider Control",
            GroupKind::Effect,
            vec![fixed(parameter, "ADBE Slider Control-0001", value)],
        )
    };
    let target = group(
        "Target",
        "ADBE Layer Control",
        GroupKind::Effect,
        vec![fixed("Layer", "ADBE Layer Control-0001", 7.0)],
    );
    let effects = group(
        "Effects",
        "ADBE Effect Parade",
        GroupKind::Effects,
        vec![
            slider("Amt", "Slider", 1.0),
            slider("Curseur", "Curseur", 2.0),
            slider("Amt", "Slider", 3.0),
            target,
        ],
    );
    let size = property("Size", "ADBE Vector Rect Size", ValueKind::Vector(2), Value::vector(&[80.0, 40.0]));
    let rectangle =
        group("rc", "ADBE Vector Shape - Rect", GroupKind::ShapeItem, vec![PropertyNode::Property(size)]);
    let shape = group(
        "g",
        "ADBE Vector Group",
        GroupKind::ShapeGroup,
        vec![
            group("Contents", "ADBE Vectors Group", GroupKind::Contents, vec![rectangle]),
            group("Transform", "ADBE Vector Transform Group", GroupKind::Transform, vec![]),
        ],
    );
    let contents = group("Contents", "ADBE Root Vectors Group", GroupKind::Contents, vec![shape]);
    let mut shapes = layer(3, "shapes", vec![contents]);
    shapes.kind = LayerKind::Shape;
    let twin = |id| keyed(id, "twin", &[(0.0, 10.0 * f64::from(u8::try_from(id).unwrap()))]);
    let fx = layer(4, "fx", vec![effects, transform(vec![])]);
    World::one(vec![twin(7), twin(8), shapes, fx])
}

fn fx() -> Step {
    ask("layer", [t("fx")])
}

#[test]
fn layers_by_name_number_and_relation() {
    let world = world();
    close(world.number(0.0, &[ask("layer", [t("twin")]), get("index")]), 1.0);
    close(world.number(0.0, &[ask("layer", [n(2.0)]), get("rotation")]), 80.0);
    let other = Item::Object(world.session.state().layer_object(LayerRef(2), 0));
    close(world.number(0.0, &[ask("layer", [other.clone(), n(-1.0)]), get("index")]), 2.0);
    assert_eq!(code(world.ask(0.0, &[ask("layer", [other, n(5.0)])])), "expr/unknown-layer");
    assert_eq!(code(world.ask(0.0, &[ask("layer", [n(0.0)])])), "expr/unknown-layer");
}

#[test]
fn a_missing_layer_has_a_near_match() {
    let fault = world().ask(0.0, &[ask("layer", [t("twim")])]).unwrap_err();
    assert_eq!(fault.code, "expr/unknown-layer");
    assert_eq!(fault.message, "layer named \"twim\" is missing or does not exist");
    assert_eq!(fault.help.as_deref(), Some("did you mean \"twin\"?"));
}

#[test]
fn what_is_missing_without_a_near_name_is_told_what_there_is() {
    let help = |steps: &[Step]| world().ask(0.0, steps).unwrap_err().help.unwrap_or_default();
    assert_eq!(help(&[fx(), ask("effect", [t("Zzzzz")])]), "there is \"Amt\", \"Curseur\", \"Target\"");
    assert!(
        help(&[ask("layer", [n(1.0)]), ask("effect", [t("Amt")])])
            .starts_with("the file has no effects of that")
    );
    assert!(
        help(&[ask("layer", [t("Zzzzz")])])
            .starts_with("there is \"twin\", \"shapes\", \"fx\"; exporters leave out hidden")
    );
}

#[test]
fn the_topmost_of_two_effects_wins() {
    let world = world();
    close(world.number(0.0, &[fx(), ask("effect", [t("Amt")]), child("Slider")]), 1.0);
    close(world.number(0.0, &[fx(), ask("effect", [n(3.0)]), child(1.0)]), 3.0);
}

#[test]
fn parameters_answer_in_every_language_and_by_match_name() {
    let world = world();
    for name in ["Slider", "Schieberegler", "スライダー", "ADBE Slider Control-0001"] {
        close(world.number(0.0, &[fx(), ask("effect", [t("Amt")]), child(name)]), 1.0);
        close(world.number(0.0, &[fx(), ask("effect", [t("Curseur")]), child(name)]), 2.0);
    }
    close(world.number(0.0, &[fx(), ask("effect", [t("Amt")]), get("slider")]), 1.0);
}

#[test]
fn a_missing_effect_and_parameter_are_named() {
    let world = world();
    assert_eq!(code(world.ask(0.0, &[fx(), ask("effect", [t("Nope")])])), "expr/unknown-effect");
    assert_eq!(
        code(world.ask(0.0, &[ask("layer", [n(1.0)]), ask("effect", [t("x")])])),
        "expr/unknown-effect"
    );
    let parameter = [fx(), ask("effect", [t("Amt")]), child("Nope")];
    assert_eq!(code(world.ask(0.0, &parameter)), "expr/unknown-property");
}

#[test]
fn a_layer_parameter_is_the_layer_with_that_id() {
    let chain = [fx(), ask("effect", [t("Target")]), child("Layer"), get("rotation")];
    close(world().number(0.0, &chain), 70.0);
}

#[test]
fn shape_groups_by_content_by_call_and_by_compact_name() {
    let world = world();
    let shapes = || ask("layer", [t("shapes")]);
    let want = Ok(Item::numbers(&[80.0, 40.0]));
    for chain in [
        vec![shapes(), ask("content", [t("g")]), ask("content", [n(1.0)]), get("size")],
        vec![shapes(), child("Contents"), child(1.0), child(2.0), child("rc"), child("Size")],
        vec![
            shapes(),
            child(2.0),
            child("g"),
            child("ADBE Vectors Group"),
            child("rc"),
            child("ADBE Vector Rect Size"),
        ],
    ] {
        assert_eq!(world.ask(0.0, &chain), want);
    }
    let group = [
        shapes(),
        ask("content", [t("g")]),
        ask("content", [t("rc")]),
        get("size"),
        ask("propertyGroup", [n(3.0)]),
        get("name"),
    ];
    assert_eq!(world.ask(0.0, &group), Ok(t("g")));
}

#[test]
fn damaged_names_find_their_layer() {
    let world = World::one(vec![layer(1, "my name", vec![])]);
    close(world.number(0.0, &[ask("layer", [t("my _name")]), get("index")]), 1.0);
}

#[test]
fn a_composition_without_camera_says_so() {
    assert_eq!(code(world().ask(0.0, &[get("activeCamera")])), "expr/no-camera");
}
