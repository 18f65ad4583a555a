//! `random/new-each-frame`.

use crate::check::rule::{Report, Rule, Sample, Search};
use crate::check::subject::Subject;
use inbetween_types::Severity;

pub(super) const RULE: Rule = Rule {
    code: "random/new-each-frame",
    level: Severity::Note,
    finds: "`random` without `seedRandom(seed, true)`: another number at every frame.",
    why: "Without a timeless seed a random number is drawn anew each frame, which flickers. For one that stays, call \
          `seedRandom(seed, true)` first. Players seed differently: some give other numbers each time the file is loaded.",
    wrong: Sample::On("ball.rotation", "random(360)"),
    right: Sample::On("ball.rotation", "seedRandom(index, true); random(360)"),
    fixes: false,
    search: Search::Expression(search),
};

fn search(subject: &Subject<'_>, report: &mut Report<'_>) {
    let tree = subject.tree;
    let plain = |name: &str| tree.calls().find(|(_, call)| call.object.is_none() && call.name == name);
    let drawn = ["random", "gaussRandom", "gauss_random"].into_iter().filter(|name| !tree.is_local(name));
    let Some((id, _)) = drawn.filter_map(plain).min_by_key(|(id, _)| *id) else { return };
    match plain("seedRandom").or_else(|| plain("seed_random")) {
        None => report.at(
            subject,
            id,
            "a new random number at every frame".to_owned(),
            "for one that stays, write seedRandom(index, true); before it",
        ),
        Some((seed, call)) if call.arguments.len() < 2 => report.at(
            subject,
            seed,
            "this seed changes with time: the number is a new one at every frame".to_owned(),
            "for one that stays, add true: seedRandom(seed, true)",
        ),
        Some(_) => {}
    }
}

#[cfg(test)]
#[test]
fn its_examples_hold() {
    crate::check::testing::examples(&RULE);
}
