//! What all parts of the Lottie reader share: limits, findings, lenient access to values.

use crate::error::ImportError;
use crate::json::{Kind, Node};
use crate::model::{MeshFiles, PropertyGroup};
use inbetween_types::{Diagnostic, Limits, Location, Severity, Vector};
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

/// More findings than this help nobody.
const MOST_DIAGNOSTICS: usize = 200;

/// Files beside the animation in its archive, by their path.
pub(crate) type Entries = HashMap<String, Vec<u8>>;

/// State of one import.
pub(crate) struct Reader<'n> {
    pub(super) limits: &'n Limits,
    /// Whether colours are 0..255 and alpha with them (Bodymovin before 4.1.9).
    pub(super) byte_colors: bool,
    /// The values that `sid` refers to.
    pub(super) slots: HashMap<&'n str, Node<'n>>,
    /// Files of the archive the animation came from.
    pub(super) entries: &'n Entries,
    /// Those of them that meshes are, once however many layers show them.
    pub(super) shared: HashMap<String, Arc<[u8]>>,
    /// The buffers beside meshes, by folder.
    pub(super) folders: HashMap<String, Arc<MeshFiles>>,
    pub(super) diagnostics: Vec<Diagnostic>,
    properties: usize,
    keyframes: usize,
    layers: usize,
}

impl<'n> Reader<'n> {
    pub(super) fn new(limits: &'n Limits, entries: &'n Entries) -> Self {
        Self {
            limits,
            byte_colors: false,
            slots: HashMap::new(),
            entries,
            shared: HashMap::new(),
            folders: HashMap::new(),
            diagnostics: Vec::new(),
            properties: 0,
            keyframes: 0,
            layers: 0,
        }
    }

    /// Counts a property.
    pub(super) fn count_property(&mut self, node: Option<Node<'n>>) -> Result<(), ImportError> {
        self.properties += 1;
        within(self.properties, self.limits.properties, "properties", node)
    }

    /// Counts `n` keyframes.
    pub(super) fn count_keyframes(&mut self, n: usize, node: Node<'n>) -> Result<(), ImportError> {
        self.keyframes += n;
        within(self.keyframes, self.limits.keyframes, "keyframes", Some(node))
    }

    /// Counts `n` layers.
    pub(super) fn count_layers(&mut self, n: usize, node: Node<'n>) -> Result<(), ImportError> {
        self.layers += n;
        within(self.layers, self.limits.layers, "layers", Some(node))
    }

    /// Adds a finding about a value.
    pub(super) fn note(&mut self, code: &'static str, severity: Severity, node: Node<'n>, message: String) {
        if self.diagnostics.len() < MOST_DIAGNOSTICS {
            self.note_at(code, severity, node.path(), message);
        } else {
            self.say_there_are_more();
        }
    }

    /// Adds a finding about a layer that has no single place in the file.
    pub(super) fn note_at(&mut self, code: &'static str, severity: Severity, at: Location, message: String) {
        if self.diagnostics.len() < MOST_DIAGNOSTICS {
            self.diagnostics.push(Diagnostic::new(code, severity, message).at(at));
        } else {
            self.say_there_are_more();
        }
    }

    fn say_there_are_more(&mut self) {
        if self.diagnostics.len() == MOST_DIAGNOSTICS {
            let message = format!("there are more findings than the {MOST_DIAGNOSTICS} listed");
            self.diagnostics.push(Diagnostic::new("doc/more-findings", Severity::Warning, message));
        }
    }
}

fn within(count: usize, limit: usize, what: &'static str, node: Option<Node<'_>>) -> Result<(), ImportError> {
    if count <= limit {
        return Ok(());
    }
    let location = node.map(|node| Box::new(node.location())).unwrap_or_default();
    Err(ImportError::Limit { location, what, limit })
}

/// The error of a value that is not what it must be.
pub(super) fn wrong(node: Node<'_>, expected: &str) -> ImportError {
    ImportError::Input {
        location: Box::new(node.location()),
        message: format!("expected {expected}, found {}", node.kind().words()),
    }
}

/// A number: also one in an array, in a string, or a switch, which exporters have written.
pub(super) fn number(node: Node<'_>) -> Result<f64, ImportError> {
    match node.kind() {
        Kind::Number => Ok(node.number().unwrap_or(0.0)),
        Kind::False | Kind::Null => Ok(0.0),
        Kind::True => Ok(1.0),
        Kind::Array => node.first().map_or(Ok(0.0), |first| match first.kind() {
            Kind::Array => Err(wrong(first, "a number")),
            _ => number(first),
        }),
        Kind::Plain | Kind::Escaped => node
            .string()
            .and_then(|text| text.trim().parse::<f64>().ok())
            .filter(|n| n.is_finite())
            .ok_or_else(|| wrong(node, "a number")),
        Kind::Object => match node.get("k") {
            Some(inner) if inner.kind() != Kind::Object => number(inner),
            _ => Err(wrong(node, "a number")),
        },
    }
}

/// The numbers of an array, or a lone number.
pub(super) fn numbers(node: Node<'_>) -> Result<Vector, ImportError> {
    if node.kind() != Kind::Array {
        return match node.kind() {
            Kind::Object => Err(wrong(node, "a number or an array of numbers")),
            _ => Ok(Vector::from_slice(&[number(node)?])),
        };
    }
    let mut out = Vector::with_capacity(node.len());
    for item in node.items() {
        out.push(match item.number() {
            Some(n) => n,
            None => number(item)?,
        });
    }
    Ok(out)
}

/// Named values, each optional.
impl<'n> Node<'n> {
    /// A number member.
    pub(super) fn opt_number(self, name: &str) -> Result<Option<f64>, ImportError> {
        self.get(name).map(number).transpose()
    }

    /// A whole number member, such as a layer id.
    pub(super) fn opt_int(self, name: &str) -> Result<Option<i64>, ImportError> {
        Ok(self.opt_number(name)?.map(|n| n as i64))
    }

    /// A switch: true, or a number that is not 0.
    pub(super) fn flag(self, name: &str) -> bool {
        self.get(name).is_some_and(|node| match node.kind() {
            Kind::True => true,
            Kind::Number => node.number() != Some(0.0),
            _ => false,
        })
    }

    /// A text member; numbers count as their digits.
    pub(super) fn text(self, name: &str) -> Option<Cow<'n, str>> {
        let node = self.get(name)?;
        match node.kind() {
            Kind::Number => Some(Cow::Borrowed(node.raw())),
            _ => node.string().map(Cow::Borrowed),
        }
    }

    /// A text member, or the empty string.
    pub(super) fn text_or_empty(self, name: &str) -> String {
        self.text(name).map(Cow::into_owned).unwrap_or_default()
    }

    /// An array member that must be an array if it is there.
    pub(super) fn opt_array(self, name: &str) -> Result<Option<Node<'n>>, ImportError> {
        match self.get(name) {
            Some(node) if node.kind() == Kind::Array => Ok(Some(node)),
            Some(node) => Err(wrong(node, "an array")),
            None => Ok(None),
        }
    }
}

/// A group that is switched on.
pub(super) fn group(
    name: impl Into<Cow<'static, str>>,
    match_name: impl Into<Cow<'static, str>>,
    kind: crate::model::GroupKind,
) -> PropertyGroup {
    PropertyGroup {
        name: name.into(),
        match_name: match_name.into(),
        kind,
        enabled: true,
        children: Vec::new(),
        span: None,
    }
}

/// An `#rgb`, `#rrggbb` or `#rrggbbaa` colour as RGB 0..1.
pub(super) fn hex_color(text: &str) -> Option<[f64; 3]> {
    let digits = text.trim().strip_prefix('#')?;
    if !digits.is_ascii() {
        return None;
    }
    let wide = match digits.len() {
        3 | 4 => false,
        6 | 8 => true,
        _ => return None,
    };
    let mut out = [0.0; 3];
    for (i, channel) in out.iter_mut().enumerate() {
        let part = if wide { digits.get(i * 2..i * 2 + 2)? } else { digits.get(i..=i)? };
        let value = f64::from(u8::from_str_radix(part, 16).ok()?);
        *channel = if wide { value / 255.0 } else { value / 15.0 };
    }
    Some(out)
}
