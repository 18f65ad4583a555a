//! A graph of characters.

use super::draw::span;
use super::ticks::{number, step};
use super::{Plot, Role, table};

/// Dots of a braille character by column and row.
const DOTS: [[u8; 4]; 2] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]];

impl Plot {
    /// The value graph in braille characters, `columns` wide and `rows` high (at least 20 × 4), axes and names
    /// included; values before an expression are left out. No colours.
    #[must_use]
    pub fn terminal(&self, columns: usize, rows: usize) -> String {
        let (columns, rows) = (columns.clamp(20, 400), rows.clamp(4, 200));
        let curves: Vec<_> = self.curves.iter().filter(|curve| curve.role != Role::Before).collect();
        let values = || curves.iter().flat_map(|curve| curve.runs.iter().flatten()).flat_map(|(_, v)| v);
        let [low, high] = span(values().copied());
        let size = step((high - low) / 4.0);
        let numbers = [number(high, size), number(f64::midpoint(low, high), size), number(low, size)];
        let wide = numbers.iter().map(String::len).max().unwrap_or(0);
        let across = columns.saturating_sub(wide + 2).max(8);
        let mut cells = vec![vec![0u8; across]; rows];
        let (width, height) = (across * 2, rows * 4);
        #[expect(clippy::cast_precision_loss, reason = "columns are few")]
        for curve in &curves {
            for dimension in 0..curve.dimensions() {
                let mut last: Option<(usize, usize)> = None;
                for column in 0..width {
                    let time = self.from + (self.to - self.from) * column as f64 / (width - 1) as f64;
                    let value = table::at(&curve.runs, time).and_then(|v| v.get(dimension).copied());
                    let Some(value) = value else {
                        last = None;
                        continue;
                    };
                    let up = ((high - value) / (high - low) * (height - 1) as f64).round();
                    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped")]
                    let row = up.clamp(0.0, (height - 1) as f64) as usize;
                    // Steep parts are drawn through, as a line would be.
                    let from = last.map_or(row, |(_, from)| from);
                    for y in from.min(row)..=from.max(row) {
                        dot(&mut cells, column, y);
                    }
                    last = Some((column, row));
                }
            }
        }
        let mut out = String::new();
        for (index, row) in cells.iter().enumerate() {
            let text = match index {
                0 => numbers.first(),
                _ if index == rows / 2 => numbers.get(1),
                _ if index + 1 == rows => numbers.get(2),
                _ => None,
            };
            let text = text.map_or("", String::as_str);
            out.push_str(&format!("{text:>wide$} │"));
            out.extend(row.iter().map(|bits| char::from_u32(0x2800 + u32::from(*bits)).unwrap_or(' ')));
            out.push('\n');
        }
        out.push_str(&format!("{:>wide$} └{}\n", "", "─".repeat(across)));
        let (first, last) =
            (format!("{} s", number(self.from, 0.01)), format!("{} s", number(self.to, 0.01)));
        let space = across.saturating_sub(first.len() + last.len());
        out.push_str(&format!("{:>wide$}  {first}{}{last}\n", "", " ".repeat(space)));
        for curve in curves {
            let names: Vec<String> = (0..curve.dimensions()).map(|dimension| curve.name(dimension)).collect();
            out.push_str(&format!("{:>wide$}  {}\n", "", names.join(", ")));
        }
        out
    }
}

fn dot(cells: &mut [Vec<u8>], x: usize, y: usize) {
    let bit = DOTS.get(x % 2).and_then(|column| column.get(y % 4)).copied().unwrap_or(0);
    if let Some(cell) = cells.get_mut(y / 4).and_then(|row| row.get_mut(x / 2)) {
        *cell |= bit;
    }
}
