//! Calls: the kernel's operators, AE's functions, methods, functions of the program.

use super::code::{Bits, Constant, Op, R};
use super::lower::{Kind, Lower, Lowered, no};
use super::math::MathFunction;
use oxc_ast::ast::*;
use oxc_span::{GetSpan, Span};
use std::sync::Arc;

impl Lower {
    pub(super) fn call(&mut self, it: &CallExpression<'_>, target: Option<R>) -> Lowered<R> {
        if it.optional {
            return no(it.span, "optional chaining");
        }
        let mut list: Vec<&Expression<'_>> = Vec::new();
        for argument in &it.arguments {
            match argument.as_expression() {
                Some(argument) => list.push(argument),
                None => return no(it.span, "a spread"),
            }
        }
        let n = u8::try_from(list.len()).or_else(|_| no(it.span, "many arguments"))?;
        match &it.callee {
            Expression::Identifier(callee) if self.lookup(&callee.name).is_none() => {
                self.kernel_call(&callee.name, it.span, &list, target)
            }
            Expression::Identifier(callee) => {
                let (register, kind, level, from) = match self.lookup(&callee.name) {
                    Some(known) => (known.register, known.kind, known.level, known.from),
                    None => return no(it.span, "a name that is not known here"),
                };
                if matches!(kind, Kind::Let | Kind::Const)
                    && (level != self.level || callee.span.start < from)
                {
                    self.emit(Op::CheckHole { a: register });
                }
                let base = self.row(list.len() + 1);
                self.emit(Op::Move { d: base, a: register });
                self.call_row(base, &list)?;
                let d = self.target(target);
                self.emit(Op::CallValue { d, base, n });
                Ok(d)
            }
            Expression::StaticMemberExpression(member) => {
                if member.optional {
                    return no(it.span, "optional chaining");
                }
                match &member.object {
                    Expression::Identifier(object) if object.name == "$s" => {
                        let site = self.scope_site(&member.property.name, member.span)?;
                        let base = self.arguments(&list, 0)?;
                        let d = self.target(target);
                        self.emit(Op::CallScope { d, base, site, n });
                        return Ok(d);
                    }
                    Expression::Identifier(object)
                        if object.name == "Math" && self.lookup("Math").is_none() =>
                    {
                        let Some(function) = MathFunction::named(&member.property.name) else {
                            return no(member.span, "a function of Math the tier does not know");
                        };
                        let base = self.arguments(&list, 0)?;
                        let d = self.target(target);
                        self.emit(Op::CallMath { d, base, n, function });
                        return Ok(d);
                    }
                    Expression::Identifier(object) if self.lookup(&object.name).is_none() => {
                        return no(member.span, "a built-in object");
                    }
                    _ => {}
                }
                const CHANGES: &[&str] =
                    &["copyWithin", "fill", "pop", "push", "reverse", "shift", "sort", "splice", "unshift"];
                if CHANGES.contains(&member.property.name.as_str()) {
                    return no(member.span, "a change of an array");
                }
                let site = self.member_site(&member.property.name, member.span)?;
                let base = self.row(list.len() + 1);
                self.expression(&member.object, Some(base))?;
                self.call_row(base, &list)?;
                let d = self.target(target);
                self.emit(Op::CallMember { d, base, site, n });
                Ok(d)
            }
            Expression::ComputedMemberExpression(member) => no(member.span, "a call of a computed member"),
            callee => {
                let base = self.row(list.len() + 1);
                self.expression(callee, Some(base))?;
                self.call_row(base, &list)?;
                let d = self.target(target);
                self.emit(Op::CallValue { d, base, n });
                Ok(d)
            }
        }
    }

    /// Arguments behind the register of a callee.
    fn call_row(&mut self, base: R, list: &[&Expression<'_>]) -> Lowered<()> {
        for (at, one) in list.iter().enumerate() {
            let place = R::try_from(at + 1).ok().and_then(|at| base.checked_add(at));
            let Some(place) = place else { return no(one.span(), "it is too large") };
            self.expression(one, Some(place))?;
        }
        Ok(())
    }

    /// A call of the kernel, or of a global function.
    fn kernel_call(
        &mut self,
        name: &str,
        span: Span,
        list: &[&Expression<'_>],
        target: Option<R>,
    ) -> Lowered<R> {
        match (name, list) {
            ("$add" | "$sub" | "$mul" | "$div" | "$mod" | "$pow" | "$shl", [a, b]) => {
                let (a, b) = self.pair(a, b)?;
                let d = self.target(target);
                self.emit(match name {
                    "$add" => Op::Add { d, a, b },
                    "$sub" => Op::Sub { d, a, b },
                    "$mul" => Op::Mul { d, a, b },
                    "$div" => Op::Div { d, a, b },
                    "$mod" => Op::Mod { d, a, b },
                    "$pow" => Op::Pow { d, a, b },
                    _ => Op::Bits { d, a, b, kind: Bits::Left },
                });
                Ok(d)
            }
            ("$neg", [a]) => {
                let a = self.expression(a, None)?;
                let d = self.target(target);
                self.emit(Op::Neg { d, a });
                Ok(d)
            }
            ("$v", [a]) => {
                let a = self.expression(a, None)?;
                let d = self.target(target);
                self.emit(Op::Plain { d, a });
                Ok(d)
            }
            ("$try", [Expression::StringLiteral(name)]) => {
                if name.value == "time" {
                    let d = self.target(target);
                    self.emit(Op::Time { d });
                    return Ok(d);
                }
                let site = self.scope_site(&name.value, span)?;
                let d = self.target(target);
                self.emit(Op::TryScope { d, site });
                Ok(d)
            }
            ("$caught", [_]) => {
                let register = self.constant(Constant::Undefined);
                Ok(self.put(register, target))
            }
            ("eval", [Expression::CallExpression(inner)]) => {
                let rewritten = matches!(&inner.callee, Expression::Identifier(id) if id.name == "$ev");
                let (text, names) = match inner.arguments.as_slice() {
                    [text, Argument::StringLiteral(names)] if rewritten => {
                        (text.as_expression(), &names.value)
                    }
                    _ => return no(span, "`eval`"),
                };
                let shadowed =
                    names.split(',').any(|name| matches!(name, "thisLayer" | "thisComp" | "thisProperty"));
                let Some(text) = text.filter(|_| !shadowed) else { return no(span, "`eval`") };
                let a = self.expression(text, None)?;
                let d = self.target(target);
                self.emit(Op::EvalPath { d, a });
                Ok(d)
            }
            ("Number", [a]) => {
                let a = self.expression(a, None)?;
                let d = self.target(target);
                self.emit(Op::ToNumber { d, a });
                Ok(d)
            }
            ("isNaN", [a]) => {
                let a = self.expression(a, None)?;
                let d = self.target(target);
                self.emit(Op::ToNumber { d, a });
                self.emit(Op::Same { d, a: d, b: d });
                self.emit(Op::Not { d, a: d });
                Ok(d)
            }
            ("String", [a]) => {
                let a = self.expression(a, None)?;
                let empty = self.constant(Constant::Text(Arc::from("")));
                let d = self.target(target);
                self.emit(Op::Add { d, a: empty, b: a });
                Ok(d)
            }
            ("eval" | "$eval" | "$ev", _) => no(span, "`eval`"),
            ("$upd", _) => no(span, "a change of a member"),
            _ => no(span, "a function that is not known here"),
        }
    }
}
