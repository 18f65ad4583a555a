//! How long each stage of a frame takes, on our own scenes: `cargo bench`, `cargo bench -- stroke`.
//!
//! Renderers keep what does not change between frames, so every iteration draws a scene a little different from the
//! one before, except in the benchmarks named `again`.

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use inbetween_doc::BlendMode;
use inbetween_render::{NoResources, Picture, Quality, RenderOptions, Renderer, Size};
use inbetween_timeline::scene::{
    EffectCall, Fill, Gradient, Group, Mask, MaskMode, Node, Paint, Projection, Scene, SceneOptions, Stroke, kurbo,
};
use inbetween_timeline::{CompileOptions, Session, Timeline};
use kurbo::{Affine, BezPath, Circle, Rect, Shape};
use std::sync::Arc;

const SIDE: f64 = 512.0;

fn star(points: u32, radius: f64) -> BezPath {
    let mut path = BezPath::new();
    for i in 0..points * 2 {
        let r = if i % 2 == 0 { radius } else { radius * 0.6 };
        let angle = std::f64::consts::PI * f64::from(i) / f64::from(points);
        let at = kurbo::Point::new(r * angle.cos(), r * angle.sin());
        if i == 0 { path.move_to(at) } else { path.line_to(at) }
    }
    path.close_path();
    path
}

fn at(x: f64, y: f64) -> Projection {
    Projection::affine(Affine::translate((x, y)))
}

fn fill(path: &Arc<BezPath>, transform: Projection, paint: Paint, opacity: f32) -> Node {
    Node::Fill(Fill {
        transform,
        path: Arc::clone(path),
        even_odd: false,
        paint,
        opacity,
        blend: BlendMode::Normal,
    })
}

fn color(i: u32) -> Paint {
    let part = |k: u32| ((i * 37 + k * 91) % 256) as f32 / 255.0;
    Paint::Solid([part(0), part(1), part(2), 1.0])
}

fn gradient(radial: bool) -> Paint {
    Paint::Gradient(Arc::new(Gradient {
        radial,
        start: [0.0, 0.0],
        end: [200.0, 90.0],
        highlight_length: 0.0,
        highlight_angle: 0.0,
        stops: vec![(0.0, [1.0, 0.2, 0.1, 1.0]), (0.6, [0.2, 0.9, 0.4, 0.5]), (1.0, [0.1, 0.2, 1.0, 1.0])],
    }))
}

/// Draws what `make` gives for moments that all differ.
fn draw(c: &mut Criterion, name: &str, make: impl Fn(f64) -> Vec<Node>) {
    let mut group = c.benchmark_group("draw");
    for (quality, label) in [(Quality::Fast, "fast"), (Quality::Reference, "reference")] {
        group.bench_function(BenchmarkId::new(name, label), |b| {
            let size = Size::Exact(SIDE as usize, SIDE as usize);
            let mut renderer = Renderer::new(RenderOptions { size, quality, ..RenderOptions::default() });
            let mut picture = Picture::default();
            let mut moment = 0u32;
            b.iter(|| {
                moment += 1;
                let scene = Scene { width: SIDE, height: SIDE, nodes: make(f64::from(moment) * 1e-3) };
                renderer.render_into(&scene, &NoResources, &mut picture);
            });
        });
    }
    group.finish();
}

fn stages(c: &mut Criterion) {
    let disc = Arc::new(Circle::new((0.0, 0.0), 100.0).to_path(1e-3));
    let small = Arc::new(Circle::new((0.0, 0.0), 6.0).to_path(1e-3));
    let spiky = Arc::new(star(60, 200.0));
    let all = Arc::new(Rect::new(0.0, 0.0, SIDE, SIDE).to_path(0.1));

    draw(c, "fill 400 small discs", |t| {
        let place = |i: u32| at(f64::from(i % 20) * 25.0 + 10.0 + t, f64::from(i / 20) * 25.0 + 10.0);
        (0..400).map(|i| fill(&small, place(i), color(i), 1.0)).collect()
    });
    draw(c, "fill one large star", |t| vec![fill(&spiky, at(256.0 + t, 256.0), color(3), 1.0)]);
    draw(c, "linear gradient", |t| vec![fill(&all, at(t, 0.0), gradient(false), 0.8)]);
    draw(c, "radial gradient", |t| vec![fill(&all, at(t, 0.0), gradient(true), 0.8)]);
    draw(c, "stroke round joins", |t| {
        let style = kurbo::Stroke::new(6.0 + t).with_join(kurbo::Join::Round).with_caps(kurbo::Cap::Round);
        vec![Node::Stroke(Stroke {
            transform: at(256.0, 256.0),
            path: Arc::clone(&spiky),
            style,
            paint: color(9),
            opacity: 1.0,
            blend: BlendMode::Normal,
        })]
    });
    draw(c, "stroke dashes", |t| {
        let style = kurbo::Stroke::new(4.0).with_dashes(t, [9.0, 5.0]);
        vec![Node::Stroke(Stroke {
            transform: at(256.0, 256.0),
            path: Arc::clone(&spiky),
            style,
            paint: color(9),
            opacity: 1.0,
            blend: BlendMode::Normal,
        })]
    });
    let layer = |group: Group, t: f64| {
        let nodes = vec![fill(&disc, at(200.0 + t, 250.0), color(1), 1.0), fill(&disc, at(300.0, 260.0), color(2), 1.0)];
        let below = fill(&all, at(0.0, 0.0), gradient(false), 1.0);
        vec![below, Node::Group(Box::new(Group { nodes, ..group }))]
    };
    draw(c, "group opacity", |t| layer(Group { opacity: 0.5, ..Group::default() }, t));
    for mode in [BlendMode::Multiply, BlendMode::Overlay, BlendMode::Luminosity] {
        draw(c, &format!("blend {mode:?}"), |t| layer(Group { blend: mode, ..Group::default() }, t));
    }
    let mask = |feather: f64| Mask {
        mode: MaskMode::Add,
        path: Arc::new(Circle::new((250.0, 250.0), 90.0).to_path(1e-3)),
        inverted: false,
        feather: [feather; 2],
        expansion: 0.0,
        opacity: 1.0,
    };
    draw(c, "crisp mask", |t| layer(Group { masks: vec![mask(0.0)], ..Group::default() }, t));
    draw(c, "feathered mask", |t| layer(Group { masks: vec![mask(20.0)], ..Group::default() }, t));
    let blur = |radius: f64| EffectCall {
        match_name: "ADBE Gaussian Blur 2".to_owned(),
        values: vec![("ADBE Gaussian Blur 2-0001".to_owned(), vec![radius])],
        layers: Vec::new(),
    };
    for radius in [8.0, 40.0] {
        draw(c, &format!("gaussian blur {radius}"), |t| {
            layer(Group { effects: vec![blur(radius)], ..Group::default() }, t)
        });
    }
    let style = EffectCall {
        match_name: "frameFX/enabled".to_owned(),
        values: vec![("frameFX/size".to_owned(), vec![4.0])],
        layers: Vec::new(),
    };
    draw(c, "stroke style", |t| layer(Group { styles: vec![style.clone()], ..Group::default() }, t));
}

/// Scenes and whole frames of the repository's own examples.
fn frames(c: &mut Criterion) {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");
    for name in ["slider-crank", "follow-the-leader", "overshoot"] {
        let bytes = std::fs::read(format!("{folder}/{name}.json")).unwrap();
        let document = Arc::new(inbetween_doc::import(&bytes, &Default::default()).unwrap().document);
        let timeline = Timeline::compile(document, &CompileOptions::default());
        let main = timeline.main().unwrap();
        let composition = timeline.document().main().unwrap();
        let (rate, count) = (composition.frame_rate, composition.out_point.ceil().max(1.0));
        let options = SceneOptions::default();
        let session = Session::new(timeline.clone());
        let mut frame = 0.0;
        let mut next = move || {
            frame = (frame + 1.0) % count;
            frame
        };
        c.bench_function(&format!("scene/{name}"), |b| {
            b.iter(|| session.scene(main, rate.seconds(next()), &options));
        });
        let mut renderer = Renderer::new(RenderOptions::default());
        let mut picture = Picture::default();
        c.bench_function(&format!("frame/{name}"), |b| {
            b.iter(|| {
                let (scene, _) = session.scene(main, rate.seconds(next()), &options);
                renderer.render_into(&scene, &NoResources, &mut picture);
            });
        });
        let (scene, _) = session.scene(main, rate.seconds(1.0), &options);
        c.bench_function(&format!("frame/{name} again"), |b| {
            b.iter(|| renderer.render_into(&scene, &NoResources, &mut picture));
        });
    }
}

criterion_group!(benches, stages, frames);
criterion_main!(benches);
