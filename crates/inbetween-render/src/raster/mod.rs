//! Exact-area coverage of outlines.
//!
//! Every edge adds, for each pixel it crosses, the change of covered area to the right of it to an accumulation
//! buffer the size of the outline's bounding box; the running sum along a row is the coverage. A bit per touched
//! cell lets the sweep jump over untouched pixels, whose coverage is constant: those become spans. So the work is
//! that of the outline's rim, not of its area, and nothing is sorted. Overlapping parts of one winding direction
//! within one pixel add up and are clamped at 1, as in FreeType and AGG.

mod flatten;
mod outline;
mod stroke;

pub(crate) use flatten::flatten;
pub(crate) use outline::{IRect, Outline};
pub(crate) use stroke::stroke;

/// Which winding numbers are inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rule {
    /// All but 0.
    NonZero,
    /// Odd ones.
    EvenOdd,
}

/// Takes coverage, row by row, left to right.
pub(crate) trait Sink {
    /// Pixels `x0..x1` of row `y` are covered by `cover`, which is above 0; 1 is whole.
    fn span(&mut self, y: i32, x0: i32, x1: i32, cover: f32);
    /// Pixels from `x0` on are covered by these.
    fn pixels(&mut self, y: i32, x0: i32, covers: &[f32]);
}

/// The accumulation buffer. All zero between uses.
#[derive(Debug, Default)]
pub(crate) struct Raster {
    area: Vec<f32>,
    touched: Vec<u64>,
    words: usize,
    bounds: IRect,
    run: Vec<f32>,
}

/// Below this a constant coverage is none, above `1 - FAINT` it is whole: what is left of sums of f32.
const FAINT: f32 = 1e-5;
/// Constant coverage over fewer pixels than this joins the run of single pixels around it.
const SHORT: usize = 6;

/// The whole part of a coordinate from 0 to far below 2^31; the way over i32 is the short one.
#[inline]
fn floor(x: f32) -> usize {
    x as i32 as usize
}

impl Raster {
    /// Covers the outline within `clip`; `false` if none of it is there.
    pub(crate) fn fill(&mut self, outline: &Outline, clip: IRect, rule: Rule, sink: &mut impl Sink) -> bool {
        let bounds = outline.bounds().intersect(clip);
        if bounds.is_empty() {
            return false;
        }
        self.begin(bounds);
        let (dx, dy) = (bounds.x0 as f32, bounds.y0 as f32);
        for contour in outline.contours() {
            let Some(&[x, y]) = contour.last() else { continue };
            let mut from = [x - dx, y - dy];
            for &[x, y] in contour {
                let to = [x - dx, y - dy];
                self.edge(from, to);
                from = to;
            }
        }
        match rule {
            Rule::NonZero => self.sweep(sink, |sum| sum.abs().min(1.0)),
            Rule::EvenOdd => self.sweep(sink, |sum| {
                let sum = sum.abs();
                (sum - 2.0 * ((sum * 0.5 + 0.5) as i32 as f32)).abs().min(1.0)
            }),
        }
        true
    }

    fn begin(&mut self, bounds: IRect) {
        let (width, height) = (bounds.width(), bounds.height());
        self.bounds = bounds;
        self.words = (width + 2).div_ceil(64);
        let cells = self.words * 64 * height;
        if self.area.len() < cells {
            self.area.resize(cells, 0.0);
        }
        if self.touched.len() < self.words * height {
            self.touched.resize(self.words * height, 0);
        }
    }

    /// Adds an edge; coordinates are relative to the bounds.
    #[inline]
    fn edge(&mut self, from: [f32; 2], to: [f32; 2]) {
        let ([mut x0, mut y0], [mut x1, mut y1], sign) =
            if from[1] < to[1] { (from, to, 1.0) } else { (to, from, -1.0) };
        let height = self.bounds.height() as f32;
        if y0 == y1 || y1 <= 0.0 || y0 >= height {
            return;
        }
        let slope = (x1 - x0) / (y1 - y0);
        if y1 > height {
            x1 = x0 + (height - y0) * slope;
            y1 = height;
        }
        if y0 < 0.0 {
            x0 -= y0 * slope;
            y0 = 0.0;
        }
        let width = self.bounds.width() as f32;
        let (low, high) = if x0 < x1 { (x0, x1) } else { (x1, x0) };
        if low >= 0.0 && high <= width {
            self.walk(x0, y0, y1, slope, sign);
        } else if high <= 0.0 {
            self.walk(0.0, y0, y1, 0.0, sign);
        } else if low < width {
            self.split(x0, y0, x1, y1, slope, sign);
        }
    }

    /// An edge across the left or right border: what is left of the bounds counts as lying on their border, what is
    /// right of them does not count.
    #[cold]
    fn split(&mut self, x0: f32, y0: f32, x1: f32, y1: f32, slope: f32, sign: f32) {
        let width = self.bounds.width() as f32;
        let at = |x: f32| (y0 + (x - x0) / slope).clamp(y0, y1);
        let (left, right) = (at(0.0), at(width));
        let mut piece = |from: f32, to: f32, x: f32| {
            if from < to {
                let middle = x0 + ((from + to) * 0.5 - y0) * slope;
                if middle <= 0.0 {
                    self.walk(0.0, from, to, 0.0, sign);
                } else if middle < width {
                    self.walk(x.clamp(0.0, width), from, to, slope, sign);
                }
            }
        };
        let (first, second) = if left < right { (left, right) } else { (right, left) };
        let (at_first, at_second) = if x0 < x1 { (0.0, width) } else { (width, 0.0) };
        piece(y0, first, x0);
        piece(first, second, if first > y0 { at_first } else { x0 });
        piece(second, y1, if second > y0 { at_second } else { x0 });
    }

    /// Adds an edge that lies within the bounds, going down from (x, y) to the row `y1`.
    #[inline]
    fn walk(&mut self, mut x: f32, mut y: f32, y1: f32, slope: f32, sign: f32) {
        let width = self.bounds.width() as f32;
        let stride = self.words * 64;
        let mut row = floor(y);
        while y < y1 {
            let next_y = ((row + 1) as f32).min(y1);
            let depth = next_y - y;
            let next_x = (x + slope * depth).clamp(0.0, width);
            let (low, high) = if x < next_x { (x, next_x) } else { (next_x, x) };
            let first = floor(low);
            let edge = first as f32;
            let base = row * stride + first;
            let d = depth * sign;
            let last = if high <= edge + 1.0 {
                let later = d * (0.5 * (low + high) - edge);
                if let Some([a, b]) = self.area.get_mut(base..).and_then(<[f32]>::first_chunk_mut::<2>) {
                    *a += d - later;
                    *b += later;
                }
                first + 1
            } else {
                self.shallow(base, first, low, high, d)
            };
            self.touch(row, first, last);
            x = next_x;
            y = next_y;
            row += 1;
        }
    }

    /// One row of an edge that crosses several pixels. Up to the column boundary `t` the edge covers
    /// F(t) = (t - low)² / 2(high - low), beyond `high` t minus the middle; what is added is F's second difference.
    fn shallow(&mut self, base: usize, first: usize, low: f32, high: f32, d: f32) -> usize {
        let half_slope = 0.5 / (high - low);
        let middle = 0.5 * (low + high);
        let last = floor(high).max(first + 1) + 1;
        let (mut covered, mut share) = (0.0f32, 0.0f32);
        let mut boundary = first as f32;
        if let Some(cells) = self.area.get_mut(base..=base + (last - first)) {
            for cell in cells {
                boundary += 1.0;
                let now = if boundary >= high {
                    boundary - middle
                } else {
                    (boundary - low) * (boundary - low) * half_slope
                };
                *cell += d * ((now - covered) - share);
                share = now - covered;
                covered = now;
            }
        }
        last
    }

    #[inline]
    fn touch(&mut self, row: usize, first: usize, last: usize) {
        let (from, to) = (first >> 6, last >> 6);
        let base = row * self.words;
        let head = u64::MAX << (first & 63);
        let tail = u64::MAX >> (63 - (last & 63));
        if from == to {
            if let Some(word) = self.touched.get_mut(base + from) {
                *word |= head & tail;
            }
            return;
        }
        if let Some([one, between @ .., other]) = self.touched.get_mut(base + from..=base + to) {
            *one |= head;
            between.fill(u64::MAX);
            *other |= tail;
        }
    }

    fn sweep(&mut self, sink: &mut impl Sink, cover: impl Fn(f32) -> f32) {
        let IRect { x0: left, y0: top, .. } = self.bounds;
        let (width, height, stride) = (self.bounds.width(), self.bounds.height(), self.words * 64);
        let constant = |sum: f32| {
            let c = cover(sum);
            if c < FAINT {
                0.0
            } else if c > 1.0 - FAINT {
                1.0
            } else {
                c
            }
        };
        let run = &mut self.run;
        if run.len() < stride {
            run.resize(stride, 0.0);
        }
        let rows = self.touched.chunks_exact_mut(self.words).zip(self.area.chunks_exact_mut(stride));
        for ((words, cells), y) in rows.take(height).zip(top..) {
            // The run of single pixels that ends at x has `count` of them.
            let (mut sum, mut x, mut count) = (0.0f32, 0usize, 0usize);
            for (index, word) in words.iter_mut().enumerate() {
                let mut bits = std::mem::take(word);
                let mut place = index * 64;
                while bits != 0 {
                    let skip = bits.trailing_zeros();
                    bits >>= skip;
                    place += skip as usize;
                    let ones = bits.trailing_ones();
                    bits = bits.checked_shr(ones).unwrap_or(0);
                    let ones = ones as usize;
                    if place > x {
                        let c = constant(sum);
                        if count > 0 && place - x < SHORT {
                            if let Some(gap) = run.get_mut(count..count + (place - x)) {
                                gap.fill(c);
                            }
                            count += place - x;
                        } else {
                            if count > 0 {
                                sink.pixels(
                                    y,
                                    left + (x - count) as i32,
                                    run.get(..count).unwrap_or_default(),
                                );
                                count = 0;
                            }
                            if c > 0.0 {
                                sink.span(y, left + x as i32, left + place.min(width) as i32, c);
                            }
                        }
                    }
                    let cells = cells.get_mut(place..place + ones).unwrap_or_default();
                    let covers = run.get_mut(count..count + ones).unwrap_or_default();
                    for (cell, out) in cells.iter_mut().zip(covers) {
                        sum += *cell;
                        *cell = 0.0;
                        *out = cover(sum);
                    }
                    count += ones;
                    place += ones;
                    x = place;
                }
            }
            let drawn = x.min(width);
            count -= (x - drawn).min(count);
            if count > 0 {
                sink.pixels(y, left + (drawn - count) as i32, run.get(..count).unwrap_or_default());
            }
            if x < width {
                let c = constant(sum);
                if c > 0.0 {
                    sink.span(y, left + x as i32, left + width as i32, c);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
