//! What is looked for in a program before it is lowered.

use oxc_ast::ast::*;
use oxc_ast_visit::{Visit, walk};
use oxc_syntax::scope::ScopeFlags;
use std::collections::{BTreeMap, BTreeSet};

/// Counts how often names are given values, and notes those that are declared.
#[derive(Default)]
pub(super) struct Writes(pub(super) BTreeMap<String, usize>, pub(super) BTreeSet<String>);

impl Writes {
    fn note(&mut self, name: &str) {
        *self.0.entry(name.to_owned()).or_insert(0) += 1;
    }
}

impl<'a> Visit<'a> for Writes {
    fn visit_simple_assignment_target(&mut self, it: &SimpleAssignmentTarget<'a>) {
        if let SimpleAssignmentTarget::AssignmentTargetIdentifier(id) = it {
            self.note(&id.name);
        }
        walk::walk_simple_assignment_target(self, it);
    }
    fn visit_variable_declaration(&mut self, it: &VariableDeclaration<'a>) {
        if it.kind == VariableDeclarationKind::Var {
            for one in &it.declarations {
                for id in one.id.get_binding_identifiers() {
                    self.1.insert(id.name.to_string());
                }
            }
        }
        walk::walk_variable_declaration(self, it);
    }
    fn visit_variable_declarator(&mut self, it: &VariableDeclarator<'a>) {
        if it.init.is_some() {
            for id in it.id.get_binding_identifiers() {
                self.note(&id.name);
            }
        }
        walk::walk_variable_declarator(self, it);
    }
    fn visit_formal_parameter(&mut self, it: &FormalParameter<'a>) {
        for id in it.pattern.get_binding_identifiers() {
            self.note(&id.name);
            self.note(&id.name);
        }
        walk::walk_formal_parameter(self, it);
    }
    fn visit_catch_parameter(&mut self, it: &CatchParameter<'a>) {
        for id in it.pattern.get_binding_identifiers() {
            self.note(&id.name);
            self.note(&id.name);
        }
        for id in it.pattern.get_binding_identifiers() {
            self.1.insert(id.name.to_string());
        }
        walk::walk_catch_parameter(self, it);
    }
    fn visit_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        if let Some(id) = &it.id {
            self.note(&id.name);
        }
        walk::walk_function(self, it, flags);
    }
}

#[derive(Default)]
struct Effects(bool);

impl<'a> Visit<'a> for Effects {
    fn visit_assignment_expression(&mut self, _: &AssignmentExpression<'a>) {
        self.0 = true;
    }
    fn visit_update_expression(&mut self, _: &UpdateExpression<'a>) {
        self.0 = true;
    }
    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        match &it.callee {
            Expression::Identifier(callee) if callee.name.starts_with('$') => {}
            Expression::StaticMemberExpression(_) => {}
            _ => self.0 = true,
        }
        walk::walk_call_expression(self, it);
    }
}

/// Whether an expression may change a variable.
pub(super) fn effects(it: &Expression<'_>) -> bool {
    let mut found = Effects::default();
    found.visit_expression(it);
    found.0
}
