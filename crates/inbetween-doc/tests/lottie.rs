//! What each generation of Lottie files may look like, on small files.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "these are tests, their helpers included"
)]

use inbetween_doc::{
    BlendMode, Changes, Container, Document, FootageData, GroupKind, ImportOptions, LayerKind, LayerSource,
    MatteMode, Property, PropertyGroup, PropertyNode, import,
};
use inbetween_types::{Justification, Value};

/// A document of one layer with these members.
fn layer(members: &str) -> Document {
    document("5.12.0", &format!(r#"{{"ty":4,"nm":"L","ind":1,"ip":0,"op":60,"st":0,{members}}}"#), "")
}

fn document(version: &str, layers: &str, more: &str) -> Document {
    let text = format!(
        r#"{{"v":"{version}","fr":30,"ip":0,"op":60,"w":200,"h":100,"nm":"main"{more},"layers":[{layers}]}}"#
    );
    import(text.as_bytes(), &ImportOptions::default()).unwrap().document
}

/// The property at a path of names, below the document's first layer.
fn find<'a>(document: &'a Document, path: &[&str]) -> &'a Property {
    let mut group: &PropertyGroup = &document.compositions[0].layers[0].properties;
    let (last, groups) = path.split_last().unwrap();
    for name in groups {
        group = group.groups().find(|g| g.name == *name).unwrap_or_else(|| panic!("no group {name}"));
    }
    let found = group.children.iter().find_map(|child| match child {
        PropertyNode::Property(property) if property.name == *last => Some(property),
        _ => None,
    });
    found.unwrap_or_else(|| panic!("no property {last}"))
}

fn saved(document: &Document, changes: &Changes) -> String {
    String::from_utf8(inbetween_doc::export(document, changes, Container::Json).unwrap()).unwrap()
}

#[test]
fn a_number_may_stand_for_an_array_and_an_array_for_a_number() {
    let d = layer(r#""ks":{"r":{"a":0,"k":[30]},"s":{"k":50},"p":[7,8],"o":70}"#);
    assert_eq!(find(&d, &["Transform", "Rotation"]).value, Value::Number(30.0));
    assert_eq!(find(&d, &["Transform", "Scale"]).value, Value::vector(&[50.0, 50.0]));
    assert_eq!(find(&d, &["Transform", "Position"]).value, Value::vector(&[7.0, 8.0]));
    assert_eq!(find(&d, &["Transform", "Opacity"]).value, Value::Number(70.0));
}

#[test]
fn what_a_layer_does_not_say_is_at_its_default() {
    let text = r#"{"fr":25,"ip":5,"op":50,"w":10,"h":10,"layers":[{}]}"#;
    let d = import(text.as_bytes(), &ImportOptions::default()).unwrap().document;
    let layer = &d.compositions[0].layers[0];
    assert_eq!((layer.in_point, layer.out_point, layer.start_time, layer.stretch), (5.0, 50.0, 0.0, 1.0));
    assert_eq!((layer.id, layer.kind), (None, LayerKind::Null));
    assert_eq!(find(&d, &["Transform", "Scale"]).value, Value::vector(&[100.0, 100.0]));
    assert_eq!(find(&d, &["Transform", "Opacity"]).value, Value::Number(100.0));
}

#[test]
fn keys_are_told_by_looking_at_them_not_by_a() {
    let d = layer(r#""ks":{"r":{"a":0,"k":[{"t":0,"s":[1]},{"t":9,"s":4}]},"o":{"a":1,"k":30}}"#);
    let rotation = find(&d, &["Transform", "Rotation"]);
    let keys: Vec<_> = rotation.keyframes.iter().map(|k| (k.frame, k.value.component(0))).collect();
    assert_eq!(keys, [(0.0, 1.0), (9.0, 4.0)]);
    assert!(find(&d, &["Transform", "Opacity"]).keyframes.is_empty());
}

#[test]
fn the_last_key_of_old_files_is_where_the_segment_ends() {
    let d = layer(r#""ks":{"r":{"a":1,"k":[{"t":0,"s":[1],"e":[5]},{"t":9,"s":[5],"e":[7]},{"t":20}]}}"#);
    let rotation = find(&d, &["Transform", "Rotation"]);
    assert_eq!(rotation.keyframes[2].value, Value::Number(7.0));
    assert!(rotation.keyframes.iter().all(|k| k.end_value.is_none()));
}

#[test]
fn an_end_value_that_differs_from_the_next_key_stays() {
    let d = layer(r#""ks":{"r":{"a":1,"k":[{"t":0,"s":[1],"e":[5]},{"t":9,"s":[6]}]}}"#);
    assert_eq!(find(&d, &["Transform", "Rotation"]).keyframes[0].end_value, Some(Value::Number(5.0)));
}

#[test]
fn handles_are_one_or_one_per_dimension() {
    let d = layer(
        r#""ks":{"s":{"a":1,"k":[
            {"t":0,"s":[0,0],"i":{"x":[0.5,0.6],"y":[1,1]},"o":{"x":[0.3,0.2],"y":[0,0]}},
            {"t":9,"s":[9,9],"i":{"x":[0.5,0.5],"y":[1,1]},"o":{"x":0.25,"y":0}},
            {"t":12,"s":[9,9],"i":{"x":[0.833],"y":[0.833]},"o":{"x":[0.167],"y":[0.167]}},
            {"t":20,"s":[1,1],"h":1},{"t":30,"s":[2,2]}]}}"#,
    );
    let keys = &find(&d, &["Transform", "Scale"]).keyframes;
    let eases: Vec<_> =
        keys.iter().map(|k| k.ease.iter().map(|e| (e.out, e.into)).collect::<Vec<_>>()).collect();
    assert_eq!(eases[0], [([0.3, 0.0], [0.5, 1.0]), ([0.2, 0.0], [0.6, 1.0])]);
    assert_eq!(eases[1], [([0.25, 0.0], [0.5, 1.0])]);
    assert!(eases[2].is_empty());
    assert!(keys[3].hold && !keys[2].hold);
}

#[test]
fn spatial_tangents_belong_to_points() {
    let d = layer(
        r#""ks":{"p":{"a":1,"k":[{"t":0,"s":[0,0,0],"to":[1,2,0],"ti":[-3,0,0]},{"t":9,"s":[9,9,0],"to":[0,0,0],"ti":[0,0,0]},{"t":10,"s":[1,1,1]}]}}"#,
    );
    let keys = &find(&d, &["Transform", "Position"]).keyframes;
    assert_eq!(
        (keys[0].out_tangent.as_slice(), keys[0].in_tangent.as_slice()),
        (&[1.0, 2.0][..], &[-3.0, 0.0][..])
    );
    assert!(keys[1].out_tangent.is_empty() && keys[1].in_tangent.is_empty());
    assert_eq!(keys[1].value, Value::vector(&[9.0, 9.0]));
}

#[test]
fn keys_out_of_order_are_sorted() {
    let d = layer(r#""ks":{"r":{"a":1,"k":[{"t":9,"s":[1]},{"t":0,"s":[2]}]}}"#);
    let frames: Vec<_> = find(&d, &["Transform", "Rotation"]).keyframes.iter().map(|k| k.frame).collect();
    assert_eq!(frames, [0.0, 9.0]);
}

#[test]
fn separated_positions_have_followers_with_their_own_expressions() {
    let d = layer(r#""ks":{"p":{"s":true,"x":{"a":0,"k":3,"x":"time"},"y":{"a":1,"k":[{"t":0,"s":[4]}]}}}"#);
    let position = find(&d, &["Transform", "Position"]);
    assert!(position.separated);
    assert_eq!(position.value, Value::vector(&[3.0, 4.0]));
    let x = find(&d, &["Transform", "X Position"]);
    assert_eq!(
        (x.match_name.as_ref(), x.expression.as_ref().unwrap().source.as_str()),
        ("ADBE Position_0", "time")
    );
    assert_eq!(find(&d, &["Transform", "Y Position"]).keyframes.len(), 1);
    let names: Vec<_> = d.compositions[0].layers[0]
        .properties
        .group("ADBE Transform Group")
        .unwrap()
        .children
        .iter()
        .map(|child| match child {
            PropertyNode::Property(p) => p.name.as_ref(),
            _ => "",
        })
        .collect();
    assert_eq!(
        names,
        ["Anchor Point", "Position", "X Position", "Y Position", "Scale", "Rotation", "Opacity"]
    );
}

#[test]
fn three_dimensional_layers_have_more_properties() {
    let d = layer(r#""ddd":1,"ks":{"p":{"k":[1,2]},"rz":{"k":60},"or":{"k":[1,2,3]}}"#);
    assert_eq!(find(&d, &["Transform", "Position"]).value, Value::vector(&[1.0, 2.0, 0.0]));
    assert_eq!(find(&d, &["Transform", "Z Rotation"]).value, Value::Number(60.0));
    assert_eq!(find(&d, &["Transform", "Orientation"]).value, Value::vector(&[1.0, 2.0, 3.0]));
    assert_eq!(find(&d, &["Material Options", "Accepts Lights"]).value, Value::Number(1.0));
}

#[test]
fn a_camera_with_an_anchor_has_two_nodes() {
    let d = document(
        "5.12.0",
        r#"{"ty":13,"ddd":1,"pe":{"a":0,"k":700},"ks":{"a":{"k":[1,2,3]},"p":{"k":[0,0,-9]}}}"#,
        "",
    );
    assert_eq!(find(&d, &["Transform", "Point of Interest"]).value, Value::vector(&[1.0, 2.0, 3.0]));
    assert_eq!(find(&d, &["Camera Options", "Zoom"]).value, Value::Number(700.0));
    assert_eq!(find(&d, &["Camera Options", "Focus Distance"]).value, Value::Number(700.0));
}

#[test]
fn colours_before_4_1_9_are_bytes() {
    let fill = r#"{"ty":4,"shapes":[{"ty":"fl","nm":"F","c":{"k":[255,51,0,255]},"o":{"k":100}}]}"#;
    let old = document("4.0.3", fill, "");
    let color = find(&old, &["Contents", "F", "Color"]);
    assert_eq!(color.value, Value::vector(&[1.0, 0.2, 0.0, 1.0]));
    let mut changes = Changes::new();
    assert!(changes.replace_property(color.clone()));
    assert!(saved(&old, &changes).contains(r#""k":[255,51,0,255]"#));
    let new = document("4.1.9", fill, "");
    assert_eq!(find(&new, &["Contents", "F", "Color"]).value, Value::vector(&[255.0, 51.0, 0.0, 255.0]));
}

#[test]
fn old_closed_flags_stand_beside_the_path() {
    let path = r#"{"k":{"v":[[0,0],[1,0],[1,1]],"i":[[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0]]}}"#;
    let closed = |flag: &str| {
        let d = layer(&format!(r#""shapes":[{{"ty":"sh","nm":"P"{flag},"ks":{path}}}]"#));
        match &find(&d, &["Contents", "P", "Path"]).value {
            Value::Path(path) => path.closed,
            other => panic!("{other:?}"),
        }
    };
    assert!(closed(r#","closed":true"#));
    assert!(!closed(r#","closed":false"#));
    assert!(!closed(""));
    let mask = |flag: &str| {
        let d = layer(&format!(r#""masksProperties":[{{"nm":"M"{flag},"pt":{path},"o":{{"k":80}}}}]"#));
        match &find(&d, &["Masks", "M", "Mask Path"]).value {
            Value::Path(path) => path.closed,
            other => panic!("{other:?}"),
        }
    };
    assert!(mask(r#","cl":true"#) && !mask(r#","cl":false"#));
}

#[test]
fn keyed_paths_may_be_wrapped_or_bare() {
    let path = |x: u8| format!(r#"{{"v":[[{x},0]],"i":[[0,0]],"o":[[0,0]],"c":true}}"#);
    let d = layer(&format!(
        r#""shapes":[{{"ty":"sh","nm":"P","ks":{{"a":1,"k":[{{"t":0,"s":[{}]}},{{"t":5,"s":{}}}]}}}}]"#,
        path(1),
        path(2)
    ));
    let xs: Vec<_> = find(&d, &["Contents", "P", "Path"])
        .keyframes
        .iter()
        .map(|key| match &key.value {
            Value::Path(path) => path.points[0][0],
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(xs, [1.0, 2.0]);
}

#[test]
fn masks_have_their_names_modes_and_switches() {
    let d = layer(
        r#""masksProperties":[{"inv":true,"mode":"s","nm":"Hole","pt":{"k":{"v":[],"i":[],"o":[],"c":true}},"o":{"k":80},"x":{"k":5},"f":{"k":[3,4]}}]"#,
    );
    assert_eq!(find(&d, &["Masks", "Hole", "Mask Feather"]).value, Value::vector(&[3.0, 4.0]));
    assert_eq!(find(&d, &["Masks", "Hole", "Mask Opacity"]).value, Value::Number(80.0));
    assert_eq!(find(&d, &["Masks", "Hole", "Mask Expansion"]).value, Value::Number(5.0));
    assert_eq!(find(&d, &["Masks", "Hole", "Invert"]).value, Value::Number(1.0));
    assert_eq!(find(&d, &["Masks", "Hole", "Mode"]).value, Value::Number(2.0));
}

#[test]
fn old_files_keep_compositions_in_comps() {
    let comps = r#","comps":[{"id":"c1","nm":"Inner","layers":[{"ty":3,"nm":"deep"}]}]"#;
    let d = document("4.3.0", r#"{"ty":0,"refId":"c1","w":64,"h":48}"#, comps);
    let layer = &d.compositions[0].layers[0];
    assert_eq!(layer.name, "Inner");
    let LayerSource::Composition(id) = layer.source else { panic!("{:?}", layer.source) };
    let inner = d.composition(id).unwrap();
    assert_eq!((inner.id.as_str(), inner.width, inner.height, inner.out_point), ("c1", 64.0, 48.0, 60.0));
    assert_eq!(inner.layers[0].name, "deep");
}

#[test]
fn mattes_are_the_layer_above_or_named() {
    let d = document("5.12.0", r#"{"ty":3,"tt":1},{"ty":3,"tt":4,"tp":7},{"ty":3,"td":1,"bm":1}"#, "");
    let layers = &d.compositions[0].layers;
    let matte = |i: usize| layers[i].matte.map(|m| (m.mode, m.layer));
    assert_eq!(matte(0), Some((MatteMode::Alpha, None)));
    assert_eq!(matte(1), Some((MatteMode::LumaInverted, Some(7))));
    assert!(layers[2].is_matte_source);
    assert_eq!(layers[2].blend_mode, BlendMode::Multiply);
}

#[test]
fn slots_give_their_value_and_a_new_value_leaves_the_slot() {
    let slots = r#","slots":{"big":{"p":{"a":0,"k":77}}}"#;
    let d = document("5.12.0", r#"{"ty":3,"ks":{"r":{"sid":"big","a":0,"k":1,"ix":10}}}"#, slots);
    let rotation = find(&d, &["Transform", "Rotation"]);
    assert_eq!(rotation.value, Value::Number(77.0));
    let mut changes = Changes::new();
    changes.replace_property(Property { value: 5.0.into(), ..rotation.clone() });
    assert!(saved(&d, &changes).contains(r#""ks":{"r":{"a":0,"k":5,"ix":10}}"#));
}

#[test]
fn expressions_are_found_wherever_they_sit() {
    let d = layer(
        r#""ty":5,"tm":{"a":0,"k":1,"x":"a"},"ks":{"a":{"k":[0,0],"x":"b"}},
        "masksProperties":[{"nm":"M","pt":{"k":{"v":[],"i":[],"o":[],"c":true},"x":"c"},"o":{"k":1}}],
        "ef":[{"ty":5,"nm":"E","mn":"ADBE Slider Control","ef":[{"ty":0,"nm":"Slider","v":{"a":0,"k":1,"x":"d"}}]}],
        "t":{"d":{"k":[{"t":0,"s":{"t":"hi"}}],"x":"e"},"p":{"f":{"k":1,"x":"f"}},"a":[{"nm":"A","s":{"t":1,"x":"g"},"a":{"o":{"k":0,"x":"h"}}}]}"#,
    );
    let source =
        |path: &[&str]| find(&d, path).expression.as_ref().map(|e| e.source.clone()).unwrap_or_default();
    assert_eq!(source(&["Time Remap"]), "a");
    assert_eq!(source(&["Transform", "Anchor Point"]), "b");
    assert_eq!(source(&["Masks", "M", "Mask Path"]), "c");
    assert_eq!(source(&["Effects", "E", "Slider"]), "d");
    assert_eq!(source(&["Text", "Source Text"]), "e");
    assert_eq!(source(&["Text", "Path Options", "First Margin"]), "f");
    assert_eq!(source(&["Text", "Animators", "A", "Selectors", "Expression Selector 1", "Amount"]), "g");
    assert_eq!(source(&["Text", "Animators", "A", "Properties", "Opacity"]), "h");
}

#[test]
fn gradients_keep_their_stops_and_expression() {
    let d = layer(
        r#""shapes":[{"ty":"gf","nm":"G","s":{"k":[0,0]},"e":{"k":[9,0]},"t":1,"o":{"k":100},"g":{"p":2,"k":{"a":0,"k":[0,1,0,0,1,0,0,1],"x":"value"}}}]"#,
    );
    let colors = find(&d, &["Contents", "G", "Colors"]);
    assert_eq!(colors.value.components().len(), 8);
    assert_eq!(find(&d, &["Contents", "G", "Color Stops"]).value, Value::Number(2.0));
    let mut changes = Changes::new();
    changes.replace_property(Property { expression: None, ..colors.clone() });
    assert!(saved(&d, &changes).contains(r#""g":{"p":2,"k":{"a":0,"k":[0,1,0,0,1,0,0,1]}}"#));
}

#[test]
fn shape_groups_have_contents_and_a_transform() {
    let d = layer(
        r#""shapes":[{"ty":"gr","nm":"G","it":[
            {"ty":"rc","s":{"k":[20,10]},"p":{"k":[1,2]},"r":{"k":3}},{"ty":"rc"},
            {"ty":"st","nm":"line","c":{"k":[1,0,0]},"o":{"k":50},"w":{"k":7},"lc":2,"lj":3,"ml":5,"d":[{"n":"d","v":{"k":4}},{"n":"g","v":{"k":2}},{"n":"o","v":{"k":1}}]},
            {"ty":"rp","nm":"rep","c":{"k":4},"o":{"k":0},"m":2,"tr":{"p":{"k":[15,0]},"so":{"k":100},"eo":{"k":40}}},
            {"ty":"tr","p":{"k":[5,6]},"r":{"k":12}}]}]"#,
    );
    assert_eq!(
        find(&d, &["Contents", "G", "Contents", "Rectangle Path 1", "Size"]).value,
        Value::vector(&[20.0, 10.0])
    );
    assert_eq!(
        find(&d, &["Contents", "G", "Contents", "Rectangle Path 2", "Roundness"]).value,
        Value::Number(0.0)
    );
    let line = |name: &str| find(&d, &["Contents", "G", "Contents", "line", name]).value.clone();
    assert_eq!(line("Color"), Value::vector(&[1.0, 0.0, 0.0, 1.0]));
    assert_eq!(
        (line("Line Cap"), line("Line Join"), line("Miter Limit")),
        (2.0.into(), 3.0.into(), 5.0.into())
    );
    let dash = |name: &str| find(&d, &["Contents", "G", "Contents", "line", "Dashes", name]).value.clone();
    assert_eq!((dash("Dash"), dash("Gap"), dash("Offset")), (4.0.into(), 2.0.into(), 1.0.into()));
    assert_eq!(
        find(&d, &["Contents", "G", "Contents", "rep", "Transform", "End Opacity"]).value,
        Value::Number(40.0)
    );
    assert_eq!(find(&d, &["Contents", "G", "Transform", "Position"]).value, Value::vector(&[5.0, 6.0]));
    assert_eq!(find(&d, &["Contents", "G", "Transform", "Rotation"]).value, Value::Number(12.0));
}

#[test]
fn unknown_shapes_keep_their_place_and_are_named() {
    let text = r#"{"layers":[{"ty":4,"nm":"L","shapes":[{"ty":"wobble","nm":"W","q":1}]}]}"#;
    let imported = import(text.as_bytes(), &ImportOptions::default()).unwrap();
    let diagnostic = &imported.diagnostics[0];
    assert_eq!(diagnostic.code, "doc/unknown-shape");
    assert_eq!(diagnostic.location.file_path.as_deref(), Some("layers[0].shapes[0]"));
    let contents =
        imported.document.compositions[0].layers[0].properties.group("ADBE Root Vectors Group").unwrap();
    assert_eq!(contents.groups().map(|g| g.name.as_ref()).collect::<Vec<_>>(), ["W"]);
}

#[test]
fn effects_without_match_names_are_recognised_by_their_type() {
    let d = layer(
        r#""ef":[{"ty":5,"nm":"Amt","en":0,"ef":[{"ty":0,"v":{"k":42}}]},{"ty":21,"ef":[{"ty":10,"v":{"k":0}},{"ty":2,"v":{"k":[1,0,0,1]}}]},
        {"ty":5,"mn":"ADBE Point3D Control","nm":"P","ef":[{"ty":3,"nm":"3D Point","v":{"k":[1,2,3]}}]}]"#,
    );
    let effects = d.compositions[0].layers[0].properties.group("ADBE Effect Parade").unwrap();
    let names: Vec<_> =
        effects.groups().map(|g| (g.name.as_ref(), g.match_name.as_ref(), g.enabled, g.kind)).collect();
    assert_eq!(names[0], ("Amt", "ADBE Slider Control", false, GroupKind::Effect));
    assert_eq!(names[1], ("Fill", "ADBE Fill", true, GroupKind::Effect));
    let slider = find(&d, &["Effects", "Amt", "Slider"]);
    assert_eq!(
        (slider.match_name.as_ref(), &slider.value),
        ("ADBE Slider Control-0001", &Value::Number(42.0))
    );
    assert_eq!(find(&d, &["Effects", "P", "3D Point"]).value, Value::vector(&[1.0, 2.0, 3.0]));
}

#[test]
fn text_documents_of_all_ages_are_read() {
    let doc = r#"{"s":36,"f":"Face","t":"A\rB","j":2,"tr":50,"lh":44,"ls":3,"fc":[0.2,0.4,0.6],"sc":[255,0,0],"sw":2.5,"of":true,"ca":1,"sz":[9,8],"ps":[-1,-2]}"#;
    for d in [
        format!(r#"{{"k":[{{"t":0,"s":{doc}}}]}}"#),
        doc.to_owned(),
        format!(r#"{{"k":{{"s":{doc},"t":0}}}}"#),
    ] {
        let d = layer(&format!(r#""ty":5,"t":{{"d":{d}}}"#));
        let property = find(&d, &["Text", "Source Text"]);
        assert!(property.keyframes.is_empty());
        let Value::Text(text) = &property.value else { panic!("{:?}", property.value) };
        let style = &text.style;
        assert_eq!((text.text.as_str(), style.font.as_str(), style.font_size), ("A\rB", "Face", 36.0));
        assert_eq!(style.justification, Justification::Center);
        assert_eq!((style.tracking, style.leading, style.baseline_shift), (50.0, Some(44.0), 3.0));
        assert_eq!(style.fill_color, Some([0.2, 0.4, 0.6]));
        assert_eq!(
            (style.stroke_color, style.stroke_width, style.stroke_over_fill),
            (Some([1.0, 0.0, 0.0]), 2.5, true)
        );
        assert_eq!((text.box_size, text.box_position), (Some([9.0, 8.0]), Some([-1.0, -2.0])));
    }
}

#[test]
fn keyed_text_writes_its_documents_and_keeps_what_it_does_not_know() {
    let d = layer(
        r#""ty":5,"t":{"d":{"k":[{"t":0,"s":{"t":"A","f":"F","s":9,"zz":[1]}},{"t":5,"s":{"t":"B","f":"F","s":9}}],"x":"value","y":1}}"#,
    );
    let property = find(&d, &["Text", "Source Text"]);
    assert_eq!(property.keyframes.len(), 2);
    let mut changes = Changes::new();
    changes.replace_property(Property { expression: None, ..property.clone() });
    let text = saved(&d, &changes);
    assert!(!text.contains("value"));
    assert!(text.contains(r#""zz":[1]}"#) && text.contains(r#""y":1}"#), "{text}");
    let again = import(text.as_bytes(), &ImportOptions::default()).unwrap().document;
    let texts: Vec<_> = find(&again, &["Text", "Source Text"])
        .keyframes
        .iter()
        .map(|key| match &key.value {
            Value::Text(text) => (key.frame, text.text.clone()),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(texts, [(0.0, "A".to_owned()), (5.0, "B".to_owned())]);
}

#[test]
fn text_options_have_aes_names() {
    let d = layer(
        r#""ty":5,"t":{"d":{"k":[]},"p":{"m":0,"f":{"k":12},"l":{"k":-7},"a":1,"p":0,"r":1},"m":{"g":3,"a":{"k":[20,-30]}},"a":[{"nm":"drop","s":{"t":0,"s":{"k":10},"e":{"k":90}},"a":{"r":{"k":5}}}]}"#,
    );
    let path = |name: &str| find(&d, &["Text", "Path Options", name]).value.clone();
    assert_eq!(
        (path("Path"), path("First Margin"), path("Last Margin")),
        (1.0.into(), 12.0.into(), (-7.0).into())
    );
    assert_eq!(
        (path("Force Alignment"), path("Perpendicular To Path"), path("Reverse Path")),
        (1.0.into(), 0.0.into(), 1.0.into())
    );
    assert_eq!(find(&d, &["Text", "More Options", "Anchor Point Grouping"]).value, Value::Number(3.0));
    assert_eq!(
        find(&d, &["Text", "More Options", "Grouping Alignment"]).value,
        Value::vector(&[20.0, -30.0])
    );
    let start = find(&d, &["Text", "Animators", "drop", "Selectors", "Range Selector 1", "Start"]);
    assert_eq!(start.value, Value::Number(10.0));
    assert_eq!(find(&d, &["Text", "Animators", "drop", "Properties", "Rotation"]).value, Value::Number(5.0));
}

#[test]
fn footage_is_a_file_its_bytes_or_its_text() {
    let assets = r#","assets":[{"id":"a","nm":"pic.png","w":64,"h":48,"u":"","p":"data:image/png;base64,iVBO","e":1},
        {"id":"b","u":"images/","p":"x.jpg","w":2,"h":3},{"id":"c","t":3,"p":"data:application/json,{\"k\":1}"},{"id":"d","t":3,"u":"images","p":"d.json"}]"#;
    let d = document("5.12.0", r#"{"ty":2,"refId":"a"}"#, assets);
    let names: Vec<_> = d.footage.iter().map(|f| f.name.as_str()).collect();
    assert_eq!(names, ["pic.png", "x.jpg", "c", "d.json"]);
    assert!(
        matches!(&d.footage[0].data, FootageData::Embedded(media, bytes) if media == "image/png" && bytes == b"\x89PN")
    );
    assert!(matches!(&d.footage[1].data, FootageData::File(path) if path == "images/x.jpg"));
    assert!(matches!(&d.footage[2].data, FootageData::Text(text) if text == "{\"k\":1}"));
    assert!(matches!(&d.footage[3].data, FootageData::File(path) if path == "images/d.json"));
    assert_eq!((d.compositions[0].layers[0].width, d.compositions[0].layers[0].height), (64.0, 48.0));
}

#[test]
fn markers_shutter_fonts_and_glyphs_are_read() {
    let more = r#","mb":{"sa":200,"sp":-60},"markers":[{"tm":9,"cm":"b","dr":2},{"tm":3,"cm":"a"}],
        "fonts":{"list":[{"fName":"Face-Regular","fFamily":"Face","fStyle":"Regular","ascent":75}]},
        "chars":[{"ch":"A","size":100,"style":"Regular","w":60,"fFamily":"Face","data":{"shapes":[{"ty":"gr","it":[{"ty":"sh","ks":{"k":{"v":[[0,-70],[60,0]],"i":[[0,0],[0,0]],"o":[[0,0],[0,0]]}}}]}]}}]"#;
    let d = document("5.12.0", "", more);
    let main = d.main().unwrap();
    assert_eq!((main.shutter_angle, main.shutter_phase), (200.0, -60.0));
    let markers: Vec<_> = main.markers.iter().map(|m| (m.frame, m.duration, m.comment.as_str())).collect();
    assert_eq!(markers, [(3.0, 0.0, "a"), (9.0, 2.0, "b")]);
    assert_eq!((d.fonts[0].name.as_str(), d.fonts[0].ascent), ("Face-Regular", 75.0));
    assert_eq!(
        (d.glyphs[0].advance, d.glyphs[0].paths[0].len(), d.glyphs[0].paths[0].closed),
        (60.0, 2, true)
    );
}

#[test]
fn a_replaced_property_loses_its_expression_and_nothing_else() {
    let d = layer(r#""zz":{"deep":[1,2.50]},"ks":{"r":{"a":0,"k":0,"ix":10,"x":"time * 90"},"o":{"k":55}}"#);
    let mut changes = Changes::new();
    let rotation =
        Property { value: 9.0.into(), expression: None, ..find(&d, &["Transform", "Rotation"]).clone() };
    changes.replace_property(rotation);
    let text = saved(&d, &changes);
    assert_eq!(
        text,
        d.source.text.replace(r#"{"a":0,"k":0,"ix":10,"x":"time * 90"}"#, r#"{"a":0,"k":9,"ix":10}"#)
    );
}

#[test]
fn effects_can_be_taken_out() {
    let d = layer(r#""ef":[{"ty":5,"nm":"A","ef":[]},{"ty":5,"nm":"B","ef":[]}]"#);
    let effects = d.compositions[0].layers[0].properties.group("ADBE Effect Parade").unwrap();
    let mut changes = Changes::new();
    effects.groups().filter_map(|g| g.span).for_each(|span| changes.remove(span));
    assert!(saved(&d, &changes).contains(r#""ef":[]"#));
}

#[test]
fn values_that_json_cannot_hold_are_refused() {
    let d = layer(r#""ks":{"r":{"k":0}}"#);
    let mut changes = Changes::new();
    changes.replace_property(Property {
        value: f64::NAN.into(),
        ..find(&d, &["Transform", "Rotation"]).clone()
    });
    assert!(inbetween_doc::export(&d, &changes, Container::Json).is_err());
}
