//! A frame's pixels depend on nothing but the frame: drawn first, last, twice, alone or among others, on any thread.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

use inbetween::output::{Drawn, Encoded, FrameEncoder, FrameSink, StreamInfo};
use inbetween::timeline::scene::Scene;
use inbetween::{Frames, OpenOptions, Picture, Project, Quality, RenderOptions, Size};
use std::io;
use std::sync::Arc;

/// Keeps every frame's straight bytes.
#[derive(Default)]
struct Kept(Vec<Vec<u8>>);

struct Bytes;

impl FrameEncoder for Bytes {
    fn encode(&self, frame: &Drawn<'_>, _: &mut dyn FnMut(&Scene) -> Picture) -> io::Result<Encoded> {
        Ok(Encoded { bytes: frame.pixels.to_straight_bytes(), ..Encoded::default() })
    }
}

impl FrameSink for Kept {
    fn begin(&mut self, _: &StreamInfo) -> io::Result<()> {
        Ok(())
    }
    fn encoder(&self) -> Arc<dyn FrameEncoder> {
        Arc::new(Bytes)
    }
    fn frame(&mut self, bytes: Vec<u8>) -> io::Result<()> {
        self.0.push(bytes);
        Ok(())
    }
    fn finish(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn frames(project: &Project, times: &[f64], threads: usize, quality: Quality) -> Vec<Vec<u8>> {
    let mut options = RenderOptions::default();
    options.frames = Frames::Times(times.to_vec());
    options.size = Size::Longer(48);
    options.threads = threads;
    options.quality = quality;
    let mut kept = Kept::default();
    project.render(&options, &mut kept, &|_, _| true).unwrap();
    kept.0
}

#[track_caller]
fn check(name: &str, project: &Project, times: &[f64]) {
    for quality in [Quality::Fast, Quality::Reference] {
        let forth = frames(project, times, 1, quality);
        assert_eq!(forth.len(), times.len());
        let reversed: Vec<f64> = times.iter().rev().copied().collect();
        let mut back = frames(project, &reversed, 1, quality);
        back.reverse();
        assert!(forth == back, "{name}: backwards is not forwards");
        let twice: Vec<f64> = times.iter().flat_map(|t| [*t, *t]).collect();
        for (index, frame) in frames(project, &twice, 1, quality).iter().enumerate() {
            assert!(*frame == forth[index / 2], "{name}: drawn again, frame {} is another", index / 2);
        }
        for threads in [2, 5] {
            assert!(frames(project, times, threads, quality) == forth, "{name}: {threads} threads differ");
        }
        for (time, frame) in times.iter().zip(&forth) {
            assert!(
                frames(project, &[*time], 1, quality) == std::slice::from_ref(frame),
                "{name}: alone at {time}"
            );
        }
    }
}

const TIMES: [f64; 7] = [0.0, 0.1, 0.5, 0.5 + 1.0 / 60.0, 1.0, 1.7, 3.9];

#[test]
fn the_examples_are_the_same_in_any_order_and_on_any_thread() {
    for file in inbetween_tests::files(&inbetween_tests::root().join("examples"), &[".json"]) {
        let project = Project::open(&std::fs::read(&file).unwrap(), &OpenOptions::default()).unwrap();
        check(&file.to_string_lossy(), &project, &TIMES);
    }
}

#[test]
fn the_golden_cases_are_the_same_in_any_order_and_on_any_thread() {
    let files = inbetween_tests::files(&inbetween_tests::root().join("tests/golden"), &[".json"]);
    assert!(files.len() > 20);
    for file in files.iter().step_by(3) {
        let project = Project::open(&std::fs::read(file).unwrap(), &OpenOptions::default()).unwrap();
        check(&file.to_string_lossy(), &project, &[0.0, 0.2, 0.35, 1.0]);
    }
}

/// Made files: layers with random kinds, transforms, mattes, masks, effects, blends and expressions.
#[test]
fn made_files_are_the_same_in_any_order_and_on_any_thread() {
    inbetween_tests::cases::cases(60, 4096, |u| {
        let mut layers = Vec::new();
        for n in 0..u.int_in_range(1..=6)? {
            let mut number = |low: i32, high: i32| u.int_in_range(low..=high);
            let (x, y, turn, scale) = (number(0, 40)?, number(0, 40)?, number(-90, 90)?, number(20, 180)?);
            let color = format!(
                "[{},{},{},1]",
                number(0, 10)? as f64 / 10.0,
                number(0, 10)? as f64 / 10.0,
                number(0, 10)? as f64 / 10.0
            );
            let shape = match number(0, 3)? {
                0 => format!(
                    r#"{{"ty":"rc","p":{{"a":0,"k":[0,0]}},"s":{{"a":0,"k":[{},{}]}},"r":{{"a":0,"k":{}}}}}"#,
                    number(1, 30)?,
                    number(1, 30)?,
                    number(0, 9)?
                ),
                1 => format!(
                    r#"{{"ty":"el","p":{{"a":0,"k":[0,0]}},"s":{{"a":0,"k":[{},{}]}}}}"#,
                    number(1, 30)?,
                    number(1, 30)?
                ),
                _ => format!(
                    r#"{{"ty":"sr","sy":1,"d":1,"pt":{{"a":0,"k":{}}},"p":{{"a":0,"k":[0,0]}},"r":{{"a":0,"k":0}},"ir":{{"a":0,"k":5}},"or":{{"a":0,"k":{}}},"is":{{"a":0,"k":20}},"os":{{"a":0,"k":0}}}}"#,
                    number(3, 9)?,
                    number(6, 20)?
                ),
            };
            let paint = match number(0, 2)? {
                0 => format!(r#"{{"ty":"fl","c":{{"a":0,"k":{color}}},"o":{{"a":0,"k":80}}}}"#),
                1 => format!(r#"{{"ty":"st","c":{{"a":0,"k":{color}}},"o":{{"a":0,"k":100}},"w":{{"a":0,"k":{}}},"lc":2,"lj":2,"d":[{{"n":"d","v":{{"a":0,"k":4}}}},{{"n":"g","v":{{"a":0,"k":3}}}}]}}"#, number(1, 6)?),
                _ => r#"{"ty":"gf","t":2,"o":{"a":0,"k":100},"g":{"p":2,"k":{"a":0,"k":[0,1,0,0,1,0,0,1]}},"s":{"a":0,"k":[0,0]},"e":{"a":0,"k":[15,0]}}"#.to_owned(),
            };
            let more = match number(0, 5)? {
                0 => {
                    r#","ef":[{"ty":5,"nm":"b","mn":"ADBE Gaussian Blur 2","en":1,"np":3,"ef":[{"ty":0,"nm":"r","mn":"ADBE Gaussian Blur 2-0001","v":{"a":0,"k":7}}]}]"#
                }
                1 => {
                    r#","masksProperties":[{"mode":"a","pt":{"a":0,"k":{"c":true,"v":[[-9,-9],[12,-9],[0,9]],"i":[[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0]]}},"o":{"a":0,"k":70},"f":{"a":0,"k":[3,3]},"x":{"a":0,"k":1}}]"#
                }
                2 => r#","bm":1"#,
                3 => r#","tt":1"#,
                4 => r#","mb":true"#,
                _ => "",
            };
            layers.push(format!(
                r#"{{"ty":4,"nm":"l{n}","ind":{},"ip":0,"op":120,"ks":{{"p":{{"a":0,"k":[{x},{y}],"x":"value + [wiggle(2, 3)[0] - value[0], 4 * Math.sin(time * {n})]"}},"r":{{"a":1,"k":[{{"t":0,"s":[0],"o":{{"x":[0.3],"y":[0]}},"i":{{"x":[0.7],"y":[1]}}}},{{"t":60,"s":[{turn}]}}]}},"s":{{"a":0,"k":[{scale},{scale}]}},"o":{{"a":0,"k":{}}}}},"shapes":[{shape},{paint}]{more}}}"#,
                n + 1,
                number(30, 100)?
            ));
        }
        let text = format!(
            r#"{{"v":"5.9.0","fr":30,"ip":0,"op":120,"w":48,"h":40,"layers":[{}]}}"#,
            layers.join(",")
        );
        let project = Project::open(text.as_bytes(), &OpenOptions::default()).unwrap();
        check(&text, &project, &[0.0, 0.4, 1.1]);
        Ok(())
    });
}
