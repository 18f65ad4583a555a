//! Range selectors.

use super::combine::Mode;
use super::units::BasedOn;
use crate::bezier::unit_bezier;
use inbetween_types::hash::{StableHash, unit};
use inbetween_types::math;

/// Shape of a range selector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Square,
    RampUp,
    RampDown,
    Triangle,
    Round,
    Smooth,
}

impl Shape {
    /// Entry of AE's menu, from 1; what is none of them is a square.
    pub(super) fn of(entry: f64) -> Self {
        match entry.round() as i64 {
            2 => Self::RampUp,
            3 => Self::RampDown,
            4 => Self::Triangle,
            5 => Self::Round,
            6 => Self::Smooth,
            _ => Self::Square,
        }
    }
}

/// A range selector at a time. Numbers are finite.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Range {
    /// Start, end and offset: percent, or numbers of units.
    pub(super) start: f64,
    pub(super) end: f64,
    pub(super) offset: f64,
    pub(super) index_units: bool,
    pub(super) based: BasedOn,
    pub(super) mode: Mode,
    /// Amount in percent.
    pub(super) amount: f64,
    pub(super) shape: Shape,
    /// Smoothness in percent.
    pub(super) smoothness: f64,
    /// Ease High and Ease Low in percent.
    pub(super) high: f64,
    pub(super) low: f64,
    /// Seed of the random order; `None` keeps the order.
    pub(super) shuffle: Option<u64>,
}

impl Range {
    /// The range in units, from 0, lower end first.
    fn bounds(&self, total: usize) -> (f64, f64) {
        #[expect(clippy::cast_precision_loss, reason = "counts of characters are small")]
        let unit = if self.index_units { 1.0 } else { total as f64 / 100.0 };
        let (a, b) = ((self.start + self.offset) * unit, (self.end + self.offset) * unit);
        (a.min(b), a.max(b))
    }

    /// The amounts in percent of units 0..total.
    pub(super) fn amounts(&self, total: usize) -> Vec<f64> {
        let places = match self.shuffle {
            Some(seed) => order(total, seed),
            None => (0..total).collect(),
        };
        let bounds = self.bounds(total);
        places.into_iter().map(|place| self.weight(place, bounds) * self.amount).collect()
    }

    /// How much unit number `place` is selected, 0..1: shapes are sampled in the middle of the unit, a square covers
    /// part of the units at its ends.
    fn weight(&self, place: usize, (start, end): (f64, f64)) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "counts of characters are small")]
        let place = place as f64;
        let middle = place + 0.5;
        // An empty range is the limit of short ones.
        let along = if end > start {
            ((middle - start) / (end - start)).clamp(0.0, 1.0)
        } else if middle == start {
            0.5
        } else {
            f64::from(u8::from(middle > start))
        };
        let filled = end > start;
        let raw = match self.shape {
            Shape::Square => ((place + 1.0).min(end) - place.max(start)).clamp(0.0, 1.0),
            Shape::RampUp => along,
            Shape::RampDown => 1.0 - along,
            _ if !filled => 0.0,
            Shape::Triangle => 1.0 - (2.0 * along - 1.0).abs(),
            Shape::Round => (1.0 - (2.0 * along - 1.0) * (2.0 * along - 1.0)).max(0.0).sqrt(),
            Shape::Smooth => (1.0 - math::cos(std::f64::consts::TAU * along)) / 2.0,
        };
        let eased = eased(raw, self.high, self.low);
        if self.shape == Shape::Square { narrowed(eased, self.smoothness) } else { eased }
    }
}

/// Ease High and Ease Low as a Bézier of the weight: positive ones flatten it near the selected and the unselected
/// end, negative ones steepen it there.
fn eased(weight: f64, high: f64, low: f64) -> f64 {
    if high == 0.0 && low == 0.0 {
        return weight;
    }
    let (high, low) = ((high / 100.0).clamp(-1.0, 1.0), (low / 100.0).clamp(-1.0, 1.0));
    let out = [low.max(0.0), (-low).max(0.0)];
    let into = [1.0 - high.max(0.0), 1.0 - (-high).max(0.0)];
    unit_bezier(out, into, weight).clamp(0.0, 1.0)
}

/// Smoothness of a square: the part of a unit's passage in which it changes, around the middle.
fn narrowed(weight: f64, smoothness: f64) -> f64 {
    let width = (smoothness / 100.0).clamp(0.0, 1.0);
    if width >= 1.0 {
        return weight;
    }
    if width <= 0.0 {
        return f64::from(u8::from(weight >= 0.5));
    }
    ((weight - (0.5 - width / 2.0)) / width).clamp(0.0, 1.0)
}

/// A random order of `total` places (Fisher and Yates), the same for the same seed and total.
fn order(total: usize, seed: u64) -> Vec<usize> {
    let mut places: Vec<usize> = (0..total).collect();
    for last in (1..total).rev() {
        #[expect(clippy::cast_precision_loss, reason = "counts of characters are small")]
        let room = (last + 1) as f64;
        let draw = unit(StableHash::default().number(seed).number(last as u64).finish());
        places.swap(last, ((draw * room) as usize).min(last));
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(shape: Shape) -> Range {
        Range {
            start: 0.0,
            end: 100.0,
            offset: 0.0,
            index_units: false,
            based: BasedOn::Characters,
            mode: Mode::Add,
            amount: 100.0,
            shape,
            smoothness: 100.0,
            high: 0.0,
            low: 0.0,
            shuffle: None,
        }
    }

    fn near(got: &[f64], want: &[f64]) {
        assert_eq!(got.len(), want.len());
        for (g, w) in got.iter().zip(want) {
            assert!((g - w).abs() < 1e-9, "{got:?} is not {want:?}");
        }
    }

    #[test]
    fn shapes_over_the_whole_text() {
        let of = |shape| range(shape).amounts(4);
        near(&of(Shape::Square), &[100.0; 4]);
        near(&of(Shape::RampUp), &[12.5, 37.5, 62.5, 87.5]);
        near(&of(Shape::RampDown), &[87.5, 62.5, 37.5, 12.5]);
        near(&of(Shape::Triangle), &[25.0, 75.0, 75.0, 25.0]);
        let round = |t: f64| 100.0 * (1.0 - (2.0 * t - 1.0) * (2.0 * t - 1.0)).sqrt();
        near(&of(Shape::Round), &[round(0.125), round(0.375), round(0.625), round(0.875)]);
        let smooth = |t: f64| 50.0 * (1.0 - math::cos(std::f64::consts::TAU * t));
        near(&of(Shape::Smooth), &[smooth(0.125), smooth(0.375), smooth(0.625), smooth(0.875)]);
    }

    #[test]
    fn a_square_covers_part_of_a_unit() {
        let mut half = range(Shape::Square);
        (half.start, half.end) = (12.5, 62.5);
        near(&half.amounts(4), &[50.0, 100.0, 50.0, 0.0]);
        half.offset = 25.0;
        near(&half.amounts(4), &[0.0, 50.0, 100.0, 50.0]);
        // Inside one unit.
        (half.start, half.end, half.offset) = (5.0, 15.0, 0.0);
        near(&half.amounts(4), &[40.0, 0.0, 0.0, 0.0]);
    }

    #[test]
    fn the_ends_may_change_places_and_be_numbers_of_units() {
        let mut two = range(Shape::Square);
        (two.start, two.end, two.index_units) = (3.0, 1.0, true);
        near(&two.amounts(4), &[0.0, 100.0, 100.0, 0.0]);
        two.offset = 1.0;
        near(&two.amounts(4), &[0.0, 0.0, 100.0, 100.0]);
    }

    #[test]
    fn ramps_go_on_beyond_their_range() {
        let mut up = range(Shape::RampUp);
        (up.start, up.end) = (25.0, 75.0);
        near(&up.amounts(4), &[0.0, 25.0, 75.0, 100.0]);
        up.shape = Shape::RampDown;
        near(&up.amounts(4), &[100.0, 75.0, 25.0, 0.0]);
        up.offset = -100.0;
        near(&up.amounts(4), &[0.0; 4]);
    }

    #[test]
    fn an_empty_range_is_a_step_or_nothing() {
        let mut empty = range(Shape::RampUp);
        (empty.start, empty.end) = (50.0, 50.0);
        near(&empty.amounts(4), &[0.0, 0.0, 100.0, 100.0]);
        for shape in [Shape::Square, Shape::Triangle, Shape::Round, Shape::Smooth] {
            empty.shape = shape;
            near(&empty.amounts(4), &[0.0; 4]);
        }
    }

    #[test]
    fn smoothness_narrows_the_passage_of_a_square() {
        let mut part = range(Shape::Square);
        part.end = 60.0 / 4.0;
        part.smoothness = 50.0;
        near(&part.amounts(4), &[70.0, 0.0, 0.0, 0.0]);
        part.smoothness = 0.0;
        near(&part.amounts(4), &[100.0, 0.0, 0.0, 0.0]);
        part.end = 40.0 / 4.0;
        near(&part.amounts(4), &[0.0; 4]);
    }

    #[test]
    fn eases_bend_towards_their_ends() {
        let mut up = range(Shape::RampUp);
        let straight = up.amounts(4);
        up.low = 100.0;
        let low = up.amounts(4);
        assert!(low[0] < straight[0] && low[1] < straight[1], "{low:?}");
        (up.low, up.high) = (0.0, 100.0);
        let high = up.amounts(4);
        assert!(high[3] > straight[3] && high[2] > straight[2], "{high:?}");
        // Both at 100 is the curve (1,0) (0,1): half way at the middle.
        (up.low, up.high) = (100.0, 100.0);
        near(&up.amounts(1), &[50.0]);
        (up.low, up.high) = (-100.0, 0.0);
        assert!(up.amounts(4)[0] > straight[0]);
    }

    #[test]
    fn a_negative_amount_turns_round() {
        let mut range = range(Shape::Square);
        (range.end, range.amount) = (50.0, -80.0);
        near(&range.amounts(4), &[-80.0, -80.0, 0.0, 0.0]);
    }

    #[test]
    fn a_random_order_takes_each_once_and_hangs_on_its_seed() {
        let mut shuffled = range(Shape::RampUp);
        let straight = shuffled.amounts(12);
        shuffled.shuffle = Some(7);
        let one = shuffled.amounts(12);
        assert_ne!(one, straight);
        let mut sorted = one.clone();
        sorted.sort_by(f64::total_cmp);
        near(&sorted, &straight);
        assert_eq!(one, shuffled.amounts(12));
        shuffled.shuffle = Some(8);
        assert_ne!(one, shuffled.amounts(12));
    }
}
