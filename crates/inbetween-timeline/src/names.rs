//! How to find a property again: expressions and places in words.

use crate::timeline::{Inner, LayerRef, Node, NodeRef, PropertyRef, Timeline};
use inbetween_doc::{GroupKind, Layer};
use inbetween_types::Location;

/// Members that have a name of their own in the expression language, by match name.
const COMPACT: &[(&str, &str)] = &[
    ("ADBE Anchor Point", "anchorPoint"),
    ("ADBE Position", "position"),
    ("ADBE Position_0", "transform.xPosition"),
    ("ADBE Position_1", "transform.yPosition"),
    ("ADBE Position_2", "transform.zPosition"),
    ("ADBE Scale", "scale"),
    ("ADBE Orientation", "orientation"),
    ("ADBE Rotate X", "rotationX"),
    ("ADBE Rotate Y", "rotationY"),
    ("ADBE Rotate Z", "rotation"),
    ("ADBE Opacity", "opacity"),
    ("ADBE Time Remapping", "timeRemap"),
    ("ADBE Vector Shape", "path"),
    ("ADBE Mask Shape", "maskPath"),
    ("ADBE Mask Feather", "maskFeather"),
    ("ADBE Mask Opacity", "maskOpacity"),
    ("ADBE Mask Offset", "maskExpansion"),
    ("ADBE Text Document", "sourceText"),
];

impl Timeline {
    /// The expression that finds a property from its composition: `layer("crank").rotation`,
    /// `layer("x").effect("S")("Slider")`, `layer("x").content("Group 1").content("Path 1").path`.
    ///
    /// Names that are empty or shared with a sibling above give way to numbers: `layer(3)`. Empty for a handle
    /// of another timeline.
    #[must_use]
    pub fn property_expression(&self, property: PropertyRef) -> String {
        self.inner.node_expression(property.0)
    }

    /// The same for a property group, or a whole layer.
    #[must_use]
    pub fn node_expression(&self, node: NodeRef) -> String {
        self.inner.node_expression(node)
    }

    /// The same for the layer that a property belongs to.
    #[must_use]
    pub fn layer_expression_of(&self, property: PropertyRef) -> String {
        self.node(property.0).map_or_else(String::new, |node| self.inner.layer_expression(node.layer))
    }

    /// Where a property is, for findings.
    #[must_use]
    pub fn location(&self, property: PropertyRef) -> Location {
        self.inner.location(property)
    }
}

impl Inner {
    fn layer_data(&self, layer: LayerRef) -> Option<&Layer> {
        let node = self.layers.get(layer.0 as usize)?;
        let composition = self.compositions.get(node.composition.0 as usize)?;
        self.document.compositions.get(composition.index)?.layers.get(node.index)
    }

    /// Where a layer is, for findings.
    pub(crate) fn layer_location(&self, layer: LayerRef) -> Location {
        let composition =
            self.layers.get(layer.0 as usize).and_then(|n| self.compositions.get(n.composition.0 as usize));
        Location {
            composition: composition.map(|node| node.name.clone()),
            layer: self.layer_data(layer).map(|data| data.name.clone()),
            ..Location::default()
        }
    }

    /// Where a property is, for findings.
    pub(crate) fn location(&self, property: PropertyRef) -> Location {
        let layer = self.nodes.get(property.0.0 as usize).map(|node| node.layer);
        let mut location = layer.map(|layer| self.layer_location(layer)).unwrap_or_default();
        location.property = Some(self.node_expression(property.0));
        location
    }

    /// The expression that finds a node from its composition.
    pub(crate) fn node_expression(&self, node: NodeRef) -> String {
        let Some(found) = self.nodes.get(node.0 as usize) else { return String::new() };
        let mut way = vec![(node, found)];
        while let Some(parent) = way.last().and_then(|(_, node)| node.parent) {
            let Some(above) = self.nodes.get(parent.0 as usize) else { break };
            way.push((parent, above));
        }
        way.reverse();
        let mut text = self.layer_expression(found.layer);
        // Groups that expressions leave out: `content("a")` skips the Contents group itself.
        let mut list: Option<&str> = None;
        for (handle, here) in way.into_iter().skip(1) {
            match (list.take(), here.match_name.as_ref(), here.group_kind()) {
                (Some(call), _, _) => text += &format!(".{call}({})", self.key(handle, here)),
                (None, "ADBE Effect Parade", _) => list = Some("effect"),
                (None, "ADBE Mask Parade", _) => list = Some("mask"),
                (None, "ADBE Root Vectors Group" | "ADBE Vectors Group", _) => list = Some("content"),
                (None, "ADBE Transform Group", _) if handle_is_layers(self, here) => {}
                (None, "ADBE Text Properties", _) => text += ".text",
                (None, _, Some(GroupKind::Transform)) => text += ".transform",
                (None, match_name, None) => match compact(match_name) {
                    Some(name) => text = text + "." + name,
                    None => text += &format!("({})", self.key(handle, here)),
                },
                (None, _, Some(_)) => text += &format!("({})", self.key(handle, here)),
            }
        }
        if found.match_name == "ADBE Transform Group" && handle_is_layers(self, found) {
            text += ".transform";
        }
        // A list group itself, asked for as such.
        if let (Some(_), Some(here)) = (list, self.nodes.get(node.0 as usize)) {
            text += &format!("({})", quote(&here.match_name));
        }
        text
    }

    /// `layer("name")`, or by number where the topmost layer of that name is another one.
    pub(crate) fn layer_expression(&self, layer: LayerRef) -> String {
        let Some(node) = self.layers.get(layer.0 as usize) else { return String::new() };
        let name = self.layer_data(layer).map_or("", |data| data.name.as_str());
        let composition = self.compositions.get(node.composition.0 as usize);
        let topmost = composition.and_then(|composition| composition.named.get(name));
        if name.is_empty() || topmost != Some(&layer) {
            format!("layer({})", node.number)
        } else {
            format!("layer({})", quote(name))
        }
    }

    /// A child's name in quotes, or its number among its siblings.
    fn key(&self, handle: NodeRef, node: &Node) -> String {
        let siblings = node.parent.and_then(|p| self.nodes.get(p.0 as usize)).map_or(&[][..], Node::children);
        let first = siblings
            .iter()
            .copied()
            .find(|other| self.nodes.get(other.0 as usize).is_some_and(|other| other.name == node.name));
        if node.name.is_empty() || first != Some(handle) { node.index.to_string() } else { quote(&node.name) }
    }
}

/// Whether a Transform group is the layer's own: its members are read on the layer itself.
fn handle_is_layers(inner: &Inner, node: &Node) -> bool {
    node.parent.and_then(|p| inner.nodes.get(p.0 as usize)).is_some_and(|parent| parent.parent.is_none())
}

fn compact(match_name: &str) -> Option<&'static str> {
    COMPACT.iter().find(|(known, _)| *known == match_name).map(|(_, name)| *name)
}

/// A JavaScript string literal.
fn quote(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => {
                out.push('\\');
                out.push(c);
            }
            '\n' => out += "\\n",
            '\r' => out += "\\r",
            '\u{2028}' | '\u{2029}' => out += &format!("\\u{:04x}", u32::from(c)),
            c if u32::from(c) < 0x20 => out += &format!("\\u{:04x}", u32::from(c)),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
