//! Programs: compiled expressions.
//!
//! # Core JavaScript
//!
//! [`Program::core`] is the tier-neutral form: JavaScript text in which every rule of AE is explicit, so that an
//! engine needs no knowledge of AE's dialects and a later compiled tier can lower the same text. It is the body
//! of `function($s) { … }` and uses these kernel names, which user code cannot reach:
//!
//! | name | meaning |
//! |---|---|
//! | `$s.NAME` | AE name `NAME` of the evaluation's scope: built-in, member of `thisLayer`, of `thisProperty`, of `thisComp` |
//! | `$add $sub $mul $div $mod $pow (a, b)`, `$neg(a)` | AE's overloaded operators |
//! | `$shl(a, b)` | `a << b` with bounded BigInts |
//! | `$upd(object, key, op, b)` | compound assignment to a member, `object[key] += b`; `op` is `"add"`, `"sub"`, `"mul"`, `"div"`, `"mod"`, `"pow"` or `"shl"`; gives the new value |
//! | `$v(x)` | the value of a property handle, anything else unchanged: where JavaScript asks for truth or a type |
//! | `$try(NAME)` | `$s[NAME]`, or undefined where that throws: first value of a shadowed AE name |
//! | `$fuel` | a lexical number; `if (--$fuel < 0) $out();` stands at every loop pass and function entry |
//! | `$deep` | call depth; functions that call others are `if (++$deep > LIMIT) $out(1); try { … } finally { --$deep }` where LIMIT is `$maxDeep` |
//! | `$caught(e)` | first statement of every `catch`: rethrows a limit so that nothing catches it |
//! | `$t(point, x)` | `x`, reported to the host: only in programs of [`Program::compile_traced`] |
//! | `$eval` | `eval` as a value: an indirect `eval` that rewrites its text; a direct call keeps the name `eval` |
//! | `$ev(text, names)` | prepares the argument of a direct `eval`: a string through [`rewrite_eval`], anything else unchanged; `names` lists the local names visible at that place, comma-separated |
//!
//! `$out` ends the evaluation with the fuel limit, `$out(1)` with the depth limit; it never returns. Generators and
//! async functions count fuel only. The core itself binds `$r`, `$e` and `$f`. Names of the user's own that begin with
//! `$` (other than `$` alone and `$bm_…`) stand in the core with `_` after the `$`, so no kernel name may begin
//! with `$_`. Inside `with (object)` an AE name becomes a test whether `object` has it, which relies on AE names
//! not being globals.
//!
//! The value is returned: the completion value of the program, or `$bm_rt` in Bodymovin's form.

use crate::{
    rewrite::{Rewritten, names::Names, rewrite},
    syntax,
};
use inbetween_types::{Diagnostic, Limits, Severity};
use std::sync::Arc;

/// A compiled expression.
#[derive(Debug)]
pub struct Program {
    /// The text as the file holds it.
    pub source: Arc<str>,
    /// Core JavaScript, see the [module documentation](self).
    pub core: Arc<str>,
    /// Pairs (offset in `core`, offset in `source`) in ascending order of the first, for error positions.
    pub offsets: Vec<(usize, usize)>,
    /// Whether it may write to built-in objects (`Math.abs = …`, `Array.prototype.x = …`, `Object.assign(Math, …)`,
    /// `globalThis.x = …`): an engine then runs it in globals of its own and throws them away.
    pub writes_globals: bool,
    /// Whether the text was in Bodymovin's form.
    pub bodymovin: bool,
    /// What the core reports to [`crate::Host::traced`], by number; empty for programs of [`Program::compile`].
    pub points: Vec<TracePoint>,
    /// The tier it takes, see [`Program::tier`].
    pub tier: crate::tier::Slot,
}

/// A place whose value a program of [`Program::compile_traced`] reports. Spans are bytes of the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TracePoint {
    /// What stands there.
    pub kind: TraceKind,
    /// The test, call or argument.
    pub span: std::ops::Range<usize>,
    /// For an argument: the number of its call.
    pub parent: Option<usize>,
    /// For a test: what runs when it holds. For a call: what is called.
    pub then: Option<std::ops::Range<usize>>,
    /// For a test: what runs when it does not hold, if anything.
    pub otherwise: Option<std::ops::Range<usize>>,
}

/// Kinds of places that are reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TraceKind {
    /// The test of an `if`.
    If,
    /// The test of `a ? b : c`.
    Conditional,
    /// The test of a loop.
    Loop,
    /// A call; its value is what it gave.
    Call,
    /// An argument of a call.
    Argument,
    /// What a `switch` compares.
    Switch,
    /// The test of a case; its parent is the `switch`.
    Case,
}

/// A place in the text of an expression, in bytes.
pub type SourceOffset = usize;

/// Names an expression can see without declaring them.
#[derive(Clone, Copy, Debug)]
pub struct Scope<'a> {
    /// Whether `name` is an AE name here (any spelling, legacy ones included); gives AE's spelling.
    pub resolve: &'a dyn Resolve,
}

/// Answers what AE names exist.
pub trait Resolve: std::fmt::Debug {
    /// AE's own spelling of a name of the scope, or `None`.
    fn scope_name(&self, name: &str) -> Option<&'static str>;
    /// AE's own spelling of a legacy member name after a dot (`to_comp` → `toComp`), or `None`.
    fn member_name(&self, name: &str) -> Option<&'static str>;
}

/// What compiling gives.
#[derive(Debug)]
pub struct Compiled {
    /// The program; `None` when the text cannot be understood (then a diagnostic says why).
    pub program: Option<Arc<Program>>,
    /// Findings: legacy syntax (notes), repairs (notes), syntax errors (errors), with points in the source.
    pub diagnostics: Vec<Diagnostic>,
}

impl Program {
    /// Compiles the text of an expression, raw AE text or Bodymovin's form, both dialects.
    ///
    /// Never fails and never hangs: what cannot be compiled is a diagnostic.
    #[must_use]
    pub fn compile(source: &str, scope: Scope<'_>, limits: &Limits) -> Compiled {
        Self::compiled(source, scope, limits, false)
    }

    /// The same, with a core that reports tests, calls and their arguments to [`crate::Host::traced`] and gives the
    /// same value. It runs in the engine only and is slower.
    #[must_use]
    pub fn compile_traced(source: &str, scope: Scope<'_>, limits: &Limits) -> Compiled {
        Self::compiled(source, scope, limits, true)
    }

    fn compiled(source: &str, scope: Scope<'_>, limits: &Limits, traced: bool) -> Compiled {
        let (program, diagnostics) = match front_end(source, None, scope, limits, traced) {
            Ok((rewritten, notes)) => {
                let shallow = !traced && source.len() <= 100_000 && syntax::is_shallow(source);
                let program = Self {
                    source: Arc::from(source),
                    core: Arc::from(rewritten.core),
                    offsets: rewritten.offsets,
                    writes_globals: rewritten.writes_globals,
                    bodymovin: rewritten.bodymovin,
                    points: rewritten.points,
                    tier: if shallow { crate::tier::Slot::open() } else { crate::tier::Slot::default() },
                };
                (Some(Arc::new(program)), notes)
            }
            Err(errors) => (None, errors),
        };
        Compiled { program, diagnostics }
    }

    /// The offset in the source of an offset in the core text.
    #[must_use]
    pub fn source_offset(&self, core_offset: usize) -> usize {
        let next = self.offsets.partition_point(|(core, _)| *core <= core_offset);
        let end = self.offsets.get(next).map_or(self.source.len(), |(_, source)| *source);
        match next.checked_sub(1).and_then(|i| self.offsets.get(i)) {
            Some((core, source)) => (source + (core_offset - core)).min(end.max(*source)),
            None => 0,
        }
    }
}

/// Everything between a text and its core; the notes come with the product, errors instead of it.
fn front_end(
    source: &str,
    outer: Option<&[&str]>,
    scope: Scope<'_>,
    limits: &Limits,
    traced: bool,
) -> Result<(Rewritten, Vec<Diagnostic>), Vec<Diagnostic>> {
    let scan = syntax::check(source, limits)?;
    let names = Names::of(source, scope);
    let work = || -> Result<(Rewritten, Vec<Diagnostic>), Vec<Diagnostic>> {
        let (repaired, mut notes) = syntax::repair(source, &scan)?;
        let mut rewritten =
            rewrite(source, &repaired, &names, outer, traced).map_err(|error| vec![*error])?;
        notes.append(&mut rewritten.notes);
        Ok((rewritten, notes))
    };
    syntax::with_stack(&scan, work).unwrap_or_else(|| {
        let message = "the expression is nested too deeply for this machine";
        Err(vec![Diagnostic::new("limit/expression-nesting", Severity::Error, message)])
    })
}

/// Rewrites the text of a direct `eval` at run time by the same rules as [`Program::compile`].
///
/// The result is core JavaScript to be evaluated in place by a direct `eval`: the value is the completion value
/// of the text itself. `shadowed` are the names that the core passed to `$ev`: they are locals there, so they are
/// neither AE names nor declared anew; other names the text assigns without declaring become `var`.
///
/// # Errors
/// The first finding, when the text cannot be understood or breaks a limit.
#[expect(clippy::result_large_err, reason = "made at most once for each text of an eval")]
pub fn rewrite_eval(
    text: &str,
    shadowed: &[&str],
    scope: Scope<'_>,
    limits: &Limits,
) -> Result<String, Diagnostic> {
    match front_end(text, Some(shadowed), scope, limits, false) {
        Ok((rewritten, _)) => Ok(rewritten.core),
        Err(errors) => Err(errors.into_iter().next().unwrap_or_else(|| {
            Diagnostic::new("expr/syntax", Severity::Error, "the text of `eval` does not parse")
        })),
    }
}
