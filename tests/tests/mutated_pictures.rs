//! Files made of parts of the golden cases, put together wrongly: none panics, and each looks the same twice.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

use arbtest::arbitrary::{Result, Unstructured};
use inbetween::{OpenOptions, Project, Quality, RenderOptions, Size};
use serde_json::{Value, json};

const WILD: [f64; 16] =
    [0.0, -0.0, 1.0, -1.0, 0.5, 2.0, 7.0, 60.0, 1e3, -1e3, 1e6, -1e6, 1e9, -1e30, 1e300, 1e-300];

/// Every value of a file.
fn collect<'a>(value: &'a Value, out: &mut Vec<&'a Value>) {
    out.push(value);
    match value {
        Value::Array(list) => list.iter().for_each(|v| collect(v, out)),
        Value::Object(map) => map.values().for_each(|v| collect(v, out)),
        _ => {}
    }
}

/// Changes a value at a random place.
fn change(value: &mut Value, parts: &[&Value], u: &mut Unstructured<'_>) -> Result<()> {
    if u.ratio(1, 6)? {
        *value = match u.int_in_range(0..=5)? {
            0 => json!(WILD[u.choose_index(WILD.len())?]),
            1 => json!(u.int_in_range(-20..=20)?),
            2 => Value::Null,
            3 => json!([WILD[u.choose_index(WILD.len())?], 3]),
            _ => parts[u.choose_index(parts.len())?].clone(),
        };
        return Ok(());
    }
    match value {
        Value::Number(n) => {
            let n = n.as_f64().unwrap_or(0.0);
            *value = json!(if u.ratio(1, 2)? { WILD[u.choose_index(WILD.len())?] } else { n * 1.7 - 3.0 });
        }
        Value::Array(list) if !list.is_empty() => {
            let at = u.choose_index(list.len())?;
            match u.int_in_range(0..=7)? {
                0 => drop(list.remove(at)),
                1 => {
                    let copy = list[at].clone();
                    list.insert(at, copy);
                }
                _ => change(&mut list[at], parts, u)?,
            }
        }
        Value::Object(map) if !map.is_empty() => {
            let keys: Vec<String> = map.keys().cloned().collect();
            let key = &keys[u.choose_index(keys.len())?];
            if u.ratio(1, 12)? {
                map.remove(key);
            } else if let Some(inner) = map.get_mut(key) {
                change(inner, parts, u)?;
            }
        }
        _ => *value = json!(u.int_in_range(-9..=9)?),
    }
    Ok(())
}

#[test]
fn no_mixture_of_the_golden_cases_panics() {
    let files: Vec<Value> = inbetween_tests::golden::cases()
        .iter()
        .map(|file| serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap())
        .collect();
    let mut parts = Vec::new();
    files.iter().for_each(|file| collect(file, &mut parts));
    let layers: Vec<&Value> = files.iter().flat_map(|file| file["layers"].as_array().unwrap()).collect();
    let mut options = OpenOptions::default();
    options.limits.layers = 500;
    options.limits.fuel = 20_000;
    inbetween_tests::cases::cases(200, 4096, |u| {
        let mut file = files[u.choose_index(files.len())?].clone();
        for _ in 0..u.int_in_range(0..=3)? {
            let extra = layers[u.choose_index(layers.len())?].clone();
            file["layers"].as_array_mut().unwrap().push(extra);
        }
        for _ in 0..u.int_in_range(1..=6)? {
            change(&mut file, &parts, u)?;
        }
        let text = file.to_string();
        let Ok(project) = Project::open(text.as_bytes(), &options) else { return Ok(()) };
        let mut draw = RenderOptions::default();
        draw.size = Size::Longer(24);
        draw.quality = if u.ratio(1, 3)? { Quality::Reference } else { Quality::Fast };
        let picture = || project.picture(0.2, &draw).map(|(picture, _)| picture.to_straight_bytes()).ok();
        assert!(picture() == picture(), "twice is not the same: {text}");
        Ok(())
    });
}
