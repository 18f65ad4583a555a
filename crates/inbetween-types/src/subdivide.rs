//! Rounding by splitting and averaging: the numbers of Pascal's triangle make B-splines of a path's corners.
//!
//! One step splits every edge at its middle and then replaces every vertex by the weighted mean of its neighbourhood.
//! Row `n` of Pascal's triangle makes the uniform B-spline of degree `n + 1` in the limit (Lane and Riesenfeld, 1980;
//! 1-2-1 is Catmull's curve of degree 3). Other weights give what they give.

use crate::Path;
use std::fmt;

/// Most weights of an average.
pub const MOST_WEIGHTS: usize = 64;

/// Most steps; 16 make 65,536 vertices of each.
pub const MOST_STEPS: f64 = 16.0;

/// Weights of an average: 1 to [`MOST_WEIGHTS`] numbers of sum 1, none below 0.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights(Vec<f64>);

/// Why numbers are no weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WeightsError {
    /// There is none.
    Empty,
    /// There are more than [`MOST_WEIGHTS`].
    TooMany,
    /// One is no finite number.
    NotFinite,
    /// One is below 0: the average could leave the polygon and grow without end.
    Negative,
    /// They add up to 0, or to more than a number can be.
    Sum,
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("there is no weight"),
            Self::TooMany => write!(f, "there are more than {MOST_WEIGHTS} weights"),
            Self::NotFinite => f.write_str("a weight is not a finite number"),
            Self::Negative => f.write_str("a weight is negative"),
            Self::Sum => f.write_str("the weights add up to nothing"),
        }
    }
}

impl std::error::Error for WeightsError {}

impl Weights {
    /// Weights from numbers, divided by their sum.
    ///
    /// # Errors
    /// For no number, too many, one that is negative or not finite, and for a sum of 0.
    pub fn new(numbers: &[f64]) -> Result<Self, WeightsError> {
        if numbers.is_empty() {
            return Err(WeightsError::Empty);
        }
        if numbers.len() > MOST_WEIGHTS {
            return Err(WeightsError::TooMany);
        }
        if !numbers.iter().all(|n| n.is_finite()) {
            return Err(WeightsError::NotFinite);
        }
        if numbers.iter().any(|n| *n < 0.0) {
            return Err(WeightsError::Negative);
        }
        let sum: f64 = numbers.iter().sum();
        if !(sum.is_finite() && sum > 0.0) {
            return Err(WeightsError::Sum);
        }
        Ok(Self(numbers.iter().map(|n| n / sum).collect()))
    }

    /// The weights, whose sum is 1.
    #[must_use]
    pub fn numbers(&self) -> &[f64] {
        &self.0
    }
}

/// A refusal: the path would get more vertices than allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyVertices {
    /// How many were allowed.
    pub allowed: usize,
}

impl fmt::Display for TooManyVertices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the path would have more than {} vertices", self.allowed)
    }
}

impl std::error::Error for TooManyVertices {}

/// The path after `steps` steps (0 to [`MOST_STEPS`], clamped; NaN counts as 0).
///
/// A fraction of a step goes that part of the way from the split path, which looks as it did, to the averaged one, so the
/// path flows. An odd number of weights is centred on its vertex; an even one averages around the middle between a vertex
/// and the next, where the new vertex then lies. The first weight is for the earlier vertex.
///
/// *Handles* of curves take part: a curve is split where its parameter is one half, and handles are averaged with the
/// weights of their vertices. Edges without handles are straight and stay so.
///
/// *Open paths* keep their end points. Neighbours beyond an end are those of the path turned half round it, so that
/// Pascal's weights give the B-spline that starts and ends there.
///
/// # Errors
/// When more than `most` vertices would be made.
pub fn subdivide(path: &Path, weights: &Weights, steps: f64, most: usize) -> Result<Path, TooManyVertices> {
    let mut left = if steps > 0.0 { steps.min(MOST_STEPS) } else { 0.0 };
    let mut path = path.clone();
    while left > 0.0 && path.len() > 1 {
        if path.len() > most / 2 {
            return Err(TooManyVertices { allowed: most });
        }
        path = step(&path, weights, left.min(1.0));
        left -= 1.0;
    }
    Ok(path)
}

/// How many whole steps [`subdivide`] can make of a path before it has more than `most` vertices.
#[must_use]
pub fn steps_within(vertices: usize, most: usize) -> f64 {
    let (mut count, mut steps) = (vertices, 0.0);
    while count > 0 && count <= most / 2 && steps < MOST_STEPS {
        count *= 2;
        steps += 1.0;
    }
    steps
}

/// The curve that the steps come to, as a path whose vertices are off by about `tolerance` at most: steps are made until
/// one moves no vertex farther than a quarter of that, or `most` vertices or [`MOST_STEPS`] are reached.
#[must_use]
pub fn limit(path: &Path, weights: &Weights, tolerance: f64, most: usize) -> Path {
    let mut path = path.clone();
    let mut steps = 0.0;
    while path.len() > 1 && path.len() <= most / 2 && steps < MOST_STEPS {
        let split = split(&path);
        let (from, to) = averaged(&split, weights);
        let moved =
            from.points.iter().zip(&to.points).map(|(a, b)| crate::math::hypot(b[0] - a[0], b[1] - a[1]));
        let moved = moved.fold(0.0, f64::max);
        path = to;
        steps += 1.0;
        if moved <= tolerance / 4.0 {
            break;
        }
    }
    path
}

fn step(path: &Path, weights: &Weights, fraction: f64) -> Path {
    let (from, to) = averaged(&split(path), weights);
    from.lerp(&to, fraction)
}

type Pair = [f64; 2];

fn add(a: Pair, b: Pair, weight: f64) -> Pair {
    [a[0] + b[0] * weight, a[1] + b[1] * weight]
}

fn middle(a: Pair, b: Pair) -> Pair {
    [f64::midpoint(a[0], b[0]), f64::midpoint(a[1], b[1])]
}

fn minus(a: Pair, b: Pair) -> Pair {
    [a[0] - b[0], a[1] - b[1]]
}

/// The same outline with a vertex in the middle of every edge.
fn split(path: &Path) -> Path {
    let count = path.len();
    let mut out = Path { closed: path.closed, ..Path::default() };
    let mut carried = None;
    let get = |list: &[Pair], at: usize| list.get(at % count.max(1)).copied().unwrap_or_default();
    for at in 0..count {
        let (p0, out0) = (get(&path.points, at), get(&path.out_tangents, at));
        let into = carried.take().unwrap_or_else(|| get(&path.in_tangents, at));
        out.points.push(p0);
        out.in_tangents.push(into);
        if at + 1 == count && !path.closed {
            out.out_tangents.push(out0);
            break;
        }
        let (p3, in3) = (get(&path.points, at + 1), get(&path.in_tangents, at + 1));
        if out0 == [0.0; 2] && in3 == [0.0; 2] {
            out.out_tangents.push(out0);
            out.points.push(middle(p0, p3));
            out.in_tangents.push([0.0; 2]);
            out.out_tangents.push([0.0; 2]);
            carried = Some(in3);
            continue;
        }
        let (p1, p2) = (add(p0, out0, 1.0), add(p3, in3, 1.0));
        let m = middle(p1, p2);
        let (a, b) = (middle(middle(p0, p1), m), middle(m, middle(p2, p3)));
        let mid = middle(a, b);
        out.out_tangents.push([out0[0] / 2.0, out0[1] / 2.0]);
        out.points.push(mid);
        out.in_tangents.push(minus(a, mid));
        out.out_tangents.push(minus(b, mid));
        carried = Some([in3[0] / 2.0, in3[1] / 2.0]);
    }
    // The closing edge halved the handle that comes into the first vertex.
    if let (true, Some(into), Some(first)) = (path.closed, carried, out.in_tangents.first_mut()) {
        *first = into;
    }
    out
}

/// The split path, with as many vertices as the second, and that second: the averaged one.
fn averaged(split: &Path, weights: &Weights) -> (Path, Path) {
    let numbers = weights.numbers();
    let even = numbers.len().is_multiple_of(2);
    let count = split.len();
    let mut to = Path { closed: split.closed, ..Path::default() };
    let mut from = Path { closed: split.closed, ..Path::default() };
    let push = |path: &mut Path, [point, into, out]: [Pair; 3]| {
        path.points.push(point);
        path.in_tangents.push(into);
        path.out_tangents.push(out);
    };
    let before = numbers.len().saturating_sub(1) / 2;
    let mean = |at: usize| {
        let mut sum = [[0.0; 2]; 3];
        for (place, weight) in numbers.iter().enumerate() {
            let there = neighbour(split, at, place, before);
            for (total, part) in sum.iter_mut().zip(there) {
                *total = add(*total, part, *weight);
            }
        }
        sum
    };
    if split.closed {
        for at in 0..count {
            push(&mut to, mean(at));
        }
        return (split.clone(), to);
    }
    let last = count.saturating_sub(1);
    let own = |at: usize| neighbour(split, at, 0, 0);
    let halved = |[p, a, b]: [Pair; 3]| [p, [a[0] / 2.0, a[1] / 2.0], [b[0] / 2.0, b[1] / 2.0]];
    if even {
        push(&mut to, halved(own(0)));
        push(&mut from, own(0));
        for at in 0..last {
            push(&mut to, mean(at));
            push(&mut from, own(at));
        }
        push(&mut to, halved(own(last)));
        push(&mut from, own(last));
    } else {
        for at in 0..count {
            let mut here = mean(at);
            if at == 0 || at == last {
                here[0] = own(at)[0];
            }
            push(&mut to, here);
            push(&mut from, own(at));
        }
    }
    (from, to)
}

/// The vertex and handles `place - before` after `at`: around a closed path, and beyond the end of an open one those of
/// the path turned half round its end.
fn neighbour(path: &Path, at: usize, place: usize, before: usize) -> [Pair; 3] {
    let count = path.len().max(1);
    let get = |at: usize| {
        let part = |list: &[Pair]| list.get(at).copied().unwrap_or_default();
        [part(&path.points), part(&path.in_tangents), part(&path.out_tangents)]
    };
    let ahead = at + place;
    if path.closed {
        return get((ahead + count * before - before) % count);
    }
    let last = count - 1;
    let turned = |end: usize, distance: usize, there: usize| {
        let ([pivot, ..], [p, into, out]) = (get(end), get(there));
        if distance == 0 {
            return get(end);
        }
        [[2.0 * pivot[0] - p[0], 2.0 * pivot[1] - p[1]], [-out[0], -out[1]], [-into[0], -into[1]]]
    };
    if ahead < before {
        let distance = before - ahead;
        return turned(0, distance, distance.min(last));
    }
    let index = ahead - before;
    if index > last {
        let distance = index - last;
        return turned(last, distance, last - distance.min(last));
    }
    get(index)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math;

    const MOST: usize = 1 << 20;

    fn square() -> Path {
        Path::new(vec![[1.0, 1.0], [1.0, -1.0], [-1.0, -1.0], [-1.0, 1.0]], vec![], vec![], true)
    }

    fn polygon(points: &[Pair], closed: bool) -> Path {
        Path::new(points.to_vec(), vec![], vec![], closed)
    }

    fn crooked(closed: bool) -> Path {
        polygon(&[[0.0, 0.0], [3.0, 1.0], [4.0, 5.0], [1.0, 4.0], [-2.0, 6.0], [-3.0, 0.5]], closed)
    }

    fn round(path: &Path, weights: &[f64], steps: f64) -> Path {
        subdivide(path, &Weights::new(weights).unwrap(), steps, MOST).unwrap()
    }

    fn near(a: Pair, b: Pair, by: f64) {
        assert!(math::hypot(a[0] - b[0], a[1] - b[1]) <= by, "{a:?}, should be {b:?}");
    }

    /// The uniform B-spline of a degree around 0, by its recursion.
    fn basis(degree: u32, t: f64) -> f64 {
        fn forward(degree: u32, t: f64) -> f64 {
            if degree == 0 {
                return if (0.0..1.0).contains(&t) { 1.0 } else { 0.0 };
            }
            let d = f64::from(degree);
            (t * forward(degree - 1, t) + (d + 1.0 - t) * forward(degree - 1, t - 1.0)) / d
        }
        forward(degree, t + f64::from(degree + 1) / 2.0)
    }

    fn spline(points: &[Pair], degree: u32, t: f64) -> Pair {
        let count = points.len() as i64;
        let mut sum = [0.0; 2];
        for j in -10..count + 10 {
            let weight = basis(degree, t - j as f64);
            sum = add(sum, points[j.rem_euclid(count) as usize], weight);
        }
        sum
    }

    #[test]
    fn one_step_of_the_square_with_1_2_1() {
        let got = round(&square(), &[1.0, 2.0, 1.0], 1.0);
        let want = [
            [0.75, 0.75],
            [1.0, 0.0],
            [0.75, -0.75],
            [0.0, -1.0],
            [-0.75, -0.75],
            [-1.0, 0.0],
            [-0.75, 0.75],
            [0.0, 1.0],
        ];
        assert_eq!(got, polygon(&want, true));
    }

    #[test]
    fn lopsided_weights_as_computed_by_hand() {
        // Corner (1,1) between the middles (0,1) and (1,0): ((0,1) + (1,1) + 3(1,0)) / 5.
        let got = round(&square(), &[1.0, 1.0, 3.0], 1.0);
        near(got.points[0], [4.0 / 5.0, 2.0 / 5.0], 1e-15);
        // Middle (1,0) between the corners (1,1) and (1,-1): ((1,1) + (1,0) + 3(1,-1)) / 5.
        near(got.points[1], [1.0, -2.0 / 5.0], 1e-15);
        // The second step: the vertex before (4/5, 2/5) is (2/5, 1), their middle (3/5, 7/10); the middle after it, with
        // (1, -2/5), is (9/10, 0).
        let twice = round(&square(), &[1.0, 1.0, 3.0], 2.0);
        near(twice.points[0], [(0.6 + 0.8 + 3.0 * 0.9) / 5.0, (0.7 + 0.4 + 3.0 * 0.0) / 5.0], 1e-15);
    }

    #[test]
    fn pascals_rows_converge_to_uniform_b_splines() {
        let path = crooked(true);
        for (weights, degree) in [(&[1.0, 2.0, 1.0][..], 3), (&[1.0, 4.0, 6.0, 4.0, 1.0][..], 5)] {
            let mut before = f64::INFINITY;
            for steps in [4.0, 6.0, 8.0, 10.0] {
                let got = round(&path, weights, steps);
                let scale = math::pow(2.0, steps);
                let mut worst: f64 = 0.0;
                for (index, point) in got.points.iter().enumerate() {
                    let want = spline(&path.points, degree, index as f64 / scale);
                    worst = worst.max(math::hypot(point[0] - want[0], point[1] - want[1]));
                }
                // Four times nearer with each step: O(h²).
                assert!(worst < before / 12.0, "degree {degree}, {steps} steps: {worst} after {before}");
                before = worst;
            }
            assert!(before < 1e-5, "degree {degree}: {before}");
        }
    }

    #[test]
    fn even_rows_converge_to_even_degrees() {
        let path = crooked(true);
        // Each step moves the vertices on by half of its own edges: 1/4 + 1/8 + … of the first.
        for (weights, degree) in [(&[1.0, 1.0][..], 2), (&[1.0, 3.0, 3.0, 1.0][..], 4)] {
            let steps = 9.0;
            let scale = math::pow(2.0, steps);
            let got = round(&path, weights, steps);
            for (index, point) in got.points.iter().enumerate() {
                let t = index as f64 / scale + (1.0 - 1.0 / scale) / 2.0;
                near(*point, spline(&path.points, degree, t), 1e-4);
            }
        }
    }

    #[test]
    fn open_paths_keep_their_ends_and_are_the_spline_of_the_path_turned_round_them() {
        let path = crooked(false);
        let last = path.points.len() - 1;
        for weights in [&[1.0, 1.0][..], &[1.0, 2.0, 1.0], &[1.0, 3.0, 3.0, 1.0], &[1.0, 1.0, 3.0]] {
            for steps in [0.3, 1.0, 2.5, 6.0] {
                let got = round(&path, weights, steps);
                assert_eq!(got.points.first(), path.points.first());
                assert_eq!(got.points.last(), path.points.last());
                assert!(!got.closed);
            }
        }
        // Cubic and quintic, half an edge from the end, against the closed form over the continued polygon.
        let turned = |end: Pair, p: Pair| [2.0 * end[0] - p[0], 2.0 * end[1] - p[1]];
        let mut long: Vec<Pair> = path.points[1..].iter().rev().map(|p| turned(path.points[0], *p)).collect();
        let start = long.len() as f64;
        long.extend(&path.points);
        long.extend(path.points[..last].iter().rev().map(|p| turned(path.points[last], *p)));
        for (weights, degree) in [(&[1.0, 2.0, 1.0][..], 3), (&[1.0, 4.0, 6.0, 4.0, 1.0][..], 5)] {
            let got = round(&path, weights, 9.0);
            for (index, point) in got.points.iter().enumerate() {
                near(*point, spline(&long, degree, start + index as f64 / 512.0), 1e-4);
            }
        }
    }

    #[test]
    fn fractions_of_a_step_flow_from_the_outline_to_the_next_step() {
        for closed in [true, false] {
            for weights in [&[1.0, 2.0, 1.0][..], &[1.0, 1.0]] {
                let path = crooked(closed);
                let (one, two) = (round(&path, weights, 1.0), round(&path, weights, 2.0));
                let nearly = round(&path, weights, 2.0 - 1e-9);
                assert_eq!(nearly.len(), two.len());
                for (a, b) in nearly.points.iter().zip(&two.points) {
                    near(*a, *b, 1e-7);
                }
                // Just begun, the outline is that of the step before: same length.
                let begun = round(&path, weights, 1.0 + 1e-9);
                assert!((begun.arc_length() - one.arc_length()).abs() < 1e-6);
            }
        }
    }

    #[test]
    fn curves_are_split_where_they_are_and_keep_their_look_at_the_start() {
        let h = 0.5519;
        let circle = Path::new(
            vec![[0.0, -1.0], [1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]],
            vec![[-h, 0.0], [0.0, -h], [h, 0.0], [0.0, h]],
            vec![[h, 0.0], [0.0, h], [-h, 0.0], [0.0, -h]],
            true,
        );
        let begun = round(&circle, &[1.0, 2.0, 1.0], 1e-9);
        assert_eq!(begun.len(), 8);
        assert!((begun.arc_length() - circle.arc_length()).abs() < 1e-6);
        // Rounder than the square of its vertices, smaller than itself.
        let limit = limit(&circle, &Weights::new(&[1.0, 2.0, 1.0]).unwrap(), 1e-4, MOST);
        let length = limit.arc_length();
        assert!(length > 4.5 && length < circle.arc_length(), "{length}");
    }

    #[test]
    fn the_limit_is_the_spline() {
        let path = crooked(true);
        let got = limit(&path, &Weights::new(&[1.0, 2.0, 1.0]).unwrap(), 1e-3, MOST);
        let per_edge = got.len() as f64 / path.len() as f64;
        for (index, point) in got.points.iter().enumerate() {
            near(*point, spline(&path.points, 3, index as f64 / per_edge), 1e-3);
        }
        // The weight 1 alone moves nothing.
        assert_eq!(limit(&path, &Weights::new(&[5.0]).unwrap(), 1e-3, MOST).len(), 2 * path.len());
    }

    /// Numbers that are the same at every run.
    fn numbers(seed: u64) -> impl FnMut() -> f64 {
        let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        move || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 11) as f64 / (1_u64 << 53) as f64
        }
    }

    #[test]
    fn random_paths_stay_in_their_box_and_follow_affine_maps_and_turned_orders() {
        for seed in 0..300 {
            let mut next = numbers(seed + 1);
            let count = 2 + (next() * 9.0) as usize;
            let closed = next() < 0.5;
            let points: Vec<Pair> = (0..count).map(|_| [next() * 200.0 - 100.0, next() * 50.0]).collect();
            let weights: Vec<f64> = (0..1 + (next() * 7.0) as usize).map(|_| next() + 1e-3).collect();
            let steps = next() * 4.0;
            let path = polygon(&points, closed);
            let got = round(&path, &weights, steps);
            let bounds = |path: &Path| {
                path.points.iter().fold([f64::MAX, f64::MAX, f64::MIN, f64::MIN], |[a, b, c, d], [x, y]| {
                    [a.min(*x), b.min(*y), c.max(*x), d.max(*y)]
                })
            };
            let ([a, b, c, d], [p, q, r, s]) = (bounds(&path), bounds(&got));
            // Open paths look beyond their ends, by the reach of the weights.
            if closed {
                assert!(p >= a - 1e-9 && q >= b - 1e-9 && r <= c + 1e-9 && s <= d + 1e-9, "{seed}");
            }
            let map = |[x, y]: Pair| [2.0 * x - 0.5 * y + 7.0, 0.3 * x + y - 11.0];
            let mapped = polygon(&points.iter().map(|p| map(*p)).collect::<Vec<_>>(), closed);
            for (a, b) in round(&mapped, &weights, steps).points.iter().zip(&got.points) {
                near(*a, map(*b), 1e-9);
            }
            if closed {
                let mut turned = points.clone();
                turned.rotate_left(1);
                let turned = round(&polygon(&turned, true), &weights, steps);
                let by = got.len() / count;
                for (index, point) in turned.points.iter().enumerate() {
                    near(*point, got.points[(index + by) % got.len()], 1e-9);
                }
            }
        }
    }

    #[test]
    fn weights_are_normalised_and_bad_ones_are_errors() {
        assert_eq!(Weights::new(&[10.0, 20.0, 10.0]), Weights::new(&[1.0, 2.0, 1.0]));
        assert_eq!(Weights::new(&[]), Err(WeightsError::Empty));
        assert_eq!(Weights::new(&[1.0, -1.0, 1.0]), Err(WeightsError::Negative));
        assert_eq!(Weights::new(&[0.0, 0.0]), Err(WeightsError::Sum));
        assert_eq!(Weights::new(&[f64::MAX, f64::MAX]), Err(WeightsError::Sum));
        assert_eq!(Weights::new(&[1.0, f64::NAN]), Err(WeightsError::NotFinite));
        assert_eq!(Weights::new(&[1.0; MOST_WEIGHTS + 1]), Err(WeightsError::TooMany));
    }

    #[test]
    fn too_many_vertices_are_refused_and_small_paths_stay() {
        let weights = Weights::new(&[1.0, 2.0, 1.0]).unwrap();
        assert_eq!(subdivide(&square(), &weights, 9.0, 100), Err(TooManyVertices { allowed: 100 }));
        assert_eq!(steps_within(4, 100), 4.0);
        assert_eq!(subdivide(&square(), &weights, 4.0, 100).unwrap().len(), 64);
        for points in [&[][..], &[[1.0, 2.0]]] {
            for closed in [true, false] {
                let path = polygon(points, closed);
                assert_eq!(subdivide(&path, &weights, 3.0, 100), Ok(path.clone()));
            }
        }
        assert_eq!(subdivide(&square(), &weights, f64::NAN, 100), Ok(square()));
        let long = round(&polygon(&[[0.0, 0.0], [1.0, 0.0]], false), &[1.0; 9], 3.0);
        assert!(long.is_finite() && long.points.last() == Some(&[1.0, 0.0]));
    }
}
