//! Statements and function bodies.

use super::code::{Constant, Op, R};
use super::lower::{Binding, Kind, Loop, Lower, Lowered, No, no};
use oxc_ast::ast::*;
use oxc_ast_visit::{Visit, walk};
use oxc_span::{GetSpan, Span};
use oxc_syntax::scope::ScopeFlags;
use std::collections::BTreeMap;

/// Names that `var` declares, not in functions inside.
#[derive(Default)]
struct Vars(Vec<String>);

impl<'a> Visit<'a> for Vars {
    fn visit_variable_declaration(&mut self, it: &VariableDeclaration<'a>) {
        if it.kind == VariableDeclarationKind::Var {
            for one in &it.declarations {
                for id in one.id.get_binding_identifiers() {
                    self.0.push(id.name.to_string());
                }
            }
        }
        walk::walk_variable_declaration(self, it);
    }
    fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}
    fn visit_arrow_function_expression(&mut self, _: &ArrowFunctionExpression<'a>) {}
}

/// `if (--$fuel < 0) $out();` and the like: what the kernel counts.
fn counter(it: &Statement<'_>) -> Option<&'static str> {
    let Statement::IfStatement(it) = it else { return None };
    let Statement::ExpressionStatement(then) = &it.consequent else { return None };
    let Expression::CallExpression(call) = &then.expression else { return None };
    if !matches!(&call.callee, Expression::Identifier(id) if id.name == "$out") {
        return None;
    }
    Some(if call.arguments.is_empty() { "fuel" } else { "depth" })
}

/// Whether a `try` only counts the depth of calls.
fn counts_depth(it: &TryStatement<'_>) -> bool {
    let Some(last) = it.finalizer.as_ref().filter(|_| it.handler.is_none()) else { return false };
    match last.body.first() {
        Some(Statement::ExpressionStatement(one)) if last.body.len() == 1 => match &one.expression {
            Expression::UpdateExpression(it) => {
                matches!(&it.argument, SimpleAssignmentTarget::AssignmentTargetIdentifier(id) if id.name == "$deep")
            }
            _ => false,
        },
        _ => false,
    }
}

impl Lower {
    /// A function's body, or the program's; gives the parameters' registers.
    pub(super) fn body(&mut self, body: &FunctionBody<'_>, parameters: &[String]) -> Lowered<Vec<R>> {
        if let Some(directive) = body.directives.first() {
            return no(directive.span, "a directive");
        }
        // What counts the depth of calls stands around the whole body.
        let mut list: Vec<&Statement<'_>> = Vec::new();
        for statement in &body.statements {
            match statement {
                Statement::TryStatement(it) if counts_depth(it) => list.extend(it.block.body.iter()),
                other => list.push(other),
            }
        }
        let mut scope = BTreeMap::new();
        let mut registers = Vec::new();
        for name in parameters {
            let register = self.variable();
            registers.push(register);
            let binding = Binding { register, kind: Kind::Var, level: self.level, from: 0, fixed: None };
            scope.insert(name.clone(), binding);
        }
        let mut vars = Vars::default();
        vars.visit_function_body(body);
        let mut functions = Vec::new();
        for statement in &list {
            if let Statement::FunctionDeclaration(it) = statement
                && let Some(id) = &it.id
            {
                functions.push((id.name.to_string(), &**it));
            }
        }
        for name in vars.0 {
            if scope.contains_key(&name) {
                continue;
            }
            if functions.iter().any(|(known, _)| *known == name) {
                return no(body.span, "a name that is both a variable and a function");
            }
            let register = self.variable();
            let binding = Binding { register, kind: Kind::Var, level: self.level, from: 0, fixed: None };
            scope.insert(name, binding);
            self.emit(Op::Undef { d: register });
        }
        for (name, it) in &functions {
            if self.writes.get(name) != Some(&1) || scope.contains_key(name) {
                return no(it.span, "a function whose name is given twice");
            }
            let register = self.variable();
            let binding = Binding { register, kind: Kind::Function, level: self.level, from: 0, fixed: None };
            scope.insert(name.clone(), binding);
        }
        self.scopes.push(scope);
        self.lexical(&list)?;
        for (name, it) in functions {
            if it.generator || it.r#async {
                return no(it.span, "a generator or async function");
            }
            let index = self.define(it.span, &it.params, it.body.as_deref(), None)?;
            let value = self.constant(Constant::Function(index));
            if let Some(register) = self.lookup(&name).map(|binding| binding.register) {
                self.emit(Op::Move { d: register, a: value });
            }
        }
        let fixed = self.fixed.len();
        for statement in list {
            self.statement(statement)?;
        }
        self.forget_fixed(fixed);
        self.scopes.pop();
        let nothing = self.constant(Constant::Undefined);
        self.emit(if self.level == 0 { Op::End { a: nothing } } else { Op::Return { a: nothing } });
        Ok(registers)
    }

    /// Declares the `let` and `const` names of a list of statements in the innermost scope.
    fn lexical(&mut self, list: &[&Statement<'_>]) -> Lowered<()> {
        for statement in list {
            match statement {
                Statement::VariableDeclaration(it) => self.declare_lexical(it)?,
                Statement::ClassDeclaration(it) => return no(it.span, "a class"),
                _ => {}
            }
        }
        Ok(())
    }

    fn declare_lexical(&mut self, it: &VariableDeclaration<'_>) -> Lowered<()> {
        let kind = match it.kind {
            VariableDeclarationKind::Var => return Ok(()),
            VariableDeclarationKind::Let => Kind::Let,
            VariableDeclarationKind::Const => Kind::Const,
            _ => return no(it.span, "a form of declaration"),
        };
        for one in &it.declarations {
            let BindingPattern::BindingIdentifier(id) = &one.id else {
                return no(one.span, "a pattern");
            };
            let twice = self.scopes.last().is_some_and(|scope| scope.contains_key(id.name.as_str()));
            if twice || self.declared.contains(id.name.as_str()) {
                return no(one.span, "a name that is declared twice");
            }
            let register = self.variable();
            let binding = Binding { register, kind, level: self.level, from: one.span.end, fixed: None };
            if let Some(scope) = self.scopes.last_mut() {
                scope.insert(id.name.to_string(), binding);
            }
            self.emit(Op::Hole { d: register });
        }
        Ok(())
    }

    fn declaration(&mut self, it: &VariableDeclaration<'_>) -> Lowered<()> {
        for one in &it.declarations {
            let BindingPattern::BindingIdentifier(id) = &one.id else {
                return no(one.span, "a pattern");
            };
            let Some(register) = self.lookup(&id.name).map(|binding| binding.register) else {
                return no(one.span, "a name that is not known here");
            };
            match &one.init {
                Some(value) => {
                    // A name is no hole while its own value is computed, in the registers; it is for JavaScript.
                    if it.kind == VariableDeclarationKind::Var {
                        self.expression(value, Some(register))?;
                    } else {
                        let value = self.expression(value, None)?;
                        self.emit(Op::Move { d: register, a: value });
                    }
                    self.note_fixed(&id.name, value);
                }
                None if it.kind == VariableDeclarationKind::Let => {
                    self.emit(Op::Undef { d: register });
                }
                None => {}
            }
        }
        Ok(())
    }

    fn block(&mut self, body: &[Statement<'_>], span: Span) -> Lowered<()> {
        if body.iter().any(|it| matches!(it, Statement::FunctionDeclaration(_))) {
            return no(span, "a function inside a block");
        }
        self.scopes.push(BTreeMap::new());
        let list: Vec<&Statement<'_>> = body.iter().collect();
        self.lexical(&list)?;
        let fixed = self.fixed.len();
        for statement in body {
            self.statement(statement)?;
        }
        self.forget_fixed(fixed);
        self.scopes.pop();
        Ok(())
    }

    /// A statement that may not run.
    fn perhaps(&mut self, it: &Statement<'_>) -> Lowered<()> {
        let fixed = self.fixed.len();
        self.statement(it)?;
        self.forget_fixed(fixed);
        Ok(())
    }

    fn statement(&mut self, it: &Statement<'_>) -> Lowered<()> {
        match counter(it) {
            Some("fuel") => {
                self.emit(Op::Fuel);
                return Ok(());
            }
            // Functions that call themselves are the script tier's, so calls are no deeper than functions are many.
            Some(_) if self.code.functions.len() < 100 => return Ok(()),
            Some(_) => return no(it.span(), "very many functions"),
            None => {}
        }
        match it {
            Statement::EmptyStatement(_) => Ok(()),
            Statement::ExpressionStatement(it) => self.expression(&it.expression, None).map(drop),
            Statement::BlockStatement(it) => self.block(&it.body, it.span),
            Statement::VariableDeclaration(it) => self.declaration(it),
            Statement::FunctionDeclaration(_) => Ok(()),
            Statement::ReturnStatement(it) => {
                let value = match &it.argument {
                    Some(value) => self.expression(value, None)?,
                    None => self.constant(Constant::Undefined),
                };
                self.emit(if self.level == 0 { Op::End { a: value } } else { Op::Return { a: value } });
                Ok(())
            }
            Statement::IfStatement(it) => {
                let fixed = self.fixed.len();
                let otherwise = self.branch(&it.test, false)?;
                self.forget_fixed(fixed);
                self.perhaps(&it.consequent)?;
                match &it.alternate {
                    Some(alternate) => {
                        let end = self.emit(Op::Jump { to: 0 });
                        for jump in otherwise {
                            self.land(jump);
                        }
                        self.perhaps(alternate)?;
                        self.land(end);
                    }
                    None => {
                        for jump in otherwise {
                            self.land(jump);
                        }
                    }
                }
                Ok(())
            }
            Statement::ForStatement(it) => {
                self.scopes.push(BTreeMap::new());
                match &it.init {
                    Some(ForStatementInit::VariableDeclaration(init)) => {
                        self.declare_lexical(init)?;
                        self.declaration(init)?;
                    }
                    Some(init) => {
                        if let Some(init) = init.as_expression() {
                            self.expression(init, None)?;
                        }
                    }
                    None => {}
                }
                let fixed = self.fixed.len();
                let counted = self.counted(it)?;
                self.repeat(it.test.as_ref(), it.update.as_ref(), &it.body, true, counted)?;
                self.forget_fixed(fixed);
                self.scopes.pop();
                Ok(())
            }
            Statement::WhileStatement(it) => {
                let fixed = self.fixed.len();
                self.repeat(Some(&it.test), None, &it.body, true, None)?;
                self.forget_fixed(fixed);
                Ok(())
            }
            Statement::DoWhileStatement(it) => {
                let fixed = self.fixed.len();
                self.repeat(Some(&it.test), None, &it.body, false, None)?;
                self.forget_fixed(fixed);
                Ok(())
            }
            Statement::BreakStatement(it) if it.label.is_none() => {
                let Some(tries) = self.loops.last().map(|around| around.tries) else {
                    return no(it.span, "a `break` outside a loop");
                };
                for _ in tries..self.tries {
                    self.emit(Op::EndTry);
                }
                let jump = self.emit(Op::Jump { to: 0 });
                if let Some(around) = self.loops.last_mut() {
                    around.breaks.push(jump);
                }
                Ok(())
            }
            Statement::ContinueStatement(it) if it.label.is_none() => {
                let Some((place, tries)) =
                    self.loops.iter().enumerate().rev().find(|(_, l)| !l.switch).map(|(at, l)| (at, l.tries))
                else {
                    return no(it.span, "a `continue` outside a loop");
                };
                for _ in tries..self.tries {
                    self.emit(Op::EndTry);
                }
                let jump = self.emit(Op::Jump { to: 0 });
                if let Some(around) = self.loops.get_mut(place) {
                    around.continues.push(jump);
                }
                Ok(())
            }
            Statement::SwitchStatement(it) => self.switch(it),
            Statement::TryStatement(it) => self.try_statement(it),
            Statement::ThrowStatement(it) => {
                self.expression(&it.argument, None)?;
                self.emit(Op::Throw);
                Ok(())
            }
            Statement::ForInStatement(it) => no(it.span, "a loop over names"),
            Statement::ForOfStatement(it) => no(it.span, "a loop over a list"),
            Statement::LabeledStatement(it) => no(it.span, "a label"),
            Statement::WithStatement(it) => no(it.span, "`with`"),
            other => no(other.span(), "a form of statement"),
        }
    }

    /// A loop; `first` says that the test comes before the first pass.
    fn repeat(
        &mut self,
        test: Option<&Expression<'_>>,
        update: Option<&Expression<'_>>,
        body: &Statement<'_>,
        first: bool,
        counted: Option<u16>,
    ) -> Lowered<()> {
        self.looping += 1;
        let start = self.here();
        let mut out = Vec::new();
        if first && let Some(test) = test {
            if counted.is_some() {
                self.emit(Op::Mask { on: true });
            }
            out = self.branch(test, false)?;
            if counted.is_some() {
                self.emit(Op::Mask { on: false });
            }
        }
        self.loops.push(Loop { tries: self.tries, ..Loop::default() });
        self.perhaps(body)?;
        let around = self.loops.pop().unwrap_or_default();
        for jump in around.continues {
            self.land(jump);
        }
        if let Some(update) = update {
            self.expression(update, None)?;
        }
        if first {
            self.emit(Op::Jump { to: start });
        } else if let Some(test) = test {
            let a = self.expression(test, None)?;
            self.emit(Op::JumpIf { a, to: start });
        }
        for jump in out {
            self.land(jump);
        }
        if let Some(index) = counted {
            self.emit(Op::Mask { on: false });
            self.emit(Op::Remember { index });
        }
        for jump in around.breaks {
            self.land(jump);
        }
        self.looping -= 1;
        Ok(())
    }

    fn switch(&mut self, it: &SwitchStatement<'_>) -> Lowered<()> {
        let lists = it.cases.iter().flat_map(|case| case.consequent.iter());
        for statement in lists {
            match statement {
                Statement::FunctionDeclaration(it) => return no(it.span, "a function inside a block"),
                Statement::VariableDeclaration(it) if it.kind != VariableDeclarationKind::Var => {
                    return no(it.span, "a `let` inside `switch`");
                }
                _ => {}
            }
        }
        if it.cases.iter().filter(|case| case.test.is_none()).count() > 1 {
            return no(it.span, "two defaults of a `switch`");
        }
        let fixed = self.fixed.len();
        let value = self.temp();
        self.expression(&it.discriminant, Some(value))?;
        let mut jumps = Vec::new();
        for case in &it.cases {
            match &case.test {
                Some(test) => {
                    let b = self.expression(test, None)?;
                    let d = self.temp();
                    self.emit(Op::Same { d, a: value, b });
                    jumps.push(Some(self.emit(Op::JumpIf { a: d, to: 0 })));
                }
                None => jumps.push(None),
            }
        }
        let none = self.emit(Op::Jump { to: 0 });
        self.loops.push(Loop { tries: self.tries, switch: true, ..Loop::default() });
        let mut default = false;
        for (case, jump) in it.cases.iter().zip(jumps) {
            match jump {
                Some(jump) => self.land(jump),
                None => {
                    default = true;
                    self.land(none);
                }
            }
            for statement in &case.consequent {
                self.perhaps(statement)?;
            }
        }
        if !default {
            self.land(none);
        }
        for jump in self.loops.pop().unwrap_or_default().breaks {
            self.land(jump);
        }
        self.forget_fixed(fixed);
        Ok(())
    }

    fn try_statement(&mut self, it: &TryStatement<'_>) -> Lowered<()> {
        if counts_depth(it) {
            return self.block(&it.block.body, it.span);
        }
        if let Some(last) = &it.finalizer {
            return no(last.span, "`finally`");
        }
        let Some(handler) = &it.handler else {
            return Err(No { at: it.span.start as usize, reason: "`try`" });
        };
        let fixed = self.fixed.len();
        let enter = self.emit(Op::Try { to: 0 });
        self.tries += 1;
        self.block(&it.block.body, it.block.span)?;
        self.tries -= 1;
        self.forget_fixed(fixed);
        self.emit(Op::EndTry);
        let end = self.emit(Op::Jump { to: 0 });
        self.land(enter);
        self.scopes.push(BTreeMap::new());
        if let Some(parameter) = &handler.param {
            let BindingPattern::BindingIdentifier(id) = &parameter.pattern else {
                return no(parameter.span, "a pattern");
            };
            let register = self.variable();
            let binding = Binding { register, kind: Kind::Var, level: self.level, from: 0, fixed: None };
            if let Some(scope) = self.scopes.last_mut() {
                scope.insert(id.name.to_string(), binding);
            }
            self.emit(Op::Caught { d: register });
        }
        self.block(&handler.body.body, handler.body.span)?;
        self.forget_fixed(fixed);
        self.scopes.pop();
        self.land(end);
        Ok(())
    }
}
