//! Reading a file: which format it is, unpacking it, and the document inside.

use crate::container::{self, Unpacked};
use crate::error::{ImportError, ImportOptions};
use crate::json;
use crate::lottie;
use crate::model::{Document, Source};
use inbetween_types::Diagnostic;

/// The deepest JSON nesting that is ever read, whatever the limits say: what a thread's stack holds safely.
const DEEPEST_NESTING: usize = 400;

/// A document, and what is to be said about it.
#[derive(Clone, Debug)]
pub struct Imported {
    /// The document.
    pub document: Document,
    /// What is wrong or unsupported in it, in file order.
    pub diagnostics: Vec<Diagnostic>,
}

/// A file format.
struct Format {
    /// The name that [`Source::container`] keeps.
    name: &'static str,
    /// Whether a file that starts like this is one.
    sniff: fn(&[u8]) -> bool,
    /// Gives the animation's text.
    unpack: fn(&[u8], &ImportOptions) -> Result<Unpacked, ImportError>,
}

/// All formats, in the order they are tried.
const FORMATS: [Format; 3] = [
    Format { name: "lottie", sniff: container::is_zip, unpack: container::unpack_archive },
    Format { name: "tgs", sniff: container::is_gzip, unpack: container::unpack_gzip },
    Format { name: "json", sniff: container::is_json, unpack: container::take_text },
];

/// Reads a Lottie (JSON of every Bodymovin generation), dotLottie (version 1 or 2) or Telegram sticker (`.tgs`).
///
/// The format is told by the first bytes. Nothing outside `bytes` is read: footage that the file only refers to
/// becomes [`FootageData::File`](crate::FootageData::File).
///
/// # Errors
/// [`ImportError::Input`] for a damaged file, with the place, [`ImportError::Limit`] when it is larger than
/// `options` allow, [`ImportError::Unsupported`] for other files.
///
/// ```
/// let text = r#"{"v":"5.12.0","fr":30,"ip":0,"op":60,"w":100,"h":100,"layers":[
///     {"ty":3,"nm":"crank","ind":1,"ip":0,"op":60,"st":0,"ks":{"r":{"a":0,"k":0,"x":"time * 90"}}}]}"#;
/// let imported = inbetween_doc::import(text.as_bytes(), &inbetween_doc::ImportOptions::default())?;
/// let main = imported.document.main().ok_or("no composition")?;
/// assert_eq!(main.layers.first().map(|layer| layer.name.as_str()), Some("crank"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn import(bytes: &[u8], options: &ImportOptions) -> Result<Imported, ImportError> {
    if bytes.len() > options.limits.file_bytes {
        return Err(ImportError::limit("bytes in the file", options.limits.file_bytes));
    }
    let format = FORMATS.iter().find(|format| (format.sniff)(bytes)).ok_or_else(|| {
        if bytes.iter().all(u8::is_ascii_whitespace) {
            ImportError::input("the file is empty")
        } else {
            ImportError::Unsupported {
                message: "the file is no Lottie JSON, dotLottie or .tgs: it starts like none of them".into(),
            }
        }
    })?;
    let unpacked = (format.unpack)(bytes, options)?;
    let nesting = options.limits.json_nesting.min(DEEPEST_NESTING);
    let text = unpacked.text;
    let (tape, error) = json::parse(&text, nesting, options.limits.json_values);
    if let Some(error) = error {
        let location = Box::new(tape.location(error.offset));
        return Err(match error.limit {
            Some((what, limit)) => ImportError::Limit { location, what, limit },
            None => ImportError::Input { location, message: error.message },
        });
    }
    let (mut document, diagnostics) = lottie::read(tape.root(), &options.limits, &unpacked.entries)?;
    drop(tape);
    document.source =
        Source { text, container: format.name, archive: unpacked.archive, animations: unpacked.animations };
    Ok(Imported { document, diagnostics })
}
