//! Untrusted expressions: each ends as a named finding, reaches nothing, and the rest of the file still works.
//!
//! Nothing here is timed: an expression that could hold the process would make the test hang, and the continuous
//! integration's own limit would say so.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

use inbetween::{Diagnostic, Item, OpenOptions, Project, Severity};
use inbetween_tests::rig::{Layer, assert_numbers, expressed, fixed, project, values};
use serde_json::json;

/// Expressions that must fail by name, from `cases/hostile.json`: name and text. The property's own value is 12.
fn failing() -> Vec<(String, String)> {
    let file: serde_json::Value = serde_json::from_str(include_str!("../cases/hostile.json")).unwrap();
    let list = file.as_array().unwrap();
    assert!(list.len() > 30);
    list.iter()
        .map(|case| {
            let text = |key: &str| case[key].as_str().unwrap_or("").to_owned();
            let times = case["times"].as_u64().unwrap_or(1).try_into().unwrap();
            (text("name"), text("expression").repeat(times) + &text("then"))
        })
        .collect()
}

fn errors(project: &Project) -> Vec<Diagnostic> {
    let checked = project.check(1, &|_, _| true).unwrap();
    checked.diagnostics.into_iter().filter(|d| d.severity == Severity::Error).collect()
}

#[test]
fn each_hostile_expression_fails_by_name_and_alone() {
    for (name, text) in failing() {
        let p = project(&[
            Layer::null(1, "bad").set("/op", json!(3)).property("r", expressed(json!(12), &text)),
            Layer::null(2, "good").property("r", expressed(json!(0), "time * 2 + add(1, 2) + Math.abs(-1)")),
        ]);
        assert_numbers(&p, r#"layer("bad").rotation"#, &[0.0], &[12.0], 0.0);
        assert_numbers(&p, r#"layer("good").rotation"#, &[1.0], &[6.0], 1e-12);
        let found = errors(&p);
        assert!(!found.is_empty(), "{name}: no finding");
        for finding in &found {
            assert_eq!(
                finding.location.property.as_deref(),
                Some(r#"layer("bad").rotation"#),
                "{name}: {finding}"
            );
            assert!(!finding.message.is_empty(), "{name}");
        }
    }
}

#[test]
fn all_hostile_expressions_in_one_file() {
    let mut layers: Vec<Layer> = failing()
        .iter()
        .zip(1..)
        .map(|((name, text), id)| {
            Layer::null(id, name).set("/op", json!(2)).property("r", expressed(json!(12), text))
        })
        .collect();
    layers.push(
        Layer::null(99, "good")
            .property("r", expressed(json!(0), "[3, 1, 2].sort().join('') * 1 + Math.round(1.6)")),
    );
    let p = project(&layers);
    assert_numbers(&p, r#"layer("good").rotation"#, &[0.0, 1.0], &[125.0, 125.0], 0.0);
    for (name, _) in failing() {
        assert_numbers(&p, &format!("layer({}).rotation", json!(name)), &[0.0], &[12.0], 0.0);
    }
}

#[test]
fn what_one_expression_writes_no_other_sees_nor_its_own_next_frame() {
    let damage = "Array.prototype.evil = 9; Object.prototype.bad = 1; Math.abs = function () { return 77; };
        JSON.parse = null; String.prototype.trim = function () { return 'zz'; }; leaked = 123; globalThis.leaked2 = 5;
        Object.defineProperty(Array.prototype, 'length2', { get() { return 1; } }); add = function () { return 5; };
        thisLayer.foo = 1; thisComp.layer = null; Math.abs(-1)";
    let look = "(typeof leaked == 'undefined' ? 1 : 0) + (typeof leaked2 == 'undefined' ? 10 : 0)
        + ([].evil === undefined && [].length2 === undefined ? 100 : 0) + (({}).bad === undefined ? 1000 : 0)
        + (Math.abs(-2) == 2 ? 10000 : 0) + (' q '.trim() == 'q' ? 100000 : 0) + (JSON.parse('[7]')[0] == 7 ? 1e6 : 0)
        + (add(1, 2) == 3 ? 1e7 : 0)";
    let p = project(&[
        Layer::null(1, "damage").property("r", expressed(json!(0), damage)),
        Layer::null(2, "look").property(
            "r",
            expressed(json!(0), &format!("q = thisComp.layer('damage').rotation.value; {look}")),
        ),
        Layer::null(3, "self").property("r", expressed(json!(0), &format!("n = {look}; {damage}; n"))),
        Layer::null(4, "count")
            .property("r", expressed(json!(0), "if (typeof n == 'undefined') n = 0; n = n + 1; n")),
    ]);
    assert_numbers(&p, r#"layer("damage").rotation"#, &[0.0, 1.0], &[77.0, 77.0], 0.0);
    assert_numbers(&p, r#"layer("look").rotation"#, &[0.0, 1.0, 0.0], &[11_111_111.0; 3], 0.0);
    assert_numbers(&p, r#"layer("self").rotation"#, &[0.0, 1.0, 0.0], &[11_111_111.0; 3], 0.0);
    assert_numbers(&p, r#"layer("count").rotation"#, &[0.0, 1.0, 2.0], &[1.0, 1.0, 1.0], 0.0);
}

#[test]
fn the_clock_and_the_host_do_not_show() {
    let p = project(&[Layer::null(1, "a")]);
    assert_numbers(&p, "new Date().getTime()", &[0.0, 1.0], &[946_684_800_000.0; 2], 0.0);
    assert_numbers(&p, "Date.now() - +new Date() + new Date().getTimezoneOffset()", &[0.0], &[0.0], 0.0);
    let random = values(&p, "Math.random() + 1", &[0.0, 0.0]);
    assert_eq!(random[0], random[1]);
    for name in
        ["process", "require", "fetch", "setTimeout", "std", "os", "print", "console", "WebAssembly", "Deno"]
    {
        assert_numbers(&p, &format!("typeof {name} == 'undefined' ? 1 : 0"), &[0.0], &[1.0], 0.0);
    }
    assert_eq!(
        values(&p, "Object.keys(globalThis).filter(k => /process|require/.test(k)).length", &[0.0]),
        [Item::Number(0.0)]
    );
}

#[test]
fn fuel_decides_the_same_on_every_run() {
    let count = "s = 0; for (i = 0; i < 1e5; i++) s += i % 7; s";
    let open = |fuel| {
        let mut options = OpenOptions::default();
        options.limits.fuel = fuel;
        let file = inbetween_tests::rig::composition(
            30.0,
            &[Layer::null(1, "a").property("r", expressed(json!(5), count))],
        );
        Project::open(file.to_string().as_bytes(), &options).unwrap()
    };
    let enough = open(2_000_000);
    assert_numbers(&enough, r#"layer("a").rotation"#, &[0.0, 0.5, 0.0], &[299_995.0; 3], 0.0);
    let short = open(50_000);
    for _ in 0..3 {
        assert_numbers(&short, r#"layer("a").rotation"#, &[0.0, 0.5, 0.0], &[5.0; 3], 0.0);
    }
    let found = errors(&short);
    assert!(found.iter().all(|d| d.code.starts_with("limit/")) && !found.is_empty(), "{found:?}");
}

#[test]
fn files_that_are_no_documents_are_a_clear_error() {
    let deep = "[".repeat(100_000);
    let cases: Vec<(&str, Vec<u8>)> = vec![
        ("empty", vec![]),
        ("no JSON", b"hello".to_vec()),
        ("truncated", br#"{"v":"5.0","layers":[{"ty":3"#.to_vec()),
        ("an array", b"[1,2]".to_vec()),
        ("a number", b"7".to_vec()),
        ("deep arrays", deep.into_bytes()),
        ("huge number", br#"{"v":"5.0","fr":30,"ip":0,"op":1e999,"w":1,"h":1,"layers":[]}"#.to_vec()),
        ("NaN", br#"{"v":"5.0","fr":NaN,"ip":0,"op":1,"w":1,"h":1,"layers":[]}"#.to_vec()),
        ("zip without animations", b"PK\x05\x06\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0".to_vec()),
        ("broken gzip", b"\x1f\x8b\x08\0\0\0\0\0".to_vec()),
    ];
    for (name, bytes) in cases {
        let error = Project::open(&bytes, &OpenOptions::default()).expect_err(name);
        assert!(!error.to_string().is_empty(), "{name}");
    }
}

#[test]
fn cyclic_precomps_and_parents_are_named_and_bounded() {
    let mut file = inbetween_tests::rig::composition(
        30.0,
        &[
            Layer::null(1, "pre")
                .set("/ty", json!(0))
                .set("/refId", json!("a"))
                .set("/w", json!(9))
                .set("/h", json!(9)),
            Layer::null(2, "p").set("/parent", json!(3)),
            Layer::null(3, "q").set("/parent", json!(2)).property("r", fixed(json!(10))),
        ],
    );
    file["assets"] = json!([
        {"id": "a", "nm": "A", "layers": [Layer::null(1, "in a").set("/ty", json!(0)).set("/refId", json!("b")).0]},
        {"id": "b", "nm": "B", "layers": [Layer::null(1, "in b").set("/ty", json!(0)).set("/refId", json!("a")).0]},
    ]);
    let p = inbetween_tests::rig::open(&file);
    let codes: Vec<_> = p.diagnostics().iter().map(|d| d.code).collect();
    assert!(codes.contains(&"doc/composition-cycle"), "{codes:?}");
    assert!(codes.contains(&"doc/parent-cycle"), "{codes:?}");
    assert!(!values(&p, r#"layer("q").toWorld([0, 0])"#, &[0.0]).is_empty());
}

#[test]
fn expressions_that_read_one_another_end() {
    let p = project(&[
        Layer::null(1, "a").property("r", expressed(json!(1), r#"thisComp.layer("b").rotation + 1"#)),
        Layer::null(2, "b").property("r", expressed(json!(10), r#"thisComp.layer("a").rotation + 1"#)),
        Layer::null(3, "self").property("r", expressed(json!(5), r#"thisComp.layer("self").rotation + 1"#)),
    ]);
    // a: reads b, which reads a's value before its expression: 1 + 1 + 1. And the other way round.
    let both = [3.0, 12.0];
    assert_numbers(&p, r#"[layer("a").rotation.value, layer("b").rotation.value]"#, &[0.0], &both, 0.0);
    assert_numbers(
        &p,
        r#"x = layer("b").rotation.value; [layer("a").rotation.value, x]"#,
        &[0.0],
        &both,
        0.0,
    );
    assert_numbers(&p, r#"layer("self").rotation"#, &[0.0], &[6.0], 0.0);
}
