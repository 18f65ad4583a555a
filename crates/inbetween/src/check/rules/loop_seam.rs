//! `motion/loop-seam`.

use crate::check::rule::{Report, Rule, Sample, Search};
use crate::check::subject::Subject;
use inbetween_doc::LayerSource;
use inbetween_types::Severity;

pub(super) const RULE: Rule = Rule {
    code: "motion/loop-seam",
    level: Severity::Warning,
    finds: "A time remap that loops with a blank or a doubled frame at its seam.",
    why: "Enabling time remapping puts the last key one frame after the last frame that shows anything. \
          `loopOut(\"cycle\")` shows that frame on each pass: a blink. Move the last key one frame back and loop over \
          the frames that are seen.",
    wrong: Sample::On("remapped.timeRemap", "loopOut(\"cycle\")"),
    right: Sample::On("remapped.timeRemap", "loopOut(\"pingpong\"); Math.min(time % 2, 1.96)"),
    fixes: false,
    search: Search::Expression(search),
};

fn search(subject: &Subject<'_>, report: &mut Report<'_>) {
    let timeline = subject.timeline();
    let Some(layer) = timeline.layer(subject.layer) else { return };
    if layer.transform.time_remap != Some(subject.property) {
        return;
    }
    let Some((id, _)) = subject.tree.calls().find(|(_, call)| call.name.starts_with("loop")) else { return };
    let Some(LayerSource::Composition(source)) = timeline.layer_data(subject.layer).map(|data| &data.source)
    else {
        return;
    };
    let Some(source) = timeline.document().composition(*source) else { return };
    let Some(data) = timeline.property(subject.property) else { return };
    let [Some(first), Some(last)] = [data.key_times.first(), data.key_times.last()] else { return };
    let rate = timeline.frame_rate(subject.composition);
    // One pass after the keys, frame by frame, and the frame the source shows at each.
    let start = rate.frame(*last);
    let pass = (rate.frame(*last) - rate.frame(*first)).ceil();
    let mut shown = Vec::new();
    let mut frame = start.ceil();
    while frame < subject.frames.1.min(start + pass + 2.0) && shown.len() < 10_000 {
        let value = subject.session.evaluate(subject.property, rate.seconds(frame)).component(0);
        shown.push((frame, (source.frame_rate.frame(value) + 1e-6).floor()));
        frame += 1.0;
    }
    let out = |n: f64| n >= source.out_point - 1e-6 || n < source.in_point;
    if let Some((frame, _)) = shown.iter().find(|(_, n)| out(*n)) {
        report.at(
            subject,
            id,
            format!(
                "the loop shows a blank frame at frame {frame}: \"{}\" ends before the last key of the time remap",
                source.name
            ),
            "move the last key one frame back, to the last frame that shows something, and set its value there",
        );
        return;
    }
    // While the source runs on by whole frames, the same frame twice is the seam.
    let steps: Vec<f64> = shown.windows(2).filter_map(|w| Some(w.last()?.1 - w.first()?.1)).collect();
    let doubled = steps.iter().filter(|step| **step == 0.0).count();
    let single = steps.iter().filter(|step| **step == 1.0).count();
    if doubled > 0 && doubled <= 2 && single >= 4 * doubled {
        let at = steps.iter().position(|step| *step == 0.0).and_then(|at| shown.get(at + 1));
        if let Some((frame, n)) = at {
            report.at(
                subject,
                id,
                format!("the loop shows frame {n} of \"{}\" twice, the second time at frame {frame}", source.name),
                "the last key must show what comes just before the first: let the loop's values end one frame earlier",
            );
        }
    }
}

#[cfg(test)]
#[test]
fn its_examples_hold() {
    crate::check::testing::examples(&RULE);
}
