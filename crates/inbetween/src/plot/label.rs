//! Words of a graph as outlines, so that no font is needed to read it.

use inbetween_text::{Base, FontSet, Request, Run, visual_order};
use inbetween_timeline::scene::kurbo::{Affine, BezPath};

/// Where a label's point is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// The outline of a line of text of `size` pixels whose baseline runs through `at`, and its width.
pub(super) fn label(fonts: &FontSet, text: &str, size: f64, at: [f64; 2], anchor: Anchor) -> (BezPath, f64) {
    let run = Run { end: text.len(), request: 0, ligatures: true, kerning: true };
    let shaped = fonts.shape(text, &[Request::default()], &[run], Base::Auto);
    let levels: Vec<u8> = shaped.clusters.iter().map(|cluster| cluster.level).collect();
    let (mut outline, mut pen) = (BezPath::new(), 0.0);
    for cluster in visual_order(&levels).into_iter().filter_map(|at| shaped.clusters.get(at)) {
        for glyph in &cluster.glyphs {
            let path = cluster.face.and_then(|face| fonts.outline(face, glyph.id));
            outline
                .extend(path.into_iter().flat_map(|path| Affine::translate((pen + glyph.x, glyph.y)) * path));
        }
        pen += cluster.advance;
    }
    let width = pen * size;
    let shift = match anchor {
        Anchor::Start => 0.0,
        Anchor::Middle => width / 2.0,
        Anchor::End => width,
    };
    (Affine::translate((at[0] - shift, at[1])) * Affine::scale(size) * outline, width)
}
