//! Making motion files by hand: plain-text scene files, artwork from drawings, edits of either kind of file, and
//! presets (expressions with their controls).
//!
//! A scene file is another spelling of a Lottie file: [`scene`] turns one into the other, and everything else reads
//! the Lottie text, so a scene can do whatever a Lottie file can. No function here opens a file: names of files are
//! handed to a loader.

pub mod artwork;
pub mod edit;
pub mod presets;
pub mod scene;
