//! Where a layer's plane lies in the picture.

use super::Builder;
use crate::scene::Projection;
use crate::{Camera, CompositionRef, LayerRef};
use inbetween_expr::Fault;
use inbetween_types::{Mat4, Time};

/// The space layers are placed in: a composition's own, or that of the composition a collapsed one passes its
/// layers to.
#[derive(Clone, Debug)]
pub(super) struct Space {
    /// The current composition's world → the world of the picture.
    pub(super) base: Mat4,
    /// Whether a collapsed 3D layer lies between, so that even 2D layers are planes in space.
    pub(super) three_d: bool,
    /// The composition whose camera looks, and its time.
    pub(super) composition: CompositionRef,
    pub(super) time: Time,
    /// That camera; `None` while no layer needs one.
    camera: Option<Camera>,
}

impl Space {
    /// The space of a composition drawn as a picture of its own.
    pub(super) fn of(builder: &mut Builder<'_>, composition: CompositionRef, time: Time) -> Self {
        let layers = builder.timeline().composition_data(composition).map_or(&[][..], |data| &data.layers);
        let needed = layers.iter().any(|layer| layer.three_d || layer.collapse);
        let camera = if needed { builder.state.camera(builder.runner, composition, time).ok() } else { None };
        Self { base: Mat4::IDENTITY, three_d: false, composition, time, camera }
    }

    /// The space of the layers of a collapsed precomposition.
    pub(super) fn inside(&self, world: &Mat4, three_d: bool) -> Self {
        let base = self.base.then_after(world);
        Self { base, three_d: self.three_d || three_d, ..self.clone() }
    }
}

/// A layer's plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Place {
    /// Layer plane → picture.
    pub(super) projection: Projection,
    /// The camera and layer space → camera space, for layers in space.
    pub(super) seen: Option<(Camera, Mat4)>,
}

/// Why a layer has no place in the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Nowhere {
    /// Scaled to nothing, or seen edge-on.
    Flat,
    /// Some number of its matrix is not finite.
    NotFinite,
}

impl Builder<'_> {
    /// The place of a layer, `shift` seconds away from the frame's time.
    pub(super) fn place(
        &mut self,
        layer: LayerRef,
        time: Time,
        space: &Space,
        shift: Time,
    ) -> Result<Result<Place, Nowhere>, Fault> {
        if let Some((camera, seen)) = self.seen(layer, time, space, shift)? {
            return Ok(checked(Place { projection: projected(&camera, &seen), seen: Some((camera, seen)) }));
        }
        let world = self.world(layer, time + shift)?;
        let [[a, c, _, e], [b, d, _, f], ..] = space.base.then_after(&world).0;
        Ok(checked(Place { projection: Projection([[a, c, e], [b, d, f], [0.0, 0.0, 1.0]]), seen: None }))
    }

    /// The camera that sees a layer in space, and layer space → camera space; `None` for layers in the plane.
    pub(super) fn seen(
        &mut self,
        layer: LayerRef,
        time: Time,
        space: &Space,
        shift: Time,
    ) -> Result<Option<(Camera, Mat4)>, Fault> {
        let in_space = space.three_d || self.timeline().layer_data(layer).is_some_and(|data| data.three_d);
        if !in_space {
            return Ok(None);
        }
        let world = self.world(layer, time + shift)?;
        let world = space.base.then_after(&world);
        let camera = match space.camera {
            Some(camera) if shift == 0.0 => camera,
            _ => self.state.camera(self.runner, space.composition, space.time + shift)?,
        };
        let seen = camera.view.then_after(&world);
        Ok(Some((camera, seen)))
    }
}

/// The picture of the plane z = 0 of a space seen by a camera. The last row is the depth over the zoom, so that it
/// is `0 0 1` for what faces the camera at 100 %.
pub(super) fn projected(camera: &Camera, seen: &Mat4) -> Projection {
    let [x, y, z, _] = seen.0.map(|[a, b, _, d]| [a, b, d]);
    let w = z.map(|n| n / camera.zoom);
    let row = |from: [f64; 3], centre: f64| {
        let [a, b, c] = from;
        let [g, h, i] = w;
        [a + centre * g, b + centre * h, c + centre * i]
    };
    let [g, h, i] = w;
    let rows = [row(x, camera.centre[0]), row(y, camera.centre[1]), w];
    // A plane that faces the camera is an affine map.
    if g.abs() < 1e-12 && h.abs() < 1e-12 && i > 1e-9 {
        let [top, middle, _] = rows.map(|row| row.map(|n| n / i));
        return Projection([top, middle, [0.0, 0.0, 1.0]]);
    }
    Projection(rows)
}

pub(super) fn checked(place: Place) -> Result<Place, Nowhere> {
    let [[a, b, c], [d, e, f], [g, h, i]] = place.projection.0;
    if place.projection.0.iter().flatten().any(|n| !n.is_finite()) {
        return Err(Nowhere::NotFinite);
    }
    let determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
    if determinant.abs() < 1e-12 { Err(Nowhere::Flat) } else { Ok(place) }
}
