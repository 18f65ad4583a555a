//! Decoded images for the renderer.

use inbetween_doc::{Document, FootageData};
use inbetween_render::{Picture, Pixels, Resources};
use inbetween_timeline::scene::ImageSource;
use inbetween_types::{Diagnostic, Severity};
use std::fmt;
use std::io::Cursor;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Reads a file beside the document, given its name as the document states it; `None` when there is none.
pub type FileLoader = Arc<dyn Fn(&str) -> Option<Vec<u8>> + Send + Sync>;

/// Most pixels of one image. A larger one is not decoded.
const MOST_PIXELS: usize = 1 << 26;

/// The images of a document: embedded, from its archive, or beside it. Each is decoded once, when first drawn, and
/// shared between threads.
pub struct Images {
    footage: Vec<FootageData>,
    loader: Option<FileLoader>,
    decoded: Vec<OnceLock<Option<Arc<Picture>>>>,
    findings: Mutex<Vec<Diagnostic>>,
}

impl fmt::Debug for Images {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Images").field("footage", &self.footage.len()).finish_non_exhaustive()
    }
}

impl Images {
    /// The images of a document. Without a loader, files beside it are missing.
    #[must_use]
    pub fn new(document: &Document, loader: Option<FileLoader>) -> Self {
        let footage: Vec<FootageData> = document.footage.iter().map(|item| item.data.clone()).collect();
        let decoded = footage.iter().map(|_| OnceLock::new()).collect();
        Self { footage, loader, decoded, findings: Mutex::default() }
    }

    /// Images that could not be decoded so far, sorted.
    #[must_use]
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        let mut list = self.findings.lock().unwrap_or_else(PoisonError::into_inner).clone();
        list.sort_by(|a, b| a.message.cmp(&b.message));
        list
    }

    fn load(&self, index: usize) -> Option<Arc<Picture>> {
        let read;
        let (what, bytes) = match self.footage.get(index)? {
            FootageData::Embedded(media, bytes) => (format!("{media} image"), Ok(bytes.as_slice())),
            FootageData::File(name) => {
                read = self.loader.as_ref().and_then(|load| load(name));
                (format!("\"{name}\""), read.as_deref().ok_or("there is no such file"))
            }
            _ => ("an image".to_owned(), Err("the file holds nothing of it")),
        };
        if bytes.is_ok_and(|bytes| is_svg(bytes) && bytes.windows(5).any(|five| five == b"<text")) {
            self.find("image/svg-text", format!("the text in {what} is not drawn"));
        }
        match bytes.map_err(str::to_owned).and_then(decode) {
            Ok(pixels) => Some(Arc::new(pixels)),
            Err(why) => {
                self.find("image/unreadable", format!("{what} is not drawn: {why}"));
                None
            }
        }
    }

    fn find(&self, code: &'static str, message: String) {
        let finding = Diagnostic::new(code, Severity::Warning, message);
        self.findings.lock().unwrap_or_else(PoisonError::into_inner).push(finding);
    }
}

/// Whether the bytes may be an SVG.
fn is_svg(bytes: &[u8]) -> bool {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start().starts_with(b"<")
}

impl Resources for Images {
    fn image(&self, source: &ImageSource) -> Option<Arc<Picture>> {
        let &ImageSource::Footage(index) = source else { return None };
        self.decoded.get(index)?.get_or_init(|| self.load(index)).clone()
    }
}

/// Decodes PNG, JPEG, WebP or (feature `svg-images`) SVG, known by their first bytes.
///
/// # Errors
/// Says what is wrong with the bytes.
pub(crate) fn decode(bytes: &[u8]) -> Result<Picture, String> {
    if bytes.starts_with(b"\x89PNG") {
        decode_png(bytes)
    } else if bytes.starts_with(&[0xff, 0xd8]) {
        decode_jpeg(bytes)
    } else if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
        decode_webp(bytes)
    } else if bytes.is_empty() {
        Err("it has no bytes".to_owned())
    } else if is_svg(bytes) {
        decode_svg(bytes)
    } else if bytes.starts_with(b"GIF8") {
        Err("GIF images are not supported".to_owned())
    } else {
        Err("it is neither PNG, JPEG, WebP nor SVG".to_owned())
    }
}

#[cfg(feature = "svg-images")]
fn decode_svg(bytes: &[u8]) -> Result<Picture, String> {
    crate::svg_image::decode(bytes)
}

#[cfg(not(feature = "svg-images"))]
fn decode_svg(_: &[u8]) -> Result<Picture, String> {
    Err("SVG images are not supported".to_owned())
}

fn sized(width: usize, height: usize) -> Result<(), String> {
    match width.checked_mul(height) {
        Some(1..=MOST_PIXELS) => Ok(()),
        _ => Err(format!("{width} x {height} pixels are too many or none")),
    }
}

/// Premultiplied pixels of straight samples, `channels` to a pixel: gray, gray and alpha, RGB or RGBA.
fn picture(width: usize, height: usize, channels: usize, samples: impl Iterator<Item = f32>) -> Picture {
    let mut pixels = Vec::with_capacity(width * height);
    let mut samples = samples;
    while let Some(first) = samples.next() {
        let mut more = || samples.next().unwrap_or(0.0);
        let [r, g, b, a] = match channels {
            1 => [first, first, first, 1.0],
            2 => [first, first, first, more()],
            3 => [first, more(), more(), 1.0],
            _ => [first, more(), more(), more()],
        };
        pixels.push([r * a, g * a, b * a, a]);
    }
    pixels.resize(width * height, [0.0; 4]);
    // Opaque bytes stay bytes; premultiplied ones would lose what f32 keeps.
    let opaque = channels % 2 == 1 || pixels.iter().all(|pixel| pixel[3] >= 1.0);
    let pixels = if opaque {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0..1")]
        let byte = |c: f32| (c * 255.0 + 0.5) as u8;
        Pixels::Bytes(pixels.into_iter().map(|pixel| pixel.map(byte)).collect())
    } else {
        Pixels::Floats(pixels)
    };
    Picture { width, height, pixels }
}

fn decode_png(bytes: &[u8]) -> Result<Picture, String> {
    let mut decoder =
        png::Decoder::new_with_limits(Cursor::new(bytes), png::Limits { bytes: MOST_PIXELS * 8 });
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().map_err(|e| e.to_string())?;
    let (width, height) = (reader.info().width as usize, reader.info().height as usize);
    sized(width, height)?;
    let mut buffer = vec![0; reader.output_buffer_size().ok_or("it is too large")?];
    let info = reader.next_frame(&mut buffer).map_err(|e| e.to_string())?;
    let channels = info.color_type.samples();
    buffer.truncate(info.buffer_size());
    Ok(picture(width, height, channels, buffer.iter().map(|&b| f32::from(b) / 255.0)))
}

fn decode_jpeg(bytes: &[u8]) -> Result<Picture, String> {
    use zune_jpeg::zune_core::bytestream::ZCursor;
    use zune_jpeg::zune_core::{colorspace::ColorSpace, options::DecoderOptions};
    let options = DecoderOptions::default()
        .jpeg_set_out_colorspace(ColorSpace::RGB)
        .set_max_width(1 << 15)
        .set_max_height(1 << 15);
    let mut decoder = zune_jpeg::JpegDecoder::new_with_options(ZCursor::new(bytes), options);
    decoder.decode_headers().map_err(|e| e.to_string())?;
    let info = decoder.info().ok_or("it has no header")?;
    let (width, height) = (usize::from(info.width), usize::from(info.height));
    sized(width, height)?;
    let samples = decoder.decode().map_err(|e| e.to_string())?;
    Ok(picture(width, height, 3, samples.iter().map(|&b| f32::from(b) / 255.0)))
}

fn decode_webp(bytes: &[u8]) -> Result<Picture, String> {
    let mut decoder = image_webp::WebPDecoder::new(Cursor::new(bytes)).map_err(|e| e.to_string())?;
    let (width, height) = decoder.dimensions();
    let (width, height) = (width as usize, height as usize);
    sized(width, height)?;
    let channels = if decoder.has_alpha() { 4 } else { 3 };
    let mut buffer = vec![0; decoder.output_buffer_size().ok_or("it is too large")?];
    decoder.read_image(&mut buffer).map_err(|e| e.to_string())?;
    Ok(picture(width, height, channels, buffer.iter().map(|&b| f32::from(b) / 255.0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn png_pixels_are_premultiplied() {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, 2, 1);
        encoder.set_color(png::ColorType::Rgba);
        encoder.write_header().unwrap().write_image_data(&[255, 0, 51, 51, 0, 255, 0, 255]).unwrap();
        let picture = decode(&bytes).unwrap();
        assert_eq!((picture.width, picture.height), (2, 1));
        let near = |a: [f32; 4], b: [f32; 4]| a.iter().zip(&b).all(|(a, b)| (a - b).abs() < 1e-6);
        assert!(near(picture.get(0, 0), [0.2, 0.0, 0.04, 0.2]));
        assert!(near(picture.get(1, 0), [0.0, 1.0, 0.0, 1.0]));
    }

    #[test]
    fn webp_decodes_too() {
        let mut bytes = Vec::new();
        let encoder = image_webp::WebPEncoder::new(&mut bytes);
        encoder.encode(&[10, 20, 30, 255], 1, 1, image_webp::ColorType::Rgba8).unwrap();
        assert_eq!(decode(&bytes).unwrap().get(0, 0)[1], 20.0 / 255.0);
    }

    #[test]
    fn broken_images_say_why() {
        assert!(decode(b"").is_err());
        assert!(decode(b"\x89PNG\r\n\x1a\n and no more").is_err());
        assert!(decode(&[0xff, 0xd8, 0xff]).is_err());
        assert!(decode(b"<svg").is_err());
    }
}
