//! Mesh layers in scenes, and baked.

use crate::bake::{Bake, BakeOptions, bake};
use crate::scene::{LampKind, MeshNode, Node, Scene, SceneOptions};
use crate::{CompileOptions, LayerRef, Session, Timeline};
use inbetween_doc::{Changes, Container, ImportOptions, export, import};
use std::sync::Arc;

const CUBE: &str = r"v -1 -1 -1\nv 1 -1 -1\nv 1 1 -1\nv -1 1 -1\nv -1 -1 1\nv 1 -1 1\nv 1 1 1\nv -1 1 1\nusemtl a\nf 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nusemtl b\nf 3 4 8 7\nf 2 3 7 6\nf 4 1 5 8\n";

fn timeline(layers: &str) -> Timeline {
    let text = format!(r#"{{"v":"5.9","fr":10,"ip":0,"op":20,"w":200,"h":200,"layers":[{layers}]}}"#);
    let imported = import(text.as_bytes(), &ImportOptions::default()).unwrap();
    assert!(imported.diagnostics.is_empty(), "{:?}", imported.diagnostics);
    Timeline::compile(Arc::new(imported.document), &CompileOptions::default())
}

/// A mesh layer around the middle with further members of its mesh and of itself.
fn mesh(members: &str, own: &str) -> String {
    format!(
        r#"{{"ty":4,"ddd":1,"nm":"m","ip":0,"op":20,"ks":{{"p":{{"a":0,"k":[100,100,0]}}}},"shapes":[],"mesh":{{"text":"{CUBE}","size":40{members}}}{own}}}"#
    )
}

fn scene(timeline: &Timeline, time: f64) -> Scene {
    Session::new(timeline.clone()).scene(timeline.main().unwrap(), time, &SceneOptions::default()).0
}

fn meshes(nodes: &[Node]) -> Vec<&MeshNode> {
    nodes
        .iter()
        .flat_map(|node| match node {
            Node::Group(group) => meshes(&group.nodes),
            Node::Mesh(mesh) => vec![mesh.as_ref()],
            _ => Vec::new(),
        })
        .collect()
}

#[test]
fn a_mesh_stands_in_its_layers_space_with_y_up_and_z_to_the_viewer() {
    let timeline = timeline(&mesh("", ""));
    let scene = scene(&timeline, 0.0);
    let all = meshes(&scene.nodes);
    let [mesh] = all.as_slice() else { panic!("{}", scene.dump()) };
    // The default camera stands 200 · 50/36 before the middle.
    let zoom = 200.0 * 50.0 / 36.0;
    let seen = |point: [f64; 3]| mesh.to_camera.apply(point);
    assert_eq!(seen([0.0, 0.0, 0.0]), [0.0, 0.0, zoom]);
    assert_eq!(seen([1.0, 1.0, 1.0]), [40.0, -40.0, zoom - 40.0]);
    let [u, v, w] = mesh.project(seen([1.0, 1.0, 1.0]));
    let scale = zoom / (zoom - 40.0);
    assert!((u / w - (100.0 + 40.0 * scale)).abs() < 1e-9 && (v / w - (100.0 - 40.0 * scale)).abs() < 1e-9);
    // Three faces of six at most show, here the front alone.
    assert_eq!(mesh.polygons(false).len(), 1);
}

#[test]
fn the_level_is_a_property_that_expressions_drive_and_read() {
    let driven = mesh(r#","level":{"a":0,"k":0,"x":"time * 2"},"cage":1,"wireframe":2"#, "");
    let reader = r#"{"ty":3,"nm":"n","ip":0,"op":20,"ks":{"r":{"a":0,"k":0,"x":"thisComp.layer('m').mesh.level * 10"}}}"#;
    let timeline = timeline(&format!("{driven},{reader}"));
    let scene = scene(&timeline, 1.0);
    let mesh = meshes(&scene.nodes)[0];
    assert_eq!((mesh.mesh.face_count(), mesh.cage.as_ref().unwrap().edges.len()), (96, 12));
    assert_eq!(mesh.wireframe.as_ref().unwrap().edges.len(), 192);
    let session = Session::new(timeline.clone());
    let rotation = timeline.layer(LayerRef(1)).unwrap().transform.rotation.unwrap();
    assert_eq!(session.evaluate(rotation, 1.0).component(0), 20.0);
}

#[test]
fn a_level_beyond_the_limit_is_named_and_the_highest_within_is_drawn() {
    let timeline = timeline(&mesh(r#","level":11,"shading":"flat""#, ""));
    let mut few = CompileOptions::default();
    few.limits.mesh_faces = 100;
    let timeline = Timeline::compile(Arc::clone(timeline.document()), &few);
    let session = Session::new(timeline.clone());
    let (scene, findings) = session.scene(timeline.main().unwrap(), 0.0, &SceneOptions::default());
    assert_eq!(meshes(&scene.nodes)[0].mesh.face_count(), 96);
    assert!(
        findings.iter().any(|f| f.code == "limit/mesh-faces" && f.message.contains("25165824")),
        "{findings:?}"
    );
}

#[test]
fn colours_of_groups_and_material() {
    let own = r#","diffuse":80,"specular":0"#;
    let timeline = timeline(&mesh(r##","colors":{"b":"#ff0000"},"color":[0,0,1]"##, own));
    let scene = scene(&timeline, 0.0);
    let mesh = meshes(&scene.nodes)[0];
    assert_eq!((mesh.color(0), mesh.color(1)), ([0.0, 0.0, 1.0], [1.0, 0.0, 0.0]));
    assert_eq!((mesh.material.diffuse, mesh.material.specular, mesh.material.ambient), (0.8, 0.0, 1.0));
}

#[test]
fn lights_of_the_composition_take_the_place_of_our_own() {
    let count = |layers: &str| {
        let timeline = timeline(layers);
        let scene = scene(&timeline, 0.0);
        meshes(&scene.nodes)[0].lamps.clone()
    };
    assert_eq!(count(&mesh("", "")).len(), 2);
    assert_eq!(count(&mesh("", r#","accepts_lights":0"#)).len(), 0);
    let light = |first: u32, more: &str| {
        format!(
            r#"{{"ty":14,"nm":"l","ip":{first},"op":20,"ks":{{"p":{{"a":0,"k":[100,100,-300]}}}}{more}}}"#
        )
    };
    let lit = count(&format!(
        "{},{}",
        mesh("", ""),
        light(0, r#","light_type":3,"intensity":50,"color":[1,0.5,0]"#)
    ));
    let [lamp] = lit.as_slice() else { panic!("{lit:?}") };
    assert_eq!(lamp.color, [0.5, 0.25, 0.0]);
    let LampKind::Point(at) = lamp.kind else { panic!("{lamp:?}") };
    assert!((at[2] - (200.0 * 50.0 / 36.0 - 300.0)).abs() < 1e-9, "{at:?}");
    // One that is not on yet leaves the composition dark; ours do not come back.
    assert_eq!(count(&format!("{},{}", mesh("", ""), light(5, ""))).len(), 0);
}

#[test]
fn meshes_are_ordered_among_layers_by_their_middles() {
    let wall = |z: f64| {
        format!(
            r##"{{"ty":1,"ddd":1,"nm":"wall","ip":0,"op":20,"sw":200,"sh":200,"sc":"#ffffff","ks":{{"p":{{"a":0,"k":[0,0,{z}]}}}}}}"##
        )
    };
    let first_is_mesh = |layers: &str| {
        let timeline = timeline(layers);
        let scene = scene(&timeline, 0.0);
        meshes(&scene.nodes[..1]).len() == 1
    };
    for order in [0, 1] {
        let layers = |z: f64| if order == 0 { [mesh("", ""), wall(z)] } else { [wall(z), mesh("", "")] };
        assert!(first_is_mesh(&layers(-60.0).join(",")), "a wall before it is drawn later");
        assert!(!first_is_mesh(&layers(60.0).join(",")), "a wall behind it is drawn earlier");
    }
}

#[test]
fn meshes_that_are_not_there_or_broken_are_named() {
    let codes = |source: &str| -> Vec<&'static str> {
        let layer =
            format!(r#"{{"ty":4,"nm":"m","ip":0,"op":20,"ks":{{}},"shapes":[],"mesh":{{{source}}}}}"#);
        let timeline = timeline(&layer);
        assert!(meshes(&scene(&timeline, 0.0).nodes).is_empty());
        timeline.diagnostics().iter().map(|finding| finding.code).collect()
    };
    assert_eq!(codes(r#""file":"no.obj""#), ["mesh/missing"]);
    assert_eq!(codes(r#""text":"v 1 2""#), ["mesh/unreadable"]);
}

#[test]
fn many_small_gltf_meshes_cannot_ask_for_much_together() {
    // Each asks for more points than there may be; what many ask for is counted together, so that not each is tried.
    let gltf = r#"{\"asset\":{\"version\":\"2.0\"},\"accessors\":[{\"componentType\":5121,\"count\":4500000,\"type\":\"VEC3\"}],\"meshes\":[{\"name\":\"NAME\",\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],\"nodes\":[{\"mesh\":0}]}"#;
    let layer = |name: usize| {
        let text = gltf.replace("NAME", &name.to_string());
        format!(r#"{{"ty":4,"nm":"m","ip":0,"op":20,"ks":{{}},"shapes":[],"mesh":{{"text":"{text}"}}}}"#)
    };
    let text = |names: &[usize]| names.iter().map(|name| layer(*name)).collect::<Vec<_>>().join(",");
    let mut few = CompileOptions::default();
    few.limits.mesh_faces = 1_000_000;
    let compiled = |names: &[usize]| {
        let timeline = Timeline::compile(Arc::clone(timeline(&text(names)).document()), &few);
        timeline.diagnostics().iter().filter(|finding| finding.message.contains("numbers")).count()
    };
    assert_eq!(compiled(&[1, 2, 3, 4, 5]), 4, "one is within the seven million, the others are not");
    assert_eq!(compiled(&[1, 1, 1, 1, 1]), 0, "equal ones are read once");
}

#[test]
fn a_gltf_mesh_brings_the_colours_of_its_materials() {
    // One triangle at (0 0 0), (1 0 0), (0 1 0) in numbers of one byte; its buffer stands in the file.
    let gltf = r#"{"asset":{"version":"2.0"},"buffers":[{"byteLength":9,"uri":"data:application/octet-stream;base64,AAAAAQAAAAEA"}],
        "bufferViews":[{"buffer":0,"byteLength":9}],
        "accessors":[{"bufferView":0,"componentType":5121,"count":3,"type":"VEC3"}],
        "materials":[{"name":"red","pbrMetallicRoughness":{"baseColorFactor":[1,0,0,1]}},{"name":"plain"}],
        "meshes":[{"primitives":[{"attributes":{"POSITION":0},"material":0},{"attributes":{"POSITION":0},"material":1}]}],
        "nodes":[{"mesh":0,"camera":0}]}"#;
    let layer = |more: &str| {
        let text = gltf.replace('\n', " ").replace('"', "\\\"");
        let layer = format!(
            r##"{{"ty":4,"nm":"m","ip":0,"op":20,"ks":{{}},"shapes":[],"mesh":{{"text":"{text}","color":"#00ff00"{more}}}}}"##
        );
        timeline(&layer)
    };
    let own = layer("");
    assert_eq!(meshes(&scene(&own, 0.0).nodes)[0].colors, [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
    let said: Vec<_> =
        own.diagnostics().iter().map(|finding| (finding.code, finding.message.as_str())).collect();
    assert_eq!(said, [("mesh/left-out", "of the mesh is not read: cameras")]);
    let named = layer(r##","colors":{"red":"#0000ff"}"##);
    assert_eq!(meshes(&scene(&named, 0.0).nodes)[0].colors, [[0.0, 0.0, 1.0], [0.0, 1.0, 0.0]]);
}

#[test]
fn baked_to_paths_it_is_a_polygon_for_each_face_that_shows() {
    let turning = mesh(",\"shading\":1", "").replace(
        r#""ks":{"#,
        r#""ks":{"o":{"a":0,"k":50},"ry":{"a":1,"k":[{"t":0,"s":[0],"i":{"x":[1],"y":[1]},"o":{"x":[0],"y":[0]}},{"t":20,"s":[80]}]},"#,
    );
    let before = timeline(&turning);
    let kept = bake(&before, &BakeOptions::default(), &|_, _| true).unwrap();
    assert!(kept.meshes.is_empty() && kept.diagnostics.iter().any(|finding| finding.code == "bake/mesh"));
    let (after, made) = to_paths(&before);
    assert_eq!(made.meshes[0].paths, 2);
    for frame in 0..20 {
        let time = f64::from(frame) / 10.0;
        let (solid, flat) = (scene(&before, time), scene(&after, time));
        let want = meshes(&solid.nodes)[0].polygons(false);
        let Node::Group(layer) = &flat.nodes[0] else { panic!("{}", flat.dump()) };
        assert_eq!(layer.opacity, 0.5);
        let fills: Vec<_> = layer
            .nodes
            .iter()
            .filter_map(|node| match node {
                Node::Fill(fill) if kurbo::Shape::area(&*fill.path).abs() > 1e-6 => Some(fill),
                _ => None,
            })
            .collect();
        assert_eq!(fills.len(), want.len(), "{}", flat.dump());
        for (fill, (outline, _)) in fills.iter().zip(&want) {
            let first = fill.path.elements()[0].end_point().unwrap();
            assert!((first.x - outline[0][0]).abs() < 0.01 && (first.y - outline[0][1]).abs() < 0.01);
        }
    }
}

/// What baking with meshes as paths makes of a file, and what it says.
fn to_paths(before: &Timeline) -> (Timeline, Bake) {
    let options = BakeOptions { mesh_paths: true, ..BakeOptions::default() };
    let made = bake(before, &options, &|_, _| true).unwrap();
    let mut changes = Changes::new();
    made.replaced.iter().for_each(|(span, text)| changes.replace(*span, text.clone()));
    let bytes = export(before.document(), &changes, Container::Json).unwrap();
    let imported = import(&bytes, &ImportOptions::default()).unwrap();
    assert!(imported.diagnostics.is_empty(), "{:?}", imported.diagnostics);
    let after = Timeline::compile(Arc::new(imported.document), &CompileOptions::default());
    (after, made)
}

#[test]
fn what_hangs_on_a_mesh_that_became_paths_stays_where_it_was() {
    let turning = |own: &str| {
        mesh("", own).replace(
            r#""ks":{"p":{"a":0,"k":[100,100,0]}}"#,
            r#""ks":{"p":{"s":true,"x":{"a":0,"k":90},"y":{"a":0,"k":80},"z":{"a":0,"k":5}},"a":{"a":0,"k":[3,4,5]},"s":{"a":0,"k":[50,60,70]},"ry":{"a":1,"k":[{"t":0,"s":[0],"i":{"x":[1],"y":[1]},"o":{"x":[0],"y":[0]}},{"t":20,"s":[80]}]},"rz":{"a":0,"k":20}}"#,
        )
    };
    let child = r#"{"ty":3,"ddd":1,"nm":"child","ind":7,"ip":0,"op":20,"parent":2,"ks":{"p":{"a":0,"k":[30,0,10]},"r":{"a":0,"k":10}}}"#;
    let before = timeline(&format!("{},{child}", turning(r#","ind":2"#)));
    let (after, _) = to_paths(&before);
    assert_eq!(after.layers().count(), 3, "the paths, a null where the mesh was, the child");
    let world = |timeline: &Timeline, time: f64| {
        let layer = timeline.layer_named(timeline.main().unwrap(), "child").unwrap();
        Session::new(timeline.clone()).layer_to_world(layer, time).0
    };
    for time in [0.0, 0.7, 1.9] {
        let (a, b) = (world(&before, time), world(&after, time));
        let far = a.iter().flatten().zip(b.iter().flatten()).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(far < 1e-9, "{far} at {time}");
    }
    assert_ne!(world(&before, 0.0), world(&before, 1.9));
}

#[test]
fn what_a_mesh_wears_stays_when_it_becomes_paths_and_its_plane_stands_still() {
    let worn = r#","hasMask":true,"masksProperties":[{"mode":"a","pt":{"a":0,"k":{"c":true,"v":[[-30,-30],[30,-30],[0,30]],"i":[[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0]]}},"o":{"a":0,"k":50}}],"ef":[{"ty":0,"mn":"ADBE Gaussian Blur 2","en":1,"ef":[{"ty":0,"mn":"b1","v":{"a":0,"k":4}}]}]"#;
    let named = |made: &Bake| made.diagnostics.iter().any(|finding| finding.message.contains("masks"));
    let before = timeline(&mesh(r#","level":{"a":0,"k":0,"x":"time"}"#, worn));
    let (after, made) = to_paths(&before);
    assert!(!named(&made), "{:?}", made.diagnostics);
    let (solid, flat) = (scene(&before, 1.0), scene(&after, 1.0));
    let want = meshes(&solid.nodes)[0].polygons(false);
    let Node::Group(layer) = &flat.nodes[0] else { panic!("{}", flat.dump()) };
    let Node::Group(inner) = &layer.nodes[0] else { panic!("{}", flat.dump()) };
    assert_eq!((layer.effects.len(), inner.masks.len(), inner.masks[0].opacity), (1, 1, 0.5));
    // A mask's corner lies 30 left of and above the layer's place, and the faces where they were.
    assert_eq!(inner.transform.apply(-30.0, -30.0), Some((70.0, 70.0)));
    let corners: Vec<kurbo::Point> = inner
        .nodes
        .iter()
        .filter_map(|node| match node {
            Node::Fill(fill) => fill.path.elements()[0].end_point(),
            _ => None,
        })
        .collect();
    for (outline, _) in &want {
        let near = |corner: &kurbo::Point| {
            (corner.x + 100.0 - outline[0][0]).abs() < 0.01 && (corner.y + 100.0 - outline[0][1]).abs() < 0.01
        };
        assert!(corners.iter().any(near), "{outline:?} in {}", flat.dump());
    }
    // A plane that turns takes what it wears with it, which no flat layer does.
    let turned = mesh("", worn).replace(r#""ks":{"#, r#""ks":{"rz":{"a":0,"k":20},"#);
    assert!(named(&to_paths(&timeline(&turned)).1));
    let driven = worn.replace(r#""k":4"#, r#""k":4,"x":"time""#);
    assert!(named(&to_paths(&timeline(&mesh("", &driven))).1));
}

#[test]
fn a_cage_that_showed_is_named_when_a_mesh_becomes_paths() {
    let named = |cage: &str| {
        let (_, made) = to_paths(&timeline(&mesh(cage, "")));
        made.diagnostics.iter().any(|finding| finding.message.contains("control cage"))
    };
    assert!(named(r#","cage":2"#));
    assert!(!named(""));
}
