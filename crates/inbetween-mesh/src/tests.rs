//! Truths of the surfaces: numbers known from the masks and from counting.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use crate::mesh::{dot, minus, plus, times, unit_of};
use crate::{Crease, Mesh, MeshError, MeshLimits, faces_at, subdivide};

const CUBE: &str = "\
v -1 -1 -1\nv 1 -1 -1\nv 1 1 -1\nv -1 1 -1\nv -1 -1 1\nv 1 -1 1\nv 1 1 1\nv -1 1 1
f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 3 4 8 7\nf 2 3 7 6\nf 4 1 5 8\n";

fn obj(text: &str) -> Mesh {
    Mesh::from_obj(text.as_bytes(), &MeshLimits::default()).unwrap()
}

fn at(mesh: &Mesh, level: f64) -> Mesh {
    subdivide(mesh, level, &MeshLimits::default()).unwrap()
}

fn near(a: [f64; 3], b: [f64; 3], by: f64) {
    let d = minus(a, b);
    assert!(dot(d, d).sqrt() <= by, "{a:?}, should be {b:?}");
}

/// A grid of `n` × `n` unit quads in a plane, bent by `height`.
fn grid(n: usize, height: impl Fn(f64, f64) -> f64) -> Mesh {
    let mut points = Vec::new();
    let mut faces = Vec::new();
    for y in 0..=n {
        for x in 0..=n {
            points.push([x as f64, y as f64, height(x as f64, y as f64)]);
        }
    }
    for y in 0..n {
        for x in 0..n {
            let i = (y * (n + 1) + x) as u32;
            let row = n as u32 + 1;
            faces.push(vec![i, i + 1, i + row + 1, i + row]);
        }
    }
    Mesh::new(points, &faces, &MeshLimits::default()).unwrap()
}

/// A ring of `n` times `m` quads: Euler characteristic 0.
fn ring(n: u32, m: u32) -> Mesh {
    let mut points = Vec::new();
    let mut faces = Vec::new();
    for i in 0..n {
        for j in 0..m {
            let (a, b) = (f64::from(i) / f64::from(n), f64::from(j) / f64::from(m));
            let turn = std::f64::consts::TAU;
            let out = 3.0 + inbetween_types::math::cos(b * turn);
            let [x, y] = [inbetween_types::math::cos(a * turn), inbetween_types::math::sin(a * turn)];
            points.push([out * x, out * y, inbetween_types::math::sin(b * turn)]);
            let v = |i: u32, j: u32| (i % n) * m + j % m;
            faces.push(vec![v(i, j), v(i + 1, j), v(i + 1, j + 1), v(i, j + 1)]);
        }
    }
    Mesh::new(points, &faces, &MeshLimits::default()).unwrap()
}

#[test]
fn one_step_of_the_cube() {
    let got = at(&obj(CUBE), 1.0);
    assert_eq!((got.points().len(), got.face_count()), (8 + 12 + 6, 24));
    for (index, point) in got.points().iter().enumerate() {
        let mut size = point.map(f64::abs);
        size.sort_by(f64::total_cmp);
        let want = match index {
            0..8 => [5.0 / 9.0; 3],
            8..20 => [0.0, 0.75, 0.75],
            _ => [0.0, 0.0, 1.0],
        };
        near(size, want, 1e-15);
    }
}

#[test]
fn euler_and_closedness_stay_at_every_level_and_the_volume_falls_and_converges() {
    let (cube, torus) = (obj(CUBE), ring(5, 4));
    for (mesh, euler) in [(&cube, 2), (&torus, 0)] {
        let mut volumes = Vec::new();
        for level in 0..6 {
            let measures = at(mesh, f64::from(level)).measures();
            assert_eq!((measures.euler, measures.closed), (euler, true), "level {level}");
            volumes.push(measures.volume);
        }
        let falls: Vec<f64> = volumes.windows(2).map(|pair| pair[0] - pair[1]).collect();
        assert!(falls.iter().all(|fall| *fall > 0.0), "{volumes:?}");
        assert!(falls.windows(2).all(|pair| pair[1] < pair[0] / 3.0), "{falls:?}");
    }
    assert_eq!(cube.measures().volume, 8.0);
}

#[test]
fn limit_points_follow_the_masks_and_the_levels() {
    let cube = obj(CUBE);
    // Valence 3: (9 v + 4 Σ ends + Σ opposite) / 24 = ((9 + 4 - 1) / 24) v for every coordinate.
    for (limit, point) in cube.limit_points().iter().zip(cube.points()) {
        near(*limit, times(*point, 0.5), 1e-15);
    }
    // A vertex's limit is the same from every level, and the levels come to it.
    let limit = cube.limit_points();
    for level in 1..5 {
        let mesh = at(&cube, f64::from(level));
        for (a, b) in mesh.limit_points().iter().zip(&limit) {
            near(*a, *b, 1e-12);
        }
    }
    near(at(&cube, 6.0).points()[0], limit[0], 2e-4);
    // Regular: the mask of the bicubic B-spline, (16 v + 4 Σ ends + Σ corners) / 36.
    let flat = grid(4, |x, y| if (x, y) == (2.0, 2.0) { 1.0 } else { 0.0 });
    let z: Vec<f64> = flat.limit_points().iter().map(|p| p[2]).collect();
    let near_one = |got: f64, want: f64| assert!((got - want).abs() < 1e-15, "{got} {want}");
    near_one(z[12], 16.0 / 36.0);
    near_one(z[11], 4.0 / 36.0);
    near_one(z[6], 1.0 / 36.0);
}

#[test]
fn limits_of_faces_that_are_no_quads_come_from_the_next_level() {
    let text = "v 0 0 1\nv 1 0 -1\nv -1 1 -1\nv -1 -1 -1\nf 1 2 3\nf 1 3 4\nf 1 4 2\nf 2 4 3\n";
    let (mesh, next) = (obj(text), at(&obj(text), 3.0));
    for (a, b) in mesh.limit_points().iter().zip(next.limit_points()) {
        near(*a, b, 1e-12);
    }
    assert_eq!(next.measures().euler, 2);
}

#[test]
fn a_boundary_is_the_cubic_spline_of_its_vertices() {
    let square = grid(1, |_, _| 0.0);
    let got = at(&square, 1.0);
    // 1-2-1 on the square of side 1: the corner goes a quarter of half a side in.
    near(got.points()[0], [0.125, 0.125, 0.0], 1e-15);
    let limit = square.limit_points();
    near(limit[0], [1.0 / 6.0, 1.0 / 6.0, 0.0], 1e-15);
    assert!(!got.measures().closed && got.measures().euler == 1);
}

#[test]
fn sharp_edges_stay_and_semi_sharp_ones_wear_off() {
    let cube = obj(CUBE);
    let top = [[4, 5], [5, 6], [6, 7], [7, 4]];
    let crease = |sharpness: f64| {
        let list = top.iter().map(|edge| Crease { vertices: *edge, sharpness }).collect();
        cube.clone().with_creases(list)
    };
    // Infinite: the rim is the B-spline of the square for ever, so its corner goes to 2/3.
    let sharp = crease(f64::INFINITY);
    near(at(&sharp, 1.0).points()[6], [0.75, 0.75, 1.0], 1e-15);
    near(sharp.limit_points()[6], [2.0 / 3.0, 2.0 / 3.0, 1.0], 1e-15);
    near(at(&sharp, 7.0).points()[6], [2.0 / 3.0, 2.0 / 3.0, 1.0], 1e-4);
    // 1: sharp for one level, smooth after.
    let once = at(&crease(1.0), 1.0);
    near(once.points()[6], [0.75, 0.75, 1.0], 1e-15);
    assert!(once.creases().is_empty());
    assert!(at(&crease(1.0), 2.0).points()[6][2] < 1.0);
    // A half: half the way between the two rules.
    let smooth = at(&cube, 1.0).points()[6];
    near(at(&crease(0.5), 1.0).points()[6], times(plus(smooth, [0.75, 0.75, 1.0]), 0.5), 1e-15);
    // 2.3 → 1.3 on both halves of each edge.
    assert_eq!(at(&crease(2.3), 1.0).creases().len(), 8);
    assert!((at(&crease(2.3), 1.0).creases()[0].sharpness - 1.3).abs() < 1e-6);
    // Three sharp edges hold a corner.
    let all: Vec<Crease> = [[6, 5], [6, 7], [6, 2]].map(|e| Crease { vertices: e, sharpness: 9.0 }).into();
    near(at(&cube.clone().with_creases(all), 3.0).points()[6], [1.0; 3], 0.0);
    assert_eq!(at(&sharp, 4.0).measures().euler, 2);
}

#[test]
fn fractions_of_a_level_flow() {
    let cube = obj(CUBE);
    let begun = at(&cube, 1e-9);
    assert!((begun.measures().volume - 8.0).abs() < 1e-7);
    let (half, one) = (at(&cube, 0.5), at(&cube, 1.0));
    near(half.points()[0], times(plus(cube.points()[0], one.points()[0]), 0.5), 1e-15);
    assert_eq!(at(&cube, 1.0 - 1e-12).face_count(), one.face_count());
}

#[test]
fn levels_add_up_and_follow_affine_maps() {
    let shape =
        obj("v 0 0 0\nv 2 0 1\nv 2 2 0\nv 0 1 0\nv 1 1 3\nf 1 2 5\nf 2 3 5\nf 3 4 5\nf 4 1 5\nf 4 3 2 1\n");
    let creased = shape.clone().with_creases(vec![Crease { vertices: [0, 1], sharpness: 1.4 }]);
    for mesh in [obj(CUBE), ring(5, 4), shape, creased] {
        let whole = at(&mesh, 3.0);
        assert_eq!(at(&at(&mesh, 1.0), 2.0), whole);
        let map = |[x, y, z]: [f64; 3]| [2.0 * x + y - 3.0, y - 0.5 * z, x + z + 1.0];
        let mapped = mesh.points().iter().map(|p| map(*p)).collect();
        let mapped = at(&mesh.clone().with_points(mapped), 3.0);
        for (a, b) in mapped.points().iter().zip(whole.points()) {
            near(*a, map(*b), 1e-12);
        }
    }
}

#[test]
fn normals_are_those_of_the_limit_surface() {
    // A bicubic paraboloid: z = x² keeps its slope 2x at the vertices of a regular grid.
    let bent = grid(8, |x, _| x * x / 8.0);
    let normals = bent.normals();
    for y in 2..=6_u32 {
        for x in 2..=6_u32 {
            let vertex = y * 9 + x;
            let corner = bent.corners.iter().position(|v| *v == vertex).unwrap();
            let want = unit_of([-f64::from(x) / 4.0, 0.0, 1.0]);
            near(normals.of(corner, vertex), want, 1e-6);
        }
    }
    // The ball of the cube: outwards, and at the corners along the diagonal.
    let ball = at(&obj(CUBE), 3.0);
    let normals = ball.normals();
    for (corner, vertex) in ball.corners.iter().enumerate() {
        let (normal, point) = (normals.of(corner, *vertex), ball.point(*vertex));
        assert!(dot(normal, unit_of(point)) > 0.9, "{normal:?} at {point:?}");
        if *vertex == 6 {
            near(normal, unit_of([1.0; 3]), 1e-6);
        }
    }
}

#[test]
fn a_sharp_edge_has_a_normal_on_each_side() {
    let cube = obj(CUBE);
    let edges =
        [[0, 1], [1, 2], [2, 3], [3, 0], [4, 5], [5, 6], [6, 7], [7, 4], [0, 4], [1, 5], [2, 6], [3, 7]];
    let creases = edges.map(|vertices| Crease { vertices, sharpness: f64::INFINITY }).into();
    let mesh = at(&cube.with_creases(creases), 2.0);
    let normals = mesh.normals();
    for face in 0..mesh.face_count() {
        for (corner, vertex) in mesh.corner_range(face).zip(mesh.face(face)) {
            near(normals.of(corner, *vertex), mesh.face_normal(face), 1e-6);
        }
    }
}

#[test]
fn groups_are_materials_or_else_parts() {
    let points = CUBE.split("f ").next().unwrap();
    let both = format!("o thing\n{points}usemtl red\nf 1 2 3\nusemtl blue\nf 2 3 4\nusemtl red\nf 3 4 5\n");
    let mesh = obj(&both);
    assert_eq!(mesh.group_names(), ["red", "blue"]);
    assert_eq!((0..3).map(|face| mesh.group(face)).collect::<Vec<_>>(), [0, 1, 0]);
    let fine = at(&mesh, 2.0);
    assert_eq!((fine.group(0), fine.group(13)), (0, 1));
    let parts = obj("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\ng سر\nf -3 -2 -1\n");
    assert_eq!(parts.group_names(), ["سر", ""]);
    assert_eq!((parts.group(0), parts.group(1)), (1, 0));
}

#[test]
fn obj_in_all_its_spellings() {
    let text = "# c\nvt 0 0\nvn 0 0 1\nv 0 0 0 1.0\nv 1 0 0\r\nv 1 1 0\nv 0 1 0\n\ns off\nf 1/1/1 2//1 \\\n 3/1 -1\nl 1 2\n";
    assert_eq!(obj(text).face(0), [0, 1, 2, 3]);
    let double = obj("v 0 0 0\nv 1 0 0\nv 1 1 0\nf 1 1 2 3 3 1\nf 1 2 2\n");
    assert_eq!((double.face(0), double.face_count()), (&[0, 1, 2][..], 1));
}

#[test]
fn bad_files_are_errors_with_their_line() {
    let read = |text: &str| Mesh::from_obj(text.as_bytes(), &MeshLimits::default());
    for (text, line) in [
        ("v 0 0\n", 1),
        ("v 0 0 nan\n", 1),
        ("\nv 0 0 1e300\n", 2),
        ("v 0 0 0\nf 1 2 3\n", 2),
        ("v 0 0 0\nf -2 1 1\n", 2),
        ("v 0 0 0\nf 0 1 1\n", 2),
        ("f 99999999999999999999 1 2\n", 1),
    ] {
        assert!(matches!(read(text), Err(MeshError::Line { line: l, .. }) if l == line), "{text:?}");
    }
    assert_eq!(read(""), Err(MeshError::Empty));
    assert_eq!(read("v 0 0 0\nv 1 0 0\n"), Err(MeshError::Empty));
    assert!(Mesh::from_obj(&[0xff, 0xfe, b'v'], &MeshLimits::default()).is_err());
}

#[test]
fn ten_million_faces_are_refused_by_name() {
    let cube = obj(CUBE);
    assert_eq!(faces_at(&cube, 10.5), 24 << 20);
    let refused = subdivide(&cube, 11.0, &MeshLimits::default());
    assert_eq!(refused, Err(MeshError::Limit { what: "faces", asked: 24 << 20, limit: 8_000_000 }));
    assert_eq!(
        refused.unwrap_err().to_string(),
        "the mesh would have 25165824 faces, more than the limit of 8000000"
    );
}

#[test]
fn a_face_with_a_bay_is_cut_along_its_inside() {
    // An L of area 3.
    let l = obj("v 0 0 0\nv 2 0 0\nv 2 1 0\nv 1 1 0\nv 1 2 0\nv 0 2 0\nf 4 5 6 1 2 3\n");
    let mut triangles = Vec::new();
    l.triangles(0, &mut triangles);
    let area = |t: &[usize; 3]| {
        let [a, b, c] = t.map(|place| l.point(l.face(0)[place]));
        ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) / 2.0
    };
    assert_eq!(triangles.len(), 4);
    assert!(triangles.iter().all(|t| area(t) > 0.0), "{triangles:?}");
    assert_eq!(triangles.iter().map(area).sum::<f64>(), 3.0);
    assert_eq!(obj(CUBE).edges().len(), 12);
}

#[test]
fn knots_and_flaps_stay_finite() {
    // Three faces at an edge, two fans at a vertex, a face through a vertex twice, faces turned against one another.
    let texts = [
        "v 0 0 0\nv 0 0 1\nv 1 0 0\nv 0 1 0\nv -1 0 0\nf 1 2 3\nf 1 2 4\nf 1 2 5\n",
        "v 0 0 0\nv 1 0 0\nv 0 1 0\nv -1 0 0\nv 0 -1 0\nf 1 2 3\nf 1 4 5\n",
        "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv -1 1 1\nf 1 2 3 1 4 5\nf 1 2 3\nf 1 2 3\nf 3 2 1\n",
        "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 2 0 0\nv 2 1 0\nf 1 2 3 4\nf 3 6 5 2\nf 2 3 6 5\n",
        "v 0 0 0\nv 0 0 0\nv 0 0 0\nv 7 7 7\nf 1 2 3\n",
        "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 1 3\nf 1 2 3 1 2 4\n",
    ];
    for text in texts {
        let mesh = obj(text);
        for level in [0.0, 0.5, 1.0, 3.0] {
            let fine = at(&mesh, level);
            let _ = fine.normals();
            let mut cut = Vec::new();
            for face in 0..fine.face_count() {
                fine.triangles(face, &mut cut);
                assert_eq!(cut.len(), fine.face(face).len() - 2);
            }
            assert_eq!(fine.measures().closed, mesh.measures().closed);
            assert!(fine.limit_points().iter().chain(fine.points()).flatten().all(|n| n.is_finite()));
        }
    }
}

#[test]
fn mutilated_files_give_a_mesh_or_an_error() {
    let seed = format!("{CUBE}usemtl a\nf 1//2 2/3 -1\ng b\nf 8 7 6 5 4 3\n");
    let limits = MeshLimits { faces: 2_000, ..MeshLimits::default() };
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state as usize
    };
    let words = b" 0123456789-/\n\\fvg.e#\xff";
    let mut read = 0;
    for _ in 0..4_000 {
        let mut bytes = seed.clone().into_bytes();
        for _ in 0..1 + next() % 6 {
            let at = next() % bytes.len();
            match next() % 3 {
                0 => bytes[at] = words[next() % words.len()],
                1 => bytes.insert(at, words[next() % words.len()]),
                _ => drop(bytes.drain(at..(at + next() % 20).min(bytes.len()))),
            }
        }
        if let Ok(mesh) = Mesh::from_obj(&bytes, &limits) {
            read += 1;
            if let Ok(fine) = subdivide(&mesh, (next() % 33) as f64 / 16.0, &limits) {
                assert_eq!(fine.measures().closed, mesh.measures().closed);
                let _ = (fine.normals(), fine.limit_points());
            }
        }
    }
    assert!(read > 400, "{read}");
}
