//! From the parser's tree to ours.

use super::{Kind, Node, NodeId, Tree};
use crate::rewrite::names::bodymovin_helper;
use crate::syntax::{self, Repaired};
use inbetween_types::Limits;
use oxc_allocator::Allocator;
use oxc_ast::AstKind;
use oxc_ast_visit::Visit;
use oxc_span::GetSpan;

/// See [`Tree::parse`].
pub(super) fn parse(source: &str, limits: &Limits) -> Option<Tree> {
    let scan = syntax::check(source, limits).ok()?;
    let work = || {
        let (repaired, _) = syntax::repair(source, &scan).ok()?;
        let allocator = Allocator::default();
        let program = syntax::parse(&allocator, &repaired.text).ok()?;
        let mut builder = Builder { repaired: &repaired, nodes: Vec::new(), stack: Vec::new() };
        builder.visit_program(&program);
        let mut tree = Tree { source: source.to_owned(), nodes: builder.nodes };
        unfold_helpers(&mut tree);
        Some(tree)
    };
    syntax::with_stack(&scan, work).flatten()
}

/// The walk over the parser's tree.
#[derive(Debug)]
struct Builder<'t> {
    repaired: &'t Repaired,
    nodes: Vec<Node>,
    /// The open nodes; `None` for what leaves no node.
    stack: Vec<Option<NodeId>>,
}

impl<'a> Visit<'a> for Builder<'_> {
    fn enter_node(&mut self, kind: AstKind<'a>) {
        let Some(ours) = translate(&kind) else {
            self.stack.push(None);
            return;
        };
        let span = kind.span();
        let id = NodeId(u32::try_from(self.nodes.len()).unwrap_or(u32::MAX));
        let parent = self.stack.iter().rev().find_map(|open| *open);
        if let Some(above) = parent.and_then(|parent| self.nodes.get_mut(parent.0 as usize)) {
            above.children.push(id);
        }
        self.nodes.push(Node {
            kind: ours,
            span: self.repaired.original(span.start as usize)..self.repaired.original(span.end as usize),
            parent,
            children: Vec::new(),
            end: id.0 + 1,
        });
        self.stack.push(Some(id));
    }

    fn leave_node(&mut self, _: AstKind<'a>) {
        let end = u32::try_from(self.nodes.len()).unwrap_or(u32::MAX);
        if let Some(Some(id)) = self.stack.pop()
            && let Some(node) = self.nodes.get_mut(id.0 as usize)
        {
            node.end = end;
        }
    }
}

/// Our word for a node of the parser; `None` for what leaves no node.
fn translate(kind: &AstKind<'_>) -> Option<Kind> {
    Some(match kind {
        AstKind::ParenthesizedExpression(_)
        | AstKind::ChainExpression(_)
        | AstKind::IdentifierName(_)
        | AstKind::LabelIdentifier(_)
        | AstKind::EmptyStatement(_)
        | AstKind::VariableDeclaration(_)
        | AstKind::FormalParameter(_)
        | AstKind::FormalParameters(_) => return None,
        AstKind::Program(_) => Kind::Program,
        AstKind::IdentifierReference(it) => Kind::Name(it.name.as_str().into()),
        AstKind::BindingIdentifier(it) => Kind::Binding(it.name.as_str().into()),
        AstKind::ThisExpression(_) => Kind::Name("this".into()),
        AstKind::NumericLiteral(it) => Kind::Number(it.value),
        AstKind::StringLiteral(it) => Kind::Text(it.value.as_str().into()),
        AstKind::BooleanLiteral(it) => Kind::Bool(it.value),
        AstKind::TemplateLiteral(_) => Kind::Template,
        AstKind::ArrayExpression(_) => Kind::Array,
        AstKind::ObjectExpression(_) => Kind::Object,
        AstKind::StaticMemberExpression(it) => Kind::Member(it.property.name.as_str().into()),
        AstKind::ComputedMemberExpression(_) => Kind::Index,
        AstKind::CallExpression(_) => Kind::Call,
        AstKind::NewExpression(_) => Kind::New,
        AstKind::BinaryExpression(it) => Kind::Binary(it.operator.as_str()),
        AstKind::LogicalExpression(it) => Kind::Binary(it.operator.as_str()),
        AstKind::UnaryExpression(it) => Kind::Unary(it.operator.as_str()),
        AstKind::UpdateExpression(_) => Kind::Update,
        AstKind::AssignmentExpression(it) => Kind::Assign(it.operator.as_str()),
        AstKind::VariableDeclarator(_) => Kind::Declare,
        AstKind::ConditionalExpression(_) => Kind::Conditional,
        AstKind::IfStatement(_) => Kind::If,
        AstKind::Function(_) | AstKind::ArrowFunctionExpression(_) => Kind::Function,
        AstKind::ForStatement(_)
        | AstKind::ForInStatement(_)
        | AstKind::ForOfStatement(_)
        | AstKind::WhileStatement(_)
        | AstKind::DoWhileStatement(_) => Kind::Loop,
        AstKind::ExpressionStatement(_) => Kind::Statement,
        AstKind::ReturnStatement(_) => Kind::Return,
        _ => Kind::Other,
    })
}

/// Makes operators of Bodymovin's helpers. The short names of old files count only in Bodymovin's form.
fn unfold_helpers(tree: &mut Tree) {
    let bodymovin = tree.is_local("$bm_rt");
    let helpers: Vec<(NodeId, NodeId, Kind)> = tree
        .calls()
        .filter(|(_, call)| call.object.is_none() && (bodymovin || call.name.starts_with('$')))
        .filter(|(_, call)| call.name.starts_with('$') || !tree.is_local(call.name))
        .filter_map(|(id, call)| {
            let kind = match (bodymovin_helper(call.name)?, call.arguments.len()) {
                ("$add", 2) => Kind::Binary("+"),
                ("$sub", 2) => Kind::Binary("-"),
                ("$mul", 2) => Kind::Binary("*"),
                ("$div", 2) => Kind::Binary("/"),
                ("$mod", 2) => Kind::Binary("%"),
                ("$neg", 1) => Kind::Unary("-"),
                _ => return None,
            };
            Some((id, *tree.children(id).first()?, kind))
        })
        .collect();
    for (id, callee, kind) in helpers {
        if let Some(node) = tree.nodes.get_mut(id.0 as usize) {
            node.kind = kind;
            node.children.remove(0);
        }
        if let Some(node) = tree.nodes.get_mut(callee.0 as usize) {
            node.kind = Kind::Other;
        }
    }
}
