use crate::{Error, FileLoader};
use inbetween_doc::Document;
use inbetween_text::FontSet;
use inbetween_timeline::{CompositionRef, PropertyRef, Timeline};
use inbetween_types::{Diagnostic, Limits, Location, Time, Value};
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

/// How a file is opened.
#[derive(Clone)]
#[non_exhaustive]
pub struct OpenOptions {
    /// The file's name, for messages about a scene file. Default: `scene`.
    pub name: String,
    /// Limits on what the file may ask for.
    pub limits: Limits,
    /// Which animation of a dotLottie, by id; `None` is the one its manifest names first.
    pub animation: Option<String>,
    /// What `Date` says in expressions, in milliseconds since 1970 UTC. Default: 2000-01-01T00:00:00Z.
    pub now: f64,
    /// Faces for text, tried after those in the file and beside it. Default: the bundled ones (feature
    /// `bundled-fonts`).
    pub fonts: FontSet,
    /// Reads font files beside the document, by the names it gives its fonts. Default: none are read.
    pub loader: Option<FileLoader>,
    /// Which tier evaluates expressions; both give the same values.
    pub tier: inbetween_timeline::Choice,
    /// Microseconds since any moment, to measure how long opening takes ([`Project::opening`]).
    pub clock: Option<Clock>,
}

/// Gives microseconds since any moment.
pub type Clock = Arc<dyn Fn() -> f64 + Send + Sync>;

/// How long the parts of opening a file took, in microseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Opening {
    /// From bytes to a document.
    pub import: f64,
    /// From a document to a timeline, fonts included.
    pub compile: f64,
}

impl std::fmt::Debug for OpenOptions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("OpenOptions")
            .field("name", &self.name)
            .field("limits", &self.limits)
            .field("animation", &self.animation)
            .field("now", &self.now)
            .field("fonts", &self.fonts.faces().count())
            .field("tier", &self.tier)
            .field("clock", &self.clock.is_some())
            .field("loader", &self.loader.is_some())
            .finish()
    }
}

impl Default for OpenOptions {
    fn default() -> Self {
        #[cfg(feature = "bundled-fonts")]
        let fonts = FontSet::bundled();
        #[cfg(not(feature = "bundled-fonts"))]
        let fonts = FontSet::new();
        Self {
            name: "scene".to_owned(),
            limits: Limits::default(),
            animation: None,
            now: 946_684_800_000.0,
            fonts,
            loader: None,
            tier: Default::default(),
            clock: None,
        }
    }
}

/// The scene file that a document was made of.
#[derive(Debug)]
struct Scene {
    name: String,
    text: String,
    lowered: inbetween_author::scene::Lowered,
}

/// A place in a scene file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScenePlace {
    /// The file's name.
    pub file: String,
    /// The line where the expression starts, from 1.
    pub line: u32,
}

/// An opened motion file, compiled and ready to evaluate. `Send + Sync`; cheap to clone.
#[derive(Clone, Debug)]
pub struct Project {
    document: Arc<Document>,
    timeline: Timeline,
    diagnostics: Vec<Diagnostic>,
    scene: Option<Arc<Scene>>,
    index: Arc<OnceLock<BTreeMap<(String, String), PropertyRef>>>,
    loader: Loader,
    opening: Opening,
}

/// What reads files beside the document.
#[derive(Clone)]
pub(crate) struct Loader(pub(crate) Option<FileLoader>);

impl std::fmt::Debug for Loader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.0.is_some() { "Loader" } else { "no Loader" })
    }
}

impl Project {
    /// Opens Lottie JSON, a dotLottie archive, a `.tgs` or a scene file from its bytes.
    ///
    /// # Errors
    /// When the bytes are no motion document, or ask for more than the limits allow.
    pub fn open(bytes: &[u8], options: &OpenOptions) -> Result<Self, Error> {
        if bytes.len() <= options.limits.file_bytes && inbetween_author::scene::is_scene(bytes) {
            let scene = lower(bytes, options)?;
            let mut project = Self::open_document(scene.lowered.lottie.as_bytes(), options)?;
            project.diagnostics.splice(0..0, scene.lowered.diagnostics.iter().cloned());
            project.scene = Some(Arc::new(scene));
            return Ok(project);
        }
        Self::open_document(bytes, options)
    }

    fn open_document(bytes: &[u8], options: &OpenOptions) -> Result<Self, Error> {
        let mut import = inbetween_doc::ImportOptions::default();
        import.limits.clone_from(&options.limits);
        import.animation.clone_from(&options.animation);
        let now = || options.clock.as_ref().map_or(0.0, |clock| clock());
        let start = now();
        let imported = inbetween_doc::import(bytes, &import)?;
        let read = now();
        let mut document = imported.document;
        crate::meshes::load(&mut document, &options.limits, options.loader.as_ref());
        let document = Arc::new(document);
        let (fonts, unreadable) = crate::fonts::gather(&document, options.loader.as_ref(), &options.fonts);
        let compile = inbetween_timeline::CompileOptions {
            limits: options.limits.clone(),
            now_ms: options.now,
            tier: options.tier,
            fonts: Arc::new(fonts),
            probe: Some(Arc::new(crate::probe::Probe(crate::Images::new(&document, options.loader.clone())))),
        };
        let timeline = Timeline::compile(Arc::clone(&document), &compile);
        let mut diagnostics = imported.diagnostics;
        diagnostics.extend(unreadable);
        diagnostics.extend(timeline.diagnostics().iter().cloned());
        let loader = Loader(options.loader.clone());
        let opening = Opening { import: read - start, compile: now() - read };
        Ok(Self { document, timeline, diagnostics, scene: None, index: Arc::default(), loader, opening })
    }

    /// How long opening took, where [`OpenOptions::clock`] was given; else zeros.
    #[must_use]
    pub fn opening(&self) -> Opening {
        self.opening
    }

    /// Another text of the same file, compiled with the same fonts and limits: what a rewrite made of it.
    pub(crate) fn reopened(&self, json: &str) -> Result<Self, Error> {
        self.reopened_bytes(json.as_bytes(), None)
    }

    /// The same from bytes, and for one animation of an archive.
    pub(crate) fn reopened_bytes(&self, bytes: &[u8], animation: Option<&str>) -> Result<Self, Error> {
        let mut import = inbetween_doc::ImportOptions::default();
        import.limits.clone_from(self.timeline.limits());
        import.animation = animation.map(str::to_owned);
        let imported = inbetween_doc::import(bytes, &import)?;
        let document = Arc::new(imported.document);
        let compile = inbetween_timeline::CompileOptions {
            limits: self.timeline.limits().clone(),
            now_ms: self.timeline.now_ms(),
            tier: self.timeline.tier(),
            fonts: Arc::clone(self.timeline.fonts()),
            probe: None,
        };
        let timeline = Timeline::compile(Arc::clone(&document), &compile);
        Ok(Self {
            document,
            timeline,
            diagnostics: imported.diagnostics,
            index: Arc::default(),
            scene: None,
            loader: Loader(None),
            opening: Opening::default(),
        })
    }

    /// The document as the file holds it.
    #[must_use]
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// The compiled timeline.
    #[must_use]
    pub fn timeline(&self) -> &Timeline {
        &self.timeline
    }

    /// What reads files beside the document, if it was opened with one.
    pub(crate) fn loader(&self) -> Option<&FileLoader> {
        self.loader.0.as_ref()
    }

    /// Findings of opening and compiling: what is broken, unsupported or old-fashioned.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// The same project with some values replaced: sliders, texts, colours. Cheap: everything else is shared.
    #[must_use]
    pub fn with_overrides(&self, overrides: &[(PropertyRef, Value)]) -> Self {
        Self { timeline: self.timeline.with_overrides(overrides), ..self.clone() }
    }

    /// A composition by name, the main one for `None`.
    ///
    /// # Errors
    /// When there is none of that name.
    pub fn composition(&self, name: Option<&str>) -> Result<CompositionRef, Error> {
        let known = || self.document.compositions.iter().map(|c| c.name.clone()).collect();
        let Some(name) = name else {
            return Ok(CompositionRef(0));
        };
        self.document
            .compositions
            .iter()
            .position(|c| c.name == name || (!c.id.is_empty() && c.id == name))
            .and_then(|index| u32::try_from(index).ok())
            .map(CompositionRef)
            .ok_or_else(|| Error::UnknownComposition { name: name.to_owned(), known: known() })
    }

    /// The property that an expression printed by [`Project::info`] names, without running it.
    pub(crate) fn known_property(
        &self,
        composition: CompositionRef,
        expression: &str,
    ) -> Option<PropertyRef> {
        let node = self.timeline.composition(composition)?;
        self.index().get(&(node.name.clone(), expression.to_owned())).copied()
    }

    /// The text of the expression of the property a finding lies on.
    #[must_use]
    pub fn expression_source(&self, location: &Location) -> Option<String> {
        let property = location.property.clone()?;
        let composition =
            location.composition.clone().or_else(|| self.document.main().map(|c| c.name.clone()))?;
        let reference = self.index().get(&(composition, property))?;
        let found = self.timeline.document_property(*reference)?;
        found.expression.as_ref().map(|expression| expression.source.clone())
    }

    /// Where in the document's text the property stands that a finding lies on.
    #[must_use]
    pub fn file_span(&self, location: &Location) -> Option<inbetween_doc::SourceSpan> {
        let property = location.property.clone()?;
        let composition =
            location.composition.clone().or_else(|| self.document.main().map(|c| c.name.clone()))?;
        let reference = self.index().get(&(composition, property))?;
        self.timeline.document_property(*reference)?.span
    }

    /// Where in its scene file the expression stands that a finding lies in; `None` for other files and for
    /// expressions that come from files of their own.
    #[must_use]
    pub fn scene_place(&self, location: &Location) -> Option<ScenePlace> {
        let scene = self.scene.as_ref()?;
        let property = location.property.clone()?;
        let composition =
            location.composition.clone().or_else(|| self.document.main().map(|c| c.name.clone()))?;
        let reference = self.index().get(&(composition, property))?;
        let place = self.file_paths(&[*reference]).pop().flatten()?;
        let span = scene.lowered.places.get(&format!("{place}.x"))?;
        let point = inbetween_types::SourcePoint::of(&scene.text, span.start);
        Some(ScenePlace { file: scene.name.clone(), line: point.line })
    }

    /// Whether the document came from a scene file; its text is then what the scene became.
    #[must_use]
    pub fn is_scene(&self) -> bool {
        self.scene.is_some()
    }

    /// Properties by composition name and the expression that finds them, made when first asked for.
    fn index(&self) -> &BTreeMap<(String, String), PropertyRef> {
        self.index.get_or_init(|| {
            let mut index = BTreeMap::new();
            for (property, _) in self.timeline.properties() {
                let location = self.timeline.location(property);
                let composition = location.composition.unwrap_or_default();
                index.entry((composition, self.timeline.property_expression(property))).or_insert(property);
            }
            index
        })
    }

    /// The places of properties in the file, for example `layers[3].ks.p`.
    pub(crate) fn file_paths(&self, properties: &[PropertyRef]) -> Vec<Option<String>> {
        let spans: Vec<_> =
            properties.iter().map(|&p| self.timeline.document_property(p).and_then(|p| p.span)).collect();
        inbetween_doc::file_paths(&self.document.source.text, &spans)
    }

    /// The value of a property, found by an expression such as `layer("crank").rotation`, at a time in seconds.
    ///
    /// For many values make a [`crate::Query`] or use the timeline's sessions: this call starts an engine each time.
    ///
    /// # Errors
    /// When the expression finds no property.
    pub fn value(&self, property: &str, time: Time) -> Result<Value, Error> {
        let found = self.property(property, None)?;
        Ok(self.timeline.value(found, time))
    }
}

fn lower(bytes: &[u8], options: &OpenOptions) -> Result<Scene, Error> {
    let text = String::from_utf8_lossy(bytes).into_owned();
    let load = |name: &str| options.loader.as_ref().and_then(|loader| loader(name));
    let lowered = inbetween_author::scene::read(&text, &options.name, &load)?;
    Ok(Scene { name: options.name.clone(), text, lowered })
}
