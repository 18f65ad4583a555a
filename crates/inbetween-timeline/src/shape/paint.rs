//! Fills and strokes.

use super::{Reader, gradient, stroke};
use crate::NodeRef;
use crate::scene::Paint;
use inbetween_doc::BlendMode;
use inbetween_expr::Fault;
use kurbo::Affine;

/// A fill or stroke of some paths.
#[derive(Clone, Debug)]
pub(crate) struct Painting {
    /// The paths, by number.
    pub(crate) shapes: Vec<usize>,
    /// The space of the pen and of gradients, into that of the layer.
    pub(crate) space: Affine,
    /// Fill or stroke.
    pub(crate) tool: Tool,
    /// Colour or gradient.
    pub(crate) paint: Paint,
    /// Opacity 0..1.
    pub(crate) opacity: f64,
    /// Blend mode.
    pub(crate) blend: BlendMode,
}

/// How paths are painted.
#[derive(Clone, Debug)]
pub(crate) enum Tool {
    /// Their inside, by the even-odd rule or the non-zero rule.
    Fill { even_odd: bool },
    /// Their line.
    Stroke(kurbo::Stroke),
}

/// The painting of a fill or stroke item, still without paths, and whether it goes above what its group painted
/// before (Composite 2); `None` for one that shows nothing.
pub(super) fn painting(
    reader: &mut Reader<'_>,
    item: NodeRef,
    match_name: &str,
    space: Affine,
) -> Result<Option<(Painting, bool)>, Fault> {
    let strokes = match_name.ends_with("Stroke");
    let ramp = match_name.contains("- G-");
    let kind = if strokes { "Stroke" } else { "Fill" };
    let opacity = reader.number(item, &format!("ADBE Vector {kind} Opacity"), 100.0)? / 100.0;
    if opacity <= 0.0 {
        return Ok(None);
    }
    let tool = if strokes {
        match stroke::style(reader, item)? {
            Some(style) => Tool::Stroke(style),
            None => return Ok(None),
        }
    } else {
        Tool::Fill { even_odd: reader.number(item, "ADBE Vector Fill Rule", 1.0)? == 2.0 }
    };
    let paint = if ramp {
        match gradient::paint(reader, item)? {
            Some(paint) => paint,
            None => return Ok(None),
        }
    } else {
        let color = reader.value(item, &format!("ADBE Vector {kind} Color"))?;
        let channel = |at: usize| color.as_ref().map_or(0.0, |color| unit(color.component(at)));
        // The fourth channel of a shape's colour is no opacity in AE: files have anything there.
        Paint::Solid([channel(0), channel(1), channel(2), 1.0])
    };
    let blend = blend(reader, item)?;
    let above = reader.number(item, "ADBE Vector Composite Order", 1.0)? == 2.0;
    let opacity = opacity.min(1.0);
    Ok(Some((Painting { shapes: Vec::new(), space, tool, paint, opacity, blend }, above)))
}

/// The blend mode of an item or group; an unknown number is Normal.
pub(super) fn blend(reader: &mut Reader<'_>, item: NodeRef) -> Result<BlendMode, Fault> {
    let number = reader.number(item, "ADBE Vector Blend Mode", 0.0)?;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the cast saturates")]
    let found = BlendMode::ALL.get(number.round() as usize).copied();
    if found.is_none() {
        reader.note("draw/unknown-blend-mode", format!("no blend mode {number}; Normal is used"));
    }
    Ok(found.unwrap_or(BlendMode::Normal))
}

/// A channel as it is drawn: 0..1, 0 for no number.
#[expect(clippy::cast_possible_truncation, reason = "colours are single precision")]
pub(super) fn unit(n: f64) -> f32 {
    if n.is_finite() { n.clamp(0.0, 1.0) as f32 } else { 0.0 }
}
