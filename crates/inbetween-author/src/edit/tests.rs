use super::*;
use serde_json::{Value as Json, json};

fn layer(name: &str, id: i64, more: &str) -> String {
    format!(
        "{{\"ty\": 1, \"nm\": \"{name}\", \"ind\": {id}, \"sw\": 100, \"sh\": 100, \"sc\": \"#cc3333\", \"ip\": 0, \"op\": 240, {more}}}"
    )
}

fn file(layers: &[String]) -> String {
    format!(
        "{{\"v\": \"5.12.1\", \"fr\": 24, \"ip\": 0, \"op\": 240, \"w\": 400, \"h\": 300, \"layers\": [\n{}\n]}}\n",
        layers.join(",\n")
    )
}

fn edit(text: &str, edits: &[Edit]) -> Edited {
    apply(text, edits, &EditOptions::default()).unwrap()
}

fn parent(child: &str, to: &str) -> Edit {
    Edit::SetParent { layer: child.to_owned(), parent: Some(to.to_owned()), keep: true }
}

#[track_caller]
fn near(got: &Json, want: &[f64], tolerance: f64) {
    let got: Vec<f64> = match got {
        Json::Array(list) => list.iter().map(|n| n.as_f64().unwrap()).collect(),
        other => vec![other.as_f64().unwrap()],
    };
    let close = got.len() >= want.len() && got.iter().zip(want).all(|(a, b)| (a - b).abs() <= tolerance);
    assert!(close, "{got:?} is not {want:?}");
}

fn after<'a>(edited: &'a Edited, property: &str) -> &'a Json {
    &edited.changes.iter().find(|change| change.property == property).unwrap().after
}

const FLAT: &str = "\"ks\": {\"p\": {\"a\": 0, \"k\": [150, 160, 0]}, \"a\": {\"a\": 0, \"k\": [50, 50, 0]}, \"s\": {\"a\": 0, \"k\": [100, 100, 100]}, \"r\": {\"a\": 0, \"k\": 0}}";

fn null(more: &str) -> String {
    format!("{{\"ty\": 3, \"nm\": \"null\", \"ind\": 9, \"ip\": 0, \"op\": 240, {more}}}")
}

fn solid_3d(orientation: &str, rotation: &str) -> String {
    layer(
        "solid",
        2,
        &format!(
            "\"ddd\": 1, \"ks\": {{\"p\": {{\"a\": 0, \"k\": [150, 160, 0]}}, \"a\": {{\"a\": 0, \"k\": [50, 50, 0]}}, \"s\": {{\"a\": 0, \"k\": [100, 100, 100]}}, \"or\": {{\"a\": 0, \"k\": {orientation}}}, \"rx\": {{\"a\": 0, \"k\": 0}}, \"ry\": {{\"a\": 0, \"k\": 0}}, \"rz\": {rotation}}}"
        ),
    )
}

const STILL: &str = "{\"a\": 0, \"k\": 0}";

// The numbers of the next tests were measured in After Effects 2026.

#[test]
fn a_flat_child_of_a_turned_null_gets_after_effects_numbers() {
    let turned = "\"ks\": {\"p\": {\"a\": 0, \"k\": [300, 40, 0]}, \"r\": {\"a\": 0, \"k\": 30}}";
    let edited = edit(&file(&[null(turned), layer("solid", 2, FLAT)]), &[parent("solid", "null")]);
    near(after(&edited, "Position"), &[-69.9038, 178.923], 1e-4);
    near(after(&edited, "Rotation"), &[-30.0], 1e-9);
    assert_eq!(after(&edited, "Scale"), &json!([100.0, 100.0]));
    let row = edited.changes.iter().find(|c| c.property == "Position").unwrap();
    assert_eq!((row.space_before.as_str(), row.space_after.as_str()), ("composition", "layer \"null\""));
    assert!(edited.diagnostics.is_empty(), "{:?}", edited.diagnostics);
}

#[test]
fn rotation_keys_all_change_by_the_parents_angle() {
    let turned = "\"ks\": {\"p\": {\"a\": 0, \"k\": [300, 40, 0]}, \"r\": {\"a\": 0, \"k\": 30}}";
    let keyed = FLAT.replace("\"r\": {\"a\": 0, \"k\": 0}", "\"r\": {\"a\": 1, \"k\": [{\"t\": 0, \"s\": [15], \"o\": {\"x\": [0.2], \"y\": [0]}, \"i\": {\"x\": [0.8], \"y\": [1]}}, {\"t\": 48, \"s\": [75]}]}");
    let edited = edit(&file(&[null(turned), layer("solid", 2, &keyed)]), &[parent("solid", "null")]);
    let doc: Json = serde_json::from_str(&edited.text).unwrap();
    let keys = doc.pointer("/layers/1/ks/r/k").unwrap();
    near(&keys[0]["s"], &[-15.0], 1e-9);
    near(&keys[1]["s"], &[45.0], 1e-9);
    assert_eq!(keys[0]["o"], json!({"x": 0.2, "y": 0}), "eases stay");
}

#[test]
fn a_child_in_space_keeps_its_rotation_and_turns_its_orientation() {
    let turned = "\"ddd\": 1, \"ks\": {\"p\": {\"a\": 0, \"k\": [300, 40, 0]}, \"rx\": {\"a\": 0, \"k\": 20}, \"ry\": {\"a\": 0, \"k\": -35}, \"rz\": {\"a\": 0, \"k\": 30}}";
    let edited = edit(&file(&[null(turned), solid_3d("[0, 279, 0]", STILL)]), &[parent("solid", "null")]);
    near(after(&edited, "Position"), &[-70.416, 170.863, 52.416], 1e-3);
    near(after(&edited, "Orientation"), &[329.248, 323.066, 337.96], 1e-3);
    let keyed = "{\"a\": 1, \"k\": [{\"t\": 0, \"s\": [15]}, {\"t\": 48, \"s\": [75]}]}";
    let edited = edit(&file(&[null(turned), solid_3d("[0, 0, 0]", keyed)]), &[parent("solid", "null")]);
    near(after(&edited, "Orientation"), &[358.013, 39.627, 337.08], 1e-3);
    assert!(edited.text.contains(keyed), "the rotation's keys are left alone");
}

#[test]
fn uneven_and_mirrored_nulls_get_after_effects_signs() {
    let at = |more: &str| format!("\"ddd\": 1, \"ks\": {{\"p\": {{\"a\": 0, \"k\": [300, 40, 0]}}, {more}}}");
    let cases = [
        (
            "\"s\": {\"a\": 0, \"k\": [200, 50, 100]}",
            [-75.0, 240.0, 0.0],
            [50.0, 200.0, 100.0],
            [0.0, 0.0, 0.0],
        ),
        (
            "\"s\": {\"a\": 0, \"k\": [200, 50, 100]}, \"rz\": {\"a\": 0, \"k\": 90}",
            [60.0, 300.0, 0.0],
            [200.0, 50.0, 100.0],
            [0.0, 0.0, 270.0],
        ),
        (
            "\"s\": {\"a\": 0, \"k\": [-100, -100, -100]}, \"rz\": {\"a\": 0, \"k\": 30}",
            [69.9038105676658, -178.92304845413264, 0.0],
            [-100.0, -100.0, -100.0],
            [0.0, 0.0, 330.0],
        ),
    ];
    for (more, position, scale, orientation) in cases {
        let edited =
            edit(&file(&[null(&at(more)), solid_3d("[0, 0, 0]", STILL)]), &[parent("solid", "null")]);
        near(after(&edited, "Position"), &position, 1e-5);
        near(after(&edited, "Orientation"), &orientation, 1e-9);
        near(after(&edited, "Scale"), &scale, 1e-9);
    }
}

#[test]
fn keyed_scale_and_position_change_at_every_key() {
    let half = "\"ks\": {\"p\": {\"a\": 0, \"k\": [300, 40, 0]}, \"s\": {\"a\": 0, \"k\": [50, 50, 50]}}";
    let keyed = "\"ks\": {\"p\": {\"a\": 1, \"k\": [{\"t\": 0, \"s\": [150, 160, 0], \"to\": [10, 0, 0], \"ti\": [0, -20, 0]}, {\"t\": 48, \"s\": [400, 500, 0]}]}, \"s\": {\"a\": 1, \"k\": [{\"t\": 0, \"s\": [100, 100, 100]}, {\"t\": 48, \"s\": [250, 60, 100]}]}}";
    let edited = edit(&file(&[null(half), layer("solid", 2, keyed)]), &[parent("solid", "null")]);
    let doc: Json = serde_json::from_str(&edited.text).unwrap();
    let key = |path: &str| doc.pointer(path).unwrap().clone();
    near(&key("/layers/1/ks/p/k/0/s"), &[-300.0, 240.0], 1e-9);
    near(&key("/layers/1/ks/p/k/1/s"), &[200.0, 920.0], 1e-9);
    near(&key("/layers/1/ks/p/k/0/to"), &[20.0, 0.0], 1e-9);
    near(&key("/layers/1/ks/p/k/0/ti"), &[0.0, -40.0], 1e-9);
    near(&key("/layers/1/ks/s/k/1/s"), &[500.0, 120.0], 1e-9);
}

#[test]
fn separate_dimensions_move_one_by_one() {
    let here = "\"ks\": {\"p\": {\"a\": 0, \"k\": [300, 40, 0]}}";
    let split = "\"ks\": {\"p\": {\"s\": true, \"x\": {\"a\": 0, \"k\": 150}, \"y\": {\"a\": 1, \"k\": [{\"t\": 0, \"s\": [160]}, {\"t\": 9, \"s\": [170]}]}}}";
    let edited = edit(&file(&[null(here), layer("solid", 2, split)]), &[parent("solid", "null")]);
    let doc: Json = serde_json::from_str(&edited.text).unwrap();
    near(&doc["layers"][1]["ks"]["p"]["x"]["k"], &[-150.0], 1e-12);
    near(&doc["layers"][1]["ks"]["p"]["y"]["k"][1]["s"], &[130.0], 1e-12);
    let turned = "\"ks\": {\"r\": {\"a\": 0, \"k\": 30}}";
    let refused = apply(
        &file(&[null(turned), layer("solid", 2, split)]),
        &[parent("solid", "null")],
        &EditOptions::default(),
    );
    assert!(refused.unwrap_err().to_string().contains("Y Position is keyframed by itself"));
}

#[test]
fn only_the_places_that_change_are_touched() {
    let text = file(&[
        null("\"ks\": {\"p\": {\"a\": 0, \"k\": [300, 40, 0]}}, \"odd\": [1,  2]"),
        layer("solid", 2, FLAT),
    ]);
    let edited = edit(&text, &[parent("solid", "null")]);
    let want = text
        .replace("\"k\": [150, 160, 0]", "\"k\": [-150, 120]")
        .replace("\"p\": {\"a\": 0, \"k\": [-150, 120]}", "\"p\": {\"a\":0,\"k\":[-150,120]}");
    let want = want.replace("\"r\": {\"a\": 0, \"k\": 0}}}", "\"r\": {\"a\": 0, \"k\": 0}},\"parent\":9}");
    assert_eq!(edited.text, want);
    let free = Edit::SetParent { layer: "solid".into(), parent: None, keep: true };
    let back = edit(&edited.text, &[free]);
    assert_eq!(serde_json::from_str::<Json>(&back.text).unwrap()["layers"][1].get("parent"), None);
    near(after(&back, "Position"), &[150.0, 160.0], 1e-12);
}

#[test]
fn nobody_is_above_himself_and_slips_are_told() {
    let text = file(&[null("\"ks\": {}"), layer("solid", 2, &format!("\"parent\": 9, {FLAT}"))]);
    let fails = |e: Edit| apply(&text, &[e], &EditOptions::default()).unwrap_err().to_string();
    assert!(fails(parent("null", "solid")).contains("hangs on \"null\" already"));
    assert!(fails(parent("sollid", "null")).contains("did you mean \"solid\"?"));
    let set = |p: &str| Edit::SetValue { property: p.into(), value: json!(1) };
    assert!(fails(set("layer(\"solid\").opacty")).contains("opacity"));
    assert!(fails(set("layer(\"solid\").position")).contains("2 numbers"));
}

#[test]
fn an_anchor_moves_and_the_picture_stays() {
    let turned =
        FLAT.replace("\"k\": [100, 100, 100]", "\"k\": [200, 50, 100]").replace("\"k\": 0}}", "\"k\": 90}}");
    let text = file(&[layer("solid", 2, &turned)]);
    let set = |anchor: Anchor| edit(&text, &[Edit::SetAnchor { layer: "layer(2)".into(), anchor }]);
    let edited = set(Anchor::Layer(vec![60.0, 70.0]));
    near(after(&edited, "Anchor Point"), &[60.0, 70.0], 1e-9);
    // (10, 20) is stretched to (20, 10), then turned by 90 degrees.
    near(after(&edited, "Position"), &[140.0, 180.0], 1e-9);
    let edited = set(Anchor::Composition([140.0, 180.0]));
    near(after(&edited, "Anchor Point"), &[60.0, 70.0], 1e-9);
    near(after(&edited, "Position"), &[140.0, 180.0], 1e-9);
    let edited = set(Anchor::Center);
    assert_eq!(edited.text, text, "it is there already");
}

#[test]
fn values_expressions_effects_and_names() {
    let text = file(&[layer("solid", 2, FLAT)]);
    let edits = [
        Edit::AddEffect {
            layer: "solid".into(),
            effect: NewEffect { kind: "slider".into(), name: "frequency".into(), value: Some(json!(3)) },
        },
        Edit::AddEffect {
            layer: "solid".into(),
            effect: NewEffect { kind: "color".into(), name: "tint".into(), value: Some(json!("#f00")) },
        },
        Edit::SetExpression {
            property: "layer(\"solid\").rotation".into(),
            source: "effect(\"frequency\")(\"Slider\") * time".into(),
        },
        Edit::SetValue { property: "layer(\"solid\").opacity".into(), value: json!(40) },
        Edit::SetValue {
            property: "layer(\"solid\").effect(\"frequency\")(\"Slider\")".into(),
            value: json!(5),
        },
        Edit::Rename { layer: "solid".into(), name: "块".into() },
    ];
    let edited = edit(&text, &edits);
    let doc: Json = serde_json::from_str(&edited.text).unwrap();
    let solid = &doc["layers"][0];
    assert_eq!(solid["nm"], "块");
    assert_eq!(
        (&solid["ef"][0]["ef"][0]["v"]["k"], &solid["ef"][1]["ef"][0]["v"]["k"]),
        (&json!(5), &json!([1.0, 0.0, 0.0, 1]))
    );
    assert_eq!(solid["ks"]["o"], json!({"a": 0, "k": 40}));
    assert_eq!(solid["ks"]["r"]["x"], "effect(\"frequency\")(\"Slider\") * time");
    // An effect that is there is given the value.
    let again = edit(
        &edited.text,
        &[Edit::AddEffect {
            layer: "块".into(),
            effect: NewEffect {
                kind: "ADBE Slider Control".into(),
                name: "frequency".into(),
                value: Some(json!(7)),
            },
        }],
    );
    let doc: Json = serde_json::from_str(&again.text).unwrap();
    assert_eq!(doc["layers"][0]["ef"].as_array().unwrap().len(), 2);
    assert_eq!(doc["layers"][0]["ef"][0]["ef"][0]["v"]["k"], 7);
    let gone = edit(&again.text, &[Edit::RemoveExpression { property: "layer(2).rotation".into() }]);
    assert!(!gone.text.contains("time"));
}

#[test]
fn a_keyframe_is_set_at_its_own_time() {
    let keyed = "\"ks\": {\"o\": {\"a\": 1, \"k\": [{\"t\": 0, \"s\": [10]}, {\"t\": 24, \"s\": [90]}]}}";
    let text = file(&[layer("solid", 2, keyed)]);
    let set = [Edit::SetValue { property: "layer(2).opacity".into(), value: json!(50) }];
    let at = |at: f64| apply(&text, &set, &EditOptions { at, ..EditOptions::default() });
    let doc: Json = serde_json::from_str(&at(1.0).unwrap().text).unwrap();
    assert_eq!(doc["layers"][0]["ks"]["o"]["k"][1]["s"], json!([50]));
    assert!(at(0.5).unwrap_err().to_string().contains("none at 0.5 s"));
}

const SCENE: &str = r##"# the rig
[composition]
size = [640, 360]
frame_rate = 25
duration = 4

[[layer]]
name = "crank"   # turns back
type = "solid"
color = "#3366cc"
size = [200, 20]
anchor_point = [10, 10]   # the pin
position = [58, 32]
rotation = { keyframes = [
  { time = 0, value = 0, ease_out = { speed = 10, influence = 33 } },  # start
  { time = 1, value = 90, ease_in = { speed = [20], influence = 50 } },
] }

[[layer.effect]]
type = "slider"
name = "gain"
value = 2

[[layer]]
name = "wheel"
type = "null"
position = [320, 180]
scale = [50, 50]
rotation = -90

[[layer]]
name = "hand"
type = "null"
parent = "wheel"
"##;

#[test]
fn a_scene_keeps_its_comments_and_order() {
    let edited = edit(SCENE, &[parent("crank", "wheel")]);
    let want = SCENE
        .replace("position = [58, 32]", "position = [296, -524]")
        .replace("value = 0, ease", "value = 90, ease")
        .replace("value = 90, ease_in", "value = 180, ease_in")
        .replace(
            "] }\n\n[[layer.effect]]",
            "] }\nscale = [200, 200]\nparent = \"wheel\"\n\n[[layer.effect]]",
        );
    // Keys that were not there come last.
    let sorted = |text: &str| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!(sorted(&edited.text), sorted(&want), "{}", edited.text);
    assert!(edited.text.find("parent = \"wheel\"").unwrap() < edited.text.find("[[layer.effect]]").unwrap());
}

#[test]
fn expressions_effects_and_values_of_scenes() {
    let source = "var a = 1;\nvar b = \"x\";\na * time";
    let edits = [
        Edit::SetExpression { property: "layer(\"wheel\").rotation".into(), source: source.into() },
        Edit::SetExpression { property: "layer(\"hand\").opacity".into(), source: "value * 2".into() },
        Edit::SetExpression {
            property: "layer(\"crank\").effect(\"gain\")(1)".into(),
            source: "time".into(),
        },
        Edit::AddEffect {
            layer: "hand".into(),
            effect: NewEffect { kind: "layer".into(), name: "target".into(), value: Some(json!("wheel")) },
        },
        Edit::AddEffect {
            layer: "crank".into(),
            effect: NewEffect { kind: "angle".into(), name: "lean".into(), value: Some(json!(12.5)) },
        },
        Edit::SetValue { property: "layer(\"crank\").effect(\"lean\")(1)".into(), value: json!(7) },
        Edit::SetValue { property: "layer(\"hand\").position".into(), value: json!([1, 2.5]) },
        Edit::Rename { layer: "wheel".into(), name: "Rad".into() },
    ];
    let edited = edit(SCENE, &edits);
    let lowered = crate::scene::read(&edited.text, "t", &|_| None).unwrap();
    let doc: Json = serde_json::from_str(&lowered.lottie).unwrap();
    let at = |path: &str| doc.pointer(path).cloned().unwrap_or_default();
    assert_eq!(at("/layers/1/ks/r/x"), source, "{}", edited.text);
    assert_eq!(at("/layers/1/ks/r/k"), -90);
    assert_eq!(at("/layers/2/ks/o/x"), "value * 2");
    assert_eq!(at("/layers/0/ef/0/ef/0/v/x"), "time");
    assert_eq!(at("/layers/0/ef/0/ef/0/v/k"), 2);
    assert_eq!((at("/layers/0/ef/1/nm"), at("/layers/0/ef/1/ef/0/v/k")), (json!("lean"), json!(7)));
    assert_eq!(at("/layers/2/ef/0/ef/0/v/k"), 2);
    assert_eq!((at("/layers/2/ks/p/k/0"), at("/layers/2/ks/p/k/1")), (json!(1), json!(2.5)));
    assert_eq!((at("/layers/1/nm"), at("/layers/2/parent")), (json!("Rad"), json!(2)));
    assert!(edited.text.contains("# turns back") && edited.text.contains("# start"));
    // And away again.
    let gone = edit(&edited.text, &[Edit::RemoveExpression { property: "layer(\"Rad\").rotation".into() }]);
    assert!(!gone.text.contains("a * time"));
}

#[test]
fn a_keyframed_speed_grows_with_its_way() {
    let scene = SCENE
        .replace("rotation = { key", "scale = { key")
        .replace("value = 0,", "value = [10, 20],")
        .replace("value = 90,", "value = [30, 50],");
    let edited = edit(&scene, &[parent("crank", "wheel")]);
    assert!(edited.text.contains("value = [20, 40], ease_out = { speed = 20,"), "{}", edited.text);
    assert!(edited.text.contains("value = [60, 100], ease_in = { speed = [40],"), "{}", edited.text);
}

#[cfg(feature = "svg")]
#[test]
fn an_anchor_finds_a_drawn_mark() {
    let svg = b"<svg xmlns='http://www.w3.org/2000/svg' width='640' height='360'><g id='crank'><rect x='48' y='22' width='200' height='20'/><circle id='pin' cx='58' cy='32' r='4' fill='red'/></g><g id='wheel'><circle id='hub' cx='300' cy='100' r='20'/></g></svg>";
    let scene = "[composition]\nsize = [640, 360]\nframe_rate = 25\nduration = 1\n\n[[layer]]\nname = \"crank\"\ntype = \"artwork\"\nartwork = { file = \"rig.svg\", layer = \"crank\" }\n";
    let load = |name: &str| (name == "rig.svg").then(|| svg.to_vec());
    let options = EditOptions { loader: Some(&load), ..EditOptions::default() };
    let set = |id: &str| {
        let anchor = Anchor::Mark(id.into());
        apply(scene, &[Edit::SetAnchor { layer: "crank".into(), anchor }], &options)
    };
    let edited = set("pin").unwrap();
    near(after(&edited, "Anchor Point"), &[10.0, 10.0], 1e-9);
    near(after(&edited, "Position"), &[58.0, 32.0], 1e-9);
    assert!(edited.text.ends_with("anchor_point = [10, 10]\nposition = [58, 32]\n"), "{}", edited.text);
    near(after(&set("hub").unwrap(), "Anchor Point"), &[252.0, 78.0], 1e-9);
    assert!(set("pim").unwrap_err().to_string().contains("did you mean \"pin\"?"));
}

#[test]
fn every_way_a_scene_writes_a_property_is_edited() {
    let scene = r##"[composition]
size = [100, 100]
frame_rate = 25
duration = 1

[[composition_asset]]
name = "inner"

[[composition_asset.layer]]
name = "deep"
type = "null"
opacity = 10 # ten

[[layer]]
name = "head"
type = "precomp"
composition = "inner"
rotation.value = 3
rotation.expression = "value" # as it is

[layer.position]
value = [1, 2]
expression = '''
value
'''

[[layer]]
name = "box"
type = "shape"
shapes = [
  { type = "group", name = "g", items = [
    { type = "rectangle", size = [10, 20] }, # flat
    { type = "fill", color = "#ff0000" },
  ], rotation = 5 },
]

[[layer.mask]]
name = "m"
path = "M0 0h10v10z"
opacity = 50

[[layer]]
name = "words"
type = "text"
text = "old"
"##;
    let set = |property: &str, value: Json| Edit::SetValue { property: property.into(), value };
    let edits = [
        set("layer(\"head\").rotation", json!(4)),
        set("layer(\"head\").position", json!([3, 4])),
        set("layer(\"box\").content(\"g\").content(1).size", json!([30, 40])),
        set("layer(\"box\").content(\"g\").content(2).color", json!("#00ff00")),
        set("layer(\"box\").content(\"g\").transform.rotation", json!(6)),
        set("layer(\"box\").mask(\"m\").maskOpacity", json!(60)),
        set("layer(\"words\").text.sourceText", json!("سلام")),
        Edit::SetExpression {
            property: "layer(\"box\").content(\"g\").content(1).size".into(),
            source: "value * 2".into(),
        },
        Edit::RemoveExpression { property: "layer(\"head\").position".into() },
    ];
    let edited = edit(scene, &edits);
    let inner = EditOptions { composition: Some("inner"), ..EditOptions::default() };
    let edited = apply(&edited.text, &[set("layer(\"deep\").opacity", json!(20))], &inner).unwrap();
    let lowered =
        crate::scene::read(&edited.text, "t", &|_| None).unwrap_or_else(|e| panic!("{e}\n{}", edited.text));
    let doc: Json = serde_json::from_str(&lowered.lottie).unwrap();
    let at = |path: &str| doc.pointer(path).cloned().unwrap_or_default();
    assert_eq!(
        (at("/layers/0/ks/r/k"), at("/layers/0/ks/r/x")),
        (json!(4), json!("value")),
        "{}",
        edited.text
    );
    assert_eq!((at("/layers/0/ks/p/k/1"), at("/layers/0/ks/p/x")), (json!(4), Json::Null));
    assert_eq!(at("/layers/1/shapes/0/it/0/s/k"), json!([30, 40]));
    assert_eq!(at("/layers/1/shapes/0/it/0/s/x"), "value * 2");
    assert_eq!(at("/layers/1/shapes/0/it/1/c/k/1").as_f64(), Some(1.0));
    let transform =
        at("/layers/1/shapes/0/it").as_array().unwrap().iter().find(|i| i["ty"] == "tr").unwrap().clone();
    assert_eq!(transform["r"]["k"], 6);
    assert_eq!(at("/layers/1/masksProperties/0/o/k"), 60);
    assert_eq!(at("/layers/2/t/d/k/0/s/t"), "سلام");
    assert!(
        edited.text.contains("opacity = 20 # ten")
            && edited.text.contains("# flat")
            && edited.text.contains("# as it is")
    );
}

#[test]
fn a_parent_that_leans_is_said() {
    let uneven = "\"ks\": {\"s\": {\"a\": 0, \"k\": [200, 50, 100]}, \"r\": {\"a\": 0, \"k\": 30}}";
    let edited = edit(&file(&[null(uneven), layer("solid", 2, FLAT)]), &[parent("solid", "null")]);
    assert_eq!(edited.diagnostics.iter().map(|d| d.code).collect::<Vec<_>>(), ["edit/lean"]);
    // The middle of the layer, which is its anchor point, stays all the same.
    let back = edit(&edited.text, &[Edit::SetParent { layer: "solid".into(), parent: None, keep: true }]);
    near(after(&back, "Position"), &[150.0, 160.0], 1e-9);
}

#[test]
fn an_anchor_finds_a_named_shape() {
    let shapes = "{\"ty\": 4, \"nm\": \"crank\", \"ind\": 1, \"w\": 200, \"h\": 20, \"ip\": 0, \"op\": 9, \"ks\": {}, \"shapes\": [
      {\"ty\": \"gr\", \"nm\": \"all\", \"it\": [
        {\"ty\": \"gr\", \"nm\": \"pin\", \"it\": [{\"ty\": \"el\", \"p\": {\"a\": 0, \"k\": [5, 0]}, \"s\": {\"a\": 0, \"k\": [4, 4]}}, {\"ty\": \"fl\"}, {\"ty\": \"tr\", \"p\": {\"a\": 0, \"k\": [10, 10]}, \"r\": {\"a\": 0, \"k\": 90}}]},
        {\"ty\": \"sh\", \"nm\": \"edge\", \"ks\": {\"a\": 0, \"k\": {\"c\": false, \"v\": [[0, 0], [10, 0]], \"i\": [[0, 0], [0, 40]], \"o\": [[0, 40], [0, 0]]}}},
        {\"ty\": \"tr\", \"s\": {\"a\": 0, \"k\": [200, 200]}}]}]}";
    let text = file(&[shapes.to_owned()]);
    let set = |id: &str| {
        apply(
            &text,
            &[Edit::SetAnchor { layer: "crank".into(), anchor: Anchor::Mark(id.into()) }],
            &EditOptions::default(),
        )
    };
    // (5, 0) turned by 90 degrees is (0, 5), moved (10, 15), twice as large (20, 30).
    near(after(&set("pin").unwrap(), "Anchor Point"), &[20.0, 30.0], 1e-9);
    // The curve's deepest point is three quarters of its handles' 40.
    near(after(&set("edge").unwrap(), "Anchor Point"), &[10.0, 30.0], 1e-9);
    assert!(set("pim").unwrap_err().to_string().contains("did you mean \"pin\"?"));
}
