//! What selectors count: characters, characters without spaces, words, lines.

use crate::text::Layout;

/// What selectors and anchors need of one unit of a laid out text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Piece {
    /// Whether it is white space.
    pub(super) space: bool,
    /// Its line, from 0.
    pub(super) line: usize,
    /// Its pen on the baseline, in layer space.
    pub(super) at: [f64; 2],
    /// Turn of its baseline in degrees (text on a path).
    pub(super) rotation: f64,
    /// Advance in pixels.
    pub(super) advance: f64,
    /// Font size in pixels.
    pub(super) size: f64,
}

/// The units of a layout, in logical order.
pub(super) fn pieces(layout: &Layout) -> Vec<Piece> {
    let piece = |unit: &crate::text::Unit| Piece {
        space: unit.space,
        line: unit.line,
        at: unit.at,
        rotation: unit.rotation,
        advance: unit.advance,
        size: layout.style_of(unit).map_or(0.0, |style| style.font_size),
    };
    layout.units.iter().map(piece).collect()
}

/// What a selector counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BasedOn {
    Characters,
    CharactersExcludingSpaces,
    Words,
    Lines,
}

impl BasedOn {
    /// Entry of AE's menu, from 1; what is none of them counts characters.
    pub(super) fn of(entry: f64) -> Self {
        match entry.round() as i64 {
            2 => Self::CharactersExcludingSpaces,
            3 => Self::Words,
            4 => Self::Lines,
            _ => Self::Characters,
        }
    }
}

/// Units numbered as a selector counts them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Domain {
    /// Number of each unit, from 0; below `total`.
    pub(super) index: Vec<usize>,
    /// How many there are.
    pub(super) total: usize,
}

/// Numbers units. Line breaks are no units. A space counts with the next character where spaces are excluded (with
/// the last one at the end), and with the word before it (the first word at the start).
pub(super) fn domain(pieces: &[Piece], based: BasedOn) -> Domain {
    let mut index = Vec::with_capacity(pieces.len());
    let mut total = 0_usize;
    match based {
        BasedOn::Characters => {
            index.extend(0..pieces.len());
            total = pieces.len();
        }
        BasedOn::CharactersExcludingSpaces => {
            for piece in pieces {
                index.push(total);
                total += usize::from(!piece.space);
            }
        }
        BasedOn::Words => {
            let mut before: Option<&Piece> = None;
            for piece in pieces {
                let starts =
                    !piece.space && before.is_none_or(|before| before.space || before.line != piece.line);
                total += usize::from(starts);
                index.push(total.saturating_sub(1));
                before = Some(piece);
            }
        }
        BasedOn::Lines => {
            let mut before = None;
            for piece in pieces {
                total += usize::from(before != Some(piece.line));
                before = Some(piece.line);
                index.push(total.saturating_sub(1));
            }
        }
    }
    // Nothing but spaces is one word, and a space at the end has no next character.
    total = total.max(usize::from(!pieces.is_empty()));
    for place in &mut index {
        *place = (*place).min(total.saturating_sub(1));
    }
    Domain { index, total }
}

/// Units of 50 pixels on lines 120 apart.
#[cfg(test)]
pub(super) fn made(text: &str) -> Vec<Piece> {
    let mut line = 0;
    let mut out = Vec::new();
    let mut x = 0.0;
    for c in text.chars() {
        if c == '\n' {
            line += 1;
            x = 0.0;
            continue;
        }
        out.push(Piece {
            space: c == ' ',
            line,
            at: [x, 120.0 * line as f64],
            rotation: 0.0,
            advance: 50.0,
            size: 100.0,
        });
        x += 50.0;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(text: &str, based: BasedOn) -> (Vec<usize>, usize) {
        let domain = domain(&made(text), based);
        (domain.index, domain.total)
    }

    #[test]
    fn each_way_of_counting() {
        let text = "ab c\nd";
        assert_eq!(numbers(text, BasedOn::Characters), (vec![0, 1, 2, 3, 4], 5));
        assert_eq!(numbers(text, BasedOn::CharactersExcludingSpaces), (vec![0, 1, 2, 2, 3], 4));
        assert_eq!(numbers(text, BasedOn::Words), (vec![0, 0, 0, 1, 2], 3));
        assert_eq!(numbers(text, BasedOn::Lines), (vec![0, 0, 0, 0, 1], 2));
    }

    #[test]
    fn spaces_at_the_ends_count_with_a_neighbour() {
        assert_eq!(numbers(" a ", BasedOn::CharactersExcludingSpaces), (vec![0, 0, 0], 1));
        assert_eq!(numbers(" a  b", BasedOn::Words), (vec![0, 0, 0, 0, 1], 2));
        assert_eq!(numbers("  ", BasedOn::Words), (vec![0, 0], 1));
        assert_eq!(numbers("", BasedOn::Lines), (vec![], 0));
    }
}
