//! Edits of a scene or Lottie file that leave everything else as it was.
//!
//! An [`Edit`] says what is to change in After Effects' words; [`apply`] changes the text of either kind of file:
//! Lottie JSON byte for byte outside the changed places, scenes with their comments and order.

mod address;
mod anchor;
mod lottie;
mod mark;
mod model;
mod parent;
mod plan;
mod scene;
#[cfg(test)]
mod tests;
mod turn;
mod value;

use inbetween_types::{Diagnostic, Time};
use std::fmt;

/// One change of a file.
///
/// A property is named by an expression that finds it, for example `layer("x").opacity` or
/// `layer("x").effect("frequency")("Slider")`; a layer by its name, or by `layer("x")` or `layer(3)`.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Edit {
    /// Sets the value of a property without keyframes, or of its keyframe at [`EditOptions::at`].
    SetValue {
        /// An expression that finds the property.
        property: String,
        /// A number, a list of numbers, a colour (`"#ff8800"` or 0..1 each), a switch, or a text.
        value: serde_json::Value,
    },
    /// Gives a property an expression, in the place of any it has.
    SetExpression {
        /// An expression that finds the property.
        property: String,
        /// The text of the expression.
        source: String,
    },
    /// Takes a property's expression away.
    RemoveExpression {
        /// An expression that finds the property.
        property: String,
    },
    /// Makes a layer the child of another, or of none.
    SetParent {
        /// The child.
        layer: String,
        /// The parent; `None` is none.
        parent: Option<String>,
        /// Whether the child is changed so that it looks as before at [`EditOptions::at`]; else it jumps.
        keep: bool,
    },
    /// Moves a layer's anchor point without moving the picture.
    SetAnchor {
        /// The layer.
        layer: String,
        /// Where to.
        anchor: Anchor,
    },
    /// Adds an effect, after those there are. One of the same type and name is given the value instead.
    AddEffect {
        /// The layer.
        layer: String,
        /// The effect.
        effect: NewEffect,
    },
    /// Renames a layer. Expressions that name it are not changed; a finding says which do.
    Rename {
        /// The layer.
        layer: String,
        /// Its new name.
        name: String,
    },
}

/// Where an anchor point goes.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Anchor {
    /// A point in layer space, pixels; a third component for 3D layers.
    Layer(Vec<f64>),
    /// A point of the composition, pixels.
    Composition([f64; 2]),
    /// The centre of the layer: of its size where it has one, else of what it shows.
    Center,
    /// A mark by its id: an element of the drawing an artwork layer comes from, or a named item of a shape layer.
    Mark(String),
}

/// An effect to add.
#[derive(Clone, Debug, PartialEq)]
pub struct NewEffect {
    /// `slider`, `angle`, `color`, `point`, `point3d`, `checkbox`, `layer` or `menu`, or After Effects' match name.
    pub kind: String,
    /// Its name.
    pub name: String,
    /// The value of an expression control; `None` is its default.
    pub value: Option<serde_json::Value>,
}

/// Reads a file beside a scene by the name the scene has for it.
pub type Loader<'a> = &'a dyn Fn(&str) -> Option<Vec<u8>>;

/// What edits need to know besides the file.
#[derive(Clone, Copy, Default)]
pub struct EditOptions<'a> {
    /// The composition time, in seconds, at which appearances are kept and keyframes are set.
    pub at: Time,
    /// The composition whose layers are meant; the main one for `None`.
    pub composition: Option<&'a str>,
    /// Reads drawings and other files beside a scene.
    pub loader: Option<Loader<'a>>,
}

impl fmt::Debug for EditOptions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EditOptions").field("at", &self.at).field("composition", &self.composition).finish()
    }
}

/// A value before and after an edit, and in whose space each is.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// Place of the edit in the list.
    pub edit: usize,
    /// The layer's name.
    pub layer: String,
    /// The property's name, or what else changed: `Parent`, `Expression`, `Name`.
    pub property: String,
    /// Before; null where there was nothing.
    pub before: serde_json::Value,
    /// After; null where there is nothing.
    pub after: serde_json::Value,
    /// Whose space the value before is in: `composition`, `layer "wheel"`; empty where that says nothing.
    pub space_before: String,
    /// The same after.
    pub space_after: String,
    /// How many keyframes were changed alike; 0 for a property without.
    pub keyframes: usize,
}

/// An edited text.
#[derive(Clone, Debug)]
pub struct Edited {
    /// The new text.
    pub text: String,
    /// What changed, in order.
    pub changes: Vec<Change>,
    /// What may not be as hoped for.
    pub diagnostics: Vec<Diagnostic>,
}

/// Why an edit cannot be made. Nothing is changed then.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EditError {
    /// The file cannot be read.
    File(String),
    /// No layer, property or composition of that name.
    NotFound(String),
    /// It is there, but cannot be changed so: why, and the way out.
    NotPossible(String),
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(what) | Self::NotFound(what) | Self::NotPossible(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for EditError {}

/// Makes edits in order, each seeing what those before it did.
///
/// # Errors
/// [`EditError`] of the first edit that cannot be made.
pub fn apply(text: &str, edits: &[Edit], options: &EditOptions<'_>) -> Result<Edited, EditError> {
    let mut edited = Edited { text: text.to_owned(), changes: Vec::new(), diagnostics: Vec::new() };
    for (index, edit) in edits.iter().enumerate() {
        let (text, plan) = {
            let mut model = model::Model::new(&edited.text, options)?;
            let plan = plan::plan(&model, edit, options)?;
            let text = match model.scene.take() {
                Some(mut scene) => {
                    scene.write(&model, &plan.steps)?;
                    scene.text()
                }
                None => lottie::write(&model, &plan.steps)?,
            };
            (text, plan)
        };
        edited.text = text;
        edited.changes.extend(plan.changes.into_iter().map(|change| Change { edit: index, ..change }));
        for finding in plan.diagnostics {
            if !edited.diagnostics.contains(&finding) {
                edited.diagnostics.push(finding);
            }
        }
    }
    Ok(edited)
}
