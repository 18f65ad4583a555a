//! Reading any bytes as OBJ or glTF gives a mesh or an error, and every mesh can be subdivided, measured and shaded.
#![no_main]

use inbetween_mesh::{Crease, Mesh, MeshLimits, is_gltf, subdivide};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let mut limits = MeshLimits::default();
    limits.bytes = 1 << 16;
    limits.faces = 5_000;
    // The last byte chooses the level and how sharp the edges of the first face are.
    let (data, choice) = data.split_last().map_or((data, 0), |(last, data)| (data, *last));
    limits.vertices = 20_000;
    let read = if is_gltf(data) {
        // The bytes themselves stand for every file beside it.
        let beside = |_: &str| Some(data.into());
        Mesh::from_gltf(data, &beside, &limits, &mut 0).map(|(mesh, _)| mesh)
    } else {
        Mesh::from_obj(data, &limits)
    };
    let Ok(mesh) = read else { return };
    let face = mesh.face(0).to_vec();
    let sharpness = [0.0, 0.7, 1.5, f64::INFINITY][usize::from(choice % 4)];
    let creases = face.windows(2).map(|pair| Crease { vertices: [pair[0], pair[1]], sharpness }).collect();
    let mesh = mesh.with_creases(creases);
    let before = mesh.measures();
    if let Ok(fine) = subdivide(&mesh, f64::from(choice / 4) / 16.0, &limits) {
        let after = fine.measures();
        assert_eq!(before.closed, after.closed);
        assert!(fine.points().iter().flatten().all(|n| n.is_finite()));
        let _ = fine.normals();
        assert!(fine.limit_points().iter().flatten().all(|n| n.is_finite()));
    }
});
