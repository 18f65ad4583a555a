//! Any bytes as a font file: it is refused, or shapes any text into finite outlines. Half of the inputs change one of the
//! bundled faces' bytes instead, which gets past the first checks.
#![no_main]

use inbetween::font::{Base, FontSet, Origin, Request, Run};
use libfuzzer_sys::fuzz_target;

const FACE: &[u8] = include_bytes!("../../crates/inbetween-text/faces/NotoSansHebrew-Regular.ttf");

fuzz_target!(|input: (bool, Vec<(u16, u8)>, &[u8], &str)| {
    let (whole, changes, bytes, text) = input;
    let mut file = if whole { bytes.to_vec() } else { FACE.to_vec() };
    for (at, byte) in changes.into_iter().take(64) {
        if let Some(place) = file.get_mut(usize::from(at)) {
            *place = byte;
        }
    }
    let mut set = FontSet::new();
    if set.add(file, Origin::Document).is_err() {
        return;
    }
    let run = Run { end: text.len(), request: 0, ligatures: true, kerning: true };
    let shaped = set.shape(text, &[Request::default()], &[run], Base::Auto);
    for cluster in &shaped.clusters {
        for glyph in &cluster.glyphs {
            if let Some(outline) = cluster.face.and_then(|face| set.outline(face, glyph.id)) {
                assert!(outline.is_finite());
            }
        }
    }
});
