//! Whether a program may write to what all programs share.

use super::names::is_global;
use super::scope::plain_name;
use oxc_ast::ast::*;
use oxc_ast_visit::{Visit, walk};
use std::collections::BTreeSet;

/// A search for writes to standard objects. It may miss some (an object passed through a function); the engine
/// freezes its shared globals, so a miss costs only the write itself.
#[derive(Debug, Default)]
pub(crate) struct Writes {
    /// Local names that stand for a standard object.
    aliases: BTreeSet<String>,
    /// Names of functions used with `new`.
    constructed: BTreeSet<String>,
    /// Whether the code stands in a function that `new` or a class gives its own `this`.
    own_this: usize,
    functions: usize,
    found: bool,
}

/// Whether `program` may write to standard objects. `constructed` are names used with `new`.
pub(crate) fn writes_globals(program: &Program<'_>, constructed: &BTreeSet<String>) -> bool {
    let mut writes = Writes { constructed: constructed.clone(), ..Writes::default() };
    // Twice, so that an alias made after its use counts too.
    for _ in 0..2 {
        writes.visit_program(program);
    }
    writes.found
}

impl Writes {
    /// Whether an expression is, or comes from, a standard object.
    fn shared(&self, expression: &Expression<'_>) -> bool {
        match expression.get_inner_expression() {
            Expression::Identifier(it) => is_global(&it.name) || self.aliases.contains(it.name.as_str()),
            Expression::StaticMemberExpression(it) => {
                matches!(it.property.name.as_str(), "prototype" | "__proto__" | "constructor")
                    || self.shared(&it.object)
            }
            Expression::ComputedMemberExpression(it) => {
                let name = match &it.expression {
                    Expression::StringLiteral(name) => name.value.as_str(),
                    _ => "",
                };
                matches!(name, "prototype" | "__proto__" | "constructor") || self.shared(&it.object)
            }
            Expression::CallExpression(it) => match &it.callee {
                Expression::StaticMemberExpression(callee) => callee.property.name == "getPrototypeOf",
                _ => false,
            },
            Expression::ThisExpression(_) => self.functions > 0 && self.own_this == 0,
            _ => false,
        }
    }

    fn target(&mut self, it: &MemberExpression<'_>) {
        let own = match it {
            MemberExpression::StaticMemberExpression(it) => it.property.name == "__proto__",
            MemberExpression::ComputedMemberExpression(it) => {
                matches!(&it.expression, Expression::StringLiteral(name) if name.value == "__proto__")
            }
            MemberExpression::PrivateFieldExpression(_) => return,
        };
        self.found |= own || self.shared(it.object());
    }

    fn alias(&mut self, name: &str, value: &Expression<'_>) {
        if matches!(
            value.get_inner_expression(),
            Expression::Identifier(_)
                | Expression::StaticMemberExpression(_)
                | Expression::ComputedMemberExpression(_)
        ) && self.shared(value)
            && !matches!(value.get_inner_expression(), Expression::Identifier(it) if it.name == "undefined")
        {
            self.aliases.insert(name.to_owned());
        }
    }
}

impl<'a> Visit<'a> for Writes {
    fn visit_simple_assignment_target(&mut self, it: &SimpleAssignmentTarget<'a>) {
        if let Some(member) = it.as_member_expression() {
            self.target(member);
        }
        walk::walk_simple_assignment_target(self, it);
    }

    fn visit_unary_expression(&mut self, it: &UnaryExpression<'a>) {
        if it.operator == UnaryOperator::Delete
            && let Some(member) = it.argument.get_inner_expression().as_member_expression()
        {
            self.target(member);
        }
        walk::walk_unary_expression(self, it);
    }

    fn visit_variable_declarator(&mut self, it: &VariableDeclarator<'a>) {
        if let (BindingPattern::BindingIdentifier(id), Some(init)) = (&it.id, &it.init) {
            self.alias(&id.name, init);
        }
        walk::walk_variable_declarator(self, it);
    }

    fn visit_assignment_expression(&mut self, it: &AssignmentExpression<'a>) {
        if let AssignmentTarget::AssignmentTargetIdentifier(id) = &it.left {
            self.alias(&id.name, &it.right);
        }
        walk::walk_assignment_expression(self, it);
    }

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        match it.callee.get_inner_expression() {
            Expression::StaticMemberExpression(callee)
                if matches!(plain_name(&callee.object), Some("Object" | "Reflect")) =>
            {
                let writes = matches!(
                    callee.property.name.as_str(),
                    "assign"
                        | "defineProperty"
                        | "defineProperties"
                        | "setPrototypeOf"
                        | "freeze"
                        | "seal"
                        | "preventExtensions"
                        | "set"
                        | "deleteProperty"
                );
                let target = it.arguments.first().and_then(Argument::as_expression);
                self.found |= writes && target.is_none_or(|target| self.shared(target));
            }
            Expression::StaticMemberExpression(callee)
                if matches!(callee.property.name.as_str(), "__defineGetter__" | "__defineSetter__") =>
            {
                self.found |= self.shared(&callee.object);
            }
            Expression::Identifier(callee) if callee.name == "eval" => {
                if let Some(Argument::StringLiteral(text)) = it.arguments.first() {
                    let text = text.value.as_str();
                    self.found |=
                        ["prototype", "__proto__", "globalThis"].iter().any(|word| text.contains(word));
                }
            }
            _ => {}
        }
        walk::walk_call_expression(self, it);
    }

    fn visit_function(&mut self, it: &Function<'a>, flags: oxc_syntax::scope::ScopeFlags) {
        let own =
            it.id.as_ref().is_some_and(|id| self.constructed.contains(id.name.as_str())) || it.id.is_none();
        self.functions += 1;
        self.own_this += usize::from(own);
        walk::walk_function(self, it, flags);
        self.own_this -= usize::from(own);
        self.functions -= 1;
    }

    fn visit_class(&mut self, it: &Class<'a>) {
        self.own_this += 1;
        walk::walk_class(self, it);
        self.own_this -= 1;
    }
}
