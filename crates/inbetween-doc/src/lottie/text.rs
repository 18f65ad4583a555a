//! Text layers: documents, path and more options, animators.

use super::property::Spec;
use super::reader::{Reader, group, hex_color, number, numbers, wrong};
use super::schema::{
    BASED_ON, EXPRESSIBLE_AMOUNT, RANGE_ADVANCED, RANGE_SELECTOR, TEXT_ANIMATOR, TEXT_MORE, TEXT_PATH,
    WIGGLY_SELECTOR,
};
use crate::error::ImportError;
use crate::json::{Kind, Node};
use crate::model::{Expression, GroupKind, Property, PropertyGroup, PropertyNode};
use inbetween_types::text::Caps;
use inbetween_types::{Justification, TextDocument, TextStyle, Unit, Value, ValueKind};

/// Justifications in the order of Lottie's `j`.
pub(crate) const JUSTIFICATIONS: [Justification; 7] = [
    Justification::Left,
    Justification::Right,
    Justification::Center,
    Justification::JustifyLastLeft,
    Justification::JustifyLastRight,
    Justification::JustifyLastCenter,
    Justification::JustifyFull,
];

/// Capitals in the order of Lottie's `ca`.
pub(crate) const CAPS: [Caps; 3] = [Caps::Normal, Caps::All, Caps::Small];

/// A text document `{"t": text, "s": size, "f": font, …}`.
pub(super) fn text_document(node: Node<'_>) -> Result<TextDocument, ImportError> {
    match node.kind() {
        Kind::Object => {}
        Kind::Array if node.len() == 0 => return Ok(TextDocument::default()),
        _ => return Err(wrong(node, "a text document")),
    }
    let mut style = TextStyle { fill_color: None, ..TextStyle::default() };
    let mut out = TextDocument::default();
    for (key, value) in node.members() {
        match (key, value.kind()) {
            (_, Kind::Null) => {}
            ("t", _) => out.text = node.text_or_empty("t"),
            ("f", _) => style.font = node.text_or_empty("f"),
            ("s", _) => style.font_size = number(value)?,
            ("fc", _) => style.fill_color = rgb(value)?,
            ("sc", _) => style.stroke_color = rgb(value)?,
            ("sw", _) => style.stroke_width = number(value)?,
            ("of", _) => style.stroke_over_fill = number(value)? != 0.0,
            ("tr", _) => style.tracking = number(value)?,
            ("lh", _) => style.leading = Some(number(value)?),
            ("ls", _) => style.baseline_shift = number(value)?,
            ("j", _) => style.justification = pick(&JUSTIFICATIONS, number(value)?),
            ("ca", _) => style.caps = pick(&CAPS, number(value)?),
            ("sz", _) => out.box_size = pair(value)?,
            ("ps", _) => out.box_position = pair(value)?,
            _ => {}
        }
    }
    out.style = style;
    Ok(out)
}

fn pick<T: Copy + Default>(list: &[T], index: f64) -> T {
    list.get(index.max(0.0) as usize).copied().unwrap_or_default()
}

fn pair(node: Node<'_>) -> Result<Option<[f64; 2]>, ImportError> {
    let list = numbers(node)?;
    Ok(list.first().copied().zip(list.get(1).copied()).map(|(x, y)| [x, y]))
}

/// A text colour: 0..1, 0..255 in old files, or a hexadecimal string. An empty list is no colour.
fn rgb(node: Node<'_>) -> Result<Option<[f64; 3]>, ImportError> {
    if let Some(text) = node.string() {
        return Ok(hex_color(text));
    }
    let list = numbers(node)?;
    if list.is_empty() {
        return Ok(None);
    }
    let scale = if list.iter().take(3).any(|&n| n > 1.0) { 255.0 } else { 1.0 };
    let channel = |i: usize| list.get(i).copied().unwrap_or(0.0) / scale;
    Ok(Some([channel(0), channel(1), channel(2)]))
}

impl<'n> Reader<'n> {
    /// The Text group from `t`.
    pub(super) fn text_group(&mut self, t: Option<Node<'n>>) -> Result<PropertyGroup, ImportError> {
        let mut out = group("Text", "ADBE Text Properties", GroupKind::Text);
        out.span = t.map(Node::span);
        let spec = Spec {
            name: "Source Text".into(),
            match_name: "ADBE Text Document".into(),
            kind: ValueKind::Text,
            unit: Unit::None,
            default: &[],
            closed: false,
        };
        // Before 4.4.14 `d` is the document itself, not a property.
        let d = t.and_then(|t| t.get("d"));
        let bare = d.filter(|d| d.kind() == Kind::Object && d.get("k").is_none() && d.get("t").is_some());
        let mut source = match bare {
            Some(_) => self.property(None, spec)?,
            None => self.source_text(d, spec)?,
        };
        if let Some(bare) = bare {
            source.value = Value::Text(text_document(bare)?.into());
        }
        out.children.push(PropertyNode::Property(source));
        let path = t.and_then(|t| t.get("p"));
        let more = t.and_then(|t| t.get("m"));
        out.children.push(PropertyNode::Group(self.path_options(path)?));
        let mut options = group("More Options", "ADBE Text More Options", GroupKind::Other);
        options.span = more.map(Node::span);
        self.fields_of(more, TEXT_MORE, &mut options)?;
        out.children.push(PropertyNode::Group(options));
        let mut animators = group("Animators", "ADBE Text Animators", GroupKind::TextAnimator);
        if let Some(list) = t.and_then(|t| t.get("a")) {
            animators.span = Some(list.span());
            for node in list.items().filter(|node| node.kind() == Kind::Object) {
                let animator = self.animator(node, animators.children.len() + 1)?;
                animators.children.push(PropertyNode::Group(animator));
            }
        }
        out.children.push(PropertyNode::Group(animators));
        Ok(out)
    }

    /// Source Text; its `k` may also be one document, bare or as a lone key.
    fn source_text(&mut self, d: Option<Node<'n>>, spec: Spec) -> Result<Property, ImportError> {
        let lone = d.and_then(|d| d.get("k")).filter(|k| k.kind() == Kind::Object).and_then(|k| k.get("s"));
        let Some(document) = lone.filter(|s| s.kind() == Kind::Object) else { return self.property(d, spec) };
        let mut property = self.property(None, spec)?;
        property.value = Value::Text(text_document(document)?.into());
        property.span = d.map(Node::span);
        property.expression = d
            .and_then(|d| d.get("x"))
            .and_then(Node::string)
            .map(|x| Expression { source: x.to_owned(), enabled: true });
        Ok(property)
    }

    fn path_options(&mut self, node: Option<Node<'n>>) -> Result<PropertyGroup, ImportError> {
        let mut out = group("Path Options", "ADBE Text Path Options", GroupKind::Other);
        out.span = node.map(Node::span);
        // The menu counts masks from 1 and has None at 0; the file counts from 0.
        let mask = node.map(|node| node.opt_number("m")).transpose()?.flatten();
        let menu = mask.map_or(0.0, |m| m + 1.0);
        let path = Property::new("Path", "ADBE Text Path", ValueKind::Number, Unit::None, menu.into());
        out.children.push(PropertyNode::Property(path));
        self.fields_of(node, TEXT_PATH, &mut out)?;
        Ok(out)
    }

    fn animator(&mut self, node: Node<'n>, index: usize) -> Result<PropertyGroup, ImportError> {
        let name = node.text("nm").filter(|name| !name.is_empty());
        let name = name.map_or_else(|| format!("Animator {index}"), Into::into);
        let mut out = group(name, "ADBE Text Animator", GroupKind::TextAnimator);
        out.span = Some(node.span());
        let mut selectors = group("Selectors", "ADBE Text Selectors", GroupKind::TextAnimator);
        if let Some(list) = node.get("s") {
            selectors.span = Some(list.span());
            // Range, expression and wiggly selectors are numbered apart.
            let mut counts = [0_usize; 3];
            let one = (list.kind() == Kind::Object).then_some(list);
            for selector in one.into_iter().chain(list.items()).filter(|s| s.kind() == Kind::Object) {
                let selector = self.selector(selector, &mut counts)?;
                selectors.children.push(PropertyNode::Group(selector));
            }
        }
        let mut properties = group("Properties", "ADBE Text Animator Properties", GroupKind::TextAnimator);
        if let Some(values) = node.get("a") {
            properties.span = Some(values.span());
            for field in TEXT_ANIMATOR {
                if field.keys.iter().any(|key| values.get(key).is_some()) {
                    properties.children.push(self.field(values, field)?);
                }
            }
        }
        out.children.push(PropertyNode::Group(selectors));
        out.children.push(PropertyNode::Group(properties));
        Ok(out)
    }

    fn selector(&mut self, node: Node<'n>, counts: &mut [usize; 3]) -> Result<PropertyGroup, ImportError> {
        let expression = node.get("x").and_then(Node::string);
        let kind = node.opt_int("t")?;
        let wiggly = kind == Some(2);
        let expressible = !wiggly && (expression.is_some() || kind == Some(1));
        let [ranges, expressions, wigglies] = counts;
        let (base, match_name, count) = if wiggly {
            ("Wiggly Selector", "ADBE Text Wiggly Selector", wigglies)
        } else if expressible {
            ("Expression Selector", "ADBE Text Expressible Selector", expressions)
        } else {
            ("Range Selector", "ADBE Text Selector", ranges)
        };
        *count += 1;
        let name = match node.text("nm").filter(|name| !name.is_empty()) {
            Some(name) => name.into_owned(),
            None => format!("{base} {count}"),
        };
        let mut out = group(name, match_name, GroupKind::TextAnimator);
        out.span = Some(node.span());
        if wiggly {
            self.fields_of(Some(node), WIGGLY_SELECTOR, &mut out)?;
        } else if expressible {
            out.children.push(self.field(node, &BASED_ON)?);
            let mut amount = self.property(node.get("a"), (&EXPRESSIBLE_AMOUNT).into())?;
            if let Some(x) = expression {
                amount.expression = Some(Expression { source: x.to_owned(), enabled: true });
            }
            out.children.push(PropertyNode::Property(amount));
        } else {
            self.fields_of(Some(node), RANGE_SELECTOR, &mut out)?;
            let mut advanced = group("Advanced", "ADBE Text Range Advanced", GroupKind::TextAnimator);
            self.fields_of(Some(node), RANGE_ADVANCED, &mut advanced)?;
            out.children.push(PropertyNode::Group(advanced));
        }
        Ok(out)
    }

    /// The fields of a table, from an object that may be missing.
    pub(super) fn fields_of(
        &mut self,
        node: Option<Node<'n>>,
        fields: &'static [super::schema::Field],
        out: &mut PropertyGroup,
    ) -> Result<(), ImportError> {
        out.children.reserve(fields.len());
        for field in fields {
            let child = match node {
                Some(node) => self.field(node, field)?,
                None => PropertyNode::Property(self.property(None, field.into())?),
            };
            out.children.push(child);
        }
        Ok(())
    }
}
