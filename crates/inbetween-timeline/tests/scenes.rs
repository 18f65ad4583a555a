//! Scenes of real files.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test fails by panicking")]

use inbetween_doc::{ImportOptions, import};
use inbetween_timeline::scene::{Group, Node, Projection, Scene, SceneOptions};
use inbetween_timeline::{CompileOptions, Session, Timeline, with_large_stack};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The files of the shared corpus; none where it is absent.
fn files() -> Vec<PathBuf> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    let mut found = Vec::new();
    for folder in ["expression-files", "plain-files", "speed-files"] {
        let Ok(entries) = std::fs::read_dir(corpus.join(folder)) else { continue };
        found.extend(entries.map(|entry| entry.unwrap().path()).filter(|path| path.is_file()));
    }
    found.sort();
    found
}

fn timeline(path: &Path) -> Option<Timeline> {
    let imported = import(&std::fs::read(path).unwrap(), &ImportOptions::default()).ok()?;
    Some(Timeline::compile(Arc::new(imported.document), &CompileOptions::default()))
}

fn is_finite(projection: &Projection) -> bool {
    projection.0.iter().flatten().all(|n| n.is_finite())
}

fn check_group(group: &Group) {
    assert!(is_finite(&group.transform), "{}", group.name);
    assert!(group.opacity > 0.0 && group.opacity <= 1.0, "{}: {}", group.name, group.opacity);
    for mask in &group.masks {
        assert!(mask.path.is_finite() && mask.expansion.is_finite() && (0.0..=1.0).contains(&mask.opacity));
    }
    check(&group.nodes);
    group.matte.iter().for_each(|matte| check(&matte.nodes));
}

fn check(nodes: &[Node]) {
    for node in nodes {
        match node {
            Node::Group(group) => check_group(group),
            Node::Fill(fill) => assert!(is_finite(&fill.transform) && fill.path.is_finite()),
            Node::Stroke(stroke) => assert!(is_finite(&stroke.transform) && stroke.path.is_finite()),
            Node::Image(image) => assert!(is_finite(&image.transform)),
            Node::Samples(samples) => {
                let whole: f32 = samples.iter().map(|(weight, _)| weight).sum();
                assert!((whole - 1.0).abs() < 1e-5);
                samples.iter().for_each(|(_, nodes)| check(nodes));
            }
            _ => {}
        }
    }
}

#[test]
fn scenes_of_the_corpus_are_finite_and_the_same_in_any_order() {
    with_large_stack(|| {
        for path in files() {
            let Some(timeline) = timeline(&path) else { continue };
            let main = timeline.main().unwrap();
            let data = timeline.composition_data(main).unwrap();
            let times: Vec<f64> = (0..4)
                .map(|n| data.in_point + (data.out_point - data.in_point) * f64::from(n) / 4.0)
                .map(|frame| data.frame_rate.seconds(frame.floor()))
                .collect();
            let options = SceneOptions::default();
            let session = Session::new(timeline.clone());
            let forward: Vec<Scene> =
                times.iter().map(|time| session.scene(main, *time, &options).0).collect();
            forward.iter().for_each(|scene| check(&scene.nodes));
            let other = Session::new(timeline.clone());
            for (time, scene) in times.iter().zip(&forward).rev() {
                assert!(other.scene(main, *time, &options).0 == *scene, "{}: {time}", path.display());
            }
        }
    });
}
