//! Animatable properties: static values, keyframes in all their spellings, expressions, slots.

use super::path::path;
use super::reader::{Reader, hex_color, number, numbers, wrong};
use super::schema::Field;
use super::text::text_document;
use crate::error::ImportError;
use crate::json::{Kind, Node};
use crate::model::{Expression, Keyframe, Property, PropertyNode, SegmentEase};
use inbetween_types::{Severity, Unit, Value, ValueKind, Vector};
use smallvec::SmallVec;
use std::borrow::Cow;
use std::sync::Arc;

/// What a property is, apart from its place in the file.
pub(super) struct Spec {
    pub(super) name: Cow<'static, str>,
    pub(super) match_name: Cow<'static, str>,
    pub(super) kind: ValueKind,
    pub(super) unit: Unit,
    pub(super) default: &'static [f64],
    /// Whether a path that does not say so is closed (old files say it elsewhere).
    pub(super) closed: bool,
}

impl From<&Field> for Spec {
    fn from(field: &Field) -> Self {
        Self {
            name: Cow::Borrowed(field.name),
            match_name: Cow::Borrowed(field.match_name),
            kind: field.kind,
            unit: field.unit,
            default: field.default,
            closed: false,
        }
    }
}

impl Spec {
    /// The value where the file gives none.
    fn initial(&self) -> Value {
        match self.kind {
            ValueKind::Number => Value::Number(self.default.first().copied().unwrap_or(0.0)),
            ValueKind::Path => {
                Value::Path(Arc::new(inbetween_types::Path { closed: self.closed, ..Default::default() }))
            }
            ValueKind::Text => Value::Text(Arc::default()),
            ValueKind::List => Value::vector(self.default),
            ValueKind::Color => {
                Value::vector(if self.default.is_empty() { &[0.0, 0.0, 0.0, 1.0] } else { self.default })
            }
            _ => Value::Vector(fit(Vector::new(), self.kind.dimensions(), self.default)),
        }
    }
}

/// Cuts or fills a vector to `dimensions`.
fn fit(mut vector: Vector, dimensions: Option<usize>, default: &[f64]) -> Vector {
    if let Some(n) = dimensions {
        while vector.len() < n {
            vector.push(default.get(vector.len()).or(default.last()).copied().unwrap_or(0.0));
        }
        vector.truncate(n);
    }
    vector
}

impl<'n> Reader<'n> {
    /// A field of the shared tables, from the object that holds it; its default where the file has none.
    pub(super) fn field(&mut self, owner: Node<'n>, field: &Field) -> Result<PropertyNode, ImportError> {
        let node = field.keys.iter().find_map(|key| owner.get(key));
        let mut property = self.property(node, field.into())?;
        if field.fixed && node.is_none_or(|node| node.kind() != Kind::Object) {
            property.span = None;
        }
        Ok(PropertyNode::Property(property))
    }

    /// A property from its object, from a bare value, or from nothing.
    pub(super) fn property(&mut self, node: Option<Node<'n>>, spec: Spec) -> Result<Property, ImportError> {
        self.count_property(node)?;
        let mut value_node = None;
        let mut expression = None;
        let mut slot = None;
        if let Some(node) = node {
            value_node = Some(node);
            if node.kind() == Kind::Object {
                value_node = None;
                for (key, value) in node.members() {
                    match key {
                        "k" => value_node = Some(value),
                        "x" => expression = value.string(),
                        "sid" => slot = value.string(),
                        // A path without its wrapper.
                        "v" if spec.kind == ValueKind::Path && value_node.is_none() => {
                            value_node = Some(node)
                        }
                        _ => {}
                    }
                }
            }
        }
        if let Some(slot) = slot.and_then(|id| self.slots.get(id)?.get("p")) {
            value_node = slot.get("k").or(Some(slot));
            expression = expression.or_else(|| slot.get("x").and_then(Node::string));
        }
        let scale = if spec.kind == ValueKind::Color && self.byte_colors { 255.0 } else { 1.0 };
        let mut keyframes = Vec::new();
        let value = match value_node.filter(|node| node.kind() != Kind::Null) {
            None => spec.initial(),
            Some(k) if is_keyed(k) => {
                keyframes = self.keyframes(k, &spec, scale)?;
                match keyframes.first() {
                    Some(key) => key.value.clone(),
                    None => spec.initial(),
                }
            }
            Some(k) => self.value(k, &spec, scale)?,
        };
        // A lone text key is how Bodymovin writes text that does not change.
        if spec.kind == ValueKind::Text && keyframes.len() == 1 {
            keyframes.clear();
        }
        Ok(Property {
            name: spec.name,
            match_name: spec.match_name,
            kind: spec.kind,
            unit: spec.unit,
            value,
            keyframes,
            expression: expression.map(|text| Expression { source: text.to_owned(), enabled: true }),
            separated: false,
            span: node.map(Node::span),
            file_scale: scale,
        })
    }

    fn value(&mut self, node: Node<'n>, spec: &Spec, scale: f64) -> Result<Value, ImportError> {
        Ok(match spec.kind {
            ValueKind::Number => Value::Number(number(node)?),
            ValueKind::Color => Value::Vector(color(node, scale)?),
            ValueKind::Path => Value::Path(Arc::new(path(node, spec.closed)?)),
            ValueKind::Text => Value::Text(Arc::new(text_document(node)?)),
            ValueKind::Vector(n) if node.kind() != Kind::Array => {
                // A lone number stands for all dimensions.
                Value::Vector(SmallVec::from_elem(number(node)?, usize::from(n)))
            }
            ValueKind::Point(n) if node.kind() == Kind::Object => {
                // Very old and hand-made files: {"x": …, "y": …}.
                let mut point = Vector::new();
                for axis in ["x", "y", "z"] {
                    point.push(node.opt_number(axis)?.unwrap_or(0.0));
                }
                point.truncate(usize::from(n));
                Value::Vector(point)
            }
            kind => Value::Vector(fit(numbers(node)?, kind.dimensions(), spec.default)),
        })
    }

    fn keyframes(&mut self, list: Node<'n>, spec: &Spec, scale: f64) -> Result<Vec<Keyframe>, ImportError> {
        self.count_keyframes(list.len(), list)?;
        let mut keys: Vec<Keyframe> = Vec::with_capacity(list.len());
        for node in list.items() {
            match node.kind() {
                Kind::Object => {
                    let key = self.keyframe(node, spec, scale, keys.last())?;
                    keys.push(key);
                }
                Kind::Null => {}
                _ => return Err(wrong(node, "a keyframe")),
            }
        }
        if keys.windows(2).any(|pair| matches!(pair, [a, b] if a.frame > b.frame)) {
            self.note(
                "doc/key-order",
                Severity::Note,
                list,
                "keyframes are not in time order; sorted".into(),
            );
            keys.sort_by(|a, b| a.frame.total_cmp(&b.frame));
        }
        // `e` says something only where it differs from where the next key starts.
        let mut next: Option<&Value> = None;
        for key in keys.iter_mut().rev() {
            if key.end_value.as_ref() == next || next.is_none() {
                key.end_value = None;
            }
            next = Some(&key.value);
        }
        Ok(keys)
    }

    fn keyframe(
        &mut self,
        node: Node<'n>,
        spec: &Spec,
        scale: f64,
        before: Option<&Keyframe>,
    ) -> Result<Keyframe, ImportError> {
        let (mut frame, mut start, mut end, mut into, mut out, mut to, mut ti) =
            (None, None, None, None, None, None, None);
        let mut hold = false;
        for (key, value) in node.members() {
            match key {
                "t" => frame = Some(number(value)?),
                "s" => start = Some(value),
                "e" => end = Some(value),
                "i" => into = Some(value),
                "o" => out = Some(value),
                "to" => to = Some(value),
                "ti" => ti = Some(value),
                "h" => hold = number(value)? != 0.0,
                _ => {}
            }
        }
        let frame = frame.ok_or_else(|| wrong(node, "a keyframe with a time t"))?;
        let value = match (start.filter(|s| !is_empty(*s)), before) {
            (Some(start), _) => self.value(start, spec, scale)?,
            // Old files end with a key that has a time only: it is where the last segment arrives.
            (None, Some(before)) => before.end_value.clone().unwrap_or_else(|| before.value.clone()),
            (None, None) => spec.initial(),
        };
        let end_value = match end.filter(|e| !is_empty(*e)) {
            Some(end) => Some(self.value(end, spec, scale)?),
            None => None,
        };
        let spatial = matches!(spec.kind, ValueKind::Point(_)) && !hold;
        Ok(Keyframe {
            frame,
            value,
            end_value,
            hold,
            ease: match (out, into) {
                (Some(out), Some(into)) if !hold => ease(out, into)?,
                _ => SmallVec::new(),
            },
            out_tangent: tangent(to.filter(|_| spatial), spec.kind)?,
            in_tangent: tangent(ti.filter(|_| spatial), spec.kind)?,
        })
    }
}

/// Whether a `k` holds keyframes, whatever `a` says.
fn is_keyed(k: Node<'_>) -> bool {
    k.kind() == Kind::Array
        && k.items()
            .find(|item| item.kind() != Kind::Null)
            .is_some_and(|first| first.kind() == Kind::Object && first.members().any(|(key, _)| key == "t"))
}

fn is_empty(node: Node<'_>) -> bool {
    node.kind() == Kind::Null || (node.kind() == Kind::Array && node.len() == 0)
}

/// A colour as RGBA 0..1.
fn color(node: Node<'_>, scale: f64) -> Result<Vector, ImportError> {
    if let Some(text) = node.string() {
        let [r, g, b] = hex_color(text).ok_or_else(|| wrong(node, "a colour"))?;
        return Ok(Vector::from_slice(&[r, g, b, 1.0]));
    }
    let mut channels = fit(numbers(node)?, None, &[]);
    if scale != 1.0 {
        channels.iter_mut().for_each(|n| *n /= scale);
    }
    while channels.len() < 3 {
        channels.push(0.0);
    }
    if channels.len() < 4 {
        channels.push(1.0);
    }
    channels.truncate(4);
    Ok(channels)
}

fn tangent(node: Option<Node<'_>>, kind: ValueKind) -> Result<Vector, ImportError> {
    let Some(node) = node else { return Ok(Vector::new()) };
    let vector = numbers(node)?;
    if vector.iter().all(|&n| n == 0.0) {
        return Ok(Vector::new());
    }
    Ok(fit(vector, kind.dimensions(), &[0.0]))
}

/// Time handles: `{"x": number or one per dimension, "y": the same}` leaving and arriving. Straight lines give
/// an empty list, equal dimensions one entry.
fn ease(out: Node<'_>, into: Node<'_>) -> Result<SmallVec<[SegmentEase; 1]>, ImportError> {
    let (out, into) = (handle(out)?, handle(into)?);
    let [Some((ox, oy)), Some((ix, iy))] = [out, into] else { return Ok(SmallVec::new()) };
    let count = [&ox, &oy, &ix, &iy].into_iter().map(|list| list.len()).max().unwrap_or(0);
    let at = |list: &Vector, i: usize| list.get(i).or(list.last()).copied().unwrap_or(0.0);
    let mut eases: SmallVec<[SegmentEase; 1]> = (0..count)
        .map(|i| SegmentEase { out: [at(&ox, i), at(&oy, i)], into: [at(&ix, i), at(&iy, i)] })
        .collect();
    if eases.iter().all(SegmentEase::is_linear) {
        eases.clear();
    } else if let Some((first, rest)) = eases.split_first()
        && rest.iter().all(|e| e == first)
    {
        eases.truncate(1);
    }
    Ok(eases)
}

fn handle(node: Node<'_>) -> Result<Option<(Vector, Vector)>, ImportError> {
    let (mut x, mut y) = (None, None);
    for (key, value) in node.members() {
        match key {
            "x" => x = Some(numbers(value)?),
            "y" => y = Some(numbers(value)?),
            _ => {}
        }
    }
    Ok(x.zip(y).filter(|(x, y)| !x.is_empty() && !y.is_empty()))
}
