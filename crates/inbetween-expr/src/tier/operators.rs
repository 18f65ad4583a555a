//! Operators.

use super::code::{Bits, Constant, Op, R};
use super::lower::{Lower, Lowered, no};
use oxc_ast::ast::*;
use oxc_span::Span;

impl Lower {
    pub(super) fn binary(&mut self, it: &BinaryExpression<'_>, target: Option<R>) -> Lowered<R> {
        if it.operator == BinaryOperator::Instanceof {
            let array = matches!(&it.right, Expression::Identifier(id) if id.name == "Array");
            if !array || self.lookup("Array").is_some() {
                return no(it.span, "`instanceof`");
            }
            let a = self.expression(&it.left, None)?;
            let d = self.target(target);
            self.emit(Op::InstanceArray { d, a });
            return Ok(d);
        }
        let (a, b) = self.pair(&it.left, &it.right)?;
        let d = self.target(target);
        self.operator(it.operator, d, a, b, it.span)?;
        Ok(d)
    }

    pub(super) fn operator(&mut self, operator: BinaryOperator, d: R, a: R, b: R, span: Span) -> Lowered<()> {
        let negated = |op| (op, true);
        let (op, not) = match operator {
            BinaryOperator::Addition => (Op::Add { d, a, b }, false),
            BinaryOperator::Subtraction => (Op::Sub { d, a, b }, false),
            BinaryOperator::Multiplication => (Op::Mul { d, a, b }, false),
            BinaryOperator::Division => (Op::Div { d, a, b }, false),
            BinaryOperator::Remainder => (Op::Mod { d, a, b }, false),
            BinaryOperator::Exponential => (Op::Pow { d, a, b }, false),
            BinaryOperator::LessThan => (Op::Less { d, a, b }, false),
            BinaryOperator::GreaterThan => (Op::Less { d, a: b, b: a }, false),
            BinaryOperator::LessEqualThan => (Op::LessEqual { d, a, b }, false),
            BinaryOperator::GreaterEqualThan => (Op::LessEqual { d, a: b, b: a }, false),
            BinaryOperator::Equality => (Op::Equal { d, a, b }, false),
            BinaryOperator::Inequality => negated(Op::Equal { d, a, b }),
            BinaryOperator::StrictEquality => (Op::Same { d, a, b }, false),
            BinaryOperator::StrictInequality => negated(Op::Same { d, a, b }),
            BinaryOperator::BitwiseOR => (Op::Bits { d, a, b, kind: Bits::Or }, false),
            BinaryOperator::BitwiseAnd => (Op::Bits { d, a, b, kind: Bits::And }, false),
            BinaryOperator::BitwiseXOR => (Op::Bits { d, a, b, kind: Bits::Xor }, false),
            BinaryOperator::ShiftLeft => (Op::Bits { d, a, b, kind: Bits::Left }, false),
            BinaryOperator::ShiftRight => (Op::Bits { d, a, b, kind: Bits::Right }, false),
            BinaryOperator::ShiftRightZeroFill => (Op::Bits { d, a, b, kind: Bits::RightUnsigned }, false),
            _ => return no(span, "an operator"),
        };
        self.emit(op);
        if not {
            self.emit(Op::Not { d, a: d });
        }
        Ok(())
    }

    pub(super) fn unary(&mut self, it: &UnaryExpression<'_>, target: Option<R>) -> Lowered<R> {
        if it.operator == UnaryOperator::Void {
            self.expression(&it.argument, None)?;
            let register = self.constant(Constant::Undefined);
            return Ok(self.put(register, target));
        }
        if it.operator == UnaryOperator::UnaryNegation
            && let Expression::NumericLiteral(number) = &it.argument
        {
            let register = self.constant(Constant::Number(-number.value));
            return Ok(self.put(register, target));
        }
        if it.operator == UnaryOperator::Typeof
            && let Expression::Identifier(id) = &it.argument
            && self.lookup(&id.name).is_none()
        {
            return no(it.span, "`typeof` of a name that is not known here");
        }
        let a = self.expression(&it.argument, None)?;
        let d = self.target(target);
        self.emit(match it.operator {
            UnaryOperator::UnaryNegation => Op::Neg { d, a },
            UnaryOperator::UnaryPlus => Op::ToNumber { d, a },
            UnaryOperator::LogicalNot => Op::Not { d, a },
            UnaryOperator::Typeof => Op::TypeOf { d, a },
            _ => return no(it.span, "an operator"),
        });
        Ok(d)
    }

    pub(super) fn update(&mut self, it: &UpdateExpression<'_>, target: Option<R>) -> Lowered<R> {
        let SimpleAssignmentTarget::AssignmentTargetIdentifier(id) = &it.argument else {
            return no(it.span, "a change of a member");
        };
        let register = self.writable(&id.name, id.span)?;
        let by = if it.operator == UpdateOperator::Increment { 1 } else { -1 };
        if it.prefix {
            self.emit(Op::Step { d: register, a: register, by });
            return Ok(self.put(register, target));
        }
        let d = self.safe(target);
        self.emit(Op::ToNumber { d, a: register });
        self.emit(Op::Step { d: register, a: d, by });
        Ok(self.put(d, target))
    }
}
