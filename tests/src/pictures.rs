//! Pictures that were written, read again.
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use std::io::Cursor;

/// Width, height and pixels of a PNG, as many bytes a pixel as it has channels.
///
/// # Panics
/// When the bytes are no PNG.
#[must_use]
pub fn decode(bytes: &[u8]) -> (u32, u32, Vec<u8>) {
    let mut reader = png::Decoder::new(Cursor::new(bytes)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    pixels.truncate(info.buffer_size());
    (info.width, info.height, pixels)
}
