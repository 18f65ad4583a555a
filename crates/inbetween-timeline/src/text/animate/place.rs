//! Anchor points and matrices of animated units.

use super::read::MoreOptions;
use super::units::{BasedOn, Piece, domain};
use inbetween_types::Mat4;

/// Height above the baseline that 100 % of Grouping Alignment means, over the font size (lottie-web).
const ALIGNMENT_HEIGHT: f64 = 1.2 * 0.714;

/// The geometric values of a unit after all animators.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pose {
    pub(crate) anchor: [f64; 3],
    pub(crate) position: [f64; 3],
    /// Factors.
    pub(crate) scale: [f64; 3],
    pub(crate) skew: f64,
    pub(crate) skew_axis: f64,
    /// X, y and z in degrees.
    pub(crate) rotation: [f64; 3],
}

impl Default for Pose {
    fn default() -> Self {
        Self {
            anchor: [0.0; 3],
            position: [0.0; 3],
            scale: [1.0; 3],
            skew: 0.0,
            skew_axis: 0.0,
            rotation: [0.0; 3],
        }
    }
}

/// The anchor of each unit relative to its pen, in the space of its own baseline: the middle of the advance on the
/// baseline; of the word, line or whole text where they are grouped; moved by Grouping Alignment.
pub(super) fn anchors(pieces: &[Piece], options: &MoreOptions) -> Vec<[f64; 2]> {
    let [x, y] = options.alignment.map(|percent| percent / 100.0);
    let own = |piece: &Piece| {
        let half = piece.advance / 2.0;
        [half + x * half, y * ALIGNMENT_HEIGHT * piece.size]
    };
    let based = match options.grouping.round() as i64 {
        2 => BasedOn::Words,
        3 => BasedOn::Lines,
        4 => return all_anchors(pieces, [x, y]),
        _ => return pieces.iter().map(own).collect(),
    };
    let groups = domain(pieces, based);
    let mut out = Vec::with_capacity(pieces.len());
    let members: Vec<(&Piece, usize)> = pieces.iter().zip(groups.index).collect();
    for group in members.chunk_by(|(a, i), (b, j)| i == j && a.line == b.line) {
        // A space after a word does not count with it.
        let inked = group.iter().map(|(piece, _)| *piece).filter(|piece| !piece.space);
        let spans = inked.map(|piece| (piece.at[0], piece.at[0] + piece.advance));
        let span = spans.reduce(|(a, b), (c, d)| (a.min(c), b.max(d)));
        for (piece, _) in group {
            if piece.rotation != 0.0 {
                out.push(own(piece));
                continue;
            }
            let (left, right) = span.unwrap_or((piece.at[0], piece.at[0] + piece.advance));
            let half = (right - left) / 2.0;
            out.push([left + half + x * half - piece.at[0], y * ALIGNMENT_HEIGHT * piece.size]);
        }
    }
    out
}

/// One anchor for the whole text: the middle of its lines, half way between its first and last baseline.
fn all_anchors(pieces: &[Piece], [x, y]: [f64; 2]) -> Vec<[f64; 2]> {
    let mut span: Option<[f64; 4]> = None;
    for piece in pieces {
        let here = [piece.at[0], piece.at[1], piece.at[0] + piece.advance, piece.at[1]];
        span =
            Some(span.map_or(here, |[a, b, c, d]| {
                [a.min(here[0]), b.min(here[1]), c.max(here[2]), d.max(here[3])]
            }));
    }
    let [left, top, right, bottom] = span.unwrap_or_default();
    let half = (right - left) / 2.0;
    pieces
        .iter()
        .map(|piece| {
            let middle = [left + half + x * half, (top + bottom) / 2.0 + y * ALIGNMENT_HEIGHT * piece.size];
            [middle[0] - piece.at[0], middle[1] - piece.at[1]]
        })
        .collect()
}

/// The matrix from the unit's own space (its pen at the origin, on the baseline) to layer space:
/// `T(pen) · Rz(baseline) · T(anchor + position) · Rx · Ry · Rz · skew · S · T(-anchor - anchor point)`.
pub(super) fn matrix(pen: [f64; 2], rotation: f64, anchor: [f64; 2], pose: &Pose) -> Mat4 {
    let [ax, ay] = anchor;
    let [px, py, pz] = pose.position;
    let mut all = Mat4::translation(pen[0], pen[1], 0.0);
    if rotation != 0.0 {
        all = all.then_after(&Mat4::rotation_z(rotation));
    }
    all = all.then_after(&Mat4::translation(ax + px, ay + py, pz));
    let [rx, ry, rz] = pose.rotation;
    for (degrees, turn) in
        [(rx, Mat4::rotation_x as fn(f64) -> Mat4), (ry, Mat4::rotation_y), (rz, Mat4::rotation_z)]
    {
        if degrees != 0.0 {
            all = all.then_after(&turn(degrees));
        }
    }
    if pose.skew != 0.0 {
        let [a, b, c, d, ..] = crate::shape::transform::skewed(pose.skew, pose.skew_axis).as_coeffs();
        let mut lean = Mat4::IDENTITY;
        lean.0[0][0] = a;
        lean.0[1][0] = b;
        lean.0[0][1] = c;
        lean.0[1][1] = d;
        all = all.then_after(&lean);
    }
    let [sx, sy, sz] = pose.scale;
    let [qx, qy, qz] = pose.anchor;
    all.then_after(&Mat4::scaling(sx, sy, sz)).then_after(&Mat4::translation(-ax - qx, -ay - qy, -qz))
}

#[cfg(test)]
mod tests {
    use super::super::units::made;
    use super::*;

    fn near(got: [f64; 3], want: [f64; 3]) {
        assert!(got.iter().zip(want).all(|(g, w)| (g - w).abs() < 1e-9), "{got:?} is not {want:?}");
    }

    #[test]
    fn anchors_sit_on_the_baseline_under_their_group() {
        let of = |grouping: f64, alignment: [f64; 2]| {
            let options = MoreOptions { grouping, alignment, ..MoreOptions::default() };
            let all = made("ab c");
            let x: Vec<f64> = anchors(&all, &options).iter().zip(&all).map(|(a, p)| a[0] + p.at[0]).collect();
            x
        };
        assert_eq!(of(1.0, [0.0; 2]), [25.0, 75.0, 125.0, 175.0]);
        assert_eq!(of(2.0, [0.0; 2]), [50.0, 50.0, 50.0, 175.0]);
        assert_eq!(of(3.0, [0.0; 2]), [100.0; 4]);
        assert_eq!(of(4.0, [-100.0, 0.0]), [0.0; 4]);
        assert_eq!(of(1.0, [100.0, 0.0]), [50.0, 100.0, 150.0, 200.0]);
    }

    #[test]
    fn a_unit_turns_about_its_anchor_and_moves() {
        let pose = Pose {
            rotation: [0.0, 0.0, 90.0],
            position: [10.0, 20.0, 0.0],
            scale: [2.0, 1.0, 1.0],
            ..Pose::default()
        };
        let matrix = matrix([100.0, 50.0], 0.0, [25.0, 0.0], &pose);
        near(matrix.apply([25.0, 0.0, 0.0]), [135.0, 70.0, 0.0]);
        // 25 right of the anchor, doubled, turned down.
        near(matrix.apply([50.0, 0.0, 0.0]), [135.0, 120.0, 0.0]);
    }

    #[test]
    fn turning_about_x_leaves_the_plane() {
        let pose = Pose { rotation: [90.0, 0.0, 0.0], anchor: [0.0, -10.0, 0.0], ..Pose::default() };
        // 30 above the baseline is 20 above the anchor point, which turns towards the viewer.
        near(matrix([0.0; 2], 0.0, [0.0; 2], &pose).apply([0.0, -30.0, 0.0]), [0.0, 0.0, -20.0]);
    }
}
