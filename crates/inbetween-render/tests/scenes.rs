//! Pictures whose pixels follow from definitions.

use inbetween_doc::BlendMode;
use inbetween_render::{NoResources, Picture, Pixels, Quality, RenderOptions, Renderer, Resources, Size};
use inbetween_timeline::scene::{
    EffectCall, Fill, Gradient, Group, Image, ImageSource, Mask, MaskMode, Matte, MatteMode, Node, Paint,
    Projection, Scene, Stroke, kurbo,
};
use kurbo::{Affine, BezPath, Circle, Rect, Shape};
use std::sync::Arc;

const RED: [f32; 4] = [1.0, 0.0, 0.0, 1.0];
const BLUE: [f32; 4] = [0.0, 0.0, 1.0, 1.0];
const WHITE: [f32; 4] = [1.0; 4];

fn fill(path: BezPath, color: [f32; 4]) -> Fill {
    Fill {
        transform: Projection::IDENTITY,
        path: Arc::new(path),
        even_odd: false,
        paint: Paint::Solid(color),
        opacity: 1.0,
        blend: BlendMode::Normal,
    }
}

fn rect(x0: f64, y0: f64, x1: f64, y1: f64, color: [f32; 4]) -> Node {
    Node::Fill(fill(Rect::new(x0, y0, x1, y1).to_path(0.1), color))
}

fn group(nodes: Vec<Node>) -> Group {
    Group { nodes, ..Group::default() }
}

fn node(group: Group) -> Node {
    Node::Group(Box::new(group))
}

fn scene(nodes: Vec<Node>) -> Scene {
    Scene { width: 20.0, height: 20.0, nodes }
}

fn renderer(quality: Quality) -> Renderer {
    Renderer::new(RenderOptions { quality, ..RenderOptions::default() })
}

fn draw(nodes: Vec<Node>) -> Picture {
    renderer(Quality::Reference).render(&scene(nodes), &NoResources)
}

#[track_caller]
fn near(got: [f32; 4], want: [f32; 4]) {
    let same = got.iter().zip(want).all(|(a, b)| (a - b).abs() < 2e-3);
    assert!(same, "{got:?} is not {want:?}");
}

fn mask(mode: MaskMode, path: Rect) -> Mask {
    Mask {
        mode,
        path: Arc::new(path.to_path(0.1)),
        inverted: false,
        feather: [0.0; 2],
        expansion: 0.0,
        opacity: 1.0,
    }
}

fn masked(masks: Vec<Mask>) -> Picture {
    let layer = Group { masks, ..group(vec![rect(0.0, 0.0, 20.0, 20.0, RED)]) };
    draw(vec![node(layer)])
}

#[test]
fn half_covered_pixels_are_half_there() {
    let picture = draw(vec![rect(2.5, 2.0, 6.25, 8.0, RED)]);
    near(picture.get(2, 4), [0.5, 0.0, 0.0, 0.5]);
    near(picture.get(6, 4), [0.25, 0.0, 0.0, 0.25]);
    near(picture.get(4, 4), RED);
    near(picture.get(4, 8), [0.0; 4]);
}

#[test]
fn fast_agrees_with_reference() {
    let nodes = vec![
        rect(0.0, 0.0, 20.0, 20.0, [0.2, 0.4, 0.6, 1.0]),
        Node::Fill(fill(Circle::new((9.0, 9.0), 7.3).to_path(1e-3), [0.9, 0.1, 0.3, 0.4])),
        node(Group {
            opacity: 0.5,
            ..group(vec![rect(1.5, 1.5, 9.0, 12.0, RED), rect(5.0, 5.0, 19.0, 9.5, BLUE)])
        }),
    ];
    let exact = draw(nodes.clone());
    let fast = renderer(Quality::Fast).render(&scene(nodes), &NoResources);
    for y in 0..20 {
        for x in 0..20 {
            for (a, b) in exact.get(x, y).into_iter().zip(fast.get(x, y)) {
                assert!((a - b).abs() < 2.5 / 255.0, "{x} {y}: {a} {b}");
            }
        }
    }
}

#[test]
fn group_opacity_counts_once_where_its_nodes_overlap() {
    let both = group(vec![rect(0.0, 0.0, 10.0, 10.0, RED), rect(5.0, 0.0, 15.0, 10.0, BLUE)]);
    let picture = draw(vec![node(Group { opacity: 0.5, ..both })]);
    near(picture.get(2, 2), [0.5, 0.0, 0.0, 0.5]);
    near(picture.get(7, 2), [0.0, 0.0, 0.5, 0.5]);
    near(picture.get(12, 2), [0.0, 0.0, 0.5, 0.5]);
}

#[test]
fn group_opacity_is_the_same_where_they_do_not() {
    let apart = group(vec![rect(0.0, 0.0, 5.0, 10.0, RED), rect(10.0, 0.0, 15.0, 10.0, BLUE)]);
    let picture = draw(vec![rect(0.0, 0.0, 20.0, 20.0, WHITE), node(Group { opacity: 0.25, ..apart })]);
    near(picture.get(2, 2), [1.0, 0.75, 0.75, 1.0]);
    near(picture.get(12, 2), [0.75, 0.75, 1.0, 1.0]);
}

#[test]
fn groups_blend_as_a_whole() {
    let grey = [0.5, 0.5, 0.5, 1.0];
    let over = Group { blend: BlendMode::Multiply, ..group(vec![rect(0.0, 0.0, 10.0, 10.0, grey)]) };
    let picture = draw(vec![rect(0.0, 0.0, 20.0, 20.0, [0.8, 0.4, 0.2, 1.0]), node(over)]);
    near(picture.get(5, 5), [0.4, 0.2, 0.1, 1.0]);
    near(picture.get(15, 5), [0.8, 0.4, 0.2, 1.0]);
}

#[test]
fn a_clipped_group_does_not_blend_with_what_is_below_it() {
    let mut inner = fill(Rect::new(0.0, 0.0, 10.0, 10.0).to_path(0.1), [0.5, 0.5, 0.5, 1.0]);
    inner.blend = BlendMode::Multiply;
    let comp = Group { clip: Some([0.0, 0.0, 20.0, 20.0]), ..group(vec![Node::Fill(inner)]) };
    let picture = draw(vec![rect(0.0, 0.0, 20.0, 20.0, RED), node(comp)]);
    near(picture.get(5, 5), [0.5, 0.5, 0.5, 1.0]);
}

#[test]
fn clips_cut_straight_and_turned() {
    let full = || rect(-50.0, -50.0, 50.0, 50.0, RED);
    let straight = Group { clip: Some([2.0, 2.0, 10.5, 8.0]), ..group(vec![full()]) };
    let picture = draw(vec![node(straight)]);
    near(picture.get(2, 2), RED);
    near(picture.get(10, 4), [0.5, 0.0, 0.0, 0.5]);
    near(picture.get(12, 4), [0.0; 4]);
    let turn = Affine::translate((10.0, 10.0)) * Affine::rotate(std::f64::consts::FRAC_PI_4);
    let turned = Group {
        clip: Some([-5.0, -5.0, 5.0, 5.0]),
        transform: Projection::affine(turn),
        ..group(vec![full()])
    };
    let picture = draw(vec![node(turned)]);
    near(picture.get(10, 10), RED);
    near(picture.get(5, 5), [0.0; 4]);
    near(picture.get(10, 4), RED);
    let sum: f32 = (0..400).map(|i| picture.get(i % 20, i / 20)[3]).sum();
    assert!((sum - 100.0).abs() < 0.1, "{sum}");
}

#[test]
fn mask_modes_combine_in_order() {
    let (left, middle) = (Rect::new(0.0, 0.0, 10.0, 20.0), Rect::new(5.0, 0.0, 15.0, 20.0));
    let at = |mode| {
        let picture = masked(vec![mask(MaskMode::Add, left), mask(mode, middle)]);
        [2, 7, 12, 17].map(|x| picture.get(x, 10)[3])
    };
    assert_eq!(at(MaskMode::Add), [1.0, 1.0, 1.0, 0.0]);
    assert_eq!(at(MaskMode::Subtract), [1.0, 0.0, 0.0, 0.0]);
    assert_eq!(at(MaskMode::Intersect), [0.0, 1.0, 0.0, 0.0]);
    assert_eq!(at(MaskMode::Lighten), [1.0, 1.0, 1.0, 0.0]);
    assert_eq!(at(MaskMode::Darken), [0.0, 1.0, 0.0, 0.0]);
    assert_eq!(at(MaskMode::Difference), [1.0, 0.0, 1.0, 0.0]);
    assert_eq!(at(MaskMode::None), [1.0, 1.0, 0.0, 0.0]);
}

#[test]
fn a_first_mask_that_subtracts_takes_from_the_whole_layer() {
    let picture = masked(vec![mask(MaskMode::Subtract, Rect::new(5.0, 0.0, 15.0, 20.0))]);
    near(picture.get(2, 2), RED);
    near(picture.get(10, 2), [0.0; 4]);
    near(picture.get(17, 2), RED);
}

#[test]
fn masks_invert_and_fade() {
    let mut one = mask(MaskMode::Add, Rect::new(5.0, 0.0, 15.0, 20.0));
    one.inverted = true;
    one.opacity = 0.5;
    let picture = masked(vec![one]);
    near(picture.get(2, 2), [0.5, 0.0, 0.0, 0.5]);
    near(picture.get(10, 2), [0.0; 4]);
}

#[test]
fn masks_expand_and_shrink() {
    let mut one = mask(MaskMode::Add, Rect::new(5.0, 5.0, 15.0, 15.0));
    one.expansion = 2.0;
    let picture = masked(vec![one.clone()]);
    near(picture.get(3, 10), RED);
    near(picture.get(2, 10), [0.0; 4]);
    one.expansion = -2.0;
    let picture = masked(vec![one]);
    near(picture.get(6, 10), [0.0; 4]);
    near(picture.get(7, 10), RED);
}

#[test]
fn feather_is_half_at_the_rim() {
    let mut one = mask(MaskMode::Add, Rect::new(-100.0, -100.0, 10.0, 100.0));
    one.feather = [10.0, 10.0];
    let picture = masked(vec![one]);
    let [inner, outer] = [9, 10].map(|x| picture.get(x, 10)[3]);
    assert!((inner + outer - 1.0).abs() < 1e-3, "{inner} {outer}");
    assert!(picture.get(3, 10)[3] > 0.97 && picture.get(16, 10)[3] < 0.03);
}

#[test]
fn mattes_show_by_alpha_and_luma() {
    let half_grey = [0.5, 0.5, 0.5, 1.0];
    let at = |mode, color| {
        let matte = Matte { mode, nodes: vec![rect(0.0, 0.0, 10.0, 20.0, color)] };
        let layer = Group { matte: Some(matte), ..group(vec![rect(0.0, 0.0, 20.0, 20.0, RED)]) };
        let picture = draw(vec![node(layer)]);
        [picture.get(5, 5)[3], picture.get(15, 5)[3]]
    };
    let close = |[a, b]: [f32; 2], [c, d]: [f32; 2]| {
        assert!((a - c).abs() < 1e-3 && (b - d).abs() < 1e-3, "{a} {b} is not {c} {d}");
    };
    close(at(MatteMode::Alpha, [0.0, 0.0, 0.0, 0.25]), [0.25, 0.0]);
    close(at(MatteMode::AlphaInverted, [0.0, 0.0, 0.0, 0.25]), [0.75, 1.0]);
    close(at(MatteMode::Luma, half_grey), [0.5, 0.0]);
    close(at(MatteMode::LumaInverted, half_grey), [0.5, 1.0]);
    close(at(MatteMode::Luma, [0.0, 1.0, 0.0, 1.0]), [0.7152, 0.0]);
}

fn graded(radial: bool, highlight: f64, stops: Vec<(f32, [f32; 4])>) -> Picture {
    let gradient = Gradient {
        radial,
        start: [if radial { 10.0 } else { 0.0 }, 10.0],
        end: [20.0, 10.0],
        highlight_length: highlight,
        highlight_angle: 0.0,
        stops,
    };
    let mut area = fill(Rect::new(0.0, 0.0, 20.0, 20.0).to_path(0.1), RED);
    area.paint = Paint::Gradient(Arc::new(gradient));
    draw(vec![Node::Fill(area)])
}

#[test]
fn linear_gradients_are_linear_between_stops() {
    let black = [0.0, 0.0, 0.0, 1.0];
    let picture = graded(false, 0.0, vec![(0.0, black), (0.5, RED), (1.0, [1.0, 0.0, 0.0, 0.0])]);
    near(picture.get(4, 3), [0.4, 0.0, 0.0, 1.0]);
    near(picture.get(9, 3), [0.9, 0.0, 0.0, 1.0]);
    near(picture.get(14, 3), [0.6, 0.0, 0.0, 0.6]);
}

#[test]
fn gradients_are_asked_for_at_the_pixels_corner() {
    let stops = vec![(0.0, [0.0, 0.0, 0.0, 1.0]), (1.0, WHITE)];
    near(graded(false, 0.0, stops.clone()).get(0, 3), [0.0, 0.0, 0.0, 1.0]);
    // The corner of the pixel right below the centre is the centre: black, and the picture is even about it.
    let picture = graded(true, 0.0, stops);
    near(picture.get(10, 10), [0.0, 0.0, 0.0, 1.0]);
    near(picture.get(7, 10), picture.get(13, 10));
}

#[test]
fn radial_gradients_grow_with_distance_from_the_focus() {
    let stops = vec![(0.0, [0.0, 0.0, 0.0, 1.0]), (1.0, WHITE)];
    let picture = graded(true, 0.0, stops.clone());
    let distance = (4.0f32 * 4.0 + 3.0 * 3.0).sqrt() / 10.0;
    near(picture.get(14, 13), [distance, distance, distance, 1.0]);
    // The focus at 15: from there to the right rim are 5 pixels, to the left one 15.
    let picture = graded(true, 0.5, stops);
    let right = picture.get(17, 10)[0];
    assert!((right - 0.4).abs() < 0.01, "{right}");
    let left = picture.get(9, 10)[0];
    assert!((left - 0.4).abs() < 0.01, "{left}");
}

struct Checker(Arc<Picture>);

impl Resources for Checker {
    fn image(&self, _source: &ImageSource) -> Option<Arc<Picture>> {
        Some(Arc::clone(&self.0))
    }
}

fn checker(size: usize) -> Checker {
    let pixels = (0..size * size)
        .map(|i| if (i % size + i / size).is_multiple_of(2) { [255; 4] } else { [0, 0, 0, 255] })
        .collect();
    Checker(Arc::new(Picture { width: size, height: size, pixels: Pixels::Bytes(pixels) }))
}

fn image(width: f64, height: f64, transform: Affine) -> Node {
    Node::Image(Image {
        transform: Projection::affine(transform),
        source: ImageSource::Footage(0),
        width,
        height,
        opacity: 1.0,
    })
}

#[test]
fn images_at_their_own_size_are_their_pixels() {
    let scene = scene(vec![image(8.0, 8.0, Affine::translate((3.0, 4.0)))]);
    let picture = renderer(Quality::Reference).render(&scene, &checker(8));
    for (x, y) in [(3, 4), (4, 4), (10, 11), (5, 7)] {
        let want = if (x - 3 + y - 4) % 2 == 0 { 1.0 } else { 0.0 };
        near(picture.get(x, y), [want, want, want, 1.0]);
    }
    near(picture.get(2, 4), [0.0; 4]);
    near(picture.get(11, 4), [0.0; 4]);
}

#[test]
fn shrunk_images_are_the_mean() {
    let scene = scene(vec![image(64.0, 64.0, Affine::scale(0.25))]);
    let picture = renderer(Quality::Reference).render(&scene, &checker(64));
    near(picture.get(7, 7), [0.5, 0.5, 0.5, 1.0]);
}

#[test]
fn a_missing_image_is_named() {
    let mut renderer = renderer(Quality::Fast);
    let _ = renderer.render(&scene(vec![image(8.0, 8.0, Affine::IDENTITY)]), &NoResources);
    assert_eq!(renderer.diagnostics().list()[0].code, "render/no-image");
}

#[test]
fn motion_blur_is_the_weighted_mean() {
    let samples =
        vec![(0.25, vec![rect(0.0, 0.0, 10.0, 20.0, RED)]), (0.75, vec![rect(5.0, 0.0, 15.0, 20.0, BLUE)])];
    let picture = draw(vec![Node::Samples(samples)]);
    near(picture.get(2, 2), [0.25, 0.0, 0.0, 0.25]);
    near(picture.get(7, 2), [0.25, 0.0, 0.75, 1.0]);
    near(picture.get(12, 2), [0.0, 0.0, 0.75, 0.75]);
}

#[test]
fn perspective_maps_corners() {
    // x' = x / (1 + x / 20): the right edge at 20 is seen at 10, where its height is half.
    let map = Projection([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.05, 0.0, 1.0]]);
    let layer = Group { transform: map, ..group(vec![rect(0.0, 0.0, 20.0, 10.0, RED)]) };
    let picture = draw(vec![node(layer)]);
    near(picture.get(9, 2), RED);
    near(picture.get(10, 2), [0.0; 4]);
    near(picture.get(9, 6), [0.0; 4]);
    near(picture.get(1, 8), RED);
}

#[test]
fn scale_and_background() {
    let options = RenderOptions {
        size: Size::Scale(2.0),
        background: Some([0.0, 0.0, 1.0, 0.5]),
        ..RenderOptions::default()
    };
    let picture = Renderer::new(options).render(&scene(vec![rect(5.0, 5.0, 10.0, 10.0, RED)]), &NoResources);
    assert_eq!((picture.width, picture.height), (40, 40));
    assert_eq!(&picture.to_straight_bytes()[..4], [0, 0, 255, 128]);
    near(picture.get(10, 10), RED);
    near(picture.get(19, 19), RED);
}

#[test]
fn nothing_blends_with_the_background() {
    let options =
        RenderOptions { background: Some(WHITE), quality: Quality::Reference, ..RenderOptions::default() };
    let mut shape = fill(Rect::new(0.0, 0.0, 10.0, 20.0).to_path(0.1), RED);
    shape.blend = BlendMode::Color;
    let layer =
        Group { blend: BlendMode::Multiply, opacity: 0.5, ..group(vec![rect(10.0, 0.0, 20.0, 10.0, BLUE)]) };
    let picture = Renderer::new(options).render(&scene(vec![Node::Fill(shape), node(layer)]), &NoResources);
    near(picture.get(5, 5), RED);
    near(picture.get(15, 5), [0.5, 0.5, 1.0, 1.0]);
    near(picture.get(15, 15), WHITE);
}

#[test]
fn any_order_and_any_renderer_give_the_same_bytes() {
    let shapes = Arc::new(Circle::new((10.0, 10.0), 6.0).to_path(1e-3));
    let at = |i: usize| {
        let stroke = Stroke {
            transform: Projection::affine(Affine::scale(0.3 + 0.1 * i as f64)),
            path: Arc::clone(&shapes),
            style: kurbo::Stroke::new(1.5),
            paint: Paint::Solid([0.2, 0.5, 0.7, 0.8]),
            opacity: 0.9,
            blend: BlendMode::Screen,
        };
        scene(vec![rect(0.0, 0.0, i as f64, 20.0, RED), Node::Stroke(stroke)])
    };
    let mut one = renderer(Quality::Fast);
    let forth: Vec<Picture> = (0..8).map(|i| one.render(&at(i), &NoResources)).collect();
    let back: Vec<Picture> = (0..8).rev().map(|i| one.render(&at(i), &NoResources)).collect();
    for (i, picture) in forth.iter().enumerate() {
        assert_eq!(picture, &back[7 - i]);
        assert_eq!(picture, &renderer(Quality::Fast).render(&at(i), &NoResources));
    }
}

#[test]
fn too_large_pictures_are_drawn_smaller() {
    let huge = Scene { width: 1e5, height: 1e5, nodes: vec![rect(0.0, 0.0, 1e9, 1e9, RED)] };
    let mut small = Renderer::new(RenderOptions { max_pixels: 1 << 16, ..RenderOptions::default() });
    let picture = small.render(&huge, &NoResources);
    assert_eq!((picture.width, picture.height), (256, 256));
    assert_eq!(small.diagnostics().list()[0].code, "render/too-large");
    near(picture.get(200, 200), RED);
}

#[test]
fn hostile_scenes_end() {
    let nan = f64::NAN;
    let broken = Projection([[nan; 3]; 3]);
    let blur = EffectCall {
        match_name: "ADBE Gaussian Blur 2".to_owned(),
        values: vec![("ADBE Gaussian Blur 2-0001".to_owned(), vec![1e9])],
        layers: Vec::new(),
    };
    let mut feathered = mask(MaskMode::Add, Rect::new(0.0, 0.0, 5.0, 5.0));
    feathered.feather = [1e9, nan];
    feathered.expansion = 1e9;
    let nodes = || vec![rect(0.0, 0.0, 10.0, 10.0, RED)];
    let mut deep = group(nodes());
    for _ in 0..300 {
        deep = group(vec![node(deep)]);
    }
    let tiny = Projection::affine(Affine::rotate(1.0) * Affine::scale(1e-9));
    let cases = [
        Group { transform: broken, ..group(nodes()) },
        Group { transform: Projection([[0.0; 3]; 3]), ..group(nodes()) },
        Group { effects: vec![blur.clone()], ..group(nodes()) },
        Group { effects: vec![blur.clone()], transform: broken, ..group(nodes()) },
        Group { effects: vec![blur], transform: tiny, ..group(nodes()) },
        Group { masks: vec![feathered], ..group(nodes()) },
        Group { clip: Some([nan, 0.0, 1e300, 5.0]), opacity: f32::NAN, ..group(nodes()) },
        Group { clip: Some([nan, 0.0, 1e300, 5.0]), ..group(nodes()) },
        deep,
        group(vec![rect(nan, 0.0, 1e300, 10.0, [f32::NAN, 2.0, -1.0, 7.0])]),
        group(vec![image(0.0, nan, Affine::IDENTITY)]),
    ];
    for quality in [Quality::Fast, Quality::Reference] {
        let mut renderer = renderer(quality);
        for case in &cases {
            let picture = renderer.render(&scene(vec![node(case.clone())]), &checker(2));
            for pixel in (0..400).map(|i| picture.get(i % 20, i / 20)) {
                assert!(pixel.iter().all(|c| (0.0..=1.001).contains(c)), "{pixel:?}");
            }
        }
    }
}
