//! Pictures and scenes of small files, one behaviour each, as they were looked at when they were committed.
//! `cargo run -p inbetween-tests --example golden` draws them anew.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

use inbetween_tests::golden::{Golden, TEXT_EXAMPLES, cases, draw, draw_text};
use inbetween_tests::pictures::decode;
use std::fs;

#[test]
fn every_case_looks_and_reads_as_it_did() {
    let files = cases();
    assert!(files.len() > 100, "{} cases", files.len());
    compare(files.into_iter().map(draw));
}

#[test]
fn animated_text_looks_as_it_did() {
    compare(TEXT_EXAMPLES.into_iter().map(draw_text));
}

fn compare(drawn: impl Iterator<Item = Golden>) {
    let mut wrong = Vec::new();
    for golden in drawn {
        let name = golden.file.file_stem().unwrap().to_string_lossy().into_owned();
        let (width, height, pixels) = decode(&fs::read(golden.file.with_extension("png")).unwrap());
        assert_eq!(golden.size, [width as usize, height as usize], "{name}");
        let off = golden.pixels.iter().zip(&pixels).filter(|(a, b)| a != b).count();
        if off > 0 {
            wrong.push(format!("{name}: {off} bytes of the picture differ"));
        }
        if golden.text != fs::read_to_string(golden.file.with_extension("txt")).unwrap() {
            wrong.push(format!("{name}: the scene differs"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn no_case_is_empty_and_no_finding_is_serious() {
    for file in cases() {
        let golden = draw(file);
        let shown = golden.pixels.chunks(4).filter(|pixel| pixel[3] > 0).count();
        assert!(shown > 20, "{} shows nothing", golden.file.display());
        assert!(
            golden.text.lines().all(|l| !l.starts_with("finding") || l.contains("draw/approximate-effect")),
            "{}: {}",
            golden.file.display(),
            golden.text
        );
    }
}
