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
        // A block of times per instruction against single evaluations.
        let rig = programs::rig_with(&text);
        let times: Vec<f64> = (0..8).map(|at| f64::from(at) * 0.3 - 0.3).collect();
        let [a, b] = [Choice::Auto, Choice::Script].map(|tier| {
            let mut options = OpenOptions::default();
            options.tier = tier;
            options.limits.fuel = 20_000;
            let Ok(project) = Project::open(&rig, &options) else { return Vec::new() };
            let session = Session::new(project.timeline().clone());
            let properties: Vec<_> = project.timeline().properties().map(|(property, _)| property).take(8).collect();
            let mut answers = vec![String::new(); properties.len() * times.len()];
            let mut take = |at: usize, time: usize, value| {
                if let Some(slot) = answers.get_mut(at * times.len() + time) {
                    *slot = format!("{value:?}");
                }
            };
            match tier {
                Choice::Auto => session.evaluate_block(&properties, &times, &|| true, &mut take),
                _ => {
                    for (at, property) in properties.iter().enumerate() {
                        for (place, time) in times.iter().enumerate() {
                            take(at, place, session.evaluate(*property, *time));
                        }
                    }
                }
            }
            answers
        });
        assert_eq!(a, b, "in blocks: {text}");
    });
});
