//! Small files that show presets, and what they are made with.

use serde_json::{Value, json};

/// A file that shows a preset.
#[derive(Clone, Debug, Default)]
pub struct Demo {
    /// The file before the preset, Lottie text.
    pub lottie: String,
    /// The properties that the preset is applied to.
    pub to: Vec<String>,
    /// Settings that differ from the default.
    pub settings: Vec<(String, String)>,
    /// The properties that its picture shows.
    pub plot: Vec<String>,
    /// The span of time that it shows, in seconds.
    pub span: [f64; 2],
    /// Whether the picture is the path of the point, not its values over time.
    pub path: bool,
}

impl Demo {
    /// A demo that plots the first property over some seconds.
    pub(super) fn new(rig: &Rig, to: &[&str], seconds: f64) -> Self {
        let to: Vec<String> = to.iter().map(|text| (*text).to_owned()).collect();
        Self {
            lottie: rig.text(),
            plot: to.first().cloned().into_iter().collect(),
            to,
            settings: Vec::new(),
            span: [0.0, seconds],
            path: false,
        }
    }

    /// The same with a setting.
    pub(super) fn set(mut self, name: &str, text: &str) -> Self {
        self.settings.push((name.to_owned(), text.to_owned()));
        self
    }

    /// The same with other properties plotted.
    pub(super) fn plot(mut self, properties: &[&str]) -> Self {
        self.plot = properties.iter().map(|text| (*text).to_owned()).collect();
        self
    }

    /// The same with the path drawn.
    pub(super) fn path(mut self) -> Self {
        self.path = true;
        self
    }
}

/// Frames per second of a rig.
pub const RATE: f64 = 25.0;

/// The ease of a key whose value holds until the next.
pub const HOLD: [f64; 4] = [f64::NAN; 4];
/// The ease of a linear segment.
pub const LINEAR: [f64; 4] = [0.0, 0.0, 1.0, 1.0];
/// Easy ease.
pub const EASY: [f64; 4] = [0.333, 0.0, 0.667, 1.0];

/// A composition of 640 by 360 pixels and 400 frames, made of null and text layers. Later layers may be parents and
/// children of earlier ones.
#[derive(Clone, Debug, Default)]
pub struct Rig {
    layers: Vec<Value>,
}

/// A property without keys, as Lottie has it.
pub fn still(value: impl Into<Value>) -> Value {
    json!({"a": 0, "k": value.into()})
}

/// Linear keys at times in seconds.
#[must_use]
pub fn linear(keys: &[(f64, Value)]) -> Value {
    keyed(&keys.iter().map(|(time, value)| (*time, value.clone(), LINEAR)).collect::<Vec<_>>())
}

/// Keys at times in seconds, each with the ease `[x1, y1, x2, y2]` of the segment after it ([`HOLD`] holds).
#[must_use]
pub fn keyed(keys: &[(f64, Value, [f64; 4])]) -> Value {
    let key = |(time, value, [x1, y1, x2, y2]): &(f64, Value, [f64; 4])| {
        let s = if value.is_array() { value.clone() } else { json!([value]) };
        if x1.is_nan() {
            json!({"t": time * RATE, "s": s, "h": 1})
        } else {
            json!({"t": time * RATE, "s": s, "o": {"x": [x1], "y": [y1]}, "i": {"x": [x2], "y": [y2]}})
        }
    };
    json!({"a": 1, "k": keys.iter().map(key).collect::<Vec<_>>()})
}

/// The same property with an expression.
#[must_use]
pub fn expressed(mut property: Value, text: &str) -> Value {
    if let Some(members) = property.as_object_mut() {
        members.insert("x".to_owned(), text.into());
    }
    property
}

impl Rig {
    /// No layers.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a null layer. `transform` gives members of its `ks` that differ from the default.
    pub fn layer(&mut self, name: &str, parent: Option<&str>, transform: &[(&str, Value)]) -> &mut Self {
        let mut ks = json!({
            "o": still(100), "r": still(0), "p": still(json!([0, 0, 0])), "a": still(json!([0, 0, 0])),
            "s": still(json!([100, 100, 100])),
        });
        if let Some(members) = ks.as_object_mut() {
            members.extend(transform.iter().map(|(key, value)| ((*key).to_owned(), value.clone())));
        }
        let mut layer = json!({
            "ty": 3, "nm": name, "ind": self.layers.len() + 1, "ks": ks, "ip": 0, "op": 400, "st": 0, "sr": 1,
            "ef": [],
        });
        let place = parent
            .and_then(|parent| self.layers.iter().position(|layer| layer.get("nm") == Some(&json!(parent))));
        if let (Some(place), Some(members)) = (place, layer.as_object_mut()) {
            members.insert("parent".to_owned(), json!(place + 1));
        }
        self.layers.push(layer);
        self
    }

    /// Makes the layer added last a text layer, with text animators as Lottie has them.
    pub fn words(&mut self, text: &str, animators: &Value) -> &mut Self {
        if let Some(members) = self.layers.last_mut().and_then(Value::as_object_mut) {
            members.insert("ty".to_owned(), json!(5));
            let style = json!({"s": 60, "f": "NotoSans-Regular", "t": text, "j": 2, "tr": 0, "lh": 72, "ls": 0,
                "fc": [1, 1, 1]});
            let document = json!({"d": {"k": [{"t": 0, "s": style}]}, "p": {},
                "m": {"g": 1, "a": {"a": 0, "k": [0, 0]}}, "a": animators});
            members.insert("t".to_owned(), document);
        }
        self
    }

    /// Adds a slider to the layer added last.
    pub fn slider(&mut self, name: &str, value: &Value) -> &mut Self {
        let effects =
            self.layers.last_mut().and_then(|layer| layer.get_mut("ef")).and_then(Value::as_array_mut);
        if let Some(effects) = effects {
            let index = effects.len() + 1;
            effects.push(
                json!({"ty": 5, "nm": name, "mn": "ADBE Slider Control", "ix": index, "np": 3, "en": 1,
                "ef": [{"ty": 0, "nm": "Slider", "mn": "ADBE Slider Control-0001", "ix": 1, "v": value}]}),
            );
        }
        self
    }

    /// The Lottie text.
    #[must_use]
    pub fn text(&self) -> String {
        json!({"v": "5.12.1", "fr": RATE, "ip": 0, "op": 400, "w": 640, "h": 360, "nm": "rig", "ddd": 0,
            "assets": [], "layers": self.layers})
        .to_string()
    }
}
