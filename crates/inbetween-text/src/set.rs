//! Sets of faces, and which face a text gets.

use crate::engine::{self, Loaded};
use crate::face::traits;
use crate::{Base, FaceInfo, FontError, Metrics, Origin, Run, Shaped};
use kurbo::BezPath;
use std::sync::Arc;

/// Most faces in a set.
const MOST: usize = 4096;

/// Faces in order of priority. Cheap to clone; `Send + Sync`.
#[derive(Clone, Debug, Default)]
pub struct FontSet {
    pub(crate) faces: Vec<Arc<Face>>,
}

#[derive(Debug)]
pub(crate) struct Face {
    pub(crate) info: FaceInfo,
    pub(crate) loaded: Loaded,
    /// The name a document gives it; empty for none.
    pub(crate) alias: String,
}

/// The font a text asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Request {
    /// PostScript name.
    pub name: String,
    /// Family, where known.
    pub family: String,
    /// Style within the family, where known.
    pub style: String,
}

/// What a request gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The face.
    pub face: usize,
    /// Whether it is the font asked for, not a stand-in.
    pub exact: bool,
    /// Whether the stand-in must be slanted to look like the font asked for.
    pub slant: bool,
}

impl FontSet {
    /// No faces.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The bundled faces.
    #[cfg(feature = "bundled-fonts")]
    #[must_use]
    pub fn bundled() -> Self {
        let mut set = Self::new();
        set.add_bundled();
        set
    }

    /// Adds the bundled faces behind those already there.
    #[cfg(feature = "bundled-fonts")]
    pub fn add_bundled(&mut self) {
        for file in crate::bundled::FILES {
            // They are known to be fonts; a test says so.
            let _ = self.push(engine::load(Arc::new(file), Origin::Bundled));
        }
    }

    /// Adds the faces of a font file: TrueType, OpenType, or a collection of them.
    ///
    /// Of two faces with the same name the one added first counts. Gives how many faces the file has.
    ///
    /// # Errors
    /// When the bytes are no font that can be drawn, or the set is full.
    pub fn add(&mut self, bytes: Vec<u8>, origin: Origin) -> Result<usize, FontError> {
        self.push(engine::load(Arc::new(bytes), origin))
    }

    /// Adds a font file that a document knows by a name of its own: its first face answers to that name too.
    ///
    /// # Errors
    /// As [`FontSet::add`].
    pub fn add_as(&mut self, bytes: Vec<u8>, origin: Origin, name: &str) -> Result<usize, FontError> {
        let mut faces = engine::load(Arc::new(bytes), origin)?;
        if let Some(first) = faces.first_mut() {
            name.clone_into(&mut first.alias);
        }
        self.push(Ok(faces))
    }

    fn push(&mut self, faces: Result<Vec<Face>, FontError>) -> Result<usize, FontError> {
        let faces = faces?;
        if self.faces.len() + faces.len() > MOST {
            return Err(FontError::TooMany);
        }
        let count = faces.len();
        self.faces.extend(faces.into_iter().map(Arc::new));
        Ok(count)
    }

    /// Adds the faces of another set behind those already there.
    pub fn extend(&mut self, other: &Self) {
        let room = MOST.saturating_sub(self.faces.len());
        self.faces.extend(other.faces.iter().take(room).cloned());
    }

    /// Whether there are no faces.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.faces.is_empty()
    }

    /// What the faces say of themselves, in order.
    pub fn faces(&self) -> impl Iterator<Item = &FaceInfo> {
        self.faces.iter().map(|face| &face.info)
    }

    /// What a face says of itself; `None` when there is none of that number.
    #[must_use]
    pub fn face(&self, face: usize) -> Option<&FaceInfo> {
        self.faces.get(face).map(|face| &face.info)
    }

    /// The face for a request: the font itself, else a stand-in (bundled ones first, bold for bold); `None` in an
    /// empty set.
    #[must_use]
    pub fn find(&self, request: &Request) -> Option<Found> {
        if let Some(face) = self.exact(request) {
            return Some(Found { face, exact: true, slant: false });
        }
        let face = self.stand_ins(request).first().copied()?;
        let wanted = traits(&request.style).1 || traits(&request.name).1;
        let slant = wanted && self.face(face).is_some_and(|info| !traits(&info.style).1);
        Some(Found { face, exact: false, slant })
    }

    /// The first face of the name asked for, else of family and style.
    fn exact(&self, request: &Request) -> Option<usize> {
        let same = |a: &str, b: &str| !a.is_empty() && plain(a) == plain(b);
        let regular =
            |style: &str| matches!(plain(style).as_str(), "" | "regular" | "normal" | "roman" | "book");
        let alias = self.faces.iter().position(|face| !face.alias.is_empty() && face.alias == request.name);
        let by_name = alias
            .or_else(|| self.faces.iter().position(|face| same(&face.info.postscript_name, &request.name)));
        by_name
            .or_else(|| {
                self.faces.iter().position(|face| {
                    same(&face.info.family, &request.family)
                        && (same(&face.info.style, &request.style)
                            || (regular(&face.info.style) && regular(&request.style)))
                })
            })
            .or_else(|| {
                self.faces.iter().position(|face| {
                    same(&format!("{}{}", face.info.family, face.info.style), &request.name)
                        || (regular(&face.info.style) && same(&face.info.family, &request.name))
                })
            })
    }

    /// Faces for what the font asked for does not have, in the order they are tried.
    pub(crate) fn stand_ins(&self, request: &Request) -> Vec<usize> {
        let bold = traits(&request.style).0 || traits(&request.name).0;
        let mut order: Vec<usize> = (0..self.faces.len()).collect();
        order.sort_by_key(|at| {
            let info = self.face(*at);
            let bundled = info.is_some_and(|info| info.origin == Origin::Bundled);
            let other = info.is_some_and(|info| traits(&info.style).0 != bold);
            (!bundled, other)
        });
        order
    }

    /// Every face to try for a request, best first.
    pub(crate) fn order(&self, request: &Request) -> Vec<usize> {
        let mut order: Vec<usize> = self.exact(request).into_iter().collect();
        order.extend(self.stand_ins(request));
        order
    }

    /// Shapes a paragraph (text without line breaks).
    ///
    /// Each character gets the first face that has it: the font its run asks for, then the stand-ins. Runs that do not
    /// cover the text leave the rest to the last one; without faces every grapheme is a missing cluster.
    #[must_use]
    pub fn shape(&self, text: &str, requests: &[Request], runs: &[Run], base: Base) -> Shaped {
        engine::shape(self, text, requests, runs, base)
    }

    /// The outline of a glyph in em, y down, origin on the baseline; `None` when it has none.
    #[must_use]
    pub fn outline(&self, face: usize, glyph: u32) -> Option<BezPath> {
        engine::outline(&self.faces.get(face)?.loaded, glyph)
    }

    /// The sizes of a face.
    #[must_use]
    pub fn metrics(&self, face: usize) -> Option<Metrics> {
        Some(engine::metrics(&self.faces.get(face)?.loaded))
    }

    /// Whether a face has a character.
    #[must_use]
    pub fn covers(&self, face: usize, character: char) -> bool {
        self.faces.get(face).is_some_and(|face| engine::covers(&face.loaded, character))
    }
}

/// A name without spaces, dashes and case.
fn plain(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
