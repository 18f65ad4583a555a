//! Both tiers give the same bits and the same findings.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::print_stdout, reason = "tests")]

use inbetween::timeline::{Choice, PropertyRef, Session, Timeline, with_large_stack};
use inbetween::{OpenOptions, Project};
use inbetween_types::Value;
use std::path::{Path, PathBuf};

fn bits(value: &Value) -> String {
    match value {
        Value::Number(_) | Value::Vector(_) => {
            let list: Vec<String> =
                value.components().iter().map(|n| format!("{:016x} ({n})", n.to_bits())).collect();
            list.join(" ")
        }
        other => format!("{other:?}"),
    }
}

fn open(bytes: &[u8], tier: Choice) -> Option<Project> {
    let mut options = OpenOptions::default();
    options.tier = tier;
    Project::open(bytes, &options).ok()
}

fn expressed(timeline: &Timeline) -> Vec<PropertyRef> {
    timeline.properties().filter(|(_, data)| data.program.is_some()).map(|(property, _)| property).collect()
}

/// Where the tiers differ, and how many evaluations the numeric tier did and gave up.
fn compare(name: &str, bytes: &[u8], times: &[f64]) -> (Vec<String>, u64, u64) {
    let (Some(auto), Some(script)) = (open(bytes, Choice::Auto), open(bytes, Choice::Script)) else {
        return (Vec::new(), 0, 0);
    };
    with_large_stack(|| {
        let sessions = [Session::new(auto.timeline().clone()), Session::new(script.timeline().clone())];
        let mut wrong = Vec::new();
        let properties = expressed(auto.timeline());
        for time in times {
            for property in &properties {
                let [a, b] = [&sessions[0], &sessions[1]].map(|s| bits(&s.evaluate(*property, *time)));
                if a != b && wrong.len() < 5 {
                    let text = auto.timeline().property(*property).and_then(|p| p.program.as_ref());
                    let text = text.map_or("", |p| &p.source);
                    wrong.push(format!("{name} at {time}: numeric {a}, script {b}\n{text}\n"));
                }
            }
        }
        let findings = |session: &Session| {
            let mut list: Vec<String> = session.diagnostics().iter().map(|d| format!("{d:?}")).collect();
            list.sort();
            list
        };
        let (a, b) = (findings(&sessions[0]), findings(&sessions[1]));
        if a != b {
            let only: Vec<&String> = a
                .iter()
                .filter(|d| !b.contains(d))
                .chain(b.iter().filter(|d| !a.contains(d)))
                .take(3)
                .collect();
            wrong.push(format!("{name}: findings differ: {only:#?}"));
        }
        let used: Vec<_> = properties.iter().map(|p| sessions[0].state().tier_use(*p)).collect();
        (wrong, used.iter().map(|u| u.numeric).sum(), used.iter().map(|u| u.given_up).sum())
    })
}

/// Where blocks of times differ from single evaluations in the script tier, findings included.
fn compare_blocks(name: &str, bytes: &[u8], times: &[f64]) -> Vec<String> {
    let (Some(auto), Some(script)) = (open(bytes, Choice::Auto), open(bytes, Choice::Script)) else {
        return Vec::new();
    };
    with_large_stack(|| {
        let [auto, script] = [&auto, &script].map(|project| Session::new(project.timeline().clone()));
        let properties = expressed(auto.timeline());
        let mut wrong = Vec::new();
        let mut seen = vec![0; properties.len()];
        auto.evaluate_block(&properties, times, &|| true, &mut |at, time, value| {
            seen[at] += 1;
            let (a, b) = (bits(&value), bits(&script.evaluate(properties[at], times[time])));
            if a != b && wrong.len() < 5 {
                let text = auto.timeline().property(properties[at]).and_then(|p| p.program.clone());
                let text = text.map_or(String::new(), |p| p.source.to_string());
                wrong.push(format!("{name} at {}: block {a}, script {b}\n{text}\n", times[time]));
            }
        });
        assert!(seen.iter().all(|count| *count == times.len()), "{name}: every value once");
        let findings = |session: &Session| {
            let mut list: Vec<String> = session.diagnostics().iter().map(|d| format!("{d:?}")).collect();
            list.sort();
            list
        };
        if findings(&auto) != findings(&script) {
            wrong.push(format!("{name}: findings differ"));
        }
        wrong
    })
}

/// Times on frames and between them, more than two blocks, some before the first key.
fn block_times() -> Vec<f64> {
    (0..70).map(|at| f64::from(at) * 0.07 - 0.28).collect()
}

#[test]
fn random_programs_give_the_same_in_blocks() {
    let times = block_times();
    inbetween_tests::cases::cases(120, 600, |bytes| {
        let mut pick = |n: usize| bytes.choose_index(n).unwrap_or(0);
        let text = inbetween_tests::programs::program(&mut pick);
        let wrong = compare_blocks("rig", &inbetween_tests::programs::rig_with(&text), &times);
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        Ok(())
    });
}

#[test]
fn blocks_take_what_they_should() {
    let programs = [
        "value + Math.sin(time)",
        "n = 0; if (numKeys > 0) { n = nearestKey(time).index; if (key(n).time > time) n--; } n > 0 ? value * n : value",
        "wiggle(2, 30)",
        "posterizeTime(4); wiggle(3, [1, 2], 2, 0.7)",
        "seedRandom(3, true); value + random(-1, 1)",
        "function f(x) { if (x > 1) return x * 2; return x; } s = 0; for (i = 0; i < 3 + time; i++) s += f(i); value + s * time",
        "l = effect('S')('Slider'); linear(time, 0, 2, value, value * l)",
        "q = thisComp.layer('b'); value * time + q.transform.rotation",
        "value + length(velocityAtTime(time - 0.01), velocity)",
    ];
    for text in programs {
        let bytes = inbetween_tests::programs::rig_with(text);
        let wrong = compare_blocks(text, &bytes, &block_times());
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        let project = open(&bytes, Choice::Auto).unwrap();
        with_large_stack(|| {
            let session = Session::new(project.timeline().clone());
            let position =
                project.timeline().layers().next().and_then(|(_, l)| l.transform.position).unwrap();
            // On frames: beside them a read of another expression is rounded, one by one.
            let frames: Vec<f64> = (0..70).map(|at| f64::from(at) / 25.0).collect();
            session.evaluate_block(&[position], &frames, &|| true, &mut |_, _, _| {});
            let used = session.state().tier_use(position);
            assert!(used.blocks > 60, "{text}: {used:?}");
        });
    }
}

fn files(folder: &str) -> Vec<PathBuf> {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let root = match folder.strip_prefix("shared/") {
        Some(inside) => inbetween_tests::shared().map(|shared| shared.join(inside)),
        None => Some(workspace.join(folder)),
    };
    let Some(Ok(list)) = root.map(std::fs::read_dir) else { return Vec::new() };
    let mut files: Vec<PathBuf> = list.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|path| !path.to_string_lossy().ends_with(".expect.json") && path.is_file());
    files.sort();
    files
}

fn all_of(folder: &str, times: &[f64]) {
    let mut wrong = Vec::new();
    for path in files(folder) {
        let Ok(bytes) = std::fs::read(&path) else { continue };
        let name = path.file_name().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
        let (mut found, numeric, given_up) = compare(&name, &bytes, times);
        wrong.extend(compare_blocks(&name, &bytes, &block_times()));
        println!("{name}: {numeric} numeric, {given_up} given up");
        wrong.append(&mut found);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Points through parents whose positions wiggle: the matrices of a whole block, asked for in any order of layers.
#[test]
fn spaces_of_a_block_are_those_of_single_times() {
    let layer = |n: u32, parent: Option<u32>, opacity: &str| {
        let parent = parent.map_or(String::new(), |parent| format!(r#""parent":{parent},"#));
        format!(
            r#"{{"ty":3,"ind":{n},"nm":"{n}",{parent}"ip":0,"op":100,"st":0,"ks":{{"p":{{"a":0,"k":[{n},7],"x":"wiggle(2, 30)"}},"r":{{"a":0,"k":5}},"s":{{"a":0,"k":[90,120]}},"o":{{"a":0,"k":50,"x":"{opacity}"}}}}}}"#
        )
    };
    let layers = [
        layer(1, Some(3), "p = toComp([3, 4]); linear(p[0], -50, 50, 0, 100)"),
        layer(2, Some(1), "length(fromComp([3, 4, 5]))"),
        layer(3, Some(4), "thisComp.layer(1).toWorld([0, 0])[1] + thisComp.layer(2).transform.opacity / 2"),
        layer(4, None, "time > 1 ? thisComp.layer(2).toComp([1, 1])[0] : value"),
    ];
    let bytes =
        format!(r#"{{"v":"5.7.0","fr":25,"ip":0,"op":100,"w":9,"h":9,"layers":[{}]}}"#, layers.join(","));
    let frames: Vec<f64> = (0..70).map(|at| f64::from(at) / 25.0).collect();
    for times in [frames.clone(), block_times()] {
        let wrong = compare_blocks("spaces", bytes.as_bytes(), &times);
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
    let project = open(bytes.as_bytes(), Choice::Auto).unwrap();
    with_large_stack(|| {
        let session = Session::new(project.timeline().clone());
        let properties = expressed(project.timeline());
        session.evaluate_block(&properties, &frames, &|| true, &mut |_, _, _| {});
        let used: Vec<u64> = properties.iter().map(|p| session.state().tier_use(*p).blocks).collect();
        assert!(used.iter().filter(|count| **count >= 64).count() >= 7, "{used:?}");
    });
}

/// Blocks leave out what only adds a zero; the sign of a zero must not tell.
#[test]
fn zeros_in_the_spaces_of_a_block_have_the_signs_of_single_times() {
    let layer = |n: u32, parent: &str, turn: i32, position: &str, opacity: &str| {
        format!(
            r#"{{"ty":3,"ind":{n},"nm":"{n}",{parent}"ip":0,"op":100,"st":0,"ks":{{"p":{position},"r":{{"a":0,"k":{turn}}},"s":{{"a":0,"k":[-100,100]}},"o":{{"a":0,"k":50,"x":"{opacity}"}},"a":{{"a":0,"k":[0,0]}}}}}}"#
        )
    };
    let still = r#"{"a":0,"k":[-0.0,0]}"#;
    let moving =
        r#"{"a":1,"k":[{"t":0,"s":[-8,0],"i":{"x":1,"y":1},"o":{"x":0,"y":0}},{"t":64,"s":[8,-0.0]}]}"#;
    let layers = [
        layer(1, r#""parent":2,"#, 0, still, "toComp([0, 0])[0]"),
        layer(2, r#""parent":3,"#, 180, still, "toComp([-0, 5])[0] * 3"),
        layer(3, "", 0, moving, "toComp([time - 1, 0])[1]"),
        layer(4, "", 90, still, "toComp([0, -0])[1]"),
        layer(5, r#""parent":4,"#, 0, moving, "fromComp([0, 0])[0]"),
        layer(6, r#""parent":5,"#, 0, still, "toComp([0, 0, -0])[2]"),
        layer(7, r#""parent":5,"#, 0, still, "toComp([1e200, 1e308 * time])[0] > 1 ? 3 : 4"),
    ];
    the_same_in_blocks("zeros", &layers);
}

/// Layers of a small file, at 70 frames: more than two blocks.
#[track_caller]
fn the_same_in_blocks(name: &str, layers: &[String]) {
    let bytes =
        format!(r#"{{"v":"5.7.0","fr":25,"ip":0,"op":100,"w":9,"h":9,"layers":[{}]}}"#, layers.join(","));
    let frames: Vec<f64> = (0..70).map(|at| f64::from(at) / 25.0).collect();
    let wrong = compare_blocks(name, bytes.as_bytes(), &frames);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Neighbouring times share knots of noise.
#[test]
fn wiggles_of_a_block_are_those_of_single_times() {
    let layer = |n: u32, text: &str| {
        format!(
            r#"{{"ty":3,"ind":{n},"nm":"{n}","ip":0,"op":100,"st":0,"ks":{{"p":{{"a":0,"k":[{n},7],"x":"{text}"}}}}}}"#
        )
    };
    let layers = [
        layer(1, "wiggle(2, 30)"),
        layer(2, "wiggle(time * 3, [10, 20], 2.5, 0.7, time * 2 - 1)"),
        layer(3, "seedRandom(Math.floor(time)); wiggle(60, 5, 16)"),
        layer(4, "wiggle(1, 5, time - 1, -2, -time)"),
    ];
    the_same_in_blocks("wiggles", &layers);
}

#[test]
fn followers_meet_the_frames_before() {
    let follower = |n: u32| {
        format!(
            r#"{{"ty":3,"ind":{n},"nm":"{n}","ip":0,"op":300,"st":0,"ks":{{"r":{{"a":0,"k":0,"x":"thisComp.layer(index - 1).transform.rotation.valueAtTime(time - thisComp.frameDuration)"}}}}}}"#
        )
    };
    let leader = r#"{"ty":3,"ind":1,"nm":"1","ip":0,"op":300,"st":0,"ks":{"r":{"a":0,"k":0,"x":"Math.sin(time * 10)"}}}"#;
    let layers: Vec<String> = std::iter::once(leader.to_owned()).chain((2..=40).map(follower)).collect();
    let bytes =
        format!(r#"{{"v":"5.7.0","fr":29.97,"ip":0,"op":300,"w":9,"h":9,"layers":[{}]}}"#, layers.join(","));
    for tier in [Choice::Auto, Choice::Script] {
        let project = open(bytes.as_bytes(), tier).unwrap();
        with_large_stack(|| {
            let session = Session::new(project.timeline().clone());
            let rotations: Vec<PropertyRef> =
                project.timeline().layers().filter_map(|(_, layer)| layer.transform.rotation).collect();
            for frame in 40..80 {
                let at = |frame: i32| f64::from(frame) / 29.97;
                let last = session.evaluate(rotations[39], at(frame));
                assert_eq!(last, session.evaluate(rotations[0], at(frame - 39)), "frame {frame}");
            }
        });
    }
}

fn session(tier: Choice) -> Session {
    let project = open(inbetween_tests::programs::RIG, tier).unwrap();
    Session::new(project.timeline().clone())
}

#[test]
fn random_programs_give_the_same_on_both_tiers() {
    with_large_stack(|| {
        let (auto, script) = (session(Choice::Auto), session(Choice::Script));
        let properties: Vec<PropertyRef> = auto
            .timeline()
            .properties()
            .filter(|(_, data)| data.keyframes.len() > 1 || data.value.components().len() == 1)
            .map(|(property, _)| property)
            .collect();
        let (mut ran, mut numeric) = (0_u64, 0_u64);
        inbetween_tests::cases::cases(120, 600, |bytes| {
            let mut pick = |n: usize| bytes.choose_index(n).unwrap_or(0);
            let text = inbetween_tests::programs::program(&mut pick);
            let Some(program) = auto.compile(&text).program else { return Ok(()) };
            for (at, property) in properties.iter().enumerate().flat_map(|p| [p, p, p]).take(9) {
                let time = [0.0, 1.7, 0.9][ran as usize % 3];
                let _ = at;
                let [a, b] = [&auto, &script].map(|s| match s.evaluate_on(*property, &program, time) {
                    Ok(value) => bits(&value),
                    Err(fault) => format!("{fault:?}"),
                });
                assert_eq!(a, b, "at {time} on {}:\n{text}", auto.timeline().property_expression(*property));
                ran += 1;
                numeric += auto.state().tier_use(*property).numeric;
            }
            Ok(())
        });
        // A generator that never reaches the numeric tier would test nothing.
        assert!(numeric * 10 > ran, "{numeric} of {ran}");
    });
}

/// Loops that go on where an earlier evaluation came to, and loops that look alike but must not.
#[test]
fn integrators_give_the_same_on_both_tiers_in_any_order() {
    let programs = [
        "s = 0; for (f = 0; f < timeToFrames(time); f++) s += position.valueAtTime(framesToTime(f))[0]; s + value",
        "s = 0; for (f = 0; f <= timeToFrames(time); f++) { s += position.valueAtTime(f / 10)[1] * thisComp.frameDuration; } [s, f]",
        "s = 0; for (f = 0; f < timeToFrames(time); f++) s += thisComp.layer('b').transform.rotation.valueAtTime(f / 10); s",
        "s = 0; for (f = 0; f < timeToFrames(time); f++) s += time * f; s",
        "s = time; for (f = 0; f < timeToFrames(time); f++) s += f; s",
        "s = 0; for (f = 0; f < timeToFrames(time); f++) { if (f > 7) break; s += f; } s * 100 + f",
        "s = 0; for (f = 0.5; f < timeToFrames(time); f++) s += f; s",
        "function g(n) { var t = 0; for (var k = 0; k < n; k++) t += k; return t + time; } s = 0; for (f = 0; f < timeToFrames(time); f++) s += g(f); s",
        "s = 0; for (f = 0; f < timeToFrames(time); f++) { try { s += key(f).time; } catch (e) { s += time; } } s",
        "n = 3; s = 0; for (f = 0; f < n; f++) { s += f; if (f < timeToFrames(time)) n++; if (n > 9) break; } s + n",
        "s = 0; for (f = 0; f < timeToFrames(time); f++) s += random(); s",
        "s = [0, 0]; for (f = 0; f < timeToFrames(time); f++) s = add(s, position.valueAtTime(f / 25)); s",
        "s = 0; for (f = 0; f < timeToFrames(time); f++) for (g = 0; g < time; g++) s += g; s",
    ];
    with_large_stack(|| {
        let (auto, script) = (session(Choice::Auto), session(Choice::Script));
        let rotation = auto.timeline().layers().next().and_then(|(_, node)| node.transform.rotation).unwrap();
        for text in programs {
            let program = auto.compile(text).program.unwrap();
            for frame in [0, 1, 2, 3, 10, 11, 5, 12, 40, 39, 41, 2] {
                let time = f64::from(frame) / 25.0;
                let [a, b] = [&auto, &script].map(|s| match s.evaluate_on(rotation, &program, time) {
                    Ok(value) => bits(&value),
                    Err(fault) => format!("{fault:?}"),
                });
                assert_eq!(a, b, "frame {frame}: {text}");
            }
            assert_eq!(auto.state().tier_use(rotation).given_up, 0, "{text}");
        }
    });
}

#[test]
fn the_corpus_gives_the_same_on_both_tiers() {
    all_of("shared/corpus/expression-files", &[0.0, 0.21, 0.5, 1.0, 2.37]);
}

#[test]
fn the_rigs_give_the_same_on_both_tiers() {
    all_of("shared/acceptance/rigs", &[0.0, 0.21, 0.5, 1.0, 2.37, 4.0]);
}

#[test]
fn the_examples_give_the_same_on_both_tiers() {
    all_of("examples", &[0.0, 0.4, 1.0]);
}
