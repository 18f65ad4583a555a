//! SVG images as footage.

use inbetween_render::{Picture, Pixels};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg;

/// Longer side an SVG is drawn at, at least: layers may show it larger than it says it is.
const LONGEST: f32 = 1024.0;
/// Longer side beyond which it is drawn smaller.
const MOST: f32 = 4096.0;
/// Most bytes of an SVG.
const MOST_BYTES: usize = 8 << 20;

/// Draws an SVG once, with its longer side at 1024 pixels or its own size up to 4096.
///
/// Nothing outside the file is read: no linked images, no fonts, so text is not drawn. Filters are refused: what they
/// cost has no bound.
///
/// # Errors
/// Says what is wrong with the bytes.
pub(crate) fn decode(bytes: &[u8]) -> Result<Picture, String> {
    if bytes.len() > MOST_BYTES {
        return Err("an SVG of more than 8 MiB is not read".to_owned());
    }
    let mut options = usvg::Options::default();
    options.image_href_resolver.resolve_string = Box::new(|_, _| None);
    options.image_href_resolver.resolve_data = Box::new(|_, _, _| None);
    // In debug builds the converter asserts that its numbers are finite.
    let convert = || usvg::Tree::from_data(bytes, &options);
    let tree = std::panic::catch_unwind(std::panic::AssertUnwindSafe(convert))
        .map_err(|_| "it has numbers that are none or too large".to_owned())?
        .map_err(|e| e.to_string())?;
    if !tree.filters().is_empty() {
        return Err("SVG filters are not supported".to_owned());
    }
    let (own_width, own_height) = (tree.size().width(), tree.size().height());
    let longest = own_width.max(own_height);
    let scale = longest.clamp(LONGEST, MOST) / longest;
    let side = |v: f32| (v * scale).round().clamp(1.0, MOST) as u32;
    let (width, height) = (side(own_width), side(own_height));
    let mut pixmap = Pixmap::new(width, height).ok_or("it has no size")?;
    let map = Transform::from_scale(width as f32 / own_width, height as f32 / own_height);
    resvg::render(&tree, map, &mut pixmap.as_mut());
    let pixels = pixmap.pixels().iter().map(|p| [p.red(), p.green(), p.blue(), p.alpha()]).collect();
    Ok(Picture { width: width as usize, height: height as usize, pixels: Pixels::Bytes(pixels) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_svg_is_drawn_premultiplied_at_its_aspect() {
        let text = br##"<svg xmlns="http://www.w3.org/2000/svg" width="10" height="20"><rect y="10" width="10" height="10" fill="#ff0000" fill-opacity="0.5"/></svg>"##;
        let picture = decode(text).unwrap();
        assert_eq!((picture.width, picture.height), (512, 1024));
        assert_eq!(picture.get(256, 100), [0.0; 4]);
        let [r, g, _, a] = picture.get(256, 900);
        assert!((r - 0.5).abs() < 0.01 && g == 0.0 && (a - 0.5).abs() < 0.01);
    }

    #[test]
    fn what_has_no_bound_is_refused() {
        let filter = br##"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><filter id="f"><feTurbulence baseFrequency="1" numOctaves="4000000000"/></filter><rect width="9" height="9" filter="url(#f)"/></svg>"##;
        assert!(decode(filter).unwrap_err().contains("filter"));
        assert!(decode(b"<svg").is_err());
        assert!(decode(br#"<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0"/>"#).is_err());
        let huge = br#"<svg xmlns="http://www.w3.org/2000/svg" width="1e9" height="1"><rect width="9" height="9"/></svg>"#;
        assert!(decode(huge).is_ok_and(|p| p.width == 4096 && p.height == 1));
        let uses: String = (1..12)
            .map(|i| format!("<g id=\"a{i}\">{}</g>", format!("<use href=\"#a{}\"/>", i - 1).repeat(10)))
            .collect();
        let bomb = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"><defs><g id=\"a0\"><path d=\"M0 0h1v1z\"/></g>{uses}</defs><use href=\"#a11\"/></svg>"
        );
        assert!(decode(bomb.as_bytes()).is_err());
    }

    #[test]
    fn nothing_beside_the_svg_is_read() {
        let text = br##"<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><image href="/etc/hostname" width="8" height="8"/><image href="x.png" width="8" height="8"/></svg>"##;
        assert_eq!(decode(text).unwrap().get(500, 500), [0.0; 4]);
    }
}
