//! `inbetween check`: forms, levels, folders, mending.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const BROKEN: &str = "this_comp.layer(\u{201c}ball\u{201d}).rotation \u{2013} 3";

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("inbetween-check-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn file(opacity: &str) -> Value {
    json!({"v": "5.12.1", "fr": 25, "ip": 0, "op": 5, "w": 64, "h": 36, "nm": "main", "assets": [], "layers": [
        {"ty": 3, "ind": 1, "nm": "ball", "ip": 0, "op": 5, "st": 0, "sr": 1, "ks": {
            "o": {"a": 0, "k": 100, "x": opacity}, "r": {"a": 0, "k": 7}}}]})
}

fn write(folder: &Path, name: &str, opacity: &str) -> String {
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(&path, file(opacity).to_string()).unwrap();
    path.display().to_string()
}

fn check(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_inbetween")).arg("check").args(args).output().unwrap()
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn a_broken_file_is_mended_in_place_and_nothing_else_changes() {
    let folder = folder("fix");
    let path = write(&folder, "a.json", BROKEN);
    let before = std::fs::read_to_string(&path).unwrap();
    let dry = check(&[&path, "--fix", "--dry-run"]);
    assert_eq!(dry.status.code(), Some(1));
    assert!(text(&dry).contains("+thisComp.layer(\"ball\").rotation - 3"), "{}", text(&dry));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), before);
    let wet = check(&[&path, "--fix"]);
    assert_eq!(wet.status.code(), Some(0), "{}", text(&wet));
    let old = serde_json::to_string(BROKEN).unwrap();
    let new = serde_json::to_string("thisComp.layer(\"ball\").rotation - 3").unwrap();
    assert_eq!(std::fs::read_to_string(&path).unwrap(), before.replace(&old, &new));
}

#[test]
fn a_scene_is_mended_in_its_own_text() {
    let folder = folder("scene");
    let path = folder.join("a.scene.toml");
    let scene = "[composition]\nname = \"main\"\nsize = [64, 36]\nframe_rate = 25\nduration = 1\n\n# the ball\n[[layer]]\n\
                 name = \"ball\"\ntype = \"null\"\nopacity = { value = 50, expression = \"value \u{2013} 3\" }\n";
    std::fs::write(&path, scene).unwrap();
    let output = check(&[&path.display().to_string(), "--fix"]);
    assert_eq!(
        output.status.code(),
        Some(0),
        "{} {}",
        text(&output),
        String::from_utf8_lossy(&output.stderr)
    );
    let after = std::fs::read_to_string(&path).unwrap();
    assert!(after.contains("# the ball") && after.contains("value - 3"), "{after}");
}

#[test]
fn a_folder_is_checked_with_a_table_and_a_configuration() {
    let folder = folder("many");
    write(&folder, "good.json", "value / 2");
    write(&folder, "sub/bad.json", "value /");
    write(&folder, "drafts/worse.json", "value +");
    std::fs::write(folder.join("package.json"), "{\"name\": \"x\"}").unwrap();
    let name = folder.display().to_string();
    let output = check(&[&name]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output).contains("3 files, 3 expressions"), "{}", text(&output));
    std::fs::write(
        folder.join("inbetween.toml"),
        "[check]\nexclude = [\"drafts\"]\n[check.levels]\n\"expr/syntax\" = \"warning\"\n",
    )
    .unwrap();
    let output = check(&[&name]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    assert!(text(&output).contains("2 files") && text(&output).contains("1 warnings"), "{}", text(&output));
    let raised = check(&[&name, "--level", "players/no-expressions=error"]);
    assert_eq!(raised.status.code(), Some(1));
}

#[test]
fn every_form_names_the_rule_and_the_file() {
    let folder = folder("forms");
    let path = write(&folder, "a.json", "value /");
    for (form, wanted) in [
        ("json", "\"code\":\"expr/syntax\""),
        ("sarif", "\"ruleId\":\"expr/syntax\""),
        ("github", ",line=1,col="),
        ("junit", "<failure type=\"expr/syntax\""),
    ] {
        let output = check(&[&path, "--format", form]);
        assert_eq!(output.status.code(), Some(1), "{form}");
        assert!(text(&output).contains(wanted), "{form}: {}", text(&output));
    }
    let sarif: Value = serde_json::from_str(&text(&check(&[&path, "--format", "sarif"]))).unwrap();
    assert_eq!(sarif["version"], "2.1.0");
    let run = &sarif["runs"][0];
    for result in run["results"].as_array().unwrap() {
        let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
        assert_eq!(run["tool"]["driver"]["rules"][index]["id"], result["ruleId"]);
        let uri = &result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
        assert!(uri.as_str().unwrap().ends_with("/a.json"));
    }
}

/// What the schema of SARIF 2.1.0 requires, of a file with findings of rules, of other codes, and of one that cannot run.
#[test]
fn sarif_has_what_its_schema_requires() {
    let folder = folder("sarif");
    write(&folder, "a.json", "wiggle(1, 2) + nothing");
    write(&folder, "b.json", "[1, 2].map");
    std::fs::write(folder.join("c.json"), "{\"fr\": 25, \"layers\": [").unwrap();
    let output = check(&[&folder.display().to_string(), "--notes", "--format", "sarif"]);
    let sarif: Value = serde_json::from_str(&text(&output)).unwrap();
    assert!(sarif["$schema"].as_str().unwrap().contains("sarif-2.1.0"));
    let runs = sarif["runs"].as_array().unwrap();
    assert_eq!(runs.len(), 1);
    let (driver, results) = (&runs[0]["tool"]["driver"], runs[0]["results"].as_array().unwrap());
    assert!(!driver["name"].as_str().unwrap().is_empty());
    let levels = ["none", "note", "warning", "error"];
    let mut ids: Vec<&str> = Vec::new();
    for rule in driver["rules"].as_array().unwrap() {
        ids.push(rule["id"].as_str().unwrap());
        assert!(!rule["shortDescription"]["text"].as_str().unwrap().is_empty());
        assert!(levels.contains(&rule["defaultConfiguration"]["level"].as_str().unwrap()));
    }
    ids.sort_unstable();
    assert!(ids.windows(2).all(|pair| pair[0] != pair[1]), "rules must differ");
    assert!(results.len() >= 3, "{results:?}");
    for result in results {
        assert!(!result["message"]["text"].as_str().unwrap().is_empty());
        assert!(levels.contains(&result["level"].as_str().unwrap()), "{result}");
        for place in result["locations"].as_array().unwrap() {
            let physical = &place["physicalLocation"];
            assert!(!physical["artifactLocation"]["uri"].as_str().unwrap().contains(['\\', ' ']));
            if let Some(region) = physical.get("region") {
                assert!(region["startLine"].as_u64() >= Some(1) && region["startColumn"].as_u64() >= Some(1));
            }
        }
    }
    for call in runs[0]["invocations"].as_array().unwrap() {
        assert_eq!(call["executionSuccessful"], false);
        let notices = call["toolExecutionNotifications"].as_array().unwrap();
        assert!(notices.len() == 1 && !notices[0]["message"]["text"].as_str().unwrap().is_empty());
    }
}

#[test]
fn rules_are_listed_and_explained() {
    let list = text(&check(&["--rules"]));
    assert!(list.lines().count() >= 40 && list.contains("space/mixed"));
    assert!(text(&check(&["--rules", "space/mixed"])).contains("wrong"));
    let slip = check(&["--rules", "space/mixd"]);
    assert_eq!(slip.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&slip.stderr).contains("space/mixed"));
}

#[test]
fn what_cannot_run_says_so() {
    assert_eq!(check(&["/no/such/file.json"]).status.code(), Some(2));
    let folder = folder("level");
    let path = write(&folder, "a.json", "1");
    let output = check(&[&path, "--level", "players/wigle=off"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("players/wiggle"));
}

#[test]
fn a_file_that_was_cut_off_is_reported_by_a_folder_too() {
    let folder = folder("cut");
    let path = write(&folder, "a.json", "100");
    let whole = std::fs::read_to_string(&path).unwrap();
    let other = r#"{"name": "a package", "version": "1.0.0"}"#;
    std::fs::write(folder.join("package.json"), other).unwrap();
    for part in [&whole[..whole.len() - 20], &whole[..whole.find("layers").unwrap_or(0)]] {
        std::fs::write(&path, part).unwrap();
        let output = check(&[&folder.display().to_string()]);
        assert_eq!(output.status.code(), Some(1), "{part}");
        assert!(
            text(&output).contains("is not JSON") && text(&output).contains("1 files"),
            "{}",
            text(&output)
        );
    }
}

#[test]
fn exclusions_start_from_the_folder_of_the_configuration() {
    let folder = folder("exclude");
    write(&folder, "a.json", "100");
    write(&folder, "طرح/b.json", BROKEN);
    std::fs::write(folder.join("inbetween.toml"), "[check]\nexclude = [\"طرح/*\"]\n").unwrap();
    let from = |here: &Path, what: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_inbetween"));
        command.current_dir(here).arg("check").arg(what).output().unwrap()
    };
    let name = folder.file_name().unwrap().to_string_lossy().into_owned();
    for (here, what) in [
        (folder.as_path(), "."),
        (folder.parent().unwrap(), name.as_str()),
        (Path::new("/"), &*folder.to_string_lossy()),
    ] {
        let output = from(here, what);
        assert_eq!(output.status.code(), Some(0), "{what}: {}", text(&output));
        assert!(text(&output).contains("1 files"), "{what}: {}", text(&output));
    }
}
