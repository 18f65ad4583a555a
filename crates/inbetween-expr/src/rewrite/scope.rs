//! Scope analysis: which names are the user's own, and where.

use super::names::is_global;
use oxc_ast::ast::*;
use oxc_ast_visit::{Visit, walk};
use oxc_span::{GetSpan, Span};
use oxc_syntax::scope::{ScopeFlags, ScopeId};
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

/// One scope.
#[derive(Debug, Default)]
pub(crate) struct ScopeInfo {
    parent: Option<usize>,
    /// Whether `var` stops here.
    var: bool,
    function: bool,
    names: BTreeSet<String>,
    /// Names declared by `var`.
    pub(crate) vars: BTreeSet<String>,
}

/// A use of a name.
#[derive(Debug)]
struct Mention {
    at: u32,
    in_function: bool,
}

/// All scopes of a program, and what its names are used for.
#[derive(Debug, Default)]
pub(crate) struct Scopes {
    list: Vec<ScopeInfo>,
    stack: Vec<usize>,
    functions: usize,
    pending: Vec<String>,
    mentions: BTreeMap<String, Vec<Mention>>,
    writes: Vec<(String, usize)>,
    /// Names assigned without a declaration: locals of the evaluation.
    pub(crate) implicit: BTreeSet<String>,
    /// Names used with `new`, `.prototype`, `.call`, `.apply` or `.bind`: their functions have a `this`.
    pub(crate) constructed: BTreeSet<String>,
    /// Names of members that the program itself defines.
    pub(crate) own_members: BTreeSet<String>,
    /// Whether a name of Bodymovin's is used.
    pub(crate) bodymovin: bool,
    /// Whether a standard global is assigned to as a whole.
    pub(crate) assigns_global: bool,
}

impl Scopes {
    /// Analyses a program. `outer` are locals around it that it does not declare.
    pub(crate) fn of(program: &Program<'_>, outer: &[&str]) -> Self {
        let pending = outer.iter().map(|name| (*name).to_owned()).collect();
        let mut scopes = Self { pending, ..Self::default() };
        scopes.visit_program(program);
        let writes = std::mem::take(&mut scopes.writes);
        for (name, scope) in writes {
            if scopes.find(&name, scope).is_some() {
                continue;
            }
            if is_global(&name) {
                scopes.assigns_global = true;
            } else {
                scopes.implicit.insert(name);
            }
        }
        let implicit: Vec<String> = scopes.implicit.iter().cloned().collect();
        if let Some(root) = scopes.list.first_mut() {
            root.names.extend(implicit);
        }
        scopes
    }

    /// The scope in which `name` is declared, seen from `scope`.
    pub(crate) fn find(&self, name: &str, scope: usize) -> Option<usize> {
        let mut at = Some(scope);
        while let Some(info) = at.and_then(|i| self.list.get(i)) {
            if info.names.contains(name) {
                return at;
            }
            at = info.parent;
        }
        None
    }

    /// Names visible from `scope`.
    pub(crate) fn visible(&self, scope: usize) -> BTreeSet<&str> {
        let mut names = BTreeSet::new();
        let mut at = self.list.get(scope);
        while let Some(info) = at {
            names.extend(info.names.iter().map(String::as_str));
            at = info.parent.and_then(|i| self.list.get(i));
        }
        names
    }

    /// The scope behind a node's cell.
    pub(crate) fn index(cell: &Cell<Option<ScopeId>>) -> Option<usize> {
        cell.get().map(ScopeId::index)
    }

    /// A scope by its index.
    pub(crate) fn info(&self, index: usize) -> Option<&ScopeInfo> {
        self.list.get(index)
    }

    /// The names that `var` declares at the top.
    pub(crate) fn top_vars(&self) -> BTreeSet<String> {
        self.list.first().map(|root| root.vars.clone()).unwrap_or_default()
    }

    /// Names whose first use is a plain write at the top, so that what they were before cannot matter.
    pub(crate) fn written_first(&self, program: &Program<'_>) -> BTreeSet<String> {
        let mut safe = BTreeSet::new();
        for statement in &program.body {
            match statement {
                Statement::ExpressionStatement(it) => {
                    if let Expression::AssignmentExpression(it) = &it.expression
                        && it.operator == AssignmentOperator::Assign
                        && let AssignmentTarget::AssignmentTargetIdentifier(target) = &it.left
                    {
                        self.note_first(&target.name, target.span.start, it.right.span(), &mut safe);
                    }
                }
                Statement::VariableDeclaration(it) => {
                    for one in &it.declarations {
                        if let (BindingPattern::BindingIdentifier(id), Some(init)) = (&one.id, &one.init) {
                            self.note_first(&id.name, id.span.start, init.span(), &mut safe);
                        }
                    }
                }
                _ => {}
            }
        }
        safe
    }

    fn note_first(&self, name: &str, at: u32, value: Span, safe: &mut BTreeSet<String>) {
        let Some(mentions) = self.mentions.get(name) else { return };
        let early =
            mentions.iter().any(|m| m.in_function || m.at < at || (value.start <= m.at && m.at < value.end));
        if !early {
            safe.insert(name.to_owned());
        }
    }

    fn current(&self) -> usize {
        self.stack.last().copied().unwrap_or(0)
    }

    fn var_scope(&self) -> usize {
        let found = self.stack.iter().rev().find(|&&i| self.list.get(i).is_some_and(|s| s.var));
        found.copied().unwrap_or(0)
    }

    fn declare(&mut self, scope: usize, name: &str) {
        if let Some(info) = self.list.get_mut(scope) {
            info.names.insert(name.to_owned());
        }
    }

    fn mention(&mut self, name: &str, at: u32) {
        let in_function = self.functions > 0;
        if !self.mentions.contains_key(name) {
            self.mentions.insert(name.to_owned(), Vec::new());
        }
        if let Some(list) = self.mentions.get_mut(name) {
            list.push(Mention { at, in_function });
        }
        self.bodymovin |= name.starts_with("$bm_") || name == "scoped_bm_rt";
    }

    fn write(&mut self, name: &str) {
        let scope = self.current();
        self.writes.push((name.to_owned(), scope));
    }

    fn declare_pattern(&mut self, pattern: &BindingPattern<'_>, scope: usize, var: bool) {
        for id in pattern.get_binding_identifiers() {
            self.declare(scope, &id.name);
            self.mention(&id.name, id.span.start);
            if var && let Some(info) = self.list.get_mut(scope) {
                info.vars.insert(id.name.to_string());
            }
        }
    }
}

/// The name an expression is, through parentheses.
pub(crate) fn plain_name<'a>(expression: &'a Expression<'_>) -> Option<&'a str> {
    match expression.get_inner_expression() {
        Expression::Identifier(it) => Some(it.name.as_str()),
        _ => None,
    }
}

impl<'a> Visit<'a> for Scopes {
    fn enter_scope(&mut self, flags: ScopeFlags, cell: &Cell<Option<ScopeId>>) {
        let index = self.list.len();
        cell.set(Some(ScopeId::from_usize(index)));
        let function = flags.is_function();
        let var = function || flags.is_top() || flags.is_class_static_block();
        let names = std::mem::take(&mut self.pending).into_iter().collect();
        let parent = self.stack.last().copied();
        self.list.push(ScopeInfo { parent, var, function, names, vars: BTreeSet::new() });
        self.stack.push(index);
        self.functions += usize::from(function);
    }

    fn leave_scope(&mut self) {
        if let Some(left) = self.stack.pop() {
            self.functions -= usize::from(self.list.get(left).is_some_and(|s| s.function));
        }
    }

    fn visit_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        if let Some(id) = &it.id {
            if it.is_declaration() {
                let (here, outer) = (self.current(), self.var_scope());
                self.declare(here, &id.name);
                self.declare(outer, &id.name);
            } else {
                self.pending.push(id.name.to_string());
            }
            self.bodymovin |= id.name == "$bm_rt";
        }
        walk::walk_function(self, it, flags);
    }

    fn visit_class(&mut self, it: &Class<'a>) {
        if let Some(id) = &it.id {
            if it.is_declaration() {
                let here = self.current();
                self.declare(here, &id.name);
            } else {
                self.pending.push(id.name.to_string());
            }
        }
        walk::walk_class(self, it);
    }

    fn visit_formal_parameters(&mut self, it: &FormalParameters<'a>) {
        let scope = self.current();
        for item in &it.items {
            self.declare_pattern(&item.pattern, scope, false);
        }
        if let Some(rest) = &it.rest {
            self.declare_pattern(&rest.rest.argument, scope, false);
        }
        walk::walk_formal_parameters(self, it);
    }

    fn visit_variable_declaration(&mut self, it: &VariableDeclaration<'a>) {
        let var = it.kind == VariableDeclarationKind::Var;
        let scope = if var { self.var_scope() } else { self.current() };
        for one in &it.declarations {
            self.declare_pattern(&one.id, scope, var);
        }
        walk::walk_variable_declaration(self, it);
    }

    fn visit_catch_parameter(&mut self, it: &CatchParameter<'a>) {
        let scope = self.current();
        self.declare_pattern(&it.pattern, scope, false);
        walk::walk_catch_parameter(self, it);
    }

    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        self.mention(&it.name, it.span.start);
    }

    fn visit_simple_assignment_target(&mut self, it: &SimpleAssignmentTarget<'a>) {
        match it {
            SimpleAssignmentTarget::AssignmentTargetIdentifier(it) => self.write(&it.name),
            SimpleAssignmentTarget::StaticMemberExpression(it) => {
                self.own_members.insert(it.property.name.to_string());
            }
            _ => {}
        }
        walk::walk_simple_assignment_target(self, it);
    }

    fn visit_assignment_target_property_identifier(&mut self, it: &AssignmentTargetPropertyIdentifier<'a>) {
        self.write(&it.binding.name);
        walk::walk_assignment_target_property_identifier(self, it);
    }

    fn visit_property_key(&mut self, it: &PropertyKey<'a>) {
        match it {
            PropertyKey::StaticIdentifier(it) => {
                self.own_members.insert(it.name.to_string());
            }
            PropertyKey::StringLiteral(it) => {
                self.own_members.insert(it.value.to_string());
            }
            _ => {}
        }
        walk::walk_property_key(self, it);
    }

    fn visit_new_expression(&mut self, it: &NewExpression<'a>) {
        if let Some(name) = plain_name(&it.callee) {
            self.constructed.insert(name.to_owned());
        }
        walk::walk_new_expression(self, it);
    }

    fn visit_static_member_expression(&mut self, it: &StaticMemberExpression<'a>) {
        if matches!(it.property.name.as_str(), "prototype" | "call" | "apply" | "bind")
            && let Some(name) = plain_name(&it.object)
        {
            self.constructed.insert(name.to_owned());
        }
        walk::walk_static_member_expression(self, it);
    }
}
