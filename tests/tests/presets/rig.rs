//! Small Lottie files made of layers, keys, controls and expressions.

use inbetween::{OpenOptions, Project, Value};
use serde_json::{Value as Json, json};

/// Frames per second of every rig.
pub(crate) const RATE: f64 = 25.0;

/// A composition of null layers, 400 frames of 1/25 s.
pub(crate) struct Rig {
    layers: Vec<Json>,
}

/// A property without keys.
pub(crate) fn still(value: impl Into<Json>) -> Json {
    json!({"a": 0, "k": value.into()})
}

/// Linear keys at times in seconds.
pub(crate) fn linear(keys: &[(f64, Json)]) -> Json {
    keyed(&keys.iter().map(|(time, value)| (*time, value.clone(), [0.0, 0.0, 1.0, 1.0])).collect::<Vec<_>>())
}

/// Keys at times in seconds, each with the ease [x1, y1, x2, y2] of the segment after it; NaN first holds.
pub(crate) fn keyed(keys: &[(f64, Json, [f64; 4])]) -> Json {
    let list = |value: &Json| if value.is_array() { value.clone() } else { json!([value]) };
    let keys: Vec<Json> = keys
        .iter()
        .map(|(time, value, [x1, y1, x2, y2])| {
            let (t, s) = (time * RATE, list(value));
            if x1.is_nan() {
                json!({"t": t, "s": s, "h": 1})
            } else {
                json!({"t": t, "s": s, "o": {"x": [x1], "y": [y1]}, "i": {"x": [x2], "y": [y2]}})
            }
        })
        .collect();
    json!({"a": 1, "k": keys})
}

/// The same property with an expression.
pub(crate) fn expressed(mut property: Json, text: &str) -> Json {
    property["x"] = text.into();
    property
}

impl Rig {
    pub(crate) fn new() -> Self {
        Self { layers: Vec::new() }
    }

    /// Adds a null layer; `transform` gives members of `ks` that differ from the default.
    pub(crate) fn layer(
        &mut self,
        name: &str,
        parent: Option<&str>,
        transform: &[(&str, Json)],
    ) -> &mut Self {
        let mut ks = json!({
            "o": still(100), "r": still(0), "p": still(json!([0, 0, 0])), "a": still(json!([0, 0, 0])),
            "s": still(json!([100, 100, 100])),
        });
        for (key, value) in transform {
            ks[*key] = value.clone();
        }
        let index = self.layers.len() + 1;
        let mut layer = json!({
            "ty": 3, "nm": name, "ind": index, "ks": ks, "ip": 0, "op": 400, "st": 0, "sr": 1, "ef": [],
        });
        if let Some(parent) = parent {
            let place = self.layers.iter().position(|layer| layer["nm"] == parent);
            layer["parent"] = json!(place.map(|place| place + 1));
        }
        self.layers.push(layer);
        self
    }

    /// Adds a slider to the layer added last.
    pub(crate) fn slider(&mut self, name: &str, value: Json) -> &mut Self {
        if let Some(effects) = self.layers.last_mut().and_then(|layer| layer["ef"].as_array_mut()) {
            let index = effects.len() + 1;
            effects.push(json!({"ty": 5, "nm": name, "mn": "ADBE Slider Control", "ix": index, "en": 1,
                "ef": [{"ty": 0, "nm": "Slider", "mn": "ADBE Slider Control-0001", "ix": 1, "v": value}]}));
        }
        self
    }

    pub(crate) fn text(&self) -> String {
        json!({"v": "5.12.1", "fr": RATE, "ip": 0, "op": 400, "w": 640, "h": 360, "nm": "rig", "ddd": 0,
            "assets": [], "layers": self.layers})
        .to_string()
    }

    pub(crate) fn open(&self) -> Project {
        Project::open(self.text().as_bytes(), &OpenOptions::default()).unwrap()
    }
}

/// A property's numbers at a time.
pub(crate) fn at(project: &Project, property: &str, time: f64) -> Vec<f64> {
    match project.value(property, time).unwrap() {
        Value::Number(n) => vec![n],
        Value::Vector(v) => v.to_vec(),
        other => panic!("{other:?}"),
    }
}
