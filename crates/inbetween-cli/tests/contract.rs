//! The command line's contract: exit codes, streams, forms.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

mod common;

use common::{example, json, run, scratch, stderr, stdout};
use std::path::PathBuf;
use std::process::Command;

#[test]
fn eval_prints_one_object_per_expression() {
    let file = example("slider-crank.json");
    let output = run(&[
        "eval",
        &file,
        "--expr",
        r#"layer("wheel").rotation"#,
        "--expr",
        "numLayers",
        "--at",
        "0,1",
        "--format",
        "json",
    ]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let value = json(&output);
    assert_eq!(value[0]["expression"], r#"layer("wheel").rotation"#);
    assert_eq!(value[0]["on"], serde_json::Value::Null);
    assert_eq!(value[0]["samples"][1]["time"], 1.0);
    assert_eq!(value[0]["samples"][1]["frame"], 30.0);
    assert!((value[0]["samples"][1]["value"].as_f64().unwrap() - 90.0).abs() < 1e-9);
    assert_eq!(value[1]["samples"][0]["value"].as_f64(), Some(3.0));
    assert_eq!(value[0]["format_version"], 1);
}

#[test]
fn ranges_exclude_or_include_their_end() {
    let file = example("slider-crank.json");
    let frames = |range: &str| {
        let output = run(&["eval", &file, "--expr", "time", "--frames", range, "--format", "csv"]);
        stdout(&output).lines().count() - 1
    };
    assert_eq!(frames("0..3"), 3);
    assert_eq!(frames("0..=3"), 4);
    assert_eq!(frames("0..=3:0.5"), 7);
}

#[test]
fn a_failing_expression_exits_with_one_and_says_where() {
    let file = example("slider-crank.json");
    let output = run(&["eval", &file, "--expr", r#"layer("weel").rotation"#, "--at", "0"]);
    assert_eq!(output.status.code(), Some(1));
    let said = stderr(&output);
    assert!(said.contains("weel") && said.contains("wheel"), "did you mean: {said}");
    assert!(!said.contains('\u{1b}'), "no colours when piped");
}

#[test]
fn findings_as_json_go_to_standard_error() {
    let file = example("slider-crank.json");
    let output = run(&["eval", &file, "--expr", "nope", "--at", "0", "--findings", "json"]);
    let value: serde_json::Value = serde_json::from_str(&stderr(&output)).unwrap();
    assert_eq!(value["findings"][0]["severity"], "error");
    assert_eq!(value["findings"][0]["line"], 1);
}

#[test]
fn no_result_exits_with_two() {
    let missing = run(&["eval", "no such file.json", "--expr", "1"]);
    assert_eq!(missing.status.code(), Some(2));
    let file = example("slider-crank.json");
    assert_eq!(run(&["eval", &file]).status.code(), Some(2), "an expression is needed");
    assert_eq!(run(&["eval", &file, "--expr", "1", "--comp", "nope"]).status.code(), Some(2));
    assert_eq!(run(&["eval", &file, "--expr", "1", "--frames", "x"]).status.code(), Some(2));
    assert_eq!(run(&["eval", &file, "--expr", "1", "--on", "7"]).status.code(), Some(2));
}

#[test]
fn every_property_that_info_prints_is_a_query() {
    for name in ["slider-crank.json", "overshoot.json", "follow-the-leader.json"] {
        let file = example(name);
        let info = json(&run(&["info", &file, "--format", "json"]));
        let mut args: Vec<String> =
            ["eval", &file, "--at", "0", "--format", "json"].map(str::to_owned).to_vec();
        let mut count = 0;
        for layer in info["compositions"][0]["layers"].as_array().unwrap() {
            for property in layer["properties"].as_array().unwrap() {
                args.extend([
                    "--expr".to_owned(),
                    property["expression_to_find"].as_str().unwrap().to_owned(),
                ]);
                count += 1;
            }
        }
        assert!(count > 20, "{name}");
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let answers = json(&run(&args));
        for answer in answers.as_array().unwrap() {
            let sample = &answer["samples"][0];
            assert!(sample.get("error").is_none() && !sample["value"].is_null(), "{name}: {answer}");
        }
    }
}

#[test]
fn bake_writes_a_file_without_expressions_that_moves_the_same() {
    let folder = scratch("bake");
    for name in ["slider-crank.json", "overshoot.json", "follow-the-leader.json"] {
        let out = folder.join(name).to_string_lossy().into_owned();
        let output = run(&["bake", &example(name), "-o", &out]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let text = std::fs::read_to_string(&out).unwrap();
        assert!(!text.contains("\"x\":\"") && !text.contains("\"x\": \""), "{name} still has an expression");
        let sample =
            |file: &str| json(&run(&["eval", file, "--all", "--frames", "0..=119:0.5", "--format", "json"]));
        let (before, after) = (sample(&example(name)), sample(&out));
        for one in before.as_array().unwrap().iter().filter(|one| one["has_expression"] == true) {
            let other = after.as_array().unwrap().iter().find(|o| o["path"] == one["path"]);
            let Some(other) = other else { continue };
            for (a, b) in one["samples"].as_array().unwrap().iter().zip(other["samples"].as_array().unwrap())
            {
                let numbers = |v: &serde_json::Value| -> Vec<f64> {
                    v.as_array().map_or_else(
                        || v.as_f64().into_iter().collect(),
                        |l| l.iter().filter_map(|n| n.as_f64()).collect(),
                    )
                };
                for (x, y) in numbers(&a["value"]).iter().zip(numbers(&b["value"])) {
                    assert!(
                        (x - y).abs() <= 0.1 + 1e-9,
                        "{name} {} at {}: {x} and {y}",
                        one["expression"],
                        a["frame"]
                    );
                }
                if a["value"].is_string() && a["frame"].as_f64().is_some_and(|frame| frame.fract() == 0.0) {
                    assert_eq!(a["value"], b["value"]);
                }
            }
        }
    }
}

#[test]
fn a_bake_that_cannot_be_written_leaves_nothing() {
    let folder = scratch("bake-nowhere");
    let out = folder.join("no/such/folder/out.json");
    let output = run(&["bake", &example("overshoot.json"), "-o", &out.to_string_lossy()]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
}

#[test]
fn check_is_clean_on_the_examples() {
    for name in ["slider-crank.json", "overshoot.json", "follow-the-leader.json"] {
        let output = run(&["check", &example(name)]);
        assert_eq!(output.status.code(), Some(0), "{}{}", stdout(&output), stderr(&output));
        let value = json(&run(&["check", &example(name), "--format", "json"]));
        assert!(value["expressions"].as_u64().unwrap() > 0);
    }
}

#[test]
fn explain_names_what_was_read() {
    let file = example("slider-crank.json");
    let output = run(&["explain", &file, r#"layer("rod").position"#, "--at", "0.5"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = stdout(&output);
    assert!(
        text.contains("hub.to_comp([170, 100]) = ") && text.contains(r#"layer("wheel").rotation"#),
        "{text}"
    );
    let value =
        json(&run(&["explain", &file, r#"layer("rod").position"#, "--at", "0.5", "--format", "json"]));
    assert_eq!(value["property"], r#"layer("rod").position"#);
}

/// A file with a text layer whose selector has an expression.
fn title(folder: &str, expression: &str) -> String {
    let file = scratch(folder).join("title.json");
    let text = serde_json::json!({
        "v": "5.7.0", "fr": 30, "ip": 0, "op": 60, "w": 640, "h": 360, "layers": [{"ty": 5, "ind": 1, "nm": "title", "ip": 0,
        "op": 60, "ks": {}, "t": {"d": {"k": [{"t": 0, "s": {"f": "F", "s": 40, "lh": 48, "fc": [1, 0, 0], "t": "ABC"}}]},
        "a": [{"s": {"t": 1, "b": 1, "x": expression}, "a": {"o": {"a": 0, "k": 0}}}]}}],
    });
    std::fs::write(&file, text.to_string()).unwrap();
    file.to_string_lossy().into_owned()
}

#[test]
fn eval_shows_text_character_by_character() {
    let file = title("eval-text", "textIndex * 10 + 100 * time");
    let all = ["eval", &file, "--text", "layer(\"title\")", "--at", "0,0.5", "--format"];
    let output = run(&[&all[..], &["json"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let value = json(&output);
    assert_eq!(value[0]["layer"], "layer(\"title\")");
    let character = &value[0]["samples"][1]["characters"][2];
    assert_eq!(character["textIndex"], 3);
    assert_eq!(character["text"], "C");
    assert_eq!(character["amounts"], serde_json::json!([[80.0, 80.0, 80.0]]));
    assert!((character["opacity"].as_f64().unwrap() - 0.2).abs() < 1e-9);
    assert_eq!(character["matrix"].as_array().unwrap().len(), 4);
    let csv = stdout(&run(&[&all[..], &["csv"]].concat()));
    assert!(csv.starts_with("time,frame,textIndex,text,amount1.x"), "{csv}");
    assert_eq!(csv.lines().count(), 7);
    let output = run(&["eval", &file, "--text", "layer(2)"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn check_runs_the_expressions_of_selectors() {
    let output = run(&["check", &title("check-text", "textIndex > 2 ? missing.thing : 5")]);
    assert_eq!(output.status.code(), Some(1));
    assert!((stdout(&output) + &stderr(&output)).contains("missing"));
}

#[test]
fn bake_says_what_text_became() {
    let file = title("bake-text", "textIndex * 10 + 50 * time");
    let out = file.replace("title.json", "baked.json");
    let output = run(&["bake", &file, "-o", &out, "--format", "json"]);
    let value = json(&output);
    assert_eq!(value["texts"][0]["form"], "selectors");
    assert_eq!(value["texts"][0]["parts"], 3);
    assert!(!std::fs::read_to_string(&out).unwrap().contains("textIndex"));
    let at = |file: &str| {
        let output = run(&["eval", file, "--text", "layer(1)", "--at", "1", "--format", "json"]);
        json(&output)[0]["samples"][0]["characters"][1]["opacity"].as_f64().unwrap()
    };
    assert!((at(&file) - at(&out)).abs() < 0.002);
}

#[test]
fn fonts_come_from_a_folder_that_is_named() {
    let folder = scratch("font-dir");
    let fonts = folder.join("fonts");
    std::fs::create_dir_all(fonts.join("deeper")).unwrap();
    let face = concat!(env!("CARGO_MANIFEST_DIR"), "/../inbetween-text/faces/NotoSans-Bold.ttf");
    std::fs::copy(face, fonts.join("deeper/face.ttf")).unwrap();
    std::fs::write(fonts.join("broken.otf"), b"no font").unwrap();
    let file = folder.join("title.json");
    let layer =
        r#"{"ty":5,"nm":"t","ip":0,"op":9,"t":{"d":{"k":[{"t":0,"s":{"f":"Own","s":100,"t":"H"}}]}}}"#;
    let text = format!(
        r#"{{"v":"5.12.1","fr":30,"ip":0,"op":9,"w":9,"h":9,"layers":[{layer}],"fonts":{{"list":[{{"fName":"Own","fFamily":"Noto Sans","fStyle":"Bold"}}]}}}}"#
    );
    std::fs::write(&file, text).unwrap();
    let width = |more: &[&str]| {
        let file = file.to_string_lossy().into_owned();
        let expr = "layer(\"t\").sourceRectAtTime().width";
        let mut args = vec!["eval", &file, "--expr", expr, "--at", "0", "--format", "json"];
        args.extend(more);
        let output = run(&args);
        (json(&output)[0]["samples"][0]["value"].as_f64().unwrap(), stderr(&output))
    };
    let named = fonts.to_string_lossy().into_owned();
    // Noto Sans Bold: the ink of an H is 0.585 em wide.
    let (wide, said) = width(&["--font-dir", &named]);
    assert!((wide - 58.5).abs() < 0.01 && said.is_empty(), "{wide} {said}");
    // A font beside the file under its own name does as well.
    std::fs::copy(face, folder.join("Own.ttf")).unwrap();
    let (wide, said) = width(&[]);
    assert!((wide - 58.5).abs() < 0.01 && said.is_empty(), "{wide} {said}");
    let output = run(&["info", &file.to_string_lossy(), "--font-dir", "/no/such/folder"]);
    assert_eq!(output.status.code(), Some(2));
}

const CRANK: &str = "<svg xmlns='http://www.w3.org/2000/svg' width='640' height='360'>
<g id='wheel'><circle cx='158' cy='180' r='100' fill='#c63'/><circle id='hub' cx='158' cy='180' r='3'/></g>
<g id='crank'><rect x='148' y='80' width='220' height='20' fill='#36c'/><circle id='pin' cx='158' cy='90' r='2' display='none'/></g>
</svg>";

#[test]
fn a_drawing_becomes_a_rig_by_import_and_edits() {
    let folder = scratch("import");
    let path = |name: &str| folder.join(name).to_string_lossy().into_owned();
    std::fs::write(path("art.svg"), CRANK).unwrap();
    let made = run(&["import", &path("art.svg"), "-o", &path("rig.scene.toml"), "--format", "json"]);
    assert_eq!(made.status.code(), Some(0), "{}", stderr(&made));
    let list = json(&made);
    assert_eq!(list["layers"][0]["name"], "crank");
    assert_eq!(list["layers"][1]["size"], serde_json::json!([200.0, 200.0]));
    // Edits are made in the order they are given, whatever their kind.
    let edited = run(&[
        "edit",
        &path("rig.scene.toml"),
        "--anchor",
        "crank=#pin",
        "--parent",
        "crank=wheel",
        "--set",
        "layer(\"wheel\").rotation=40",
        "--anchor",
        "crank=layer:20,10",
        "--format",
        "json",
    ]);
    assert_eq!(edited.status.code(), Some(0), "{}", stderr(&edited));
    let changes = json(&edited)["changes"].as_array().unwrap().clone();
    let order: Vec<i64> = changes.iter().map(|row| row["edit"].as_i64().unwrap()).collect();
    assert!(order.is_sorted() && order.last() == Some(&3), "{order:?}");
    let position = changes.iter().find(|row| row["edit"] == 1 && row["property"] == "Position").unwrap();
    // The pin lies at the top of the wheel: (158, 90) in the drawing, whose wheel begins at (58, 80).
    assert_eq!(position["after"], serde_json::json!([100.0, 10.0]));
    assert_eq!(
        (&position["space_before"], &position["space_after"]),
        (&"composition".into(), &"layer \"wheel\"".into())
    );
    let drawn = run(&["render", &path("rig.scene.toml"), "-o", &path("rig.png"), "--frame", "0"]);
    assert_eq!(drawn.status.code(), Some(0), "{}", stderr(&drawn));
    // The shapes in the scene, in a Lottie file, and in the drawing give one picture.
    let picture = |file: &str| {
        let drawn = run(&["render", &path(file), "-o", &path("one.png"), "--frame", "0"]);
        assert_eq!(drawn.status.code(), Some(0), "{}", stderr(&drawn));
        std::fs::read(path("one.png")).unwrap()
    };
    let import = |file: &str, more: &[&str]| {
        let (from, to) = (path("art.svg"), path(file));
        let args = [&["import", &from, "-o", &to], more].concat();
        let made = run(&args);
        assert_eq!(made.status.code(), Some(0), "{}", stderr(&made));
        picture(file)
    };
    let plain = import("plain.scene.toml", &[]);
    assert_eq!(plain, import("inline.scene.toml", &["--inline"]));
    assert_eq!(plain, import("whole.scene.toml", &["--layer-size", "document"]));
    assert_eq!(plain, import("plain.json", &[]));
    assert!(!std::fs::read_to_string(path("inline.scene.toml")).unwrap().contains("art.svg"));
    let refused = run(&["import", &path("rig.png"), "-o", &path("x.scene.toml")]);
    assert_eq!(refused.status.code(), Some(2));
}

#[test]
fn an_edit_that_fails_or_only_shows_leaves_the_file() {
    let folder = scratch("edit");
    let file = folder.join("rig.json").to_string_lossy().into_owned();
    std::fs::copy(example("slider-crank.json"), &file).unwrap();
    let before = std::fs::read(&file).unwrap();
    let failed = run(&["edit", &file, "--set", "layer(\"rod\").opacity=5", "--parent", "rodd=wheel"]);
    assert_eq!(failed.status.code(), Some(2));
    assert!(stderr(&failed).contains("did you mean \"rod\"?"), "{}", stderr(&failed));
    let shown = run(&["edit", &file, "--set", "layer(\"rod\").opacity=5", "--dry-run"]);
    assert!(stdout(&shown).contains("\n+") && stdout(&shown).contains("Opacity"), "{}", stdout(&shown));
    assert_eq!(std::fs::read(&file).unwrap(), before);
    let done = run(&["edit", &file, "--set", "layer(\"rod\").opacity=5"]);
    assert_eq!(done.status.code(), Some(0), "{}", stderr(&done));
    let value = run(&["eval", &file, "--expr", "layer(\"rod\").opacity", "--at", "0", "--format", "json"]);
    assert_eq!(json(&value)[0]["samples"][0]["value"], 5.0);
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
}

#[cfg(unix)]
#[test]
fn the_tutorial_of_authoring_runs_as_it_stands() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let text = std::fs::read_to_string(root.join("docs/authoring.md")).unwrap();
    let folder = scratch("authoring");
    let binary = PathBuf::from(env!("CARGO_BIN_EXE_inbetween"));
    let path = std::env::join_paths(
        std::iter::once(binary.parent().unwrap().to_path_buf())
            .chain(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())),
    );
    let path = path.unwrap();
    let mut said = String::new();
    let (mut commands, mut tables) = (0, 0);
    for block in text.split("\n```").skip(1).step_by(2) {
        let (head, body) = block.split_once('\n').unwrap();
        match head.split_once(' ').unwrap_or((head, "")) {
            ("svg" | "js" | "toml" | "obj", file) => {
                std::fs::write(folder.join(file), format!("{body}\n")).unwrap()
            }
            ("sh", _) => {
                said.clear();
                // A video takes long in a build for tests.
                for line in body.lines().filter(|line| !line.ends_with(".mp4")) {
                    let output = Command::new("sh")
                        .args(["-c", line])
                        .current_dir(&folder)
                        .env("PATH", &path)
                        .output()
                        .unwrap();
                    assert_eq!(output.status.code(), Some(0), "{line}\n{}", stderr(&output));
                    said.push_str(&stdout(&output));
                    commands += 1;
                }
            }
            ("text", _) => {
                assert_eq!(said.trim_end(), body, "what the page shows");
                tables += 1;
            }
            _ => {}
        }
    }
    assert!(commands >= 8 && tables >= 2, "{commands} commands, {tables} tables");
    let level = run(&[
        "eval",
        &folder.join("rig.scene.toml").to_string_lossy(),
        "--expr",
        "layer(\"piston\").toComp(layer(\"piston\").anchorPoint)[1]",
        "--at",
        "0,0.4,1.3,2.9",
        "--format",
        "json",
    ]);
    for sample in json(&level)[0]["samples"].as_array().unwrap() {
        assert!((sample["value"].as_f64().unwrap() - 180.0).abs() < 1e-9, "{sample}");
    }
}

#[test]
fn a_gltf_mesh_finds_its_buffer_beside_it() {
    let folder = scratch("gltf");
    std::fs::create_dir(folder.join("models")).unwrap();
    let gltf = r#"{"asset":{"version":"2.0"},"buffers":[{"byteLength":9,"uri":"three%20points.bin"}],
        "bufferViews":[{"buffer":0,"byteLength":9}],
        "accessors":[{"bufferView":0,"componentType":5121,"count":3,"type":"VEC3"}],
        "meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"nodes":[{"mesh":0}]}"#;
    std::fs::write(folder.join("models/triangle.gltf"), gltf).unwrap();
    std::fs::write(folder.join("models/three points.bin"), [0, 0, 0, 1, 0, 0, 0, 1, 0]).unwrap();
    let scene = "[composition]\nname = \"c\"\nsize = [40, 40]\nframe_rate = 10\nduration = 1\n\
                 [[layer]]\nname = \"m\"\ntype = \"mesh\"\nmesh = { file = \"models/triangle.gltf\", size = 20 }\n";
    let file = folder.join("a.scene.toml");
    std::fs::write(&file, scene).unwrap();
    let file = file.to_string_lossy().into_owned();
    let codes = || -> Vec<String> {
        let value = json(&run(&["check", &file, "--format", "json"]));
        let list = value["findings"].as_array().unwrap().iter();
        list.filter_map(|finding| finding["code"].as_str().map(str::to_owned)).collect()
    };
    assert!(!codes().iter().any(|code| code.starts_with("mesh/")), "{:?}", codes());
    std::fs::remove_file(folder.join("models/three points.bin")).unwrap();
    assert!(codes().iter().any(|code| code == "mesh/unreadable"), "{:?}", codes());
}

#[test]
fn apply_writes_a_preset_and_a_second_one_with_controls_of_its_own() {
    let folder = scratch("apply");
    let (one, two) = (folder.join("one.json"), folder.join("two.json"));
    let (one, two) = (one.to_string_lossy().into_owned(), two.to_string_lossy().into_owned());
    let source = example("slider-crank.json");
    let apply = |from: &str, to: &str, property: &str| {
        run(&["apply", "spring", from, "--to", property, "--set", "bounce=10", "-o", to])
    };
    let output = apply(&source, &one, "layer(\"wheel\").position");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let output = apply(&one, &two, "layer(\"wheel\").rotation");
    assert!(stdout(&output).contains("spring 2 bounce"), "{}", stdout(&output));
    let asked = run(&[
        "eval",
        &two,
        "--expr",
        "layer(\"wheel\").effect(\"spring 2 bounce\")(\"Slider\")",
        "--at",
        "0",
    ]);
    assert!(stdout(&asked).contains("10"), "{}", stdout(&asked));
    assert_eq!(run(&["check", &two]).status.code(), Some(0));
}

#[test]
fn apply_dry_writes_nothing_and_prints_without_a_file() {
    let folder = scratch("apply-dry");
    let file = folder.join("a.json");
    std::fs::copy(example("slider-crank.json"), &file).unwrap();
    let before = std::fs::read(&file).unwrap();
    let name = file.to_string_lossy().into_owned();
    let output = run(&["apply", "overshoot", &name, "--to", "layer(\"wheel\").rotation", "--dry-run"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(std::fs::read(&file).unwrap(), before);
    let output =
        run(&["apply", "overshoot", "--print", "--to", "layer(\"چرخ\").rotation", "--format", "json"]);
    let value = json(&output);
    assert_eq!(value["controls"][0]["name"], "overshoot frequency");
    assert_eq!(value["expressions"][0]["property"], "layer(\"چرخ\").rotation");
}

#[test]
fn presets_are_listed_and_shown_and_slips_are_answered() {
    let list = json(&run(&["presets", "--format", "json"]));
    assert!(list["presets"].as_array().unwrap().len() >= 26);
    let shown = stdout(&run(&["presets", "bounce"]));
    for word in ["elasticity", "Math.log", "When", "0.00 s"] {
        assert!(shown.contains(word), "{word}: {shown}");
    }
    let slip = run(&["presets", "bonce"]);
    assert_eq!(slip.status.code(), Some(2));
    assert!(stderr(&slip).contains("bounce"), "{}", stderr(&slip));
    let unfit = run(&["apply", "launch", &example("slider-crank.json"), "--to", "layer(\"wheel\").rotation"]);
    assert_eq!(unfit.status.code(), Some(2));
    assert!(stderr(&unfit).contains("position"), "{}", stderr(&unfit));
}

#[test]
fn a_lottie_file_becomes_a_scene_and_comes_back_the_same() {
    let folder = scratch("convert");
    let (scene, back) = (folder.join("rig.scene.toml"), folder.join("back.json"));
    let (scene, back) = (scene.to_string_lossy().into_owned(), back.to_string_lossy().into_owned());
    let file = example("slider-crank.json");
    let output = run(&["convert", &file, &scene, "--format", "json"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(json(&output)["raw_pieces"], 0);
    assert_eq!(run(&["convert", &scene, &back]).status.code(), Some(0));
    let values = |file: &str| stdout(&run(&["eval", file, "--all", "--frames", "0..12", "--format", "csv"]));
    let original = values(&file);
    assert!(original.lines().count() > 12, "{original}");
    assert_eq!(values(&scene), original);
    assert_eq!(values(&back), original);
    let wrong = run(&["convert", &file, &folder.join("rig.txt").to_string_lossy()]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(stderr(&wrong).contains(".scene.toml"), "{}", stderr(&wrong));
}

#[test]
fn faults_of_a_scene_have_lines_and_carets() {
    let folder = scratch("scene-faults");
    let scene = folder.join("rig.scene.toml");
    std::fs::write(
        &scene,
        "[composition]\nsize = [10, 10]\nduration = 1\n\n[[layer]]\nname = \"چرخ\"\ntype = \"null\"\nrotaton = 5\n",
    )
    .unwrap();
    let output = run(&["check", &scene.to_string_lossy()]);
    assert_eq!(output.status.code(), Some(2));
    let said = stderr(&output);
    assert!(said.contains("rig.scene.toml:8:1"), "{said}");
    assert!(said.contains("^^^^^^^\n"), "{said}");
    assert!(said.contains("did you mean \"rotation\"?"), "{said}");
}

#[test]
fn a_finding_in_a_scenes_expression_names_the_scenes_line() {
    let folder = scratch("scene-lines");
    let scene = folder.join("rig.scene.toml");
    std::fs::write(
        &scene,
        "[composition]\nsize = [10, 10]\nduration = 1\n\n[[layer]]\nname = \"a\"\ntype = \"null\"\n\n[layer.rotation]\n\
         expression = '''\n1 +\neffect(\"missing\")(1)'''\n",
    )
    .unwrap();
    let output = run(&["check", &scene.to_string_lossy()]);
    assert_eq!(output.status.code(), Some(1));
    let said = stdout(&output);
    assert!(said.contains("12 | effect(\"missing\")(1)"), "{said}");
}
