//! From syntax tree to core JavaScript.

mod completion;
mod edits;
mod expressions;
mod functions;
mod identifiers;
pub(crate) mod names;
mod probe;
mod scope;
mod trace;
mod writes;

use crate::syntax::{Repaired, parse};
use edits::Edits;
use inbetween_types::{Diagnostic, Severity, SourcePoint};
use names::Names;
use oxc_allocator::Allocator;
use oxc_ast::ast::Program;
use scope::Scopes;
use std::collections::BTreeSet;

/// What the rewrite makes of a text.
#[derive(Debug)]
pub(crate) struct Rewritten {
    /// Core JavaScript.
    pub(crate) core: String,
    /// Pairs (offset in the core, offset in the original text).
    pub(crate) offsets: Vec<(usize, usize)>,
    /// Notes.
    pub(crate) notes: Vec<Diagnostic>,
    /// See [`crate::Program::writes_globals`].
    pub(crate) writes_globals: bool,
    /// See [`crate::Program::bodymovin`].
    pub(crate) bodymovin: bool,
    /// What the core reports; empty unless it was asked for.
    pub(crate) points: Vec<crate::program::TracePoint>,
}

/// The walk over one tree.
#[derive(Debug)]
struct Rewriter<'t> {
    text: &'t str,
    names: &'t Names,
    scopes: Scopes,
    /// Indices of the scopes around the place of the walk.
    stack: Vec<usize>,
    edits: Edits,
    /// For each function around the place: whether it has a `this` of its own.
    this: Vec<bool>,
    /// What the next function's `this` is, where its surroundings decide it.
    next_this: Option<bool>,
    /// Whether the next function is a getter or setter.
    accessor: bool,
    with_depth: usize,
    bodymovin: bool,
    /// Whether the text is an `eval`'s, whose value comes by itself.
    eval: bool,
    notes: Vec<(u32, &'static str, String, String)>,
    noted: BTreeSet<String>,
    error: Option<(u32, &'static str)>,
    /// Where the core reports values; `None` where it reports nothing.
    trace: Option<trace::Trace>,
}

/// Rewrites a text that parses. `outer` is given for the text of an `eval`: the locals around it.
///
/// # Errors
/// When the text asks for something that expressions do not have.
pub(crate) fn rewrite(
    original: &str,
    repaired: &Repaired,
    names: &Names,
    outer: Option<&[&str]>,
    traced: bool,
) -> Result<Rewritten, Box<Diagnostic>> {
    let allocator = Allocator::default();
    let text = repaired.text.as_str();
    let program = match parse(&allocator, text) {
        Ok(program) => program,
        Err(_) => {
            return Err(Box::new(Diagnostic::new("expr/syntax", Severity::Error, "the text does not parse")));
        }
    };
    let scopes = Scopes::of(&program, outer.unwrap_or_default());
    let writes_globals = scopes.assigns_global || writes::writes_globals(&program, &scopes.constructed);
    let bodymovin = scopes.bodymovin;
    let head = head(&program, &scopes, names, outer);
    let mut rewriter = Rewriter {
        text,
        names,
        scopes,
        stack: Vec::new(),
        edits: Edits::default(),
        this: Vec::new(),
        next_this: None,
        accessor: false,
        with_depth: 0,
        bodymovin,
        eval: outer.is_some(),
        notes: Vec::new(),
        noted: BTreeSet::new(),
        error: None,
        trace: traced.then(trace::Trace::default),
    };
    let tail = rewriter.program(&program);
    if let Some((at, what)) = rewriter.error {
        let point = SourcePoint::of(original, repaired.original(at as usize));
        return Err(Box::new(Diagnostic::new("expr/syntax", Severity::Error, what).at_point(point)));
    }
    let points = rewriter.trace.take().map(|trace| trace.points(repaired)).unwrap_or_default();
    let (core, offsets) = rewriter.edits.apply(text, &head, tail);
    let offsets = offsets.into_iter().map(|(core, at)| (core, repaired.original(at))).collect();
    let notes = rewriter
        .notes
        .into_iter()
        .map(|(at, code, message, help)| {
            Diagnostic::new(code, Severity::Note, message)
                .with_help(help)
                .at_point(SourcePoint::of(original, repaired.original(at as usize)))
        })
        .collect();
    Ok(Rewritten { core, offsets, notes, writes_globals, bodymovin, points })
}

/// Declarations at the head: the register of the completion value, and the locals made by assignment.
fn head(program: &Program<'_>, scopes: &Scopes, names: &Names, outer: Option<&[&str]>) -> String {
    let mut list: Vec<String> = Vec::new();
    if outer.is_none() {
        list.push("$r".to_owned());
    }
    let safe = scopes.written_first(program);
    let vars = scopes.top_vars();
    for name in scopes.implicit.union(&vars) {
        let written = names::kernel_safe(name).unwrap_or_else(|| name.clone());
        match names.scope(name) {
            Some(modern) if !safe.contains(name) => list.push(format!("{written}=$try(\"{modern}\")")),
            _ if scopes.implicit.contains(name) => list.push(written),
            _ => {}
        }
    }
    if list.is_empty() { ";".to_owned() } else { format!("var {};", list.join(",")) }
}
