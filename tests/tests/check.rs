//! What `check` says of the faults that users have reported, and of files that have none.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

use inbetween::{OpenOptions, Project, Severity};
use inbetween_tests::rig::{Layer, composition, expressed, fixed, keyed, open};
use serde_json::{Value, json};
use std::collections::BTreeMap;

fn codes(file: &Value) -> Vec<&'static str> {
    open(file).check(1, &|_, _| true).unwrap().diagnostics.iter().map(|finding| finding.code).collect()
}

/// A null whose rotation has an expression, above a wheel, its child and a control with a slider.
fn rig(rotation: Value) -> Value {
    let child = Layer::null(3, "arm").set("/parent", json!(2)).property("p", fixed(json!([50, 0, 0])));
    let wheel =
        Layer::null(2, "wheel").property("p", fixed(json!([100, 100, 0]))).property("r", fixed(json!(90)));
    let speed = keyed(&[(0.0, json!(0)), (1.0, json!(360)), (3.0, json!(360)), (4.0, json!(0))], None);
    composition(
        30.0,
        &[
            Layer::null(1, "a").property("r", rotation),
            wheel,
            child,
            Layer::null(4, "ctl").slider("speed", speed),
            Layer::null(5, "leader").property("r", expressed(json!(0), "time * 10")),
        ],
    )
}

fn on_rotation(text: &str) -> Value {
    rig(expressed(json!(0), text))
}

fn on_keys(text: &str) -> Value {
    rig(keyed(&[(0.5, json!(0)), (1.0, json!(100))], Some(text)))
}

/// Keys with speed 0 at both ends.
fn on_eased_keys(text: &str) -> Value {
    rig(json!({"a": 1, "x": text, "k": [
        {"t": 0, "s": [0], "o": {"x": [0.333], "y": [0]}, "i": {"x": [0.667], "y": [1]}}, {"t": 15, "s": [100]}]}))
}

const OVERSHOOT: &str = "n = 0; if (numKeys > 0) { n = nearestKey(time).index; if (key(n).time > time) n--; }
if (n > 0) { t = time - key(n).time; v = velocityAtTime(key(n).time - .001);
value + v * .05 * Math.sin(t * 12) / Math.exp(6 * t); } else value";

fn copied_position() -> Value {
    let mut file = rig(fixed(json!(0)));
    file["layers"][0]["ks"]["p"]["x"] = json!(r#"thisComp.layer("arm").position"#);
    file
}

fn linked_effect_point() -> Value {
    let mut file = rig(fixed(json!(0)));
    file["layers"][1]["ef"] = json!([{"ty": 5, "nm": "Flare", "mn": "ADBE Lens Flare", "ix": 1, "en": 1, "np": 3,
        "ef": [{"ty": 3, "nm": "Point", "mn": "ADBE Lens Flare-0001", "ix": 1,
            "v": {"a": 0, "k": [0, 0], "x": r#"thisComp.layer("a").position"#}}]}]);
    file
}

/// A precomposition whose time remap ends one frame after what it shows, as AE makes it.
fn remapped_loop() -> Value {
    let mut file = composition(30.0, &[]);
    file["assets"] = json!([{"id": "walk", "nm": "walk", "fr": 30, "ip": 0, "op": 15, "w": 10, "h": 10,
        "layers": [Layer::null(1, "leg").set("/op", json!(15)).0]}]);
    file["layers"] = json!([Layer::null(1, "walk")
        .set("/ty", json!(0))
        .set("/refId", json!("walk"))
        .set("/w", json!(10))
        .set("/h", json!(10))
        .set("/tm", keyed(&[(0.0, json!(0)), (0.5, json!(0.5))], Some("loopOut('cycle', 0)")))
        .0]);
    file
}

/// A counter in a file that has the glyphs of one digit.
fn counter_without_glyphs() -> Value {
    let counter = "Math.round(linear(time, 0, 2, 0, 10)).toString()";
    let mut file = composition(30.0, &[Layer::text(1, "count", "0", Some(counter))]);
    let corner = json!([[0, 0], [50, 0], [50, -70]]);
    let flat = json!([[0, 0], [0, 0], [0, 0]]);
    file["chars"] = json!([{"ch": "0", "fFamily": "Sans", "style": "Regular", "size": 40, "w": 60, "data": {"shapes": [
        {"ty": "gr", "it": [{"ty": "sh", "ks": {"a": 0, "k": {"c": true, "v": corner, "i": flat, "o": flat}}}]}]}}]);
    file
}

/// Letters are the cases of the public list, numbers the rows of the ranked bug reports.
#[test]
fn every_reported_fault_of_a_file_is_named() {
    let slider = r#"thisComp.layer("ctl").effect("speed")("Slider")"#;
    let cases: Vec<(&str, Value, &str)> = vec![
        ("A1 overshoot does nothing on eased keys", on_eased_keys(OVERSHOOT), "motion/velocity-at-eased-key"),
        ("A6 loopIn before a first key that is not at 0", on_keys("loopIn('cycle')"), "players/loop"),
        ("A6 loopOutDuration", on_keys("loopOutDuration('cycle', 0.25)"), "players/loop"),
        ("A9 a looped time remap blinks", remapped_loop(), "motion/loop-seam"),
        ("A10, 19 a cycle jumps at its seam", on_keys("loopOut('cycle')"), "motion/loop-jump"),
        ("A11, 2 wiggle is wild elsewhere", on_rotation("wiggle(1, 5)"), "players/wiggle"),
        ("A13 random differs", on_rotation("random(10)"), "random/new-each-frame"),
        ("A13 Math.random cannot be seeded", on_rotation("Math.random()"), "random/math-random"),
        (
            "A14 an animated speed runs backwards",
            on_rotation(&format!("time * {slider}")),
            "motion/speed-times-time",
        ),
        (
            "A15, 5 a follower stands still",
            on_rotation(r#"thisComp.layer("leader").rotation.valueAtTime(time - .5)"#),
            "players/value-at-time",
        ),
        (
            "A17, 8 sourceRectAtTime",
            on_rotation(r#"thisComp.layer("ctl").sourceRectAtTime(0).width"#),
            "players/missing-function",
        ),
        ("A19 frames counted", on_rotation("time / thisComp.frameDuration * 2"), "time/frame-rate"),
        ("A21 an effect's point linked to a position", linked_effect_point(), "space/mixed"),
        ("A22 a child's position copied", copied_position(), "space/mixed"),
        ("A23, 15 a counter misses digits", counter_without_glyphs(), "draw/missing-glyph"),
        (
            "A27, 6, 14 the controller was not exported",
            on_rotation(r#"thisComp.layer("FootRoll | Foot").rotation"#),
            "expr/unknown-layer",
        ),
        (
            "A27 a renamed effect",
            on_rotation(r#"thisComp.layer("ctl").effect("sped")("Slider")"#),
            "expr/unknown-effect",
        ),
        (
            "28 a name in Italian",
            on_rotation(r#"thisComp.layer("ctl").effect("speed")("Cursore")"#),
            "expr/localized-name",
        ),
        ("1, 3, 31 players without expressions", on_keys("loopOut('pingpong')"), "players/no-expressions"),
        (
            "4 code that closes the player's function",
            on_rotation("}]; globalThis.p = 1; [function(){"),
            "expr/unclosed",
        ),
        ("4 code that reaches for the page", on_rotation("document.cookie; 1"), "safety/host"),
        ("4 eval", on_rotation("eval('1')"), "safety/eval"),
        ("7 key(0) before the first key", on_rotation("key(0).time"), "expr/no-key"),
        (
            "10 a composition that is not exported",
            on_rotation(r#"comp("Ctl").layer(1).rotation"#),
            "expr/unknown-composition",
        ),
        (
            "12 a bounce from eased keys",
            on_eased_keys(&OVERSHOOT.replace(".001", "thisComp.frameDuration / 10")),
            "motion/velocity-at-eased-key",
        ),
        ("13 markers", on_rotation("thisComp.marker.numKeys"), "players/missing-function"),
        (
            "16, 26 functions that players lack",
            on_rotation("dot([1, 0], [0, 1])"),
            "players/missing-function",
        ),
        ("a checkbox that is always on", on_rotation(&format!("{slider} ? 1 : 0")), "players/truth"),
    ];
    let missed: Vec<String> = cases
        .iter()
        .filter_map(|(name, file, code)| {
            let found = codes(file);
            (!found.contains(code)).then(|| format!("{name}: {code} is not among {found:?}"))
        })
        .collect();
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

#[test]
fn a_missing_layer_says_why_it_may_be_missing() {
    let checked =
        open(&on_rotation(r#"thisComp.layer("FootRoll | Foot").rotation"#)).check(1, &|_, _| true).unwrap();
    let finding = checked.diagnostics.iter().find(|finding| finding.code == "expr/unknown-layer").unwrap();
    assert!(finding.help.as_ref().unwrap().contains("hidden"), "{finding}");
}

#[test]
fn the_answer_does_not_depend_on_the_number_of_threads() {
    let project =
        open(&on_rotation(r#"thisComp.layer("leader").rotation.valueAtTime(time - .5) + wiggle(1, 2)"#));
    let one = project.check(1, &|_, _| true).unwrap();
    let many = project.check(4, &|_, _| true).unwrap();
    assert_eq!(one.diagnostics, many.diagnostics);
}

fn corpus(folder: &str) -> Vec<(String, Project)> {
    let Some(shared) = inbetween_tests::shared() else { return Vec::new() };
    inbetween_tests::files(&shared.join("corpus").join(folder), &[".json", ".lottie", ".tgs"])
        .into_iter()
        .map(|path| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let project = Project::open(&std::fs::read(&path).unwrap(), &OpenOptions::default());
            (name.clone(), project.unwrap_or_else(|error| panic!("{name}: {error}")))
        })
        .collect()
}

/// Plain files play in every player: nothing of them is an error.
#[test]
fn plain_files_raise_no_error() {
    for (name, project) in corpus("plain-files") {
        let checked = project.check(2, &|_, _| true).unwrap();
        let errors: Vec<_> = checked.diagnostics.iter().filter(|f| f.severity == Severity::Error).collect();
        assert!(errors.is_empty(), "{name}: {errors:?}");
    }
}

/// Counts per rule over the files with expressions; run with `--nocapture` to see them.
#[test]
#[ignore = "minutes in a debug build; prints figures"]
fn counts_per_rule_on_files_with_expressions() {
    let mut counts: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for (name, project) in corpus("expression-files") {
        let checked = project.check(2, &|_, _| true).unwrap();
        let mut here: BTreeMap<&str, usize> = BTreeMap::new();
        for finding in &checked.diagnostics {
            *here.entry(finding.code).or_default() += 1;
            println!("{name}\t{finding}");
        }
        for (code, count) in here {
            let entry = counts.entry(code).or_default();
            entry.0 += 1;
            entry.1 += count;
        }
    }
    for (code, (files, findings)) in counts {
        println!("{code:30} {findings:5} findings in {files:2} files");
    }
}
