//! Texts and styles at random: nothing falls over, and units and lines keep their promises.

use super::super::{Adjust, Layout, PathOptions, layout, relayout};
use inbetween_doc::Document;
use inbetween_text::FontSet;
use inbetween_types::text::{
    BaselineDirection, BaselineOption, Caps, Direction, KerningType, ParagraphStyle, StyleRange,
};
use inbetween_types::{Justification, Path, TextDocument, TextStyle};
use std::sync::Arc;

/// A small generator of numbers, the same each time.
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }

    fn below(&mut self, count: usize) -> usize {
        self.next() as usize % count
    }

    fn of<T: Clone>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())].clone()
    }

    fn number(&mut self) -> f64 {
        self.of(&[0.0, 1.0, -1.0, 12.5, 100.0, -300.0, 1e-9, 1e9, -1e12, f64::NAN, f64::INFINITY, f64::MAX])
    }
}

const PIECES: [&str; 24] = [
    "a",
    "fi",
    "H i",
    " ",
    "\r",
    "\r\n",
    "\u{3}",
    "\t",
    "\0",
    "שלום",
    "سلا",
    "لا",
    "\u{200c}",
    "\u{200d}",
    "\u{202e}",
    "\u{2067}",
    "123",
    "你好。",
    "👨‍👩‍👧",
    "🇮🇷",
    "e\u{301}\u{302}",
    "\u{301}",
    "ß",
    "\u{fffd}",
];

fn style(dice: &mut Dice) -> TextStyle {
    TextStyle {
        font: dice.of(&["NotoSans-Regular", "NotoSans-Bold", "None", ""]).to_owned(),
        font_size: if dice.below(3) == 0 { dice.number() } else { 40.0 },
        tracking: dice.number(),
        leading: dice.of(&[None, Some(50.0), Some(f64::NAN)]),
        baseline_shift: dice.number(),
        caps: dice.of(&[Caps::Normal, Caps::All, Caps::Small]),
        faux_bold: dice.below(2) == 0,
        faux_italic: dice.below(2) == 0,
        horizontal_scaling: if dice.below(3) == 0 { dice.number() } else { 100.0 },
        justification: dice.of(&[
            Justification::Left,
            Justification::Right,
            Justification::Center,
            Justification::JustifyLastLeft,
            Justification::JustifyFull,
        ]),
        baseline_option: dice.of(&[BaselineOption::Default, BaselineOption::Subscript]),
        baseline_direction: dice.of(&[BaselineDirection::Default, BaselineDirection::Rotated]),
        hindi_digits: dice.below(4) == 0,
        ligatures: dice.below(2) == 0,
        kerning_type: dice.of(&[KerningType::Metrics, KerningType::Manual]),
        kerning: dice.number(),
        tsume: dice.number(),
        ..TextStyle::default()
    }
}

fn text(dice: &mut Dice) -> TextDocument {
    let count = dice.below(14);
    let content: String = (0..count).map(|_| dice.of(&PIECES)).collect();
    let ranges = (0..dice.below(4))
        .map(|_| {
            let start = dice.below(30);
            StyleRange { range: start..start + dice.below(20), style: style(dice) }
        })
        .collect();
    TextDocument {
        text: content,
        style: style(dice),
        ranges,
        paragraph: ParagraphStyle {
            direction: dice.of(&[Direction::Auto, Direction::LeftToRight, Direction::RightToLeft]),
            first_line_indent: dice.number(),
            left_margin: dice.number(),
            ..ParagraphStyle::default()
        },
        vertical: dice.below(4) == 0,
        box_size: (dice.below(2) == 0).then(|| [dice.number(), dice.number()]),
        ..TextDocument::default()
    }
}

fn keeps_its_promises(layout: &Layout, text: &TextDocument) {
    let mut at = 0;
    for line in &layout.lines {
        assert_eq!(line.units.start, at, "lines follow each other");
        at = line.units.end;
    }
    assert_eq!(at, layout.units.len(), "lines hold all units");
    let (mut byte, mut from) = (0, 0);
    for unit in &layout.units {
        // Both capitals of a sharp s come from the same bytes.
        assert!(unit.range.start >= from && unit.range.end >= byte, "units are in logical order: {unit:?}");
        from = unit.range.start;
        let between = text.text.get(byte.min(unit.range.start)..unit.range.start).unwrap();
        assert!(
            between.chars().all(|c| matches!(c, '\r' | '\n' | '\u{3}')),
            "only breaks are left out: {between:?}"
        );
        byte = unit.range.end;
        assert!(layout.style_of(unit).is_some() && unit.word <= layout.words);
    }
    let rest = text.text.get(byte..).unwrap();
    assert!(rest.chars().all(|c| matches!(c, '\r' | '\n' | '\u{3}')), "{rest:?}");
}

#[test]
fn random_texts_are_laid_out() {
    let fonts = [FontSet::bundled(), FontSet::new()];
    let mut dice = Dice(7);
    for _ in 0..1500 {
        let text = text(&mut dice);
        let path = (dice.below(3) == 0).then(|| PathOptions {
            path: Arc::new(Path::new(
                vec![[0.0, 0.0], [dice.number(), 50.0], [100.0, dice.number()]],
                vec![],
                vec![],
                dice.below(2) == 0,
            )),
            reversed: dice.below(2) == 0,
            perpendicular: dice.below(2) == 0,
            force_alignment: dice.below(2) == 0,
            first_margin: dice.number(),
            last_margin: dice.number(),
        });
        for fonts in &fonts {
            let layout = layout(&Document::default(), fonts, &text, path.as_ref());
            keeps_its_promises(&layout, &text);
            let adjust = Adjust {
                tracking: vec![[dice.number(), dice.number()]; dice.below(9)],
                line_spacing: vec![[dice.number(), dice.number()]; dice.below(9)],
            };
            let again = relayout(&layout, &adjust);
            assert_eq!(again.units.len(), layout.units.len());
        }
    }
}

#[test]
fn a_long_text_is_laid_out() {
    let mut text = TextDocument { text: "سلام hello 你好 ".repeat(3000), ..TextDocument::default() };
    text.box_size = Some([400.0, 300.0]);
    let layout = layout(&Document::default(), &FontSet::bundled(), &text, None);
    keeps_its_promises(&layout, &text);
    assert!(layout.lines.len() > 100);
}
