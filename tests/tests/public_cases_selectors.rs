//! Public bug reports about expression selectors of text, and rigs of title tutorials.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use inbetween::Project;
use inbetween::timeline::UnitState;
use inbetween_tests::rig::{Layer, fixed, project};
use serde_json::{Value, json};

/// A text layer with one animator whose only selector has an expression.
fn title(text: &str, expression: &str, values: Value) -> Project {
    let animator = json!({"nm": "a", "s": {"t": 1, "b": 1, "rn": 0, "sh": 1, "x": expression}, "a": values});
    project(&[Layer::text(1, "title", text, None).set("/t/a", json!([animator]))])
}

fn at(project: &Project, times: &[f64]) -> Vec<Vec<UnitState>> {
    let series = project.text("layer(\"title\")", None, times, 2, &|_, _| true).unwrap();
    let errors: Vec<_> = series.diagnostics.iter().filter(|d| d.code.starts_with("expr/")).collect();
    assert!(errors.is_empty(), "{errors:?}");
    series.samples.into_iter().map(|sample| sample.state.units).collect()
}

#[test]
fn a26_an_expression_selector_gives_each_character_its_own_amount() {
    let project = title("ABCDE", "selectorValue * textIndex/textTotal", json!({"o": fixed(json!(0))}));
    for units in at(&project, &[0.0, 1.3]) {
        let amounts: Vec<f64> = units.iter().map(|unit| unit.amounts[0][0]).collect();
        assert_eq!(amounts, [20.0, 40.0, 60.0, 80.0, 100.0]);
        // The layer does not vanish: opacity is the rest of the effect.
        for (unit, want) in units.iter().zip([0.8, 0.6, 0.4, 0.2, 0.0]) {
            assert!((unit.opacity - want).abs() < 1e-12, "{}", unit.opacity);
        }
        let numbers: Vec<usize> = units.iter().map(|unit| unit.text_index).collect();
        assert_eq!(numbers, [1, 2, 3, 4, 5]);
    }
}

#[test]
fn a26_an_amount_may_be_a_vector() {
    let values = json!({"s": fixed(json!([0, 200, 100]))});
    let units = at(&title("A", "[50, 25, 0]", values), &[0.0]).remove(0).remove(0);
    assert_eq!(units.amounts, [[50.0, 25.0, 0.0]]);
    assert!((units.matrix.0[0][0] - 0.5).abs() < 1e-12 && (units.matrix.0[1][1] - 1.25).abs() < 1e-12);
}

/// Each character pops up after a random delay below a second, overshoots and comes to rest.
const POP: &str = "seedRandom(textIndex, true);
wait = random(1);
local = time - inPoint - wait;
from = [100, 100]; to = [0, 0]; grow = 0.1;
if (local < grow) {
  linear(local, 0, grow, from, to);
} else {
  speed = (to - from) / grow; turn = 3 * 2 * Math.PI; past = local - grow;
  to + speed * (Math.sin(past * turn) / Math.exp(5 * past) / turn);
}";

#[test]
fn characters_that_pop_up_at_random_differ_repeat_and_come_to_rest() {
    let project = title("BOUNCE", POP, json!({"s": fixed(json!([0, 0, 100]))}));
    let times: Vec<f64> = (0..=115).map(|frame| f64::from(frame) / 30.0).collect();
    let all = at(&project, &times);
    // Before anything: invisible (scale 0).
    assert!(all[0].iter().all(|unit| unit.amounts[0][0] == 100.0 && unit.matrix.0[0][0] == 0.0));
    // Every character starts at a time of its own.
    let starts: Vec<usize> = (0..6)
        .map(|place| all.iter().position(|units| units[place].amounts[0][0] < 100.0).unwrap())
        .collect();
    let mut different = starts.clone();
    different.sort_unstable();
    different.dedup();
    assert!(different.len() >= 5, "{starts:?}");
    assert!(starts.iter().all(|frame| *frame <= 31), "{starts:?}");
    // Each overshoots its resting scale, and ends at it.
    for place in 0..6 {
        assert!(all.iter().any(|units| units[place].matrix.0[0][0] > 1.05));
        let rest = &all[115][place];
        let (sx, sy) = (rest.matrix.0[0][0], rest.matrix.0[1][1]);
        assert!((sx - 1.0).abs() < 1e-4 && (sy - 1.0).abs() < 1e-4, "{sx} {sy}");
    }
    // The same again, one time at a time and backwards.
    for (time, units) in times.iter().zip(&all).rev().step_by(17) {
        assert_eq!(&at(&project, &[*time])[0], units);
    }
}
