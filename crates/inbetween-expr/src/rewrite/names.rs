//! What names mean: AE's names, the old helpers of Bodymovin, the kernel's own.

use crate::{program::Scope, syntax::lexis::is_name};
use std::collections::{BTreeMap, BTreeSet};

/// The AE names among the words of a text.
#[derive(Debug, Default)]
pub(crate) struct Names {
    scope: BTreeMap<String, &'static str>,
    member: BTreeMap<String, &'static str>,
}

impl Names {
    /// Asks the scope about every word of `text` once, so that the walk can run on another thread.
    pub(crate) fn of(text: &str, scope: Scope<'_>) -> Self {
        let words: BTreeSet<&str> = text.split(|c| !is_name(c)).filter(|word| !word.is_empty()).collect();
        let mut names = Self::default();
        for word in words {
            if let Some(name) = scope.resolve.scope_name(word) {
                names.scope.insert(word.to_owned(), name);
            }
            if let Some(name) = scope.resolve.member_name(word) {
                names.member.insert(word.to_owned(), name);
            }
        }
        names
    }

    /// AE's spelling of a name of the scope.
    pub(crate) fn scope(&self, name: &str) -> Option<&'static str> {
        self.scope.get(name).copied()
    }

    /// AE's spelling of a legacy member name.
    pub(crate) fn member(&self, name: &str) -> Option<&'static str> {
        self.member.get(name).copied().filter(|modern| *modern != name)
    }
}

/// How a user's name stands in the core, when it could be a kernel name: `$x` → `$_x`.
pub(crate) fn kernel_safe(name: &str) -> Option<String> {
    let rest = name.strip_prefix('$')?;
    if rest.is_empty() || rest.starts_with("bm_") {
        return None;
    }
    Some(format!("$_{rest}"))
}

/// The kernel operator behind a helper of Bodymovin's; the short names are those of 4.x files.
pub(crate) fn bodymovin_helper(name: &str) -> Option<&'static str> {
    Some(match name {
        "$bm_sum" | "sum" => "$add",
        "$bm_sub" | "sub" => "$sub",
        "$bm_mul" | "mul" => "$mul",
        "$bm_div" | "div" => "$div",
        "$bm_mod" | "mod" => "$mod",
        "$bm_neg" => "$neg",
        _ => return None,
    })
}

/// The standard globals: assigning to one of them makes no local, and writing to one is seen by others.
pub(crate) const GLOBALS: &[&str] = &[
    "AggregateError",
    "Array",
    "ArrayBuffer",
    "Atomics",
    "BigInt",
    "BigInt64Array",
    "BigUint64Array",
    "Boolean",
    "DataView",
    "Date",
    "Error",
    "EvalError",
    "FinalizationRegistry",
    "Float32Array",
    "Float64Array",
    "Function",
    "Infinity",
    "Int16Array",
    "Int32Array",
    "Int8Array",
    "Intl",
    "Iterator",
    "JSON",
    "Map",
    "Math",
    "NaN",
    "Number",
    "Object",
    "Promise",
    "Proxy",
    "RangeError",
    "ReferenceError",
    "Reflect",
    "RegExp",
    "Set",
    "SharedArrayBuffer",
    "String",
    "Symbol",
    "SyntaxError",
    "TypeError",
    "URIError",
    "Uint16Array",
    "Uint32Array",
    "Uint8Array",
    "Uint8ClampedArray",
    "WeakMap",
    "WeakRef",
    "WeakSet",
    "decodeURI",
    "decodeURIComponent",
    "encodeURI",
    "encodeURIComponent",
    "escape",
    "eval",
    "globalThis",
    "isFinite",
    "isNaN",
    "parseFloat",
    "parseInt",
    "undefined",
    "unescape",
];

/// Whether `name` is a standard global.
pub(crate) fn is_global(name: &str) -> bool {
    GLOBALS.binary_search(&name).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_globals_are_sorted() {
        assert!(GLOBALS.windows(2).all(|pair| pair[0] < pair[1]));
    }

    #[test]
    fn only_dollar_names_are_renamed() {
        assert_eq!(kernel_safe("$add"), Some("$_add".to_owned()));
        assert_eq!(kernel_safe("$_add"), Some("$__add".to_owned()));
        assert_eq!((kernel_safe("$"), kernel_safe("$bm_rt"), kernel_safe("a$")), (None, None, None));
    }
}
