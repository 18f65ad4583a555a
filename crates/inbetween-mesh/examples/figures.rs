//! Time and memory of level 5 of a mesh of 5,000 faces: `cargo run --release -p inbetween-mesh --example figures`.
#![allow(clippy::print_stdout, reason = "it prints figures")]

use inbetween_mesh::{Mesh, MeshError, MeshLimits, subdivide};
use inbetween_types::math;
use std::time::Instant;

fn main() -> Result<(), MeshError> {
    let mesh = ring(100, 50)?;
    let start = Instant::now();
    let fine = subdivide(&mesh, 5.0, &MeshLimits::default())?;
    let made = start.elapsed();
    let normals = fine.normals();
    let all = start.elapsed();
    let bytes = fine.points().len() * 24 + fine.corner_count() * 4 + fine.face_count() * 4;
    println!("{} faces at level 5: {} ms", fine.face_count(), made.as_millis());
    println!("with limit normals: {} ms (first {:?})", all.as_millis(), normals.of(0, 0));
    println!("the mesh: {} MB", bytes >> 20);
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    if let Some(line) = status.lines().find(|line| line.starts_with("VmHWM")) {
        println!("peak memory: {}", line.trim_start_matches("VmHWM:").trim());
    }
    Ok(())
}

/// A ring of `n` times `m` quads.
fn ring(n: u32, m: u32) -> Result<Mesh, MeshError> {
    let mut points = Vec::new();
    let mut faces = Vec::new();
    let turn = std::f64::consts::TAU;
    for i in 0..n {
        for j in 0..m {
            let (a, b) = (f64::from(i) / f64::from(n) * turn, f64::from(j) / f64::from(m) * turn);
            let out = 3.0 + math::cos(b);
            points.push([out * math::cos(a), out * math::sin(a), math::sin(b)]);
            let v = |i: u32, j: u32| (i % n) * m + j % m;
            faces.push(vec![v(i, j), v(i + 1, j), v(i + 1, j + 1), v(i, j + 1)]);
        }
    }
    Mesh::new(points, &faces, &MeshLimits::default())
}
