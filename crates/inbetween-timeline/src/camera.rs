//! Cameras, and points between layer, world and composition.

use crate::{CompositionRef, LayerRef, State};
use inbetween_doc::LayerKind;
use inbetween_expr::{Fault, Runner};
use inbetween_types::{Mat4, Time};

/// A camera at a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// World → camera space: x right, y down, z away from the camera.
    pub view: Mat4,
    /// Distance in pixels at which a layer shows at 100 %.
    pub zoom: f64,
    /// Middle of the composition, in pixels.
    pub centre: [f64; 2],
}

impl Camera {
    /// The camera AE uses when a composition has none: 50 mm on 36 mm film, in front of the middle.
    /// `width × 50/36` away (pixel aspect 1: Lottie knows no other).
    #[must_use]
    pub fn default_for(width: f64, height: f64) -> Self {
        let centre = [width / 2.0, height / 2.0];
        let zoom = default_zoom(width);
        Self { view: Mat4::translation(-centre[0], -centre[1], zoom), zoom, centre }
    }

    /// World → composition. `z` is the distance behind the plane that shows at 100 %.
    ///
    /// A point in the camera's own plane has no place in the picture; it counts as a tiny distance away.
    #[must_use]
    pub fn project(&self, world: [f64; 3]) -> [f64; 3] {
        let [x, y, depth] = self.view.apply(world);
        let safe = if depth.abs() < 1e-9 { 1e-9 } else { depth };
        let scale = self.zoom / safe;
        [self.centre[0] + x * scale, self.centre[1] + y * scale, depth - self.zoom]
    }

    /// Composition → world, the reverse of [`Camera::project`].
    #[must_use]
    pub fn unproject(&self, point: [f64; 3]) -> [f64; 3] {
        let depth = point[2] + self.zoom;
        let scale = depth / self.zoom;
        let seen = [(point[0] - self.centre[0]) * scale, (point[1] - self.centre[1]) * scale, depth];
        self.view.inverse().map_or(seen, |world| world.apply(seen))
    }

    /// Where the camera is in the world.
    #[must_use]
    pub fn eye(&self) -> [f64; 3] {
        self.view.inverse().map_or([0.0; 3], |world| world.apply([0.0; 3]))
    }
}

fn default_zoom(width: f64) -> f64 {
    let zoom = width * 50.0 / 36.0;
    if zoom.is_finite() && zoom > 0.0 { zoom } else { 1.0 }
}

/// A way from one space to another.
enum Way {
    /// From layer space.
    Out,
    /// To layer space.
    In,
}

impl State {
    /// The camera that renders a composition at a time, if any layer is one: the topmost that is switched on and
    /// whose time span holds `time`.
    #[must_use]
    pub fn active_camera(&self, composition: CompositionRef, time: Time) -> Option<LayerRef> {
        let node = self.timeline.composition(composition)?;
        node.layers.iter().copied().find(|layer| {
            self.timeline
                .layer_data(*layer)
                .is_some_and(|data| data.kind == LayerKind::Camera && !data.hidden)
                && self.is_active_at(*layer, time)
        })
    }

    /// Whether a time lies in a layer's span: from its in point up to before its out point (the other way round
    /// for a reversed layer).
    #[must_use]
    pub fn is_active_at(&self, layer: LayerRef, time: Time) -> bool {
        let Some(data) = self.timeline.layer_data(layer) else { return false };
        let rate = self.timeline.frame_rate_of(layer);
        let (a, b) = (rate.seconds(data.in_point), rate.seconds(data.out_point));
        time >= a.min(b) && time < a.max(b)
    }

    /// The active camera's matrices at a composition time, or those of AE's default camera.
    ///
    /// # Errors
    /// Only when expressions nest too deep.
    pub fn camera(
        &self,
        runner: &mut dyn Runner,
        composition: CompositionRef,
        time: Time,
    ) -> Result<Camera, Fault> {
        let (width, height) =
            self.timeline.composition_data(composition).map_or((0.0, 0.0), |data| (data.width, data.height));
        let standard = Camera::default_for(width, height);
        let Some(layer) = self.active_camera(composition, time) else { return Ok(standard) };
        let world = self.world_matrix(runner, layer, time)?;
        let zoom = match self.timeline.layer(layer).and_then(|node| node.transform.zoom) {
            Some(zoom) => self.value(runner, zoom, time)?.component(0),
            None => standard.zoom,
        };
        Ok(Camera {
            view: world.inverse().unwrap_or(standard.view),
            zoom: if zoom > 0.0 { zoom } else { standard.zoom },
            centre: standard.centre,
        })
    }

    /// `toWorld`: layer space → world. Points have two or three components; the answer has three for 3D layers
    /// and for points with three, else two.
    ///
    /// # Errors
    /// Only when expressions nest too deep.
    pub fn to_world(
        &self,
        runner: &mut dyn Runner,
        layer: LayerRef,
        point: &[f64],
        time: Time,
    ) -> Result<Vec<f64>, Fault> {
        let world = self.world_matrix(runner, layer, time)?;
        Ok(self.shaped(layer, point, world.apply(three(point))))
    }

    /// `fromWorld`: world → layer space.
    ///
    /// # Errors
    /// When the layer is scaled to nothing, or expressions nest too deep.
    pub fn from_world(
        &self,
        runner: &mut dyn Runner,
        layer: LayerRef,
        point: &[f64],
        time: Time,
    ) -> Result<Vec<f64>, Fault> {
        let inside = self.inside(runner, layer, time)?;
        Ok(self.shaped(layer, point, inside.apply(three(point))))
    }

    /// `toComp`: layer space → composition; 3D layers as the active camera shows them. The third component is
    /// the distance behind the plane that shows at 100 %.
    ///
    /// # Errors
    /// Only when expressions nest too deep.
    pub fn to_comp(
        &self,
        runner: &mut dyn Runner,
        layer: LayerRef,
        point: &[f64],
        time: Time,
    ) -> Result<Vec<f64>, Fault> {
        let world = self.world_matrix(runner, layer, time)?.apply(three(point));
        let out = match self.camera_of(runner, layer, time)? {
            Some(camera) => camera.project(world),
            None => world,
        };
        Ok(self.shaped(layer, point, out))
    }

    /// `fromComp`: composition → layer space, the reverse of [`State::to_comp`]; may give a z on 3D layers.
    ///
    /// # Errors
    /// When the layer is scaled to nothing, or expressions nest too deep.
    pub fn from_comp(
        &self,
        runner: &mut dyn Runner,
        layer: LayerRef,
        point: &[f64],
        time: Time,
    ) -> Result<Vec<f64>, Fault> {
        let inside = self.inside(runner, layer, time)?;
        let world = match self.camera_of(runner, layer, time)? {
            Some(camera) => camera.unproject(three(point)),
            None => three(point),
        };
        Ok(self.shaped(layer, point, inside.apply(world)))
    }

    /// `fromCompToSurface`: the point of the layer's own plane that shows at a point of the composition; two
    /// components.
    ///
    /// # Errors
    /// When the layer is edge-on to the camera or scaled to nothing, or expressions nest too deep.
    pub fn from_comp_to_surface(
        &self,
        runner: &mut dyn Runner,
        layer: LayerRef,
        point: &[f64],
        time: Time,
    ) -> Result<Vec<f64>, Fault> {
        let inside = self.inside(runner, layer, time)?;
        let [x, y, _] = three(point);
        let Some(camera) = self.camera_of(runner, layer, time)? else {
            let [x, y, _] = inside.apply([x, y, 0.0]);
            return Ok(vec![x, y]);
        };
        let eye = inside.apply(camera.eye());
        let seen = inside.apply(camera.unproject([x, y, 0.0]));
        let run = seen[2] - eye[2];
        if run.abs() < 1e-12 {
            return Err(Fault::thrown(
                "expr/edge-on",
                "the layer is edge-on to the camera: its plane is not seen",
            ));
        }
        let along = -eye[2] / run;
        Ok(vec![eye[0] + (seen[0] - eye[0]) * along, eye[1] + (seen[1] - eye[1]) * along])
    }

    /// `toWorldVec`: a direction from layer space to the world, scale included.
    ///
    /// # Errors
    /// Only when expressions nest too deep.
    pub fn to_world_vec(
        &self,
        runner: &mut dyn Runner,
        layer: LayerRef,
        vector: &[f64],
        time: Time,
    ) -> Result<Vec<f64>, Fault> {
        self.turn(runner, layer, vector, time, Way::Out, false)
    }

    /// `fromWorldVec`: a direction from the world to layer space.
    ///
    /// # Errors
    /// When the layer is scaled to nothing, or expressions nest too deep.
    pub fn from_world_vec(
        &self,
        runner: &mut dyn Runner,
        layer: LayerRef,
        vector: &[f64],
        time: Time,
    ) -> Result<Vec<f64>, Fault> {
        self.turn(runner, layer, vector, time, Way::In, false)
    }

    /// `toCompVec`: a direction from layer space to the composition; for 3D layers as the camera is turned,
    /// without perspective.
    ///
    /// # Errors
    /// Only when expressions nest too deep.
    pub fn to_comp_vec(
        &self,
        runner: &mut dyn Runner,
        layer: LayerRef,
        vector: &[f64],
        time: Time,
    ) -> Result<Vec<f64>, Fault> {
        self.turn(runner, layer, vector, time, Way::Out, true)
    }

    /// `fromCompVec`: a direction from the composition to layer space, the reverse of [`State::to_comp_vec`].
    ///
    /// # Errors
    /// When the layer is scaled to nothing, or expressions nest too deep.
    pub fn from_comp_vec(
        &self,
        runner: &mut dyn Runner,
        layer: LayerRef,
        vector: &[f64],
        time: Time,
    ) -> Result<Vec<f64>, Fault> {
        self.turn(runner, layer, vector, time, Way::In, true)
    }

    fn turn(
        &self,
        runner: &mut dyn Runner,
        layer: LayerRef,
        vector: &[f64],
        time: Time,
        way: Way,
        seen: bool,
    ) -> Result<Vec<f64>, Fault> {
        let mut matrix = self.world_matrix(runner, layer, time)?;
        if seen && let Some(camera) = self.camera_of(runner, layer, time)? {
            matrix = camera.view.then_after(&matrix);
        }
        if let Way::In = way {
            matrix = matrix.inverse().ok_or_else(flat)?;
        }
        Ok(self.shaped(layer, vector, matrix.apply_vector(three(vector))))
    }

    /// World → layer space.
    fn inside(&self, runner: &mut dyn Runner, layer: LayerRef, time: Time) -> Result<Mat4, Fault> {
        self.world_matrix(runner, layer, time)?.inverse().ok_or_else(flat)
    }

    /// The camera that shows a layer; `None` for 2D layers, whose world is the composition.
    fn camera_of(
        &self,
        runner: &mut dyn Runner,
        layer: LayerRef,
        time: Time,
    ) -> Result<Option<Camera>, Fault> {
        if !self.is_three_d(layer) {
            return Ok(None);
        }
        match self.timeline.layer(layer) {
            Some(node) => self.camera(runner, node.composition, time).map(Some),
            None => Ok(None),
        }
    }

    fn is_three_d(&self, layer: LayerRef) -> bool {
        self.timeline
            .layer_data(layer)
            .is_some_and(|data| data.three_d || matches!(data.kind, LayerKind::Camera | LayerKind::Light))
    }

    /// Three components for 3D layers and points with three, else two.
    fn shaped(&self, layer: LayerRef, asked: &[f64], answer: [f64; 3]) -> Vec<f64> {
        let count = if self.is_three_d(layer) || asked.len() > 2 { 3 } else { 2 };
        answer.into_iter().take(count).collect()
    }
}

fn three(point: &[f64]) -> [f64; 3] {
    let part = |index: usize| point.get(index).copied().unwrap_or(0.0);
    [part(0), part(1), part(2)]
}

fn flat() -> Fault {
    Fault::thrown("expr/flat-layer", "the layer is scaled to nothing, so no point has a place in it")
        .with_help("keep its scale, and its parents', away from 0")
}
