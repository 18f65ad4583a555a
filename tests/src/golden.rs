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
