#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use super::*;
use inbetween_mesh::{Mesh, MeshLimits};
use inbetween_timeline::scene::Material;
use inbetween_types::Mat4;
use std::sync::Arc;

/// A scene of faces in the camera's space with a colour each, none lit.
fn node(points: &[[f64; 3]], faces: &[(&[u32], [f32; 3])]) -> MeshNode {
    let mut text: String = points.iter().map(|[x, y, z]| format!("v {x} {y} {z}\n")).collect();
    for (at, (face, _)) in faces.iter().enumerate() {
        let corners: Vec<String> = face.iter().map(|vertex| (vertex + 1).to_string()).collect();
        text.push_str(&format!("usemtl m{at}\nf {}\n", corners.join(" ")));
    }
    let mesh = Arc::new(Mesh::from_obj(text.as_bytes(), &MeshLimits::default()).unwrap());
    MeshNode {
        bounds: mesh.bounds(),
        mesh,
        normals: None,
        to_camera: Mat4::IDENTITY,
        zoom: 10.0,
        centre: [8.0, 8.0],
        faces: true,
        two_sided: true,
        colors: faces.iter().map(|(_, color)| *color).collect(),
        wireframe: None,
        cage: None,
        lamps: Vec::new(),
        material: Material { ambient: 1.0, diffuse: 0.5, specular: 0.5, shininess: 0.05, metal: 1.0 },
    }
}

const SIZE: i32 = 16;

fn picture(node: &MeshNode) -> Vec<Vec<[f32; 4]>> {
    let mut out = vec![vec![[0.0; 4]; SIZE as usize]; SIZE as usize];
    let clip = IRect { x0: 0, y0: 0, x1: SIZE, y1: SIZE };
    Seen::new(node, &Projection::IDENTITY).draw(clip, |y, row| out[y as usize].copy_from_slice(row));
    out
}

const RED: [f32; 3] = [1.0, 0.0, 0.0];
const BLUE: [f32; 3] = [0.0, 0.0, 1.0];

#[test]
fn coverage_is_the_share_of_the_pixel() {
    // At depth 10 one unit is one pixel: a square from 1.25 to 5.5 across and 2 to 4 down.
    let points = [[-6.75, -6.0, 10.0], [-2.5, -6.0, 10.0], [-2.5, -4.0, 10.0], [-6.75, -4.0, 10.0]];
    let got = picture(&node(&points, &[(&[0, 1, 2, 3], RED)]));
    assert_eq!(got[2][1], [0.75, 0.0, 0.0, 0.75]);
    assert_eq!(got[3][5], [0.5, 0.0, 0.0, 0.5]);
    assert_eq!(got[3][3], [1.0, 0.0, 0.0, 1.0]);
    assert_eq!((got[1][3], got[4][3]), ([0.0; 4], [0.0; 4]));
    let sum: f32 = got.iter().flatten().map(|pixel| pixel[3]).sum();
    assert_eq!(sum, 4.25 * 2.0);
}

#[test]
fn the_nearer_face_shows_whatever_the_order() {
    let points = [
        [-4.0, -4.0, 10.0],
        [4.0, -4.0, 10.0],
        [4.0, 4.0, 10.0],
        [-4.0, 4.0, 10.0],
        [-2.0, -2.0, 5.0],
        [2.0, -2.0, 5.0],
        [2.0, 2.0, 5.0],
        [-2.0, 2.0, 5.0],
    ];
    let (far, near): (&[u32], &[u32]) = (&[0, 1, 2, 3], &[4, 5, 6, 7]);
    for faces in [[(far, RED), (near, BLUE)], [(near, BLUE), (far, RED)]] {
        let got = picture(&node(&points, &faces));
        assert_eq!(got[8][8], [0.0, 0.0, 1.0, 1.0]);
        assert_eq!(got[4][4], [0.0, 0.0, 1.0, 1.0]);
    }
}

#[test]
fn faces_that_cut_each_other_share_the_picture() {
    // A floor tilted through an upright wall: above the line where they meet the one is nearer, below the other.
    let points = [
        [-4.0, -4.0, 10.0],
        [4.0, -4.0, 10.0],
        [4.0, 4.0, 10.0],
        [-4.0, 4.0, 10.0],
        [-4.0, -4.0, 12.0],
        [4.0, -4.0, 12.0],
        [4.0, 4.0, 8.0],
        [-4.0, 4.0, 8.0],
    ];
    let got = picture(&node(&points, &[(&[0, 1, 2, 3], RED), (&[4, 5, 6, 7], BLUE)]));
    assert_eq!(got[6][8], [1.0, 0.0, 0.0, 1.0]);
    assert_eq!(got[9][8], [0.0, 0.0, 1.0, 1.0]);
}

#[test]
fn what_is_behind_the_eye_is_cut_off() {
    // A floor that runs from before the eye to behind it, two units below.
    let points = [[-50.0, 2.0, 40.0], [50.0, 2.0, 40.0], [50.0, 2.0, -40.0], [-50.0, 2.0, -40.0]];
    let floor = node(&points, &[(&[0, 1, 2, 3], RED)]);
    let got = picture(&floor);
    assert_eq!(got[15][8], [1.0, 0.0, 0.0, 1.0]);
    // The far end lies at 8 + 10 * 2 / 40 = 8.5.
    assert_eq!(got[7][8], [0.0; 4]);
    assert_eq!(got[8][8], [0.5, 0.0, 0.0, 0.5]);
    assert_eq!(around(&floor, &Projection::IDENTITY), None);
}

#[test]
fn faces_without_a_gap_have_no_seam() {
    // A fan of slivers around a point that lies on no pixel's middle.
    let mut points = vec![[0.13, -0.37, 10.0]];
    for at in 0..40 {
        let turn = f64::from(at) / 40.0 * std::f64::consts::TAU;
        points.push([20.0 * inbetween_types::math::cos(turn), 20.0 * inbetween_types::math::sin(turn), 10.0]);
    }
    let triangles: Vec<[u32; 3]> = (0..40).map(|at| [0, 1 + at, 1 + (at + 1) % 40]).collect();
    let faces: Vec<(&[u32], [f32; 3])> = triangles.iter().map(|face| (face.as_slice(), RED)).collect();
    assert!(picture(&node(&points, &faces)).iter().flatten().all(|pixel| *pixel == [1.0, 0.0, 0.0, 1.0]));
}

#[test]
fn faces_that_turn_away_may_be_left_out() {
    let points = [[-4.0, -4.0, 10.0], [4.0, -4.0, 10.0], [4.0, 4.0, 10.0]];
    // To the viewer's eye counter-clockwise with y down is 0, 2, 1.
    let mut towards = node(&points, &[(&[0, 2, 1], RED)]);
    towards.two_sided = false;
    assert_eq!(picture(&towards)[6][9][3], 1.0);
    let mut away = node(&points, &[(&[0, 1, 2], RED)]);
    away.two_sided = false;
    assert_eq!(picture(&away)[6][9][3], 0.0);
}

#[test]
fn lines_lie_on_faces_and_behind_nearer_ones() {
    let points = [
        [-6.0, -6.0, 10.0],
        [6.0, -6.0, 10.0],
        [6.0, 6.0, 10.0],
        [-6.0, 6.0, 10.0],
        [0.0, -3.0, 5.0],
        [3.0, -3.0, 5.0],
        [3.0, 3.0, 5.0],
        [0.0, 3.0, 5.0],
    ];
    let mut scene = node(&points, &[(&[0, 1, 2, 3], RED), (&[4, 5, 6, 7], RED)]);
    // The diagonal of the far face.
    let edges = Arc::new(vec![[0, 2]]);
    scene.wireframe = Some(Cage { mesh: Arc::clone(&scene.mesh), edges, width: 2.0, color: BLUE });
    let got = picture(&scene);
    assert_eq!(got[5][5], [0.0, 0.0, 1.0, 1.0]);
    assert_eq!(got[11][11], [1.0, 0.0, 0.0, 1.0]);
}
