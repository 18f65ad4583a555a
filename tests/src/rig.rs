//! Small motion files made in tests: layers with one or two properties each.

use inbetween::{Item, OpenOptions, Project, Query};
use serde_json::{Value, json};

/// A layer with a transform; change its fields with [`Layer::set`].
#[derive(Clone, Debug)]
pub struct Layer(pub Value);

impl Layer {
    /// A null of this name and stored id, from frame 0 to 120.
    #[must_use]
    pub fn null(id: i64, name: &str) -> Self {
        Self(json!({
            "ty": 3, "ind": id, "nm": name, "sr": 1, "ip": 0, "op": 120, "st": 0, "bm": 0, "ao": 0, "ddd": 0,
            "ks": {
                "o": fixed(json!(100)), "r": fixed(json!(0)), "p": fixed(json!([0, 0, 0])),
                "a": fixed(json!([0, 0, 0])), "s": fixed(json!([100, 100, 100])),
            },
        }))
    }

    /// A text layer whose Source Text is `text`, with an expression if any.
    #[must_use]
    pub fn text(id: i64, name: &str, text: &str, expression: Option<&str>) -> Self {
        let style =
            json!({"s": 40, "f": "Sans", "t": text, "j": 0, "tr": 0, "lh": 48, "ls": 0, "fc": [0, 0, 0]});
        let mut document = json!({"k": [{"t": 0, "s": style}]});
        if let (Some(expression), Some(object)) = (expression, document.as_object_mut()) {
            object.insert("x".to_owned(), json!(expression));
        }
        let text = json!({"d": document, "p": {}, "m": {"g": 1, "a": fixed(json!([0, 0]))}, "a": []});
        Self::null(id, name).set("/ty", json!(5)).set("/t", text)
    }

    /// The layer with the value at a JSON pointer replaced or added.
    #[must_use]
    pub fn set(mut self, pointer: &str, value: Value) -> Self {
        let (parent, key) = pointer.rsplit_once('/').unwrap_or(("", pointer));
        if let Some(object) = self.0.pointer_mut(parent).and_then(Value::as_object_mut) {
            object.insert(key.to_owned(), value);
        }
        self
    }

    /// The layer with a transform property (`r`, `p`, `s`, `a`, `o`) replaced.
    #[must_use]
    pub fn property(self, key: &str, property: Value) -> Self {
        self.set(&format!("/ks/{key}"), property)
    }

    /// The layer with an effect of sliders named as given.
    #[must_use]
    pub fn slider(self, name: &str, property: Value) -> Self {
        let effect = json!({"ty": 5, "nm": name, "mn": "ADBE Slider Control", "ix": 1, "en": 1, "np": 3, "ef": [
            {"ty": 0, "nm": "Slider", "mn": "ADBE Slider Control-0001", "ix": 1, "v": property}]});
        self.set("/ef", json!([effect]))
    }
}

/// A static property.
#[must_use]
pub fn fixed(value: Value) -> Value {
    json!({"a": 0, "k": value})
}

/// A static property with an expression.
#[must_use]
pub fn expressed(value: Value, expression: &str) -> Value {
    json!({"a": 0, "k": value, "x": expression})
}

/// A property with linear keys at seconds of a 30 fps composition.
#[must_use]
pub fn keyed(keys: &[(f64, Value)], expression: Option<&str>) -> Value {
    keyed_at(30.0, keys, expression)
}

/// A property with linear keys at seconds.
#[must_use]
pub fn keyed_at(fps: f64, keys: &[(f64, Value)], expression: Option<&str>) -> Value {
    let list: Vec<Value> = keys
        .iter()
        .map(|(seconds, value)| {
            let start = if value.is_array() { value.clone() } else { json!([value]) };
            json!({"t": seconds * fps, "s": start, "o": {"x": [0.167], "y": [0.167]}, "i": {"x": [0.833], "y": [0.833]}})
        })
        .collect();
    let mut property = json!({"a": 1, "k": list});
    if let (Some(expression), Some(object)) = (expression, property.as_object_mut()) {
        object.insert("x".to_owned(), json!(expression));
    }
    property
}

/// A 640 × 360 composition of 4 seconds with these layers, topmost first.
#[must_use]
pub fn composition(fps: f64, layers: &[Layer]) -> Value {
    let layers: Vec<&Value> = layers.iter().map(|layer| &layer.0).collect();
    json!({"v": "5.12.1", "fr": fps, "ip": 0, "op": 4.0 * fps, "w": 640, "h": 360, "nm": "main", "ddd": 0,
        "assets": [], "layers": layers,
        "fonts": {"list": [{"fName": "Sans", "fFamily": "Sans", "fStyle": "Regular", "ascent": 75}]}})
}

/// Opens a file made here.
///
/// # Panics
/// When it does not open.
#[must_use]
#[allow(clippy::panic, reason = "a fixture that does not open is a broken test")]
pub fn open(file: &Value) -> Project {
    match Project::open(file.to_string().as_bytes(), &OpenOptions::default()) {
        Ok(project) => project,
        Err(error) => panic!("the fixture does not open: {error}"),
    }
}

/// Opens a 30 fps composition of these layers.
#[must_use]
pub fn project(layers: &[Layer]) -> Project {
    open(&composition(30.0, layers))
}

/// The values of a query at times; a sample without value is `Item::Undefined`.
#[must_use]
pub fn values(project: &Project, expression: &str, times: &[f64]) -> Vec<Item> {
    answers(project, &Query::new(expression), times)
}

/// The values of a query at times.
#[must_use]
#[allow(clippy::panic, reason = "a query that cannot run is a broken test")]
pub fn answers(project: &Project, query: &Query, times: &[f64]) -> Vec<Item> {
    match project.query(std::slice::from_ref(query), times, 1, &|_, _| true) {
        Ok(series) => series.into_iter().flat_map(|s| s.samples).map(|sample| sample.value).collect(),
        Err(error) => panic!("{}: {error}", query.text),
    }
}

/// Asserts that a query gives these numbers (vectors flattened) within `tolerance`.
///
/// # Panics
/// When it does not.
#[allow(clippy::panic, reason = "an assertion")]
pub fn assert_numbers(project: &Project, expression: &str, times: &[f64], wanted: &[f64], tolerance: f64) {
    let got: Vec<f64> = values(project, expression, times)
        .iter()
        .flat_map(|item| item.as_numbers().unwrap_or_else(|| vec![f64::NAN]))
        .collect();
    let close = got.len() == wanted.len() && got.iter().zip(wanted).all(|(g, w)| (g - w).abs() <= tolerance);
    assert!(close, "{expression} at {times:?}\n   gives {got:?}\n  wanted {wanted:?}");
}
