//! Each check against motion whose values are known in closed form.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

use super::*;
use crate::{OpenOptions, Project};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A square of 20 pixels around its layer's position, 100 x 100 pixels, 10 frames a second, one second.
fn project(position: &str, rotation: &str) -> Project {
    let text = format!(
        r#"{{"v":"5.9.0","fr":10,"ip":0,"op":10,"w":100,"h":100,"layers":[
        {{"ty":4,"nm":"box","ind":1,"ip":0,"op":10,"st":0,
          "ks":{{"p":{{"a":0,"k":[50,50],"x":{position:?}}},"r":{{"a":0,"k":0,"x":{rotation:?}}}}},
          "shapes":[{{"ty":"gr","it":[
            {{"ty":"rc","p":{{"a":0,"k":[0,0]}},"s":{{"a":0,"k":[20,20]}},"r":{{"a":0,"k":0}}}},
            {{"ty":"fl","c":{{"a":0,"k":[1,0,0,1]}},"o":{{"a":0,"k":100}}}},{{"ty":"tr"}}]}}]}}]}}"#
    );
    Project::open(text.as_bytes(), &OpenOptions::default()).unwrap()
}

fn outcome(project: &Project, case: &str) -> CaseOutcome {
    let test = MotionTest::parse(&format!("file = \"x.json\"\n[[case]]\n{case}\n")).unwrap();
    test.run(project, &RunOptions::default(), &|_, _| true).unwrap().remove(0)
}

/// What fails of a case on a layer turning by this expression.
fn turning(rotation: &str, case: &str) -> Vec<Failure> {
    let case = format!("value = 'layer(\"box\").rotation'\n{case}");
    let outcome = outcome(&project("value", rotation), &case);
    assert_eq!(outcome.error, None);
    outcome.failures
}

fn error(text: &str) -> (TestFileError, u32, u32) {
    let error = MotionTest::parse(text).unwrap_err();
    let point = error.point(text).unwrap();
    (error, point.line, point.column)
}

#[test]
fn an_unknown_key_is_named_with_its_place_and_the_near_one() {
    let (error, line, column) = error("file = \"a.json\"\n[[case]]\nvalue = 'time'\n max_per_fram = 3\n");
    assert_eq!((line, column), (4, 2));
    assert!(error.message.contains("max_per_fram"), "{error}");
    assert_eq!(error.help.as_deref(), Some("did you mean `max_per_frame`?"));
}

#[test]
fn broken_toml_is_pointed_at() {
    let (_, line, _) = error("file = \"a.json\"\n[[case]\nvalue = 'time'\n");
    assert_eq!(line, 2);
}

#[test]
fn a_case_that_checks_nothing_is_an_error() {
    let (error, line, _) = error("file = \"a.json\"\n[[case]]\nname = \"nothing\"\n");
    assert_eq!(line, 3);
    assert!(error.message.contains("checks nothing"), "{error}");
}

#[test]
fn a_value_check_without_a_value_is_an_error() {
    let (error, ..) = error("file = \"a.json\"\n[[case]]\nmonotonic = \"rising\"\n");
    assert!(error.message.contains("`monotonic` needs `value`"), "{error}");
}

#[test]
fn a_golden_frame_stays_in_its_folder() {
    for path in ["../a.png", "/a.png", "b/../../a.png", "C:/a.png", "a.txt"] {
        let (error, ..) = error(&format!("file = \"a.json\"\n[[case]]\ngolden = '{path}'\nat = 0\n"));
        assert!(error.message.contains("golden"), "{path}: {error}");
    }
}

#[test]
fn times_are_seconds_frames_and_timecode() {
    let case = "samples = [{ at = 0.5, is = 45 }, { at = \"5f\", is = 45 }, { at = \"0:00:00:05\", is = 45 }, \
                { frame = 5, is = 45 }, { at = \"0.5s\", is = 45 }]";
    assert!(turning("time * 90", case).is_empty());
}

#[test]
fn a_wrong_value_is_told_with_both_and_the_curve() {
    let failures = turning("time * 90", "at = 0.5\nis = 44\ntolerance = 0.5");
    let [failure] = failures.as_slice() else { panic!("{failures:?}") };
    assert_eq!((failure.check, failure.time, failure.frame), ("is", Some(0.5), Some(5.0)));
    assert_eq!(failure.expected.as_deref(), Some("44 ± 0.5"));
    assert_eq!(failure.actual.as_deref(), Some("45"));
    assert!(failure.graph.as_ref().unwrap().contains("▲ 0.5 s, frame 5"));
}

#[test]
fn a_value_is_right_at_its_tolerance_and_wrong_beyond() {
    assert!(turning("10", "at = 0\nis = 9.5\ntolerance = 0.5").is_empty());
    assert_eq!(turning("10", "at = 0\nis = 9.5\ntolerance = 0.499").len(), 1);
}

#[test]
fn vectors_and_texts_and_truths_compare() {
    let project = project("[10, 20]", "0");
    let check = |case: &str| outcome(&project, case).passed();
    assert!(check("value = 'layer(\"box\").position'\nat = 0\nis = [10, 20]"));
    assert!(!check("value = 'layer(\"box\").position'\nat = 0\nis = [10, 21]"));
    assert!(!check("value = 'layer(\"box\").position'\nat = 0\nis = 10"));
    assert!(check("value = 'layer(1).name'\nat = 0\nis = \"box\""));
    assert!(!check("value = 'layer(1).name'\nat = 0\nis = \"Box\""));
    assert!(check("value = 'time > 0.5'\nat = 0.6\nis = true"));
    assert!(!check("value = 'time > 0.5'\nat = 0.4\nis = true"));
}

#[test]
fn bounds_find_the_worst_frame() {
    assert!(turning("100 * Math.sin(time * Math.PI)", "between = [0, 100]").is_empty());
    let failures = turning("100 * Math.sin(time * Math.PI)", "at_most = 90");
    let [failure] = failures.as_slice() else { panic!("{failures:?}") };
    assert_eq!((failure.frame, failure.actual.as_deref()), (Some(5.0), Some("100")));
}

#[test]
fn a_jump_is_found_where_it_is() {
    let jump = "time < 0.55 ? time * 10 : 50 + time * 10";
    assert!(turning("time * 10", "max_per_frame = 1\nmax_per_second = 10").is_empty());
    let failures = turning(jump, "max_per_frame = 1");
    let [failure] = failures.as_slice() else { panic!("{failures:?}") };
    assert_eq!((failure.frame, failure.actual.as_deref()), (Some(6.0), Some("5 → 56")));
    assert!(failure.message.contains("51 in one frame"), "{}", failure.message);
}

#[test]
fn a_jump_between_frames_needs_more_samples() {
    // A spike of a quarter of a frame.
    let spike = "(time > 0.52 && time < 0.53) ? 90 : 0";
    assert!(turning(spike, "at_most = 1").is_empty());
    assert_eq!(turning(spike, "at_most = 1\nsamples_per_frame = 20").len(), 1);
}

#[test]
fn monotonic_knows_its_way() {
    assert!(turning("time * 3", "monotonic = \"rising\"").is_empty());
    assert!(turning("-time * 3", "monotonic = \"either\"").is_empty());
    assert_eq!(turning("-time * 3", "monotonic = \"rising\"").len(), 1);
    assert_eq!(turning("Math.sin(time * 6)", "monotonic = \"either\"").len(), 1);
}

#[test]
fn a_loop_is_seamless_in_value_and_speed() {
    assert!(turning("30 * Math.sin(time * 2 * Math.PI)", "loops = true").is_empty());
    // One turn: the value differs by 360, which is none.
    assert!(turning("time * 360", "loops = true\nmodulo = 360").is_empty());
    let jump = turning("time * 360", "loops = true");
    assert!(jump[0].message.contains("jumps by 360"), "{}", jump[0].message);
    // A parabola comes back to its value, at the opposite speed.
    let kink = "time * (1 - time) * 100";
    assert!(turning(kink, "loops = \"value\"").is_empty());
    let failures = turning(kink, "loops = true");
    assert_eq!(failures[0].actual.as_deref(), Some("-100 per second"));
}

#[test]
fn a_layer_within_the_frame_is_measured_with_its_rotation() {
    let moving = project("[50 + time * 50, 50]", "45");
    // The half diagonal of the square is 14.14: at 0.7 s it reaches 99.1, at 0.8 s 104.1, at 0.9 s 109.1.
    let outcome = outcome(&moving, "within_frame = \"box\"");
    let [failure] = outcome.failures.as_slice() else { panic!("{outcome:?}") };
    assert_eq!(failure.frame, Some(9.0));
    assert!(failure.message.contains("9.1421 px at the right"), "{}", failure.message);
    let early = self::outcome(&moving, "within_frame = \"box\"\nto = 0.7");
    assert!(early.passed(), "{early:?}");
    let near = self::outcome(&moving, "within_frame = \"box\"\nto = 0.7\nmargin = 1");
    assert!(!near.passed());
}

#[test]
fn a_layer_that_is_not_there_is_named_with_the_near_one() {
    let outcome = outcome(&project("value", "0"), "within_frame = \"bax\"");
    assert!(outcome.error.as_ref().unwrap().contains("did you mean \"box\""), "{outcome:?}");
}

#[test]
fn a_golden_frame_is_blessed_kept_and_missed() {
    let moving = |x: &str| project(&format!("[{x}, 50]"), "0");
    let text = "file = \"x.json\"\n[[case]]\ngolden = \"box-##.png\"\nframe = [0, 3]\n";
    let test = MotionTest::parse(text).unwrap();
    let bless = RunOptions { bless: true, ..RunOptions::default() };
    let made = test.run(&moving("50"), &bless, &|_, _| true).unwrap().remove(0);
    let names: Vec<&str> = made.blessed.iter().map(|frame| frame.path.as_str()).collect();
    assert_eq!(names, ["box-00.png", "box-03.png"]);
    let kept = made.blessed.clone();
    let load: FileLoader =
        Arc::new(move |name| kept.iter().find(|frame| frame.path == name).map(|frame| frame.png.clone()));
    let options = RunOptions { goldens: Some(load), ..RunOptions::default() };
    let run = |x: &str| test.run(&moving(x), &options, &|_, _| true).unwrap().remove(0);
    assert!(run("50").passed());
    let moved = run("50 + time * 10");
    let [failure] = moved.failures.as_slice() else { panic!("{moved:?}") };
    assert_eq!(failure.frame, Some(3.0));
    // Three columns of 20 pixels left free and three newly covered, by alpha and red.
    assert!(failure.message.contains("120 pixels"), "{}", failure.message);
    assert_eq!(failure.pictures.len(), 2);
    let missing = test.run(&moving("50"), &RunOptions::default(), &|_, _| true).unwrap().remove(0);
    assert!(missing.failures[0].message.contains("--bless"), "{missing:?}");
}

#[test]
fn findings_fail_a_case_and_can_be_excepted() {
    let broken = project("value", "no_such_thing");
    let failing = outcome(&broken, "no_findings = \"error\"");
    assert_eq!(failing.failures.len(), 1, "{failing:?}");
    let code = broken.check(1, &|_, _| true).unwrap().diagnostics[0].code;
    assert!(outcome(&broken, &format!("no_findings = \"error\"\nexcept = [\"{code}\"]")).passed());
    assert!(outcome(&project("value", "0"), "no_findings = \"warning\"").passed());
}

#[test]
fn a_failing_expression_fails_every_check_of_its_value() {
    for check in
        ["at = 0\nis = 0", "at_most = 1000", "max_per_frame = 1000", "monotonic = \"either\"", "loops = true"]
    {
        let outcome = outcome(&project("value", "0"), &format!("value = 'nothing_here'\n{check}"));
        assert_eq!(outcome.failures.len(), 1, "{check}: {outcome:?}");
    }
}

#[test]
fn a_case_may_set_values_first() {
    let project = project("value", "position[0]");
    let case =
        "value = 'layer(\"box\").rotation'\nat = 0\nis = 7\n[case.set]\n'layer(\"box\").position' = [7, 1]";
    let outcome = outcome(&project, case);
    assert!(outcome.passed(), "{outcome:?}");
}

#[test]
fn outcomes_do_not_depend_on_threads() {
    let project = project("value", "time * 90");
    let cases: String =
        (0..20).map(|n| format!("[[case]]\nvalue = 'layer(1).rotation'\nat = 1\nis = {}\n", n * 9)).collect();
    let test = MotionTest::parse(&format!("file = \"x.json\"\n{cases}")).unwrap();
    let told = |threads| {
        let options = RunOptions { threads, ..RunOptions::default() };
        format!("{:?}", test.run(&project, &options, &|_, _| true).unwrap())
    };
    assert_eq!(told(1), told(7));
}

/// Reads files in a folder.
fn loader(folder: PathBuf) -> FileLoader {
    Arc::new(move |name| std::fs::read(folder.join(name)).ok())
}

/// Every test file among the examples holds.
#[test]
fn the_examples_hold() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let mut count = 0;
    for entry in std::fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        if !path.to_string_lossy().ends_with(".motion-test.toml") {
            continue;
        }
        let test = MotionTest::parse(&std::fs::read_to_string(&path).unwrap()).unwrap();
        let bytes = std::fs::read(folder.join(&test.file)).unwrap();
        let project = Project::open(&bytes, &OpenOptions::default()).unwrap();
        let options = RunOptions {
            goldens: Some(loader(folder.clone())),
            images: Some(loader(folder.clone())),
            threads: 2,
            ..RunOptions::default()
        };
        for outcome in test.run(&project, &options, &|_, _| true).unwrap() {
            assert!(outcome.passed(), "{}: {outcome:?}", path.display());
            count += outcome.checks;
        }
    }
    assert!(count >= 15, "{count}");
}
