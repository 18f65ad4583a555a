use inbetween_types::{Value, Vector};
use smallvec::SmallVec;

/// A keyframe, with the way its value moves to the next one.
#[derive(Clone, Debug, PartialEq)]
pub struct Keyframe {
    /// Composition frame, possibly fractional.
    pub frame: f64,
    /// Value at the key.
    pub value: Value,
    /// Value at the end of the segment that starts here, where the file states one that differs from the next
    /// key's own (old Bodymovin's `e`).
    pub end_value: Option<Value>,
    /// Whether the value holds until the next key.
    pub hold: bool,
    /// Time handles of the segment that starts here; one for all dimensions or one per dimension. Empty means
    /// linear.
    pub ease: SmallVec<[SegmentEase; 1]>,
    /// Outgoing spatial tangent, relative to `value`; empty when straight.
    pub out_tangent: Vector,
    /// Incoming spatial tangent of the *next* key, relative to its value; empty when straight.
    pub in_tangent: Vector,
}

/// The two inner control points of a segment's unit cubic Bézier: x is the fraction of time, y of the change
/// (of arc length for spatial segments).
///
/// In AE's words, with influence in percent, speed in units per second, a segment of `dt` seconds and `dv`
/// units: `out = (influence/100, speed·influence/100·dt/dv)` and
/// `into = (1 - influence/100, 1 - speed·influence/100·dt/dv)`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SegmentEase {
    /// Handle leaving the key.
    pub out: [f64; 2],
    /// Handle arriving at the next key.
    pub into: [f64; 2],
}

impl SegmentEase {
    /// A straight line.
    pub const LINEAR: Self = Self { out: [1.0 / 6.0; 2], into: [5.0 / 6.0; 2] };

    /// Whether the curve is the straight line from (0, 0) to (1, 1).
    #[must_use]
    pub fn is_linear(&self) -> bool {
        self.out[0] == self.out[1] && self.into[0] == self.into[1]
    }
}
