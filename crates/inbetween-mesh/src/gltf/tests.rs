//! glTF files made here, and what is read of them.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use crate::{Mesh, MeshError, MeshLimits, gltf_files, is_gltf, subdivide};
use std::sync::Arc;

/// The corners of the cube [−1, 1]³ face by face, so that each vertex is there three times, as exporters write them.
const SIDES: [[[f32; 3]; 4]; 6] = [
    [[-1., 1., -1.], [1., 1., -1.], [1., -1., -1.], [-1., -1., -1.]],
    [[-1., -1., 1.], [1., -1., 1.], [1., 1., 1.], [-1., 1., 1.]],
    [[-1., -1., -1.], [1., -1., -1.], [1., -1., 1.], [-1., -1., 1.]],
    [[1., 1., -1.], [-1., 1., -1.], [-1., 1., 1.], [1., 1., 1.]],
    [[1., -1., -1.], [1., 1., -1.], [1., 1., 1.], [1., -1., 1.]],
    [[-1., 1., -1.], [-1., -1., -1.], [-1., -1., 1.], [-1., 1., 1.]],
];

fn floats(points: &[[f32; 3]]) -> Vec<u8> {
    points.iter().flatten().flat_map(|n| n.to_le_bytes()).collect()
}

/// The cube's numbers: 24 points, then 36 indices of 16 bits.
fn cube_bytes() -> Vec<u8> {
    let mut out = floats(SIDES.as_flattened());
    for side in 0..6_u16 {
        out.extend([0, 1, 2, 0, 2, 3].iter().flat_map(|corner: &u16| (side * 4 + corner).to_le_bytes()));
    }
    out
}

/// A file of one buffer `b.bin` whose other members are given.
fn file(bytes: usize, rest: &str) -> String {
    format!(r#"{{"asset":{{"version":"2.0"}},"buffers":[{{"byteLength":{bytes},"uri":"b.bin"}}],{rest}}}"#)
}

const CUBE: &str = r#""bufferViews":[{"buffer":0,"byteLength":288},{"buffer":0,"byteOffset":288,"byteLength":72}],
    "accessors":[{"bufferView":0,"componentType":5126,"count":24,"type":"VEC3"},
        {"bufferView":1,"componentType":5123,"count":36,"type":"SCALAR"}],
    "meshes":[{"name":"box","primitives":[{"attributes":{"POSITION":0},"indices":1}]}]"#;

fn cube(rest: &str) -> String {
    file(360, &format!("{CUBE},{rest}"))
}

fn read(text: &str, bytes: &[u8]) -> Result<(Mesh, Vec<String>), MeshError> {
    let files = |name: &str| (name == "b.bin").then(|| Arc::from(bytes));
    Mesh::from_gltf(text.as_bytes(), &files, &MeshLimits::default(), &mut 0)
}

fn mesh(text: &str, bytes: &[u8]) -> Mesh {
    read(text, bytes).unwrap().0
}

fn message(text: &str, bytes: &[u8]) -> String {
    read(text, bytes).unwrap_err().to_string()
}

/// Chunks as a binary file.
fn binary(chunks: &[(&[u8; 4], &[u8])]) -> Vec<u8> {
    let mut body = Vec::new();
    for (kind, bytes) in chunks {
        body.extend((bytes.len() as u32).to_le_bytes());
        body.extend(*kind);
        body.extend(*bytes);
    }
    let mut out = b"glTF\x02\0\0\0".to_vec();
    out.extend((body.len() as u32 + 12).to_le_bytes());
    out.extend(body);
    out
}

#[test]
fn a_box_of_split_triangles_is_a_box_of_quads() {
    let mesh = mesh(&cube(r#""nodes":[{"mesh":0}]"#), &cube_bytes());
    assert_eq!((mesh.points().len(), mesh.face_count(), mesh.corner_count()), (8, 6, 24));
    let measures = mesh.measures();
    assert!(measures.closed && (measures.volume - 8.0).abs() < 1e-12, "{measures:?}");
    // The number of the cube's own truth: a level puts its corners at ±5/9.
    let fine = subdivide(&mesh, 1.0, &MeshLimits::default()).unwrap();
    for point in &fine.points()[..8] {
        assert!(point.iter().all(|n| (n.abs() - 5.0 / 9.0).abs() < 1e-12), "{point:?}");
    }
}

#[test]
fn the_binary_form_is_the_same_mesh() {
    let text = cube(r#""nodes":[{"mesh":0}]"#).replace(r#","uri":"b.bin""#, "");
    let bytes = cube_bytes();
    let all = binary(&[(b"JSON", text.as_bytes()), (b"more", b"abcd"), (b"BIN\0", &bytes)]);
    assert!(is_gltf(&all) && is_gltf(text.as_bytes()) && !is_gltf(b"v 0 0 0"));
    let (made, left_out) = Mesh::from_gltf(&all, &|_| None, &MeshLimits::default(), &mut 0).unwrap();
    assert_eq!(made, mesh(&cube(r#""nodes":[{"mesh":0}]"#), &bytes));
    assert!(left_out.is_empty());
}

#[test]
fn buffers_beside_the_file_are_named() {
    let limits = MeshLimits::default();
    let text = cube(r#""nodes":[{"mesh":0}]"#);
    assert_eq!(gltf_files(text.as_bytes(), &limits), ["b.bin"]);
    assert_eq!(gltf_files(text.replace("b.bin", "data:,x").as_bytes(), &limits), [""; 0]);
    let error = Mesh::from_gltf(text.as_bytes(), &|_| None, &limits, &mut 0).unwrap_err();
    assert_eq!(error.to_string(), "its buffer \"b.bin\" is not there");
}

#[test]
fn nodes_place_what_hangs_on_them() {
    // A quarter turn about z, twice as large, then ten to the right; what is mirrored still turns its faces outwards.
    let half = std::f32::consts::FRAC_1_SQRT_2;
    let nodes = format!(
        r#""scene":1,"scenes":[{{"nodes":[]}},{{"nodes":[0]}}],"nodes":[
            {{"children":[1,2],"translation":[10,0,0],"rotation":[0,0,{half},{half}],"scale":[2,2,2]}},
            {{"mesh":0,"matrix":[1,0,0,0,0,1,0,0,0,0,1,0,3,0,0,1]}},
            {{"mesh":0,"scale":[-1,1,1]}},{{"mesh":0}}]"#
    );
    let mesh = mesh(&cube(&nodes), &cube_bytes());
    assert_eq!((mesh.points().len(), mesh.face_count()), (16, 12));
    // The first box is 3 along the node's x, which is up: 2 · 3 there; the second stands at the node itself.
    let [low, high] = mesh.bounds();
    for (got, want) in low.iter().chain(&high).zip([8.0, -2.0, -2.0, 12.0, 8.0, 2.0]) {
        assert!((got - want).abs() < 1e-6, "{low:?} {high:?}");
    }
    assert!((mesh.measures().volume - 128.0).abs() < 1e-4);
}

#[test]
fn strips_and_fans_are_triangles() {
    let points = floats(&[[0., 0., 0.], [1., 0., 0.], [0., 1., 0.], [1., 1., 0.], [0., 2., 1.]]);
    let of = |mode: u8, count: usize| {
        let rest = format!(
            r#""bufferViews":[{{"buffer":0,"byteLength":60}}],
            "accessors":[{{"bufferView":0,"componentType":5126,"count":{count},"type":"VEC3"}}],
            "meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}},"mode":{mode}}}]}}],"nodes":[{{"mesh":0}}]"#
        );
        read(&file(60, &rest), &points)
    };
    let strip = of(5, 5).unwrap().0;
    assert_eq!((strip.face(0), strip.face(1), strip.face_count()), (&[1, 3, 2, 0][..], &[2, 3, 4][..], 2));
    let fan = of(6, 4).unwrap().0;
    assert_eq!((fan.face(0), fan.face(1)), (&[0, 1, 2][..], &[0, 2, 3][..]));
    // Two corners too many are none.
    assert_eq!(of(4, 5).unwrap().0.face_count(), 1);
    assert_eq!(of(1, 4).unwrap_err(), MeshError::Empty);
    assert!(of(9, 4).is_err());
}

#[test]
fn bent_triangles_stay_triangles() {
    // Two that fold by the breadth of a hair, and two whose quad is a dart.
    let with = |points: [[f32; 3]; 4]| {
        let mut bytes = floats(&points);
        bytes.extend([0, 1, 2, 0, 2, 3]);
        let rest = r#""bufferViews":[{"buffer":0,"byteLength":48},{"buffer":0,"byteOffset":48,"byteLength":6}],
            "accessors":[{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3"},
                {"bufferView":1,"componentType":5121,"count":6,"type":"SCALAR"}],
            "meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}],"nodes":[{"mesh":0}]"#;
        mesh(&file(54, rest), &bytes).face_count()
    };
    assert_eq!(with([[0., 0., 0.], [1., 0., 0.], [1., 1., 0.], [0., 1., 0.]]), 1);
    assert_eq!(with([[0., 0., 0.], [1., 0., 0.], [1., 1., 0.], [0., 1., 0.001]]), 2);
    assert_eq!(with([[0., 0., 0.], [2., -1., 0.], [0.5, 0., 0.], [2., 1., 0.]]), 2);
    assert_eq!(with([[0., 0., 0.], [1., 0., 0.], [1., 1., 0.], [0.5, 0.5, 0.]]), 2);
}

#[test]
fn numbers_may_be_small_apart_and_sparse() {
    // Points of bytes (127 is 1), eight bytes apart; the third is put right by a sparse value.
    let mut bytes = Vec::new();
    for [x, y] in [[0_i8, 0], [127, 0], [0, 0], [0, -128]] {
        bytes.extend([x as u8, y as u8, 0, 9, 9, 9, 9, 9]);
    }
    bytes.extend([2, 127, 127, 0]);
    let rest = r#""extensionsRequired":["KHR_mesh_quantization"],"extensionsUsed":["KHR_mesh_quantization"],
        "bufferViews":[{"buffer":0,"byteLength":32,"byteStride":8},{"buffer":0,"byteOffset":32,"byteLength":4}],
        "accessors":[{"bufferView":0,"componentType":5120,"normalized":true,"count":4,"type":"VEC3",
            "sparse":{"count":1,"indices":{"bufferView":1,"componentType":5121},
                "values":{"bufferView":1,"byteOffset":1}}}],
        "meshes":[{"primitives":[{"attributes":{"POSITION":0},"mode":6}]}],"nodes":[{"mesh":0}]"#;
    let (made, left_out) = read(&file(36, rest), &bytes).unwrap();
    assert_eq!(made.points(), [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, -1.0, 0.0]]);
    assert!(left_out.is_empty());
}

#[test]
fn materials_are_groups_with_their_colours() {
    let text = cube(r#""nodes":[{"mesh":0}]"#).replace(
        r#"[{"attributes":{"POSITION":0},"indices":1}]"#,
        r#"[{"attributes":{"POSITION":0},"indices":1,"material":1},{"attributes":{"POSITION":0},"material":0},
            {"attributes":{"POSITION":0},"mode":6}]"#,
    );
    let text = text.replace(
        r#""meshes""#,
        r#""materials":[{},{"name":"red","pbrMetallicRoughness":{"baseColorFactor":[1,0.214041,0,1]}}],"meshes""#,
    );
    let made = mesh(&text, &cube_bytes());
    assert_eq!(made.group_names(), ["red", "material 1", ""]);
    assert_eq!((made.group(0), made.group(6)), (0, 1));
    assert_eq!(made.group(made.face_count() - 1), 2);
    // 0.214041 is the light of half a channel.
    let color = made.group_color(0).unwrap();
    assert!((color[0] - 1.0).abs() < 1e-6 && (color[1] - 0.5).abs() < 1e-5 && color[2] == 0.0, "{color:?}");
    assert_eq!((made.group_color(1), made.group_color(2)), (None, None));
    let fine = subdivide(&made, 1.0, &MeshLimits::default()).unwrap();
    assert_eq!(fine.group_color(0), Some(color));
}

#[test]
fn what_is_not_read_is_named() {
    let text = cube(
        r#""extensionsUsed":["KHR_lights_punctual"],"skins":[{"joints":[0]}],
        "animations":[{"channels":[],"samplers":[]}],
        "nodes":[{"mesh":0,"skin":0}]"#,
    );
    let text = text
        .replace(r#""indices":1"#, r#""indices":1,"targets":[{"POSITION":0}],"material":0"#)
        .replace(r#""POSITION":0},"#, r#""POSITION":0,"COLOR_0":0},"#);
    let text = text.replace(
        r#""meshes""#,
        r#""materials":[{"alphaMode":"BLEND","pbrMetallicRoughness":{"baseColorTexture":{"index":0}}}],"meshes""#,
    );
    let (_, left_out) = read(&text, &cube_bytes()).unwrap();
    let want = "animations, colours of vertices, morph targets, skins, textures, \
                the extension KHR_lights_punctual, transparency";
    assert_eq!(left_out.join(", "), want);
    let draco = cube(r#""extensionsRequired":["KHR_draco_mesh_compression"],"nodes":[{"mesh":0}]"#);
    let want = "it requires the extension KHR_draco_mesh_compression, which is not read";
    assert_eq!(message(&draco, &cube_bytes()), want);
}

#[test]
fn places_outside_are_errors() {
    let bytes = cube_bytes();
    let good = cube(r#""nodes":[{"mesh":0}]"#);
    let case = |from: &str, to: &str| {
        assert!(good.contains(from), "{from}");
        message(&good.replace(from, to), &bytes)
    };
    assert_eq!(case(r#""mesh":0"#, r#""mesh":7"#), "mesh 7 does not exist");
    assert_eq!(case(r#""POSITION":0"#, r#""POSITION":7"#), "accessor 7 does not exist");
    assert_eq!(case(r#""POSITION":0"#, r#""POSITION":1"#), "accessor 1 has Scalar for Vec3");
    assert_eq!(case(r#""bufferView":1"#, r#""bufferView":2"#), "buffer view 2 does not exist");
    assert_eq!(case(r#""count":36"#, r#""count":37"#), "an accessor reaches beyond its buffer");
    assert_eq!(case(r#""byteOffset":288"#, r#""byteOffset":289"#), "an accessor reaches beyond its buffer");
    assert_eq!(
        case(r#""byteOffset":288"#, r#""byteOffset":18446744073709551615"#),
        "an accessor reaches beyond its buffer"
    );
    assert_eq!(case(r#""count":24"#, r#""count":23"#), "a corner names vertex 23: there are 23");
    assert_eq!(
        case(r#""count":24"#, r#""count":9000000000000"#),
        "the mesh would have 9000000000036 numbers, more than the limit of 28000000"
    );
    assert_eq!(
        case(r#"[{"mesh":0}]"#, r#"[{"children":[1]},{"children":[0]}],"scene":0,"scenes":[{"nodes":[0]}]"#),
        "node 0 hangs on more than one node"
    );
    assert_eq!(case(r#""2.0""#, r#""1.0""#), "it is glTF 1.0, only 2 is read");
    assert_eq!(
        case(r#""mesh":0"#, r#""mesh":0,"scale":[1e30,1,1]"#),
        "a vertex needs three numbers within ±1000000000"
    );
}

#[test]
fn broken_bytes_never_panic() {
    let text = cube(r#""nodes":[{"mesh":0,"children":[1]},{"mesh":0,"scale":[2,2,2]}]"#);
    let bytes = cube_bytes();
    let inner = text.replace(r#","uri":"b.bin""#, "");
    let all = binary(&[(b"JSON", inner.as_bytes()), (b"BIN\0", &bytes)]);
    let limits = MeshLimits::default();
    for length in 0..all.len() {
        assert!(Mesh::from_gltf(&all[..length], &|_| None, &limits, &mut 0).is_err());
    }
    // A fixed sequence of changes: one byte at a time, then each digit of the text.
    let mut state = 1_u64;
    for _ in 0..20_000 {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mut broken = all.clone();
        let at = (state >> 33) as usize % broken.len();
        broken[at] = (state >> 24) as u8;
        if let Ok((mesh, _)) = Mesh::from_gltf(&broken, &|_| None, &limits, &mut 0) {
            let _ = subdivide(&mesh, 1.0, &limits).unwrap().normals();
        }
    }
    for (at, _) in text.match_indices(|c: char| c.is_ascii_digit()) {
        for digit in '0'..='9' {
            let mut broken = text.clone();
            broken.replace_range(at..=at, &digit.to_string());
            let _ = read(&broken, &bytes);
        }
    }
}

#[test]
fn small_files_cannot_ask_for_much() {
    let many = format!(r#"{{"asset":{{"version":"2.0"}},"nodes":[{}{{}}]}}"#, "{},".repeat(600_000));
    assert_eq!(message(&many, b""), "the mesh would have 600003 objects, more than the limit of 500000");
    let long = format!(r#"{{"asset":{{"version":"2.0"}},"nodes":"{}"}}"#, "x".repeat(100_000));
    assert!(message(&long, b"").len() < 200);
    // Many files of one document count together.
    let (cube, bytes) = (cube(r#""nodes":[{"mesh":0}]"#), cube_bytes());
    let (beside, mut read) = (|_: &str| Some(Arc::from(&bytes[..])), 0);
    for _ in 0..3 {
        Mesh::from_gltf(cube.as_bytes(), &beside, &MeshLimits::default(), &mut read).unwrap();
    }
    assert_eq!(read, 3 * (24 + 36));
    // A mesh that many nodes show is counted each time.
    let points = floats(&[[0.0; 3]]);
    let rest = format!(
        r#""bufferViews":[{{"buffer":0,"byteLength":12}}],
        "accessors":[{{"bufferView":0,"componentType":5126,"count":1,"type":"VEC3"}},
            {{"componentType":5126,"count":900,"type":"VEC3"}}],
        "meshes":[{{"primitives":[{{"attributes":{{"POSITION":1}}}}]}}],"nodes":[{}{{"mesh":0}}]"#,
        r#"{"mesh":0},"#.repeat(1000)
    );
    let files = |_: &str| Some(Arc::from(&points[..]));
    let mut limits = MeshLimits::default();
    (limits.vertices, limits.faces) = (1_000, 1_000);
    let error = Mesh::from_gltf(file(12, &rest).as_bytes(), &files, &limits, &mut 0).unwrap_err();
    assert_eq!(error, MeshError::Limit { what: "numbers", asked: 4_500, limit: 4_000 });
}
