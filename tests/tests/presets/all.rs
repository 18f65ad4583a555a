//! What holds for every preset.

use crate::rig::script;
use inbetween::Project;
use inbetween::author::presets::PRESETS;
use inbetween::timeline::Session;
use inbetween_expr::tier::Tier;

/// Presets whose expressions build texts, which the numeric tier leaves to the script tier.
const OF_TEXT: [&str; 2] = ["counter", "typewriter"];

#[test]
fn every_demo_runs_clean_in_the_numeric_tier_and_both_tiers_agree() {
    let mut wrong = Vec::new();
    for preset in PRESETS {
        let (project, applied) =
            Project::preset_demo(preset).unwrap_or_else(|e| panic!("{}: {e}", preset.name));
        let slow = script(&project);
        let sessions = [&project, &slow].map(|project| Session::new(project.timeline().clone()));
        for (property, data) in project.timeline().properties() {
            if data.program.is_none() {
                continue;
            }
            if let Some(Tier::Script { reason, offset }) = project.timeline().expression_tier(property)
                && !OF_TEXT.contains(&preset.name)
            {
                wrong.push(format!("{}: {reason} at {offset}", preset.name));
            }
            for frame in 0..100 {
                let time = f64::from(frame) / 25.0;
                let [a, b] = [&sessions[0], &sessions[1]].map(|session| session.evaluate(property, time));
                if format!("{a:?}") != format!("{b:?}") {
                    wrong.push(format!("{}: {a:?} {b:?} at {time}", preset.name));
                    break;
                }
            }
            let used = sessions[0].state().tier_use(property);
            if used.given_up > 0 && !OF_TEXT.contains(&preset.name) {
                wrong.push(format!("{}: gave up {} times: {:?}", preset.name, used.given_up, used.why));
            }
        }
        let findings: Vec<_> = project
            .check(1, &|_, _| true)
            .unwrap()
            .diagnostics
            .into_iter()
            .filter(|d| preset.after_effects || d.code != "expression/not-after-effects")
            // The rules of check warn of much that a player or another frame rate may do with it.
            .filter(|d| d.severity == inbetween::Severity::Error || d.code.starts_with("expression/"))
            .collect();
        if !findings.is_empty() {
            wrong.push(format!("{}: {findings:?}", preset.name));
        }
        for made in &applied.expressions {
            println!("--- {}\n{}", preset.name, made.text);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
