//! A core that reports what it does: `$t(point, value)` gives its value and tells the host.
//!
//! It changes nothing else: no operator, no order, no fuel. Of an optional chain (`a?.b().c()`) the last call is reported,
//! around the whole chain, since a report inside would break its short cut. Left alone are tagged templates, spread
//! arguments and the text of `eval`.

use super::Rewriter;
use crate::program::{TraceKind, TracePoint};
use crate::syntax::Repaired;
use oxc_ast::ast::*;
use oxc_ast_visit::walk;
use oxc_span::{GetSpan, Span};

/// The points so far, in offsets of the repaired text.
#[derive(Debug, Default)]
pub(super) struct Trace {
    points: Vec<TracePoint>,
    /// The call whose arguments are being walked.
    call: Option<usize>,
    /// How many optional chains are around the place.
    chains: usize,
}

impl Trace {
    /// The points in offsets of the text as it was written.
    pub(super) fn points(mut self, repaired: &Repaired) -> Vec<TracePoint> {
        for point in &mut self.points {
            let parts = [Some(&mut point.span), point.then.as_mut(), point.otherwise.as_mut()];
            for span in parts.into_iter().flatten() {
                *span = repaired.original(span.start)..repaired.original(span.end);
            }
        }
        self.points
    }
}

fn bytes(span: Span) -> std::ops::Range<usize> {
    span.start as usize..span.end as usize
}

/// The statements that run when the first of these cases is chosen: those of the first that has any.
fn ran(cases: &[SwitchCase<'_>]) -> Option<std::ops::Range<usize>> {
    let body = &cases.iter().find(|case| !case.consequent.is_empty())?.consequent;
    Some(body.first()?.span().start as usize..body.last()?.span().end as usize)
}

impl Rewriter<'_> {
    /// Puts a report around an expression while `inner` walks it. Gives the point's number.
    fn report(
        &mut self,
        point: TracePoint,
        span: Span,
        sequence: bool,
        inner: impl FnOnce(&mut Self, usize),
    ) {
        let Some(trace) = &mut self.trace else { return inner(self, 0) };
        let number = trace.points.len();
        trace.points.push(point);
        let (open, close) = if sequence { ("(", "))") } else { ("", ")") };
        self.edits.insert(span.start, format!("$t({number},{open}"));
        inner(self, number);
        self.edits.insert(span.end, close);
    }

    /// A test that chooses a way, and the ways.
    pub(super) fn test(&mut self, it: &Expression<'_>, kind: TraceKind, then: Span, otherwise: Option<Span>) {
        if self.trace.is_none() {
            return self.truth(it);
        }
        let point = TracePoint {
            kind,
            span: bytes(it.span()),
            parent: None,
            then: Some(bytes(then)),
            otherwise: otherwise.map(bytes),
        };
        let sequence = matches!(it, Expression::SequenceExpression(_));
        self.report(point, it.span(), sequence, |this, _| this.truth(it));
    }

    /// A call, unless it cannot be reported.
    pub(super) fn traced_call(&mut self, it: &CallExpression<'_>) {
        let chained = self.trace.as_ref().is_none_or(|trace| trace.chains > 0);
        let silent = match &it.callee {
            Expression::Super(_) => true,
            // Bodymovin writes operators as calls.
            Expression::Identifier(id) => id.name.starts_with("$bm_"),
            _ => false,
        };
        if chained || silent {
            let outer = self.trace.as_mut().and_then(|trace| trace.call.take());
            self.call(it);
            if let Some(trace) = &mut self.trace {
                trace.call = outer;
            }
            return;
        }
        let point = TracePoint {
            kind: TraceKind::Call,
            span: bytes(it.span),
            parent: None,
            then: Some(bytes(it.callee.span())),
            otherwise: None,
        };
        self.report(point, it.span, false, |this, number| this.calling(number, |this| this.call(it)));
    }

    /// Walks a call whose arguments belong to a point.
    fn calling(&mut self, number: usize, inner: impl FnOnce(&mut Self)) {
        let outer = self.trace.as_mut().and_then(|trace| trace.call.replace(number));
        inner(self);
        if let Some(trace) = &mut self.trace {
            trace.call = outer;
        }
    }

    /// `new F(a)`.
    pub(super) fn traced_new(&mut self, it: &NewExpression<'_>) {
        let chained = self.trace.as_ref().is_none_or(|trace| trace.chains > 0);
        if chained {
            return self.apart(false, |this| walk::walk_new_expression(this, it));
        }
        let name = it.span.start as usize..it.callee.span().end as usize;
        let point = TracePoint {
            kind: TraceKind::Call,
            span: bytes(it.span),
            parent: None,
            then: Some(name),
            otherwise: None,
        };
        self.report(point, it.span, false, |this, number| {
            this.calling(number, |this| walk::walk_new_expression(this, it));
        });
    }

    /// An optional chain. One that ends in a call is a value, never a place, so that a report can stand around it.
    pub(super) fn traced_chain(&mut self, it: &ChainExpression<'_>) {
        let ChainElement::CallExpression(call) = &it.expression else {
            return self.apart(true, |this| walk::walk_chain_expression(this, it));
        };
        let chained = self.trace.as_ref().is_none_or(|trace| trace.chains > 0);
        if chained {
            return self.apart(true, |this| walk::walk_chain_expression(this, it));
        }
        let point = TracePoint {
            kind: TraceKind::Call,
            span: bytes(it.span),
            parent: None,
            then: Some(bytes(call.callee.span())),
            otherwise: None,
        };
        self.report(point, it.span, false, |this, number| {
            this.apart(true, |this| this.calling(number, |this| this.call(call)));
        });
    }

    /// What a `switch` compares. Gives its point, to which its cases belong.
    pub(super) fn traced_switch(&mut self, it: &SwitchStatement<'_>) -> Option<usize> {
        let test = &it.discriminant;
        if self.trace.is_none() {
            self.value(test);
            return None;
        }
        // With no case to compare, only `default` can run.
        let only = if it.cases.iter().all(|case| case.test.is_none()) { ran(&it.cases) } else { None };
        let point = TracePoint {
            kind: TraceKind::Switch,
            span: bytes(test.span()),
            parent: None,
            then: only,
            otherwise: None,
        };
        let mut found = None;
        let sequence = matches!(test, Expression::SequenceExpression(_));
        self.report(point, test.span(), sequence, |this, number| {
            found = Some(number);
            this.value(test);
        });
        found
    }

    /// The test of the case at a place of a `switch`.
    pub(super) fn traced_case(&mut self, it: &SwitchStatement<'_>, at: usize, switch: Option<usize>) {
        let Some((case, after)) = it.cases.get(at..).and_then(<[_]>::split_first) else { return };
        let Some(test) = &case.test else { return };
        if switch.is_none() {
            return self.value(test);
        }
        // After the last test that does not fit, `default` runs, wherever it stands.
        let last = after.iter().all(|case| case.test.is_none());
        let default = it.cases.iter().position(|case| case.test.is_none()).filter(|_| last);
        let point = TracePoint {
            kind: TraceKind::Case,
            span: bytes(test.span()),
            parent: switch,
            then: it.cases.get(at..).and_then(ran),
            otherwise: default.and_then(|at| it.cases.get(at..)).and_then(ran),
        };
        let sequence = matches!(test, Expression::SequenceExpression(_));
        self.report(point, test.span(), sequence, |this, _| this.value(test));
    }

    /// An argument of a call that is reported.
    pub(super) fn traced_argument(&mut self, it: &Argument<'_>) {
        let parent = self.trace.as_ref().and_then(|trace| trace.call);
        if parent.is_none() || matches!(it, Argument::SpreadElement(_)) {
            return walk::walk_argument(self, it);
        }
        let span = it.span();
        let point =
            TracePoint { kind: TraceKind::Argument, span: bytes(span), parent, then: None, otherwise: None };
        self.report(point, span, false, |this, _| walk::walk_argument(this, it));
    }

    /// Walks a part whose arguments belong to no reported call.
    pub(super) fn apart(&mut self, chain: bool, inner: impl FnOnce(&mut Self)) {
        let outer = self.trace.as_mut().map(|trace| {
            trace.chains += usize::from(chain);
            trace.call.take()
        });
        inner(self);
        if let (Some(trace), Some(outer)) = (&mut self.trace, outer) {
            trace.chains -= usize::from(chain);
            trace.call = outer;
        }
    }
}
