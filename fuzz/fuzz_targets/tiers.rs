//! Both tiers of expressions give the same value or the same failure.
#![no_main]

use inbetween::timeline::{Choice, Session, with_large_stack};
use inbetween::{OpenOptions, Project};
use libfuzzer_sys::fuzz_target;

#[path = "../../tests/src/programs.rs"]
mod programs;

fuzz_target!(|bytes: &[u8]| {
    let mut rest = bytes.iter();
    let text = programs::program(&mut |n| rest.next().map_or(0, |byte| usize::from(*byte) % n.max(1)));
    with_large_stack(|| {
        let [a, b] = [Choice::Auto, Choice::Script].map(|tier| {
            let mut options = OpenOptions::default();
            options.tier = tier;
            options.limits.fuel = 20_000;
            let project = Project::open(programs::RIG, &options).expect("the fixture opens");
            let session = Session::new(project.timeline().clone());
            let mut answers = Vec::new();
            if let Some(program) = session.compile(&text).program {
                for (property, _) in project.timeline().properties().take(8) {
                    for time in [0.0, 0.9] {
                        answers.push(format!("{:?}", session.evaluate_on(property, &program, time)));
                    }
                }
            }
            answers
        });
        assert_eq!(a, b, "{text}");
    });
});
