//! Any bytes that are a document are drawn, small, without a panic and the same twice.
#![no_main]

use inbetween::{Frames, OpenOptions, Project, Quality, RenderOptions, Size};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let mut options = OpenOptions::default();
    options.limits.file_bytes = 1 << 18;
    options.limits.layers = 200;
    options.limits.fuel = 20_000;
    options.limits.engine_memory = 16 << 20;
    let Ok(project) = Project::open(data, &options) else { return };
    let mut draw = RenderOptions::default();
    draw.size = Size::Longer(24);
    let mut pictures = Vec::new();
    for quality in [Quality::Fast, Quality::Reference, Quality::Fast] {
        draw.quality = quality;
        draw.frames = Frames::One(1.0);
        pictures.push(project.picture(0.1, &draw).map(|(picture, _)| picture).ok());
    }
    assert!(pictures.first() == pictures.last());
});
