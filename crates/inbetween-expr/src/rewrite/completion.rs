//! Statements, and the completion value they leave in `$r`.
//!
//! ECMAScript gives every statement a completion value or none. `$r` is a register for it: an expression statement
//! sets it; `if`, loops, `switch`, `try` and `with` begin by setting it to undefined, since they always have a
//! value; everything else leaves it alone. Only statements whose value can be the program's are written so.

use super::{Rewriter, probe};
use crate::program::TraceKind;
use oxc_ast::ast::*;
use oxc_ast_visit::{Visit, walk};
use oxc_span::{GetSpan, Span};

impl Rewriter<'_> {
    /// Rewrites the whole program; gives the tail that returns its value.
    pub(super) fn program(&mut self, program: &Program<'_>) -> &'static str {
        self.enter(&program.scope_id);
        let assigned = self.bodymovin && self.scopes.find("$bm_rt", 0).is_some();
        let certain = assigned && program.body.iter().any(sets_bodymovin_result);
        let need = !self.eval && !certain;
        let last = program.directives.len().checked_sub(1);
        let body_has_value = program.body.iter().any(probe::always_has_value);
        for (i, directive) in program.directives.iter().enumerate() {
            if need && Some(i) == last && !body_has_value {
                self.edits.insert(directive.span.start, "$r=");
            }
        }
        self.statements(&program.body, need);
        self.leave();
        match (self.eval, assigned, certain) {
            (true, ..) => "",
            (_, _, true) => "\n;return $bm_rt;",
            (_, true, _) => "\n;return $bm_rt===void 0?$r:$bm_rt;",
            _ => "\n;return $r;",
        }
    }

    /// A list of statements; `need` says whether its value can be the program's.
    pub(super) fn statements(&mut self, list: &[Statement<'_>], need: bool) {
        let mut needs = vec![false; list.len()];
        let mut open = need;
        for (statement, slot) in list.iter().zip(needs.iter_mut()).rev() {
            let jumps = need && probe::jumps(statement);
            *slot = open || jumps;
            open = jumps || (open && !probe::always_has_value(statement));
        }
        for (statement, need) in list.iter().zip(needs) {
            self.statement(statement, need, true);
        }
    }

    /// One statement. `listed` says that it stands in a list, where others may be put before it.
    pub(super) fn statement(&mut self, it: &Statement<'_>, need: bool, listed: bool) {
        if need && is_loop(it) {
            self.edits.insert(it.span().start, if listed { "$r=void 0;" } else { "{$r=void 0;" });
            self.bare_statement(it, true, listed);
            if !listed {
                self.edits.insert(it.span().end, "}");
            }
        } else {
            self.bare_statement(it, need, listed);
        }
    }

    fn bare_statement(&mut self, it: &Statement<'_>, need: bool, listed: bool) {
        match it {
            Statement::ExpressionStatement(it) => self.expression_statement(it, need, listed),
            Statement::BlockStatement(it) => self.block(it, need),
            Statement::IfStatement(it) => {
                self.reset_before(&it.test, need);
                let otherwise = it.alternate.as_ref().map(GetSpan::span);
                self.test(&it.test, TraceKind::If, it.consequent.span(), otherwise);
                self.statement(&it.consequent, need, false);
                if let Some(alternate) = &it.alternate {
                    self.statement(alternate, need, false);
                }
            }
            Statement::ForStatement(it) => {
                self.enter(&it.scope_id);
                if let Some(init) = &it.init {
                    self.visit_for_statement_init(init);
                }
                if let Some(test) = &it.test {
                    self.test(test, TraceKind::Loop, it.body.span(), None);
                }
                if let Some(update) = &it.update {
                    self.visit_expression(update);
                }
                self.loop_body(&it.body, need);
                self.leave();
            }
            Statement::ForInStatement(it) => {
                self.enter(&it.scope_id);
                self.visit_for_statement_left(&it.left);
                self.looped_over(&it.right, need);
                self.loop_body(&it.body, need);
                self.leave();
            }
            Statement::ForOfStatement(it) => {
                self.enter(&it.scope_id);
                self.visit_for_statement_left(&it.left);
                self.looped_over(&it.right, need);
                self.loop_body(&it.body, need);
                self.leave();
            }
            Statement::WhileStatement(it) => {
                self.test(&it.test, TraceKind::Loop, it.body.span(), None);
                self.loop_body(&it.body, need);
            }
            Statement::DoWhileStatement(it) => {
                self.loop_body(&it.body, need);
                self.test(&it.test, TraceKind::Loop, it.body.span(), None);
            }
            Statement::SwitchStatement(it) => {
                self.reset_before(&it.discriminant, need);
                let switch = self.traced_switch(it);
                self.enter(&it.scope_id);
                for (at, case) in it.cases.iter().enumerate() {
                    self.traced_case(it, at, switch);
                    self.statements(&case.consequent, need);
                }
                self.leave();
            }
            Statement::TryStatement(it) => self.try_statement(it, need),
            Statement::WithStatement(it) => {
                self.reset_before(&it.object, need);
                self.visit_expression(&it.object);
                self.enter(&it.scope_id);
                self.with_depth += 1;
                self.statement(&it.body, need, false);
                self.with_depth -= 1;
                self.leave();
            }
            // A loop behind labels was prepared before the labels.
            Statement::LabeledStatement(it) if is_loop(&it.body) => {
                self.bare_statement(&it.body, need, false)
            }
            Statement::LabeledStatement(it) => self.statement(&it.body, need, false),
            other => walk::walk_statement(self, other),
        }
    }

    fn expression_statement(&mut self, it: &ExpressionStatement<'_>, need: bool, listed: bool) {
        let expression = &it.expression;
        // What an AE name becomes inside `with` begins with a parenthesis, which would continue the line before.
        let guard = if self.with_depth > 0 && listed && !need { ";" } else { "" };
        let (open, close) = match (need, expression) {
            (false, _) => (guard, ""),
            (true, Expression::SequenceExpression(_)) => ("$r=(", ")"),
            (true, _) => ("$r=", ""),
        };
        self.wrapped(expression.span(), open, close, |this| this.visit_expression(expression));
    }

    pub(super) fn wrapped(&mut self, span: Span, open: &str, close: &str, inner: impl FnOnce(&mut Self)) {
        if !open.is_empty() {
            self.edits.insert(span.start, open);
        }
        inner(self);
        if !close.is_empty() {
            self.edits.insert(span.end, close);
        }
    }

    /// A block with its own scope.
    pub(super) fn block(&mut self, it: &BlockStatement<'_>, need: bool) {
        self.enter(&it.scope_id);
        self.statements(&it.body, need);
        self.leave();
    }

    fn reset_before(&mut self, it: &Expression<'_>, need: bool) {
        if need {
            self.edits.insert(it.span().start, "$r=void 0,");
        }
    }

    fn looped_over(&mut self, it: &Expression<'_>, need: bool) {
        let (open, close) = if need { ("($r=void 0,", ")") } else { ("", "") };
        self.wrapped(it.span(), open, close, |this| this.visit_expression(it));
    }

    fn loop_body(&mut self, it: &Statement<'_>, need: bool) {
        // An `if` would count as a value where the text of an `eval` yields its own completion value.
        let fuel = match (self.eval, self.this.is_empty()) {
            (true, true) => "var $f=--$fuel<0&&$out();",
            _ => "if(--$fuel<0)$out();",
        };
        match it {
            Statement::BlockStatement(block) => {
                self.edits.insert(block.span.start + 1, fuel);
                self.block(block, need);
            }
            other => {
                let span = other.span();
                self.edits.insert(span.start, format!("{{{fuel}"));
                self.statement(other, need, true);
                self.edits.insert(span.end, "}");
            }
        }
    }

    fn try_statement(&mut self, it: &TryStatement<'_>, need: bool) {
        if need {
            self.edits.insert(it.block.span.start + 1, "$r=void 0;");
        }
        self.block(&it.block, need);
        if let Some(handler) = &it.handler {
            self.enter(&handler.scope_id);
            let body = handler.body.span.start;
            let reset = if need { "$r=void 0;" } else { "" };
            match handler.param.as_ref().map(|param| &param.pattern) {
                None => {
                    self.edits.insert(body, "($e)");
                    self.edits.insert(body + 1, format!("$caught($e);{reset}"));
                }
                Some(BindingPattern::BindingIdentifier(id)) => {
                    self.visit_binding_identifier(id);
                    let name = super::names::kernel_safe(&id.name).unwrap_or_else(|| id.name.to_string());
                    self.edits.insert(body + 1, format!("$caught({name});{reset}"));
                }
                Some(pattern) => {
                    let span = pattern.span();
                    self.edits.insert(span.start, format!("$e){{$caught($e);{reset}let "));
                    self.visit_binding_pattern(pattern);
                    self.edits.replace(span.end, body + 1, "=$e;");
                }
            }
            self.block(&handler.body, need);
            self.leave();
        }
        if let Some(finalizer) = &it.finalizer {
            // The value of `finally` counts only when it breaks out.
            let kept = need && probe::block_jumps(finalizer);
            if kept {
                self.edits.insert(finalizer.span.start + 1, "let $f=$r;$r=void 0;");
            }
            self.block(finalizer, kept);
            if kept {
                self.edits.insert(finalizer.span.end - 1, ";$r=$f;");
            }
        }
    }
}

/// A loop, or labels before one.
fn is_loop(it: &Statement<'_>) -> bool {
    match it {
        Statement::ForStatement(_) | Statement::WhileStatement(_) | Statement::DoWhileStatement(_) => true,
        Statement::LabeledStatement(it) => is_loop(&it.body),
        _ => false,
    }
}

fn sets_bodymovin_result(it: &Statement<'_>) -> bool {
    match it {
        Statement::ExpressionStatement(it) => match &it.expression {
            Expression::AssignmentExpression(it) => {
                matches!(&it.left, AssignmentTarget::AssignmentTargetIdentifier(id) if id.name == "$bm_rt")
            }
            _ => false,
        },
        Statement::VariableDeclaration(it) => it.declarations.iter().any(|one| {
            one.init.is_some()
                && matches!(&one.id, BindingPattern::BindingIdentifier(id) if id.name == "$bm_rt")
        }),
        _ => false,
    }
}
