//! Shaping with the bundled faces. Advances are those of the faces' own tables, in thousandths of an em.
#![cfg(feature = "bundled-fonts")]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs, reason = "a test fails by panicking")]

use inbetween_text::{Base, Cluster, FontSet, Origin, Request, Run, Shaped, embolden};
use kurbo::Shape;

fn shape(text: &str) -> Shaped {
    let run = Run { end: text.len(), request: 0, ligatures: true, kerning: true };
    FontSet::bundled().shape(text, &[Request::default()], &[run], Base::Auto)
}

fn texts<'a>(text: &'a str, shaped: &Shaped) -> Vec<&'a str> {
    shaped.clusters.iter().map(|c| &text[c.range.clone()]).collect()
}

/// Clusters from left to right when the text is one line.
fn visual(text: &str) -> Vec<String> {
    let shaped = shape(text);
    let mut clusters: Vec<&Cluster> = shaped.clusters.iter().collect();
    let highest = clusters.iter().map(|c| c.level).max().unwrap_or(0);
    for level in (1..=highest).rev() {
        let mut from = 0;
        while from < clusters.len() {
            let run = clusters[from..].iter().take_while(|c| c.level >= level).count();
            clusters[from..from + run].reverse();
            from += run.max(1);
        }
    }
    clusters.iter().map(|c| text[c.range.clone()].to_owned()).collect()
}

#[test]
fn all_bundled_faces_are_read() {
    let set = FontSet::bundled();
    let names: Vec<_> = set.faces().map(|face| face.postscript_name.as_str()).collect();
    assert_eq!(
        names,
        [
            "NotoSans-Regular",
            "NotoSans-Bold",
            "NotoSansArabic-Regular",
            "NotoSansHebrew-Regular",
            "NotoSansCJKsc-Regular"
        ]
    );
}

#[test]
fn latin_has_the_advances_of_the_face() {
    let shaped = shape("Hi 8");
    let advances: Vec<f64> = shaped.clusters.iter().map(|c| (c.advance * 1e3).round()).collect();
    assert_eq!(advances, [741.0, 258.0, 260.0, 572.0]);
    assert!(!shaped.rtl);
}

#[test]
fn kerning_can_be_switched_off() {
    let with = |kerning| {
        let run = Run { end: 2, request: 0, ligatures: true, kerning };
        let shaped = FontSet::bundled().shape("AV", &[Request::default()], &[run], Base::Auto);
        shaped.clusters.iter().map(|c| c.advance).sum::<f64>()
    };
    assert!((with(false) - 1.239).abs() < 1e-9, "{}", with(false));
    assert!(with(true) < with(false));
}

#[test]
fn a_font_is_found_by_name_and_by_family_and_style() {
    let set = FontSet::bundled();
    let named = |name: &str, family: &str, style: &str| {
        let request = Request { name: name.to_owned(), family: family.to_owned(), style: style.to_owned() };
        let found = set.find(&request).unwrap();
        (set.face(found.face).unwrap().postscript_name.clone(), found.exact, found.slant)
    };
    assert_eq!(named("NotoSans-Bold", "", ""), ("NotoSans-Bold".to_owned(), true, false));
    assert_eq!(named("x", "Noto Sans", "Bold"), ("NotoSans-Bold".to_owned(), true, false));
    assert_eq!(named("x", "noto sans", "Roman"), ("NotoSans-Regular".to_owned(), true, false));
    assert_eq!(
        named("Helvetica-BoldOblique", "Helvetica", "Bold Oblique"),
        ("NotoSans-Bold".to_owned(), false, true)
    );
    assert_eq!(named("Futura", "Futura", "Medium"), ("NotoSans-Regular".to_owned(), false, false));
}

#[test]
fn persian_letters_join_and_a_non_joiner_parts_them() {
    let glyphs = |text: &str| -> Vec<Vec<u32>> {
        shape(text).clusters.iter().map(|c| c.glyphs.iter().map(|glyph| glyph.id).collect()).collect()
    };
    let (joined, apart) = (glyphs("\u{628}\u{628}"), glyphs("\u{628}\u{200c}\u{628}"));
    let alone = glyphs("\u{628}")[0][0];
    assert!(joined.iter().flatten().all(|id| *id != alone) && joined[0] != joined[1], "{joined:?}");
    assert!(apart.iter().all(|glyphs| glyphs.contains(&alone)), "{apart:?}");
    let word = shape("سلام");
    assert!(word.rtl && word.clusters.iter().all(|c| c.level == 1 && !c.missing));
}

#[test]
fn lam_alef_is_one_cluster() {
    let text = "سلام";
    assert_eq!(texts(text, &shape(text)), ["س", "لا", "م"]);
}

#[test]
fn digits_stay_left_to_right_inside_right_to_left_text() {
    assert_eq!(visual("שלום 123 abc").concat(), "abc 123 םולש");
    assert_eq!(visual("AE 24 שלום").concat(), "AE 24 םולש");
}

#[test]
fn chinese_may_break_between_characters_but_not_before_a_full_stop() {
    let text = "你好，世界。";
    let shaped = shape(text);
    let breaks: Vec<_> =
        shaped.clusters.iter().filter(|c| c.breaks).map(|c| &text[c.range.clone()]).collect();
    assert_eq!(breaks, ["好", "世", "界"]);
    assert!(shaped.clusters.iter().all(|c| !c.missing && (c.advance - 1.0).abs() < 1e-9));
}

#[test]
fn latin_breaks_after_spaces_and_hyphens() {
    let text = "one well-known";
    let breaks: Vec<_> = shape(text).clusters.iter().filter(|c| c.breaks).map(|c| c.range.start).collect();
    assert_eq!(breaks, [4, 9]);
}

#[test]
fn emoji_sequences_and_marks_are_one_cluster() {
    let text = "👨‍👩‍👧🇮🇷e\u{301}";
    let shaped = shape(text);
    assert_eq!(texts(text, &shaped), ["👨‍👩‍👧", "🇮🇷", "e\u{301}"]);
    assert_eq!(shaped.clusters.iter().map(|c| c.missing).collect::<Vec<_>>(), [true, true, false]);
}

#[test]
fn without_faces_graphemes_are_missing_but_have_directions_and_breaks() {
    let text = "ab שלום";
    let shaped = FontSet::new().shape(text, &[], &[], Base::Auto);
    assert_eq!(shaped.clusters.len(), 7);
    assert!(shaped.clusters.iter().all(|c| c.missing));
    assert_eq!(shaped.clusters[3].level, 1);
    assert!(shaped.clusters[3].breaks);
}

#[test]
fn outlines_stand_on_the_baseline() {
    let set = FontSet::bundled();
    let shaped = shape("H");
    let outline = set.outline(0, shaped.clusters[0].glyphs[0].id).unwrap();
    let rect = outline.bounding_box();
    assert_eq!((rect.y0 * 1e3, rect.y1), (-714.0, 0.0));
    let bold = embolden(&outline, 0.01).bounding_box();
    assert!((bold.width() - rect.width() - 0.02).abs() < 1e-9 && (bold.y1 - 0.01).abs() < 1e-9, "{bold:?}");
}

#[test]
fn a_round_letter_grows_bolder() {
    let set = FontSet::bundled();
    let outline = set.outline(0, shape("o").clusters[0].glyphs[0].id).unwrap();
    let bold = embolden(&outline, 0.02);
    assert!(bold.area().abs() > outline.area().abs());
    let wider = bold.bounding_box().width() - outline.bounding_box().width();
    assert!((wider - 0.04).abs() < 2e-3, "{wider}");
}

#[test]
fn bytes_that_are_no_font_are_refused() {
    let mut set = FontSet::new();
    assert!(set.add(vec![0; 40], Origin::Folder).is_err());
    assert!(set.add(Vec::new(), Origin::Folder).is_err());
    let mut cut = include_bytes!("../faces/NotoSans-Regular.ttf").to_vec();
    cut.truncate(9000);
    // Whether it is refused or not, shaping with it must not fall over.
    let _ = set.add(cut, Origin::Folder);
    let run = Run { end: 2, request: 0, ligatures: true, kerning: true };
    let _ = set.shape("ab", &[Request::default()], &[run], Base::Auto);
}

#[test]
fn shaping_is_the_same_again() {
    let text = "سلام 12 hello 你好";
    assert_eq!(shape(text), shape(text));
}

#[test]
fn embedding_levels_order_the_places() {
    use inbetween_text::visual_order;
    assert_eq!(visual_order(&[0, 1, 1, 0]), [0, 2, 1, 3]);
    // Latin within Hebrew keeps its own order.
    assert_eq!(visual_order(&[1, 2, 2, 1]), [3, 1, 2, 0]);
    assert!(visual_order(&[]).is_empty());
}
