//! Differences of files whose difference is known.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

use super::*;
use crate::OpenOptions;

fn layer(name: &str, id: u32, rotation: &str, more: &str) -> String {
    format!(
        r#"{{"ty":4,"nm":"{name}","ind":{id},"ip":0,"op":10,"st":0,{more}
        "ks":{{"p":{{"a":0,"k":[50,50]}},"r":{rotation}}},
        "shapes":[{{"ty":"gr","it":[{{"ty":"rc","p":{{"a":0,"k":[0,0]}},"s":{{"a":0,"k":[20,20]}},"r":{{"a":0,"k":0}}}},
        {{"ty":"fl","c":{{"a":0,"k":[1,0,0,1]}},"o":{{"a":0,"k":100}}}},{{"ty":"tr"}}]}}]}}"#
    )
}

fn project(layers: &[String]) -> Project {
    let text = format!(
        r#"{{"v":"5.9.0","fr":10,"ip":0,"op":10,"w":100,"h":100,"nm":"main","layers":[{}]}}"#,
        layers.join(",")
    );
    Project::open(text.as_bytes(), &OpenOptions::default()).unwrap()
}

fn with(expression: &str) -> Project {
    project(&[layer("box", 1, &format!(r#"{{"a":0,"k":0,"x":{expression:?}}}"#), "")])
}

fn compare(a: &Project, b: &Project, options: &DiffOptions) -> Difference {
    diff(a, b, options, &|_, _| true).unwrap()
}

fn words(found: &Difference) -> Vec<String> {
    found.changes.iter().map(|change| format!("{} {}", change.what.word(), change.place())).collect()
}

const STILL: &str = r#"{"a":0,"k":0}"#;

#[test]
fn a_file_does_not_differ_from_itself() {
    let one = with("time * 90");
    let options = DiffOptions { pixels: Some(0.5), ..DiffOptions::default() };
    let found = compare(&one, &one, &options);
    assert!(found.is_empty(false), "{found:?}");
    assert_eq!((found.compared, found.frames.len()), (1, 10));
}

#[test]
fn a_value_differs_by_its_largest_amount_from_its_first_frame() {
    // From frame 4 on the second is ahead by 3 per frame: 18 at frame 9.
    let found = compare(
        &with("time * 90"),
        &with("time * 90 + Math.max(0, time - 0.3) * 30"),
        &DiffOptions::default(),
    );
    assert_eq!(
        words(&found),
        ["expression main > layer(\"box\").rotation", "value main > layer(\"box\").rotation"]
    );
    let What::Value(value) = &found.changes[1].what else { panic!("{found:?}") };
    assert!((value.worst.unwrap() - 18.0).abs() < 1e-9, "{value:?}");
    assert_eq!((value.worst_frame, value.first_frame, value.frames, value.of), (9.0, 4.0, 6, 10));
    assert_eq!(value.unit, Unit::Degrees);
}

#[test]
fn within_the_tolerance_only_the_text_differs() {
    let options = DiffOptions { tolerance: 0.5, ..DiffOptions::default() };
    let found = compare(&with("time * 90"), &with("time * 90 + 0.4"), &options);
    assert_eq!(words(&found), ["expression main > layer(\"box\").rotation"]);
    assert!(found.is_empty(true) && !found.is_empty(false));
}

#[test]
fn layers_are_matched_by_name_then_by_id() {
    let before = project(&[layer("a", 1, STILL, ""), layer("b", 2, STILL, ""), layer("c", 3, STILL, "")]);
    // A new layer above shifts ids; "c" has another name but its id, "a" is gone.
    let after = project(&[layer("new", 9, STILL, ""), layer("b", 4, STILL, ""), layer("see", 3, STILL, "")]);
    let found = compare(&before, &after, &DiffOptions::default());
    assert_eq!(words(&found), ["added main > new", "renamed main > see", "removed main > a"]);
    assert_eq!(found.changes[1].how(), "was \"c\"");
}

#[test]
fn settings_and_keys_are_told() {
    let keys = |end: u32| {
        format!(
            r#"{{"a":1,"k":[{{"t":0,"s":[0],"o":{{"x":[0],"y":[0]}},"i":{{"x":[1],"y":[1]}}}},{{"t":9,"s":[{end}]}}]}}"#
        )
    };
    let before = project(&[layer("box", 1, &keys(90), "")]);
    let after = project(&[layer("box", 1, &keys(99), r#""hd":true,"#)]);
    let found = compare(&before, &after, &DiffOptions::default());
    let told: Vec<String> = found.changes.iter().map(Change::how).collect();
    assert_eq!(told[0], "hidden: false → true");
    assert_eq!(told[1], "2 → 2 keys, 1 new, gone or different");
    assert!(
        told[2].starts_with("by up to 9° at frame 9 (90 → 99); first at frame 1, 9 of 10 frames"),
        "{told:?}"
    );
}

#[test]
fn pixels_differ_where_the_picture_does() {
    let options = DiffOptions { pixels: Some(1.0), ..DiffOptions::default() };
    // A square turned by 90 degrees looks the same; by 45 degrees it does not.
    let found = compare(&with("0"), &with("time < 0.5 ? 90 : 45"), &options);
    let differ: Vec<bool> = found.frames.iter().map(|frame| frame.worst > 2.0).collect();
    assert_eq!(differ, [false, false, false, false, false, true, true, true, true, true]);
    assert!(found.frames[9].mean > 0.5 && found.frames[9].pixels > 50, "{:?}", found.frames[9]);
}

#[test]
fn the_page_opens_offline_and_escapes_names() {
    let name = "<script>alert(1)</script>";
    let before = project(&[layer(name, 1, r#"{"a":0,"k":0,"x":"time < 9"}"#, "")]);
    let after = project(&[layer(name, 1, r#"{"a":0,"k":0,"x":"time * 9 // <b>"}"#, "")]);
    let options = DiffOptions { pixels: Some(0.5), ..DiffOptions::default() };
    let found = compare(&before, &after, &options);
    let page = found.html([&before, &after], ["a.json", "b.json"], &options).unwrap();
    for outside in ["<script", "http:", "https:", "<link", "@import", "<b>"] {
        assert!(!page.contains(outside), "{outside}");
    }
    assert!(page.contains("data:image/png;base64,") && page.contains("<polyline"), "{page}");
    assert_eq!(page.matches("<img ").count(), page.matches(" alt=\"").count());
}

#[test]
fn lines_keep_what_is_common() {
    let told: Vec<String> = line_diff("a\nb\r\nc", "a\nx\nc\nd")
        .into_iter()
        .map(|line| match line {
            Line::Same(text) => format!(" {text}"),
            Line::Gone(text) => format!("-{text}"),
            Line::New(text) => format!("+{text}"),
        })
        .collect();
    assert_eq!(told, [" a", "-b", "+x", " c", "+d"]);
}
