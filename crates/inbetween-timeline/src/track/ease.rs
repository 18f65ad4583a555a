//! Temporal eases of segments.

use crate::bezier::{unit_bezier, unit_bezier_slope};
use inbetween_doc::SegmentEase;

/// Fraction of the change at fraction `x` of the time. May lie outside 0..1: overshoot is legal, and influences
/// are not normalised when they sum over 100 % (AE 26.3, eight measured cases).
pub(crate) fn progress(ease: &SegmentEase, x: f64) -> f64 {
    if ease.is_linear() { x } else { unit_bezier(ease.out, ease.into, x) }
}

/// Slope of the ease at fraction `x` of the time, right-sided. Where the curve is vertical, the mean over a
/// millionth of the segment stands in for infinity.
pub(crate) fn slope(ease: &SegmentEase, x: f64) -> f64 {
    if ease.is_linear() {
        return 1.0;
    }
    let exact = unit_bezier_slope(ease.out, ease.into, x);
    if exact.is_finite() {
        return exact;
    }
    let step = 1e-6;
    let (low, high) = if x + step <= 1.0 { (x, x + step) } else { (x - step, x) };
    (progress(ease, high) - progress(ease, low)) / (high - low)
}
