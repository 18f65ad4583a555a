//! The small files of `tests/golden`: each drawn at its first frame, at reference quality.

use inbetween::timeline::Session;
use inbetween::timeline::scene::SceneOptions;
use inbetween::{OpenOptions, Project, Quality, RenderOptions};
use std::path::PathBuf;

/// One file drawn.
#[derive(Clone, Debug)]
pub struct Golden {
    /// Where the file is; its picture and its scene are beside it (`.png`, `.txt`).
    pub file: PathBuf,
    /// Width and height in pixels.
    pub size: [usize; 2],
    /// Straight RGBA.
    pub pixels: Vec<u8>,
    /// The scene's dump and the codes of all findings.
    pub text: String,
}

/// The examples with animated text: each is drawn at six times on one sheet, in `tests/golden/text`.
pub const TEXT_EXAMPLES: [&str; 9] = [
    "text-3d",
    "text-mixed",
    "text-path",
    "text-pop",
    "text-pop-chinese",
    "text-pop-persian",
    "text-swing",
    "text-swing-chinese",
    "text-swing-persian",
];

/// Seconds of the six pictures: letters on their way, beyond, and at rest.
const TEXT_TIMES: [f64; 6] = [0.1, 0.4, 0.7, 1.0, 1.5, 2.5];

/// Longer side of each of them in pixels.
const TEXT_SIDE: usize = 160;

/// A text example as a sheet, three pictures to a row.
///
/// # Panics
/// When it does not open.
#[must_use]
#[allow(clippy::expect_used, reason = "an example that does not open is a broken test")]
pub fn draw_text(name: &str) -> Golden {
    let bytes =
        std::fs::read(crate::root().join("examples").join(format!("{name}.json"))).expect("it is there");
    let project = Project::open(&bytes, &OpenOptions::default()).expect("it opens");
    let mut options = RenderOptions::default();
    options.quality = Quality::Reference;
    options.size = inbetween::Size::Longer(TEXT_SIDE);
    let mut rows: Vec<Vec<u8>> = Vec::new();
    let (mut wide, mut text) = (0, String::new());
    for row in TEXT_TIMES.chunks(3) {
        let mut lines: Vec<Vec<u8>> = Vec::new();
        for time in row {
            let (picture, findings) = project.picture(*time, &options).expect("it is drawn");
            lines.resize(picture.height, Vec::new());
            let straight = picture.to_straight_bytes();
            for (line, pixels) in lines.iter_mut().zip(straight.chunks(picture.width * 4)) {
                line.extend_from_slice(pixels);
            }
            for finding in findings {
                let line = format!("finding {}: {}\n", finding.code, finding.message);
                if !text.contains(&line) {
                    text.push_str(&line);
                }
            }
        }
        wide = lines.first().map_or(0, |line| line.len() / 4);
        rows.append(&mut lines);
    }
    let file = crate::root().join("tests/golden/text").join(name);
    Golden { file, size: [wide, rows.len()], pixels: rows.concat(), text }
}

/// Every case, sorted by name.
#[must_use]
pub fn cases() -> Vec<PathBuf> {
    crate::files(&crate::root().join("tests/golden"), &[".json"])
}

/// Draws a case.
///
/// # Panics
/// When it does not open.
#[must_use]
#[allow(clippy::expect_used, reason = "a fixture that does not open is a broken test")]
pub fn draw(file: PathBuf) -> Golden {
    let bytes = std::fs::read(&file).expect("the case is there");
    let project = Project::open(&bytes, &OpenOptions::default()).expect("the case opens");
    let composition = project.composition(None).expect("the case has a composition");
    let data = project.timeline().composition_data(composition).expect("the composition has data");
    let time = data.frame_rate.seconds(data.in_point);
    let mut options = RenderOptions::default();
    options.quality = Quality::Reference;
    let (picture, findings) = project.picture(time, &options).expect("the case is drawn");
    let (scene, _) =
        Session::new(project.timeline().clone()).scene(composition, time, &SceneOptions::default());
    let mut text = scene.dump();
    for finding in project.diagnostics().iter().chain(&findings) {
        text.push_str(&format!("finding {}: {}\n", finding.code, finding.message));
    }
    Golden { file, size: [picture.width, picture.height], pixels: picture.to_straight_bytes(), text }
}
