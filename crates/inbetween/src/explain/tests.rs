//! What explanations say, and that asking for one changes nothing.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

use super::*;
use crate::OpenOptions;
use inbetween_expr::Item;
use std::path::Path;

fn with(expression: &str) -> Project {
    let text = format!(
        r#"{{"v":"5.9.0","fr":10,"ip":0,"op":10,"w":100,"h":100,"layers":[
        {{"ty":4,"nm":"box","ind":1,"ip":0,"op":10,"st":0,"shapes":[],
          "ks":{{"p":{{"a":0,"k":[50,50]}},"r":{{"a":0,"k":7,"x":{expression:?}}}}}}}]}}"#
    );
    Project::open(text.as_bytes(), &OpenOptions::default()).unwrap()
}

fn steps(expression: &str, time: f64) -> Vec<String> {
    let explained = with(expression).explain("layer(\"box\").rotation", None, time).unwrap();
    assert_eq!(explained.error, None);
    explained
        .steps
        .iter()
        .map(|step| match step {
            Step::Call { line, name, arguments, result, .. } => {
                let arguments: Vec<String> = arguments.iter().map(html::item).collect();
                format!("{line}: {name}({}) = {}", arguments.join(", "), html::item(result))
            }
            Step::Branch { line, test, kind, held, .. } => format!("{line}: {kind} ({test}) {held}"),
            _ => String::new(),
        })
        .collect()
}

#[test]
fn every_call_has_its_arguments_and_result() {
    assert_eq!(
        steps("Math.max(1 + 2, linear(time, 0, 1, 0, 10))", 0.5),
        ["1: linear(0.5, 0, 1, 0, 10) = 5", "1: Math.max(3, 5) = 5"]
    );
}

#[test]
fn functions_of_the_expression_are_calls_too() {
    let text = "function twice(x) {\n  return x * 2;\n}\ntwice(twice(3))";
    assert_eq!(steps(text, 0.0), ["4: twice(3) = 6", "4: twice(6) = 12"]);
}

#[test]
fn branches_say_which_way() {
    let text = "if (time > 0.5) {\n  a = 1;\n} else {\n  a = 2;\n}\na > 1 ? 10 : 20";
    assert_eq!(steps(text, 0.0), ["1: if (time > 0.5) false", "6: ? (a > 1) true"]);
    assert_eq!(steps(text, 0.7), ["1: if (time > 0.5) true", "6: ? (a > 1) false"]);
}

#[test]
fn loops_tell_every_pass() {
    let told = steps("s = 0;\nfor (i = 0; i < 2; i++) s += i;\ns", 0.0);
    assert_eq!(told, ["2: loop (i < 2) true", "2: loop (i < 2) true", "2: loop (i < 2) false"]);
}

#[test]
fn a_switch_tells_what_it_compares_and_which_case_fits() {
    let text =
        "switch (Math.floor(time)) {\n  case 0: 5; break;\n  case 1:\n  case 2: 7; break;\n  default: 9;\n}";
    let ways = |time: f64| {
        let explained = with(text).explain("layer(\"box\").rotation", None, time).unwrap();
        let ran = explained.steps.iter().filter_map(|step| match step {
            Step::Branch { taken, kind: "case", .. } => taken.clone().map(|span| text[span].to_owned()),
            _ => None,
        });
        (explained.after.components()[0], ran.collect::<Vec<_>>())
    };
    assert_eq!(ways(0.5), (5.0, vec!["5; break;".to_owned()]));
    assert_eq!(ways(1.5), (7.0, vec!["7; break;".to_owned()]));
    assert_eq!(ways(3.5), (9.0, vec!["9;".to_owned()]));
    assert_eq!(
        steps(text, 1.5),
        [
            "1: Math.floor(1.5) = 1",
            "1: switch (Math.floor(time)) true",
            "2: case (0) false",
            "3: case (1) true"
        ]
    );
}

#[test]
fn new_and_the_last_call_of_an_optional_chain_are_calls() {
    let text = "o = {f: function (x) { return {g: function (y) { return y * 2; }}; }};\n\
                a = o.f?.(1).g(3);\nb = o.z?.g(4);\nnew Array(5).length + a + (b ?? 0)";
    assert_eq!(steps(text, 0.0)[..2], ["2: o.f?.(1).g(3) = 6", "3: o.z?.g() = undefined"]);
    assert!(steps(text, 0.0)[2].starts_with("4: new Array(5) = "), "{:?}", steps(text, 0.0));
    let value = with(text).explain("layer(\"box\").rotation", None, 0.0).unwrap().after;
    assert_eq!(value.components(), [11.0]);
}

#[test]
fn a_taken_way_is_where_it_is_written() {
    let text = "time > 0.5 ? 'yes'.length : 4";
    let explained = with(text).explain("layer(\"box\").rotation", None, 0.0).unwrap();
    let [Step::Branch { taken, left, .. }] = explained.steps.as_slice() else { panic!("{explained:?}") };
    assert_eq!(&text[taken.clone().unwrap()], "4");
    assert_eq!(&text[left.clone().unwrap()], "'yes'.length");
}

/// Forms where a report in the wrong place would change what the text means.
#[test]
fn reports_change_no_value() {
    let texts = [
        "o = {f: function() { return this.x }, x: 5}; o.f()",
        "o = null; o?.f(time) ?? 3",
        "o = {g() { return {h: 4} }}; o?.g().h",
        "a = [3, 1, 2]; a.sort((x, y) => x - y)[0] + Math.max(...a)",
        "function P(x) { this.x = x } new P(Math.abs(-4)).x",
        "i = 0; while (i < 5) { if (i == 3) break; i++ } i",
        "i = 0; do i++; while (i < 4, i < 3); i",
        "if (1, time >= 0) 8; else 9",
        "x = 0; if (x = 3) x",
        "(function() { return arguments.length })(1, 2, 3)",
        "f = (x) => x > 2 ? f(x - 1) + 1 : x; f(6)",
        "eval('Math.sqrt(16)')",
        "class A { m() { return 1 } } class B extends A { constructor() { super() } m() { return super.m() + 1 } } new B().m()",
        "`${Math.floor(2.7)}` * 1",
        "var $bm_rt; $bm_rt = $bm_sum($bm_mul(2, 3), 1);",
        "try { missing() } catch (e) { 6 }",
        "value + wiggle(3, 20) - value",
        "posterizeTime(2); time * 10",
        "seedRandom(3, true); random(5) + gaussRandom()",
        "thisComp.layer(1).position[0] + thisLayer.toComp([1, 2])[1]",
        "x = function() { return 2 }\n(x())",
        "switch (Math.round(1.2)) { case 1: 5; break; default: 6 }",
        "label: for (var i = 0; i < 3; i++) { for (;;) { continue label } } i",
        "Math.abs\n(-3)",
        "if (position) 1; else 2",
        "-Math.abs(-3) ** 1 || 1",
    ];
    for text in texts {
        let project = with(text);
        for time in [0.0, 0.35, 0.9] {
            let plain = project.value("layer(\"box\").rotation", time).unwrap();
            let explained = project.explain("layer(\"box\").rotation", None, time).unwrap();
            assert_eq!(plain, explained.after, "{text} at {time}: {:?}", explained.error);
        }
    }
}

#[test]
fn an_error_is_the_same_and_at_the_same_place() {
    let text = "a = 1;\nb = Math.max(2, nothing(3))";
    let project = with(text);
    let plain = project.check(1, &|_, _| true).unwrap().diagnostics;
    let explained = project.explain("layer(\"box\").rotation", None, 0.0).unwrap().diagnostics;
    assert_eq!(plain[0].location.point, explained[0].location.point);
    assert_eq!(plain[0].message, explained[0].message);
}

/// Every animated property of every example at several times.
#[test]
fn explaining_changes_no_value_of_the_examples() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let mut names: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    names.sort();
    let mut count = 0;
    for path in names.iter().filter(|path| path.extension().is_some_and(|e| e == "json")) {
        let Ok(project) = Project::open(&std::fs::read(path).unwrap(), &OpenOptions::default()) else {
            continue;
        };
        let timeline = project.timeline();
        for property in project.animated() {
            for time in [0.0, 0.51, 1.3, 2.9] {
                let plain = timeline.value(property, time);
                let explained = timeline.explain(property, time);
                assert_eq!(plain, explained.after, "{} at {time}", explained.find);
                count += explained.steps.len();
            }
        }
    }
    assert!(count > 50, "{count}");
}

#[test]
fn values_of_steps_run_nothing_of_the_expressions_own() {
    let text = "n = 0; o = {get a() { n++; return 1 }}; function f(x) { return x } f(o); n";
    assert_eq!(
        with(text).value("layer(\"box\").rotation", 0.0).unwrap(),
        inbetween_types::Value::Number(0.0)
    );
    let explained = with(text).explain("layer(\"box\").rotation", None, 0.0).unwrap();
    assert_eq!(explained.after, inbetween_types::Value::Number(0.0));
    let Step::Call { result, .. } = &explained.steps[0] else { panic!() };
    assert!(matches!(result, Item::Record(members) if members.is_empty()));
    let traps = "n = 0; t = () => { n++; return undefined }; \
        h = {get: t, has: t, ownKeys: () => { n++; return [] }, getOwnPropertyDescriptor: t, getPrototypeOf: () => { n++; return null }}; \
        function f(x) { return 5 } f(new Proxy({}, h)); d = new Date(0); \
        d.toString = d.valueOf = d.getTime = d.toISOString = d[Symbol.toPrimitive] = t; f(d); f(Object.create(Date.prototype)); n";
    let explained = with(traps).explain("layer(\"box\").rotation", None, 0.0).unwrap();
    assert_eq!(explained.error, None);
    assert_eq!(explained.after, inbetween_types::Value::Number(0.0));
}

/// What each kind of value is among arguments and results: nothing that has content is only "an object".
#[test]
fn keys_dates_functions_and_records_among_steps_show_what_they_are() {
    let text = "function f(x) { return 1 }\n\
        f(new Date(2020, 1, 1)); f(new Date('never'));\n\
        f({a: 1, b: {c: [2]}, get d() { return 3 }});\n\
        f(f); f(() => 1); f([thisLayer]); f({at: position});\n\
        f(/x/); f(null)";
    let told = steps(text, 0.0);
    let arguments: Vec<&str> =
        told.iter().filter_map(|step| step.split_once(": f(")?.1.strip_suffix(") = 1")).collect();
    assert_eq!(
        arguments,
        [
            "new Date(\"2020-02-01T00:00:00.000Z\")",
            "new Date(NaN)",
            "{a: 1, b: {c: [2]}}",
            "f",
            "function",
            "[layer(\"box\")]",
            "{at: layer(\"box\").position}",
            "an object",
            "undefined",
        ]
    );
    let project = Project::open(
        br#"{"v":"5.9.0","fr":10,"ip":0,"op":10,"w":100,"h":100,"markers":[{"tm":3,"cm":"go","dr":2}],"layers":[
        {"ty":4,"nm":"box","ind":1,"ip":0,"op":10,"st":0,"shapes":[{"ty":"rc","p":{"k":[0,0]},"s":{"k":[20,10]},"r":{"k":0}}],
         "ks":{"r":{"a":1,"k":[{"t":0,"s":[0]},{"t":5,"s":[90]}],
          "x":"key(2); nearestKey(time); sourceRectAtTime(); thisComp.marker.key(1); 0"}}}]}"#,
        &OpenOptions::default(),
    )
    .unwrap();
    let explained = project.explain("layer(\"box\").rotation", None, 0.1).unwrap();
    let results: Vec<String> = explained
        .steps
        .iter()
        .filter_map(|step| match step {
            Step::Call { result, .. } => Some(html::item(result)),
            _ => None,
        })
        .collect();
    assert_eq!(results[0], "{value: 90, time: 0.5, index: 2}");
    assert_eq!(results[1], "{value: 0, time: 0, index: 1}");
    assert_eq!(results[2], "{top: -5, left: -10, width: 20, height: 10}");
    assert!(results[3].contains("comment: \"go\"") && results[3].contains("time: 0.3"), "{results:?}");
}

#[test]
fn layers_and_properties_among_steps_are_what_would_find_them() {
    let told = steps("function f(l) { return l.rotation }\nf(thisComp.layer(\"box\")) * 0", 0.0);
    assert_eq!(told[0], "2: thisComp.layer(\"box\") = layer(\"box\")");
    assert!(told[1].starts_with("2: f(layer(\"box\")) = "), "{told:?}");
}

#[test]
fn the_page_marks_what_ran_and_loads_nothing() {
    let text = "if (time < 0.5) {\n  value + 1 // <b>\n} else {\n  Math.abs(position[0])\n}";
    let project = with(text);
    let explained = project.explain("layer(\"box\").rotation", None, 0.2).unwrap();
    let page = project.explanation_html(&explained).unwrap();
    for outside in ["<script", "http:", "https:", "<link", "<b>"] {
        assert!(!page.contains(outside), "{outside}");
    }
    assert!(page.contains("<span class=\"test\">time &lt; 0.5</span>"), "{page}");
    assert!(page.contains("<span class=\"taken\">{") && page.contains("<span class=\"left\">{"), "{page}");
    let pairs = |open: &str, close: &str| (page.matches(open).count(), page.matches(close).count());
    let (open, close) = pairs("<span", "</span>");
    assert_eq!(open, close);
    assert!(page.contains("<polyline"), "no curve");
}

/// The root of the picture is its leftmost box, also where what it reads reads it.
#[test]
fn a_circle_leads_back_to_the_root_which_stays_on_the_left() {
    let text = r#"{"v":"5.9.0","fr":10,"ip":0,"op":10,"w":100,"h":100,"layers":[
        {"ty":3,"nm":"box","ind":1,"ip":0,"op":10,"st":0,"ks":{
          "p":{"a":0,"k":[50,50],"x":"[rotation, opacity]"},
          "o":{"a":0,"k":50},
          "r":{"a":0,"k":7,"x":"position[0] + position[1]\n"}}}]}"#;
    let project = Project::open(text.as_bytes(), &OpenOptions::default()).unwrap();
    let explained = project.explain("layer(\"box\").rotation", None, 0.2).unwrap();
    let page = project.explanation_html(&explained).unwrap();
    assert!(page.contains("<rect class=\"box root\" x=\"8\" y=\"8\""), "{page}");
    assert_eq!(page.matches("class=\"edge back\"").count(), 1, "{page}");
    // The end of the last line begins no line.
    assert!(page.contains("<span class=\"n\">1</span>") && !page.contains("<span class=\"n\">2</span>"));
}
