#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test fails by panicking")]

mod faces;
mod hostile;
mod paths;

use super::layout;
use inbetween_doc::{Document, Font, Glyph};
use inbetween_text::FontSet;
use inbetween_types::{Justification, Path, TextDocument, TextStyle};
use kurbo::Rect;

/// Blocks of known widths: A 60, B 50, C 40, all 70 high; g 30 from -40 to 20.
fn document() -> Document {
    let glyph = |character: &str, advance: f64, top: f64, bottom: f64| Glyph {
        character: character.to_owned(),
        family: "Face".to_owned(),
        style: "Regular".to_owned(),
        size: 100.0,
        advance,
        paths: vec![Path::new(
            vec![[0.0, top], [advance, top], [advance, bottom], [0.0, bottom]],
            vec![],
            vec![],
            true,
        )],
        composition: None,
    };
    Document {
        fonts: vec![Font {
            name: "Face-Regular".to_owned(),
            family: "Face".to_owned(),
            style: "Regular".to_owned(),
            ascent: 75.0,
            path: String::new(),
        }],
        glyphs: vec![
            glyph("A", 60.0, -70.0, 0.0),
            glyph("B", 50.0, -70.0, 0.0),
            glyph("C", 40.0, -70.0, 0.0),
            glyph("g", 30.0, -40.0, 20.0),
        ],
        ..Document::default()
    }
}

fn ink(text: &str, change: impl FnOnce(&mut TextDocument)) -> [f64; 4] {
    let style = TextStyle {
        font: "Face-Regular".to_owned(),
        font_size: 100.0,
        leading: Some(120.0),
        ..TextStyle::default()
    };
    let mut text = TextDocument { text: text.to_owned(), style, ..TextDocument::default() };
    change(&mut text);
    let measured = layout(&document(), &FontSet::new(), &text, None);
    assert!(!measured.estimated);
    let rect = measured.ink().unwrap();
    [rect.x0, rect.y0, rect.width(), rect.height()]
}

#[test]
fn a_line_is_as_wide_as_its_glyphs() {
    assert_eq!(ink("ABC", |_| ()), [0.0, -70.0, 150.0, 70.0]);
    assert_eq!(ink("AB", |t| t.style.font_size = 50.0), [0.0, -35.0, 55.0, 35.0]);
    assert_eq!(ink("AgB", |_| ()), [0.0, -70.0, 140.0, 90.0]);
}

#[test]
fn justification_moves_the_line() {
    assert_eq!(ink("ABC", |t| t.style.justification = Justification::Center), [-75.0, -70.0, 150.0, 70.0]);
    assert_eq!(ink("AB", |t| t.style.justification = Justification::Right), [-110.0, -70.0, 110.0, 70.0]);
}

#[test]
fn a_line_break_moves_the_baseline_by_the_leading() {
    for text in ["AB\rC", "AB\nC", "AB\r\nC", "AB\u{3}C"] {
        assert_eq!(ink(text, |_| ()), [0.0, -70.0, 110.0, 190.0]);
    }
}

#[test]
fn tracking_stands_between_characters() {
    assert_eq!(ink("ABC", |t| t.style.tracking = 50.0), [0.0, -70.0, 160.0, 70.0]);
}

#[test]
fn box_text_wraps_and_starts_at_the_ascent() {
    let boxed = |t: &mut TextDocument| {
        t.box_size = Some([120.0, 300.0]);
        t.box_position = Some([-60.0, -50.0]);
    };
    // Baselines at -50 + 75 and 120 below: "A B" would be 135 wide.
    assert_eq!(ink("A B", boxed), [-60.0, -45.0, 60.0, 190.0]);
}

#[test]
fn a_font_without_glyphs_is_estimated() {
    let style = TextStyle { font: "Other".to_owned(), font_size: 40.0, ..TextStyle::default() };
    let text = TextDocument { text: "ab".to_owned(), style, ..TextDocument::default() };
    let measured = layout(&document(), &FontSet::new(), &text, None);
    assert!(measured.estimated);
    assert_eq!(measured.ink(), Some(Rect::new(0.0, -28.799999999999997, 40.0, 0.0)));
}

#[test]
fn no_text_has_no_ink() {
    assert_eq!(layout(&document(), &FontSet::new(), &TextDocument::default(), None).ink(), None);
}
