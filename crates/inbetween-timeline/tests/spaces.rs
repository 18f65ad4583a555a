//! Layer, world and composition space against closed forms (products of the matrices in AE's order) and values
//! measured in After Effects 2026.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test fails by panicking")]

use inbetween_doc::{
    AutoOrient, Composition, Document, GroupKind, Keyframe, Layer, LayerKind, Property, PropertyGroup,
    PropertyNode,
};
use inbetween_expr::{Fault, Runner};
use inbetween_timeline::{CompileOptions, LayerRef, Session, State, Timeline};
use inbetween_types::{FrameRate, Unit, Value, ValueKind, Vector};
use std::sync::Arc;

/// A layer with a Transform group.
struct Build(Layer, Vec<PropertyNode>);

impl Build {
    fn new(id: i64, three_d: bool) -> Self {
        Self(
            Layer {
                id: Some(id),
                three_d,
                name: id.to_string(),
                out_point: 300.0,
                stretch: 1.0,
                ..Layer::default()
            },
            Vec::new(),
        )
    }

    fn with(self, match_name: &'static str, value: impl Into<Value>) -> Self {
        self.keyed(match_name, value, &[])
    }

    fn keyed(mut self, match_name: &'static str, value: impl Into<Value>, keys: &[(f64, &[f64])]) -> Self {
        let value = value.into();
        let kind = match &value {
            Value::Vector(v) if match_name == "ADBE Position" => ValueKind::Point(v.len() as u8),
            Value::Vector(v) => ValueKind::Vector(v.len() as u8),
            _ => ValueKind::Number,
        };
        let mut property = Property::new(match_name, match_name, kind, Unit::None, value.clone());
        property.keyframes = keys
            .iter()
            .map(|(frame, numbers)| Keyframe {
                frame: *frame,
                value: match value {
                    Value::Number(_) => numbers[0].into(),
                    _ => Value::vector(numbers),
                },
                end_value: None,
                hold: false,
                ease: Default::default(),
                out_tangent: Vector::new(),
                in_tangent: Vector::new(),
            })
            .collect();
        self.1.push(PropertyNode::Property(property));
        self
    }

    fn parent(mut self, id: i64) -> Self {
        self.0.parent = Some(id);
        self
    }

    fn layer(mut self) -> Layer {
        let transform = PropertyGroup {
            match_name: "ADBE Transform Group".into(),
            kind: GroupKind::Transform,
            children: self.1,
            ..PropertyGroup::default()
        };
        self.0.properties = PropertyGroup {
            kind: GroupKind::Layer,
            children: vec![PropertyNode::Group(transform)],
            ..PropertyGroup::default()
        };
        self.0
    }
}

fn v(numbers: &[f64]) -> Value {
    Value::vector(numbers)
}

fn session(layers: Vec<Layer>) -> Session {
    let composition = Composition {
        name: "c".to_owned(),
        width: 800.0,
        height: 600.0,
        frame_rate: FrameRate::new(30.0),
        out_point: 300.0,
        layers,
        ..Composition::default()
    };
    let document = Document { compositions: vec![composition], ..Document::default() };
    Session::new(Timeline::compile(Arc::new(document), &CompileOptions::default()))
}

type Convert = fn(&State, &mut dyn Runner, LayerRef, &[f64], f64) -> Result<Vec<f64>, Fault>;

fn check(session: &Session, convert: Convert, layer: u32, point: &[f64], time: f64, expected: &[f64]) {
    let got =
        session.with_runner(|state, runner| convert(state, runner, LayerRef(layer), point, time)).unwrap();
    assert_eq!(got.len(), expected.len(), "{got:?}, should be {expected:?}");
    for (a, b) in got.iter().zip(expected) {
        assert!((a - b).abs() < 1e-7 * b.abs().max(1.0), "{got:?}, should be {expected:?}");
    }
}

fn solid_d() -> Build {
    Build::new(4, true)
        .with("ADBE Rotate X", 40.0)
        .with("ADBE Rotate Y", -25.0)
        .with("ADBE Rotate Z", 60.0)
        .with("ADBE Orientation", v(&[10.0, 20.0, 30.0]))
        .with("ADBE Position", v(&[100.0, 50.0, 200.0]))
        .with("ADBE Anchor Point", v(&[5.0, -7.0, 9.0]))
        .with("ADBE Scale", v(&[50.0, 80.0, 120.0]))
}

fn solid_f() -> Build {
    Build::new(7, true)
        .with("ADBE Rotate Y", 35.0)
        .with("ADBE Position", v(&[420.0, 260.0, 150.0]))
        .with("ADBE Anchor Point", v(&[20.0, 10.0, 0.0]))
        .with("ADBE Scale", v(&[120.0, 90.0, 100.0]))
}

fn camera(id: i64, position: &[f64], target: Option<&[f64]>, zoom: f64) -> Layer {
    let mut build = Build::new(id, true).with("ADBE Position", v(position)).with("ADBE Camera Zoom", zoom);
    build.0.kind = LayerKind::Camera;
    if let Some(target) = target {
        build = build.with("ADBE Anchor Point", v(target));
    }
    build.layer()
}

fn plane_a() -> Build {
    Build::new(1, false)
        .with("ADBE Rotate Z", 30.0)
        .with("ADBE Position", v(&[200.0, 150.0]))
        .with("ADBE Anchor Point", v(&[10.0, 20.0]))
        .with("ADBE Scale", v(&[150.0, 50.0]))
}

fn plane_b() -> Build {
    Build::new(2, false)
        .with("ADBE Rotate Z", -45.0)
        .with("ADBE Position", v(&[60.0, -40.0]))
        .with("ADBE Anchor Point", v(&[5.0, 5.0]))
        .with("ADBE Scale", v(&[80.0, 120.0]))
        .parent(1)
}

#[test]
fn flat_layers_go_through_their_parents() {
    let s = session(vec![plane_a().layer(), plane_b().layer()]);
    check(&s, State::to_comp, 1, &[10.0, 20.0], 0.0, &[297.6853219276412, 177.4731068259154]);
    check(&s, State::to_comp_vec, 1, &[1.0, 2.0], 0.0, &[2.6565449788651945, 2.1869542234043493]);
    check(&s, State::from_comp_vec, 1, &[7.0, -2.0], 0.0, &[12.231963404431273, -4.177419748860834]);
    check(&s, State::from_world, 0, &[200.0, 150.0], 0.0, &[10.0, 20.0]);
    check(&s, State::from_comp_to_surface, 0, &[200.0, 150.0], 0.0, &[10.0, 20.0]);
}

#[test]
fn orientation_is_outermost_and_z_rotation_innermost() {
    let s = session(vec![solid_d().layer()]);
    let world = [85.36276065304457, 32.3061239992374, 224.09414817688264];
    check(&s, State::to_world, 0, &[10.0, 20.0, 30.0], 0.0, &world);
    check(&s, State::from_world, 0, &world, 0.0, &[10.0, 20.0, 30.0]);
    check(
        &s,
        State::from_world_vec,
        0,
        &[10.0, 0.0, -10.0],
        0.0,
        &[-7.473148873586105, -16.388451264378737, -3.134259302180337],
    );
}

#[test]
fn without_a_camera_the_default_one_sees() {
    let s = session(vec![solid_d().layer()]);
    let seen =
        s.with_runner(|state, runner| state.to_comp(runner, LayerRef(0), &[10.0, 20.0, 30.0], 0.0)).unwrap();
    assert!((seen[0] - 138.169895470489).abs() < 1e-6 && (seen[1] - 77.23452036171744).abs() < 1e-6);
    check(&s, State::from_comp, 0, &seen, 0.0, &[10.0, 20.0, 30.0]);
}

#[test]
fn a_camera_projects_and_its_surface_is_found_again() {
    let s = session(vec![
        solid_f().layer(),
        solid_d().layer(),
        camera(10, &[350.0, 280.0, -1000.0], Some(&[350.0, 280.0, 0.0]), 700.0),
    ]);
    check(
        &s,
        State::from_comp_to_surface,
        0,
        &[430.0, 280.0],
        0.0,
        &[-0.458944383476819, -4.732753082322937],
    );
    let seen =
        s.with_runner(|state, runner| state.to_comp(runner, LayerRef(1), &[10.0, 20.0, 30.0], 0.0)).unwrap();
    assert!((seen[0] - 248.66681388946517).abs() < 1e-7 && (seen[1] - 158.35590059901224).abs() < 1e-7);
    check(&s, State::to_world, 2, &[0.0, 0.0, 0.0], 0.0, &[350.0, 280.0, -1000.0]);
}

#[test]
fn a_two_node_camera_has_its_target_in_the_middle() {
    let s = session(vec![
        solid_f().layer(),
        camera(13, &[400.0, 300.0, -800.0], Some(&[600.0, 300.0, 0.0]), 912.0),
        Build::new(3, true).with("ADBE Position", v(&[600.0, 300.0, 0.0])).layer(),
    ]);
    let at = |layer, point: &[f64]| {
        s.with_runner(|state, runner| state.to_comp(runner, LayerRef(layer), point, 0.0)).unwrap()
    };
    let [x, y, ..] = at(2, &[0.0, 0.0, 0.0])[..] else { panic!() };
    assert!((x - 400.0).abs() < 1e-9 && (y - 300.0).abs() < 1e-9);
    let [x, y, ..] = at(0, &[0.0, 0.0, 0.0])[..] else { panic!() };
    assert!((x - 172.34216915750847).abs() < 1e-7 && (y - 252.20906575060314).abs() < 1e-7);
}

#[test]
fn cameras_look_where_they_should_up_and_down() {
    // Straight down: the point of interest still lands in the middle of the picture.
    for target in [[400.0, 900.0, -800.0], [400.0, -900.0, 100.0], [-300.0, 700.0, 50.0]] {
        let s = session(vec![
            camera(1, &[400.0, 300.0, -800.0], Some(&target), 900.0),
            Build::new(2, true).with("ADBE Position", v(&target)).layer(),
        ]);
        let seen =
            s.with_runner(|state, runner| state.to_comp(runner, LayerRef(1), &[0.0, 0.0, 0.0], 0.0)).unwrap();
        assert!((seen[0] - 400.0).abs() < 1e-6 && (seen[1] - 300.0).abs() < 1e-6, "{seen:?}");
    }
}

#[test]
fn the_active_camera_is_the_topmost_that_is_on_and_in_time() {
    let mut off = camera(1, &[0.0, 0.0, -500.0], None, 999.0);
    off.hidden = true;
    let mut short = camera(2, &[400.0, 300.0, -1200.0], None, 1200.0);
    short.out_point = 60.0;
    let s = session(vec![off, short, camera(3, &[0.0, 0.0, -1.0], None, 50.0)]);
    let main = s.timeline().main().unwrap();
    assert_eq!(s.state().active_camera(main, 1.99), Some(LayerRef(1)));
    assert_eq!(s.state().active_camera(main, 2.0), Some(LayerRef(2)));
    assert_eq!(s.state().active_camera(main, 10.0), None);
}

#[test]
fn children_of_turned_parents_stand_where_they_stood() {
    // After Effects 2026, a 3D layer parented to a null turned 20/-35/30.
    let parent = Build::new(3, true)
        .with("ADBE Position", v(&[300.0, 40.0, 0.0]))
        .with("ADBE Rotate X", 20.0)
        .with("ADBE Rotate Y", -35.0)
        .with("ADBE Rotate Z", 30.0);
    let child = Build::new(4, true)
        .with("ADBE Position", v(&[-70.416, 170.863, 52.416]))
        .with("ADBE Anchor Point", v(&[50.0, 50.0, 0.0]))
        .with("ADBE Orientation", v(&[329.248, 323.066, 337.96]))
        .parent(3);
    let s = session(vec![parent.layer(), child.layer()]);
    let at = |point: &[f64]| {
        s.with_runner(|state, runner| state.to_world(runner, LayerRef(1), point, 0.0)).unwrap()
    };
    let world = at(&[100.0, 0.0, 0.0]);
    // The file's angles have three decimals.
    for (a, b) in world.iter().zip([157.82172325201154, 110.0, 49.38441702975689]) {
        assert!((a - b).abs() < 2e-3, "{world:?}");
    }
    check(&s, State::from_world, 0, &[300.0, 40.0, 0.0], 0.0, &[0.0, 0.0, 0.0]);
}

#[test]
fn a_layer_scaled_to_nothing_has_no_way_back() {
    let s = session(vec![Build::new(1, false).with("ADBE Scale", v(&[0.0, 100.0])).layer()]);
    let fault =
        s.with_runner(|state, runner| state.from_comp(runner, LayerRef(0), &[1.0, 2.0], 0.0)).unwrap_err();
    assert_eq!(fault.code, "expr/flat-layer");
}

#[test]
fn auto_orient_follows_the_path_and_leaves_rotation_alone() {
    let mut build = Build::new(1, false).keyed(
        "ADBE Position",
        v(&[0.0, 0.0]),
        &[(0.0, &[0.0, 0.0]), (30.0, &[0.0, 100.0]), (60.0, &[0.0, 100.0])],
    );
    build.0.auto_orient = AutoOrient::AlongPath;
    let s = session(vec![build.with("ADBE Rotate Z", 0.0).layer()]);
    // Down the screen: the layer's x axis turns by 90 degrees, before, on and after the path too.
    for time in [-1.0, 0.0, 0.5, 1.5, 3.0] {
        check(&s, State::to_world_vec, 0, &[1.0, 0.0], time, &[0.0, 1.0]);
    }
}

#[test]
fn towards_the_camera_faces_it() {
    let mut build = Build::new(1, true).with("ADBE Position", v(&[100.0, 500.0, 300.0]));
    build.0.auto_orient = AutoOrient::TowardsCamera;
    let s = session(vec![build.layer(), camera(2, &[700.0, 100.0, -900.0], None, 900.0)]);
    let normal = s
        .with_runner(|state, runner| state.to_world_vec(runner, LayerRef(0), &[0.0, 0.0, 1.0], 0.0))
        .unwrap();
    let way = [100.0 - 700.0, 500.0 - 100.0, 300.0 + 900.0];
    let length = inbetween_types::math::length(&way);
    for (a, b) in normal.iter().zip(way) {
        assert!((a - b / length).abs() < 1e-9, "{normal:?}");
    }
}

#[test]
fn parents_that_are_missing_or_go_round_are_broken_with_a_finding() {
    let s = session(vec![
        Build::new(1, false).parent(2).layer(),
        Build::new(2, false).parent(1).layer(),
        Build::new(3, false).parent(3).layer(),
        Build::new(4, false).parent(99).layer(),
    ]);
    let codes: Vec<&str> = s.timeline().diagnostics().iter().map(|d| d.code).collect();
    assert_eq!(codes, ["layer/unknown-parent", "layer/parent-cycle", "layer/parent-cycle"]);
    for layer in 0..4 {
        check(&s, State::to_world, layer, &[1.0, 2.0], 0.0, &[1.0, 2.0]);
    }
}

#[test]
fn separated_positions_are_their_followers() {
    let mut leader =
        Property::new("Position", "ADBE Position", ValueKind::Point(2), Unit::Pixels, v(&[0.0, 0.0]));
    leader.separated = true;
    let mut build = Build::new(1, false);
    build.1.push(PropertyNode::Property(leader));
    let s = session(vec![
        build
            .with("ADBE Position_0", -150.0)
            .keyed("ADBE Position_1", 0.0, &[(0.0, &[0.0]), (30.0, &[120.0])])
            .layer(),
    ]);
    check(&s, State::to_world, 0, &[0.0, 0.0], 0.5, &[-150.0, 60.0]);
    let position = s.timeline().layer(LayerRef(0)).unwrap().transform.position.unwrap();
    assert_eq!(s.state().pre_velocity(position, 0.5), v(&[0.0, 120.0]));
}

#[test]
fn samples_are_the_same_on_any_number_of_threads() {
    let s = session(vec![
        Build::new(1, false).keyed("ADBE Rotate Z", 0.0, &[(0.0, &[0.0]), (30.0, &[90.0])]).layer(),
    ]);
    let property = s.timeline().layer(LayerRef(0)).unwrap().transform.rotation.unwrap();
    let times: Vec<f64> = (0..20).map(|n| f64::from(n) / 20.0).collect();
    let (one, _) = s.timeline().sample(&[property], &times, 1, &|_, _| true).unwrap();
    let (four, _) = s.timeline().sample(&[property], &times, 4, &|_, _| true).unwrap();
    assert_eq!(one, four);
    assert_eq!(one[10][0], Value::Number(45.0));
    assert_eq!(s.timeline().value(property, 0.5), Value::Number(45.0));
    assert!(s.timeline().sample(&[property], &times, 2, &|_, _| false).is_err());
}
