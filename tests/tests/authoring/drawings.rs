//! A drawing looks the same through its layers.

use inbetween::{OpenOptions, Project, RenderOptions};
use inbetween_author::artwork::{self, CompositionSettings, SizeRule};
use resvg::{tiny_skia, usvg};

const PIECES: &str = r##"<g id="wheel" fill="#334" stroke="#e84" stroke-width="5">
    <circle cx="60" cy="64" r="40.5"/><path d="M60 24v80M20 64h80" stroke-linecap="round" stroke-dasharray="9 6" stroke-dashoffset="4"/></g>
  <g id="crank" transform="translate(80 30) rotate(20) scale(1.2 .8)" fill="#6bd" stroke="#123" stroke-width="3">
    <path d="M0 0C10-12 60-12 78 0S60 18 40 12 8 14 0 0z" stroke-linejoin="round"/></g>
  <path id="piston" d="M150 20l30 10-8 40-24-4zM158 34l12 4-4 16-10-2z" fill-rule="evenodd" fill="#a33"/>"##;

const GRADIENTS: &str = r##"<defs>
    <linearGradient id="l" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#f00"/><stop offset=".4" stop-color="#fe0"/><stop offset="1" stop-color="#00f" stop-opacity=".2"/></linearGradient>
    <radialGradient id="r" cx=".5" cy=".5" r=".5"><stop offset="0" stop-color="#fff"/><stop offset="1" stop-color="#084"/></radialGradient>
    <radialGradient id="f" gradientUnits="userSpaceOnUse" cx="150" cy="90" r="30" fx="162" fy="82"><stop offset="0" stop-color="#ff8"/><stop offset="1" stop-color="#408"/></radialGradient>
  </defs>
  <g id="sheet"><rect x="10" y="10" width="90" height="40" fill="url(#l)"/><ellipse cx="60" cy="90" rx="50" ry="20" fill="url(#r)" stroke="#222" stroke-width="2"/></g>
  <g id="ball" transform="rotate(5)"><circle cx="150" cy="90" r="30" fill="url(#f)" stroke="url(#l)" stroke-width="6"/></g>"##;

pub(crate) const GROUPS: &str = r##"<g id="a" opacity=".6"><rect x="10" y="10" width="60" height="60" fill="#d22"/><rect x="40" y="40" width="60" height="60" fill="#2a4"/></g>
  <g id="b" transform="skewX(-20) translate(60 0)"><g opacity=".5" transform="scale(-1 1) translate(-220 0)"><path d="M100 20Q130-10 160 20T190 60L100 60" fill="#26d" fill-opacity=".7"/></g></g>
  <g id="c" style="mix-blend-mode:multiply"><circle cx="70" cy="70" r="25" fill="#ee4"/></g>
  <g id="d"><line x1="120" y1="100" x2="190" y2="80" stroke="#000" stroke-width="7" stroke-linecap="square"/><polyline points="120,120 140,90 150,120 160,90" fill="none" stroke="#808" stroke-width="4" stroke-miterlimit="2"/></g>"##;

const VIEW_BOX: &str = r##"<g id="leaf"><path d="M1 1c2-1 3 1 4 3-3 0-4-1-4-3z" fill="#284" stroke="#131" stroke-width=".15"/></g>
  <use href="#dot" x="6" y="2"/><defs><circle id="dot" cx="1" cy="1" r="1.5" fill="#c40"/></defs>"##;

/// The drawing as resvg draws it: straight RGBA.
fn reference(svg: &str) -> (usize, usize, Vec<u8>) {
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default()).unwrap();
    let size = tree.size().to_int_size();
    let mut pixmap = tiny_skia::Pixmap::new(size.width(), size.height()).unwrap();
    resvg::render(&tree, tiny_skia::Transform::identity(), &mut pixmap.as_mut());
    (size.width() as usize, size.height() as usize, pixmap.data().to_vec())
}

/// The drawing as its layers are drawn here: premultiplied RGBA.
fn through_layers(svg: &str, rule: SizeRule) -> (usize, usize, Vec<u8>) {
    let artwork = artwork::read(svg.as_bytes(), rule).unwrap();
    assert!(artwork.diagnostics.iter().all(|d| d.code == "artwork/gradient"), "{:?}", artwork.diagnostics);
    let text = artwork::lottie(&artwork, &CompositionSettings::default()).to_string();
    let project = Project::open(text.as_bytes(), &OpenOptions::default()).unwrap();
    let (picture, findings) = project.picture(0.0, &RenderOptions::default()).unwrap();
    assert!(findings.is_empty(), "{findings:?}");
    let mut pixels = Vec::new();
    for y in 0..picture.height {
        for x in 0..picture.width {
            pixels.extend(picture.get(x as isize, y as isize).map(|c| (c * 255.0).round() as u8));
        }
    }
    (picture.width, picture.height, pixels)
}

#[track_caller]
fn looks_the_same(name: &str, head: &str, body: &str) {
    let svg = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" {head}>{body}</svg>");
    let (width, height, want) = reference(&svg);
    assert!(want.chunks(4).filter(|p| p[3] > 0).count() > 500, "{name} is empty");
    for rule in [SizeRule::Artwork, SizeRule::Document] {
        let (w, h, got) = through_layers(&svg, rule);
        assert_eq!((w, h), (width, height), "{name}");
        let off: Vec<u8> = got.iter().zip(&want).map(|(a, b)| a.abs_diff(*b)).collect();
        let mean = off.iter().map(|d| f64::from(*d)).sum::<f64>() / off.len() as f64;
        let far = off.chunks(4).filter(|p| p.iter().any(|d| *d > 40)).count();
        // Edges: the two cover pixels by different rules.
        assert!(mean < 1.2 && far < width * height / 400, "{name}: mean {mean:.3}, {far} pixels off");
    }
}

#[test]
fn fills_strokes_dashes_and_holes() {
    looks_the_same("pieces", "width=\"200\" height=\"130\"", PIECES);
}

#[test]
fn gradients_of_any_shape() {
    looks_the_same("gradients", "width=\"200\" height=\"130\"", GRADIENTS);
}

#[test]
fn groups_with_opacity_skew_mirror_and_blending() {
    looks_the_same("groups", "width=\"200\" height=\"130\"", GROUPS);
}

#[test]
fn a_view_box_scales_everything() {
    looks_the_same("view-box", "width=\"240\" height=\"160\" viewBox=\"0 0 12 8\"", VIEW_BOX);
}
