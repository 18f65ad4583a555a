//! JavaScript exceptions as faults.

use super::realm::{CORE_PREFIX, State};
use super::scope::near;
use super::shared::Shared;
use crate::{Fault, FaultKind, Program};
use rquickjs::{Coerced, Ctx, Object, Value};
use std::rc::Rc;

/// The fault of an exception that ended an evaluation.
pub(super) fn of_exception<'js>(
    ctx: &Ctx<'js>,
    state: &Rc<State>,
    program: &Program,
    error: &rquickjs::Error,
) -> Fault {
    if !matches!(error, rquickjs::Error::Exception) {
        return Fault::thrown("expr/thrown", error.to_string());
    }
    let value = ctx.catch();
    if let Some(fault) = state.shared.clear_trip() {
        return fault;
    }
    let fault = read(ctx, state, program, &value);
    // Reading the exception can run the expression's code (getters), which can throw or trip again.
    ctx.catch();
    state.shared.clear_trip().unwrap_or(fault)
}

fn read<'js>(ctx: &Ctx<'js>, state: &Rc<State>, program: &Program, value: &Value<'js>) -> Fault {
    let Some(object) = value.as_object() else {
        if value.is_null() && state.is_out_of_memory(ctx) {
            return state.shared.out_of_memory();
        }
        return Fault::thrown("expr/thrown", shorten(&text_of(value)));
    };
    let offset = offset(object, program);
    if let Some(mut fault) = host_fault(ctx, state, value) {
        fault.offset = fault.offset.or(offset);
        return fault;
    }
    let get = |name: &str| object.get::<_, Option<Coerced<String>>>(name).ok().flatten().map(|c| c.0);
    let (name, message) = (get("name").unwrap_or_default(), get("message").unwrap_or_default());
    if name == "InternalError" && message.contains("out of memory") {
        return state.shared.out_of_memory();
    }
    if message.contains("Maximum call stack") || message.contains("stack overflow") {
        return state.shared.too_deep();
    }
    if name == "InternalError" && message == "interrupted" {
        return state.shared.too_long();
    }
    let mut fault = Fault { offset, ..describe(state, &name, &message) };
    if fault.message.is_empty() {
        fault.message = shorten(&text_of(value));
    }
    fault
}

/// Notes a limit that an async function has turned into a rejection.
pub(super) fn of_rejection(shared: &Shared, reason: &Value<'_>) {
    let Some(object) = reason.as_object().filter(|_| reason.is_error()) else { return };
    let message = object.get::<_, Option<Coerced<String>>>("message").ok().flatten();
    let Some(message) = message.map(|c| c.0) else { return };
    if message.contains("Maximum call stack") || message.contains("stack overflow") {
        shared.set_trip(shared.too_deep());
    } else if message.contains("out of memory") {
        shared.set_trip(shared.out_of_memory());
    }
}

fn describe(state: &Rc<State>, name: &str, message: &str) -> Fault {
    let full = || shorten(&if name.is_empty() { message.to_owned() } else { format!("{name}: {message}") });
    match name {
        "ReferenceError" => {
            let Some(missing) = message.strip_suffix(" is not defined") else {
                return Fault::thrown("expr/thrown", full());
            };
            let missing = missing.trim_matches('\'');
            // The rewrite renames `$x` to `$_x`.
            let shown =
                missing.strip_prefix("$_").map_or_else(|| missing.to_owned(), |rest| format!("${rest}"));
            let fault = Fault::thrown("expr/undefined-name", format!("`{}` is not defined", shorten(&shown)));
            match state.shared.names().near_scope(&shown) {
                Some(found) => fault.with_help(format!("did you mean `{found}`?")),
                None => fault,
            }
        }
        "TypeError" => {
            let code = if message.contains("not a function") {
                "expr/not-a-function"
            } else if message.contains("of undefined") || message.contains("of null") {
                "expr/undefined-value"
            } else {
                return Fault::thrown("expr/thrown", full());
            };
            let fault = Fault::thrown(code, full());
            let Some((class, missed)) = state.shared.last_miss.borrow_mut().take() else { return fault };
            let here = shorten(&missed);
            let help = match near(&missed, state.shared.host.members(class).iter().map(|m| m.name)) {
                Some(found) => format!("{class:?} has no `{here}`; did you mean `{found}`?"),
                None => format!("{class:?} has no `{here}`"),
            };
            fault.with_help(help)
        }
        "SyntaxError" => Fault::thrown("expr/syntax", full()),
        _ => Fault::thrown("expr/thrown", full()),
    }
}

/// The fault of the host that an error carries.
fn host_fault<'js>(ctx: &Ctx<'js>, state: &Rc<State>, value: &Value<'js>) -> Option<Fault> {
    let peek = state.kernel(ctx, |k| &k.peek).ok()?;
    if peek.call::<_, i32>((value.clone(),)).ok()? != -5 {
        return None;
    }
    let number: u32 = state.kernel(ctx, |k| &k.inside).ok()?.call((value.clone(),)).ok()?;
    state.shared.recall(number).filter(|f| f.kind == FaultKind::Thrown)
}

fn text_of(value: &Value<'_>) -> String {
    value.get::<Coerced<String>>().map_or_else(|_| "something was thrown".to_owned(), |c| c.0)
}

/// Messages can quote the expression's own texts, which can be long.
fn shorten(text: &str) -> String {
    const LONGEST: usize = 200;
    match text.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// The place in the source, from the topmost line of the stack that lies in the expression.
fn offset(error: &Object<'_>, program: &Program) -> Option<usize> {
    let stack = error.get::<_, Option<Coerced<String>>>("stack").ok().flatten()?.0;
    let place = stack.lines().find_map(|line| line.split_once("(expression:").map(|(_, place)| place))?;
    let (line, column) = place.trim_end_matches(')').split_once(':')?;
    let (line, column): (usize, usize) = (line.parse().ok()?, column.parse().ok()?);
    let start = match line.checked_sub(2) {
        None => 0,
        Some(before) => program.core.match_indices('\n').nth(before).map(|(at, _)| at + 1)?,
    };
    // Columns count bytes from 1; the first line begins with what wraps the core.
    let column = column.checked_sub(1)?;
    let column = if line == 1 { column.checked_sub(CORE_PREFIX.len())? } else { column };
    Some(program.source_offset(start + column))
}
