//! Small questions about parts of a tree; none looks into nested functions.

use oxc_ast::ast::*;
use oxc_ast_visit::{Visit, walk};
use oxc_syntax::scope::ScopeFlags;

/// Whether a function's own code calls anything.
#[derive(Debug, Default)]
pub(crate) struct Calls(pub(crate) bool);

impl<'a> Visit<'a> for Calls {
    fn visit_call_expression(&mut self, _: &CallExpression<'a>) {
        self.0 = true;
    }
    fn visit_new_expression(&mut self, _: &NewExpression<'a>) {
        self.0 = true;
    }
    fn visit_tagged_template_expression(&mut self, _: &TaggedTemplateExpression<'a>) {
        self.0 = true;
    }
    fn visit_spread_element(&mut self, _: &SpreadElement<'a>) {
        self.0 = true;
    }
    fn visit_for_of_statement(&mut self, _: &ForOfStatement<'a>) {
        self.0 = true;
    }
    fn visit_array_pattern(&mut self, _: &ArrayPattern<'a>) {
        self.0 = true;
    }
    fn visit_array_assignment_target(&mut self, _: &ArrayAssignmentTarget<'a>) {
        self.0 = true;
    }
    fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}
    fn visit_arrow_function_expression(&mut self, _: &ArrowFunctionExpression<'a>) {}
}

/// Whether a function writes to members of its `this`, as constructors do.
#[derive(Debug, Default)]
pub(crate) struct ThisWrites(pub(crate) bool);

impl<'a> Visit<'a> for ThisWrites {
    fn visit_simple_assignment_target(&mut self, it: &SimpleAssignmentTarget<'a>) {
        if let Some(member) = it.as_member_expression()
            && matches!(member.object().get_inner_expression(), Expression::ThisExpression(_))
        {
            self.0 = true;
        }
        walk::walk_simple_assignment_target(self, it);
    }
    fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}
    fn visit_class(&mut self, _: &Class<'a>) {}
}

/// Whether a statement holds a `break` or `continue`.
#[derive(Debug, Default)]
struct Jumps(bool);

impl<'a> Visit<'a> for Jumps {
    fn visit_break_statement(&mut self, _: &BreakStatement<'a>) {
        self.0 = true;
    }
    fn visit_continue_statement(&mut self, _: &ContinueStatement<'a>) {
        self.0 = true;
    }
    fn visit_expression(&mut self, _: &Expression<'a>) {}
    fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}
    fn visit_class(&mut self, _: &Class<'a>) {}
}

/// Whether a statement holds a `break` or `continue`, which can carry the value of what ran before it.
pub(crate) fn jumps(statement: &Statement<'_>) -> bool {
    let mut found = Jumps::default();
    found.visit_statement(statement);
    found.0
}

/// The same for a block.
pub(crate) fn block_jumps(block: &BlockStatement<'_>) -> bool {
    block.body.iter().any(jumps)
}

/// Whether a statement that completes normally always has a value.
pub(crate) fn always_has_value(statement: &Statement<'_>) -> bool {
    match statement {
        Statement::BlockStatement(it) => it.body.iter().any(always_has_value),
        Statement::LabeledStatement(it) => always_has_value(&it.body),
        Statement::ExpressionStatement(_)
        | Statement::IfStatement(_)
        | Statement::ForStatement(_)
        | Statement::ForInStatement(_)
        | Statement::ForOfStatement(_)
        | Statement::WhileStatement(_)
        | Statement::DoWhileStatement(_)
        | Statement::SwitchStatement(_)
        | Statement::TryStatement(_)
        | Statement::WithStatement(_)
        | Statement::ReturnStatement(_)
        | Statement::ThrowStatement(_) => true,
        _ => false,
    }
}

/// Whether an expression is a number or a string and no BigInt, whatever the program does.
pub(crate) fn is_plain(expression: &Expression<'_>, math: bool, depth: usize) -> bool {
    let Some(deeper) = depth.checked_sub(1) else { return false };
    match expression {
        Expression::NumericLiteral(_)
        | Expression::StringLiteral(_)
        | Expression::BooleanLiteral(_)
        | Expression::NullLiteral(_)
        | Expression::TemplateLiteral(_) => true,
        Expression::ParenthesizedExpression(it) => is_plain(&it.expression, math, deeper),
        Expression::UnaryExpression(it) => match it.operator {
            UnaryOperator::UnaryPlus | UnaryOperator::LogicalNot | UnaryOperator::Typeof => true,
            UnaryOperator::UnaryNegation => is_plain(&it.argument, math, deeper),
            _ => false,
        },
        Expression::BinaryExpression(it) => {
            it.operator.is_compare()
                || it.operator.is_equality()
                || (kernel_operator(it.operator).is_some()
                    && is_plain(&it.left, math, deeper)
                    && is_plain(&it.right, math, deeper))
        }
        Expression::StaticMemberExpression(it) => {
            math && is_math(&it.object)
                && matches!(it.property.name.as_str(), "PI" | "E" | "SQRT2" | "SQRT1_2" | "LN2" | "LN10")
        }
        Expression::CallExpression(it) => {
            math && matches!(&it.callee, Expression::StaticMemberExpression(member) if is_math(&member.object))
        }
        _ => false,
    }
}

fn is_math(expression: &Expression<'_>) -> bool {
    matches!(expression, Expression::Identifier(it) if it.name == "Math")
}

/// Whether an expression can be no property handle, so that its truth is plain JavaScript's.
pub(crate) fn is_no_handle(expression: &Expression<'_>) -> bool {
    match expression {
        Expression::BooleanLiteral(_)
        | Expression::NullLiteral(_)
        | Expression::NumericLiteral(_)
        | Expression::BigIntLiteral(_)
        | Expression::RegExpLiteral(_)
        | Expression::StringLiteral(_)
        | Expression::TemplateLiteral(_)
        | Expression::ArrayExpression(_)
        | Expression::ObjectExpression(_)
        | Expression::ArrowFunctionExpression(_)
        | Expression::FunctionExpression(_)
        | Expression::ClassExpression(_)
        | Expression::BinaryExpression(_)
        | Expression::PrivateInExpression(_)
        | Expression::UnaryExpression(_)
        | Expression::UpdateExpression(_) => true,
        Expression::ParenthesizedExpression(it) => is_no_handle(&it.expression),
        _ => false,
    }
}

/// The kernel's name of an arithmetic operator: (function, key of `$upd`).
pub(crate) fn kernel_operator(operator: BinaryOperator) -> Option<(&'static str, &'static str)> {
    Some(match operator {
        BinaryOperator::Addition => ("$add", "add"),
        BinaryOperator::Subtraction => ("$sub", "sub"),
        BinaryOperator::Multiplication => ("$mul", "mul"),
        BinaryOperator::Division => ("$div", "div"),
        BinaryOperator::Remainder => ("$mod", "mod"),
        BinaryOperator::Exponential => ("$pow", "pow"),
        BinaryOperator::ShiftLeft => ("$shl", "shl"),
        _ => return None,
    })
}
