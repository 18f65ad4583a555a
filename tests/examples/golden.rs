//! Draws the cases of `tests/golden` anew. Look at what changed before committing it.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a tool for the makers")]

use inbetween_tests::golden::{TEXT_EXAMPLES, cases, draw, draw_text};
use std::fs;
use std::io::BufWriter;

fn main() {
    fs::create_dir_all(inbetween_tests::root().join("tests/golden/text")).unwrap();
    for golden in cases().into_iter().map(draw).chain(TEXT_EXAMPLES.map(draw_text)) {
        let [width, height] = golden.size;
        let picture = golden.file.with_extension("png");
        let mut bytes = Vec::new();
        {
            let mut encoder = png::Encoder::new(
                BufWriter::new(&mut bytes),
                width.try_into().unwrap(),
                height.try_into().unwrap(),
            );
            encoder.set_color(png::ColorType::Rgba);
            encoder.set_compression(png::Compression::High);
            encoder.write_header().unwrap().write_image_data(&golden.pixels).unwrap();
        }
        let text = golden.file.with_extension("txt");
        for (path, new) in [(picture, bytes), (text, golden.text.into_bytes())] {
            if fs::read(&path).ok().as_deref() != Some(new.as_slice()) {
                fs::write(&path, new).unwrap();
                println!("{}", path.display());
            }
        }
    }
}
