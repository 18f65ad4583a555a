//! Real files: values measured in After Effects, and every property of the corpus at several times.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test fails by panicking")]

use inbetween_doc::{ImportOptions, import};
use inbetween_expr::Item;
use inbetween_timeline::{CompileOptions, Session, Timeline};
use inbetween_types::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The folder of shared material beside the workspace; tests that need it end quietly without it.
fn shared(folder: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared").join(folder);
    path.is_dir().then_some(path)
}

fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_file() && path.to_string_lossy().ends_with(ending))
        .collect();
    found.sort();
    found
}

fn timeline(path: &Path) -> Option<Timeline> {
    let bytes = std::fs::read(path).unwrap();
    let imported = import(&bytes, &ImportOptions::default()).ok()?;
    Some(Timeline::compile(Arc::new(imported.document), &CompileOptions::default()))
}

#[test]
fn plain_properties_have_the_values_measured_in_after_effects() {
    let Some(folder) = shared("acceptance/rigs") else { return };
    let mut checked = 0;
    for rig in files(&folder, ".expect.json").into_iter().filter(|p| p.to_string_lossy().contains("ae-")) {
        let file = PathBuf::from(rig.to_string_lossy().replace(".expect.json", ".json"));
        let session = Session::new(timeline(&file).unwrap());
        let known: BTreeMap<String, _> = session
            .timeline()
            .properties()
            .map(|(property, _)| (session.timeline().property_expression(property), property))
            .collect();
        let checks: serde_json::Value =
            serde_json::from_str(&std::fs::read_to_string(&rig).unwrap()).unwrap();
        for check in checks.as_array().unwrap() {
            let Some(property) = check["expression"].as_str().and_then(|text| known.get(text)) else {
                continue;
            };
            checked += 1;
            let tolerance = check["tolerance"].as_f64().unwrap();
            for (time, want) in
                check["times"].as_array().unwrap().iter().zip(check["values"].as_array().unwrap())
            {
                let value = session.state().pre_value(*property, time.as_f64().unwrap());
                let want: Vec<f64> = match want.as_array() {
                    Some(list) => list.iter().map(|n| n.as_f64().unwrap()).collect(),
                    None => vec![want.as_f64().unwrap()],
                };
                let got = value.components();
                assert_eq!(got.len(), want.len(), "{check}");
                for (a, b) in got.iter().zip(&want) {
                    assert!((a - b).abs() <= tolerance * b.abs().max(1.0), "{check}: at {time} {value:?}");
                }
            }
        }
    }
    assert!(checked >= 30, "only {checked} checks are of plain properties");
}

#[test]
fn every_property_of_the_corpus_has_a_name_of_its_own_and_finite_values() {
    let Some(folder) = shared("corpus") else { return };
    for kind in ["expression-files", "plain-files", "test-files", "speed-files"] {
        for path in files(&folder.join(kind), "") {
            let Some(timeline) = timeline(&path) else { continue };
            let session = Session::new(timeline);
            let timeline = session.timeline();
            for (composition, _) in timeline.compositions() {
                let data = timeline.composition_data(composition).unwrap();
                let times = [data.in_point, (data.in_point + data.out_point) / 2.0, data.out_point + 0.5]
                    .map(|frame| data.frame_rate.seconds(frame));
                let mut names = BTreeSet::new();
                for (property, _) in timeline.properties() {
                    let node = timeline.node(property.0).unwrap();
                    if timeline.layer(node.layer).unwrap().composition != composition {
                        continue;
                    }
                    let name = timeline.property_expression(property);
                    assert!(names.insert(name.clone()), "{}: {name} is there twice", path.display());
                    for time in times {
                        let value = session.state().pre_value(property, time);
                        assert!(value.is_finite(), "{}: {name} at {time}: {value:?}", path.display());
                        assert!(session.state().pre_velocity(property, time).is_finite(), "{name}");
                    }
                }
            }
        }
    }
}

#[test]
fn matrices_and_bounds_of_the_corpus_are_finite() {
    let Some(folder) = shared("corpus") else { return };
    for path in files(&folder.join("plain-files"), "") {
        let Some(timeline) = timeline(&path) else { continue };
        let session = Session::new(timeline);
        let timeline = session.timeline();
        for (layer, node) in timeline.layers() {
            let data = timeline.composition_data(node.composition).unwrap();
            let time = data.frame_rate.seconds((data.in_point + data.out_point) / 2.0);
            let (matrix, rect) = session.with_runner(|state, runner| {
                (state.world_matrix(runner, layer, time), state.source_rect(runner, layer, time, true))
            });
            let (matrix, rect) = (matrix.unwrap(), rect.unwrap());
            assert!(matrix.0.iter().flatten().all(|n| n.is_finite()), "{}", path.display());
            assert!(rect.width >= 0.0 && rect.height >= 0.0 && rect.width.is_finite(), "{}", path.display());
        }
    }
}

#[test]
fn a_value_is_a_value_of_its_own_kind() {
    let Some(folder) = shared("acceptance/rigs") else { return };
    let session = Session::new(timeline(&folder.join("ae-limits.json")).unwrap());
    let main = session.timeline().main().unwrap();
    let layer = session.timeline().layer_named(main, "full").unwrap();
    let rotation = session.timeline().layer(layer).unwrap().transform.rotation.unwrap();
    assert!(matches!(session.evaluate(rotation, 0.5), Value::Number(n) if (n - 50.0).abs() < 1e-9));
}

/// A result as the acceptance checks write it.
fn json(item: &Item) -> serde_json::Value {
    match item {
        Item::Number(n) => serde_json::json!(n),
        Item::Bool(b) => serde_json::json!(b),
        Item::Text(text) => serde_json::json!(text.as_ref()),
        Item::Array(items) => items.iter().map(json).collect(),
        _ => serde_json::Value::Null,
    }
}

fn close(got: &serde_json::Value, want: &serde_json::Value, tolerance: f64) -> bool {
    match (got, want) {
        (serde_json::Value::Array(a), serde_json::Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| close(a, b, tolerance))
        }
        (serde_json::Value::Number(a), serde_json::Value::Number(b)) => {
            let (a, b) = (a.as_f64().unwrap(), b.as_f64().unwrap());
            (a - b).abs() <= tolerance * b.abs().max(1.0)
        }
        _ => got == want,
    }
}

/// Runs the checks of one rig as queries in its main composition; gives those that fall short.
fn failures(rig: &Path) -> (usize, Vec<String>) {
    let file = PathBuf::from(rig.to_string_lossy().replace(".expect.json", ".json"));
    let session = Session::new(timeline(&file).unwrap());
    let main = session.timeline().main().unwrap();
    let checks: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(rig).unwrap()).unwrap();
    let (mut passed, mut failed) = (0, Vec::new());
    for check in checks.as_array().unwrap() {
        let (Some(text), true) = (check["expression"].as_str(), check["on"].is_null()) else { continue };
        let Some(program) = session.compile(text).program else {
            failed.push(format!("{text}: does not compile"));
            continue;
        };
        let tolerance = check["tolerance"].as_f64().unwrap();
        let mut wrong = None;
        for (time, want) in check["times"].as_array().unwrap().iter().zip(check["values"].as_array().unwrap())
        {
            let evaluation = session.state().evaluation_in(main, time.as_f64().unwrap());
            let got = session.query(&program, &evaluation);
            if !got.as_ref().is_ok_and(|item| close(&json(item), want, tolerance)) {
                wrong.get_or_insert(format!("{text} at {time}: {got:?}, should be {want}"));
            }
        }
        match wrong {
            Some(wrong) => failed.push(wrong),
            None => passed += 1,
        }
    }
    for finding in session.diagnostics() {
        if !failed.is_empty() {
            failed.push(format!("    {finding}"));
        }
    }
    (passed, failed)
}

#[test]
fn the_acceptance_rigs_hold() {
    let Some(folder) = shared("acceptance/rigs") else { return };
    let mut all = 0;
    let mut wrong = Vec::new();
    for rig in files(&folder, ".expect.json") {
        let (passed, failed) = inbetween_expr::with_large_stack(|| failures(&rig));
        all += passed;
        if !failed.is_empty() {
            wrong.push(format!("{}:\n{}", rig.display(), failed.join("\n")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(all > 600, "only {all} checks ran");
}

/// Files with at most this many bytes take part where the whole corpus would take minutes in a debug build.
const SMALL_FILE: u64 = 400_000;

#[test]
fn every_property_is_found_again_by_its_own_name() {
    let Some(folder) = shared("corpus") else { return };
    let rigs = shared("acceptance/rigs").map(|rigs| files(&rigs, ".json")).unwrap_or_default();
    let mut paths = files(&folder.join("expression-files"), "");
    paths.extend(rigs.into_iter().filter(|path| !path.to_string_lossy().contains(".expect.")));
    let mut found = 0;
    for path in paths.into_iter().filter(|path| path.metadata().unwrap().len() < SMALL_FILE) {
        let Some(timeline) = timeline(&path) else { continue };
        found += inbetween_expr::with_large_stack(|| {
            let session = Session::new(timeline.clone());
            // A few of each file, spread over it.
            let all: Vec<_> = timeline.properties().map(|(property, _)| property).collect();
            let step = (all.len() / 60).max(1);
            for property in all.iter().step_by(step) {
                let name = timeline.property_expression(*property);
                let layer = timeline.node(property.0).unwrap().layer;
                let composition = timeline.layer(layer).unwrap().composition;
                let program = session.compile(&name).program.unwrap();
                let evaluation = session.state().evaluation_in(composition, 0.0);
                let got = session.query_property(&program, &evaluation);
                // A layer control gives the layer it names.
                let names_a_layer = name.ends_with("(\"Layer\")");
                assert!(got == Ok(*property) || names_a_layer, "{}: {name}: {got:?}", path.display());
            }
            all.len().div_ceil(step)
        });
    }
    assert!(found > 1_000, "{found}");
}

#[test]
fn expressions_give_the_same_in_any_order_and_on_any_thread() {
    let Some(folder) = shared("acceptance/rigs") else { return };
    for name in ["catalogue-lang.json", "probes.json", "ik-arm.json", "keyframe-bounce.json"] {
        let timeline = timeline(&folder.join(name)).unwrap();
        let properties: Vec<_> = timeline
            .properties()
            .filter(|(_, data)| data.has_expression)
            .map(|(property, _)| property)
            .collect();
        let times = [0.0, 0.3, 0.7, 1.1, 2.0];
        let (forward, findings) = timeline.sample(&properties, &times, 1, &|_, _| true).unwrap();
        let (spread, again) = timeline.sample(&properties, &times, 4, &|_, _| true).unwrap();
        assert_eq!(forward, spread, "{name}");
        let sorted = |list: Vec<inbetween_types::Diagnostic>| {
            list.iter().map(ToString::to_string).collect::<BTreeSet<_>>()
        };
        assert_eq!(sorted(findings), sorted(again), "{name}");
        inbetween_expr::with_large_stack(|| {
            let session = Session::new(timeline.clone());
            for (row, time) in forward.iter().zip(times).rev() {
                for (value, property) in row.iter().zip(&properties).rev() {
                    assert_eq!(session.evaluate(*property, time), *value, "{name}");
                }
            }
        });
    }
}
