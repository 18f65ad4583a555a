//! What a renderer keeps between frames never changes a pixel.

use inbetween_doc::BlendMode;
use inbetween_render::{NoResources, Picture, Quality, RenderOptions, Renderer, Size};
use inbetween_timeline::scene::{
    EffectCall, Fill, Group, Mask, MaskMode, Matte, MatteMode, Node, Paint, Projection, Scene, kurbo,
};
use kurbo::{Affine, BezPath, Circle, Rect, Shape};
use std::sync::Arc;

/// Paths that all frames share, as a timeline's frames do.
struct Shared {
    disc: Arc<BezPath>,
    square: Arc<BezPath>,
}

fn fill(path: &Arc<BezPath>, color: [f32; 4], at: (f64, f64)) -> Node {
    Node::Fill(Fill {
        transform: Projection::affine(Affine::translate(at)),
        path: Arc::clone(path),
        even_odd: false,
        paint: Paint::Solid(color),
        opacity: 1.0,
        blend: BlendMode::Normal,
    })
}

fn call(name: &str, values: &[(&str, f64)]) -> EffectCall {
    let values = values.iter().map(|(name, value)| ((*name).to_owned(), vec![*value])).collect();
    EffectCall { match_name: name.to_owned(), values, layers: Vec::new() }
}

/// A frame in which some layers stand still for a while, some move, and the bottom changes now and then.
fn frame(shared: &Shared, t: u32) -> Scene {
    let Shared { disc, square } = shared;
    let turn = |step: u32| f64::from(t / step) * 0.3;
    let mask = Mask {
        mode: MaskMode::Add,
        path: Arc::clone(disc),
        inverted: false,
        feather: [f64::from(t / 4), 0.0],
        expansion: 0.0,
        opacity: 1.0,
    };
    let blur = call("ADBE Gaussian Blur 2", &[("ADBE Gaussian Blur 2-0001", 8.0)]);
    let border = call("frameFX/enabled", &[("frameFX/size", 2.0)]);
    let overlapping = vec![
        fill(square, [0.1, 0.7, 0.2, 1.0], (4.0, 4.0)),
        fill(disc, [0.9, 0.2, 0.1, 0.6], (12.0, 9.0 + f64::from(t / 5))),
    ];
    let group = |nodes: Vec<Node>| Group { nodes, ..Group::default() };
    let node = |group: Group| Node::Group(Box::new(group));
    let mut nodes = vec![fill(square, [0.2, 0.3, 0.4 + 0.1 * (t / 6) as f32, 1.0], (0.0, 0.0))];
    for i in 0..5 {
        nodes.push(fill(disc, [0.1 * i as f32, 0.4, 0.3, 0.5], (f64::from(i) * 7.0, 20.0)));
    }
    nodes.push(node(Group { opacity: 0.5, ..group(overlapping.clone()) }));
    nodes.push(node(Group { masks: vec![mask.clone()], ..group(overlapping.clone()) }));
    nodes.push(node(Group { masks: vec![mask.clone(), mask], ..group(overlapping.clone()) }));
    nodes.push(node(Group {
        effects: vec![blur],
        transform: Projection::affine(Affine::translate((8.0, f64::from(t % 3)))),
        ..group(overlapping.clone())
    }));
    nodes.push(node(Group {
        styles: vec![border.clone()],
        transform: Projection::affine(Affine::rotate_about(turn(1), (20.0, 20.0))),
        ..group(vec![node(Group { styles: vec![border], ..group(overlapping.clone()) })])
    }));
    nodes.push(node(Group {
        matte: Some(Matte {
            mode: MatteMode::Luma,
            nodes: vec![fill(square, [0.8; 4], (f64::from(t / 2), 3.0))],
        }),
        blend: BlendMode::Multiply,
        ..group(overlapping)
    }));
    nodes.push(fill(disc, [0.0, 0.0, 1.0, 0.5], (f64::from(t), 2.0)));
    Scene { width: 40.0, height: 40.0, nodes }
}

fn shared() -> Shared {
    Shared {
        disc: Arc::new(Circle::new((9.0, 9.0), 8.3).to_path(1e-3)),
        square: Arc::new(Rect::new(1.0, 1.5, 34.0, 30.0).to_path(0.1)),
    }
}

fn renderer(quality: Quality, size: usize, background: Option<[f32; 4]>) -> Renderer {
    Renderer::new(RenderOptions {
        quality,
        size: Size::Exact(size, size),
        background,
        ..RenderOptions::default()
    })
}

fn every_order_agrees(quality: Quality, background: Option<[f32; 4]>) {
    let shared = shared();
    let fresh = |t: u32| renderer(quality, 40, background).render(&frame(&shared, t), &NoResources);
    let right: Vec<Picture> = (0..16).map(fresh).collect();
    let orders: [Vec<u32>; 4] = [
        (0..16).collect(),
        (0..16).rev().collect(),
        vec![3, 3, 3, 4, 3, 4, 3, 5, 5, 4, 4, 0, 15, 0, 15, 15],
        (0..16).map(|t| t * 7 % 16).collect(),
    ];
    for order in orders {
        let mut one = renderer(quality, 40, background);
        for t in order {
            let picture = one.render(&frame(&shared, t), &NoResources);
            assert!(Some(&picture) == right.get(t as usize), "frame {t}");
        }
    }
}

#[test]
fn kept_layers_and_pictures_are_what_would_be_drawn() {
    every_order_agrees(Quality::Fast, None);
}

#[test]
fn so_they_are_at_reference_quality_over_a_background() {
    every_order_agrees(Quality::Reference, Some([0.2, 0.1, 0.3, 1.0]));
}

#[test]
fn a_path_of_the_same_address_is_not_taken_for_the_old_one() {
    // Paths made anew for each frame are likely to get a freed one's memory.
    let mut one = renderer(Quality::Fast, 40, None);
    for t in 0..40 {
        let paths = Shared {
            disc: Arc::new(Circle::new((9.0, 9.0), 3.0 + f64::from(t % 5)).to_path(1e-3)),
            ..shared()
        };
        let scene = frame(&paths, 0);
        let fresh = renderer(Quality::Fast, 40, None).render(&scene, &NoResources);
        assert!(one.render(&scene, &NoResources) == fresh, "frame {t}");
    }
}

#[test]
fn a_kept_picture_ends_with_its_background_and_size() {
    let shared = shared();
    let scene = frame(&shared, 0);
    let smaller = Scene { width: 20.0, ..scene.clone() };
    let mut one = renderer(Quality::Fast, 40, None);
    for scene in [&scene, &scene, &smaller, &smaller, &scene] {
        let fresh = renderer(Quality::Fast, 40, None).render(scene, &NoResources);
        assert!(one.render(scene, &NoResources) == fresh);
    }
}
