//! f32 pictures: what effects work on and images are given as.

/// A picture: premultiplied RGBA, f32 0..1, gamma-encoded sRGB, rows from the top.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pixmap {
    /// Width in pixels.
    pub width: usize,
    /// Height in pixels.
    pub height: usize,
    /// `width * height` pixels.
    pub pixels: Vec<[f32; 4]>,
}

impl Pixmap {
    /// A transparent picture.
    #[must_use]
    pub fn new(width: usize, height: usize) -> Self {
        Self { width, height, pixels: vec![[0.0; 4]; width.saturating_mul(height)] }
    }

    /// The pixel at (x, y); transparent outside.
    #[must_use]
    pub fn get(&self, x: isize, y: isize) -> [f32; 4] {
        let (Ok(x), Ok(y)) = (usize::try_from(x), usize::try_from(y)) else { return [0.0; 4] };
        if x >= self.width {
            return [0.0; 4];
        }
        self.pixels.get(y * self.width + x).copied().unwrap_or([0.0; 4])
    }

    /// Straight RGBA bytes, rows from the top: what files hold.
    #[must_use]
    pub fn to_straight_bytes(&self) -> Vec<u8> {
        self.pixels.iter().flat_map(|&pixel| straight(pixel)).collect()
    }
}

/// The straight bytes of a premultiplied pixel.
pub(crate) fn straight([r, g, b, a]: [f32; 4]) -> [u8; 4] {
    let byte = |x: f32| (x.clamp(0.0, 1.0) * 255.0 + 0.5) as u8;
    // A pixel that shows nothing has no colour either: what rounding leaves there would only make files larger.
    let scale = if byte(a) > 0 { 1.0 / a } else { 0.0 };
    [byte(r * scale), byte(g * scale), byte(b * scale), byte(a)]
}
