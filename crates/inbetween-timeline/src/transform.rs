//! Layer matrices: layer space, the parent's space, the world.

use crate::{LayerNode, LayerRef, PropertyRef, State, TransformRefs};
use inbetween_doc::{AutoOrient, Layer, LayerKind};
use inbetween_expr::{Fault, Runner};
use inbetween_types::{Mat4, Time, Value, math};

impl State {
    /// Layer space → the parent's layer space, or the world, at a composition time.
    ///
    /// 2D: `T(position) · Rz · S · T(-anchor)`; 3D: `T(position) · orientation · Rx · Ry · Rz · S · T(-anchor)`
    /// with orientation `Rx · Ry · Rz`; cameras and lights have neither anchor nor scale and look at their point
    /// of interest first. Auto-orient turns between position and orientation; it never changes the Rotation
    /// value. All values are those after expressions.
    ///
    /// # Errors
    /// Only when expressions nest too deep.
    pub fn local_matrix(&self, runner: &mut dyn Runner, layer: LayerRef, time: Time) -> Result<Mat4, Fault> {
        if self.tracer.borrow().is_some() {
            return self.made_matrix(runner, layer, time);
        }
        if let Some(matrix) = self.kept_matrix(layer, time)? {
            return Ok(matrix);
        }
        let Some(node) = self.timeline.layer(layer) else { return Ok(Mat4::IDENTITY) };
        // A frame of its own notes which expressions it hangs on; it takes nothing of the depth limit.
        let limit = self.timeline.limits().expression_depth;
        self.stack.borrow_mut().enter(PropertyRef(node.root), 0, limit)?;
        let made = self.made_matrix(runner, layer, time);
        let finished = self.stack.borrow_mut().leave(&mut self.memo.borrow_mut())?;
        if let (Ok(matrix), Some((needs, height))) =
            (&made, finished.and_then(|finished| Some((finished.whole?, finished.height))))
        {
            self.memo.borrow_mut().put_matrix(layer, time, *matrix, height, needs);
        }
        made
    }

    fn kept_matrix(&self, layer: LayerRef, time: Time) -> Result<Option<Mat4>, Fault> {
        let memo = self.memo.borrow();
        let Some((matrix, height, needs)) = memo.matrix(layer, time) else { return Ok(None) };
        let mut stack = self.stack.borrow_mut();
        if stack.meets_any(memo.members(needs)) {
            return Ok(None);
        }
        crate::session::check_depth(stack.depth(), height, self.timeline.limits().expression_depth)?;
        stack.read(height, needs);
        Ok(Some(matrix))
    }

    fn made_matrix(&self, runner: &mut dyn Runner, layer: LayerRef, time: Time) -> Result<Mat4, Fault> {
        let (Some(node), Some(data)) = (self.timeline.layer(layer), self.timeline.layer_data(layer)) else {
            return Ok(Mat4::IDENTITY);
        };
        let refs = node.transform;
        let position = self.triple(runner, refs.position, time, 0.0)?;
        let device = matches!(data.kind, LayerKind::Camera | LayerKind::Light);
        let mut matrix = if data.three_d || device {
            Mat4::translation(position[0], position[1], position[2])
        } else {
            Mat4::translation(position[0], position[1], 0.0)
        };
        if let Some(turn) = self.auto_orientation(runner, layer, node, data, position, time)? {
            matrix = matrix.then_after(&turn);
        }
        let rest = self.rest(runner, layer, refs, data.three_d || device, device, time)?;
        Ok(matrix.then_after(&rest))
    }

    /// All but position and auto-orient: orientation, rotations, skew, scale and anchor point. Kept where it is the same
    /// at all times.
    fn rest(
        &self,
        runner: &mut dyn Runner,
        layer: LayerRef,
        refs: TransformRefs,
        solid: bool,
        device: bool,
        time: Time,
    ) -> Result<Mat4, Fault> {
        if let Some(kept) = self.memo.borrow().rest(layer) {
            return Ok(kept);
        }
        let mut matrix = Mat4::IDENTITY;
        if solid {
            let orientation = self.triple(runner, refs.orientation, time, 0.0)?;
            matrix = turns(orientation)
                .then_after(&Mat4::rotation_x(self.number(runner, refs.rotation_x, time)?))
                .then_after(&Mat4::rotation_y(self.number(runner, refs.rotation_y, time)?));
        }
        matrix = matrix.then_after(&Mat4::rotation_z(self.number(runner, refs.rotation, time)?));
        if !device {
            let anchor = self.triple(runner, refs.anchor, time, 0.0)?;
            let mut scale = self.triple(runner, refs.scale, time, 100.0)?.map(|percent| percent / 100.0);
            let mut back = anchor.map(|n| -n);
            if !solid {
                (scale[2], back[2]) = (1.0, 0.0);
            }
            matrix = matrix
                .then_after(&self.skew(runner, refs, time)?)
                .then_after(&Mat4::scaling(scale[0], scale[1], scale[2]))
                .then_after(&Mat4::translation(back[0], back[1], back[2]));
        }
        if self.tracer.borrow().is_none() && self.rest_is_still(refs) {
            self.memo.borrow_mut().put_rest(layer, matrix);
        }
        Ok(matrix)
    }

    fn rest_is_still(&self, refs: TransformRefs) -> bool {
        let parts = [
            refs.orientation,
            refs.rotation_x,
            refs.rotation_y,
            refs.rotation,
            refs.anchor,
            refs.scale,
            refs.skew,
            refs.skew_axis,
        ];
        parts.into_iter().flatten().all(|part| self.is_constant(part))
    }

    /// Whether only the position of a flat layer changes and nothing turns it.
    pub(crate) fn is_moved_only(&self, layer: LayerRef) -> bool {
        let (Some(node), Some(data)) = (self.timeline.layer(layer), self.timeline.layer_data(layer)) else {
            return false;
        };
        let device = matches!(data.kind, LayerKind::Camera | LayerKind::Light);
        !device && !data.three_d && data.auto_orient == AutoOrient::Off && self.rest_is_still(node.transform)
    }

    /// What a layer's matrix is made of where only its position changes and nothing turns it: the position, and the
    /// matrix of the rest. `None` for other layers.
    pub(crate) fn moved_only(
        &self,
        runner: &mut dyn Runner,
        layer: LayerRef,
        time: Time,
    ) -> Option<(Option<PropertyRef>, Mat4)> {
        if !self.is_moved_only(layer) {
            return None;
        }
        let refs = self.timeline.layer(layer)?.transform;
        let rest = self.rest(runner, layer, refs, false, false, time).ok()?;
        Some((refs.position, rest))
    }

    /// Whether a property has one value at all times.
    pub(crate) fn is_constant(&self, property: PropertyRef) -> bool {
        self.timeline.override_of(property).is_some()
            || self.timeline.property(property).is_none_or(|data| {
                data.program.is_none()
                    && data.keyframes.is_empty()
                    && data.followers.iter().all(|follower| self.is_constant(*follower))
            })
    }

    /// Layer space → world, through all parents, at a composition time.
    ///
    /// # Errors
    /// Only when expressions nest too deep.
    pub fn world_matrix(&self, runner: &mut dyn Runner, layer: LayerRef, time: Time) -> Result<Mat4, Fault> {
        // From the outermost parent inwards: layers inside one parent share its matrix to the bit.
        let mut chain = vec![layer];
        let mut at = self.timeline.layer(layer).and_then(|node| node.parent);
        while let Some(parent) = at {
            chain.push(parent);
            at = self.timeline.layer(parent).and_then(|node| node.parent);
        }
        let mut world: Option<Mat4> = None;
        for here in chain.into_iter().rev() {
            let local = self.local_matrix(runner, here, time)?;
            world = Some(world.map_or(local, |world| world.then_after(&local)));
        }
        Ok(world.unwrap_or(Mat4::IDENTITY))
    }

    /// The parent's layer space → world; the identity without a parent.
    pub(crate) fn parent_matrix(
        &self,
        runner: &mut dyn Runner,
        layer: LayerRef,
        time: Time,
    ) -> Result<Mat4, Fault> {
        match self.timeline.layer(layer).and_then(|node| node.parent) {
            Some(parent) => self.world_matrix(runner, parent, time),
            None => Ok(Mat4::IDENTITY),
        }
    }

    /// The skew that a Lottie layer can have; the identity for all others.
    fn skew(&self, runner: &mut dyn Runner, refs: TransformRefs, time: Time) -> Result<Mat4, Fault> {
        let skew = self.number(runner, refs.skew, time)?;
        if skew == 0.0 {
            return Ok(Mat4::IDENTITY);
        }
        let axis = self.number(runner, refs.skew_axis, time)?;
        let [a, b, c, d, ..] = crate::shape::transform::skewed(skew, axis).as_coeffs();
        let mut matrix = Mat4::IDENTITY;
        matrix.0[0][0] = a;
        matrix.0[1][0] = b;
        matrix.0[0][1] = c;
        matrix.0[1][1] = d;
        Ok(matrix)
    }

    /// The turn that auto-orient, or a point of interest, adds; `None` when there is none.
    fn auto_orientation(
        &self,
        runner: &mut dyn Runner,
        layer: LayerRef,
        node: &LayerNode,
        data: &Layer,
        position: [f64; 3],
        time: Time,
    ) -> Result<Option<Mat4>, Fault> {
        let device = matches!(data.kind, LayerKind::Camera | LayerKind::Light);
        match data.auto_orient {
            AutoOrient::AlongPath => {
                let Some(way) = self.path_direction(runner, node.transform.position, time)? else {
                    return Ok(None);
                };
                Ok(Some(if device {
                    looking(way)
                } else if data.three_d {
                    let flat = math::hypot(way[0], way[1]);
                    Mat4::rotation_z(degrees(way[1], way[0]))
                        .then_after(&Mat4::rotation_y(degrees(-way[2], flat)))
                } else {
                    Mat4::rotation_z(degrees(way[1], way[0]))
                }))
            }
            _ if device => {
                let Some(target) = node.transform.anchor else { return Ok(None) };
                let target = self.triple(runner, Some(target), time, 0.0)?;
                Ok(towards(position, target).map(looking))
            }
            AutoOrient::TowardsCamera if data.three_d => {
                let camera = self.camera(runner, node.composition, time)?;
                let Some(eye) = camera.view.inverse().map(|world| world.apply([0.0; 3])) else {
                    return Ok(None);
                };
                let parent = self.parent_matrix(runner, layer, time)?;
                let Some(inside) = parent.inverse() else { return Ok(None) };
                Ok(towards(inside.apply(eye), position).map(looking))
            }
            _ => Ok(None),
        }
    }

    /// Direction of a position's motion path: from its keys, or from its values a moment apart where an
    /// expression or separate dimensions make it.
    fn path_direction(
        &self,
        runner: &mut dyn Runner,
        position: Option<PropertyRef>,
        time: Time,
    ) -> Result<Option<[f64; 3]>, Fault> {
        let Some((position, data)) = position.and_then(|p| Some((p, self.timeline.property(p)?))) else {
            return Ok(None);
        };
        if self.timeline.override_of(position).is_some() {
            return Ok(None);
        }
        if data.program.is_none() && data.followers.is_empty() {
            return Ok(crate::track::direction(data, time).map(|way| {
                let part = |index: usize| way.get(index).copied().unwrap_or(0.0);
                [part(0), part(1), part(2)]
            }));
        }
        let before = self.triple(runner, Some(position), time - MOMENT, 0.0)?;
        let after = self.triple(runner, Some(position), time + MOMENT, 0.0)?;
        Ok(towards(before, after))
    }

    fn number(
        &self,
        runner: &mut dyn Runner,
        property: Option<PropertyRef>,
        time: Time,
    ) -> Result<f64, Fault> {
        property.map_or(Ok(0.0), |property| Ok(self.value(runner, property, time)?.component(0)))
    }

    /// Three components; those a value lacks (all, without a property) are `filler` for scale and 0 else.
    fn triple(
        &self,
        runner: &mut dyn Runner,
        property: Option<PropertyRef>,
        time: Time,
        filler: f64,
    ) -> Result<[f64; 3], Fault> {
        let value = match property {
            Some(property) => self.value(runner, property, time)?,
            None => Value::vector(&[]),
        };
        let parts = value.components();
        let part = |index: usize| parts.get(index).copied().unwrap_or(filler);
        Ok([part(0), part(1), part(2)])
    }
}

/// Half the time between the two looks at a moving value, in seconds.
const MOMENT: Time = 1e-3;

/// Orientation: about x, y and z, z innermost.
fn turns([x, y, z]: [f64; 3]) -> Mat4 {
    Mat4::rotation_x(x).then_after(&Mat4::rotation_y(y)).then_after(&Mat4::rotation_z(z))
}

/// The turn that takes the z axis to a direction and keeps the x axis level.
fn looking(way: [f64; 3]) -> Mat4 {
    let flat = math::hypot(way[0], way[2]);
    Mat4::rotation_y(degrees(way[0], way[2])).then_after(&Mat4::rotation_x(-degrees(way[1], flat)))
}

fn degrees(y: f64, x: f64) -> f64 {
    math::atan2(y, x).to_degrees()
}

/// The way from one point to another; `None` when they are one.
fn towards(from: [f64; 3], to: [f64; 3]) -> Option<[f64; 3]> {
    let way = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
    (math::length(&way) > 1e-9).then_some(way)
}
