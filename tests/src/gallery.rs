//! The gallery: what `tests/gallery.json` lists, drawn as sheets and graphs for `docs/gallery.md`.
#![allow(clippy::indexing_slicing, reason = "a member that a JSON value does not have is null")]

use inbetween::output::{Target, sheet, svg_of};
use inbetween::plot::{PlotLook, PlotOptions, Sweep, Theme};
use inbetween::{FileLoader, Frames, OpenOptions, Project, RenderOptions, Size};
use serde_json::Value as Json;
use std::fmt::Write as _;
use std::io::{self, Cursor, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// Longer side of each picture of a sheet in pixels.
const SIDE: usize = 240;

/// One entry.
#[derive(Clone, Debug)]
pub struct Entry {
    /// File in `examples`.
    pub file: String,
    /// Name of its pictures, without ending.
    pub name: String,
    /// Heading.
    pub title: String,
    /// What is seen and why, in two sentences.
    pub text: String,
    /// Codes of the findings that belong to it; all others are mistakes.
    pub findings: Vec<String>,
    raw: Json,
}

/// What an entry gives.
#[derive(Clone, Debug)]
pub struct Made {
    /// Contact sheet (PNG).
    pub sheet: Vec<u8>,
    /// Graph (SVG), where the entry asks for one.
    pub graph: Option<Vec<u8>>,
    /// Codes and messages of all findings, of opening, drawing and plotting.
    pub findings: Vec<(String, String)>,
}

/// The entries by section.
///
/// # Panics
/// When the list cannot be read.
#[must_use]
#[allow(clippy::expect_used, reason = "a list that does not read is a broken test")]
pub fn sections() -> Vec<(String, Vec<Entry>)> {
    let text = std::fs::read(crate::root().join("tests/gallery.json")).expect("the list is there");
    let list: Json = serde_json::from_slice(&text).expect("the list is JSON");
    let words = |value: &Json| value.as_str().unwrap_or_default().to_owned();
    let list = list.as_array().cloned().unwrap_or_default();
    list.iter()
        .map(|section| {
            let entries = section["entries"].as_array().cloned().unwrap_or_default();
            let entries = entries.into_iter().map(|raw| Entry {
                file: words(&raw["file"]),
                name: words(&raw["file"]).split('.').next().unwrap_or_default().to_owned(),
                title: words(&raw["title"]),
                text: words(&raw["text"]),
                findings: raw["findings"].as_array().iter().flat_map(|l| l.iter().map(words)).collect(),
                raw,
            });
            (words(&section["section"]), entries.collect())
        })
        .collect()
}

/// Reads files of `examples`.
#[must_use]
pub fn loader() -> FileLoader {
    let folder = crate::root().join("examples");
    Arc::new(move |name: &str| std::fs::read(folder.join(name)).ok())
}

/// Opens an example with the files beside it.
///
/// # Panics
/// When it does not open.
#[must_use]
#[allow(clippy::panic, reason = "an example that does not open is a broken test")]
pub fn open(file: &str) -> Project {
    let path = crate::root().join("examples").join(file);
    let bytes = std::fs::read(&path).unwrap_or_else(|e| panic!("{file}: {e}"));
    let mut options = OpenOptions::default();
    options.loader = Some(loader());
    Project::open(&bytes, &options).unwrap_or_else(|e| panic!("{file}: {e}"))
}

/// A file in memory.
#[derive(Clone, Default)]
struct Memory(Arc<Mutex<Cursor<Vec<u8>>>>);

impl Memory {
    fn lock(&self) -> std::sync::MutexGuard<'_, Cursor<Vec<u8>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Write for Memory {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.lock().write(bytes)
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for Memory {
    fn seek(&mut self, place: SeekFrom) -> io::Result<u64> {
        self.lock().seek(place)
    }
}

impl Entry {
    /// Draws and plots it.
    ///
    /// # Panics
    /// When it does not open, draw or plot.
    #[must_use]
    #[allow(clippy::panic, reason = "an example that does not draw is a broken test")]
    pub fn make(&self) -> Made {
        let project = open(&self.file);
        let mut options = RenderOptions::default();
        options.size = Size::Longer(SIDE);
        options.loader = Some(loader());
        options.threads = 2;
        let numbers =
            |value: &Json| value.as_array().map(|l| l.iter().filter_map(Json::as_f64).collect::<Vec<_>>());
        options.frames = Frames::Times(numbers(&self.raw["times"]).unwrap_or_default());
        let memory = Memory::default();
        let target = memory.clone();
        let columns = self.raw["columns"].as_u64().map_or(3, |n| usize::try_from(n).unwrap_or(3));
        let mut sink = sheet(Box::new(move |_| Ok(Box::new(target.clone()) as Box<dyn Target>)), columns);
        let drawn = project
            .render(&options, sink.as_mut(), &|_, _| true)
            .unwrap_or_else(|e| panic!("{}: {e}", self.file));
        drop(sink);
        let mut findings: Vec<_> = project.diagnostics().iter().chain(&drawn.diagnostics).cloned().collect();
        let graph = self.graph(&project, &mut findings);
        let findings = findings.into_iter().map(|found| (found.code.to_string(), found.message)).collect();
        let sheet = memory.lock().get_ref().clone();
        Made { sheet, graph, findings }
    }

    #[allow(clippy::panic, reason = "an example that does not plot is a broken test")]
    fn graph(&self, project: &Project, findings: &mut Vec<inbetween::Diagnostic>) -> Option<Vec<u8>> {
        let graph = self.raw.get("graph")?;
        let properties = graph["properties"].as_array()?;
        let properties: Vec<String> =
            properties.iter().filter_map(|p| p.as_str().map(str::to_owned)).collect();
        let mut options = PlotOptions::default();
        options.only_after = graph["after"].as_bool().unwrap_or(false);
        if let Some(sweep) = graph["sweep"].as_str() {
            let (name, values) = sweep.split_once('=')?;
            let values = values.split(',').filter_map(|v| v.parse().ok()).collect();
            options.sweep = Some(Sweep { name: name.to_owned(), values });
        }
        let plot = project
            .plot(&properties, &options, &|_, _| true)
            .unwrap_or_else(|e| panic!("{}: {e}", self.file));
        findings.extend(plot.diagnostics.iter().cloned());
        let mut look = PlotLook::default();
        look.width = 720.0;
        look.theme = Theme::Light;
        look.speed = graph["speed"].as_bool().unwrap_or(false);
        look.height = if look.speed { 440.0 } else { 280.0 };
        let path = graph["path"].as_bool().unwrap_or(false);
        let scene = if path { plot.motion_path(&look) } else { plot.scene(&look) };
        Some(svg_of(&scene).unwrap_or_else(|e| panic!("{}: {e}", self.file)))
    }

    /// The command that draws its graph, as a user types it.
    fn plot_command(&self) -> Option<String> {
        let graph = self.raw.get("graph")?;
        let mut line = format!("inbetween plot examples/{}", self.file);
        for property in graph["properties"].as_array()?.iter().filter_map(Json::as_str) {
            let _ = write!(line, " '{property}'");
        }
        if let Some(sweep) = graph["sweep"].as_str() {
            let _ = write!(line, " --sweep '{sweep}'");
        }
        for (key, flag) in [("after", " --after"), ("path", " --path")] {
            if graph[key].as_bool().unwrap_or(false) {
                line.push_str(flag);
            }
        }
        Some(line + " -o graph.svg")
    }
}

/// The page.
#[must_use]
pub fn page() -> String {
    let mut page = String::from(
        "# Gallery\n\nEvery rig of the tutorials, made without After Effects: a scene file, artwork of our own, a \
         picture and its graph. This\npage and its pictures are drawn from `tests/gallery.json` by `cargo run -p \
         inbetween-tests --example gallery`; a test draws them again and\ncompares.\n",
    );
    for (section, entries) in sections() {
        let _ = write!(page, "\n## {section}\n");
        for entry in entries {
            let _ = write!(page, "\n### {}\n\n{}\n\n", entry.title, entry.text);
            for file in entry.raw["show"].as_array().iter().flat_map(|l| l.iter().filter_map(Json::as_str)) {
                let text = std::fs::read_to_string(crate::root().join("examples").join(file));
                let _ = write!(page, "```js\n{}\n```\n\n", text.unwrap_or_default().trim_end());
            }
            let _ = writeln!(page, "![{0}](gallery/{1}.png)", entry.title, entry.name);
            if entry.raw.get("graph").is_some() {
                let _ = write!(page, "\n![Its graph](gallery/{}.svg)\n", entry.name);
            }
            let _ = write!(page, "\n```sh\ninbetween render examples/{} -o {}.mp4\n", entry.file, entry.name);
            if let Some(line) = entry.plot_command() {
                let _ = writeln!(page, "{line}");
            }
            page.push_str("```\n");
        }
    }
    page
}

/// Where the pictures of the page are.
#[must_use]
pub fn folder() -> std::path::PathBuf {
    Path::new(&crate::root()).join("docs/gallery")
}
