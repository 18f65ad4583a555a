//! One unit Bézier through many samples: x handles by damped Gauss–Newton, y handles by least squares.

use crate::bezier::{at, unit_bezier_parameter};
use inbetween_doc::SegmentEase;

/// Part of the tolerance the search uses; the rest is for rounding the handles.
pub(super) const SEARCH_SHARE: f64 = 0.97;
/// Largest y handle: beyond it the value of a key and that of a handle differ too much for players with
/// single-precision numbers.
const MOST_Y: f64 = 100.0;
/// x handles to start from.
const STARTS: [[f64; 2]; 4] = [[1.0 / 3.0, 2.0 / 3.0], [0.15, 0.45], [0.55, 0.85], [0.7, 0.3]];
/// Samples that are enough to steer by; all are checked.
const STEERING: usize = 40;

/// Samples of one segment: `t` is the fraction of its time, `g` the fraction of its change.
#[derive(Clone, Debug, Default)]
pub(super) struct Samples {
    pub(super) t: Vec<f64>,
    pub(super) g: Vec<f64>,
}

/// A candidate with its inner control points.
#[derive(Clone, Copy, Debug)]
struct Handles {
    x: [f64; 2],
    y: [f64; 2],
    cost: f64,
}

impl Handles {
    fn ease(&self) -> SegmentEase {
        SegmentEase { out: [self.x[0], self.y[0]], into: [self.x[1], self.y[1]] }
    }
}

/// Finds an ease whose error stays within the tolerance at every sample; `None` when none is found.
///
/// `miss(i, y)` is the error at sample `i` when the ease gives `y` there, in tolerances.
pub(super) fn fit(samples: &Samples, miss: &dyn Fn(usize, f64) -> f64) -> Option<SegmentEase> {
    let all: Vec<usize> = (0..samples.t.len()).collect();
    let stride = all.len().div_ceil(STEERING).max(1);
    let mut rough = Problem::new(samples, all.iter().copied().step_by(stride));
    let mut starts: Vec<Handles> = STARTS.iter().map(|x| rough.project(*x)).collect();
    starts.sort_by(|a, b| a.cost.total_cmp(&b.cost));
    let mut full = Problem::new(samples, all.iter().copied());
    for start in starts.into_iter().take(2) {
        let best = rough.descend(start, 12);
        full.reset_weights();
        let mut handles = full.project(best.x);
        let mut worst = full.worst(&handles, miss);
        if worst > 4.0 {
            continue;
        }
        for _ in 0..10 {
            if worst <= SEARCH_SHARE {
                return sane(&handles);
            }
            // Lawson: weights grow where the error is large, so least squares turns into least maximum.
            full.weigh(&handles, miss);
            let again = full.project(handles.x);
            handles = full.descend(again, 2);
            let next = full.worst(&handles, miss);
            if next > 1.5 * worst {
                break;
            }
            worst = next;
        }
        if worst <= SEARCH_SHARE {
            return sane(&handles);
        }
    }
    None
}

/// The y handles that fit best for given x handles.
pub(super) fn y_for(samples: &Samples, x: [f64; 2]) -> [f64; 2] {
    Problem::new(samples, 0..samples.t.len()).project(x).y
}

fn sane(handles: &Handles) -> Option<SegmentEase> {
    handles.y.iter().all(|y| y.abs() <= MOST_Y).then(|| handles.ease())
}

struct Row {
    index: usize,
    t: f64,
    g: f64,
    weight: f64,
    s: f64,
}

struct Problem {
    rows: Vec<Row>,
}

impl Problem {
    fn new(samples: &Samples, indices: impl Iterator<Item = usize>) -> Self {
        let rows = indices
            .filter_map(|index| {
                let (&t, &g) = (samples.t.get(index)?, samples.g.get(index)?);
                Some(Row { index, t, g, weight: 1.0, s: t })
            })
            .collect();
        Self { rows }
    }

    fn reset_weights(&mut self) {
        for row in &mut self.rows {
            row.weight = 1.0;
        }
    }

    fn weigh(&mut self, handles: &Handles, miss: &dyn Fn(usize, f64) -> f64) {
        let mut sum = 0.0;
        for row in &mut self.rows {
            row.weight *= miss(row.index, at(handles.y[0], handles.y[1], row.s)) + 0.02;
            sum += row.weight;
        }
        #[expect(clippy::cast_precision_loss, reason = "a count of samples")]
        let scale = self.rows.len() as f64 / sum.max(1e-300);
        for row in &mut self.rows {
            row.weight *= scale;
        }
    }

    fn worst(&self, handles: &Handles, miss: &dyn Fn(usize, f64) -> f64) -> f64 {
        self.rows.iter().map(|row| miss(row.index, at(handles.y[0], handles.y[1], row.s))).fold(0.0, f64::max)
    }

    /// The best y handles for x handles, by weighted least squares; a trace of pull towards the straight line
    /// decides where the samples do not.
    fn project(&mut self, x: [f64; 2]) -> Handles {
        const PULL: f64 = 1e-9;
        let (mut m11, mut m12, mut m22) = (PULL, 0.0, PULL);
        let (mut r1, mut r2) = (PULL * x[0], PULL * x[1]);
        for row in &mut self.rows {
            row.s = solve(x, row.t, row.s);
            let (b1, b2, b3) = basis(row.s);
            let rest = row.g - b3;
            m11 += row.weight * b1 * b1;
            m12 += row.weight * b1 * b2;
            m22 += row.weight * b2 * b2;
            r1 += row.weight * b1 * rest;
            r2 += row.weight * b2 * rest;
        }
        let y = solve2([[m11, m12], [m12, m22]], [r1, r2]).unwrap_or(x);
        let mut cost = 0.0;
        for row in &self.rows {
            let error = row.g - at(y[0], y[1], row.s);
            cost += row.weight * error * error;
        }
        Handles { x, y, cost }
    }

    /// Gauss–Newton steps in the x handles, y eliminated at each; damped until the cost falls.
    fn descend(&mut self, start: Handles, steps: usize) -> Handles {
        let mut best = start;
        let mut damping = 1e-3;
        for _ in 0..steps {
            let Some(step) = self.step(&best, damping) else { break };
            let x = [(best.x[0] + step[0]).clamp(0.0, 1.0), (best.x[1] + step[1]).clamp(0.0, 1.0)];
            let next = self.project(x);
            if next.cost < best.cost {
                let gain = best.cost - next.cost;
                best = next;
                damping *= 0.2;
                if gain < 1e-4 * best.cost {
                    break;
                }
            } else {
                damping = (damping * 10.0).max(1e-2);
                if damping > 1e4 {
                    break;
                }
                // Back to the parameters of the best handles.
                best = self.project(best.x);
            }
        }
        self.project(best.x)
    }

    fn step(&self, handles: &Handles, damping: f64) -> Option<[f64; 2]> {
        let ([x1, x2], [y1, y2]) = (handles.x, handles.y);
        let (mut aa, mut ab, mut bb) = (0.0, 0.0, 0.0);
        let (mut a1, mut a2, mut b1s, mut b2s) = (0.0, 0.0, 0.0, 0.0);
        let (mut m11, mut m12, mut m22) = (1e-12, 0.0, 1e-12);
        let (mut ra, mut rb) = (0.0, 0.0);
        for row in &self.rows {
            let s = row.s;
            let (b1, b2, _) = basis(s);
            let slope = derivative(y1, y2, s) / derivative(x1, x2, s).max(0.02);
            // Moving an x handle by d moves the curve's y at fixed x by -slope · basis · d.
            let (a, b) = (-slope * b1, -slope * b2);
            let error = row.g - at(y1, y2, s);
            let w = row.weight;
            aa += w * a * a;
            ab += w * a * b;
            bb += w * b * b;
            a1 += w * a * b1;
            a2 += w * a * b2;
            b1s += w * b * b1;
            b2s += w * b * b2;
            m11 += w * b1 * b1;
            m12 += w * b1 * b2;
            m22 += w * b2 * b2;
            ra += w * a * error;
            rb += w * b * error;
        }
        // Schur complement: what remains of the x columns when y follows.
        let y_matrix = [[m11, m12], [m12, m22]];
        let [pa, qa] = solve2(y_matrix, [a1, a2])?;
        let [pb, qb] = solve2(y_matrix, [b1s, b2s])?;
        let saa = aa - (a1 * pa + a2 * qa);
        let sab = ab - (a1 * pb + a2 * qb);
        let sbb = bb - (b1s * pb + b2s * qb);
        let grow = 1.0 + damping;
        let floor = 1e-9 * (saa + sbb) + 1e-300;
        solve2([[saa * grow + floor, sab], [sab, sbb * grow + floor]], [ra, rb])
    }
}

fn basis(s: f64) -> (f64, f64, f64) {
    let r = 1.0 - s;
    (3.0 * r * r * s, 3.0 * r * s * s, s * s * s)
}

fn derivative(a: f64, b: f64, s: f64) -> f64 {
    let r = 1.0 - s;
    3.0 * (r * r * a + 2.0 * r * s * (b - a) + s * s * (1.0 - b))
}

/// Curve parameter at `t`: Newton from a near guess, the robust solver where that fails.
fn solve(x: [f64; 2], t: f64, guess: f64) -> f64 {
    let mut s = guess;
    for _ in 0..5 {
        let error = at(x[0], x[1], s) - t;
        if error.abs() < 1e-11 {
            return s;
        }
        let slope = derivative(x[0], x[1], s);
        if slope < 1e-3 {
            break;
        }
        s -= error / slope;
        if !(0.0..=1.0).contains(&s) {
            break;
        }
    }
    unit_bezier_parameter(x[0], x[1], t)
}

fn solve2([[a, b], [c, d]]: [[f64; 2]; 2], [e, f]: [f64; 2]) -> Option<[f64; 2]> {
    let determinant = a * d - b * c;
    let solution = [(e * d - b * f) / determinant, (a * f - e * c) / determinant];
    solution.iter().all(|n| n.is_finite()).then_some(solution)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bezier::unit_bezier;

    fn samples(count: u32, f: impl Fn(f64) -> f64) -> Samples {
        let t: Vec<f64> = (1..count).map(|i| f64::from(i) / f64::from(count)).collect();
        Samples { g: t.iter().map(|&t| f(t)).collect(), t }
    }

    #[test]
    fn a_unit_bezier_is_found_again() {
        for (out, into) in [
            ([0.333, 0.0], [0.667, 1.0]),
            ([0.9, 0.1], [0.2, 0.95]),
            ([0.05, 0.7], [0.4, 1.0]),
            ([0.6, -0.5], [0.7, 1.6]),
        ] {
            let list = samples(60, |t| unit_bezier(out, into, t));
            let found = fit(&list, &|i, y| (y - list.g[i]).abs() / 1e-3).expect("fits");
            for i in 0..=100 {
                let x = f64::from(i) / 100.0;
                assert!((unit_bezier(found.out, found.into, x) - unit_bezier(out, into, x)).abs() < 2e-3);
            }
        }
    }

    #[test]
    fn what_no_bezier_can_follow_is_not_fitted() {
        let list = samples(60, |t| if t < 0.5 { 0.0 } else { 1.0 });
        assert!(fit(&list, &|i, y| (y - list.g[i]).abs() / 1e-3).is_none());
    }
}
