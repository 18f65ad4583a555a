//! A file while it is edited: its document, and a session that evaluates it.

use super::scene::Scene;
use super::{EditError, EditOptions};
use inbetween_doc::{Document, ImportOptions, Layer, Property};
use inbetween_timeline::{
    CompileOptions, CompositionRef, LayerNode, LayerRef, PropertyRef, Session, Timeline, TransformRefs,
};
use inbetween_types::diagnostic::near_match;
use inbetween_types::{Mat4, Severity, Time, Value};
use std::sync::Arc;

pub(super) struct Model {
    pub(super) document: Arc<Document>,
    pub(super) session: Session,
    pub(super) composition: CompositionRef,
    /// The scene the document was made of, if it is one.
    pub(super) scene: Option<Scene>,
}

/// A layer by its place in the document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LayerAt {
    pub(super) composition: usize,
    pub(super) index: usize,
}

impl Model {
    pub(super) fn new(text: &str, options: &EditOptions<'_>) -> Result<Self, EditError> {
        let mut scene = None;
        let mut lottie = std::borrow::Cow::Borrowed(text);
        if crate::scene::is_scene(text.as_bytes()) {
            let none = |_: &str| None;
            let lowered = crate::scene::read(text, "scene", options.loader.unwrap_or(&none));
            lottie = lowered.map_err(|e| EditError::File(e.to_string()))?.lottie.into();
            scene = Some(Scene::new(text)?);
        }
        let imported = inbetween_doc::import(lottie.as_bytes(), &ImportOptions::default())
            .map_err(|e| EditError::File(e.to_string()))?;
        let document = Arc::new(imported.document);
        if let Some(scene) = &mut scene {
            scene.place(&document);
        }
        let timeline = Timeline::compile(Arc::clone(&document), &CompileOptions::default());
        let composition = match options.composition {
            None => timeline.main(),
            Some(name) => timeline.composition_named(name),
        };
        let composition = composition.ok_or_else(|| {
            let names = document.compositions.iter().map(|c| c.name.as_str());
            let wanted = options.composition.unwrap_or_default();
            EditError::NotFound(missing("composition", wanted, names))
        })?;
        Ok(Self { document, session: Session::new(timeline), composition, scene })
    }

    pub(super) fn timeline(&self) -> &Timeline {
        self.session.timeline()
    }

    /// The layer of that name or expression in the composition.
    pub(super) fn layer(&self, address: &str) -> Result<LayerRef, EditError> {
        let node = self.timeline().composition(self.composition);
        let layers = node.map(|node| node.layers.clone()).unwrap_or_default();
        let named = |name: &str| layers.iter().copied().find(|&layer| self.name(layer) == name);
        let numbered =
            |number: u32| layers.iter().copied().find(|&l| self.node(l).is_some_and(|n| n.number == number));
        if let Some(found) = named(address) {
            return Ok(found);
        }
        let wanted = super::address::of_layer(address);
        let found = match &wanted {
            super::address::Wanted::Name(name) => named(name),
            super::address::Wanted::Number(number) => numbered(*number),
        };
        found.ok_or_else(|| {
            let wanted = match &wanted {
                super::address::Wanted::Name(name) => name.clone(),
                super::address::Wanted::Number(number) => number.to_string(),
            };
            let names: Vec<&str> = layers.iter().map(|&layer| self.name(layer)).collect();
            EditError::NotFound(missing("layer", &wanted, names.iter().copied()))
        })
    }

    /// The property an expression finds.
    pub(super) fn property(&self, expression: &str) -> Result<PropertyRef, EditError> {
        let not = |reason: String| EditError::NotFound(format!("`{expression}` finds no property: {reason}"));
        let compiled = self.timeline().compile_expression(expression);
        let Some(program) = compiled.program else {
            let first = compiled.diagnostics.into_iter().find(|d| d.severity == Severity::Error);
            return Err(not(first.map_or_else(|| "it does not compile".to_owned(), |d| d.message)));
        };
        let evaluation = self.session.state().evaluation_in(self.composition, 0.0);
        self.session.query_property(&program, &evaluation).map_err(|fault| {
            let last = expression.rsplit('.').next().unwrap_or_default().trim();
            let near = near_match(last, super::address::PROPERTIES).filter(|near| *near != last);
            if let Some(near) = near {
                return not(format!("did you mean `{near}`?"));
            }
            not(match fault.help {
                Some(help) => format!("{}; {help}", fault.message),
                None => fault.message,
            })
        })
    }

    pub(super) fn node(&self, layer: LayerRef) -> Option<&LayerNode> {
        self.timeline().layer(layer)
    }

    pub(super) fn name(&self, layer: LayerRef) -> &str {
        self.timeline().layer_data(layer).map_or("", |data| data.name.as_str())
    }

    pub(super) fn data(&self, layer: LayerRef) -> Result<&Layer, EditError> {
        let lost = || EditError::NotFound("the layer is not in the file".to_owned());
        self.timeline().layer_data(layer).ok_or_else(lost)
    }

    pub(super) fn refs(&self, layer: LayerRef) -> TransformRefs {
        self.node(layer).map(|node| node.transform).unwrap_or_default()
    }

    pub(super) fn at(&self, layer: LayerRef) -> LayerAt {
        let node = self.node(layer);
        LayerAt {
            composition: node.map_or(0, |node| node.composition.0 as usize),
            index: node.map_or(0, |node| node.index),
        }
    }

    pub(super) fn document_layer(&self, at: LayerAt) -> Option<&Layer> {
        self.document.compositions.get(at.composition)?.layers.get(at.index)
    }

    /// The property as the file has it.
    pub(super) fn stored(&self, property: PropertyRef) -> Result<&Property, EditError> {
        let lost = || {
            EditError::NotPossible("this property is made by the program, not kept in the file".to_owned())
        };
        self.timeline().document_property(property).ok_or_else(lost)
    }

    /// The value before the expression.
    pub(super) fn before_expression(&self, property: PropertyRef, time: Time) -> Value {
        self.session.state().pre_value(property, time)
    }

    /// Layer space → world.
    pub(super) fn world(&self, layer: LayerRef, time: Time) -> Mat4 {
        self.session.layer_to_world(layer, time)
    }

    /// Layer space → the parent's.
    pub(super) fn local(&self, layer: LayerRef, time: Time) -> Mat4 {
        let local = self.session.with_runner(|state, runner| state.local_matrix(runner, layer, time));
        local.unwrap_or(Mat4::IDENTITY)
    }

    /// `layer "wheel"`, or `composition` for none.
    pub(super) fn space(&self, parent: Option<LayerRef>) -> String {
        parent.map_or_else(|| "composition".to_owned(), |parent| format!("layer \"{}\"", self.name(parent)))
    }
}

/// "no layer "crnak"; did you mean "crank"?".
pub(super) fn missing<'a>(what: &str, wanted: &str, names: impl Iterator<Item = &'a str> + Clone) -> String {
    match near_match(wanted, names.clone().filter(|name| !name.is_empty())) {
        Some(near) => format!("no {what} \"{wanted}\"; did you mean \"{near}\"?"),
        None => {
            let known: Vec<String> = names.take(12).map(|name| format!("\"{name}\"")).collect();
            format!("no {what} \"{wanted}\"; there are {}", known.join(", "))
        }
    }
}
