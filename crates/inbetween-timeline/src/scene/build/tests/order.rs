//! The order of planes in space, and where they are cut.

use super::{Piece, sorted};
use crate::Camera;
use crate::scene::build::plane::Plane;
use inbetween_types::Mat4;
use kurbo::Rect;

const CAMERA: Camera = Camera { view: Mat4::IDENTITY, zoom: 300.0, centre: [100.0, 100.0] };

/// A card of which the camera sees this.
#[derive(Clone, Copy)]
struct Card {
    seen: Mat4,
    rect: Rect,
}

impl Card {
    fn plane(&self) -> Plane {
        Plane::of(&CAMERA, &self.seen, self.rect)
    }

    /// Depth of the card on the ray through a pixel, where it meets the card, and how far from the card's rim that is.
    fn hit(&self, [x, y]: [f64; 2]) -> Option<(f64, f64)> {
        let inverse = self.seen.inverse()?;
        let ray = [(x - CAMERA.centre[0]) / CAMERA.zoom, (y - CAMERA.centre[1]) / CAMERA.zoom, 1.0];
        let (eye, way) = (inverse.apply([0.0; 3]), inverse.apply_vector(ray));
        let depth = -eye[2] / way[2];
        let [u, v] = [eye[0] + depth * way[0], eye[1] + depth * way[1]];
        let rim = (u - self.rect.x0).min(self.rect.x1 - u).min(v - self.rect.y0).min(self.rect.y1 - v);
        (depth > 0.0 && rim >= 0.0).then_some((depth, rim))
    }
}

/// The pieces of some cards, far to near.
fn pieces(cards: &[Card]) -> Vec<Piece<usize>> {
    sorted(cards.iter().enumerate().map(|(at, card)| Piece::new(card.plane(), false, at)).collect())
}

/// Which card is seen last at a pixel.
fn painted(pieces: &[Piece<usize>], cards: &[Card], pixel: [f64; 2]) -> Option<usize> {
    let shows = |piece: &&Piece<usize>| {
        piece.halves.iter().all(|half| half.holds(pixel)) && cards[*piece.content].hit(pixel).is_some()
    };
    pieces.iter().rev().find(shows).map(|piece| *piece.content)
}

#[test]
fn a_tilted_plane_is_ordered_by_sides_not_by_middles() {
    // A floor from near to far whose middle is nearer than a sign's, which stands behind its far end's plane.
    let floor =
        Mat4([[1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 5.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]]);
    let floor = Card { seen: floor, rect: Rect::new(-9.0, 10.0, 9.0, 90.0) }.plane();
    let sign = Card { seen: Mat4::translation(0.0, 0.0, 60.0), rect: Rect::new(-1.0, 0.0, 1.0, 4.0) }.plane();
    // The sign stands above the floor: on the eye's side of it, though its middle (60) is farther (50).
    assert!(sign.depth() > floor.depth());
    assert_eq!(floor.is_behind(&sign), Some(true));
    assert_eq!(sign.is_behind(&floor), Some(false));
}

#[test]
fn planes_that_lie_in_one_another_have_no_order() {
    let plane =
        |x: f64| Card { seen: Mat4::translation(x, 0.0, 50.0), rect: Rect::new(0.0, 0.0, 1.0, 1.0) }.plane();
    assert_eq!(plane(0.0).is_behind(&plane(0.5)), None);
    assert!(!plane(0.0).crosses(&plane(0.5)));
}

#[test]
fn two_cards_that_cross_are_cut_where_their_planes_meet() {
    // Turned by 45 degrees to either side around the middle: they meet in the line x = 100 of the picture.
    let card = |turn: f64| Card {
        seen: Mat4::translation(0.0, 0.0, 300.0).then_after(&Mat4::rotation_y(turn)),
        rect: Rect::new(-30.0, -20.0, 30.0, 20.0),
    };
    let cards = [card(45.0), card(-45.0)];
    let pieces = pieces(&cards);
    let order: Vec<(usize, usize)> =
        pieces.iter().map(|piece| (*piece.content, piece.halves.len())).collect();
    assert_eq!(order, [(1, 1), (0, 0), (1, 1)], "the upper one in two, the lower one between");
    // The line is x = 100: both halves end there, the far one of an opaque layer reaches under the near one.
    let (far, near) = (&pieces[0].halves[0], &pieces[2].halves[0]);
    let nearer = if cards[1].seen.apply([30.0, 0.0, 0.0])[2] < 300.0 { 1.0 } else { -1.0 };
    for y in [-500.0, 100.0, 500.0] {
        assert!(near.holds([100.0 + nearer * 1e-6, y]) && !near.holds([100.0 - nearer * 1e-6, y]));
        assert!(!far.holds([100.0 + nearer * 1e-6, y]) && far.holds([100.0 - nearer * 1e-6, y]));
        let lapped = far.lapped(0.75);
        assert!(lapped.holds([100.0 + nearer * 0.749, y]) && !lapped.holds([100.0 + nearer * 0.751, y]));
        assert_eq!(near.lapped(0.75), *near);
    }
}

#[test]
fn cards_that_only_touch_or_pass_by_stay_whole() {
    let wall = Card { seen: Mat4::translation(0.0, 0.0, 300.0), rect: Rect::new(-30.0, -30.0, 30.0, 30.0) };
    let turned = |x: f64, rect: Rect| Card {
        seen: Mat4::translation(x, 0.0, 300.0).then_after(&Mat4::rotation_y(90.0)),
        rect,
    };
    // A door hinged in the wall's edge, a shelf standing on it, and a card beside whose plane goes through.
    for other in [
        turned(30.0, Rect::new(0.0, -30.0, 60.0, 30.0)),
        turned(5.0, Rect::new(0.0, -10.0, 40.0, 10.0)),
        turned(60.0, Rect::new(-20.0, -10.0, 20.0, 10.0)),
    ] {
        assert_eq!(pieces(&[wall, other]).len(), 2);
    }
    assert_eq!(pieces(&[wall, turned(5.0, Rect::new(-20.0, -10.0, 20.0, 10.0))]).len(), 3);
}

/// Bars around a middle, each with one end before its neighbour and the other behind the one before.
fn pinwheel(count: u32) -> Vec<Card> {
    (0..count)
        .map(|at| {
            let seen = Mat4::translation(0.0, 0.0, 300.0)
                .then_after(&Mat4::rotation_z(f64::from(at) * 360.0 / f64::from(count)))
                .then_after(&Mat4::translation(0.0, 20.0, 0.0))
                .then_after(&Mat4::rotation_y(30.0));
            Card { seen, rect: Rect::new(-60.0, -8.0, 60.0, 8.0) }
        })
        .collect()
}

#[test]
fn cards_that_cover_one_another_in_a_circle_are_cut() {
    let cards = pinwheel(3);
    assert!((0..3).all(|at| !cards[at].plane().crosses(&cards[(at + 1) % 3].plane())));
    let pieces = pieces(&cards);
    assert!(pieces.len() > 3);
    let mut twice = 0;
    for pixel in (0..40_000).map(|n| [f64::from(n % 200) + 0.25, f64::from(n / 200) + 0.25]) {
        let mut hits: Vec<(f64, usize)> =
            cards.iter().enumerate().filter_map(|(at, card)| Some((card.hit(pixel)?.0, at))).collect();
        hits.sort_by(|a, b| a.0.total_cmp(&b.0));
        twice += usize::from(hits.len() > 1);
        assert_eq!(painted(&pieces, &cards, pixel), hits.first().map(|hit| hit.1), "at {pixel:?}");
    }
    assert!(twice > 100, "{twice}");
}

#[test]
fn many_cards_in_circles_are_all_drawn() {
    let pieces = pieces(&pinwheel(100));
    let mut drawn: Vec<usize> = pieces.iter().map(|piece| *piece.content).collect();
    drawn.sort_unstable();
    drawn.dedup();
    assert_eq!(drawn.len(), 100);
    assert!(pieces.len() <= 401, "{}", pieces.len());
}

#[test]
fn every_pixel_shows_the_card_that_is_nearest_there() {
    // A fixed sequence of cards; each pixel of a grid is asked which card its ray meets first.
    let mut state = 7_u64;
    let mut random = |from: f64, to: f64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        from + (to - from) * (state >> 11) as f64 / (1_u64 << 53) as f64
    };
    let (mut asked, mut cut) = (0, 0);
    for trial in 0..100 {
        let cards: Vec<Card> = (0..2 + trial % 4)
            .map(|_| {
                let seen = Mat4::translation(random(-25.0, 25.0), random(-25.0, 25.0), random(270.0, 330.0))
                    .then_after(&Mat4::rotation_x(random(-80.0, 80.0)))
                    .then_after(&Mat4::rotation_y(random(-80.0, 80.0)))
                    .then_after(&Mat4::rotation_z(random(0.0, 90.0)));
                let (w, h) = (random(15.0, 60.0), random(15.0, 60.0));
                Card { seen, rect: Rect::new(-w, -h, w, h) }
            })
            .collect();
        let pieces = pieces(&cards);
        cut += pieces.len() - cards.len();
        for x in (1..200).step_by(7) {
            for y in (1..200).step_by(7) {
                let pixel = [f64::from(x), f64::from(y)];
                let mut hits: Vec<(f64, usize)> = Vec::new();
                let mut plain = true;
                for (at, card) in cards.iter().enumerate() {
                    let hit = card.hit(pixel);
                    // Near a rim or a crossing the answer is a matter of a part of a pixel.
                    plain &= hit.is_none_or(|(_, rim)| rim > 1.0);
                    hits.extend(hit.map(|(depth, _)| (depth, at)));
                }
                hits.sort_by(|a, b| a.0.total_cmp(&b.0));
                plain &= hits.windows(2).all(|two| two[1].0 - two[0].0 > 4.0);
                if plain {
                    asked += 1;
                    let nearest = hits.first().map(|hit| hit.1);
                    assert_eq!(painted(&pieces, &cards, pixel), nearest, "trial {trial} at {pixel:?}");
                }
            }
        }
    }
    assert!(asked > 30_000 && cut > 100, "{asked} pixels, {cut} cuts");
}
