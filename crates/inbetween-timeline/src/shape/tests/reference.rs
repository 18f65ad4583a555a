//! The outlines of the official test files' pictures, point for point.

use super::*;
use inbetween_doc::{ImportOptions, import};
use kurbo::{ParamCurve, ParamCurveNearest};
use std::path::PathBuf;

fn folder() -> Option<PathBuf> {
    let path =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus/test-files/data");
    path.is_dir().then_some(path)
}

/// What we draw of the only layer of a file at time 0.
fn ours(file: &std::path::Path) -> Vec<BezPath> {
    let bytes = std::fs::read(file).unwrap();
    let document = import(&bytes, &ImportOptions::default()).unwrap().document;
    drawn(&nodes_of(&Session::new(Timeline::compile(Arc::new(document), &CompileOptions::default()))))
}

/// The `d` attributes of a picture.
fn theirs(file: &std::path::Path) -> Vec<BezPath> {
    let text = std::fs::read_to_string(file).unwrap();
    text.split(" d=\"")
        .skip(1)
        .map(|rest| BezPath::from_svg(rest.split('"').next().unwrap()).unwrap())
        .collect()
}

/// The farthest that a point of `a` is from `b`.
fn farthest(a: &BezPath, b: &BezPath) -> f64 {
    let pieces: Vec<kurbo::PathSeg> = b.segments().collect();
    let mut far: f64 = 0.0;
    for piece in a.segments() {
        for step in 0..=10 {
            let point = piece.eval(f64::from(step) / 10.0);
            let near =
                pieces.iter().map(|piece| piece.nearest(point, 1e-9).distance_sq).fold(f64::MAX, f64::min);
            far = far.max(near.sqrt());
        }
    }
    far
}

fn compare(name: &str, tolerance: f64) {
    compare_at(name, tolerance, [0.0; 2]);
}

/// The same where the picture has its outlines in a space that lies elsewhere. Ends of open ones are joined, as a fill
/// joins them, when ours are.
fn compare_at(name: &str, tolerance: f64, by: [f64; 2]) {
    let Some(folder) = folder() else { return };
    let ours = ours(&folder.join(format!("{name}.json")));
    let mut theirs = theirs(&folder.join(format!("{name}.svg")));
    for path in &mut theirs {
        *path = Affine::translate((by[0], by[1])) * std::mem::take(path);
        if ours.iter().all(|path| path.elements().last() == Some(&kurbo::PathEl::ClosePath)) {
            path.close_path();
        }
    }
    assert!(!ours.is_empty() && !theirs.is_empty(), "{name}");
    for path in &ours {
        let best = theirs
            .iter()
            .map(|other| farthest(path, other).max(farthest(other, path)))
            .fold(f64::MAX, f64::min);
        assert!(
            best <= tolerance,
            "{name}: {best} px from\n{}\nours is\n{}",
            theirs[0].to_svg(),
            path.to_svg()
        );
    }
}

#[test]
fn paths_and_polystars() {
    for name in ["bezier", "bezier-open", "polygon", "polygon-round", "star", "star-round", "rectangle-round"]
    {
        compare(&format!("shapes/{name}"), 0.01);
    }
}

#[test]
fn round_corners() {
    compare("shape-modifiers/round-corners", 1e-3);
}

#[test]
fn zig_zags() {
    // The picture's ridges are that far from even; the smooth one has the first vertex twice.
    compare("shape-modifiers/zig-zag", 0.02);
    compare("shape-modifiers/zig-zag-smooth", 0.2);
}

#[test]
fn trims() {
    // The pictures' own curves are cut at equal parameters, ours at equal lengths.
    compare_at("shape-modifiers/trim-simultaneously", 0.4, [-16.375, -20.25]);
    compare_at("shape-modifiers/trim-individually", 0.4, [-16.375, -20.25]);
}

#[test]
fn offsets_with_pointed_corners() {
    // The picture's parallel curves are one piece for each piece of the path, which is that far from parallel.
    compare("shape-modifiers/offset-path", 0.25);
}

#[test]
fn group_order() {
    compare("shapes/group-order", 0.01);
}
