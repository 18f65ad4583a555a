//! `expr/typographic-quote`.

use crate::check::rule::{Rule, Sample, Search};
use inbetween_types::Severity;

pub(super) const RULE: Rule = Rule {
    code: "expr/typographic-quote",
    level: Severity::Error,
    finds: "A printed quotation mark around a string.",
    why: "Text copied from a page or a chat has curled quotes. Only straight ones begin a string.",
    wrong: Sample::On("ball.opacity", r#"thisComp.layer(“control”).effect("Amount")("Slider")"#),
    right: Sample::On("ball.opacity", r#"thisComp.layer("control").effect("Amount")("Slider")"#),
    fixes: true,
    search: Search::Engine,
};

#[cfg(test)]
#[test]
fn its_examples_hold() {
    crate::check::testing::examples(&RULE);
}
