//! Layer space transforms.
//!
//! World space is the composition's, before any camera. Comp space is what the active camera shows: for a 3D layer
//! `x = width/2 + zoom·X/Z` of the point (X, Y, Z) before the camera, and z is `Z - zoom`, so that a point in the
//! plane the camera shows at 100 % keeps its place; 2D layers see no camera. Directions in comp space are those
//! before the camera, without perspective: the z of `toCompVec([0, 0, 1])` is positive when the layer faces it.

use super::call::Call;
use super::layer::layer;
use super::row::{Row, method};
use crate::{CompositionRef, LayerRef, State};
use inbetween_expr::{Fault, Item, Runner};
use inbetween_types::{Mat4, Time};

pub(super) const ROWS: &[Row] = &[
    method("toComp", &["to_comp"], "toComp(point, t = time): from layer to comp space.", |call| {
        let space = Space::new(call)?;
        let p = space.world.apply(space.point);
        Ok(space.item(match &space.camera {
            Some(camera) => camera.project(p)?,
            None => p,
        }))
    }),
    method("fromComp", &["from_comp"], "fromComp(point, t = time): from comp to layer space.", |call| {
        let space = Space::new(call)?;
        let p = match &space.camera {
            Some(camera) => camera.unproject(space.point)?,
            None => space.point,
        };
        Ok(space.item(space.inverse()?.apply(p)))
    }),
    method("toWorld", &["to_world"], "toWorld(point, t = time): from layer to world space.", |call| {
        let space = Space::new(call)?;
        Ok(space.item(space.world.apply(space.point)))
    }),
    method("fromWorld", &["from_world"], "fromWorld(point, t = time): from world to layer space.", |call| {
        let space = Space::new(call)?;
        Ok(space.item(space.inverse()?.apply(space.point)))
    }),
    method(
        "toCompVec",
        &["to_comp_vec"],
        "toCompVec(vec, t = time): a direction, from layer to comp space.",
        |call| {
            let space = Space::new(call)?;
            let v = space.world.apply_vector(space.point);
            Ok(space.item(space.camera.as_ref().map_or(v, |camera| camera.view.apply_vector(v))))
        },
    ),
    method(
        "fromCompVec",
        &["from_comp_vec"],
        "fromCompVec(vec, t = time): a direction, from comp to layer space.",
        |call| {
            let space = Space::new(call)?;
            let v = match &space.camera {
                Some(camera) => inverse(&camera.view)?.apply_vector(space.point),
                None => space.point,
            };
            Ok(space.item(space.inverse()?.apply_vector(v)))
        },
    ),
    method(
        "toWorldVec",
        &["to_world_vec"],
        "toWorldVec(vec, t = time): a direction, from layer to world space.",
        |call| {
            let space = Space::new(call)?;
            Ok(space.item(space.world.apply_vector(space.point)))
        },
    ),
    method(
        "fromWorldVec",
        &["from_world_vec"],
        "fromWorldVec(vec, t = time): a direction, from world to layer space.",
        |call| {
            let space = Space::new(call)?;
            Ok(space.item(space.inverse()?.apply_vector(space.point)))
        },
    ),
    method(
        "fromCompToSurface",
        &["from_comp_to_surface"],
        "fromCompToSurface(point, t = time): where the sight through a comp point meets the layer.",
        |call| {
            let space = Space::new(call)?;
            let Some(camera) = &space.camera else {
                let [x, y, _] = space.inverse()?.apply(space.point);
                return Ok(Item::numbers(&[x, y]));
            };
            let back = space.inverse()?.then_after(&inverse(&camera.view)?);
            let eye = back.apply([0.0; 3]);
            let [x, y, _] = space.point;
            let aim = back.apply([x - camera.centre[0], y - camera.centre[1], camera.zoom]);
            let way = eye[2] / (eye[2] - aim[2]);
            if !way.is_finite() {
                return Err(Fault::thrown(
                    "expr/flat-space",
                    "fromCompToSurface: the layer is seen from its edge",
                ));
            }
            Ok(Item::numbers(&[eye[0] + (aim[0] - eye[0]) * way, eye[1] + (aim[1] - eye[1]) * way]))
        },
    ),
];

/// A layer's space at a time, and the point to convert.
struct Space {
    world: Mat4,
    /// The camera, for layers that have a third dimension.
    camera: Option<View>,
    point: [f64; 3],
    /// Components of the answer.
    dimensions: usize,
}

/// What a camera sees.
pub(crate) struct View {
    /// World → camera: x right, y down, z away, origin at the lens.
    pub(crate) view: Mat4,
    /// Pixels from lens to image plane.
    pub(crate) zoom: f64,
    /// Centre of the composition.
    pub(crate) centre: [f64; 2],
}

impl Space {
    fn new(call: &mut Call<'_>) -> Result<Self, Fault> {
        let given = call.numbers(0)?;
        let time = call.time(1)?;
        let layer = layer(call);
        let state = call.state;
        let world = state.world_matrix(call.runner, layer, time)?;
        let three_d = state.is_3d(layer);
        let camera =
            match state.layer_node(layer).filter(|_| state.layer_data(layer).is_some_and(|d| d.three_d)) {
                Some(node) => Some(state.view(call.runner, node.composition, time)?),
                None => None,
            };
        let part = |i: usize| given.get(i).copied().unwrap_or(0.0);
        Ok(Self {
            world,
            camera,
            point: [part(0), part(1), part(2)],
            dimensions: if three_d || given.len() > 2 { 3 } else { 2 },
        })
    }

    fn item(&self, point: [f64; 3]) -> Item {
        Item::numbers(point.get(..self.dimensions).unwrap_or(&point))
    }

    fn inverse(&self) -> Result<Mat4, Fault> {
        inverse(&self.world)
    }
}

fn inverse(matrix: &Mat4) -> Result<Mat4, Fault> {
    matrix.inverse().ok_or_else(|| {
        Fault::thrown("expr/flat-space", "the layer's scale is 0: its space cannot be reached from outside")
    })
}

impl View {
    /// World → comp space.
    fn project(&self, point: [f64; 3]) -> Result<[f64; 3], Fault> {
        let [x, y, z] = self.view.apply(point);
        let factor = self.zoom / z;
        if !factor.is_finite() {
            return Err(Fault::thrown(
                "expr/behind-camera",
                "the point lies in the plane of the camera's lens",
            ));
        }
        Ok([self.centre[0] + x * factor, self.centre[1] + y * factor, z - self.zoom])
    }

    /// Comp space → world.
    fn unproject(&self, [x, y, z]: [f64; 3]) -> Result<[f64; 3], Fault> {
        let depth = z + self.zoom;
        let factor = depth / self.zoom;
        let seen = [(x - self.centre[0]) * factor, (y - self.centre[1]) * factor, depth];
        Ok(inverse(&self.view)?.apply(seen))
    }
}

impl State {
    /// Whether a layer or any of its parents is 3D.
    fn is_3d(&self, layer: LayerRef) -> bool {
        let mut at = Some(layer);
        let mut steps = 0;
        while let Some(layer) = at {
            if self.layer_data(layer).is_some_and(|data| data.three_d) {
                return true;
            }
            at = self.layer_node(layer).and_then(|node| node.parent);
            steps += 1;
            if steps > 1000 {
                break;
            }
        }
        false
    }

    /// What the active camera sees; without one, AE's default: a 50 mm lens that shows the plane z = 0 at 100 %.
    pub(crate) fn view(
        &self,
        runner: &mut dyn Runner,
        composition: CompositionRef,
        time: Time,
    ) -> Result<View, Fault> {
        let size = self.composition_data(composition).map_or([0.0; 2], |data| [data.width, data.height]);
        let centre = size.map(|length| length / 2.0);
        let fallback = size[0] * 50.0 / 36.0;
        match self.active_camera(composition, time) {
            Some(camera) => {
                let zoom = match self.layer_property(camera, "ADBE Camera Options Group", "ADBE Camera Zoom")
                {
                    Some(zoom) => self.value(runner, zoom, time)?.component(0),
                    None => fallback,
                };
                let view = inverse(&self.world_matrix(runner, camera, time)?)?;
                Ok(View { view, zoom, centre })
            }
            None => {
                let view = Mat4::translation(-centre[0], -centre[1], fallback);
                Ok(View { view, zoom: fallback, centre })
            }
        }
    }
}
