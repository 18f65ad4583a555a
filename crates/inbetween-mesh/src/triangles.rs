//! Faces as triangles, for drawing.

use crate::Mesh;
use crate::mesh::{cross, dot, minus};

/// Most corners of a face that is cut along its inside; larger ones are a fan.
const MOST_CORNERS: usize = 500;

impl Mesh {
    /// The triangles of a face, as places among its corners, turning as it does. A face with corners that point inwards is
    /// cut along its inside (ears); one with more than 500 corners is a fan.
    pub fn triangles(&self, face: usize, out: &mut Vec<[usize; 3]>) {
        out.clear();
        let corners = self.face(face);
        let count = corners.len();
        if !(4..=MOST_CORNERS).contains(&count) || self.is_convex(face) {
            out.extend((2..count).map(|at| [0, at - 1, at]));
            return;
        }
        // Seen along the axis on which it is largest.
        let normal = self.face_normal(face);
        let size = normal.map(f64::abs);
        let [a, b] = if size[0] >= size[1] && size[0] >= size[2] {
            [1, 2]
        } else if size[1] >= size[2] {
            [2, 0]
        } else {
            [0, 1]
        };
        let flat: Vec<[f64; 2]> = corners
            .iter()
            .map(|vertex| {
                let point = self.point(*vertex);
                let part = |axis: usize| point.get(axis).copied().unwrap_or(0.0);
                [part(a), part(b)]
            })
            .collect();
        let way = turn(&flat);
        let mut left: Vec<usize> = (0..count).collect();
        let mut at = 0;
        let mut tries = 0;
        while left.len() > 3 {
            let n = left.len();
            let place = |k: usize| left.get(k % n).copied().unwrap_or(0);
            let ear = [place(at + n - 1), place(at), place(at + 1)];
            // After a round without an ear the face crosses itself: any corner will do.
            if tries >= n || is_ear(&flat, &left, ear, way) {
                out.push(ear);
                left.remove(at % n);
                tries = 0;
                at = at.saturating_sub(1);
            } else {
                tries += 1;
                at += 1;
            }
            if at >= left.len() {
                at = 0;
            }
        }
        if let [a, b, c] = *left.as_slice() {
            out.push([a, b, c]);
        }
    }

    fn is_convex(&self, face: usize) -> bool {
        let corners = self.face(face);
        let count = corners.len();
        let normal = self.face_normal(face);
        let point = |at: usize| corners.get(at % count.max(1)).map_or([0.0; 3], |vertex| self.point(*vertex));
        (0..count).all(|at| {
            let (before, own, after) = (point(at + count - 1), point(at), point(at + 1));
            dot(cross(minus(own, before), minus(after, own)), normal) >= 0.0
        })
    }
}

/// Twice the area of a triangle, positive one way round.
fn area([a, b, c]: [[f64; 2]; 3]) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

fn turn(flat: &[[f64; 2]]) -> f64 {
    let sum: f64 = flat.iter().zip(flat.iter().cycle().skip(1)).map(|(a, b)| a[0] * b[1] - a[1] * b[0]).sum();
    if sum < 0.0 { -1.0 } else { 1.0 }
}

fn is_ear(flat: &[[f64; 2]], left: &[usize], ear: [usize; 3], way: f64) -> bool {
    let [a, b, c] = ear.map(|place| flat.get(place).copied().unwrap_or_default());
    if area([a, b, c]) * way <= 0.0 {
        return false;
    }
    left.iter().filter(|place| !ear.contains(place)).all(|place| {
        let p = flat.get(*place).copied().unwrap_or_default();
        let inside = [[a, b, p], [b, c, p], [c, a, p]].iter().all(|t| area(*t) * way >= 0.0);
        !inside || p == a || p == b || p == c
    })
}
