//! Paths, text, markers, footage.

use super::*;
use inbetween_doc::{Footage, FootageData, FootageId, LayerSource, Marker};
use inbetween_types::{Path, TextDocument};

fn shaped() -> World {
    let square =
        Path::new(vec![[0.0, 0.0], [100.0, 0.0], [100.0, 100.0], [0.0, 100.0]], vec![], vec![], true);
    let path = property("Path", "ADBE Vector Shape", ValueKind::Path, Value::Path(Arc::new(square)));
    let text = TextDocument { text: "hello".to_owned(), ..TextDocument::default() };
    let text = property("Source Text", "ADBE Text Document", ValueKind::Text, Value::Text(Arc::new(text)));
    World::one(vec![layer(1, "a", vec![PropertyNode::Property(path), PropertyNode::Property(text)])])
}

#[test]
fn paths_are_walked_by_arc_length() {
    let world = shaped();
    let path = |steps: &[Step]| world.own(0.0, 0, "ADBE Vector Shape", steps);
    assert_eq!(path(&[ask("isClosed", [])]), Ok(Item::Bool(true)));
    let Ok(Item::Array(points)) = path(&[ask("points", [])]) else { panic!("points") };
    assert_eq!(points[2], Item::numbers(&[100.0, 100.0]));
    let on = path(&[ask("pointOnPath", [n(0.6)])]).unwrap().as_numbers().unwrap();
    assert!((on[0] - 60.0).abs() < 1e-3 && (on[1] - 100.0).abs() < 1e-9);
    let normal = path(&[ask("normalOnPath", [n(0.1)])]).unwrap().as_numbers().unwrap();
    assert!(normal[0].abs() < 1e-9 && (normal[1] - 1.0).abs() < 1e-9);
}

#[test]
fn create_path_wants_as_many_tangents_as_points() {
    let world = shaped();
    let create =
        |arguments: Vec<Item>| world.own(0.0, 0, "ADBE Vector Shape", &[ask("createPath", arguments)]);
    let points = || Item::Array(vec![Item::numbers(&[1.0, 2.0]), Item::numbers(&[3.0, 4.0])]);
    let Ok(Item::Path(path)) =
        create(vec![points(), Item::Array(vec![]), Item::Undefined, Item::Bool(false)])
    else {
        panic!("a path")
    };
    assert_eq!((path.points[1], path.closed), ([3.0, 4.0], false));
    let one = Item::Array(vec![Item::numbers(&[1.0, 1.0])]);
    assert_eq!(code(create(vec![points(), one])), "expr/bad-argument");
}

#[test]
fn text_is_a_string_with_a_style() {
    let world = shaped();
    let text = |steps: &[Step]| world.own(0.0, 0, "ADBE Text Document", steps);
    assert_eq!(text(&[get("value")]), Ok(t("hello")));
    let Ok(Item::Style(style)) = text(&[get("style")]) else { panic!("a style") };
    assert_eq!(style.style.font_size, 12.0);
    assert_eq!(text(&[get("isPointText")]), Ok(Item::Bool(true)));
}

#[test]
fn markers_by_number_comment_and_time() {
    let marker = |frame, comment: &str| Marker { frame, duration: 5.0, comment: comment.to_owned() };
    let mut main = composition("main", vec![]);
    main.markers = vec![marker(10.0, "go"), marker(30.0, "stop")];
    let world = World::new(vec![main]);
    let comment = |steps: &[Step]| match world.ask(0.0, steps) {
        Ok(Item::Key(fields)) => fields.iter().find(|(name, _)| &**name == "comment").unwrap().1.clone(),
        other => panic!("no marker: {other:?}"),
    };
    assert_eq!(comment(&[get("marker"), ask("key", [n(2.0)])]), t("stop"));
    assert_eq!(comment(&[get("marker"), ask("key", [t("go")])]), t("go"));
    assert_eq!(comment(&[get("marker"), ask("nearestKey", [n(2.0)])]), t("go"));
    assert_eq!(code(world.ask(0.0, &[get("marker"), ask("key", [t("?")])])), "expr/no-key");
}

#[test]
fn data_footage_is_read_through_its_layer() {
    let data = Footage {
        name: "data.json".to_owned(),
        data: FootageData::Text(r#"{"a": [{"b": 5}], "c": "x"}"#.to_owned()),
        ..Footage::default()
    };
    let mut reader = layer(1, "data", vec![]);
    reader.source = LayerSource::Footage(FootageId(0));
    let world = World::of(Document {
        compositions: vec![composition("main", vec![reader])],
        footage: vec![data],
        ..Document::default()
    });
    let source = || vec![ask("layer", [t("data.json")]), get("source")];
    let mut value = source();
    value.push(ask("dataValue", [Item::numbers(&[0.0, 0.0, 0.0])]));
    assert_eq!(world.ask(0.0, &value), Ok(n(5.0)));
    let mut all = source();
    all.push(get("sourceData"));
    let Ok(Item::Record(fields)) = world.ask(0.0, &all) else { panic!("a record") };
    assert_eq!(fields[1].1, t("x"));
    let outline = || vec![ask("layer", [t("data")]), child("Data"), child("Outline")];
    let mut leaf = outline();
    leaf.extend([child("a"), child("a 0"), child("b")]);
    assert_eq!(world.ask(0.0, &leaf), Ok(n(5.0)));
    let mut wrong = outline();
    wrong.push(child("z"));
    assert_eq!(code(world.ask(0.0, &wrong)), "expr/no-data");
}

#[test]
fn a_solid_is_sampled_without_rendering() {
    let mut solid = layer(1, "solid", vec![]);
    solid.kind = LayerKind::Solid;
    solid.source = LayerSource::Solid([1.0, 0.5, 0.0]);
    (solid.width, solid.height) = (80.0, 60.0);
    let world = World::one(vec![solid, layer(2, "null", vec![])]);
    let sample =
        |x, y| world.ask(0.0, &[ask("layer", [n(1.0)]), ask("sampleImage", [Item::numbers(&[x, y])])]);
    assert_eq!(sample(20.0, 20.0), Ok(Item::numbers(&[1.0, 0.5, 0.0, 1.0])));
    assert_eq!(sample(-0.5, 20.0), Ok(Item::numbers(&[1.0, 0.5, 0.0, 0.5])));
    assert_eq!(sample(200.0, 20.0), Ok(Item::numbers(&[0.0; 4])));
    let null = [ask("layer", [n(2.0)]), ask("sampleImage", [Item::numbers(&[1.0, 1.0])])];
    assert_eq!(code(world.ask(0.0, &null)), "expr/needs-pixels");
}
