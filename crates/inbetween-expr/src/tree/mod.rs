//! The syntax tree of an expression for those who only look at it: rules, editors.
//!
//! A [`Tree`] is flat: nodes in the order of the text, each with its kind, its place in the *original* text, its
//! parent and its children. Bodymovin's helpers stand as the operators they are (`$bm_sum(a, b)` is `a + b`), brackets
//! leave no node, so that one question fits both forms.
//!
//! ```
//! use inbetween_expr::tree::{Kind, Tree};
//! let tree = Tree::parse("speed = 90; time * speed", &Default::default()).unwrap();
//! let (product, _) = tree.nodes().find(|(_, node)| node.kind == Kind::Binary("*")).unwrap();
//! let factor = tree.children(product)[1];
//! assert_eq!(tree.text(factor), "speed");
//! assert_eq!(tree.text(tree.resolved(factor)), "90");
//! ```

mod build;
mod repair;

pub use repair::{Edit, apply, legacy_edits, printed_edits};

use inbetween_types::{Limits, SourcePoint};
use std::ops::Range;

/// A node's place in its tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

/// What a node is. Children are in the order of the text unless a kind says otherwise.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Kind {
    /// The whole text.
    Program,
    /// A name that is read or assigned to.
    Name(Box<str>),
    /// A name that is declared: by `var` and its kin, or as a parameter.
    Binding(Box<str>),
    /// A number.
    Number(f64),
    /// A string.
    Text(Box<str>),
    /// `true` or `false`.
    Bool(bool),
    /// A template literal.
    Template,
    /// `[a, b]`.
    Array,
    /// `{a: b}`.
    Object,
    /// `object.name`: one child.
    Member(Box<str>),
    /// `object[index]`: two children.
    Index,
    /// `callee(arguments)`: the callee, then the arguments.
    Call,
    /// `new callee(arguments)`.
    New,
    /// An operator between two children, `&&` and its kin included.
    Binary(&'static str),
    /// An operator before its child.
    Unary(&'static str),
    /// `++` or `--`.
    Update,
    /// `target = value` or `target op= value`: two children.
    Assign(&'static str),
    /// `name = value` in a declaration: the binding, then the value if there is one.
    Declare,
    /// `test ? a : b`.
    Conditional,
    /// `if`.
    If,
    /// A function or arrow function.
    Function,
    /// Any loop.
    Loop,
    /// A statement that is an expression.
    Statement,
    /// `return value`.
    Return,
    /// Everything else.
    Other,
}

/// A node.
#[derive(Clone, Debug)]
pub struct Node {
    /// What it is.
    pub kind: Kind,
    /// Its bytes in the original text.
    pub span: Range<usize>,
    /// What it is part of.
    pub parent: Option<NodeId>,
    /// Its parts.
    pub children: Vec<NodeId>,
    /// One past the last node inside it.
    end: u32,
}

/// The tree of one text.
#[derive(Clone, Debug)]
pub struct Tree {
    source: String,
    nodes: Vec<Node>,
}

/// A call by name.
#[derive(Clone, Copy, Debug)]
pub struct Call<'t> {
    /// The function's or method's name.
    pub name: &'t str,
    /// What the method belongs to; `None` for a plain function.
    pub object: Option<NodeId>,
    /// The arguments.
    pub arguments: &'t [NodeId],
}

/// How many names may stand for one another until one stands for a value.
const LONGEST_CHAIN: usize = 8;

/// Longest text that names are written out in.
const LONGEST_TEXT: usize = 4_000;

impl Tree {
    /// The tree of a text, raw or in Bodymovin's form, after the repairs of the legacy dialect; `None` when it cannot
    /// be parsed or breaks a limit ([`crate::Program::compile`] says why).
    #[must_use]
    pub fn parse(source: &str, limits: &Limits) -> Option<Self> {
        build::parse(source, limits)
    }

    /// The text it was made of.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.source
    }

    /// All nodes in the order of the text.
    pub fn nodes(&self) -> impl Iterator<Item = (NodeId, &Node)> {
        (0u32..).map(NodeId).zip(&self.nodes)
    }

    /// A node; `None` for an id of another tree.
    #[must_use]
    pub fn node(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(id.0 as usize)
    }

    /// What a node is; [`Kind::Other`] for an id of another tree.
    #[must_use]
    pub fn kind(&self, id: NodeId) -> &Kind {
        self.node(id).map_or(&Kind::Other, |node| &node.kind)
    }

    /// The parts of a node.
    #[must_use]
    pub fn children(&self, id: NodeId) -> &[NodeId] {
        self.node(id).map_or(&[], |node| &node.children)
    }

    /// What a node is part of.
    #[must_use]
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.node(id)?.parent
    }

    /// Everything a node is part of, innermost first.
    pub fn ancestors(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.parent(id), |id| self.parent(*id))
    }

    /// A node and everything inside it, in the order of the text.
    pub fn inside(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let end = self.node(id).map_or(id.0, |node| node.end);
        (id.0..end).map(NodeId)
    }

    /// The text of a node.
    #[must_use]
    pub fn text(&self, id: NodeId) -> &str {
        self.node(id).and_then(|node| self.source.get(node.span.clone())).unwrap_or("")
    }

    /// Where a node begins.
    #[must_use]
    pub fn point(&self, id: NodeId) -> SourcePoint {
        SourcePoint::of(&self.source, self.node(id).map_or(0, |node| node.span.start))
    }

    /// A node as a call by name.
    #[must_use]
    pub fn call(&self, id: NodeId) -> Option<Call<'_>> {
        let node = self.node(id).filter(|node| node.kind == Kind::Call)?;
        let (callee, arguments) = node.children.split_first()?;
        match self.kind(*callee) {
            Kind::Name(name) => Some(Call { name, object: None, arguments }),
            Kind::Member(name) => {
                Some(Call { name, object: self.children(*callee).first().copied(), arguments })
            }
            _ => None,
        }
    }

    /// All calls by name.
    pub fn calls(&self) -> impl Iterator<Item = (NodeId, Call<'_>)> {
        self.nodes().filter_map(|(id, _)| Some((id, self.call(id)?)))
    }

    /// The two sides of an operator.
    #[must_use]
    pub fn binary(&self, id: NodeId) -> Option<(&'static str, NodeId, NodeId)> {
        match (self.kind(id), self.children(id)) {
            (Kind::Binary(op), [left, right]) => Some((op, *left, *right)),
            _ => None,
        }
    }

    /// Whether the text itself declares or assigns a name.
    #[must_use]
    pub fn is_local(&self, name: &str) -> bool {
        self.nodes.iter().any(|node| match &node.kind {
            Kind::Binding(found) => **found == *name,
            Kind::Assign(_) => self.is_name(node.children.first(), name),
            _ => false,
        })
    }

    fn is_name(&self, id: Option<&NodeId>, name: &str) -> bool {
        id.is_some_and(
            |id| matches!(self.kind(*id), Kind::Name(found) | Kind::Binding(found) if **found == *name),
        )
    }

    /// The one value that the text gives a name; `None` when it gives none, several, or changes it.
    #[must_use]
    pub fn definition(&self, name: &str) -> Option<NodeId> {
        let mut found = None;
        for (id, node) in self.nodes() {
            let value = match (&node.kind, node.children.as_slice()) {
                (Kind::Declare, [target, value]) if self.is_name(Some(target), name) => Some(*value),
                (Kind::Assign("="), [target, value]) if self.is_name(Some(target), name) => Some(*value),
                (Kind::Assign(_) | Kind::Update, [target, ..]) if self.is_name(Some(target), name) => {
                    return None;
                }
                // A parameter, or a loop's variable.
                (Kind::Binding(bound), _)
                    if **bound == *name
                        && !self.parent(id).is_some_and(|parent| *self.kind(parent) == Kind::Declare) =>
                {
                    return None;
                }
                _ => None,
            };
            if value.is_some() && found.replace(value).is_some() {
                return None;
            }
        }
        found.flatten()
    }

    /// What a node stands for: names that have one definition are followed to it.
    #[must_use]
    pub fn resolved(&self, id: NodeId) -> NodeId {
        let mut at = id;
        for _ in 0..LONGEST_CHAIN {
            let Kind::Name(name) = self.kind(at) else { break };
            match self.definition(name) {
                Some(value) => at = value,
                None => break,
            }
        }
        at
    }

    /// The text of a node with every local name written out, so that it means the same by itself; `None` when that
    /// cannot be done.
    #[must_use]
    pub fn alone(&self, id: NodeId) -> Option<String> {
        self.written_out(id, LONGEST_CHAIN)
    }

    fn written_out(&self, id: NodeId, chain: usize) -> Option<String> {
        let node = self.node(id)?;
        let mut text = String::new();
        let mut done = node.span.start;
        for part in self.inside(id) {
            let here = self.node(part)?;
            let Kind::Name(name) = &here.kind else {
                if matches!(here.kind, Kind::Function | Kind::Assign(_) | Kind::Update) {
                    return None;
                }
                continue;
            };
            if !self.is_local(name) {
                continue;
            }
            let value = self.written_out(self.definition(name)?, chain.checked_sub(1)?)?;
            text.push_str(self.source.get(done..here.span.start)?);
            text.push('(');
            text.push_str(&value);
            text.push(')');
            done = here.span.end;
            if text.len() > LONGEST_TEXT {
                return None;
            }
        }
        text.push_str(self.source.get(done..node.span.end)?);
        Some(text)
    }

    /// Whether something of this name is called anywhere, as a function or a method.
    #[must_use]
    pub fn calls_any(&self, names: &[&str]) -> bool {
        self.calls().any(|(_, call)| names.contains(&call.name))
    }

    /// The nodes whose value may be the expression's: of the last statement that has one, through conditions, or what
    /// is assigned to `$bm_rt`.
    #[must_use]
    pub fn results(&self) -> Vec<NodeId> {
        let bodymovin: Vec<NodeId> = self
            .nodes()
            .filter_map(|(_, node)| match (&node.kind, node.children.as_slice()) {
                (Kind::Assign("="), [target, value]) if self.is_name(Some(target), "$bm_rt") => Some(*value),
                _ => None,
            })
            .collect();
        let mut open = bodymovin;
        if open.is_empty() {
            open.extend(self.nodes.first().and_then(|program| program.children.last()).copied());
        }
        let mut found = Vec::new();
        while let Some(id) = open.pop() {
            match (self.kind(id), self.children(id)) {
                (Kind::Conditional | Kind::If, [_, rest @ ..]) => open.extend(rest),
                (Kind::Statement, [inner]) => open.push(*inner),
                (Kind::Assign("="), [_, value]) => open.push(*value),
                (Kind::Other, [.., last]) => open.push(*last),
                (Kind::Name(_), _) => {
                    let value = self.resolved(id);
                    if value == id { found.push(id) } else { open.push(value) }
                }
                _ => found.push(id),
            }
            if found.len() + open.len() > 100 {
                break;
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(text: &str) -> Tree {
        Tree::parse(text, &Limits::default()).unwrap()
    }

    #[test]
    fn both_forms_have_one_tree() {
        for text in [
            "var s = effect('S')('Slider'); time * s",
            "var $bm_rt; var s = effect('S')('Slider'); $bm_rt = $bm_mul(time, s);",
        ] {
            let tree = tree(text);
            let (id, _) = tree.nodes().find(|(_, node)| node.kind == Kind::Binary("*")).unwrap();
            let (_, left, right) = tree.binary(id).unwrap();
            assert_eq!((tree.text(left), tree.text(right)), ("time", "s"));
            assert_eq!(tree.alone(right).unwrap(), "(effect('S')('Slider'))");
            assert_eq!(tree.results(), [id]);
        }
    }

    #[test]
    fn a_name_with_two_values_stands_for_none() {
        let tree = tree("n = 0; if (time > 1) n = 2; n");
        assert_eq!(tree.definition("n"), None);
        assert!(tree.is_local("n") && !tree.is_local("time"));
    }

    #[test]
    fn results_go_through_conditions() {
        let tree = tree("if (time > 1) { a = 3; a } else (time < 0 ? 4 : 5)");
        let mut texts: Vec<&str> = tree.results().into_iter().map(|id| tree.text(id)).collect();
        texts.sort_unstable();
        assert_eq!(texts, ["3", "4", "5"]);
    }

    #[test]
    fn places_are_those_of_the_original_text() {
        // The legacy engine's missing semicolon is put in before parsing.
        let tree = tree("if (time > 1) 10 else wiggle(1, 2)");
        let (id, _) = tree.calls().next().unwrap();
        assert_eq!(tree.text(id), "wiggle(1, 2)");
    }

    #[test]
    fn what_does_not_parse_has_no_tree() {
        assert!(Tree::parse("a +", &Limits::default()).is_none());
        assert!(Tree::parse(&"(".repeat(5000), &Limits::default()).is_none());
    }
}
