//! A core that reports what it does: `$t(point, value)` gives its value and tells the host.
//!
//! It changes nothing else: no operator, no order, no fuel. Left alone are calls in an optional chain (`a?.b()`),
//! whose short cut a call around them would break, `new`, tagged templates, spread arguments and the text of `eval`.

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
        self.report(point, it.span, false, |this, number| {
            let outer = this.trace.as_mut().and_then(|trace| trace.call.replace(number));
            this.call(it);
            if let Some(trace) = &mut this.trace {
                trace.call = outer;
            }
        });
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
