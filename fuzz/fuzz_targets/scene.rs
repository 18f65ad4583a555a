//! Scenes: any bytes are read without a panic; what a scene becomes is written as a scene that becomes the same.

#![no_main]

use inbetween::author::scene;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let _ = scene::is_scene(bytes);
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let load = |name: &str| (name.len() < 8).then(|| b"<svg xmlns='http://www.w3.org/2000/svg'/>".to_vec());
    // Raw pieces may nest deeper than a scene can be written.
    if let Ok(lowered) = scene::read(text, "fuzz", &load)
        && let Ok(written) = scene::write(&lowered.lottie)
    {
        let again = scene::read(&written.scene, "again", &|_| None).expect("what is written is read");
        let twice = scene::write(&again.lottie).expect("what is read is written");
        assert_eq!(written.scene, twice.scene);
    }
    let _ = scene::write(text);
});
