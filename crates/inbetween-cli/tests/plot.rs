//! `inbetween plot` from the command line.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::path::PathBuf;
use std::process::{Command, Output};

fn plot(more: &[&str]) -> Output {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples/overshoot.json");
    let mut command = Command::new(env!("CARGO_BIN_EXE_inbetween"));
    command.arg("plot").arg(file).arg(r#"layer("pop").scale"#).args(more).output().unwrap()
}

fn target(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("plot");
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    let _ = std::fs::remove_file(&path);
    path
}

/// Writes a graph and gives its bytes.
fn written(name: &str, more: &[&str]) -> Vec<u8> {
    let path = target(name);
    let text = path.to_string_lossy().into_owned();
    let output = plot(&[more, &["-o", &text]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    std::fs::read(path).unwrap()
}

#[test]
fn a_graph_is_written_as_the_name_says() {
    let svg = String::from_utf8(written("graph.svg", &[])).unwrap();
    assert!(svg.starts_with("<svg ") && svg.contains("<path") && !svg.contains("<text"), "no font is needed");
    assert!(svg.len() < 120_000, "{} bytes", svg.len());
    assert!(written("graph.png", &["--graph", "speed"]).starts_with(b"\x89PNG"));
    let csv = String::from_utf8(written("graph.csv", &[])).unwrap();
    assert_eq!(csv.lines().count(), 122, "a line per frame and one for the names");
    assert!(written("path.png", &["--path"]).starts_with(b"\x89PNG"));
}

#[test]
fn without_a_file_the_graph_is_printed() {
    let output = plot(&["--columns", "60"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.lines().all(|line| line.chars().count() <= 60), "{text}");
    assert!(text.contains('⡇') || text.contains('⢸'), "{text}");
    let json = plot(&["--format", "json"]);
    let value: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
    assert_eq!(value["curves"][0]["role"], "before");
    assert_eq!(value["curves"][1]["role"], "after");
}

#[test]
fn a_sweep_of_a_variable_makes_one_curve_each() {
    let output = plot(&["--sweep", "n=0,1", "--format", "json"]);
    let value: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(value["curves"].as_array().unwrap().len(), 2);
    let wrong = plot(&["--sweep", "nothing=1"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("nothing"));
}

#[test]
fn style_sheets_get_the_segments_and_the_curve() {
    let text = String::from_utf8(plot(&["--css"]).stdout).unwrap();
    assert!(text.contains("0.2 s to 0.6 s: "), "{text}");
    assert!(text.contains(": linear(0 0%"), "{text}");
}

#[test]
fn rounding_is_drawn_step_by_step() {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples/rounding.scene.toml");
    let round = |more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_inbetween"));
        command.arg("plot").arg(&file).arg(r#"layer("letter").content("outline").path"#).args(more);
        command.output().unwrap()
    };
    let output = round(&["--subdivide", "--steps", "2", "--format", "json"]);
    let value: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let counts: Vec<usize> =
        value["steps"].as_array().unwrap().iter().map(|step| step.as_array().unwrap().len()).collect();
    assert_eq!(counts, [11, 22, 44], "the letter has eleven corners, each step doubles them: {value}");
    // Step one with 1-2-1: a corner becomes the mean of itself (six of eight) and its neighbours (one each).
    let corner = |step: usize, at: usize| value["steps"][step][at].clone();
    let part = |a: f64, b: f64, c: f64| (a + 6.0 * b + c) / 8.0;
    assert_eq!(corner(0, 1), serde_json::json!([40.0, -130.0]));
    assert_eq!(corner(1, 2), serde_json::json!([part(-90.0, 40.0, 95.0), part(-130.0, -130.0, -80.0)]));
    for name in ["steps.svg", "steps.png", "steps.csv"] {
        let path = target(name);
        let output = round(&["--subdivide=1,1,3", "-o", &path.to_string_lossy()]);
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        assert!(std::fs::metadata(path).unwrap().len() > 500);
    }
    for wrong in ["--subdivide=0,0", "--subdivide=1,-1", "--subdivide=a"] {
        let output = round(&[wrong]);
        assert_eq!(output.status.code(), Some(2), "{wrong}");
        assert!(String::from_utf8_lossy(&output.stderr).starts_with("error: "), "{wrong}");
    }
}

#[test]
fn what_cannot_be_plotted_is_an_error() {
    for more in [&["-o", "graph.bmp"][..], &["--size", "9x9", "-o", "x.svg"], &["--frames", "5..5"]] {
        let output = plot(more);
        assert_eq!(output.status.code(), Some(2), "{more:?}");
        assert!(String::from_utf8_lossy(&output.stderr).starts_with("error: "), "{more:?}");
    }
}
