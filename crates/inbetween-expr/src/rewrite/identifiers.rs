//! Names: AE's become members of `$s`, the user's stay, those that could be a kernel name are renamed.

use super::{Rewriter, names};
use oxc_ast::ast::*;
use oxc_span::Span;

/// What a name stands for in the core.
enum Meaning {
    /// Itself.
    Same,
    /// Another text, everywhere.
    Text(String),
    /// An AE name.
    Ae(&'static str),
}

impl Rewriter<'_> {
    fn scope_here(&self) -> usize {
        self.stack.last().copied().unwrap_or(0)
    }

    /// Whether the user declares `name` here.
    pub(super) fn is_local(&self, name: &str) -> bool {
        self.scopes.find(name, self.scope_here()).is_some()
    }

    fn meaning(&self, name: &str) -> Meaning {
        let renamed = || names::kernel_safe(name).map_or(Meaning::Same, Meaning::Text);
        if self.is_local(name) {
            return renamed();
        }
        let old_helper = self.bodymovin || name.starts_with("$bm_");
        if old_helper && let Some(helper) = names::bodymovin_helper(name) {
            return Meaning::Text(helper.to_owned());
        }
        // As a value it would run text that nobody rewrote; only a direct call names the real one.
        if name == "eval" {
            return Meaning::Text("$eval".to_owned());
        }
        if name == "$bm_transform" {
            return Meaning::Text("$s.thisLayer.transform".to_owned());
        }
        match self.names.scope(name) {
            Some(modern) => Meaning::Ae(modern),
            None => renamed(),
        }
    }

    /// Puts the core form of a name in its place. `callee` says that it is called.
    pub(super) fn name(&mut self, name: &str, span: Span, callee: bool) {
        match self.meaning(name) {
            Meaning::Same => {}
            Meaning::Text(text) => self.edits.replace(span.start, span.end, text),
            Meaning::Ae(modern) => {
                self.note_legacy(name, modern, span.start);
                if modern == "inbetween" {
                    self.notes.push((
                        span.start,
                        "expression/not-after-effects",
                        "After Effects has no `inbetween`: this expression fails there".to_owned(),
                        "bake the file before it goes to After Effects or to a player".to_owned(),
                    ));
                }
                let text = match (self.with_depth > 0, callee) {
                    (false, _) => format!("$s.{modern}"),
                    (true, false) => format!("(typeof {modern}===\"undefined\"?$s.{modern}:{modern})"),
                    // The call itself stands inside, so that the object of `with` is its `this`.
                    (true, true) => format!(
                        "(typeof {modern}===\"undefined\"?(...$e)=>$s.{modern}(...$e):(...$e)=>{modern}(...$e))"
                    ),
                };
                self.edits.replace(span.start, span.end, text);
            }
        }
    }

    /// Whether a name changes, so that a shorthand `{name}` must spell its key.
    fn changes(&self, name: &str) -> bool {
        !matches!(self.meaning(name), Meaning::Same)
    }

    /// Spells the key of a shorthand property whose value will change.
    pub(super) fn spell_key(&mut self, name: &str, at: u32) {
        if self.changes(name) {
            self.edits.insert(at, format!("{name}:"));
        }
    }

    /// AE's spelling of a member after a dot, where it differs.
    pub(super) fn member_name(&mut self, name: &str, at: u32) -> Option<&'static str> {
        if !name.contains('_') || self.scopes.own_members.contains(name) {
            return None;
        }
        if self.bodymovin && name == "_name" {
            return Some("name");
        }
        let modern = self.names.member(name)?;
        self.note_legacy(name, modern, at);
        Some(modern)
    }

    fn note_legacy(&mut self, name: &str, modern: &'static str, at: u32) {
        if name != modern && self.noted.insert(name.to_owned()) {
            self.notes.push((
                at,
                "expr/legacy-name",
                format!("`{name}` is the legacy spelling of `{modern}`"),
                format!("write `{modern}`"),
            ));
        }
    }

    /// `this` where it means the layer.
    pub(super) fn this_layer(&mut self, span: Span, called: bool) {
        if self.this.iter().rev().any(|own| *own) {
            return;
        }
        self.edits.replace(span.start, span.end, "$s.thisLayer");
        let form = if called { "this(...)" } else { "this" };
        if self.noted.insert(form.to_owned()) {
            let modern = form.replace("this", "thisLayer");
            self.notes.push((
                span.start,
                "expr/legacy-syntax",
                format!("`{form}` means the layer in the legacy engine only"),
                format!("write `{modern}`"),
            ));
        }
    }

    /// The locals visible here, as `$ev` takes them.
    pub(super) fn visible_locals(&self) -> String {
        let names = self.scopes.visible(self.scope_here());
        names.into_iter().collect::<Vec<_>>().join(",")
    }

    /// The text of a name that is assigned to.
    pub(super) fn written(&self, name: &str) -> String {
        match self.meaning(name) {
            Meaning::Same => name.to_owned(),
            Meaning::Text(text) => text,
            Meaning::Ae(modern) => format!("$s.{modern}"),
        }
    }
}

/// The name of a plain `eval`, `$bm_isInstanceOfArray` … that is called directly.
pub(super) fn callee_name<'a>(it: &'a CallExpression<'_>) -> Option<(&'a str, Span)> {
    match &it.callee {
        Expression::Identifier(callee) => Some((callee.name.as_str(), callee.span)),
        _ => None,
    }
}
