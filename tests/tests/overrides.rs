//! Variants: the same compiled timeline with some values replaced.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use inbetween::Value;
use inbetween_tests::rig::{Layer, assert_numbers, expressed, fixed, project};
use serde_json::json;

#[test]
fn expressions_follow_a_replaced_slider_and_the_original_stays() {
    let p = project(&[Layer::null(1, "a")
        .slider("amount", fixed(json!(3)))
        .property("r", expressed(json!(0), r#"effect("amount")("Slider") * 10 + time"#))]);
    let slider = p.property(r#"layer("a").effect("amount")("Slider")"#, None).unwrap();
    let variant = p.with_overrides(&[(slider, Value::Number(7.0))]);
    assert_numbers(&variant, r#"layer("a").rotation"#, &[0.0, 1.0], &[70.0, 71.0], 0.0);
    assert_numbers(&p, r#"layer("a").rotation"#, &[0.0, 1.0], &[30.0, 31.0], 0.0);
}

#[test]
fn a_replaced_property_needs_no_expression() {
    let p = project(&[
        Layer::null(1, "a").property("r", expressed(json!(0), "no such name")),
        Layer::null(2, "b").property("r", expressed(json!(0), r#"thisComp.layer("a").rotation + 1"#)),
    ]);
    let rotation = p.property(r#"layer("a").rotation"#, None).unwrap();
    let variant = p.with_overrides(&[(rotation, Value::Number(5.0))]);
    assert_numbers(&variant, r#"layer("b").rotation"#, &[0.0], &[6.0], 0.0);
}
