//! Layout with the bundled faces. Noto Sans, in thousandths of an em: H 741, i 258, space 260, A 639, B 650, digits 572.

use super::super::{Adjust, GlyphSource, Layout, layout, relayout};
use inbetween_doc::Document;
use inbetween_text::FontSet;
use inbetween_types::text::{BaselineOption, Caps, Direction, StyleRange};
use inbetween_types::{Justification, TextDocument, TextStyle};

/// A text of 100 pixels in Noto Sans.
pub(super) fn text(content: &str) -> TextDocument {
    let style = TextStyle {
        font: "NotoSans-Regular".to_owned(),
        font_size: 100.0,
        leading: Some(120.0),
        ..TextStyle::default()
    };
    TextDocument { text: content.to_owned(), style, ..TextDocument::default() }
}

pub(super) fn laid(text: &TextDocument) -> Layout {
    layout(&Document::default(), &FontSet::bundled(), text, None)
}

/// Units from left to right, line by line.
fn visual(layout: &Layout) -> Vec<String> {
    let mut out = Vec::new();
    for line in &layout.lines {
        let mut units: Vec<_> = layout.units[line.units.clone()].iter().collect();
        units.sort_by(|a, b| a.at[0].total_cmp(&b.at[0]));
        out.push(units.iter().map(|unit| unit.text.as_str()).collect());
    }
    out
}

fn pens(layout: &Layout) -> Vec<f64> {
    layout.units.iter().map(|unit| (unit.at[0] * 1e6).round() / 1e6).collect()
}

#[test]
fn point_text_advances_by_the_face() {
    let layout = laid(&text("Hi H"));
    assert_eq!(pens(&layout), [0.0, 74.1, 99.9, 125.9]);
    assert!(!layout.estimated && layout.stand_ins.is_empty() && layout.missing.is_empty());
}

#[test]
fn every_justification_of_point_text() {
    let first = |justification| {
        let mut text = text("HH\rH");
        text.style.justification = justification;
        let layout = laid(&text);
        [pens(&layout)[0], pens(&layout)[2]]
    };
    assert_eq!(first(Justification::Left), [0.0, 0.0]);
    assert_eq!(first(Justification::Right), [-148.2, -74.1]);
    assert_eq!(first(Justification::Center), [-74.1, -37.05]);
    for justified in [
        Justification::JustifyLastLeft,
        Justification::JustifyLastRight,
        Justification::JustifyLastCenter,
        Justification::JustifyFull,
    ] {
        assert_eq!(first(justified), [0.0, 0.0], "without a box there is nothing to fill");
    }
}

#[test]
fn every_justification_of_box_text() {
    // "H H" is 174.2 wide and "H H H" 274.4, so 250 pixels hold two; 75.8 are left over in the first line.
    let places = |justification| {
        let mut text = text("H H H");
        text.box_size = Some([250.0, 300.0]);
        text.style.justification = justification;
        let layout = laid(&text);
        assert_eq!(layout.lines.len(), 2);
        assert_eq!(layout.lines.iter().map(|line| line.units.clone()).collect::<Vec<_>>(), [0..4, 4..5]);
        let pens = pens(&layout);
        [pens[0], pens[2], pens[4]]
    };
    assert_eq!(places(Justification::Left), [0.0, 100.1, 0.0]);
    assert_eq!(places(Justification::Right), [75.8, 175.9, 175.9]);
    assert_eq!(places(Justification::Center), [37.9, 138.0, 87.95]);
    assert_eq!(places(Justification::JustifyLastLeft), [0.0, 175.9, 0.0]);
    assert_eq!(places(Justification::JustifyLastRight), [0.0, 175.9, 175.9]);
    assert_eq!(places(Justification::JustifyLastCenter), [0.0, 175.9, 87.95]);
    assert_eq!(places(Justification::JustifyFull), [0.0, 175.9, 0.0]);
}

#[test]
fn a_right_to_left_paragraph_swaps_left_and_right() {
    let mut text = text("שלום");
    text.style.font = "NotoSansHebrew-Regular".to_owned();
    text.paragraph.direction = Direction::RightToLeft;
    let layout = laid(&text);
    assert!(layout.lines[0].rtl);
    let right = layout.units[0].at[0] + layout.units[0].advance;
    assert!(right.abs() < 1e-9, "the first letter ends at the anchor: {right}");
}

#[test]
fn bidirectional_text_is_placed_visually_and_kept_logically() {
    let text = text("AE 24 שלום 7");
    let layout = laid(&text);
    let logical: String = layout.units.iter().map(|unit| unit.text.as_str()).collect();
    assert_eq!(logical, "AE 24 שלום 7");
    assert_eq!(visual(&layout), ["AE 24 7 םולש"]);
    assert_eq!(layout.words, 4);
}

#[test]
fn a_persian_word_is_joined_and_ordered_from_the_right() {
    let layout = laid(&text("سلام دنیا"));
    let texts: Vec<_> = layout.units.iter().map(|unit| unit.text.as_str()).collect();
    assert_eq!(texts, ["س", "لا", "م", " ", "د", "ن", "ی", "ا"]);
    let pens = pens(&layout);
    assert!(pens.windows(2).all(|two| two[0] > two[1]), "{pens:?}");
    // Units touch: each ends where the one before it starts.
    for two in layout.units.windows(2) {
        assert!((two[1].at[0] + two[1].advance - two[0].at[0]).abs() < 1e-9);
    }
}

#[test]
fn chinese_wraps_between_characters_and_fills_its_lines() {
    let mut text = text("你好世界你好");
    text.box_size = Some([430.0, 400.0]);
    text.style.justification = Justification::JustifyLastLeft;
    let layout = laid(&text);
    assert_eq!(visual(&layout), ["你好世界", "你好"]);
    assert_eq!(pens(&layout), [0.0, 110.0, 220.0, 330.0, 0.0, 100.0]);
}

#[test]
fn styles_of_ranges_have_their_own_sizes_and_shifts() {
    let mut text = text("HHH");
    let big = TextStyle { font_size: 200.0, baseline_shift: 30.0, ..text.style.clone() };
    text.ranges.push(StyleRange { range: 1..2, style: big });
    let layout = laid(&text);
    assert_eq!(pens(&layout), [0.0, 74.1, 222.3]);
    let heights: Vec<f64> = layout.units.iter().map(|unit| unit.at[1]).collect();
    assert_eq!(heights, [0.0, -30.0, 0.0]);
    let sizes: Vec<f64> = layout.units.iter().map(|unit| layout.style_of(unit).unwrap().font_size).collect();
    assert_eq!(sizes, [100.0, 200.0, 100.0]);
}

#[test]
fn the_largest_leading_of_a_line_counts() {
    let mut text = text("H\rHH\rH");
    let style = TextStyle { leading: Some(200.0), ..text.style.clone() };
    text.ranges.push(StyleRange { range: 3..4, style });
    let baselines: Vec<f64> = laid(&text).lines.iter().map(|line| line.baseline).collect();
    assert_eq!(baselines, [0.0, 200.0, 320.0]);
}

#[test]
fn capitals_keep_the_bytes_of_what_was_typed() {
    let mut text = text("hßi");
    text.style.caps = Caps::All;
    let layout = laid(&text);
    let ranges: Vec<_> = layout.units.iter().map(|unit| unit.range.clone()).collect();
    assert_eq!(ranges, [0..1, 1..3, 1..3, 3..4]);
    text.style.caps = Caps::Small;
    text.text = "Hh".to_owned();
    assert_eq!(pens(&laid(&text)), [0.0, 74.1]);
    let small = &laid(&text).units[1];
    assert!((small.advance - 0.7 * 74.1).abs() < 1e-9, "{}", small.advance);
}

#[test]
fn scales_and_scripts_change_glyphs() {
    let mut wide = text("H");
    wide.style.horizontal_scaling = 50.0;
    wide.style.vertical_scaling = 200.0;
    let ink = laid(&wide).ink().unwrap();
    let plain = laid(&text("H")).ink().unwrap();
    assert!((ink.width() - plain.width() / 2.0).abs() < 1e-9 && (ink.y0 + 142.8).abs() < 1e-9, "{ink:?}");
    let mut raised = text("H");
    raised.style.baseline_option = BaselineOption::Superscript;
    let unit = &laid(&raised).units[0];
    assert!((unit.at[1] + 33.3).abs() < 1e-9 && (unit.advance - 58.3 * 0.741).abs() < 1e-9);
}

#[test]
fn faux_styles_change_the_outline_but_not_the_advance() {
    let plain = laid(&text("H"));
    let mut other = text("H");
    other.style.faux_bold = true;
    let bold = laid(&other);
    other.style.faux_bold = false;
    other.style.faux_italic = true;
    let slanted = laid(&other);
    assert_eq!(bold.units[0].advance, plain.units[0].advance);
    let (p, b, s) = (plain.ink().unwrap(), bold.ink().unwrap(), slanted.ink().unwrap());
    assert!((b.width() - p.width() - 100.0 / 32.0).abs() < 1e-6, "{b:?}");
    // The tangent of 12 degrees over the height of a capital.
    assert!((s.width() - p.width() - 71.4 * 0.212_556_561_67).abs() < 1e-6, "{s:?}");
}

#[test]
fn manual_kerning_and_tsume() {
    let mut kerned = text("AV");
    kerned.style.kerning_type = inbetween_types::text::KerningType::Manual;
    kerned.style.kerning = 100.0;
    assert_eq!(pens(&laid(&kerned)), [0.0, 73.9]);
    let mut tight = text("HH");
    tight.style.tsume = 1.0;
    let layout = laid(&tight);
    let (a, b) = (layout.units[0].placed_ink().unwrap(), layout.units[1].placed_ink().unwrap());
    assert!(a.x0.abs() < 1e-9 && (a.x1 - b.x0).abs() < 1e-9, "{a:?} {b:?}");
}

#[test]
fn indents_margins_and_spaces_of_paragraphs() {
    let mut text = text("H H\rH");
    text.box_size = Some([130.0, 400.0]);
    text.paragraph.first_line_indent = 20.0;
    text.paragraph.left_margin = 10.0;
    text.paragraph.space_before = 5.0;
    let layout = laid(&text);
    assert_eq!(pens(&layout)[0], 30.0);
    assert_eq!(pens(&layout)[2], 10.0);
    let baselines: Vec<f64> =
        layout.lines.iter().map(|line| (line.baseline - layout.lines[0].baseline).round()).collect();
    assert_eq!(baselines, [0.0, 120.0, 245.0]);
}

#[test]
fn extra_tracking_justifies_again() {
    let mut text = text("HH");
    text.style.justification = Justification::Center;
    let layout = laid(&text);
    let adjust = Adjust { tracking: vec![[0.0, 10.0], [0.0, 0.0]], line_spacing: Vec::new() };
    assert_eq!(pens(&relayout(&layout, &adjust)), [-79.1, 5.0]);
    assert_eq!(relayout(&layout, &Adjust::default()), layout);
}

#[test]
fn extra_line_spacing_moves_the_lines_below() {
    let layout = laid(&text("H\rH\rH"));
    let adjust = Adjust { tracking: Vec::new(), line_spacing: vec![[9.0, 9.0], [3.0, 10.0], [0.0, 5.0]] };
    let places: Vec<_> = relayout(&layout, &adjust).units.iter().map(|unit| unit.at).collect();
    assert_eq!(places, [[0.0, 0.0], [3.0, 130.0], [3.0, 255.0]]);
}

#[test]
fn a_stand_in_is_named_and_bold_stands_in_for_bold() {
    let mut text = text("Hi");
    text.style.font = "Futura-Bold".to_owned();
    let layout = laid(&text);
    assert_eq!(layout.stand_ins.len(), 1);
    assert_eq!(
        (layout.stand_ins[0].font.as_str(), layout.stand_ins[0].face.as_str()),
        ("Futura-Bold", "NotoSans-Bold")
    );
    assert!(!layout.stand_ins[0].partial && !layout.estimated);
}

#[test]
fn characters_that_no_face_has_are_listed() {
    let layout = laid(&text("a😀b"));
    assert_eq!(layout.missing, "😀");
    assert!(layout.estimated);
    assert_eq!(layout.units[1].glyph, GlyphSource::None);
}

#[test]
fn vertical_text_runs_down_and_its_lines_to_the_left() {
    let mut text = text("你a\r好");
    text.vertical = true;
    let layout = laid(&text);
    let [first, latin, second] = &layout.units[..] else { panic!("three units") };
    assert_eq!((first.at, first.rotation), ([-50.0, 88.0], 0.0));
    assert_eq!((latin.rotation, latin.at[1]), (90.0, 100.0));
    assert_eq!(second.at, [-170.0, 88.0]);
}

#[test]
fn words_and_lines_are_counted() {
    let layout = laid(&text("one  two\r three"));
    let words: Vec<_> = layout.units.iter().filter(|unit| !unit.space).map(|unit| unit.word).collect();
    assert_eq!(words, [0, 0, 0, 1, 1, 1, 2, 2, 2, 2, 2]);
    assert_eq!((layout.words, layout.lines.len()), (3, 2));
    assert_eq!(layout.units.iter().filter(|unit| unit.line == 1).count(), 6);
}
