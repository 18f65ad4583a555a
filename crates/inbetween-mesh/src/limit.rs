//! Where vertices go in the end.

use crate::Mesh;
use crate::mesh::{plus, times};
use crate::subdivide::one_step;
use crate::topology::Topology;

impl Mesh {
    /// The points that the vertices come to on the limit surface, vertex by vertex.
    ///
    /// A smooth vertex of `n` quads goes to `(n² v + 4 Σ edge ends + Σ opposite corners) / (n (n + 5))`; one on a boundary or
    /// a crease to `(a + 4 v + b) / 6`; a corner stays. What is left of the sharpness of a crease counts as sharp for ever,
    /// so a level above every finite sharpness gives the limit to the last digit.
    #[must_use]
    pub fn limit_points(&self) -> Vec<[f64; 3]> {
        let topology = Topology::of(self);
        if !topology.quads() {
            // The masks are for quads: one level on, the same vertices go to the same places.
            let mut points = one_step(self).limit_points();
            points.truncate(self.points.len());
            return points;
        }
        let mut ends = vec![([0.0; 3], [0.0; 3], 0_u32); self.points.len()];
        let mut sharp = vec![([0.0; 3], 0_u32); self.points.len()];
        for face in 0..self.face_count() {
            if let [a, b, c, d] = *self.face(face) {
                for [own, next, opposite, previous] in
                    [[a, b, c, d], [b, c, d, a], [c, d, a, b], [d, a, b, c]]
                {
                    if let Some((edge, corner, count)) = ends.get_mut(own as usize) {
                        let both = plus(self.point(next), self.point(previous));
                        *edge = plus(*edge, times(both, 0.5));
                        *corner = plus(*corner, self.point(opposite));
                        *count += 1;
                    }
                }
            }
        }
        for edge in topology.edges.iter().filter(|edge| edge.sharpness > 0.0) {
            let own = edge.corners[0];
            let (a, b) = (self.corner(own), self.corner(topology.next(self, own)));
            for (vertex, end) in [(a, b), (b, a)] {
                if let Some((sum, count)) = sharp.get_mut(vertex as usize) {
                    *sum = plus(*sum, self.point(end));
                    *count += 1;
                }
            }
        }
        let all = self.points.iter().zip(ends).zip(sharp);
        all.map(|((point, (edges, corners, count)), (sharp, sharp_count))| match (count, sharp_count) {
            (0, _) | (_, 3..) => *point,
            (_, 2) => times(plus(sharp, times(*point, 4.0)), 1.0 / 6.0),
            _ => {
                let n = f64::from(count);
                let sum = plus(plus(times(*point, n * n), times(edges, 4.0)), corners);
                times(sum, 1.0 / (n * (n + 5.0)))
            }
        })
        .collect()
    }
}
