//! Any text with any selectors ends in numbers, the same ones twice, and can be drawn.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

use arbtest::arbitrary::{Result, Unstructured};
use inbetween::{OpenOptions, Project};
use serde_json::{Value, json};

fn number(u: &mut Unstructured<'_>) -> Result<f64> {
    Ok(match u.int_in_range(0..=5)? {
        0 => 0.0,
        1 => 1e300 * f64::from(u.int_in_range(-1..=1)?),
        2 => 1e-300,
        _ => f64::from(u.int_in_range(-30_000..=30_000)?) / 100.0,
    })
}

fn fixed(u: &mut Unstructured<'_>) -> Result<Value> {
    Ok(json!({"a": 0, "k": number(u)?}))
}

fn triple(u: &mut Unstructured<'_>) -> Result<Value> {
    Ok(json!({"a": 0, "k": [number(u)?, number(u)?, number(u)?]}))
}

fn selector(u: &mut Unstructured<'_>) -> Result<Value> {
    let expressions = [
        "selectorValue * textIndex / textTotal",
        "[1/0, textIndex]",
        "[textTotal - textIndex]",
        "valueAtTime(time - textIndex / 10)",
        "seedRandom(textIndex, true); random(1e308)",
        "text.sourceText.length + nothing",
        "while (1) {}",
        "thisLayer.text.animator(1).selector(1).amount",
        "sourceRectAtTime(time).width / textIndex",
        "'12'",
    ];
    let mut selector = json!({"t": u.int_in_range(0..=2)?, "b": u.int_in_range(0..=5)?, "m": u.int_in_range(0..=7)?,
        "sh": u.int_in_range(0..=7)?, "r": u.int_in_range(0..=3)?, "rn": u.int_in_range(0..=1)?});
    for key in ["s", "e", "o", "a", "sm", "xe", "ne", "mx", "mn", "wf", "wc", "tp", "sp", "rs"] {
        if u.arbitrary()? {
            selector[key] = fixed(u)?;
        }
    }
    if selector["t"] == json!(1) {
        selector["x"] = json!(u.choose(&expressions)?);
    }
    Ok(selector)
}

fn animator(u: &mut Unstructured<'_>) -> Result<Value> {
    let mut values = json!({});
    for key in ["p", "a", "s", "ls", "bl"] {
        if u.arbitrary()? {
            values[key] = triple(u)?;
        }
    }
    for key in ["r", "rx", "ry", "sk", "sa", "o", "fo", "fh", "fs", "fb", "so", "sw", "t", "la", "cv", "co"] {
        if u.arbitrary()? {
            values[key] = fixed(u)?;
        }
    }
    let count = u.int_in_range(0..=4)?;
    let selectors = (0..count).map(|_| selector(u)).collect::<Result<Vec<_>>>()?;
    Ok(json!({"s": selectors, "a": values}))
}

fn check(u: &mut Unstructured<'_>) -> Result<()> {
    let texts = ["", " ", "A", "AB C\rD", "\u{645}\u{631}\u{62d}\u{628}\u{627} 12", "👩‍👩‍👧 é\u{301}\n\n字"];
    let count = u.int_in_range(1..=3)?;
    let animators = (0..count).map(|_| animator(u)).collect::<Result<Vec<_>>>()?;
    let style = json!({"f": "F", "s": number(u)?.abs(), "lh": 48, "j": u.int_in_range(0..=6)?, "fc": [1, 0, 0],
        "t": u.choose(&texts)?});
    let file = json!({"v": "5.7.0", "fr": 30, "ip": 0, "op": 60, "w": 64, "h": 64, "layers": [{"ty": 5, "ind": 1, "nm": "t",
        "ddd": u.int_in_range(0..=1)?, "ip": 0, "op": 60, "t": {"d": {"k": [{"t": 0, "s": style}]},
        "m": {"g": u.int_in_range(0..=5)?, "a": {"a": 0, "k": [number(u)?, number(u)?]}, "fs": u.int_in_range(0..=4)?,
        "cb": u.int_in_range(0..=20)?}, "a": animators}}]});
    let mut options = OpenOptions::default();
    options.limits.fuel = 2_000;
    let project = Project::open(file.to_string().as_bytes(), &options).unwrap();
    let times = [0.0, number(u)?];
    let run = || project.text("layer(1)", None, &times, 1, &|_, _| true).unwrap();
    let (first, second) = (run(), run());
    assert_eq!(format!("{:?}", first.samples), format!("{:?}", second.samples), "{file}");
    for unit in first.samples.iter().flat_map(|sample| &sample.state.units) {
        assert!(unit.amounts.iter().flatten().all(|amount| amount.is_finite()), "{file}");
        assert!((0.0..=1.0).contains(&unit.opacity) && unit.stroke_width >= 0.0, "{file}");
    }
    let timeline = project.timeline();
    let main = timeline.main().unwrap();
    let _ = timeline.scene_at(main, 0.5, &inbetween::timeline::scene::SceneOptions::default());
    Ok(())
}

#[test]
fn any_selectors_end_in_numbers() {
    inbetween_tests::cases::cases(150, 4096, check);
}
