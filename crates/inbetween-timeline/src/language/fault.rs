//! Failures in AE's words.

use inbetween_expr::{Fault, Item};
use inbetween_types::diagnostic::near_match;

/// Something asked for by name is not there.
pub(super) fn missing<'a>(
    code: &'static str,
    what: &str,
    name: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Fault {
    let fault = Fault::thrown(code, format!("{what} named \"{name}\" is missing or does not exist"));
    let mut candidates: Vec<&str> =
        candidates.into_iter().filter(|candidate| !candidate.is_empty()).collect();
    match near_match(name, candidates.iter().copied()) {
        Some(near) => fault.with_help(format!("did you mean \"{near}\"?")),
        None if candidates.is_empty() => fault,
        None => {
            let mut seen = std::collections::BTreeSet::new();
            candidates.retain(|name| seen.insert(*name));
            fault.with_help(format!("there is {}", listed(&candidates)))
        }
    }
}

/// Most names a help lists.
const MOST_NAMES: usize = 5;

/// Names for people: all of them, or the first few and how many more there are.
fn listed(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().take(MOST_NAMES).map(|name| format!("\"{name}\"")).collect();
    let more = match names.len().saturating_sub(MOST_NAMES) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("{}{more}", quoted.join(", "))
}

/// Something asked for by number is not there.
pub(super) fn out_of_range(code: &'static str, what: &str, number: f64, count: usize) -> Fault {
    Fault::thrown(code, format!("{what} {number} does not exist: there are {count}, counted from 1"))
}

/// An argument does not fit.
pub(super) fn argument(method: &str, index: usize, wanted: &str, given: Option<&Item>) -> Fault {
    let given = match given {
        None => "nothing",
        Some(Item::Undefined) => "undefined",
        Some(Item::Bool(_)) => "a boolean",
        Some(Item::Number(_)) => "a number that is not finite",
        Some(Item::Text(_)) => "a string",
        Some(Item::Array(_)) => "an array",
        Some(_) => "an object",
    };
    Fault::thrown(
        "expr/bad-argument",
        format!("{method}: argument {} must be {wanted}, not {given}", index + 1),
    )
}

/// An object has no such member.
pub(super) fn no_member(whose: &str, name: &str) -> Fault {
    Fault::thrown("expr/unknown-property", format!("{whose} has no {name}"))
}
