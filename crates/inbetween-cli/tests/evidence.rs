//! `test`, `diff` and `explain`: reports, exit codes, files.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

mod common;

use common::{example, run, scratch, stderr, stdout};
use std::path::Path;

/// A test file in a folder beside a copy of the slider-crank.
fn test_file(folder: &Path, cases: &str) -> String {
    std::fs::copy(example("slider-crank.json"), folder.join("rig.json")).unwrap();
    let path = folder.join("rig.motion-test.toml");
    std::fs::write(&path, format!("file = \"rig.json\"\n{cases}")).unwrap();
    path.to_string_lossy().into_owned()
}

#[test]
fn a_failing_case_gives_1_and_shows_the_curve() {
    let folder = scratch("test-fails");
    let file = test_file(
        &folder,
        "[[case]]\nname = \"turn\"\nvalue = 'layer(\"wheel\").rotation'\nat = 1\nis = 80\n\
         [[case]]\nvalue = 'time'\nmonotonic = \"rising\"\n",
    );
    let output = run(&["test", &file]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let text = stdout(&output);
    assert!(text.contains("FAIL  turn   (line 3)"), "{text}");
    assert!(text.contains("expected  80 ± 0.001") && text.contains("actual    90"), "{text}");
    assert!(text.contains("▲ 1 s, frame 30"), "{text}");
    assert!(text.contains("2 cases: 1 passed, 1 failed"), "{text}");
    assert!(!text.contains('\u{1b}'), "colours in a pipe");
    assert_eq!(run(&["test", &file, "--only", "time"]).status.code(), Some(0));
}

#[test]
fn a_test_file_with_a_slip_gives_2_with_line_and_caret() {
    let folder = scratch("test-slip");
    let file = test_file(&folder, "[[case]]\nvalue = 'time'\nmonotonc = \"rising\"\n");
    let output = run(&["test", &file]);
    assert_eq!(output.status.code(), Some(2));
    let text = stdout(&output);
    assert!(text.contains("rig.motion-test.toml:4:1") && text.contains("^^^^^^^^"), "{text}");
    assert!(text.contains("did you mean `monotonic`?"), "{text}");
}

#[test]
fn reports_for_machines_hold_every_case() {
    let folder = scratch("test-forms");
    let file = test_file(
        &folder,
        "[[case]]\nname = \"چرخ <&> \\\"轮\\\"\"\nvalue = 'layer(\"wheel\").rotation'\nat = 1\nis = 80\n\
         [[case]]\nname = \"gone\"\nwithin_frame = \"pistn\"\n\
         [[case]]\nvalue = 'time'\nmonotonic = \"rising\"\n",
    );
    let output = run(&["test", folder.to_str().unwrap(), "--format", "json"]);
    assert_eq!(output.status.code(), Some(1));
    let json: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!((json["passed"].as_u64(), json["failed"].as_u64()), (Some(1), Some(2)));
    let cases = json["files"][0]["cases"].as_array().unwrap();
    assert_eq!(cases[0]["failures"][0]["actual"], "90");
    assert!(cases[1]["error"].as_str().unwrap().contains("did you mean \"piston\""), "{json}");
    let report = folder.join("report.xml");
    let output = run(&["test", &file, "--format", "junit", "-o", report.to_str().unwrap()]);
    assert_eq!((output.status.code(), stdout(&output)), (Some(1), String::new()));
    let xml = std::fs::read_to_string(report).unwrap();
    assert!(xml.contains("name=\"چرخ &lt;&amp;&gt; &quot;轮&quot;\""), "{xml}");
    assert_eq!(xml.matches("<testcase ").count(), 3);
    assert_eq!((xml.matches("<failure ").count(), xml.matches("<error ").count()), (1, 1));
}

#[test]
fn golden_frames_are_blessed_and_then_compared() {
    let folder = scratch("test-golden");
    let file = test_file(&folder, "[[case]]\ngolden = \"shots/a-##.png\"\nframe = [0, 30]\nscale = 0.25\n");
    assert_eq!(run(&["test", &file]).status.code(), Some(1));
    let output = run(&["test", &file, "--bless"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(folder.join("shots/a-00.png").is_file() && folder.join("shots/a-30.png").is_file());
    assert_eq!(run(&["test", &file]).status.code(), Some(0));
    std::fs::copy(folder.join("shots/a-00.png"), folder.join("shots/a-30.png")).unwrap();
    let failed = folder.join("failed");
    let output = run(&["test", &file, "--artifacts", failed.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("frame 30 differs from shots/a-30.png"), "{}", stdout(&output));
    assert!(failed.join("shots/a-30.actual.png").is_file());
    assert!(failed.join("shots/a-30.difference.png").is_file());
}

#[test]
fn what_is_not_there_gives_2() {
    assert_eq!(run(&["test", "no-such.motion-test.toml"]).status.code(), Some(2));
    let folder = scratch("test-nothing");
    assert_eq!(run(&["test", folder.to_str().unwrap()]).status.code(), Some(2));
    let file = folder.join("a.motion-test.toml");
    std::fs::write(&file, "file = \"gone.json\"\n[[case]]\nno_findings = \"error\"\n").unwrap();
    let output = run(&["test", file.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stdout(&output).contains("gone.json"), "{}", stdout(&output));
}

#[test]
fn a_baked_file_differs_in_text_but_not_in_what_is_seen() {
    let folder = scratch("diff-baked");
    let baked = folder.join("baked.json");
    let rig = example("slider-crank.json");
    assert_eq!(run(&["bake", &rig, "-o", baked.to_str().unwrap()]).status.code(), Some(0));
    let baked = baked.to_str().unwrap();
    assert_eq!(run(&["diff", &rig, &rig]).status.code(), Some(0));
    assert_eq!(run(&["diff", &rig, baked]).status.code(), Some(1));
    let output = run(&["diff", &rig, baked, "--tolerance", "0.6", "--only-seen"]);
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
    assert!(stdout(&output).contains("there is none any more"), "{}", stdout(&output));
}

#[test]
fn a_difference_is_told_as_table_json_and_page() {
    let folder = scratch("diff-forms");
    let rig = example("slider-crank.json");
    let other = folder.join("other.json");
    let text = std::fs::read_to_string(&rig).unwrap();
    assert!(text.contains("rod = 230;"));
    std::fs::write(&other, text.replace("rod = 230;", "rod = 250;")).unwrap();
    let other = other.to_str().unwrap();
    let output = run(&["diff", &rig, other]);
    assert_eq!(output.status.code(), Some(1));
    let told = stdout(&output);
    assert!(told.contains("- rod = 230;") && told.contains("+ rod = 250;"), "{told}");
    assert!(told.contains("layer(\"piston\").position") && told.contains(" px at frame"), "{told}");
    let page = folder.join("report.html");
    let output =
        run(&["diff", &rig, other, "--format", "json", "--html", page.to_str().unwrap(), "--scale", "0.25"]);
    assert_eq!(output.status.code(), Some(1));
    let json: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(json["same"], false);
    assert_eq!(json["frames"].as_array().unwrap().len(), 120);
    let value =
        json["changes"].as_array().unwrap().iter().find(|change| change["change"] == "value").unwrap();
    assert_eq!((value["of"].as_u64(), value["unit"].as_str()), (Some(120), Some("px")));
    assert!(value["worst"].as_f64().unwrap() >= 20.0, "{value}");
    let page = std::fs::read_to_string(page).unwrap();
    assert!(page.contains("<h2>Frames</h2>") && !page.contains("http"), "the page loads something");
    assert_eq!(run(&["diff", &rig, "no-such.json"]).status.code(), Some(2));
}

#[test]
fn an_explanation_is_a_tree_a_json_and_a_page() {
    let folder = scratch("explain-forms");
    let rig = example("overshoot.json");
    let property = "layer(\"pop\").scale";
    let output = run(&["explain", &rig, property, "--at", "0.8"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = stdout(&output);
    assert!(text.contains("├─ before its expression: [100, 100]"), "{text}");
    assert!(text.contains("line 2: if (numKeys > 0) → yes"), "{text}");
    assert!(text.contains("line 9: Math.sin(2.8) = 0.334988"), "{text}");
    assert!(text.contains("effect(\"bounciness\")(\"Slider\") ="), "{text}");
    let page = folder.join("page.html");
    let output = run(&[
        "explain",
        &rig,
        property,
        "--at",
        "0.8",
        "--format",
        "json",
        "--html",
        page.to_str().unwrap(),
    ]);
    let json: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
    let steps = json["steps"].as_array().unwrap();
    let branch = steps.iter().find(|step| step["step"] == "branch" && step["line"] == 6).unwrap();
    assert_eq!((branch["test"].as_str(), branch["held"].as_bool()), (Some("n > 0"), Some(true)));
    let page = std::fs::read_to_string(page).unwrap();
    assert!(page.contains("What it depends on") && !page.contains("http"), "the page loads something");
}

#[test]
fn a_property_that_is_read_twice_is_told_once() {
    let output = run(&["explain", &example("slider-crank.json"), "layer(\"rod\").rotation", "--at", "1.2"]);
    let text = stdout(&output);
    assert_eq!(text.matches("rod = 230;").count(), 1, "{text}");
    assert!(
        text.contains("layer(\"piston\").position = [418.523093, 180]  (in composition space)  (told above)"),
        "{text}"
    );
}

#[test]
fn a_diff_of_files_without_a_name_says_what_differs_and_of_which_animation() {
    let folder = scratch("diff-nameless");
    let write = |name: &str, expression: &str| {
        let text = format!(
            r#"{{"v":"5.7.0","fr":10,"ip":0,"op":5,"w":20,"h":20,"layers":[{{"ty":3,"nm":"چرخ","ind":1,"ip":0,"op":5,"st":0,"ks":{{"r":{{"a":0,"k":0{expression}}}}}}}]}}"#
        );
        let path = folder.join(name);
        std::fs::write(&path, text).unwrap();
        path.to_string_lossy().into_owned()
    };
    let (one, two) = (write("one.json", r#","x":"time\n+ 1""#), write("two.json", ""));
    let gone = stdout(&run(&["diff", &one, &two]));
    assert!(
        gone.starts_with(
            "layer(\"چرخ\").rotation  expression  there is none any more\n    - time\n    - + 1\n"
        ),
        "{gone}"
    );
    assert!(!gone.contains("    + "), "{gone}");
    let new = stdout(&run(&["diff", &two, &one]));
    assert!(new.contains("    + time\n    + + 1\n") && !new.contains("    - "), "{new}");
}

/// Whatever is written: never over what may not be written, through links, and without a change of permissions.
#[cfg(unix)]
#[test]
fn written_files_respect_what_is_there() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = scratch("write-kinds");
    let name = |name: &str| folder.join(name).to_string_lossy().into_owned();
    let bake = |out: &str| run(&["bake", &example("slider-crank.json"), "-o", out]).status.code();
    let mode = |path: &str| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let plain = name("plain.json");
    std::fs::write(&plain, "old").unwrap();
    std::fs::set_permissions(&plain, PermissionsExt::from_mode(0o640)).unwrap();
    assert_eq!((bake(&plain), mode(&plain)), (Some(0), 0o640));
    std::fs::write(&plain, "old").unwrap();
    symlink(&plain, name("link.json")).unwrap();
    assert_eq!(bake(&name("link.json")), Some(0));
    assert!(std::fs::symlink_metadata(name("link.json")).unwrap().is_symlink());
    assert_ne!(std::fs::read(&plain).unwrap(), b"old");
    let locked = name("locked.json");
    std::fs::write(&locked, "old").unwrap();
    std::fs::set_permissions(&locked, PermissionsExt::from_mode(0o444)).unwrap();
    assert_eq!((bake(&locked), std::fs::read(&locked).unwrap()), (Some(2), b"old".to_vec()));
    symlink("/dev/null", name("null.json")).unwrap();
    assert_eq!(bake(&name("null.json")), Some(0));
    assert!(!std::fs::metadata("/dev/null").unwrap().is_file());
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 4, "nothing half is left");
}
