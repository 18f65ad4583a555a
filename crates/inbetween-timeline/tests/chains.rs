//! Long chains of expressions.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test fails by panicking")]

use inbetween_doc::{ImportOptions, import};
use inbetween_timeline::{Choice, CompileOptions, PropertyRef, Session, Timeline};
use inbetween_types::Value;
use std::sync::Arc;

/// `count` nulls whose rotations are these (JSON), with expressions or without.
fn nulls(rotations: impl Iterator<Item = String>, options: &CompileOptions) -> (Timeline, Vec<PropertyRef>) {
    let layers: Vec<String> = rotations
        .enumerate()
        .map(|(n, rotation)| {
            format!(r#"{{"ty":3,"nm":"n{n}","ind":{},"ip":0,"op":60,"st":0,"ks":{{"r":{rotation}}}}}"#, n + 1)
        })
        .collect();
    let text =
        format!(r#"{{"v":"5.12.1","fr":30,"ip":0,"op":60,"w":10,"h":10,"layers":[{}]}}"#, layers.join(","));
    let document = import(text.as_bytes(), &ImportOptions::default()).unwrap().document;
    let timeline = Timeline::compile(Arc::new(document), options);
    assert!(!timeline.diagnostics().iter().any(|d| d.severity == inbetween_types::Severity::Error));
    let rotations = timeline.layers().map(|(_, node)| node.transform.rotation.unwrap()).collect();
    (timeline, rotations)
}

fn expressed(before: usize, expression: &str) -> String {
    format!(r#"{{"a":0,"k":{before},"x":{}}}"#, serde_json::to_string(expression).unwrap())
}

/// `count` nulls; the first has rotation 1, each other the expression in which `@` stands for the one before.
fn chain(count: usize, expression: &str) -> (Timeline, Vec<PropertyRef>) {
    let rotations = (0..count).map(|n| match n.checked_sub(1) {
        None => r#"{"a":0,"k":1}"#.to_owned(),
        Some(before) => expressed(0, &expression.replace('@', &format!("thisComp.layer(\"n{before}\")"))),
    });
    nulls(rotations, &CompileOptions::default())
}

#[test]
fn a_thousand_expressions_in_a_chain_work() {
    let (timeline, rotations) = chain(1_001, "@.rotation + 1");
    assert_eq!(timeline.value(rotations[1_000], 0.5), Value::Number(1_001.0));
}

#[test]
fn a_chain_beyond_the_limit_ends_with_a_finding_and_the_value_before() {
    let (timeline, rotations) = chain(1_500, "@.rotation + 1");
    inbetween_expr::with_large_stack(|| {
        let session = Session::new(timeline.clone());
        assert_eq!(session.evaluate(rotations[1_499], 0.0), Value::Number(0.0));
        assert!(session.diagnostics().iter().any(|d| d.code == "limit/expression-depth"));
        // The first 1,200 are in reach; asking for them first changes nothing for the last.
        for n in [400, 800, 1_200] {
            assert_eq!(session.evaluate(rotations[n], 0.0), Value::Number(n as f64 + 1.0));
        }
        for n in [1_201, 1_499] {
            assert_eq!(session.evaluate(rotations[n], 0.0), Value::Number(0.0));
        }
    });
}

#[test]
fn a_trail_in_time_costs_linear_time() {
    // Each layer reads the one before at two earlier times: without memory 2^60 evaluations.
    let (timeline, rotations) =
        chain(61, "(@.rotation.valueAtTime(time - 0.125) + @.rotation.valueAtTime(time - 0.25)) / 2");
    let Value::Number(value) = timeline.value(rotations[60], 5.0) else { panic!() };
    assert!((value - 1.0).abs() < 1e-9, "{value}");
}

#[test]
fn a_failed_expression_keeps_its_value_and_the_others_go_on() {
    let (timeline, rotations) = chain(3, "time < 1 ? @.rotation + 1 : nonsense");
    inbetween_expr::with_large_stack(|| {
        let session = Session::new(timeline.clone());
        assert_eq!(session.evaluate(rotations[2], 0.5), Value::Number(3.0));
        assert_eq!(session.evaluate(rotations[2], 1.5), Value::Number(0.0));
        assert_eq!(session.evaluate(rotations[2], 0.75), Value::Number(3.0));
        let findings = session.diagnostics();
        let finding = findings.iter().find(|d| d.location.layer.as_deref() == Some("n2")).unwrap();
        assert_eq!(finding.location.property.as_deref(), Some("layer(\"n2\").rotation"));
        assert!(finding.location.point.is_some());
    });
}

#[test]
fn results_are_fitted_to_their_property() {
    for (expression, expected) in [
        ("[7]", 7.0),
        ("[7, 8]", 7.0),
        ("true", 1.0),
        ("\"12\"", 12.0),
        ("0 / 0", 0.0),
        ("1 / 0", 0.0),
        ("undefined", 0.0),
        ("[]", 0.0),
        ("var a = 3", 0.0),
        ("({a: 1})", 0.0),
        ("@.rotation", 1.0),
    ] {
        let (timeline, rotations) = chain(2, expression);
        assert_eq!(timeline.value(rotations[1], 0.0), Value::Number(expected), "{expression}");
    }
}

#[test]
fn a_long_chain_on_a_small_stack_ends_in_a_finding() {
    // Test threads have 2 MiB.
    let (timeline, rotations) = chain(1_001, "@.rotation + 1");
    let session = Session::new(timeline);
    let _ = session.evaluate(rotations[1_000], 0.0);
    assert!(session.diagnostics().iter().any(|d| d.code == "limit/stack"));
    assert_eq!(session.evaluate(rotations[5], 0.0), Value::Number(6.0));
}

#[test]
fn programs_that_write_globals_nest_seven_programs_whatever_is_remembered() {
    let (timeline, rotations) = chain(15, "Math.extra = 1; @.rotation + Math.extra");
    inbetween_expr::with_large_stack(|| {
        let warm = Session::new(timeline.clone());
        for (n, rotation) in rotations.iter().enumerate() {
            let expected = if n <= 6 { n as f64 + 1.0 } else { 0.0 };
            assert_eq!(
                Session::new(timeline.clone()).evaluate(*rotation, 0.0),
                Value::Number(expected),
                "{n}"
            );
            assert_eq!(warm.evaluate(*rotation, 0.0), Value::Number(expected), "{n}, remembered");
        }
    });
}

#[test]
fn circles_have_one_answer_in_any_order_on_any_threads_in_both_tiers() {
    let tangled = |reads: &dyn Fn(usize) -> Vec<String>| {
        let rotation = |n: usize| expressed(10 * n, &format!("({}) / 8 + time", reads(n).join(" + ")));
        let rotations: Vec<String> = (0..12).map(rotation).collect();
        let of = |tier| {
            let options = CompileOptions { tier, ..CompileOptions::default() };
            nulls(rotations.iter().cloned(), &options)
        };
        (of(Choice::Auto), of(Choice::Script))
    };
    let layer = |n: usize| format!("thisComp.layer(\"n{n}\").rotation");
    let all = |_: usize| (0..12).map(layer).collect();
    let rings = |n: usize| vec![layer((n + 1) % 12), layer(n / 3 * 3 + (n + 1) % 3), layer((n * 5 + 2) % 12)];
    let earlier = |n: usize| {
        let ago = |by: usize| format!("{}.valueAtTime(time - {by} / 30)", layer((n + by) % 12));
        vec![ago(1), ago(2), ago(5)]
    };
    let times: Vec<f64> = (0..40).map(|frame| f64::from(frame) / 30.0).collect();
    for reads in [&all as &dyn Fn(usize) -> Vec<String>, &rings, &earlier] {
        let ((timeline, properties), (script, of_script)) = tangled(reads);
        let (rows, _) = timeline.sample(&properties, &times, 1, &|_, _| true).unwrap();
        assert_eq!(timeline.sample(&properties, &times, 3, &|_, _| true).unwrap().0, rows);
        assert_eq!(script.sample(&of_script, &times, 1, &|_, _| true).unwrap().0, rows);
        inbetween_expr::with_large_stack(|| {
            let session = Session::new(timeline.clone());
            for (time, row) in times.iter().zip(&rows).rev() {
                for (property, value) in properties.iter().zip(row).rev() {
                    assert_eq!(session.evaluate(*property, *time), *value);
                }
            }
            for (property, value) in properties.iter().zip(&rows[7]) {
                assert_eq!(Session::new(timeline.clone()).evaluate(*property, times[7]), *value);
            }
            assert!(session.diagnostics().is_empty(), "{:?}", session.diagnostics());
        });
    }
}
