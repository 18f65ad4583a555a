//! What changed between two pictures.

/// A rectangle of pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Area {
    pub(super) x: usize,
    pub(super) y: usize,
    pub(super) width: usize,
    pub(super) height: usize,
}

impl Area {
    /// The rectangle around both.
    pub(super) fn union(self, other: Self) -> Self {
        let (x, y) = (self.x.min(other.x), self.y.min(other.y));
        Self {
            x,
            y,
            width: (self.x + self.width).max(other.x + other.width) - x,
            height: (self.y + self.height).max(other.y + other.height) - y,
        }
    }

    /// Grown to the left and up to even corners, as WebP wants them.
    pub(super) fn even(self) -> Self {
        let (dx, dy) = (self.x % 2, self.y % 2);
        Self { x: self.x - dx, y: self.y - dy, width: self.width + dx, height: self.height + dy }
    }
}

/// The smallest rectangle outside which `changed(pixel index)` is false everywhere.
pub(super) fn area_where(width: usize, height: usize, changed: impl Fn(usize) -> bool) -> Option<Area> {
    let (mut left, mut right, mut top, mut bottom) = (usize::MAX, 0, usize::MAX, 0);
    for y in 0..height {
        let row = y * width;
        let Some(first) = (0..width).find(|x| changed(row + x)) else { continue };
        let last = (first..width).rev().find(|x| changed(row + x)).unwrap_or(first);
        left = left.min(first);
        right = right.max(last);
        top = top.min(y);
        bottom = y;
    }
    (left != usize::MAX).then(|| Area { x: left, y: top, width: right - left + 1, height: bottom - top + 1 })
}

/// The smallest rectangle in which two RGBA pictures differ.
pub(super) fn changed(before: &[u8], after: &[u8], width: usize) -> Option<Area> {
    let row = width * 4;
    let (mut left, mut right, mut top, mut bottom) = (usize::MAX, 0, usize::MAX, 0);
    for (y, (a, b)) in before.chunks_exact(row).zip(after.chunks_exact(row)).enumerate() {
        if a == b {
            continue;
        }
        let differs = |(p, q): (&[u8], &[u8])| p != q;
        let first = a.chunks_exact(4).zip(b.chunks_exact(4)).position(differs).unwrap_or(0);
        let last = a.chunks_exact(4).zip(b.chunks_exact(4)).rposition(differs).unwrap_or(first);
        left = left.min(first);
        right = right.max(last);
        top = top.min(y);
        bottom = y;
    }
    (left != usize::MAX).then(|| Area { x: left, y: top, width: right - left + 1, height: bottom - top + 1 })
}

/// The bytes of a part of a picture with `bytes` bytes per pixel.
pub(super) fn crop(picture: &[u8], width: usize, bytes: usize, area: Area) -> Vec<u8> {
    let mut out = Vec::with_capacity(area.width * area.height * bytes);
    for y in area.y..area.y + area.height {
        let start = (y * width + area.x) * bytes;
        out.extend_from_slice(picture.get(start..start + area.width * bytes).unwrap_or(&[]));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_changed_area_is_the_smallest_rectangle() {
        let before = vec![0; 6 * 5 * 4];
        let mut after = before.clone();
        assert_eq!(changed(&before, &after, 6), None);
        after[(6 + 2) * 4] = 1;
        after[(3 * 6 + 4) * 4 + 3] = 1;
        let area = Area { x: 2, y: 1, width: 3, height: 3 };
        assert_eq!(changed(&before, &after, 6), Some(area));
        let same = area_where(6, 5, |i| before[i * 4..i * 4 + 4] != after[i * 4..i * 4 + 4]);
        assert_eq!(same, Some(area));
        assert_eq!(crop(&after, 6, 4, area).len(), 36);
        assert_eq!(crop(&after, 6, 4, area)[0], 1);
    }

    #[test]
    fn even_corners_keep_the_far_edges() {
        let area = Area { x: 3, y: 4, width: 2, height: 2 }.even();
        assert_eq!(area, Area { x: 2, y: 4, width: 3, height: 2 });
    }
}
