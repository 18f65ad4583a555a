//! From text to a syntax tree: limits before parsing, repairs of the legacy dialect, and errors in plain words.

pub(crate) mod faults;
pub(crate) mod lexis;
pub(crate) mod scan;

use inbetween_types::{Diagnostic, Limits, Severity, SourcePoint};
use oxc_allocator::Allocator;
use oxc_ast::ast::Program;
use oxc_parser::{ParseOptions, Parser};
use oxc_span::SourceType;
use scan::Scan;

/// Tree depth up to which the caller's own stack is enough.
const SHALLOW: usize = 150;
/// Tree depth beyond which no text is parsed: longer than any expression seen by two powers of ten.
const DEEPEST: usize = 20_000;
/// Stack for one level of the tree: the parser's and the rewrite's frames, with room.
const STACK_PER_LEVEL: usize = 6 << 10;
/// Most repairs of one text.
const REPAIRS: usize = 100;

/// Text after the repairs, with what was repaired.
#[derive(Debug, Default)]
pub(crate) struct Repaired {
    /// The text that parses.
    pub(crate) text: String,
    /// Offsets in `text` at which one byte was put in, ascending.
    pub(crate) inserted: Vec<usize>,
}

impl Repaired {
    /// The offset in the original of an offset in the repaired text.
    pub(crate) fn original(&self, at: usize) -> usize {
        at - self.inserted.partition_point(|&inserted| inserted < at)
    }
}

/// Checks limits and printed defects. The scan is given back for [`with_stack`].
pub(crate) fn check(text: &str, limits: &Limits) -> Result<Scan, Vec<Diagnostic>> {
    let length = text.chars().take(limits.expression_length.saturating_add(1)).count();
    if length > limits.expression_length || u32::try_from(text.len()).is_err() {
        return Err(vec![
            Diagnostic::new(
                "limit/expression-length",
                Severity::Error,
                format!("the expression is longer than {} characters", limits.expression_length),
            )
            .with_help("shorten it, or raise the limit for files you trust"),
        ]);
    }
    let scan = scan::scan(text);
    let weight = if scan.trusted { scan.weight } else { scan.raw };
    if scan.depth > limits.expression_nesting || weight > DEEPEST {
        let most = limits.expression_nesting;
        return Err(vec![
            Diagnostic::new(
                "limit/expression-nesting",
                Severity::Error,
                format!(
                    "the expression is nested too deeply: more than {most} brackets, or {DEEPEST} operators"
                ),
            )
            .with_help("split it into statements")
            .at_point(SourcePoint::of(text, scan.deepest_at)),
        ]);
    }
    let found = faults::printed(text, &scan);
    if found.is_empty() { Ok(scan) } else { Err(found) }
}

/// Whether a text that passed [`check`] is nested so little that any thread can walk its tree.
pub(crate) fn is_shallow(text: &str) -> bool {
    let scan = scan::scan(text);
    let weight = if scan.trusted { scan.weight } else { scan.raw };
    weight <= SHALLOW / 2
}

/// Runs `work` with a stack that fits the depth the scan found; `None` when the machine has none.
pub(crate) fn with_stack<R: Send>(scan: &Scan, work: impl FnOnce() -> R + Send) -> Option<R> {
    let weight = if scan.trusted { scan.weight } else { scan.raw };
    if weight <= SHALLOW {
        return Some(work());
    }
    std::thread::scope(|threads| {
        let stack = (4 << 20) + weight * STACK_PER_LEVEL;
        let thread = std::thread::Builder::new().stack_size(stack).spawn_scoped(threads, work);
        thread.ok()?.join().ok()
    })
}

/// Parses as a sloppy script.
pub(crate) fn parse<'a>(allocator: &'a Allocator, text: &'a str) -> Result<Program<'a>, (usize, String)> {
    let parsed = Parser::new(allocator, text, SourceType::script())
        .with_options(ParseOptions { enable_ident_hashes: false, ..ParseOptions::default() })
        .parse();
    match parsed.diagnostics.errors().next() {
        None if !parsed.panicked => Ok(parsed.program),
        None => Err((0, String::new())),
        Some(error) => {
            let at = error.labels.iter().map(|label| label.offset() as usize).min().unwrap_or(text.len());
            Err((at, error.message.to_string()))
        }
    }
}

/// Makes `text` parse by the repairs the legacy dialect needs; the notes say which.
///
/// # Errors
/// The diagnostics of a text that no repair helps.
pub(crate) fn repair(text: &str, scan: &Scan) -> Result<(Repaired, Vec<Diagnostic>), Vec<Diagnostic>> {
    let mut repaired = Repaired { text: text.to_owned(), inserted: Vec::new() };
    let mut notes = Vec::new();
    loop {
        let allocator = Allocator::default();
        let Err((at, message)) = parse(&allocator, &repaired.text) else { return Ok((repaired, notes)) };
        let Some(place) = legacy_semicolon(&repaired.text, at).filter(|_| notes.len() < REPAIRS) else {
            return Err(faults::syntax(text, scan, repaired.original(at), &message));
        };
        let original = repaired.original(place);
        notes.push(
            Diagnostic::new(
                "expr/legacy-syntax",
                Severity::Note,
                "a statement before `else` needs no `;` in the legacy engine only",
            )
            .with_help("put `;` or a line break before `else`")
            .at_point(SourcePoint::of(text, lexis::skip_space(text, original))),
        );
        repaired.text.insert(place, ';');
        let index = repaired.inserted.partition_point(|&i| i < place);
        for later in repaired.inserted.iter_mut().skip(index) {
            *later += 1;
        }
        repaired.inserted.insert(index, place);
    }
}

/// Where a `;` before `else` is missing, if that is the error at `at`.
fn legacy_semicolon(text: &str, at: usize) -> Option<usize> {
    let next = lexis::skip_space(text, at);
    if lexis::token_at(text, next) != "else" {
        return None;
    }
    let before = text.get(..next)?.trim_end();
    let last = before.chars().next_back()?;
    (at <= next && !matches!(last, ';' | '{')).then_some(at.min(next)).filter(|&at| text.is_char_boundary(at))
}
