//! Functions: what bounds them, and what `this` means inside.

use super::{Rewriter, probe};
use oxc_ast::ast::*;
use oxc_ast_visit::Visit;
use oxc_span::GetSpan;

const FUEL: &str = "if(--$fuel<0)$out();";
const DEPTH: &str = "if(++$deep>$maxDeep)$out(1);try{";
const DEPTH_END: &str = "}finally{--$deep}";

impl Rewriter<'_> {
    /// Whether a function has a `this` that is not the layer: constructors and methods do. A plain function called
    /// plainly has none in the legacy engine's sense.
    fn has_own_this(&self, it: &Function<'_>) -> bool {
        if it.id.as_ref().is_some_and(|id| self.scopes.constructed.contains(id.name.as_str())) {
            return true;
        }
        let mut writes = probe::ThisWrites::default();
        if let Some(body) = &it.body {
            writes.visit_function_body(body);
        }
        writes.0
    }

    /// A function with its body.
    pub(super) fn function(&mut self, it: &Function<'_>) {
        let accessor = std::mem::take(&mut self.accessor);
        let own = self.next_this.take().unwrap_or_else(|| self.has_own_this(it));
        if it.is_declaration()
            && let Some(id) = &it.id
        {
            self.visit_binding_identifier(id);
        }
        self.this.push(own);
        self.enter(&it.scope_id);
        if !it.is_declaration()
            && let Some(id) = &it.id
        {
            self.visit_binding_identifier(id);
        }
        self.visit_formal_parameters(&it.params);
        if let Some(body) = &it.body {
            let mut calls = probe::Calls(accessor);
            calls.visit_formal_parameters(&it.params);
            calls.visit_function_body(body);
            let deep = calls.0 && !it.generator && !it.r#async && !self.clashes(&body.statements);
            self.body(body, deep);
        }
        self.leave();
        self.this.pop();
    }

    /// An arrow function; a body that is an expression becomes a block with `return`.
    pub(super) fn arrow(&mut self, it: &ArrowFunctionExpression<'_>) {
        self.this.push(false);
        self.enter(&it.scope_id);
        self.visit_formal_parameters(&it.params);
        let mut calls = probe::Calls::default();
        calls.visit_formal_parameters(&it.params);
        calls.visit_arrow_function_body(&it.body);
        match &it.body {
            ArrowFunctionBody::FunctionBody(body) => {
                let deep = calls.0 && !it.r#async && !self.clashes(&body.statements);
                self.body(body, deep);
            }
            body => {
                let (span, deep) = (body.span(), calls.0 && !it.r#async);
                let depth = if deep { DEPTH } else { "" };
                self.edits.insert(span.start, format!("{{{FUEL}{depth}return "));
                if let Some(expression) = body.as_expression() {
                    self.visit_expression(expression);
                }
                self.edits.insert(span.end, if deep { "}finally{--$deep}}" } else { "}" });
            }
        }
        self.leave();
        self.this.pop();
    }

    fn body(&mut self, body: &FunctionBody<'_>, deep: bool) {
        self.edits.insert(body.span.start + 1, format!("{FUEL}{}", if deep { DEPTH } else { "" }));
        self.statements(&body.statements, false);
        if deep {
            self.edits.insert(body.span.end - 1, DEPTH_END);
        }
    }

    /// Whether a body declares one name both as function and as `var`, which a block does not allow.
    fn clashes(&self, statements: &[Statement<'_>]) -> bool {
        let info = self.stack.last().and_then(|&i| self.scopes.info(i));
        statements.iter().any(|statement| match statement {
            Statement::FunctionDeclaration(it) => {
                it.id.as_ref().is_some_and(|id| info.is_some_and(|info| info.vars.contains(id.name.as_str())))
            }
            _ => false,
        })
    }
}
