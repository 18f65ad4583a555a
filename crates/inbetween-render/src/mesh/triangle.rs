//! Triangles on the device: turned, cut at the eye, and lines as triangles.

/// A corner of a triangle.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Corner {
    /// Place on the device times the depth, and the depth.
    pub(super) device: [f64; 3],
    pub(super) camera: [f64; 3],
    pub(super) normal: [f64; 3],
}

impl Corner {
    /// Place on the device.
    pub(super) fn at(&self) -> [f64; 2] {
        let [x, y, w] = self.device;
        [x / w, y / w]
    }

    fn between(&self, other: &Self, t: f64) -> Self {
        let mix = |a: [f64; 3], b: [f64; 3]| {
            [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t]
        };
        Self {
            device: mix(self.device, other.device),
            camera: mix(self.camera, other.camera),
            normal: mix(self.normal, other.normal),
        }
    }
}

/// The parts of a triangle that lie beyond a depth.
pub(super) fn clipped(three: [Corner; 3], near: f64, mut put: impl FnMut([Corner; 3])) {
    let depth = |corner: &Corner| corner.device[2] - near;
    let inside = three.iter().filter(|corner| depth(corner) > 0.0).count();
    if inside == 3 {
        put(three);
    }
    if inside == 3 || inside == 0 {
        return;
    }
    let [a, b, c] = three;
    let mut kept = [Corner::default(); 4];
    let mut count = 0;
    for (from, to) in [(a, b), (b, c), (c, a)] {
        let (p, q) = (depth(&from), depth(&to));
        let mut push = |corner: Corner| {
            if let Some(slot) = kept.get_mut(count) {
                *slot = corner;
                count += 1;
            }
        };
        if p > 0.0 {
            push(from);
        }
        if (p > 0.0) != (q > 0.0) {
            push(from.between(&to, p / (p - q)));
        }
    }
    let [a, b, c, d] = kept;
    if count >= 3 {
        put([a, b, c]);
    }
    if count == 4 {
        put([a, c, d]);
    }
}

/// The part of a line beyond a depth.
pub(super) fn clipped_line([a, b]: [Corner; 2], near: f64) -> Option<[Corner; 2]> {
    let (p, q) = (a.device[2] - near, b.device[2] - near);
    match (p > 0.0, q > 0.0) {
        (true, true) => Some([a, b]),
        (false, false) => None,
        (true, false) => Some([a, a.between(&b, p / (p - q))]),
        (false, true) => Some([a.between(&b, p / (p - q)), b]),
    }
}

/// A line as two triangles of a width on the device, a little longer at both ends so that lines that meet close.
pub(super) fn thick(a: Corner, b: Corner, half: f64) -> [[Corner; 3]; 2] {
    let ([ax, ay], [bx, by]) = (a.at(), b.at());
    let (dx, dy) = (bx - ax, by - ay);
    let length = inbetween_types::math::hypot(dx, dy);
    let (ux, uy) = if length > 0.0 { (dx / length * half, dy / length * half) } else { (half, 0.0) };
    let place = |corner: Corner, x: f64, y: f64| {
        let w = corner.device[2];
        Corner { device: [x * w, y * w, w], ..corner }
    };
    let (cap_x, cap_y) = (ux * 0.5, uy * 0.5);
    let (p, q) = (place(a, ax - cap_x + uy, ay - cap_y - ux), place(a, ax - cap_x - uy, ay - cap_y + ux));
    let (r, s) = (place(b, bx + cap_x - uy, by + cap_y + ux), place(b, bx + cap_x + uy, by + cap_y - ux));
    [[p, q, r], [p, r, s]]
}
