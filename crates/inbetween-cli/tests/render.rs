//! `render`: names, streams, whole files.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use common::stderr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const FILE: &str = r##"{"v":"5.7.0","ip":0,"op":12,"fr":24,"w":40,"h":20,"nm":"Square","assets":[],"layers":[
  {"ty":1,"nm":"red","ip":0,"op":12,"st":0,"sw":10,"sh":10,"sc":"#ff0000",
   "ks":{"p":{"a":1,"k":[{"t":0,"s":[5,10],"o":{"x":[0],"y":[0]},"i":{"x":[1],"y":[1]}},{"t":12,"s":[35,10]}]},"a":{"k":[5,5]}}}]}"##;

/// A folder of this test's own with `film.json` in it.
fn scratch(name: &str) -> PathBuf {
    let folder = common::scratch(&format!("render-{name}"));
    std::fs::write(folder.join("film.json"), FILE).unwrap();
    folder
}

fn command(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_inbetween"));
    command.current_dir(folder).args(["render", "film.json"]).args(args);
    command
}

fn render(folder: &Path, args: &[&str]) -> Output {
    command(folder, args).output().unwrap()
}

/// The files in a folder, the film itself left out.
fn files(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .filter(|name| name != "film.json")
        .collect();
    names.sort();
    names
}

#[test]
fn every_format_is_written_by_its_name() {
    let folder = scratch("formats");
    for (name, magic) in [
        ("a.png", &b"\x89PNG"[..]),
        ("a.svg", b"<svg"),
        ("a.apng", b"\x89PNG"),
        ("a.gif", b"GIF89a"),
        ("a.webp", b"RIFF"),
    ] {
        let output = render(&folder, &["-o", name]);
        assert_eq!(output.status.code(), Some(0), "{name}: {}", stderr(&output));
        assert!(std::fs::read(folder.join(name)).unwrap().starts_with(magic), "{name}");
    }
    assert_eq!(files(&folder), ["a.apng", "a.gif", "a.png", "a.svg", "a.webp"]);
}

#[cfg(feature = "mp4")]
#[test]
fn mp4_needs_no_other_program() {
    let folder = scratch("mp4");
    let output = render(&folder, &["-o", "a.mp4"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stderr(&output).is_empty(), "{}", stderr(&output));
    assert_eq!(&std::fs::read(folder.join("a.mp4")).unwrap()[4..8], b"ftyp");
}

#[test]
fn a_sequence_is_numbered_and_the_report_counts_it() {
    let folder = scratch("sequence");
    let output = render(&folder, &["-o", "f-###.png", "--frames", "2..=4", "--format", "json"]);
    assert_eq!(files(&folder), ["f-000.png", "f-001.png", "f-002.png"]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["frames"], 3);
    assert_eq!(report["width"], 40);
}

#[test]
fn raw_frames_stream_to_standard_output() {
    let folder = scratch("raw");
    let output = render(&folder, &["-o", "-", "--frame", "6"]);
    assert_eq!(output.stdout.len(), 40 * 20 * 4);
    // At frame 6 the square's middle is at (20, 10).
    let pixel = |x: usize, y: usize| &output.stdout[(y * 40 + x) * 4..][..4];
    assert_eq!(pixel(20, 10), [255, 0, 0, 255]);
    assert_eq!(pixel(2, 10), [0, 0, 0, 0]);
    let output = render(&folder, &["-o", "-", "--raw", "y4m", "--fps", "12"]);
    assert!(output.stdout.starts_with(b"YUV4MPEG2 W40 H20 F12:1 "));
    assert_eq!(output.stdout.windows(6).filter(|part| part == b"FRAME\n").count(), 6);
    assert!(files(&folder).is_empty());
}

#[test]
fn sizes_follow_the_options() {
    let folder = scratch("sizes");
    for (args, bytes) in [(["--size", "8x4"], 32), (["--size", "10"], 50), (["--scale", "0.5"], 200)] {
        let output = render(&folder, &[&["-o", "-", "--frame", "0"][..], &args].concat());
        assert_eq!(output.stdout.len(), bytes * 4, "{args:?}");
    }
}

#[test]
fn threads_do_not_change_a_byte() {
    let folder = scratch("threads");
    for threads in ["1", "3"] {
        let output = render(&folder, &["-o", &format!("{threads}.gif"), "--threads", threads]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    }
    assert_eq!(std::fs::read(folder.join("1.gif")).unwrap(), std::fs::read(folder.join("3.gif")).unwrap());
}

#[test]
fn wrong_requests_say_what_is_wrong_and_write_nothing() {
    let folder = scratch("wrong");
    for (args, said) in [
        (&["-o", "a.bmp"][..], "must be named"),
        (&["-o", "nowhere/a.gif"], "no such folder"),
        (&["-o", "a.png", "--frames", "0..3"], "name a sequence with #"),
        (&["-o", "a-##.gif"], "sequences of .png or .svg"),
        (&["-o", "a.gif", "--size", "0x4"], "--size"),
        (&["-o", "a.gif", "--background", "rgb"], "--background"),
        (&["-o", "a.gif", "--frames", "5..5"], "no frame"),
        (&["-o", "a.gif", "--comp", "Circle"], "no composition named"),
        (&["-o", "a.png", "--sheet", "0x3"], "--sheet"),
    ] {
        let output = render(&folder, args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(stderr(&output).contains(said), "{args:?}: {}", stderr(&output));
        assert!(files(&folder).is_empty(), "{args:?}: {:?}", files(&folder));
    }
}

#[test]
fn a_run_out_of_time_leaves_nothing_and_the_old_file_stays() {
    let folder = scratch("timeout");
    std::fs::write(folder.join("a.gif"), "old").unwrap();
    let output = render(&folder, &["-o", "a.gif", "--timeout", "0.000001"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(files(&folder), ["a.gif"]);
    assert_eq!(std::fs::read(folder.join("a.gif")).unwrap(), b"old");
}

#[test]
fn strict_makes_missing_things_errors_and_writes_nothing() {
    let folder = scratch("strict");
    let with_image = FILE
        .replace(r#""assets":[]"#, r#""assets":[{"id":"i","w":4,"h":4,"u":"","p":"gone.png","e":0}]"#)
        .replace(
            r#""layers":["#,
            r#""layers":[{"ty":2,"refId":"i","nm":"gone","ip":0,"op":12,"st":0,"ks":{}},"#,
        );
    std::fs::write(folder.join("film.json"), with_image).unwrap();
    let output = render(&folder, &["-o", "a.png", "--strict"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("gone.png"), "{}", stderr(&output));
    assert!(files(&folder).is_empty());
    let output = render(&folder, &["-o", "a.png"]);
    assert!(stderr(&output).contains("gone.png"), "{}", stderr(&output));
    assert_eq!(files(&folder), ["a.png"]);
}

#[cfg(unix)]
mod ffmpeg {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    /// Runs with only this script as `ffmpeg` on the path.
    fn with_script(folder: &Path, script: Option<&str>) -> Output {
        let path = folder.join("bin");
        std::fs::create_dir_all(&path).unwrap();
        if let Some(script) = script {
            let file = path.join("ffmpeg");
            std::fs::write(&file, format!("#!/bin/sh\n{script}\n")).unwrap();
            std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).unwrap();
        }
        let mut command = command(folder, &["-o", "a.mov", "--ffmpeg", "-c:v 'x y'"]);
        command.env("PATH", path).output().unwrap()
    }

    #[test]
    fn frames_go_through_the_pipe_to_the_last_argument() {
        let folder = scratch("ffmpeg");
        let script = r#"for last; do :; done; n=0
while IFS= read -r line; do :; done; : > "$last"; for word; do echo "$word" >> "$last"; done"#;
        let output = with_script(&folder, Some(script));
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let words = std::fs::read_to_string(folder.join("a.mov")).unwrap();
        assert!(words.contains("rawvideo\n-pix_fmt\nrgba\n-s\n40x20\n-r\n24\n"), "{words}");
        assert!(words.contains("-c:v\nx y\n"), "{words}");
        assert_eq!(files(&folder), ["a.mov", "bin"]);
    }

    #[test]
    fn a_missing_or_dying_ffmpeg_is_said_clearly() {
        let folder = scratch("no-ffmpeg");
        let output = with_script(&folder, None);
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains("ffmpeg is not installed"), "{}", stderr(&output));
        let output = with_script(&folder, Some("echo 'Unknown encoder' >&2; exit 3"));
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains("Unknown encoder"), "{}", stderr(&output));
        assert_eq!(files(&folder), ["bin"]);
    }
}
