//! Wiggly selectors.

use super::combine::Mode;
use super::units::BasedOn;
use inbetween_expr::builtins::wiggle_noise;
use inbetween_types::hash::StableHash;

/// A wiggly selector at a time. Numbers are finite.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Wiggly {
    pub(super) based: BasedOn,
    pub(super) mode: Mode,
    /// Largest and smallest amount in percent.
    pub(super) max: f64,
    pub(super) min: f64,
    /// Wiggles per second.
    pub(super) frequency: f64,
    /// Correlation in percent.
    pub(super) correlation: f64,
    /// Phases in degrees: 360 is one wiggle in time, one unit in space.
    pub(super) temporal_phase: f64,
    pub(super) spatial_phase: f64,
    pub(super) locked: bool,
    pub(super) seed: u64,
}

impl Wiggly {
    /// The amounts in percent of units 0..total, x, y and z.
    ///
    /// Units lie on a line of smooth noises, a whole noise apart at correlation 0 (independent) and on one spot at
    /// 100 (all alike). The spatial phase moves them along that line.
    pub(super) fn amounts(&self, total: usize, time: f64) -> Vec<[f64; 3]> {
        let step = 1.0 - (self.correlation / 100.0).clamp(0.0, 1.0);
        let x = self.frequency * time + self.temporal_phase / 360.0;
        (0..total)
            .map(|place| {
                #[expect(clippy::cast_precision_loss, reason = "counts of characters are small")]
                let y = place as f64 * step + self.spatial_phase / 360.0;
                let of = |dimension| self.amount(dimension, x, y);
                let first = of(0);
                if self.locked { [first; 3] } else { [first, of(1), of(2)] }
            })
            .collect()
    }

    fn amount(&self, dimension: u32, x: f64, y: f64) -> f64 {
        let row = y.floor();
        let t = y - row;
        let noise = |row: f64| {
            let seed = StableHash::default().text("wiggly").number(self.seed).float(row).finish();
            wiggle_noise(seed, dimension, 0, x)
        };
        let weight = t * t * (3.0 - 2.0 * t);
        let swing =
            if weight == 0.0 { noise(row) } else { noise(row) * (1.0 - weight) + noise(row + 1.0) * weight };
        let swing = if swing.is_finite() { swing } else { 0.0 };
        self.min + (self.max - self.min) * (swing + 1.0) / 2.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wiggly(correlation: f64) -> Wiggly {
        Wiggly {
            based: BasedOn::Characters,
            mode: Mode::Add,
            max: 60.0,
            min: -20.0,
            frequency: 2.0,
            correlation,
            temporal_phase: 0.0,
            spatial_phase: 0.0,
            locked: false,
            seed: 5,
        }
    }

    #[test]
    fn amounts_stay_between_the_smallest_and_the_largest() {
        for frame in 0..200 {
            for amount in wiggly(30.0).amounts(9, f64::from(frame) / 30.0).as_flattened() {
                assert!((-20.0..=60.0).contains(amount));
            }
        }
    }

    #[test]
    fn correlation_makes_units_alike() {
        let all = wiggly(100.0).amounts(5, 1.3);
        assert!(all.iter().all(|one| one == &all[0]));
        // Mean distance of neighbours over time falls as correlation grows.
        let distance = |correlation: f64| {
            let mut sum = 0.0;
            for frame in 0..300 {
                let row = wiggly(correlation).amounts(20, f64::from(frame) / 7.0);
                sum += row.windows(2).map(|pair| (pair[0][0] - pair[1][0]).abs()).sum::<f64>();
            }
            sum
        };
        assert!(distance(0.0) > 1.2 * distance(60.0));
        assert!(distance(60.0) > 1.2 * distance(90.0));
    }

    #[test]
    fn locked_dimensions_move_together_and_free_ones_do_not() {
        let mut one = wiggly(0.0);
        let [x, y, z] = one.amounts(1, 0.7)[0];
        assert!(x != y && y != z);
        one.locked = true;
        let [x, y, z] = one.amounts(1, 0.7)[0];
        assert!(x == y && y == z);
    }

    #[test]
    fn phases_move_along_time_and_along_the_units() {
        let mut later = wiggly(0.0);
        later.temporal_phase = 360.0;
        // One wiggle is half a second at two wiggles per second.
        assert_eq!(later.amounts(4, 1.0), wiggly(0.0).amounts(4, 1.5));
        let mut shifted = wiggly(0.0);
        shifted.spatial_phase = 360.0;
        assert_eq!(shifted.amounts(3, 1.0)[..2], wiggly(0.0).amounts(3, 1.0)[1..]);
    }

    #[test]
    fn another_seed_is_another_wiggle() {
        let mut other = wiggly(0.0);
        other.seed = 6;
        assert_ne!(other.amounts(3, 0.4), wiggly(0.0).amounts(3, 0.4));
    }
}
