//! `bake` for players, and `targets`: forms of output, sizes, evidence, exit codes.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

mod common;

use common::{example, json, run, scratch, stderr, stdout};
use std::path::Path;

fn path(folder: &Path, name: &str) -> String {
    folder.join(name).to_string_lossy().into_owned()
}

/// A file whose square swings by an expression, for `frames` frames.
fn swing(folder: &Path, name: &str, frames: u32) -> String {
    let text = format!(
        r#"{{"v":"5.7.0","fr":60,"ip":0,"op":{frames},"w":512,"h":512,"nm":"swing","layers":[{{"ty":4,"ind":1,"nm":"square","ip":0,"op":{frames},"st":0,"ks":{{"p":{{"a":0,"k":[256,256,0],"x":"[256+90*Math.sin(time*7)*Math.exp(-time),256]"}}}},"shapes":[{{"ty":"rc","p":{{"a":0,"k":[0,0]}},"s":{{"a":0,"k":[90,90]}},"r":{{"a":0,"k":0}}}},{{"ty":"fl","c":{{"a":0,"k":[0.9,0.2,0.1,1]}},"o":{{"a":0,"k":100}},"r":1}}]}}]}}"#
    );
    let file = path(folder, name);
    std::fs::write(&file, text).unwrap();
    file
}

#[test]
fn a_wrong_target_names_the_near_one_and_writes_nothing() {
    let folder = scratch("target-name");
    let out = path(&folder, "out.json");
    let output = run(&["bake", &example("slider-crank.json"), "-o", &out, "--target", "lottie-andriod"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("did you mean \"lottie-android\"?"), "{}", stderr(&output));
    assert!(!Path::new(&out).exists());
    let output = run(&["targets", "rlotie"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("did you mean \"rlottie\"?"), "{}", stderr(&output));
    // Something like no name gets them all.
    let output = run(&["targets", "flash"]);
    assert!(
        stderr(&output).contains("telegram") && stderr(&output).contains("thorvg"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn a_sticker_is_gzip_with_telegrams_mark_and_follows_the_rules() {
    let folder = scratch("target-sticker");
    let out = path(&folder, "out.tgs");
    let file = swing(&folder, "in.json", 150);
    let output = run(&["bake", &file, "-o", &out, "--target", "telegram", "--format", "json"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let bytes = std::fs::read(&out).unwrap();
    assert!(bytes.starts_with(&[0x1f, 0x8b]) && bytes.len() < 64 * 1024);
    let report = json(&output);
    assert_eq!(report["bytes"], bytes.len());
    assert_eq!((&report["fits"], &report["target"]), (&true.into(), &"telegram".into()));
    let again = run(&["check", &out, "--target", "telegram"]);
    assert_eq!(again.status.code(), Some(0), "{}{}", stdout(&again), stderr(&again));
    // Another name would not be taken by Telegram.
    let output = run(&["bake", &file, "-o", &path(&folder, "out.json"), "--target", "telegram"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("must be named .tgs"), "{}", stderr(&output));
}

#[test]
fn a_sticker_that_lasts_too_long_gives_1_and_says_what_to_do() {
    let folder = scratch("target-long");
    let file = swing(&folder, "in.json", 400);
    let out = path(&folder, "out.tgs");
    let output = run(&["bake", &file, "-o", &out, "--target", "telegram"]);
    assert_eq!(output.status.code(), Some(1));
    let text = stderr(&output);
    assert!(text.contains("target/telegram-length") && text.contains("--frames A..B"), "{text}");
    let output = run(&["bake", &file, "-o", &out, "--target", "telegram", "--frames", "60..200"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
}

#[test]
fn a_size_is_kept_or_exit_1_says_that_nothing_fits() {
    let folder = scratch("target-size");
    let file = swing(&folder, "in.json", 170);
    let out = path(&folder, "out.json");
    let bake = |kb: &str| {
        run(&["bake", &file, "-o", &out, "--target", "rlottie", "--max-kb", kb, "--format", "json"])
    };
    let free = json(&bake("100"));
    let bytes = free["bytes"].as_f64().unwrap();
    let kb = format!("{:.3}", bytes * 0.9 / 1024.0);
    let output = bake(&kb);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let made = json(&output);
    let length = std::fs::metadata(&out).unwrap().len();
    assert!(length as f64 <= bytes * 0.9 && made["bytes"] == length, "{made}");
    assert!(made["tries"].as_i64() > Some(1) && made["names_dropped"] == true, "{made}");
    let output = bake("0.05");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(json(&output)["fits"], false);
    assert_eq!(bake("-3").status.code(), Some(2));
    // A size without a player says what is missing.
    let output = run(&["bake", &file, "-o", &out, "--max-kb", "5"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("--target"), "{}", stderr(&output));
}

#[test]
fn the_proof_is_one_page_or_json_with_every_property() {
    let folder = scratch("target-proof");
    let (out, page, data) = (path(&folder, "o.json"), path(&folder, "p.html"), path(&folder, "p.json"));
    for proof in [&page, &data] {
        let output =
            run(&["bake", &example("slider-crank.json"), "-o", &out, "--target", "any", "--proof", proof]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    }
    let html = std::fs::read_to_string(&page).unwrap();
    assert!(html.starts_with("<!doctype html>") && html.contains("data:image/png;base64,"));
    // It opens offline: nothing is fetched.
    assert!(!html.contains("http://") || html.matches("http://").all(|_| html.contains("www.w3.org")));
    assert!(!html.contains("<script src") && !html.contains("<link"));
    let proof: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(&data).unwrap()).unwrap();
    assert_eq!(proof["exceeded"], false);
    let properties = proof["properties"].as_array().unwrap();
    assert!(!properties.is_empty());
    for one in properties {
        let (error, allowed) = (one["error"].as_f64().unwrap(), one["tolerance"].as_f64().unwrap());
        assert!(error <= allowed, "{one}");
    }
    let output =
        run(&["bake", &example("slider-crank.json"), "-o", &out, "--target", "any", "--proof", "p.pdf"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains(".html or .json"), "{}", stderr(&output));
}

#[test]
fn every_key_is_what_fitting_saves() {
    let folder = scratch("target-every");
    let file = swing(&folder, "in.json", 170);
    let out = path(&folder, "out.json");
    let keys = |more: &[&str]| {
        let mut args = vec!["bake", &file, "-o", &out, "--format", "json"];
        args.extend(more);
        json(&run(&args))["keys"].as_i64().unwrap()
    };
    assert_eq!(keys(&["--every-frame"]), 171);
    assert!(keys(&[]) < 40);
    assert_eq!(keys(&["--every-frame", "--target", "any"]), 171);
}

/// An archive of stored files.
fn zip(files: &[(&str, &str)]) -> Vec<u8> {
    let sum = |bytes: &[u8]| {
        let mut sum = u32::MAX;
        for byte in bytes {
            sum ^= u32::from(*byte);
            for _ in 0..8 {
                sum = (sum >> 1) ^ (0xedb8_8320 * (sum & 1));
            }
        }
        !sum
    };
    let (mut out, mut directory) = (Vec::new(), Vec::new());
    for (name, content) in files {
        let offset = u32::try_from(out.len()).unwrap();
        let size = u32::try_from(content.len()).unwrap();
        let mut common = vec![10, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        common.extend(sum(content.as_bytes()).to_le_bytes());
        common.extend(size.to_le_bytes());
        common.extend(size.to_le_bytes());
        common.extend(u16::try_from(name.len()).unwrap().to_le_bytes());
        common.extend([0, 0]);
        out.extend(b"PK\x03\x04");
        out.extend(&common);
        out.extend(name.as_bytes());
        out.extend(content.as_bytes());
        directory.extend(b"PK\x01\x02\x0a\x00");
        directory.extend(&common);
        directory.extend([0; 10]);
        directory.extend(offset.to_le_bytes());
        directory.extend(name.as_bytes());
    }
    let start = u32::try_from(out.len()).unwrap();
    let count = u16::try_from(files.len()).unwrap().to_le_bytes();
    out.extend(&directory);
    out.extend(b"PK\x05\x06\0\0\0\0");
    out.extend(count);
    out.extend(count);
    out.extend(u32::try_from(directory.len()).unwrap().to_le_bytes());
    out.extend(start.to_le_bytes());
    out.extend([0, 0]);
    out
}

fn contains(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|window| window == text.as_bytes())
}

#[test]
fn a_dot_lottie_keeps_its_animations_themes_and_state_machines() {
    let folder = scratch("target-lottie");
    let one = std::fs::read_to_string(swing(&folder, "one.json", 60)).unwrap();
    let two = std::fs::read_to_string(swing(&folder, "two.json", 90)).unwrap().replace("square", "other");
    let manifest = r#"{"version":"2","animations":[{"id":"one"},{"id":"two"}],"themes":[{"id":"dark"}],"stateMachines":[{"id":"tap"}]}"#;
    let (theme, machine) =
        (r#"{"rules":[{"id":"main","type":"Color"}]}"#, r#"{"initial":"idle","states":[]}"#);
    let archive = zip(&[
        ("manifest.json", manifest),
        ("a/one.json", &one),
        ("a/two.json", &two),
        ("t/dark.json", theme),
        ("s/tap.json", machine),
    ]);
    let (file, out) = (path(&folder, "in.lottie"), path(&folder, "out.lottie"));
    std::fs::write(&file, archive).unwrap();
    let output = run(&["bake", &file, "-o", &out, "--target", "thorvg"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let bytes = std::fs::read(&out).unwrap();
    for kept in [manifest, theme, machine, "t/dark.json", "s/tap.json"] {
        assert!(contains(&bytes, kept), "{kept} is gone");
    }
    for (id, name, frames) in [("one", "square", 60), ("two", "other", 90)] {
        let output = run(&["info", &out, "--animation", id, "--format", "json"]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let text = stdout(&output);
        assert!(text.contains(name) && text.contains(&frames.to_string()), "{id}: {text}");
        assert!(!text.contains("Math.sin"), "{id} still has an expression: {text}");
    }
}

#[test]
fn an_error_larger_than_promised_gives_1_and_the_file_and_proof_are_there() {
    let folder = scratch("target-exceeded");
    let (file, out, proof) =
        (swing(&folder, "in.json", 60), path(&folder, "o.json"), path(&folder, "p.json"));
    // So small a tolerance asks for more decimals than files have.
    let output =
        run(&["bake", &file, "-o", &out, "--target", "any", "--tolerance", "1e-9", "--proof", &proof]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert!(stderr(&output).contains("an error is larger than promised"), "{}", stderr(&output));
    let proof: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(&proof).unwrap()).unwrap();
    assert_eq!(proof["exceeded"], true);
    let one = &proof["properties"][0];
    assert!(one["error"].as_f64() > one["tolerance"].as_f64(), "{one}");
    assert!(Path::new(&out).exists());
}

#[test]
fn frames_are_a_range_that_shows_something() {
    let folder = scratch("bake-frames");
    let (file, out) = (swing(&folder, "in.json", 60), path(&folder, "o.tgs"));
    let bake = |frames: &str| {
        let arguments = ["bake", &file, "-o", &out, "--target", "telegram", "--frames", frames];
        run(&arguments)
    };
    for (frames, op) in [("0..30", 30.0), ("0..=30", 31.0), ("10..30", 20.0)] {
        assert_eq!(bake(frames).status.code(), Some(0), "{frames}");
        let info = json(&run(&["info", &out, "--format", "json"]));
        assert_eq!(info["compositions"][0]["out_point"], op, "{frames}: {info}");
    }
    for frames in ["5..5", "9..3", "60..90", "0..30:2", "x"] {
        std::fs::remove_file(&out).ok();
        let output = bake(frames);
        assert_eq!(output.status.code(), Some(2), "{frames}");
        assert!(!Path::new(&out).exists(), "{frames}");
    }
    assert!(stderr(&bake("60..90")).contains("it shows 0..60"));
}

#[test]
fn what_stays_behind_of_a_dotlottie_with_two_animations_is_said() {
    let folder = scratch("target-behind");
    let one = std::fs::read_to_string(swing(&folder, "one.json", 60)).unwrap();
    let archive = zip(&[
        ("manifest.json", r#"{"version":"2","animations":[{"id":"one"},{"id":"دو"}]}"#),
        ("a/one.json", &one),
        ("a/دو.json", &one),
    ]);
    let file = path(&folder, "in.lottie");
    std::fs::write(&file, archive).unwrap();
    let bake = |out: &str| stderr(&run(&["bake", &file, "-o", &path(&folder, out), "--target", "any"]));
    assert!(bake("out.json").contains("one animation of 2 is written"));
    assert!(!bake("out.lottie").contains("one animation"));
}

#[test]
fn check_looks_at_every_animation_of_a_dotlottie_and_mends_each() {
    let folder = scratch("check-lottie");
    let one = std::fs::read_to_string(swing(&folder, "one.json", 60)).unwrap();
    let two = one.replace("Math.sin(time*7)", "Math.sni(time*7)").replace("square", "مربع");
    let three = one.replace("256+90*", "256+90 \u{2013} 0*");
    let archive = zip(&[
        ("manifest.json", r#"{"version":"2","animations":[{"id":"one"},{"id":"دو"},{"id":"three"}]}"#),
        ("a/one.json", &one),
        ("a/دو.json", &two),
        ("a/three.json", &three),
    ]);
    let file = path(&folder, "in.lottie");
    std::fs::write(&file, archive).unwrap();
    let output = run(&["check", &file]);
    assert_eq!(output.status.code(), Some(1));
    let text = stdout(&output);
    assert!(text.contains("-- animation \"دو\"") && text.contains("layer(\"مربع\")"), "{text}");
    assert!(text.contains("-- animation \"three\"") && !text.contains("animation \"one\""), "{text}");
    assert!(text.contains("3 expressions evaluated"), "{text}");
    let found = json(&run(&["check", &file, "--format", "json"]));
    let places: Vec<&str> = found["findings"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|finding| finding["severity"] == "error")
        .map(|finding| finding["composition"].as_str().unwrap())
        .collect();
    assert_eq!(places, ["دو > swing", "three > swing"]);
    assert_eq!(run(&["check", &file, "--animation", "one"]).status.code(), Some(0));
    run(&["check", &file, "--fix"]);
    assert_eq!(run(&["check", &file, "--animation", "three"]).status.code(), Some(0));
    assert_eq!(run(&["check", &file, "--animation", "دو"]).status.code(), Some(1));
}

#[test]
fn a_proof_is_no_other_name_of_the_file() {
    let folder = scratch("target-same");
    let (file, out) = (swing(&folder, "in.json", 30), path(&folder, "o.json"));
    for proof in [out.clone(), path(&folder, "./o.json")] {
        let output = run(&["bake", &file, "-o", &out, "--target", "any", "--proof", &proof]);
        assert_eq!(output.status.code(), Some(2), "{}", stdout(&output));
        assert!(!Path::new(&out).exists());
    }
}
