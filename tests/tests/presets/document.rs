//! The page of presets and its pictures.

use inbetween::Project;
use inbetween::author::presets::{PRESETS, Preset, markdown};
use inbetween::output::svg_of;
use inbetween::plot::{PlotLook, PlotOptions, Theme};
use inbetween::timeline::scene::Scene;
use inbetween::timeline::scene::SceneOptions;
use inbetween::timeline::{CompositionRef, Session};
use std::fmt::Write as _;

/// The picture of a preset: its curve, the path of a point, or a text at some times.
pub(crate) fn picture(preset: &Preset) -> Option<String> {
    let demo = (preset.demo)();
    let (project, _) = Project::preset_demo(preset).unwrap();
    let first = demo.to.first()?;
    if first.contains(".text.") {
        return Some(strips(&project, demo.span));
    }
    let scene = scene(preset, &project);
    Some(String::from_utf8(svg_of(&scene).unwrap()).unwrap())
}

/// The curve of a preset, or the path of its point.
fn scene(preset: &Preset, project: &Project) -> Scene {
    let demo = (preset.demo)();
    let mut options = PlotOptions::default();
    (options.from, options.to) = (Some(demo.span[0]), Some(demo.span[1]));
    // One curve before and one after; more would hide one another.
    let several = demo.plot.iter().any(|text| text.ends_with("position") || text.ends_with("scale"));
    options.only_after = several || demo.plot.len() > 1;
    let plot = project.plot(&demo.plot, &options, &|_, _| true).unwrap();
    let mut look = PlotLook::default();
    (look.width, look.height) = if demo.path { (480.0, 300.0) } else { (480.0, 240.0) };
    look.theme = Theme::Light;
    look.speed = false;
    if demo.path { plot.motion_path(&look) } else { plot.scene(&look) }
}

/// A text at five times, one under the other.
fn strips(project: &Project, [from, to]: [f64; 2]) -> String {
    let session = Session::new(project.timeline().clone());
    let (width, high) = (320, 50);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {}\" width=\"{width}\">\n<rect width=\"100%\" \
         height=\"100%\" fill=\"#23262f\"/>\n",
        5 * high
    );
    for step in 0..5 {
        let time = from + (to - from) * (f64::from(step) + 0.5) / 5.0;
        let scene = session.scene(CompositionRef(0), time, &SceneOptions::default()).0;
        let one = String::from_utf8(svg_of(&scene).unwrap()).unwrap();
        let inner = one.find("<svg").and_then(|at| one.get(at..)).unwrap();
        let inner = inner.split_once('>').map_or("", |(_, rest)| rest).trim_end().trim_end_matches("</svg>");
        // The words stand around the baseline at 200 of 360.
        let _ = writeln!(
            out,
            "<svg y=\"{}\" width=\"{width}\" height=\"{high}\" viewBox=\"0 130 640 100\">{inner}</svg>",
            step * high
        );
    }
    out + "</svg>\n"
}

#[test]
fn the_page_and_the_pictures_are_those_of_the_table() {
    let write = std::env::var_os("PRESETS").is_some_and(|how| how == "write");
    let docs = inbetween_tests::root().join("docs");
    let mut stale = Vec::new();
    let mut keep = |path: std::path::PathBuf, text: &str| {
        if write {
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(&path, text).unwrap();
        } else if std::fs::read_to_string(&path).ok().as_deref() != Some(text) {
            stale.push(path.display().to_string());
        }
    };
    for preset in PRESETS {
        if let Some(picture) = picture(preset) {
            keep(docs.join(format!("presets/{}.svg", preset.name)), &picture);
        }
    }
    let page = markdown(&|preset| (Project::preset_demo(preset).unwrap().1, true));
    keep(docs.join("presets.md"), &page);
    assert!(stale.is_empty(), "run with PRESETS=write: {stale:?}");
}

/// `PRESETS=png` writes the pictures as PNG into the folder of temporary files, to be looked at.
#[test]
fn the_pictures_can_be_looked_at() {
    if std::env::var_os("PRESETS").is_none_or(|how| how != "png") {
        return;
    }
    let folder = std::env::temp_dir().join("presets");
    std::fs::create_dir_all(&folder).unwrap();
    for preset in PRESETS {
        let demo = (preset.demo)();
        let (project, _) = Project::preset_demo(preset).unwrap();
        let scene = if demo.to[0].contains(".text.") {
            let time = (demo.span[0] + demo.span[1]) * 0.3;
            Session::new(project.timeline().clone())
                .scene(CompositionRef(0), time, &SceneOptions::default())
                .0
        } else {
            scene(preset, &project)
        };
        std::fs::write(folder.join(format!("{}.json", preset.name)), &*project.document().source.text)
            .unwrap();
        let png = inbetween::output::png_of(&scene, 1.0).unwrap();
        std::fs::write(folder.join(format!("{}.png", preset.name)), png).unwrap();
    }
}
