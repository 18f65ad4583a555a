//! Why there is no mesh.

use std::fmt;

/// Why a mesh could not be read or made.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MeshError {
    /// A line of an OBJ text, counted from 1, that is not what it must be.
    Line {
        /// The line.
        line: usize,
        /// What is wrong with it.
        message: String,
    },
    /// Something of a glTF file that is not what it must be, or that is not read.
    Gltf(String),
    /// A limit was met.
    Limit {
        /// Of what: `faces`, `bytes`, `vertices` …
        what: &'static str,
        /// How many were asked for.
        asked: u64,
        /// How many are allowed.
        limit: u64,
    },
    /// There is no face.
    Empty,
}

impl fmt::Display for MeshError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line { line, message } => write!(f, "line {line}: {message}"),
            Self::Gltf(message) => f.write_str(message),
            Self::Limit { what, asked, limit } => {
                write!(f, "the mesh would have {asked} {what}, more than the limit of {limit}")
            }
            Self::Empty => f.write_str("the mesh has no face"),
        }
    }
}

impl std::error::Error for MeshError {}
