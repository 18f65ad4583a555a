//! Palettes: which 255 colours show a film best, and which of them stands for a pixel.
//!
//! Colours are counted in cells of 5 bits per channel (each cell keeps its mean colour), the cells are cut into boxes
//! where the error is largest, and the boxes' means are moved to where their nearest cells are. Dithering mixes two
//! palette colours by the pixel's place only, so that what does not change stays as it is.

use std::collections::{BTreeMap, HashMap};

/// Weights of red, green and blue in distances; the eye sees green best.
const WEIGHTS: [i32; 3] = [3, 4, 2];
/// Colours of a palette; one of the 256 is transparent.
pub(super) const MOST: usize = 255;

fn distance(a: [u8; 3], b: [u8; 3]) -> i32 {
    a.iter()
        .zip(&b)
        .zip(&WEIGHTS)
        .map(|((a, b), weight)| {
            let d = i32::from(*a) - i32::from(*b);
            d * d * weight
        })
        .sum()
}

/// A cell of the histogram, or a sum of cells.
#[derive(Clone, Copy, Debug, Default)]
struct Cell {
    count: f64,
    sums: [f64; 3],
    squares: f64,
}

impl Cell {
    fn of(color: [f64; 3], count: f64) -> Self {
        let squares = color.iter().zip(&WEIGHTS).map(|(c, w)| c * c * f64::from(*w)).sum::<f64>();
        Self { count, sums: color.map(|c| c * count), squares: squares * count }
    }

    fn add(&mut self, other: &Self) {
        self.count += other.count;
        for (sum, more) in self.sums.iter_mut().zip(&other.sums) {
            *sum += more;
        }
        self.squares += other.squares;
    }

    fn mean(&self) -> [f64; 3] {
        self.sums.map(|sum| if self.count > 0.0 { sum / self.count } else { 0.0 })
    }

    /// Summed squared distance from the mean.
    fn error(&self) -> f64 {
        let mean = self.mean();
        let of_mean: f64 = mean.iter().zip(&WEIGHTS).map(|(c, w)| c * c * f64::from(*w)).sum();
        (self.squares - of_mean * self.count).max(0.0)
    }

    fn color(&self) -> [u8; 3] {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped")]
        let byte = |c: f64| c.round().clamp(0.0, 255.0) as u8;
        self.mean().map(byte)
    }
}

/// Counts colours.
#[derive(Debug, Default)]
pub(super) struct Histogram {
    cells: BTreeMap<u16, Cell>,
    /// The colours themselves, while they are few.
    exact: Option<BTreeMap<[u8; 3], ()>>,
}

impl Histogram {
    pub(super) fn new() -> Self {
        Self { cells: BTreeMap::new(), exact: Some(BTreeMap::new()) }
    }

    /// Counts the opaque pixels of an RGBA picture.
    pub(super) fn add(&mut self, rgba: &[u8]) {
        let mut cells: Vec<(u64, [u64; 3])> = vec![(0, [0; 3]); 1 << 15];
        let mut last = None;
        for pixel in rgba.chunks_exact(4) {
            let &[r, g, b, a] = pixel else { continue };
            if a == 0 {
                continue;
            }
            let color = [r, g, b];
            let index = usize::from(r >> 3) << 10 | usize::from(g >> 3) << 5 | usize::from(b >> 3);
            if let Some((count, sums)) = cells.get_mut(index) {
                *count += 1;
                for (sum, c) in sums.iter_mut().zip(color) {
                    *sum += u64::from(c);
                }
            }
            if last != Some(color) {
                last = Some(color);
                if let Some(exact) = &mut self.exact {
                    exact.insert(color, ());
                    if exact.len() > MOST {
                        self.exact = None;
                    }
                }
            }
        }
        for (index, (count, sums)) in cells.into_iter().enumerate().filter(|(_, cell)| cell.0 > 0) {
            #[expect(clippy::cast_precision_loss, reason = "pixel counts are far below 2^53")]
            let (count, sums) = (count as f64, sums.map(|s| s as f64));
            // Small coloured things count for more than their area: the root weighs them against the background.
            let weight = count.sqrt();
            let cell = Cell::of(sums.map(|s| s / count), weight);
            let index = u16::try_from(index).unwrap_or(u16::MAX);
            self.cells.entry(index).or_default().add(&cell);
        }
    }

    /// The palette: every colour itself if they are few enough, else those that show all best.
    pub(super) fn palette(&self) -> Palette {
        if let Some(exact) = self.exact.as_ref().filter(|exact| !exact.is_empty()) {
            return Palette::new(exact.keys().copied().collect());
        }
        let cells: Vec<Cell> = self.cells.values().copied().collect();
        if cells.is_empty() {
            return Palette::new(vec![[0; 3]]);
        }
        let mut boxes = vec![sum_up(cells.clone())];
        while boxes.len() < MOST {
            // The box with the largest error is cut next.
            let worst = boxes.iter().enumerate().max_by(|a, b| a.1.1.total_cmp(&b.1.1)).map(|(at, _)| at);
            let Some(at) = worst.filter(|&at| boxes.get(at).is_some_and(|b| b.0.len() > 1)) else { break };
            let (cells, _) = boxes.swap_remove(at);
            let (left, right) = cut(cells);
            boxes.push(sum_up(left));
            boxes.push(sum_up(right));
        }
        let mut colors: Vec<[u8; 3]> = boxes.iter().map(|(cells, _)| total(cells).color()).collect();
        for _ in 0..4 {
            let mut sums = vec![Cell::default(); colors.len()];
            for cell in &cells {
                if let Some(sum) = sums.get_mut(nearest(&colors, cell.color()).0) {
                    sum.add(cell);
                }
            }
            for (color, sum) in colors.iter_mut().zip(&sums).filter(|(_, sum)| sum.count > 0.0) {
                *color = sum.color();
            }
        }
        colors.sort_unstable();
        colors.dedup();
        Palette::new(colors)
    }
}

fn total(cells: &[Cell]) -> Cell {
    let mut sum = Cell::default();
    for cell in cells {
        sum.add(cell);
    }
    sum
}

/// Cells with their error.
fn sum_up(cells: Vec<Cell>) -> (Vec<Cell>, f64) {
    let error = if cells.len() > 1 { total(&cells).error() } else { 0.0 };
    (cells, error)
}

/// Cuts cells in two along the channel in which they spread most, where the two errors are smallest.
fn cut(mut cells: Vec<Cell>) -> (Vec<Cell>, Vec<Cell>) {
    let all = total(&cells);
    let centre = all.mean();
    let spread = |channel: usize| -> f64 {
        let part = |color: [f64; 3]| color.get(channel).copied().unwrap_or(0.0);
        let weight = f64::from(WEIGHTS.get(channel).copied().unwrap_or(1));
        cells.iter().map(|c| (part(c.mean()) - part(centre)).abs().powi_2() * c.count * weight).sum()
    };
    let channel = [0, 1, 2].into_iter().max_by(|a, b| spread(*a).total_cmp(&spread(*b))).unwrap_or(1);
    let key = |cell: &Cell| cell.mean().get(channel).copied().unwrap_or(0.0);
    cells.sort_by(|a, b| key(a).total_cmp(&key(b)));
    let (mut left, mut best, mut at) = (Cell::default(), f64::INFINITY, 1);
    for (index, cell) in cells.iter().enumerate().take(cells.len().saturating_sub(1)) {
        left.add(cell);
        let right = Cell {
            count: all.count - left.count,
            sums: [0, 1, 2].map(|c: usize| {
                all.sums.get(c).copied().unwrap_or(0.0) - left.sums.get(c).copied().unwrap_or(0.0)
            }),
            squares: all.squares - left.squares,
        };
        let error = left.error() + right.error();
        if error < best {
            (best, at) = (error, index + 1);
        }
    }
    let right = cells.split_off(at.min(cells.len()));
    (cells, right)
}

/// `x * x`; the standard function for whole powers is not the same on every machine.
trait Square {
    fn powi_2(self) -> f64;
}

impl Square for f64 {
    fn powi_2(self) -> f64 {
        self * self
    }
}

/// Place and distance of the colour nearest to `color`.
fn nearest(colors: &[[u8; 3]], color: [u8; 3]) -> (usize, i32) {
    let mut best = (0, i32::MAX);
    for (index, &candidate) in colors.iter().enumerate() {
        let d = distance(candidate, color);
        if d < best.1 {
            best = (index, d);
        }
    }
    best
}

/// A palette that maps pixels.
#[derive(Debug)]
pub(super) struct Palette {
    colors: Vec<[u8; 3]>,
    known: HashMap<[u8; 3], (u8, u8, u8)>,
}

/// 8 x 8 ordered thresholds, 0..63.
const BAYER: [[u8; 8]; 8] = [
    [0, 32, 8, 40, 2, 34, 10, 42],
    [48, 16, 56, 24, 50, 18, 58, 26],
    [12, 44, 4, 36, 14, 46, 6, 38],
    [60, 28, 52, 20, 62, 30, 54, 22],
    [3, 35, 11, 43, 1, 33, 9, 41],
    [51, 19, 59, 27, 49, 17, 57, 25],
    [15, 47, 7, 39, 13, 45, 5, 37],
    [63, 31, 55, 23, 61, 29, 53, 21],
];

impl Palette {
    fn new(colors: Vec<[u8; 3]>) -> Self {
        Self { colors, known: HashMap::new() }
    }

    /// The colours.
    pub(super) fn colors(&self) -> &[[u8; 3]] {
        &self.colors
    }

    /// Mean squared distance of a picture's opaque pixels from their palette colours, seen at every `step`th pixel.
    pub(super) fn error(&mut self, rgba: &[u8], step: usize) -> f64 {
        let (mut sum, mut count) = (0.0, 0.0);
        for pixel in rgba.chunks_exact(4).step_by(step.max(1)) {
            let &[r, g, b, a] = pixel else { continue };
            if a == 0 {
                continue;
            }
            let (first, ..) = self.mix([r, g, b]);
            let shown = self.colors.get(usize::from(first)).copied().unwrap_or([0; 3]);
            sum += f64::from(distance(shown, [r, g, b]));
            count += 1.0;
        }
        if count > 0.0 { sum / count } else { 0.0 }
    }

    /// The place of the colour that stands for `color` at (x, y).
    pub(super) fn index(&mut self, color: [u8; 3], x: usize, y: usize) -> u8 {
        let (first, second, part) = self.mix(color);
        let threshold = BAYER.get(y % 8).and_then(|row| row.get(x % 8)).copied().unwrap_or(0);
        if part > threshold { second } else { first }
    }

    /// Two colours and how many of 64 places the second takes.
    fn mix(&mut self, color: [u8; 3]) -> (u8, u8, u8) {
        if let Some(&known) = self.known.get(&color) {
            return known;
        }
        let (first, off) = nearest(&self.colors, color);
        let index = |at: usize| u8::try_from(at).unwrap_or(0);
        let mut found = (index(first), index(first), 0);
        // Below this no eye sees the difference, and dots would only make the file larger.
        if off > 12 {
            let own = self.colors.get(first).copied().unwrap_or([0; 3]);
            // The second colour is the one whose mixture with the first comes nearest, where far ones, whose dots
            // show, have to be better.
            let mut best = off;
            for (second, other) in self.colors.iter().enumerate() {
                let (mut dot, mut length) = (0, 0);
                for (((o, s), c), weight) in own.iter().zip(other).zip(&color).zip(&WEIGHTS) {
                    let step = i32::from(*s) - i32::from(*o);
                    dot += (i32::from(*c) - i32::from(*o)) * step * weight;
                    length += step * step * weight;
                }
                if dot <= 0 || length == 0 {
                    continue;
                }
                // Rounded 64 * dot / length; never more than half, as the first is the nearer one.
                let part = ((128 * dot + length) / (2 * length)).min(32);
                // |wanted - first - t * step|^2 for t = part / 64.
                let left = off - part * dot / 32 + part * part * (length / 64) / 64;
                let cost = left + length / 64;
                if cost < best {
                    best = cost;
                    found = (index(first), index(second), u8::try_from(part).unwrap_or(0));
                }
            }
        }
        if self.known.len() >= 1 << 18 {
            self.known.clear();
        }
        self.known.insert(color, found);
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rgba(colors: &[[u8; 3]]) -> Vec<u8> {
        colors.iter().flat_map(|&[r, g, b]| [r, g, b, 255]).collect()
    }

    #[test]
    fn few_colours_are_kept_exactly() {
        let colors = [[1, 2, 3], [200, 100, 50], [0, 0, 0]];
        let mut histogram = Histogram::new();
        histogram.add(&rgba(&colors));
        let mut palette = histogram.palette();
        for color in colors {
            let index = palette.index(color, 3, 5);
            assert_eq!(palette.colors()[usize::from(index)], color);
        }
    }

    #[test]
    fn a_ramp_of_thousands_is_shown_within_a_few_levels() {
        let ramp: Vec<[u8; 3]> =
            (0..4096_u32).map(|i| [(i / 16) as u8, (i % 256) as u8, (i / 32) as u8]).collect();
        let mut histogram = Histogram::new();
        histogram.add(&rgba(&ramp));
        let mut palette = histogram.palette();
        assert!(palette.colors().len() <= MOST);
        let error = palette.error(&rgba(&ramp), 1);
        // Squared, with weights that sum to 9: about 8 levels.
        assert!(error < 9.0 * 64.0, "{error}");
    }

    #[test]
    fn dithering_keeps_the_mean() {
        let mut palette = Palette::new(vec![[0; 3], [100; 3]]);
        let sum: u32 = (0..64_usize)
            .map(|i| palette.index([25; 3], i % 8, i / 8))
            .map(|index| if index == 1 { 100 } else { 0 })
            .sum();
        assert_eq!(sum, 25 * 64);
    }
}
