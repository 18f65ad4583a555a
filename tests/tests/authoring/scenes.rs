//! Lottie files and the scenes made of them: the same values at every frame, the same pixels at eight.

use inbetween::author::scene;
use inbetween::{OpenOptions, Project, RenderOptions};

/// Files of the examples and the smaller ones of the corpus.
fn files() -> Vec<std::path::PathBuf> {
    let mut files = inbetween_tests::files(&inbetween_tests::root().join("examples"), &[".json"]);
    if let Some(shared) = inbetween_tests::shared() {
        files.extend(inbetween_tests::files(&shared.join("corpus/plain-files"), &[".json"]));
    }
    files.retain(|file| file.metadata().is_ok_and(|data| data.len() < 12_000));
    files
}

#[test]
fn a_scene_has_the_values_and_pixels_of_its_lottie_file() {
    let files = files();
    let mut values = 0;
    for file in &files {
        let bytes = std::fs::read(file).unwrap();
        let Ok(original) = Project::open(&bytes, &OpenOptions::default()) else { continue };
        let written = scene::write_document(original.document()).unwrap();
        let converted = Project::open(written.scene.as_bytes(), &OpenOptions::default())
            .unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let main = original.document().main().unwrap().clone();
        let (first, last) =
            (main.in_point.ceil() as i64, (main.out_point.ceil() as i64).min(main.in_point as i64 + 240));
        let times: Vec<f64> = (first..last).map(|frame| main.frame_rate.seconds(frame as f64)).collect();
        let (a, b) = (
            original.sample_all(&times, 1, &|_, _| true).unwrap(),
            converted.sample_all(&times, 1, &|_, _| true).unwrap(),
        );
        assert_eq!(a.len(), b.len(), "{}", file.display());
        for (a, b) in a.iter().zip(&b) {
            assert_eq!(a.expression, b.expression, "{}", file.display());
            assert_eq!(
                format!("{:?}", a.samples),
                format!("{:?}", b.samples),
                "{}: {}",
                file.display(),
                a.expression
            );
            values += a.samples.len();
        }
        let mut options = RenderOptions::default();
        options.threads = 1;
        for part in 0..8 {
            let frame = first + (last - first - 1).max(0) * part / 7;
            let time = main.frame_rate.seconds(frame as f64);
            let draw = |project: &Project| project.picture(time, &options).unwrap().0;
            assert!(draw(&original) == draw(&converted), "{} at frame {frame}", file.display());
        }
    }
    assert!(values > 100, "{values} values of {} files", files.len());
}
