//! Writing a preset for properties of a timeline.

use super::settings::{Setting, SettingKind, Shape};
use super::template::{Place, filled, quoted};
use super::{PRESETS, Preset};
use inbetween_timeline::{LayerRef, PropertyRef, Timeline};
use inbetween_types::ValueKind;
use inbetween_types::diagnostic::near_match;
use std::collections::BTreeMap;
use std::fmt;

/// Why a preset cannot be applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PresetError {
    /// One sentence.
    pub message: String,
    /// What to do.
    pub help: String,
}

impl PresetError {
    /// An error from its two sentences.
    pub fn new(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self { message: message.into(), help: help.into() }
    }
}

impl fmt::Display for PresetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.help.as_str() {
            "" => f.write_str(&self.message),
            help => write!(f, "{}; {help}", self.message),
        }
    }
}

impl std::error::Error for PresetError {}

/// What an expression such as `layer("ball")` names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// A layer.
    Layer(LayerRef),
    /// A property.
    Property(PropertyRef),
}

/// What is asked for.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The properties that get an expression, in the order of the preset's parts.
    pub to: Vec<PropertyRef>,
    /// Settings by name, as they were written.
    pub settings: Vec<(String, String)>,
}

/// An expression control to be added to a layer.
#[derive(Clone, Debug, PartialEq)]
pub struct ControlMade {
    /// The layer.
    pub layer: LayerRef,
    /// Its name, not yet used on the layer.
    pub name: String,
    /// `slider`, `angle` or `checkbox`.
    pub kind: &'static str,
    /// Its value.
    pub value: f64,
    /// The expression that solves it, for controls that are not to be set.
    pub expression: Option<String>,
}

/// An expression for a property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpressionMade {
    /// The property.
    pub property: PropertyRef,
    /// The text.
    pub text: String,
}

/// A preset written for properties.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Applied {
    /// Controls to add, in order.
    pub controls: Vec<ControlMade>,
    /// Expressions to set.
    pub expressions: Vec<ExpressionMade>,
}

/// What writes the text of an expression.
type Writer = fn(&Place<'_>) -> String;

/// Writes a preset for properties.
///
/// Controls go to the layer of the first property, named `prefix setting`, or `prefix 2 setting` … where that name is
/// taken. A control that is set to an expression which finds a property uses that property and is not added.
///
/// # Errors
/// When a property does not fit, their number is wrong, a setting is unknown or out of range, or a layer is missing.
pub fn apply(
    preset: &Preset,
    request: &Request,
    timeline: &Timeline,
    resolve: &dyn Fn(&str) -> Result<Found, String>,
) -> Result<Applied, PresetError> {
    let kinds = fitting(preset, request, timeline)?;
    let home = request.to.first().and_then(|first| timeline.node(first.0)).map(|node| node.layer);
    let home = home.ok_or_else(|| PresetError::new("no property is named", "say --to PROPERTY"))?;
    let given = given(preset, request)?;
    let point = kinds.iter().any(|kind| matches!(kind, ValueKind::Point(_)));
    let prefix = free_prefix(preset, timeline, home);
    let mut names: BTreeMap<String, String> = BTreeMap::new();
    let mut words: BTreeMap<&'static str, String> = BTreeMap::new();
    let mut controls = Vec::new();
    let mut solved: Vec<(usize, Writer)> = Vec::new();
    for (place, property) in request.to.iter().enumerate() {
        let layer = timeline.layer_expression_of(*property);
        names.insert(format!("layer{}", place + 1), format!("thisComp.{layer}"));
        names.insert(format!("property{}", place + 1), in_comp(timeline, *property));
    }
    for setting in preset.settings.iter().filter(|setting| setting.only != Some(Shape::Point) || point) {
        let text = given.get(setting.name).copied();
        let known = |layer: LayerRef| {
            let root = timeline.layer(layer).map(|node| timeline.node_expression(node.root));
            format!("thisComp.{}", root.unwrap_or_default())
        };
        match &setting.kind {
            SettingKind::Layer(optional) => match text {
                None if *optional => {}
                None => {
                    let help = format!("say --set '{}=layer(\"…\")': {}", setting.name, setting.about);
                    return Err(PresetError::new(format!("{} needs a layer", setting.name), help));
                }
                Some(text) => match resolve(text) {
                    Ok(Found::Layer(layer)) => {
                        words.insert(setting.name, known(layer));
                        names.insert(setting.name.to_owned(), known(layer));
                    }
                    Ok(Found::Property(_)) => return Err(no_layer(setting, text, "it is a property")),
                    Err(why) => return Err(no_layer(setting, text, &why)),
                },
            },
            SettingKind::Choice(options) => {
                let word = text.map_or_else(|| options.first().copied().unwrap_or(""), str::trim);
                let Some(word) = options.iter().find(|option| option.eq_ignore_ascii_case(word)) else {
                    let near = near_match(word, options.iter().copied());
                    let help = near.map(|near| format!("did you mean {near}?"));
                    let all = format!("{} is one of {}", setting.name, options.join(", "));
                    return Err(PresetError::new(
                        format!("{} cannot be {word}", setting.name),
                        help.unwrap_or(all),
                    ));
                };
                words.insert(setting.name, (*word).to_owned());
            }
            SettingKind::Text(default) => {
                words.insert(setting.name, text.unwrap_or(default).to_owned());
                names.insert(setting.name.to_owned(), quoted(text.unwrap_or(default)));
            }
            SettingKind::Slider(..) | SettingKind::Angle(_) | SettingKind::Checkbox(_) => {
                match number(setting, text, resolve)? {
                    Value::Other(property) => {
                        names.insert(setting.name.to_owned(), in_comp(timeline, property));
                    }
                    Value::Number(value) => controls.push(ControlMade {
                        layer: home,
                        name: format!("{prefix} {}", setting.name.replace('_', " ")),
                        kind: setting.kind_name(),
                        value,
                        expression: None,
                    }),
                }
            }
            SettingKind::Solved(text) => {
                solved.push((controls.len(), *text));
                controls.push(ControlMade {
                    layer: home,
                    name: format!("{prefix} {}", setting.name.replace('_', " ")),
                    kind: "slider",
                    value: 0.0,
                    expression: None,
                });
            }
        }
    }
    // The same control is `effect(…)` on its own layer and named in full on others.
    let home_text = names.get("layer1").cloned().unwrap_or_default();
    let on = |layer: LayerRef| {
        let mut names = names.clone();
        for control in &controls {
            let parameter = match control.kind {
                "angle" => "Angle",
                "checkbox" => "Checkbox",
                _ => "Slider",
            };
            let own = format!("effect({})(\"{parameter}\")", quoted(&control.name));
            let name = control.name.strip_prefix(prefix.as_str()).unwrap_or("").trim_start();
            names.insert(
                name.replace(' ', "_"),
                if layer == home { own } else { format!("{home_text}.{own}") },
            );
        }
        names
    };
    let place = |index: usize| Place {
        kind: kinds.get(index).copied().unwrap_or(ValueKind::Number),
        index,
        count: request.to.len(),
        words: &words,
    };
    let mut expressions = Vec::with_capacity(request.to.len());
    for (index, property) in request.to.iter().enumerate() {
        let part = preset.parts.get(index).or(preset.parts.last());
        let Some((part, node)) = part.zip(timeline.node(property.0)) else { continue };
        let text = filled(&(part.text)(&place(index)), &on(node.layer));
        if text.is_empty() {
            continue;
        }
        expressions.push(ExpressionMade { property: *property, text });
    }
    let own = on(home);
    for (at, text) in solved {
        let text = filled(&text(&place(0)), &own);
        if let Some(control) = controls.get_mut(at) {
            control.expression = Some(text);
        }
    }
    Ok(Applied { controls, expressions })
}

/// A property as an expression anywhere in its composition names it.
fn in_comp(timeline: &Timeline, property: PropertyRef) -> String {
    format!("thisComp.{}", timeline.property_expression(property))
}

fn no_layer(setting: &Setting, text: &str, why: &str) -> PresetError {
    PresetError::new(format!("{} is no layer: {text}: {why}", setting.name), "write layer(\"name\")")
}

/// The kinds of the properties, when all of them fit.
fn fitting(preset: &Preset, request: &Request, timeline: &Timeline) -> Result<Vec<ValueKind>, PresetError> {
    let count = request.to.len();
    let roles: Vec<&str> = preset.parts.iter().map(|part| part.role).collect();
    let wrong = match preset.chain {
        Some(least) => (count < least).then(|| format!("at least {least}")),
        None => (count != preset.parts.len()).then(|| preset.parts.len().to_string()),
    };
    if let Some(wanted) = wrong {
        let message = format!("{} needs {wanted} --to, not {count}", preset.name);
        return Err(PresetError::new(message, format!("in this order: {}", roles.join(", "))));
    }
    let mut kinds = Vec::with_capacity(count);
    let mut seen: Vec<PropertyRef> = Vec::with_capacity(count);
    let mut composition = None;
    for (index, property) in request.to.iter().enumerate() {
        let part = preset.parts.get(index).or(preset.parts.last());
        let known = timeline.property(*property).zip(timeline.node(property.0)).zip(part);
        let Some(((data, node), part)) = known else {
            return Err(PresetError::new("a property is not in this file", ""));
        };
        let title = timeline.property_expression(*property);
        if !part.fits.takes(data.kind, data.unit, &node.match_name) {
            let mut help = format!("{} takes {}", part.role, part.fits.words());
            let others: Vec<&str> = PRESETS
                .iter()
                .filter(|other| other.parts.len() == 1 && other.chain.is_none())
                .filter(|other| {
                    other.parts.iter().all(|p| p.fits.takes(data.kind, data.unit, &node.match_name))
                })
                .map(|other| other.name)
                .collect();
            if !others.is_empty() && preset.parts.len() == 1 {
                help = format!("{help}; {title} takes {}", others.join(", "));
            }
            return Err(PresetError::new(format!("{} does not fit {title}", preset.name), help));
        }
        if seen.contains(property) {
            return Err(PresetError::new(format!("{title} is named twice"), "each --to is another property"));
        }
        let own = timeline.layer(node.layer).map(|layer| layer.composition);
        if *composition.get_or_insert(own) != own {
            let help = "expressions of a preset see one composition";
            return Err(PresetError::new(format!("{title} is in another composition"), help));
        }
        seen.push(*property);
        kinds.push(data.kind);
    }
    Ok(kinds)
}

/// The settings by name, when all of them exist.
fn given<'a>(preset: &Preset, request: &'a Request) -> Result<BTreeMap<&'static str, &'a str>, PresetError> {
    let mut given = BTreeMap::new();
    for (name, text) in &request.settings {
        let wanted = name.trim().to_lowercase().replace([' ', '-'], "_");
        let Some(setting) = preset.setting(&wanted) else {
            let names = preset.settings.iter().map(|setting| setting.name);
            let help = match near_match(&wanted, names.clone()) {
                Some(near) => format!("did you mean {near}?"),
                None if preset.settings.is_empty() => "it has no settings".to_owned(),
                None => format!("it has {}", names.collect::<Vec<_>>().join(", ")),
            };
            return Err(PresetError::new(format!("{} has no setting {name}", preset.name), help));
        };
        if matches!(setting.kind, SettingKind::Solved(_)) {
            let message = format!("{name} is computed, it cannot be set");
            return Err(PresetError::new(message, setting.about));
        }
        given.insert(setting.name, text.as_str());
    }
    Ok(given)
}

/// `prefix`, or `prefix 2` … such that no effect of the layer has a name of this preset's.
fn free_prefix(preset: &Preset, timeline: &Timeline, layer: LayerRef) -> String {
    let used: Vec<&str> = timeline
        .layer(layer)
        .and_then(|node| timeline.node(node.root))
        .into_iter()
        .flat_map(|root| root.children())
        .filter_map(|group| timeline.node(*group))
        .filter(|group| group.match_name == "ADBE Effect Parade")
        .flat_map(|group| group.children())
        .filter_map(|effect| timeline.node(*effect))
        .map(|effect| effect.name.as_ref())
        .collect();
    let mut number = 1_u32;
    loop {
        let prefix =
            if number == 1 { preset.prefix.to_owned() } else { format!("{} {number}", preset.prefix) };
        let taken = preset.settings.iter().any(|setting| {
            used.iter().any(|name| {
                name.strip_prefix(prefix.as_str()).map(str::trim_start)
                    == Some(setting.name.replace('_', " ").as_str())
            })
        });
        if !taken || number > 9999 {
            return prefix;
        }
        number += 1;
    }
}

enum Value {
    Number(f64),
    Other(PropertyRef),
}

/// The value of a control: what was set, or the default.
fn number(
    setting: &Setting,
    text: Option<&str>,
    resolve: &dyn Fn(&str) -> Result<Found, String>,
) -> Result<Value, PresetError> {
    let (default, least, most) = match setting.kind {
        SettingKind::Slider(default, least, most, _) => (default, least, most),
        SettingKind::Angle(default) => (default, f64::MIN, f64::MAX),
        SettingKind::Checkbox(on) => (f64::from(u8::from(on)), 0.0, 1.0),
        _ => (0.0, f64::MIN, f64::MAX),
    };
    let Some(text) = text.map(str::trim) else { return Ok(Value::Number(default)) };
    let read = match text.to_lowercase().as_str() {
        "true" | "on" | "yes" => Some(1.0),
        "false" | "off" | "no" => Some(0.0),
        _ => text.parse::<f64>().ok().filter(|n| n.is_finite()),
    };
    match read {
        Some(value) if (least..=most).contains(&value) => Ok(Value::Number(value)),
        Some(_) => Err(PresetError::new(
            format!("{} cannot be {text}", setting.name),
            format!("it lies between {least} and {most}: {}", setting.about),
        )),
        None => match resolve(text) {
            Ok(Found::Property(property)) => Ok(Value::Other(property)),
            Ok(Found::Layer(_)) => Err(PresetError::new(
                format!("{} cannot be a layer", setting.name),
                format!("it is a number or a property: {}", setting.about),
            )),
            Err(why) => Err(PresetError::new(
                format!("{} is neither a number nor a property: {text}", setting.name),
                why,
            )),
        },
    }
}

impl Setting {
    /// `slider`, `angle`, `checkbox`, `layer`, `choice` or `text`.
    #[must_use]
    pub fn kind_name(&self) -> &'static str {
        match self.kind {
            SettingKind::Slider(..) | SettingKind::Solved(_) => "slider",
            SettingKind::Angle(_) => "angle",
            SettingKind::Checkbox(_) => "checkbox",
            SettingKind::Layer(_) => "layer",
            SettingKind::Choice(_) => "choice",
            SettingKind::Text(_) => "text",
        }
    }
}
