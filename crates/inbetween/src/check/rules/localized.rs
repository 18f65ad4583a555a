//! `expr/localized-name`.

use crate::check::rule::{Report, Rule, Sample, Search};
use crate::check::subject::Subject;
use inbetween_expr::tree::Kind;
use inbetween_timeline::Timeline;
use inbetween_types::Severity;

pub(super) const RULE: Rule = Rule {
    code: "expr/localized-name",
    level: Severity::Note,
    finds: "A name of After Effects in another language: `Cursore`, `Schieberegler`, `滑块`.",
    why: "It works here whatever the language. After Effects in another language, and players, know the English name, the \
          match name or the number only.",
    wrong: Sample::On("ball.opacity", "thisComp.layer(\"control\").effect(\"Amount\")(\"Schieberegler\")"),
    right: Sample::On(
        "ball.opacity",
        "thisComp.layer(\"control\").effect(\"Amount\")(\"ADBE Slider Control-0001\")",
    ),
    fixes: false,
    search: Search::Expression(search),
};

fn search(subject: &Subject<'_>, report: &mut Report<'_>) {
    let tree = subject.tree;
    for (id, node) in tree.nodes() {
        let Kind::Text(name) = &node.kind else { continue };
        let Some(above) = tree.parent(id) else { continue };
        // The argument of a call on something that was called: effect("A")("Cursore").
        let callee = tree.children(above).first().copied();
        let called = *tree.kind(above) == Kind::Call
            && callee.is_some_and(|callee| {
                callee != id && matches!(tree.kind(callee), Kind::Call | Kind::Name(_))
            });
        let finder = tree.call(above).is_some_and(|call| call.name != "thisLayer" && call.object.is_some());
        let plain = tree
            .call(above)
            .is_some_and(|call| matches!(call.name, "effect" | "layer" | "content" | "comp" | "mask"));
        if called
            && !finder
            && !plain
            && let Some(english) = Timeline::english_name(name)
        {
            report.at(
                subject,
                id,
                format!("\"{name}\" is the name of \"{english}\" in one language of After Effects"),
                &format!("write \"{english}\", the match name or the number: they work in every language"),
            );
        }
    }
}

#[cfg(test)]
#[test]
fn its_examples_hold() {
    crate::check::testing::examples(&RULE);
}
