//! A small document for the engine's tests.

use crate::{
    Class, Engine, EngineOptions, Evaluation, Fault, Host, Item, Member, MemberKind, Object, Program, Runner,
};
use inbetween_types::{Limits, Path, TextDocument};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

pub(super) const NUMBER: u32 = 10;
pub(super) const VECTOR: u32 = 11;
pub(super) const TEXT: u32 = 12;
pub(super) const EXPRESSION: u32 = 20;

const fn attribute(name: &'static str) -> Member {
    Member { name, aliases: &[], kind: MemberKind::Attribute, doc: "" }
}

const fn method(name: &'static str, aliases: &'static [&'static str]) -> Member {
    Member { name, aliases, kind: MemberKind::Method, doc: "" }
}

static PROJECT: &[Member] = &[method("comp", &[])];
static COMPOSITION: &[Member] = &[attribute("name"), attribute("numLayers"), method("layer", &[])];
static LAYER: &[Member] = &[
    attribute("name"),
    attribute("index"),
    attribute("position"),
    attribute("rotation"),
    attribute("sourceText"),
    attribute("driven"),
    method("toComp", &["to_comp"]),
    method("effect", &[]),
    method("fail", &[]),
];
static GROUP: &[Member] = &[attribute("numProperties")];
static PROPERTY: &[Member] = &[
    attribute("value"),
    attribute("numKeys"),
    method("key", &[]),
    method("valueAtTime", &["value_at_time"]),
    attribute("style"),
    method("createPath", &[]),
];

/// A host with one composition of layers, each with a number, a vector, a text and a driven property.
#[derive(Default)]
pub(super) struct Rig {
    /// Program of property `EXPRESSION`.
    pub(super) driven: RefCell<Option<Arc<Program>>>,
    pub(super) seen: RefCell<Vec<String>>,
    programs: RefCell<HashMap<String, Arc<Program>>>,
}

pub(super) fn object(class: Class, id: u32) -> Object {
    Object { class, id, clock: 0 }
}

impl Host for Rig {
    fn members(&self, class: Class) -> &'static [Member] {
        match class {
            Class::Project => PROJECT,
            Class::Composition => COMPOSITION,
            Class::Layer => LAYER,
            Class::PropertyGroup => GROUP,
            Class::Property => PROPERTY,
            _ => &[],
        }
    }

    fn get(&self, runner: &mut dyn Runner, object_: Object, name: &'static str) -> Result<Item, Fault> {
        Ok(match (object_.class, name) {
            (Class::Composition, "name") => Item::text("Main"),
            (Class::Composition, "numLayers") => Item::Number(3.0),
            (Class::Layer, "name") => Item::text("box"),
            (Class::Layer, "index") => Item::Number(f64::from(object_.id)),
            (Class::Layer, "rotation") => Item::Object(object(Class::Property, NUMBER)),
            (Class::Layer, "position") => Item::Object(object(Class::Property, VECTOR)),
            (Class::Layer, "sourceText") => Item::Object(object(Class::Property, TEXT)),
            (Class::Layer, "driven") => Item::Object(object(Class::Property, EXPRESSION)),
            (Class::PropertyGroup, "numProperties") => Item::Number(1.0),
            (Class::Property, "numKeys") => Item::Number(2.0),
            (Class::Property, "style") => {
                Item::Style(Arc::new(TextDocument { text: "Hello".to_owned(), ..TextDocument::default() }))
            }
            (Class::Property, "value") => match object_.id {
                NUMBER => Item::Number(42.0),
                VECTOR => Item::numbers(&[3.0, 4.0]),
                TEXT => Item::text("Hello"),
                EXPRESSION => {
                    let program = self.driven.borrow().clone();
                    match program {
                        Some(program) => {
                            let evaluation = runner.current().clone();
                            // A failed property gives its value before the expression.
                            runner.run(&program, &evaluation).unwrap_or_else(|fault| {
                                self.seen.borrow_mut().push(fault.code.to_owned());
                                Item::Number(-1.0)
                            })
                        }
                        None => Item::Number(runner.current().time),
                    }
                }
                _ => Item::Undefined,
            },
            _ => return Err(Fault::thrown("expr/no-member", format!("no {name}"))),
        })
    }

    fn call(
        &self,
        _: &mut dyn Runner,
        object_: Object,
        name: &'static str,
        arguments: &[Item],
    ) -> Result<Item, Fault> {
        match name {
            "toComp" => Ok(arguments.first().cloned().unwrap_or(Item::Undefined)),
            "comp" => Ok(Item::Object(object(Class::Composition, 0))),
            "layer" => match arguments.first() {
                Some(Item::Text(t)) if &**t != "box" => {
                    Err(Fault::thrown("expr/unknown-layer", format!("no layer {t}"))
                        .with_help("is it `box`?"))
                }
                _ => Ok(Item::Object(object(Class::Layer, 1))),
            },
            "effect" => Ok(Item::Object(object(Class::PropertyGroup, 30))),
            "key" => Ok(Item::Key(vec![
                (Arc::from("time"), Item::Number(0.5)),
                (Arc::from("index"), Item::Number(1.0)),
                (Arc::from("value"), Item::numbers(&[7.0, 8.0])),
            ])),
            "fail" => Err(Fault::limit("expr/test-limit", "a limit of the host")),
            "createPath" => {
                let points: Vec<[f64; 2]> = match arguments.first() {
                    Some(Item::Array(points)) => points
                        .iter()
                        .filter_map(|p| p.as_numbers().and_then(|p| <[f64; 2]>::try_from(p).ok()))
                        .collect(),
                    _ => Vec::new(),
                };
                Ok(Item::Path(Arc::new(Path::new(points, vec![], vec![], true))))
            }
            _ => Ok(Item::Number(f64::from(object_.id))),
        }
    }

    fn child(&self, _: &mut dyn Runner, _: Object, arguments: &[Item]) -> Result<Item, Fault> {
        match arguments.first() {
            Some(Item::Text(t)) if &**t == "Slider" => Ok(Item::Object(object(Class::Property, NUMBER))),
            _ => Err(Fault::thrown("expr/unknown-property", "no such child")),
        }
    }

    fn child_by_compact_name(&self, object_: Object, name: &str) -> Option<Item> {
        (object_.class == Class::PropertyGroup && name == "slider")
            .then(|| Item::Object(object(Class::Property, NUMBER)))
    }
}

pub(super) fn program(core: &str) -> Arc<Program> {
    Arc::new(Program {
        source: Arc::from(core),
        core: Arc::from(core),
        offsets: vec![(0, 0)],
        writes_globals: false,
        bodymovin: false,
        points: Vec::new(),
        tier: Default::default(),
    })
}

pub(super) fn writing(core: &str) -> Arc<Program> {
    let mut made = Arc::try_unwrap(program(core)).unwrap();
    made.writes_globals = true;
    Arc::new(made)
}

pub(super) fn evaluation(time: f64) -> Evaluation {
    Evaluation {
        property: Some(object(Class::Property, VECTOR)),
        layer: Some(object(Class::Layer, 1)),
        composition: object(Class::Composition, 0),
        time,
        seed: 7,
        random_offset: 0.0,
        selector: None,
    }
}

pub(super) struct Bench {
    pub(super) rig: Rc<Rig>,
    pub(super) engine: Engine,
}

impl Bench {
    pub(super) fn new() -> Self {
        // Test threads have 2 MiB.
        Self::with_stack(1 << 20)
    }

    pub(super) fn with_stack(stack_bytes: usize) -> Self {
        let rig = Rc::new(Rig::default());
        let options = EngineOptions { limits: Limits::default(), now_ms: 86_400_000.0, stack_bytes };
        let engine = Engine::with_options(Rc::clone(&rig) as Rc<dyn Host>, &options);
        Self { rig, engine }
    }

    /// Runs core text at time 2.
    pub(super) fn run(&self, core: &str) -> Result<Item, Fault> {
        let known = self.rig.programs.borrow().get(core).cloned();
        let program = known.unwrap_or_else(|| {
            let made = program(core);
            self.rig.programs.borrow_mut().insert(core.to_owned(), Arc::clone(&made));
            made
        });
        self.engine.run(&program, &evaluation(2.0))
    }

    #[track_caller]
    pub(super) fn value(&self, expression: &str) -> Item {
        self.run(&format!("return {expression};")).unwrap()
    }

    #[track_caller]
    pub(super) fn number(&self, expression: &str) -> f64 {
        let value = self.value(expression);
        match value {
            Item::Number(n) => n,
            Item::Bool(b) => f64::from(u8::from(b)),
            other => panic!("{expression}: {other:?}"),
        }
    }

    #[track_caller]
    pub(super) fn text(&self, expression: &str) -> String {
        match self.value(expression) {
            Item::Text(text) => text.to_string(),
            other => panic!("{expression}: {other:?}"),
        }
    }
}
