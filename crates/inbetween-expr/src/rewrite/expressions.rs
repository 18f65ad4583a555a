//! Expressions: operators, truth, calls, members.

use super::identifiers::callee_name;
use super::{Rewriter, probe, scope::Scopes, scope::plain_name};
use crate::program::TraceKind;
use crate::syntax::lexis::{find_operator, slice};
use oxc_ast::ast::*;
use oxc_ast_visit::{Visit, walk};
use oxc_span::{GetSpan, Span};
use oxc_syntax::scope::{ScopeFlags, ScopeId};
use std::cell::Cell;

/// How deep constant parts of an expression are recognised as such.
const PLAIN_DEPTH: usize = 6;

impl Rewriter<'_> {
    pub(super) fn enter(&mut self, cell: &Cell<Option<ScopeId>>) {
        let here = Scopes::index(cell).or(self.stack.last().copied()).unwrap_or(0);
        self.stack.push(here);
    }

    pub(super) fn leave(&mut self) {
        self.stack.pop();
    }

    /// An expression that JavaScript asks for its truth.
    pub(super) fn truth(&mut self, it: &Expression<'_>) {
        match it {
            Expression::ParenthesizedExpression(it) => self.truth(&it.expression),
            Expression::LogicalExpression(it) if it.operator != LogicalOperator::Coalesce => {
                self.truth(&it.left);
                self.truth(&it.right);
            }
            other => self.value(other),
        }
    }

    /// An expression of which the value counts where a property stands.
    pub(super) fn value(&mut self, it: &Expression<'_>) {
        let (open, close) = match it {
            _ if probe::is_no_handle(it) => ("", ""),
            Expression::SequenceExpression(_) => ("$v((", "))"),
            _ => ("$v(", ")"),
        };
        self.wrapped(it.span(), open, close, |this| this.visit_expression(it));
    }

    fn plain(&self, it: &Expression<'_>) -> bool {
        probe::is_plain(it, !self.is_local("Math"), PLAIN_DEPTH)
    }

    /// Whether an operator on these operands is what JavaScript makes of it.
    fn stays(&self, operator: BinaryOperator, left: Option<&Expression<'_>>, right: &Expression<'_>) -> bool {
        let left_plain = left.is_some_and(|left| self.plain(left));
        match operator {
            // A number beside it keeps a BigInt out.
            BinaryOperator::ShiftLeft => left_plain || self.plain(right),
            _ => left_plain && self.plain(right),
        }
    }

    fn binary(&mut self, it: &BinaryExpression<'_>) {
        if it.operator == BinaryOperator::Instanceof {
            self.value(&it.left);
            return self.visit_expression(&it.right);
        }
        let kernel = probe::kernel_operator(it.operator)
            .filter(|_| !self.stays(it.operator, Some(&it.left), &it.right));
        let Some((function, _)) = kernel else { return walk::walk_binary_expression(self, it) };
        self.edits.insert(it.span.start, format!("{function}("));
        self.visit_expression(&it.left);
        self.operator_gap(it.left.span().end, it.right.span().start, it.operator.as_str(), ",");
        self.visit_expression(&it.right);
        self.edits.insert(it.span.end, ")");
    }

    /// Puts `text` in place of an operator between two operands; space and comments stay.
    fn operator_gap(&mut self, from: u32, to: u32, symbol: &str, text: &str) {
        match find_operator(self.text, from as usize, to as usize, symbol) {
            Some(at) => {
                let at = u32::try_from(at).unwrap_or(from);
                self.edits.replace(at, at + u32::try_from(symbol.len()).unwrap_or(1), text);
            }
            None => self.edits.replace(from, to, text),
        }
    }

    fn assignment(&mut self, it: &AssignmentExpression<'_>) {
        let operator = it.operator.to_binary_operator();
        let kernel = operator.and_then(probe::kernel_operator);
        let (Some((function, key)), Some(operator)) = (kernel, operator) else {
            return self.plain_assignment(it);
        };
        if operator == BinaryOperator::ShiftLeft && self.stays(operator, None, &it.right) {
            return self.plain_assignment(it);
        }
        let (start, end) = (it.left.span(), it.right.span().start);
        let symbol = it.operator.as_str();
        match &it.left {
            AssignmentTarget::AssignmentTargetIdentifier(id) => {
                let name = self.written(&id.name);
                self.visit_identifier_reference(id);
                self.operator_gap(start.end, end, symbol, &format!("={function}({name},"));
            }
            // Written out where that evaluates nothing twice: the old value must be read before the right side runs.
            AssignmentTarget::StaticMemberExpression(member)
                if self.simple_object(&member.object).is_some() =>
            {
                let object = self.simple_object(&member.object).unwrap_or_default();
                let name = member.property.name.as_str();
                let name = self.member_name(name, member.property.span.start).unwrap_or(name).to_owned();
                self.visit_static_member_expression(member);
                self.operator_gap(start.end, end, symbol, &format!("={function}({object}.{name},"));
            }
            AssignmentTarget::ComputedMemberExpression(member)
                if self.simple_object(&member.object).is_some()
                    && self.simple_key(&member.expression).is_some() =>
            {
                let object = self.simple_object(&member.object).unwrap_or_default();
                let index = self.simple_key(&member.expression).unwrap_or_default();
                self.visit_computed_member_expression(member);
                self.operator_gap(start.end, end, symbol, &format!("={function}({object}[{index}],"));
            }
            AssignmentTarget::StaticMemberExpression(member) => {
                if matches!(member.object, Expression::Super(_)) {
                    let name = format!("super.{}", member.property.name);
                    self.operator_gap(start.end, end, symbol, &format!("={function}({name},"));
                } else {
                    let name = member.property.name.as_str();
                    let name = self.member_name(name, member.property.span.start).unwrap_or(name).to_owned();
                    self.edits.insert(it.span.start, "$upd(");
                    self.visit_expression(&member.object);
                    self.edits.replace(member.object.span().end, end, format!(",\"{name}\",\"{key}\","));
                }
            }
            AssignmentTarget::ComputedMemberExpression(member)
                if !matches!(member.object, Expression::Super(_)) =>
            {
                let inner = member.expression.span();
                let sequence = matches!(member.expression, Expression::SequenceExpression(_));
                let (open, close) = if sequence { ("(", ")") } else { ("", "") };
                self.edits.insert(it.span.start, "$upd(");
                self.visit_expression(&member.object);
                self.edits.replace(member.object.span().end, inner.start, format!(",{open}"));
                self.visit_expression(&member.expression);
                self.edits.replace(inner.end, end, format!("{close},\"{key}\","));
            }
            AssignmentTarget::PrivateFieldExpression(member)
                if matches!(member.object, Expression::ThisExpression(_) | Expression::Identifier(_)) =>
            {
                let target = slice(self.text, start.start as usize, start.end as usize).to_owned();
                self.visit_expression(&member.object);
                self.operator_gap(start.end, end, symbol, &format!("={function}({target},"));
            }
            _ => return self.plain_assignment(it),
        }
        self.visit_expression(&it.right);
        self.edits.insert(it.span.end, ")");
    }

    /// The core text of an object that may be evaluated twice: a local name.
    fn simple_object(&self, it: &Expression<'_>) -> Option<String> {
        match it {
            Expression::Identifier(id) if self.is_local(&id.name) => Some(self.written(&id.name)),
            _ => None,
        }
    }

    /// The core text of a key that may be evaluated twice.
    fn simple_key(&self, it: &Expression<'_>) -> Option<String> {
        match it {
            Expression::NumericLiteral(_) | Expression::StringLiteral(_) => {
                let span = it.span();
                Some(slice(self.text, span.start as usize, span.end as usize).to_owned())
            }
            other => self.simple_object(other),
        }
    }

    fn plain_assignment(&mut self, it: &AssignmentExpression<'_>) {
        self.visit_assignment_target(&it.left);
        if matches!(it.right, Expression::FunctionExpression(_)) {
            self.next_this = match &it.left {
                AssignmentTarget::AssignmentTargetIdentifier(id) => self.constructor_named(&id.name),
                _ => Some(true),
            };
        }
        self.visit_expression(&it.right);
        self.next_this = None;
    }

    fn constructor_named(&self, name: &str) -> Option<bool> {
        self.scopes.constructed.contains(name).then_some(true)
    }

    pub(super) fn call(&mut self, it: &CallExpression<'_>) {
        let named = callee_name(it).filter(|(name, _)| !self.is_local(name));
        let first = it.arguments.first().and_then(Argument::as_expression);
        match (named, first) {
            (Some(("eval", span)), first) => {
                // `eval?.(x)` is indirect.
                if it.optional {
                    return walk::walk_call_expression(self, it);
                }
                let Some(first) = first else {
                    self.error.get_or_insert((span.start, "`eval` takes one text, not a spread"));
                    return;
                };
                let names = self.visible_locals();
                self.edits.insert(first.span().start, "$ev(");
                self.visit_expression(first);
                self.edits.insert(first.span().end, format!(",\"{names}\")"));
                for argument in it.arguments.iter().skip(1) {
                    self.visit_argument(argument);
                }
            }
            (Some(("$bm_isInstanceOfArray", span)), Some(first)) if it.arguments.len() == 1 => {
                self.edits.replace(span.start, span.end, "!!");
                self.wrapped(first.span(), "$v(", ") instanceof Array", |this| this.visit_expression(first));
            }
            (Some((name, span)), _) => {
                let name = name.to_owned();
                self.name(&name, span, true);
                for argument in &it.arguments {
                    self.visit_argument(argument);
                }
            }
            _ => {
                if let Expression::ThisExpression(this) = &it.callee {
                    self.this_layer(this.span, true);
                    for argument in &it.arguments {
                        self.visit_argument(argument);
                    }
                } else {
                    walk::walk_call_expression(self, it);
                }
            }
        }
    }

    fn refuse(&mut self, span: Span, what: &'static str) {
        self.error.get_or_insert((span.start, what));
    }
}

impl<'a> Visit<'a> for Rewriter<'_> {
    fn enter_scope(&mut self, _: ScopeFlags, cell: &Cell<Option<ScopeId>>) {
        self.enter(cell);
    }

    fn leave_scope(&mut self) {
        self.leave();
    }

    fn visit_statement(&mut self, it: &Statement<'a>) {
        self.statement(it, false, false);
    }

    fn visit_statements(&mut self, it: &oxc_allocator::ArenaVec<'a, Statement<'a>>) {
        self.statements(it, false);
    }

    fn visit_function(&mut self, it: &Function<'a>, _: ScopeFlags) {
        self.function(it);
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        self.arrow(it);
    }

    fn visit_class(&mut self, it: &Class<'a>) {
        self.next_this = None;
        walk::walk_class(self, it);
    }

    fn visit_method_definition(&mut self, it: &MethodDefinition<'a>) {
        self.visit_property_key(&it.key);
        self.next_this = Some(true);
        self.accessor = it.kind.is_get() || it.kind.is_set();
        self.function(&it.value);
    }

    fn visit_property_definition(&mut self, it: &PropertyDefinition<'a>) {
        self.visit_property_key(&it.key);
        if let Some(value) = &it.value {
            self.this.push(true);
            self.visit_expression(value);
            self.this.pop();
        }
    }

    fn visit_static_block(&mut self, it: &StaticBlock<'a>) {
        self.this.push(true);
        walk::walk_static_block(self, it);
        self.this.pop();
    }

    fn visit_binary_expression(&mut self, it: &BinaryExpression<'a>) {
        self.binary(it);
    }

    fn visit_assignment_expression(&mut self, it: &AssignmentExpression<'a>) {
        self.assignment(it);
    }

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        self.traced_call(it);
    }

    fn visit_argument(&mut self, it: &Argument<'a>) {
        self.traced_argument(it);
    }

    fn visit_arguments(&mut self, it: &oxc_allocator::ArenaVec<'a, Argument<'a>>) {
        it.iter().for_each(|argument| self.traced_argument(argument));
    }

    fn visit_new_expression(&mut self, it: &NewExpression<'a>) {
        self.traced_new(it);
    }

    fn visit_chain_expression(&mut self, it: &ChainExpression<'a>) {
        self.traced_chain(it);
    }

    fn visit_unary_expression(&mut self, it: &UnaryExpression<'a>) {
        match it.operator {
            UnaryOperator::UnaryNegation if !self.plain(&it.argument) => {
                self.edits.replace(it.span.start, it.span.start + 1, "$neg(");
                self.visit_expression(&it.argument);
                self.edits.insert(it.span.end, ")");
            }
            UnaryOperator::LogicalNot => self.truth(&it.argument),
            _ => walk::walk_unary_expression(self, it),
        }
    }

    fn visit_logical_expression(&mut self, it: &LogicalExpression<'a>) {
        match it.operator {
            LogicalOperator::Coalesce => self.visit_expression(&it.left),
            _ => self.truth(&it.left),
        }
        self.visit_expression(&it.right);
    }

    fn visit_conditional_expression(&mut self, it: &ConditionalExpression<'a>) {
        let (then, otherwise) = (it.consequent.span(), it.alternate.span());
        self.test(&it.test, TraceKind::Conditional, then, Some(otherwise));
        self.visit_expression(&it.consequent);
        self.visit_expression(&it.alternate);
    }

    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        self.name(&it.name, it.span, false);
    }

    fn visit_binding_identifier(&mut self, it: &BindingIdentifier<'a>) {
        if let Some(safe) = super::names::kernel_safe(&it.name) {
            self.edits.replace(it.span.start, it.span.end, safe);
        }
    }

    fn visit_binding_property(&mut self, it: &BindingProperty<'a>) {
        if it.shorthand {
            if let Some(id) = it.value.get_binding_identifiers().first()
                && super::names::kernel_safe(&id.name).is_some()
            {
                self.edits.insert(it.span.start, format!("{}:", id.name));
            }
        } else {
            self.visit_property_key(&it.key);
        }
        self.visit_binding_pattern(&it.value);
    }

    fn visit_object_property(&mut self, it: &ObjectProperty<'a>) {
        if it.shorthand {
            if let Some(name) = plain_name(&it.value) {
                self.spell_key(name, it.span.start);
            }
            return self.visit_expression(&it.value);
        }
        self.visit_property_key(&it.key);
        if let Expression::FunctionExpression(function) = &it.value {
            self.next_this = Some(true);
            self.accessor = it.kind != PropertyKind::Init;
            return self.function(function);
        }
        self.visit_expression(&it.value);
    }

    fn visit_assignment_target_property_identifier(&mut self, it: &AssignmentTargetPropertyIdentifier<'a>) {
        self.spell_key(&it.binding.name, it.span.start);
        walk::walk_assignment_target_property_identifier(self, it);
    }

    fn visit_variable_declarator(&mut self, it: &VariableDeclarator<'a>) {
        self.visit_binding_pattern(&it.id);
        if let Some(init) = &it.init {
            if let (Expression::FunctionExpression(_), BindingPattern::BindingIdentifier(id)) = (init, &it.id)
            {
                self.next_this = self.constructor_named(&id.name);
            }
            self.visit_expression(init);
            self.next_this = None;
        }
    }

    fn visit_static_member_expression(&mut self, it: &StaticMemberExpression<'a>) {
        self.visit_expression(&it.object);
        let span = it.property.span;
        if let Some(modern) = self.member_name(&it.property.name, span.start) {
            self.edits.replace(span.start, span.end, modern);
        }
    }

    fn visit_this_expression(&mut self, it: &ThisExpression) {
        self.this_layer(it.span, false);
    }

    fn visit_import_expression(&mut self, it: &ImportExpression<'a>) {
        self.refuse(it.span, "`import` is not available in expressions");
    }

    fn visit_module_declaration(&mut self, it: &ModuleDeclaration<'a>) {
        self.refuse(it.span(), "`import` and `export` are not available in expressions");
    }
}
