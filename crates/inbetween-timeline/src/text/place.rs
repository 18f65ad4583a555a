//! Lines: where they break, and where their units stand.

use super::path::PathOptions;
use super::shape::{Paragraph, SCRIPT_SHIFT};
use super::{Adjust, Layout, Line, Unit};
use inbetween_types::text::{BaselineOption, Direction, ParagraphStyle};
use inbetween_types::{Justification, TextDocument, TextStyle};

/// What places lines.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Frame {
    /// Width of the box (its height in vertical text); `None` for point text.
    width: Option<f64>,
    /// First baseline; in vertical text the middle of the first line.
    top: f64,
    /// Left edge; in vertical text the upper one.
    left: f64,
    justification: Justification,
    paragraph: ParagraphStyle,
    vertical: bool,
    path: Option<PathOptions>,
}

/// Distance of baselines of a style.
fn leading(style: &TextStyle) -> f64 {
    style.leading.unwrap_or(style.font_size * 1.2)
}

impl Frame {
    /// For a text whose first style has this ascent in pixels.
    pub(super) fn new(text: &TextDocument, ascent: f64, path: Option<&PathOptions>) -> Self {
        let [x, y] = text.box_position.unwrap_or([0.0; 2]);
        let half = text.style_at(0).font_size / 2.0;
        let (width, left, top) = match (text.box_size, text.vertical) {
            (None, _) => (None, 0.0, 0.0),
            (Some([width, _]), false) => (Some(width), x, y + ascent),
            (Some([width, height]), true) => (Some(height), y, x + width - half),
        };
        Self {
            width,
            top,
            left,
            justification: text.style.justification,
            paragraph: text.paragraph,
            vertical: text.vertical,
            path: path.cloned(),
        }
    }
}

/// Cuts a paragraph into lines, which it appends with the paragraph's units.
pub(super) fn cut(paragraph: &mut Paragraph, text: &TextDocument, layout: &mut Layout) {
    let start = layout.units.len();
    let mut units = std::mem::take(&mut paragraph.units);
    let margins = text.paragraph.left_margin.max(0.0) + text.paragraph.right_margin.max(0.0);
    let width = text.box_size.map(|size| if text.vertical { size[1] } else { size[0] } - margins);
    let ends = width.map_or_else(Vec::new, |width| wrap(&mut units, width, text.paragraph.first_line_indent));
    let count = units.len();
    let before = layout.units.last().map_or(0, |unit| unit.style);
    layout.units.append(&mut units);
    let mut from = 0;
    for (place, end) in ends.iter().copied().chain([count]).enumerate() {
        let inside = start + from..start + end;
        let styles = layout.units.get(inside.clone()).unwrap_or_default().iter().map(|unit| unit.style);
        // An empty line has the style of what is before it.
        let styles = styles.chain((from == end).then_some(before));
        let leading =
            styles.filter_map(|style| layout.styles.get(style)).map(leading).reduce(f64::max).unwrap_or(0.0);
        layout.lines.push(Line {
            units: inside,
            rtl: paragraph.rtl,
            first: place == 0,
            last: end == count && place == ends.len(),
            leading,
            ..Line::default()
        });
        from = end;
    }
}

/// Ends of the lines of a paragraph, its own end left out. A word that does not fit stands alone; spaces at a break
/// take no room.
fn wrap(units: &mut [Unit], width: f64, indent: f64) -> Vec<usize> {
    let mut ends = Vec::new();
    let mut start = 0;
    let mut at = 0;
    let mut sum = indent;
    while at < units.len() {
        // The next piece that stays together: up to a place where a line may end.
        let piece = units.get(at..).unwrap_or_default();
        let length = piece
            .iter()
            .enumerate()
            .skip(1)
            .find(|(_, unit)| unit.breaks || unit.space)
            .map_or(piece.len(), |(length, _)| length);
        let piece = piece.get(..length).unwrap_or_default();
        let space = piece.first().is_some_and(|unit| unit.space);
        let full: f64 = piece.iter().map(|unit| unit.advance + unit.tracking).sum();
        let trailing = piece.last().map_or(0.0, |unit| unit.tracking);
        if at > start && !space && sum + full - trailing > width {
            for unit in units.get_mut(start..at).unwrap_or_default().iter_mut().rev() {
                if !unit.space {
                    break;
                }
                unit.hanging = true;
            }
            ends.push(at);
            start = at;
            sum = 0.0;
        }
        sum += full;
        at += length.max(1);
    }
    ends
}

/// Gives every unit its place.
pub(super) fn place(layout: &mut Layout, adjust: &Adjust) {
    let Layout { units, lines, styles, frame, .. } = layout;
    let mut shift = [0.0; 2];
    let mut baseline = frame.top;
    for (number, line) in lines.iter_mut().enumerate() {
        if number > 0 {
            baseline += line.leading;
            if line.first {
                baseline += frame.paragraph.space_before + frame.paragraph.space_after;
            }
            let extra = adjust.line_spacing.get(line.units.start).copied().unwrap_or_default();
            shift = [shift[0] + extra[0], shift[1] + extra[1]];
        }
        place_line(units, line, styles, frame, adjust, [shift[0], baseline + shift[1]]);
    }
    if frame.vertical {
        stand(units, frame);
    } else if let Some(path) = &frame.path {
        super::path::bend(units, lines, path, frame.justification);
    }
}

fn place_line(
    units: &mut [Unit],
    line: &mut Line,
    styles: &[TextStyle],
    frame: &Frame,
    adjust: &Adjust,
    [shift, baseline]: [f64; 2],
) {
    let first = line.units.start;
    let Some(inside) = units.get_mut(line.units.clone()) else { return };
    let order = visual(inside, line.rtl);
    let extra = |at: usize| adjust.tracking.get(first + at).copied().unwrap_or_default();
    let drawn = inside.iter().filter(|unit| !unit.hanging).count();
    // Tracking stands between units: none after the last.
    let mut natural = 0.0;
    let mut seen = 0;
    for &at in &order {
        let Some(unit) = inside.get(at).filter(|unit| !unit.hanging) else { continue };
        seen += 1;
        natural += unit.advance + extra(at)[0] + extra(at)[1];
        if seen < drawn {
            natural += unit.tracking;
        }
    }
    let paragraph = &frame.paragraph;
    let indent = if line.first { paragraph.first_line_indent } else { 0.0 };
    let (mut lead, mut trail) = (paragraph.left_margin, paragraph.right_margin);
    if line.rtl {
        trail += indent;
    } else {
        lead += indent;
    }
    let room = frame.width.map_or(-natural, |width| width - lead - trail - natural);
    let boxed = frame.width.is_some();
    let swap = paragraph.direction == Direction::RightToLeft;
    let (share, stretch) = match frame.justification {
        Justification::Left => (f64::from(u8::from(swap)), false),
        Justification::Right => (f64::from(u8::from(!swap)), false),
        Justification::Center => (0.5, false),
        Justification::JustifyFull => (0.0, boxed),
        _ if !line.last => (0.0, boxed),
        Justification::JustifyLastRight if boxed => (f64::from(u8::from(!swap)), false),
        Justification::JustifyLastCenter if boxed => (0.5, false),
        _ => (f64::from(u8::from(swap && boxed)), false),
    };
    let mut spaces = inside.iter().filter(|unit| unit.space && !unit.hanging).count();
    // Text without spaces (Chinese, Japanese) is spread where it may break.
    let tight = spaces == 0;
    if tight {
        spaces = inside.iter().skip(1).filter(|unit| unit.breaks).count();
    }
    #[expect(clippy::cast_precision_loss, reason = "counts of characters are small")]
    let gap = if stretch && spaces > 0 { room.max(0.0) / spaces as f64 } else { 0.0 };
    let mut pen = frame.left + lead + room * share + shift;
    line.left = pen;
    line.baseline = baseline;
    let mut end = pen;
    for &at in &order {
        let [before, after] = extra(at);
        let spread = if tight {
            inside.get(at + 1).is_some_and(|next| next.breaks)
        } else {
            inside.get(at).is_some_and(|unit| unit.space)
        };
        let Some(unit) = inside.get_mut(at) else { continue };
        let raised = styles.get(unit.style).map_or(0.0, raised);
        unit.rotation = 0.0;
        unit.at = [pen + before, baseline - raised];
        if unit.hanging {
            continue;
        }
        pen = unit.at[0] + unit.advance;
        end = pen;
        pen += after + unit.tracking + if spread { gap } else { 0.0 };
    }
    line.width = end - line.left;
}

/// How far over the line's baseline a style's characters stand.
fn raised(style: &TextStyle) -> f64 {
    let script = match style.baseline_option {
        BaselineOption::Superscript => SCRIPT_SHIFT * style.font_size,
        BaselineOption::Subscript => -SCRIPT_SHIFT * style.font_size,
        _ => 0.0,
    };
    style.baseline_shift + script
}

/// Places in a line from left to right (UAX #9, rules L1 and L2).
fn visual(units: &[Unit], rtl: bool) -> Vec<usize> {
    let base = u8::from(rtl);
    let mut levels: Vec<u8> = units.iter().map(|unit| unit.level.max(base)).collect();
    for (level, unit) in levels.iter_mut().zip(units).rev() {
        if !unit.space {
            break;
        }
        *level = base;
    }
    inbetween_text::visual_order(&levels)
}

/// Height of the baseline in the em box of upright characters.
const EM_BASELINE: f64 = 0.88;

/// Turns lines down: what ran to the right runs down, and lines follow each other to the left.
fn stand(units: &mut [Unit], frame: &Frame) {
    for unit in units {
        let [down, across] = unit.at;
        let middle = frame.top - (across - frame.top);
        if unit.upright {
            unit.at = [middle - unit.advance / 2.0, down + unit.advance * EM_BASELINE];
        } else {
            unit.rotation = 90.0;
            unit.at = [middle - (unit.ascent - unit.descent) / 2.0, down];
        }
    }
}
