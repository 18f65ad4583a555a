//! From core JavaScript to instructions: names, expressions.

use super::builtin::Fast;
use super::code::{Code, Constant, Function as Compiled, Known, MemberSite, Op, R, ScopeSite};
use super::fixed::is_long;
use super::scan::{Writes, effects};
use crate::builtins;
use crate::engine::PROJECT_GLOBALS;
use crate::syntax::parse;
use crate::{Class, Member, MemberKind};
use oxc_allocator::Allocator;
use oxc_ast::ast::*;
use oxc_ast_visit::Visit;
use oxc_span::{GetSpan, Span};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What stands before the core text when it is parsed.
const PREFIX: &str = "(function($s){";

/// Deepest expressions that are lowered.
const DEEPEST: usize = 150;

/// Most instructions: jumps of kept parts are 16 bits wide.
const MOST_OPS: usize = 60_000;

/// A refusal: where in the core and why.
#[derive(Debug)]
pub(super) struct No {
    pub(super) at: usize,
    pub(super) reason: &'static str,
}

pub(super) type Lowered<T> = Result<T, No>;

/// What kind of name a binding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Var,
    Let,
    Const,
    Function,
}

/// Whether a part that never changes is a handle or a plain value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fixed {
    Plain,
    Handle,
}

#[derive(Clone, Debug)]
pub(super) struct Binding {
    pub(super) register: R,
    pub(super) kind: Kind,
    /// How many functions are around its declaration.
    pub(super) level: usize,
    /// Where a `let` or `const` is known to have its value, in the same function.
    pub(super) from: u32,
    pub(super) fixed: Option<Fixed>,
}

/// A loop or `switch` around the place of the walk.
#[derive(Debug, Default)]
pub(super) struct Loop {
    pub(super) breaks: Vec<usize>,
    pub(super) continues: Vec<usize>,
    pub(super) tries: usize,
    pub(super) switch: bool,
}

/// The walk over one tree.
pub(super) struct Lower {
    pub(super) code: Code,
    pub(super) members: fn(Class) -> &'static [Member],
    pub(super) scopes: Vec<BTreeMap<String, Binding>>,
    pub(super) level: usize,
    pub(super) loops: Vec<Loop>,
    pub(super) tries: usize,
    pub(super) looping: usize,
    /// How often each name is given a value, in the whole program.
    pub(super) writes: BTreeMap<String, usize>,
    /// Names that `var` and `catch` declare anywhere: `let` and `const` of those names may be an error of the text.
    pub(super) declared: BTreeSet<String>,
    /// Names whose binding is fixed now: scope and name.
    pub(super) fixed: Vec<(usize, String)>,
    /// Which registers hold results in between.
    temporary: Vec<bool>,
    pub(super) keeping: bool,
    depth: usize,
}

/// Compiles core JavaScript.
pub(super) fn lower(core: &str, members: fn(Class) -> &'static [Member]) -> Lowered<Code> {
    let allocator = Allocator::default();
    let text = [PREFIX, core, "\n})"].concat();
    let damaged = No { at: 0, reason: "its core does not parse" };
    let Ok(program) = parse(&allocator, &text) else { return Err(damaged) };
    let Some(Statement::ExpressionStatement(it)) = program.body.first() else { return Err(damaged) };
    let Expression::FunctionExpression(function) = it.expression.get_inner_expression() else {
        return Err(damaged);
    };
    let Some(body) = &function.body else { return Err(damaged) };
    let mut writes = Writes::default();
    writes.visit_function_body(body);
    let mut lower = Lower {
        code: Code::default(),
        members,
        scopes: Vec::new(),
        level: 0,
        loops: Vec::new(),
        tries: 0,
        looping: 0,
        writes: writes.0,
        declared: writes.1,
        fixed: Vec::new(),
        temporary: Vec::new(),
        keeping: false,
        depth: 0,
    };
    lower.body(body, &[]).map_err(|no| No { at: no.at.saturating_sub(PREFIX.len()), ..no })?;
    lower.code.registers =
        u16::try_from(lower.temporary.len()).map_err(|_| No { at: 0, reason: "it is too large" })?;
    Ok(lower.code)
}

pub(super) fn no<T>(span: Span, reason: &'static str) -> Lowered<T> {
    Err(No { at: span.start as usize, reason })
}

impl Lower {
    pub(super) fn emit(&mut self, op: Op) -> usize {
        self.code.ops.push(op);
        self.code.ops.len() - 1
    }

    pub(super) fn here(&self) -> u32 {
        u32::try_from(self.code.ops.len()).unwrap_or(u32::MAX)
    }

    /// Lets a jump lead here.
    pub(super) fn land(&mut self, jump: usize) {
        let here = self.here();
        self.aim(jump, here);
    }

    pub(super) fn aim(&mut self, jump: usize, target: u32) {
        let short = u16::try_from(target).unwrap_or(u16::MAX);
        match self.code.ops.get_mut(jump) {
            Some(
                Op::Jump { to }
                | Op::JumpIf { to, .. }
                | Op::JumpIfNot { to, .. }
                | Op::JumpIfSet { to, .. }
                | Op::Try { to },
            ) => {
                *to = target;
            }
            Some(Op::JumpNotLess { to, .. } | Op::Static { to, .. }) => *to = short,
            _ => {}
        }
    }

    pub(super) fn register(&mut self, temporary: bool) -> R {
        self.temporary.push(temporary);
        R::try_from(self.temporary.len() - 1).unwrap_or(R::MAX)
    }

    pub(super) fn variable(&mut self) -> R {
        self.register(false)
    }

    pub(super) fn temp(&mut self) -> R {
        self.register(true)
    }

    /// A row of registers for arguments.
    pub(super) fn row(&mut self, count: usize) -> R {
        let first = self.temp();
        for _ in 1..count {
            self.temp();
        }
        first
    }

    pub(super) fn constant(&mut self, constant: Constant) -> R {
        let same = |known: &Constant| match (known, &constant) {
            (Constant::Number(a), Constant::Number(b)) => a.to_bits() == b.to_bits(),
            (a, b) => a == b,
        };
        if let Some((register, _)) = self.code.constants.iter().find(|(_, known)| same(known)) {
            return *register;
        }
        let register = self.register(false);
        self.code.constants.push((register, constant));
        register
    }

    pub(super) fn is_constant(&self, register: R) -> bool {
        self.code.constants.iter().any(|(known, _)| *known == register)
    }

    pub(super) fn is_temporary(&self, register: R) -> bool {
        self.temporary.get(usize::from(register)).copied().unwrap_or(false)
    }

    pub(super) fn lookup(&self, name: &str) -> Option<&Binding> {
        self.scopes.iter().rev().find_map(|scope| scope.get(name))
    }

    pub(super) fn put(&mut self, register: R, target: Option<R>) -> R {
        match target {
            Some(d) if d != register => {
                self.emit(Op::Move { d, a: register });
                d
            }
            _ => register,
        }
    }

    /// A target that may be written before the whole expression is known: a fresh one, never a variable.
    pub(super) fn safe(&mut self, target: Option<R>) -> R {
        match target {
            Some(d) if self.is_temporary(d) => d,
            _ => self.temp(),
        }
    }

    pub(super) fn target(&mut self, target: Option<R>) -> R {
        target.unwrap_or_else(|| self.temp())
    }

    /// An expression; `target` is where its value must be.
    pub(super) fn expression(&mut self, it: &Expression<'_>, target: Option<R>) -> Lowered<R> {
        self.depth += 1;
        if self.depth > DEEPEST || self.code.ops.len() > MOST_OPS || self.temporary.len() > 60_000 {
            return no(it.span(), "it is too large or nested too deeply");
        }
        let kept = if self.keeping { None } else { self.fixed_part(it).filter(|_| is_long(it)) };
        let done = match kept {
            Some(_) => self.kept(it, target),
            None => self.bare(it, target),
        };
        self.depth -= 1;
        done
    }

    pub(super) fn bare(&mut self, it: &Expression<'_>, target: Option<R>) -> Lowered<R> {
        match it {
            Expression::NumericLiteral(it) => {
                let register = self.constant(Constant::Number(it.value));
                Ok(self.put(register, target))
            }
            Expression::StringLiteral(it) => {
                if it.value.len() > super::value::LONGEST_TEXT || it.lone_surrogates {
                    return no(it.span, "a long text");
                }
                let register = self.constant(Constant::Text(Arc::from(it.value.as_str())));
                Ok(self.put(register, target))
            }
            Expression::BooleanLiteral(it) => {
                let register = self.constant(Constant::Bool(it.value));
                Ok(self.put(register, target))
            }
            Expression::NullLiteral(_) => {
                let register = self.constant(Constant::Null);
                Ok(self.put(register, target))
            }
            Expression::Identifier(it) => self.name(&it.name, it.span, target),
            Expression::ParenthesizedExpression(it) => self.expression(&it.expression, target),
            Expression::SequenceExpression(it) => {
                let mut last = None;
                let count = it.expressions.len();
                for (at, one) in it.expressions.iter().enumerate() {
                    let place = if at + 1 == count { target } else { None };
                    last = Some(self.expression(one, place)?);
                }
                last.map_or_else(|| no(it.span, "an empty sequence"), Ok)
            }
            Expression::AssignmentExpression(it) => self.assignment(it, target),
            Expression::BinaryExpression(it) => self.binary(it, target),
            Expression::LogicalExpression(it) => {
                let d = self.safe(target);
                self.expression(&it.left, Some(d))?;
                let jump = match it.operator {
                    LogicalOperator::And => self.emit(Op::JumpIfNot { a: d, to: 0 }),
                    LogicalOperator::Or => self.emit(Op::JumpIf { a: d, to: 0 }),
                    LogicalOperator::Coalesce => self.emit(Op::JumpIfSet { a: d, to: 0 }),
                };
                self.expression(&it.right, Some(d))?;
                self.land(jump);
                Ok(self.put(d, target))
            }
            Expression::ConditionalExpression(it) => {
                let d = self.safe(target);
                let other = self.branch(&it.test, false)?;
                self.expression(&it.consequent, Some(d))?;
                let end = self.emit(Op::Jump { to: 0 });
                for jump in other {
                    self.land(jump);
                }
                self.expression(&it.alternate, Some(d))?;
                self.land(end);
                Ok(self.put(d, target))
            }
            Expression::UnaryExpression(it) => self.unary(it, target),
            Expression::UpdateExpression(it) => self.update(it, target),
            Expression::CallExpression(it) => self.call(it, target),
            Expression::StaticMemberExpression(it) => self.static_member(it, target),
            Expression::ComputedMemberExpression(it) => {
                if it.optional {
                    return no(it.span, "optional chaining");
                }
                let object = self.operand(&it.object, effects(&it.expression))?;
                let index = self.expression(&it.expression, None)?;
                let d = self.target(target);
                self.emit(Op::Index { d, a: object, b: index });
                Ok(d)
            }
            Expression::ArrayExpression(it) => {
                let mut list: Vec<&Expression<'_>> = Vec::new();
                for element in &it.elements {
                    match element.as_expression() {
                        Some(element) => list.push(element),
                        None => return no(it.span, "a spread or a hole in an array"),
                    }
                }
                let n = u8::try_from(list.len()).or_else(|_| no(it.span, "a long array"))?;
                let base = self.arguments(&list, 0)?;
                let d = self.target(target);
                self.emit(Op::Array { d, base, n });
                Ok(d)
            }
            Expression::TemplateLiteral(it) => {
                let d = self.temp();
                let mut first = true;
                for (at, part) in it.quasis.iter().enumerate() {
                    let text = part.value.cooked.as_ref().map_or("", |text| text.as_str());
                    let text = self.constant(Constant::Text(Arc::from(text)));
                    if first {
                        self.emit(Op::Move { d, a: text });
                        first = false;
                    } else {
                        self.emit(Op::Add { d, a: d, b: text });
                    }
                    if let Some(inside) = it.expressions.get(at) {
                        let inside = self.expression(inside, None)?;
                        // A vector's text and a handle's come out the same way.
                        self.emit(Op::Add { d, a: d, b: inside });
                    }
                }
                Ok(self.put(d, target))
            }
            Expression::FunctionExpression(it) => {
                let index = self.function(
                    it.span,
                    &it.params,
                    it.body.as_deref(),
                    None,
                    it.generator || it.r#async || it.id.is_some(),
                )?;
                let register = self.constant(Constant::Function(index));
                Ok(self.put(register, target))
            }
            Expression::ArrowFunctionExpression(it) => {
                let (block, single) = match &it.body {
                    ArrowFunctionBody::FunctionBody(body) => (Some(&**body), None),
                    body => (None, body.as_expression()),
                };
                let index = self.function(it.span, &it.params, block, single, it.r#async)?;
                let register = self.constant(Constant::Function(index));
                Ok(self.put(register, target))
            }
            Expression::ObjectExpression(it) => no(it.span, "an object"),
            Expression::NewExpression(it) => no(it.span, "`new`"),
            Expression::RegExpLiteral(it) => no(it.span, "a regular expression"),
            Expression::ThisExpression(it) => no(it.span, "`this`"),
            Expression::ChainExpression(it) => no(it.span, "optional chaining"),
            Expression::ClassExpression(it) => no(it.span, "a class"),
            other => no(other.span(), "a form of expression"),
        }
    }

    /// A function used as a value: it must not look into functions around it, whose variables may be another call's.
    fn function(
        &mut self,
        span: Span,
        parameters: &FormalParameters<'_>,
        body: Option<&FunctionBody<'_>>,
        single: Option<&Expression<'_>>,
        refused: bool,
    ) -> Lowered<u16> {
        if refused {
            return no(span, "a function of a kind of its own");
        }
        if self.level > 0 || self.looping > 0 {
            return no(span, "a function made inside a function or loop");
        }
        self.define(span, parameters, body, single)
    }

    /// Compiles a function's body in place and jumps over it.
    pub(super) fn define(
        &mut self,
        span: Span,
        parameters: &FormalParameters<'_>,
        body: Option<&FunctionBody<'_>>,
        single: Option<&Expression<'_>>,
    ) -> Lowered<u16> {
        if parameters.rest.is_some() {
            return no(span, "rest parameters");
        }
        let mut names = Vec::new();
        for parameter in &parameters.items {
            match &parameter.pattern {
                BindingPattern::BindingIdentifier(id) if parameter.initializer.is_none() => {
                    names.push(id.name.to_string());
                }
                _ => return no(parameter.span, "a parameter with a pattern or default"),
            }
        }
        let index = u16::try_from(self.code.functions.len()).or_else(|_| no(span, "it is too large"))?;
        let over = self.emit(Op::Jump { to: 0 });
        let entry = self.here();
        self.code.functions.push(Compiled { entry, parameters: Vec::new() });
        let (loops, tries, looping) = (std::mem::take(&mut self.loops), self.tries, self.looping);
        let keeping = std::mem::replace(&mut self.keeping, false);
        (self.tries, self.looping) = (0, 0);
        self.level += 1;
        match (body, single) {
            (Some(body), _) => {
                let registers = self.body(body, &names)?;
                if let Some(function) = self.code.functions.get_mut(usize::from(index)) {
                    function.parameters = registers;
                }
            }
            (None, Some(single)) => {
                let mut scope = BTreeMap::new();
                let mut registers = Vec::new();
                for name in names {
                    let register = self.variable();
                    registers.push(register);
                    let binding =
                        Binding { register, kind: Kind::Var, level: self.level, from: 0, fixed: None };
                    scope.insert(name, binding);
                }
                self.scopes.push(scope);
                self.emit(Op::Fuel);
                let value = self.expression(single, None)?;
                self.emit(Op::Return { a: value });
                self.scopes.pop();
                if let Some(function) = self.code.functions.get_mut(usize::from(index)) {
                    function.parameters = registers;
                }
            }
            (None, None) => return no(span, "a function without a body"),
        }
        self.level -= 1;
        self.keeping = keeping;
        (self.loops, self.tries, self.looping) = (loops, tries, looping);
        self.land(over);
        Ok(index)
    }

    fn name(&mut self, name: &str, span: Span, target: Option<R>) -> Lowered<R> {
        let Some(binding) = self.lookup(name) else {
            let constant = match name {
                "undefined" => Constant::Undefined,
                "NaN" => Constant::Number(f64::NAN),
                "Infinity" => Constant::Number(f64::INFINITY),
                "arguments" => return no(span, "`arguments`"),
                _ => return no(span, "a name that is not known here"),
            };
            let register = self.constant(constant);
            return Ok(self.put(register, target));
        };
        let (register, kind, level, from) = (binding.register, binding.kind, binding.level, binding.from);
        if kind == Kind::Function && level > 0 {
            return no(span, "a function of a function as a value");
        }
        if matches!(kind, Kind::Let | Kind::Const) && (level != self.level || span.start < from) {
            self.emit(Op::CheckHole { a: register });
        }
        Ok(self.put(register, target))
    }

    /// An operand that must keep its value while the next ones are evaluated.
    pub(super) fn operand(&mut self, it: &Expression<'_>, changes: bool) -> Lowered<R> {
        let register = self.expression(it, None)?;
        if changes && !self.is_temporary(register) && !self.is_constant(register) {
            let d = self.temp();
            self.emit(Op::Move { d, a: register });
            return Ok(d);
        }
        Ok(register)
    }

    pub(super) fn pair(&mut self, a: &Expression<'_>, b: &Expression<'_>) -> Lowered<(R, R)> {
        let left = self.operand(a, effects(b))?;
        Ok((left, self.expression(b, None)?))
    }

    /// Arguments in a row of registers, with `before` free registers in front.
    pub(super) fn arguments(&mut self, list: &[&Expression<'_>], before: usize) -> Lowered<R> {
        let base = self.row((list.len() + before).max(1));
        for (at, one) in list.iter().enumerate() {
            let place = R::try_from(at + before).ok().and_then(|at| base.checked_add(at));
            let Some(place) = place else { return no(one.span(), "it is too large") };
            self.expression(one, Some(place))?;
        }
        Ok(base)
    }

    /// The register of a name that is given a value.
    pub(super) fn writable(&mut self, name: &str, span: Span) -> Lowered<R> {
        match self.lookup(name) {
            Some(Binding { kind: Kind::Var, register, .. }) => Ok(*register),
            Some(Binding { kind: Kind::Let, register, level, from, .. }) => {
                let (register, check) = (*register, *level != self.level || span.start < *from);
                if check {
                    self.emit(Op::CheckHole { a: register });
                }
                Ok(register)
            }
            Some(_) => no(span, "a change of a constant or function"),
            None => no(span, "a change of a name that is not known here"),
        }
    }

    fn assignment(&mut self, it: &AssignmentExpression<'_>, target: Option<R>) -> Lowered<R> {
        let AssignmentTarget::AssignmentTargetIdentifier(id) = &it.left else {
            return no(it.span, "a change of a member");
        };
        match it.operator {
            AssignmentOperator::Assign => {
                let register = self.writable(&id.name, id.span)?;
                self.expression(&it.right, Some(register))?;
                self.note_fixed(&id.name, &it.right);
                Ok(self.put(register, target))
            }
            operator => {
                let Some(operator) = operator.to_binary_operator() else {
                    return no(it.span, "an operator");
                };
                let register = self.writable(&id.name, id.span)?;
                let before = self.temp();
                self.emit(Op::Move { d: before, a: register });
                let b = self.expression(&it.right, None)?;
                self.operator(operator, register, before, b, it.span)?;
                Ok(self.put(register, target))
            }
        }
    }

    /// Jumps that are taken when the truth of an expression is `when`.
    pub(super) fn branch(&mut self, it: &Expression<'_>, when: bool) -> Lowered<Vec<usize>> {
        match it {
            Expression::ParenthesizedExpression(it) => return self.branch(&it.expression, when),
            Expression::UnaryExpression(it) if it.operator == UnaryOperator::LogicalNot => {
                return self.branch(&it.argument, !when);
            }
            Expression::LogicalExpression(it) if it.operator != LogicalOperator::Coalesce => {
                let through = (it.operator == LogicalOperator::And) == when;
                if through {
                    let skip = self.branch(&it.left, !when)?;
                    let jumps = self.branch(&it.right, when)?;
                    for jump in skip {
                        self.land(jump);
                    }
                    return Ok(jumps);
                }
                let mut jumps = self.branch(&it.left, when)?;
                jumps.append(&mut self.branch(&it.right, when)?);
                return Ok(jumps);
            }
            Expression::BinaryExpression(it)
                if !when && matches!(it.operator, BinaryOperator::LessThan | BinaryOperator::GreaterThan) =>
            {
                let (a, b) = self.pair(&it.left, &it.right)?;
                let (a, b) = if it.operator == BinaryOperator::LessThan { (a, b) } else { (b, a) };
                return Ok(vec![self.emit(Op::JumpNotLess { a, b, to: 0 })]);
            }
            _ => {}
        }
        let a = self.expression(it, None)?;
        Ok(vec![self.emit(if when { Op::JumpIf { a, to: 0 } } else { Op::JumpIfNot { a, to: 0 } })])
    }

    fn static_member(&mut self, it: &StaticMemberExpression<'_>, target: Option<R>) -> Lowered<R> {
        if it.optional {
            return no(it.span, "optional chaining");
        }
        if let Expression::Identifier(object) = &it.object {
            if object.name == "$s" {
                let d = self.target(target);
                if it.property.name == "time" {
                    self.emit(Op::Time { d });
                    return Ok(d);
                }
                let site = self.scope_site(&it.property.name, it.span)?;
                self.emit(Op::Scope { d, site });
                return Ok(d);
            }
            if object.name == "Math" && self.lookup("Math").is_none() {
                let register = match math_constant(&it.property.name) {
                    Some(value) => self.constant(Constant::Number(value)),
                    None => return no(it.span, "a function of Math as a value"),
                };
                return Ok(self.put(register, target));
            }
        }
        let a = self.expression(&it.object, None)?;
        let site = self.member_site(&it.property.name, it.span)?;
        let d = self.target(target);
        self.emit(Op::Member { d, a, site });
        Ok(d)
    }

    pub(super) fn row_of(&self, class: Class, name: &str) -> Option<(MemberKind, &'static str)> {
        let rows = (self.members)(class);
        let found = rows.iter().find(|row| row.name == name || row.aliases.contains(&name))?;
        Some((found.kind, found.name))
    }

    pub(super) fn member_site(&mut self, name: &str, span: Span) -> Lowered<u16> {
        if let Some(at) = self.code.members.iter().position(|site| &*site.name == name) {
            return u16::try_from(at).or_else(|_| no(span, "it is too large"));
        }
        let rows = Class::ALL.map(|class| self.row_of(class, name));
        let known = rows.iter().flatten().next().map_or(name, |(_, name)| name);
        self.code.members.push(MemberSite { name: Arc::from(name), known: Known::of(known), rows });
        u16::try_from(self.code.members.len() - 1).or_else(|_| no(span, "it is too large"))
    }

    pub(super) fn scope_site(&mut self, name: &str, span: Span) -> Lowered<u16> {
        let site = match name {
            "thisComp" => ScopeSite::ThisComp,
            "thisProject" => ScopeSite::ThisProject,
            "inbetween" => ScopeSite::Inbetween,
            "thisLayer" => ScopeSite::ThisLayer,
            "thisProperty" => ScopeSite::ThisProperty,
            "value" => ScopeSite::Value,
            "textIndex" => ScopeSite::TextIndex,
            "textTotal" => ScopeSite::TextTotal,
            "selectorValue" => ScopeSite::SelectorValue,
            "posterizeTime" => ScopeSite::Posterize,
            "seedRandom" => ScopeSite::SeedRandom,
            _ => {
                let function = builtins::BUILTINS.iter().find(|row| row.name == name);
                let member = || {
                    let classes = [Class::Layer, Class::Property, Class::Composition];
                    let own = classes.into_iter().find_map(|class| Some((class, self.row_of(class, name)?)));
                    own.or_else(|| {
                        let global = PROJECT_GLOBALS.contains(&name);
                        Some((Class::Project, self.row_of(Class::Project, name)?)).filter(|_| global)
                    })
                };
                match (function, member()) {
                    (Some(row), _) => ScopeSite::Builtin(row, Fast::of(row.name)),
                    (None, Some((class, (kind, name)))) => {
                        ScopeSite::Member(class, kind, name, Known::of(name))
                    }
                    _ => return no(span, "a name the tier does not know"),
                }
            }
        };
        self.code.scope.push(site);
        u16::try_from(self.code.scope.len() - 1).or_else(|_| no(span, "it is too large"))
    }
}

fn math_constant(name: &str) -> Option<f64> {
    use std::f64::consts;
    Some(match name {
        "PI" => consts::PI,
        "E" => consts::E,
        "LN2" => consts::LN_2,
        "LN10" => consts::LN_10,
        "LOG2E" => consts::LOG2_E,
        "LOG10E" => consts::LOG10_E,
        "SQRT2" => consts::SQRT_2,
        "SQRT1_2" => consts::FRAC_1_SQRT_2,
        _ => return None,
    })
}
