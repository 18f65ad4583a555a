use super::*;
use kurbo::{Affine, BezPath, Circle, Rect, Shape};

/// Coverage as a picture.
struct Picture {
    width: usize,
    covers: Vec<f32>,
}

impl Picture {
    fn of(path: &BezPath, size: i32, rule: Rule) -> Self {
        let mut raster = Raster::default();
        let mut picture = Self::blank(size);
        let mut outline = Outline::default();
        flatten(path.elements(), Affine::IDENTITY, 0.001, &mut outline);
        raster.fill(&outline, square(size), rule, &mut picture);
        assert!(raster.area.iter().all(|a| *a == 0.0), "the buffer is clean again");
        assert!(raster.touched.iter().all(|a| *a == 0));
        picture
    }

    fn blank(size: i32) -> Self {
        Self { width: size as usize, covers: vec![0.0; (size * size) as usize] }
    }

    fn at(&self, x: usize, y: usize) -> f32 {
        self.covers[y * self.width + x]
    }

    fn sum(&self) -> f64 {
        self.covers.iter().map(|c| f64::from(*c)).sum()
    }
}

impl Sink for Picture {
    fn span(&mut self, y: i32, x0: i32, x1: i32, cover: f32) {
        for x in x0..x1 {
            self.pixels(y, x, &[cover]);
        }
    }

    fn pixels(&mut self, y: i32, x0: i32, covers: &[f32]) {
        for (x, cover) in (x0..).zip(covers) {
            let place = &mut self.covers[y as usize * self.width + x as usize];
            assert_eq!(*place, 0.0, "each pixel comes once");
            *place = *cover;
        }
    }
}

fn square(size: i32) -> IRect {
    IRect { x0: 0, y0: 0, x1: size, y1: size }
}

fn stroked(path: &BezPath, style: &kurbo::Stroke) -> Picture {
    let mut outline = Outline::default();
    assert!(stroke(path.elements(), style, 0.001, &mut outline));
    let mut picture = Picture::blank(200);
    Raster::default().fill(&outline, square(200), Rule::NonZero, &mut picture);
    picture
}

fn line(from: (f64, f64), to: (f64, f64)) -> BezPath {
    let mut path = BezPath::new();
    path.move_to(from);
    path.line_to(to);
    path
}

#[test]
fn rectangle_at_half_pixels() {
    let picture = Picture::of(&Rect::new(1.5, 2.25, 5.5, 4.0).to_path(0.1), 8, Rule::NonZero);
    assert_eq!(picture.at(1, 2), 0.375);
    assert_eq!(picture.at(2, 2), 0.75);
    assert_eq!(picture.at(1, 3), 0.5);
    assert_eq!(picture.at(3, 3), 1.0);
    assert_eq!(picture.at(5, 3), 0.5);
    assert_eq!(picture.at(6, 3), 0.0);
    assert!((picture.sum() - 7.0).abs() < 1e-6);
}

#[test]
fn areas_of_slanted_edges_are_exact() {
    let mut path = BezPath::new();
    path.move_to((0.3, 0.2));
    path.line_to((97.1, 3.7));
    path.line_to((13.9, 89.4));
    path.close_path();
    let area = 0.5 * ((97.1 - 0.3) * (89.4 - 0.2) - (13.9 - 0.3) * (3.7 - 0.2));
    let picture = Picture::of(&path, 100, Rule::NonZero);
    assert!((picture.sum() - area).abs() < 0.01, "{} {area}", picture.sum());
    // The first edge passes (48.7, 1.95): half of that pixel's lower row.
    assert!((picture.at(48, 1) - (2.0 - (0.2 + 3.5 * (48.5 - 0.3) / 96.8)) as f32).abs() < 1e-4);
}

#[test]
fn circle_has_its_area() {
    let picture = Picture::of(&Circle::new((50.0, 50.0), 40.0).to_path(1e-6), 100, Rule::NonZero);
    let area = std::f64::consts::PI * 1600.0;
    assert!((picture.sum() - area).abs() < 0.5, "{} {area}", picture.sum());
    assert_eq!(picture.at(50, 50), 1.0);
}

#[test]
fn rules_differ_where_contours_overlap() {
    let mut path = Rect::new(1.0, 1.0, 9.0, 9.0).to_path(0.1);
    path.extend(Rect::new(3.0, 3.0, 7.0, 7.0).to_path(0.1));
    assert_eq!(Picture::of(&path, 10, Rule::NonZero).at(5, 5), 1.0);
    assert_eq!(Picture::of(&path, 10, Rule::EvenOdd).at(5, 5), 0.0);
    assert_eq!(Picture::of(&path, 10, Rule::EvenOdd).at(2, 5), 1.0);
}

#[test]
fn what_is_outside_does_not_change_what_is_inside() {
    let wide = Circle::new((40.0, 45.0), 70.0).to_path(1e-6);
    let whole = {
        let mut moved = wide.clone();
        moved.apply_affine(Affine::translate((100.0, 100.0)));
        Picture::of(&moved, 300, Rule::NonZero)
    };
    let cut = Picture::of(&wide, 64, Rule::NonZero);
    for y in 0..64 {
        for x in 0..64 {
            let (a, b) = (cut.at(x, y), whole.at(x + 100, y + 100));
            assert!((a - b).abs() < 2e-3, "{x} {y}: {a} {b}");
        }
    }
}

#[test]
fn endless_and_missing_numbers_draw_nothing() {
    for bad in [f64::NAN, f64::INFINITY, 1e300] {
        let mut path = line((1.0, 1.0), (bad, 2.0));
        path.line_to((3.0, 5.0));
        assert_eq!(Picture::of(&path, 8, Rule::NonZero).sum(), 0.0);
    }
}

#[test]
fn very_long_edges_end() {
    let picture = Picture::of(&Rect::new(-1e9, -1e9, 1e9, 1e9).to_path(0.1), 8, Rule::NonZero);
    assert_eq!(picture.sum(), 64.0);
}

#[test]
fn strokes_have_their_width_and_caps() {
    use kurbo::{Cap, Stroke};
    let path = line((50.0, 100.0), (150.0, 100.0));
    let sum = |cap| stroked(&path, &Stroke::new(10.0).with_caps(cap)).sum();
    assert!((sum(Cap::Butt) - 1000.0).abs() < 0.01);
    assert!((sum(Cap::Square) - 1100.0).abs() < 0.01);
    assert!((sum(Cap::Round) - 1000.0 - std::f64::consts::PI * 25.0).abs() < 0.1);
}

#[test]
fn joins_have_their_areas() {
    use kurbo::{Cap, Join, Stroke};
    let mut path = line((50.0, 50.0), (150.0, 50.0));
    path.line_to((150.0, 150.0));
    let sum = |join, limit| {
        let style = Stroke::new(20.0).with_caps(Cap::Butt).with_join(join).with_miter_limit(limit);
        stroked(&path, &style).sum()
    };
    // Two legs of 2000, of which a square of 100 at the corner is shared; the join adds to the corner outside.
    assert!((sum(Join::Bevel, 4.0) - 3950.0).abs() < 0.1);
    assert!((sum(Join::Miter, 4.0) - 4000.0).abs() < 0.1);
    assert!((sum(Join::Miter, 1.2) - 3950.0).abs() < 0.1);
    assert!((sum(Join::Round, 4.0) - 3900.0 - std::f64::consts::PI * 25.0).abs() < 0.2);
}

#[test]
fn ring_of_a_closed_stroke() {
    let picture = stroked(&Circle::new((100.0, 100.0), 60.0).to_path(1e-6), &kurbo::Stroke::new(12.0));
    let area = std::f64::consts::PI * 60.0 * 2.0 * 12.0;
    assert!((picture.sum() - area).abs() < 2.0, "{} {area}", picture.sum());
    assert_eq!(picture.at(100, 100), 0.0);
    assert_eq!(picture.at(160, 100), 1.0);
}

#[test]
fn dashes_are_cut_with_their_offset() {
    let style = kurbo::Stroke::new(4.0).with_caps(kurbo::Cap::Butt).with_dashes(5.0, [10.0, 20.0]);
    let picture = stroked(&line((20.0, 50.0), (120.0, 50.0)), &style);
    // 5 left of the first, then 10 from 45 on, 75 and 105.
    assert!((picture.sum() - 4.0 * 35.0).abs() < 0.01, "{}", picture.sum());
    assert_eq!(picture.at(24, 50), 1.0);
    assert_eq!(picture.at(25, 50), 0.0);
    assert_eq!(picture.at(45, 50), 1.0);
    assert_eq!(picture.at(55, 50), 0.0);
}

#[test]
fn points_show_where_their_caps_are_round() {
    let style = |cap| kurbo::Stroke::new(20.0).with_caps(cap);
    let dot = line((100.0, 100.0), (100.0, 100.0));
    assert!((stroked(&dot, &style(kurbo::Cap::Round)).sum() - 314.16).abs() < 0.5);
    assert_eq!(stroked(&dot, &style(kurbo::Cap::Butt)).sum(), 0.0);
}

#[test]
fn too_many_dashes_are_refused() {
    let style = kurbo::Stroke::new(4.0).with_dashes(0.0, [1e-6, 1e-6]);
    let mut outline = Outline::default();
    assert!(!stroke(line((0.0, 0.0), (100.0, 0.0)).elements(), &style, 0.1, &mut outline));
    assert_eq!(outline.ends.len(), 1);
}
