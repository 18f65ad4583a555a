use std::fmt;

/// Why there is no result at all.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The file cannot be read as a motion document.
    Import(inbetween_doc::ImportError),
    /// A scene file has faults.
    Scene(inbetween_author::scene::SceneError),
    /// The document cannot be written.
    Export(inbetween_doc::ExportError),
    /// The file has no composition of this name.
    UnknownComposition {
        /// The name asked for.
        name: String,
        /// The compositions there are.
        known: Vec<String>,
    },
    /// An expression that should find a property does not.
    NotAProperty {
        /// The expression.
        expression: String,
        /// Why not.
        reason: String,
    },
    /// An expression that should find a text layer does not.
    NotATextLayer {
        /// The expression.
        expression: String,
        /// Why not.
        reason: String,
    },
    /// A property whose value is no path was to be rounded.
    NotAPath {
        /// The expression that found it.
        expression: String,
    },
    /// Numbers are no weights of an average.
    Weights(inbetween_types::subdivide::WeightsError),
    /// Pictures cannot be drawn, encoded or written.
    Output(std::io::Error),
    /// The run was cancelled.
    Cancelled,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Import(error) => write!(f, "{error}"),
            Self::Scene(error) => write!(f, "{error}"),
            Self::Export(error) => write!(f, "{error}"),
            Self::UnknownComposition { name, known } => {
                write!(f, "there is no composition named \"{name}\"")?;
                let near = inbetween_types::diagnostic::near_match(name, known.iter().map(String::as_str));
                match near {
                    Some(near) => write!(f, "; did you mean \"{near}\"?"),
                    None => write!(f, "; there are: {}", known.join(", ")),
                }
            }
            Self::NotAProperty { expression, reason } => {
                write!(f, "{expression} is not a property: {reason}")
            }
            Self::NotATextLayer { expression, reason } => {
                write!(f, "{expression} is not a text layer: {reason}")
            }
            Self::NotAPath { expression } => write!(f, "{expression} is no path"),
            Self::Weights(why) => write!(f, "the weights cannot be used: {why}"),
            Self::Output(error) => write!(f, "{error}"),
            Self::Cancelled => f.write_str("cancelled"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Import(error) => Some(error),
            Self::Scene(error) => Some(error),
            Self::Export(error) => Some(error),
            Self::Output(error) => Some(error),
            _ => None,
        }
    }
}

impl From<inbetween_doc::ImportError> for Error {
    fn from(error: inbetween_doc::ImportError) -> Self {
        Self::Import(error)
    }
}

impl From<inbetween_doc::ExportError> for Error {
    fn from(error: inbetween_doc::ExportError) -> Self {
        Self::Export(error)
    }
}

impl From<inbetween_author::scene::SceneError> for Error {
    fn from(error: inbetween_author::scene::SceneError) -> Self {
        Self::Scene(error)
    }
}
