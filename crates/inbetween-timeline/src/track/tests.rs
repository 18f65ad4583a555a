//! Values measured in After Effects (26.x), closed forms, and keys that are not in order.

use super::*;
use crate::timeline::{CompileOptions, PropertyRef, Timeline};
use crate::{LayerRef, Session};
use inbetween_doc::{Composition, Document, GroupKind, Layer, PropertyGroup, PropertyNode};
use inbetween_types::{FrameRate, Path, Unit};
use std::sync::Arc;

fn key(frame: f64, value: Value) -> Keyframe {
    Keyframe {
        frame,
        value,
        end_value: None,
        hold: false,
        ease: Default::default(),
        out_tangent: Vector::new(),
        in_tangent: Vector::new(),
    }
}

fn eased(frame: f64, value: Value, out: [f64; 2], into: [f64; 2]) -> Keyframe {
    Keyframe { ease: [SegmentEase { out, into }].into_iter().collect(), ..key(frame, value) }
}

fn bent(frame: f64, value: Value, out: &[f64], into: &[f64]) -> Keyframe {
    Keyframe {
        out_tangent: Vector::from_slice(out),
        in_tangent: Vector::from_slice(into),
        ..key(frame, value)
    }
}

struct Fixture {
    session: Session,
    property: PropertyRef,
}

impl Fixture {
    fn new(match_name: &'static str, kind: ValueKind, fps: f64, keyframes: Vec<Keyframe>) -> Self {
        let value = keyframes.first().map_or(Value::Number(3.0), |key| key.value.clone());
        let property = Property { keyframes, ..Property::new("P", match_name, kind, Unit::None, value) };
        let layer = Layer {
            properties: PropertyGroup {
                kind: GroupKind::Layer,
                children: vec![PropertyNode::Property(property)],
                ..PropertyGroup::default()
            },
            ..Layer::default()
        };
        let composition =
            Composition { frame_rate: FrameRate::new(fps), layers: vec![layer], ..Composition::default() };
        let document = Document { compositions: vec![composition], ..Document::default() };
        let timeline = Timeline::compile(Arc::new(document), &CompileOptions::default());
        let root = timeline.layer(LayerRef(0)).unwrap().root;
        let property = timeline.child_property(root, match_name).unwrap();
        Self { session: Session::new(timeline), property }
    }

    fn at(&self, time: Time) -> Value {
        self.session.state().pre_value(self.property, time)
    }

    fn velocity(&self, time: Time) -> Value {
        self.session.state().pre_velocity(self.property, time)
    }

    fn close(&self, time: Time, expected: &[f64], tolerance: f64) {
        let value = self.at(time);
        assert_eq!(value.components().len(), expected.len());
        for (got, want) in value.components().iter().zip(expected) {
            let allowed = tolerance * want.abs().max(1.0);
            assert!((got - want).abs() <= allowed, "at {time}: {value:?}, should be {expected:?}");
        }
    }
}

fn number(n: f64) -> Value {
    Value::Number(n)
}

fn rotation(keys: Vec<Keyframe>) -> Fixture {
    Fixture::new("ADBE Rotate Z", ValueKind::Number, 24.0, keys)
}

#[test]
fn influences_over_a_hundred_percent_are_not_normalised() {
    let f = rotation(vec![eased(0.0, number(0.0), [0.8, 0.0], [1.0 - 0.8, 1.0]), key(24.0, number(100.0))]);
    for (t, v) in
        [(0.1, 0.59243939036327), (0.25, 4.76438030608764), (0.4, 18.4284394271562), (0.75, 95.2356196939123)]
    {
        f.close(t, &[v], 1e-10);
    }
    let uneven = rotation(vec![eased(0.0, number(0.0), [0.8, 0.16], [0.4, 0.52]), key(24.0, number(100.0))]);
    for (t, v) in [(0.1, 2.25754942621577), (0.25, 6.99841889412931), (0.4, 14.9334636959052)] {
        uneven.close(t, &[v], 1e-10);
    }
}

#[test]
fn a_vertical_ease_is_solved_to_the_end() {
    let f = rotation(vec![eased(0.0, number(0.0), [1.0, 0.0], [0.0, 1.0]), key(24.0, number(100.0))]);
    for (t, v) in [(0.499, 40.600592125788445), (0.4999999, 49.56140233926386), (0.5, 50.0)] {
        f.close(t, &[v], 1e-9);
    }
    assert!(f.velocity(0.5).is_finite());
}

#[test]
fn opacity_stays_in_its_range() {
    let keys = vec![eased(0.0, number(10.0), [0.6, 4.5], [0.4, -3.5]), key(48.0, number(90.0))];
    let f = Fixture::new("ADBE Opacity", ValueKind::Number, 24.0, keys.clone());
    f.close(1.166666667, &[0.0], 0.0);
    assert_eq!(f.velocity(1.166666667), number(0.0));
    assert!(rotation(keys).at(1.166666667).component(0) < -1.0);
}

#[test]
fn linear_out_and_bezier_in() {
    let sixth = 0.16666666667000002;
    let keys = vec![eased(0.0, number(0.0), [sixth, sixth], [0.1, 1.0]), key(48.0, number(100.0))];
    let f = Fixture::new("ADBE Opacity", ValueKind::Number, 24.0, keys);
    for (t, v) in [(0.5, 60.869573), (1.0, 87.520715), (1.5, 97.481984), (2.0, 100.0)] {
        f.close(t, &[v], 1e-6);
    }
}

#[test]
fn speed_of_a_new_key_on_an_eased_segment() {
    let sixth = 0.16666666667000002;
    let f = rotation(vec![eased(0.0, number(0.0), [sixth, sixth], [0.6, 0.92]), key(48.0, number(100.0))]);
    f.close(0.6999916583249917, &[45.426218155783275], 1e-8);
    let speed = f.velocity(0.6999916583249917).component(0);
    assert!((speed - 63.91994615492312).abs() < 1e-4, "{speed}");
    let symmetric =
        rotation(vec![eased(0.0, number(0.0), [0.75, 0.0], [0.25, 1.0]), key(120.0, number(100.0))]);
    assert!((symmetric.velocity(2.5).component(0) - 80.0).abs() < 1e-9);
}

#[test]
fn colours_share_one_progress() {
    let sixth = 0.8333333333299999;
    let keys = vec![
        eased(0.0, Value::vector(&[1.0, 0.0, 0.0, 1.0]), [0.8, 0.0], [sixth, sixth]),
        key(48.0, Value::vector(&[0.0, 0.5, 1.0, 1.0])),
    ];
    let f = Fixture::new("ADBE Color Control-0001", ValueKind::Color, 24.0, keys);
    f.close(1.708333333, &[0.3087938606486835, 0.34560306967565824, 0.6912061393513165, 1.0], 1e-8);
}

#[test]
fn dimensions_ease_apart() {
    let mut first = key(0.0, Value::vector(&[0.0, 0.0, 5.0]));
    let fast = SegmentEase { out: [0.0, 1.0], into: [0.0, 1.0] };
    first.ease = [SegmentEase::LINEAR, fast].into_iter().collect();
    let f = Fixture::new(
        "ADBE Scale",
        ValueKind::Vector(3),
        24.0,
        vec![first, key(24.0, Value::vector(&[100.0, 100.0, 5.0]))],
    );
    let value = f.at(0.5);
    assert_eq!(value.component(0), 50.0);
    assert!(value.component(1) > 90.0);
    assert_eq!(value.component(2), 5.0);
}

#[test]
fn bowed_paths_are_walked_by_arc_length() {
    let f = Fixture::new(
        "ADBE Position",
        ValueKind::Point(2),
        24.0,
        vec![
            bent(0.0, Value::vector(&[50.0, 50.0]), &[100.0, 200.0], &[-100.0, 200.0]),
            key(48.0, Value::vector(&[350.0, 50.0])),
        ],
    );
    for (t, v) in [
        (0.0, [50.0, 50.0]),
        (0.5, [108.389427, 144.050019]),
        (1.0, [199.997539, 200.0]),
        (1.5, [291.611424, 144.04898]),
        (2.0, [350.0, 50.0]),
    ] {
        f.close(t, &v, 4.3e-5);
    }
}

#[test]
fn speed_along_a_path_is_arc_length_over_time() {
    let f = Fixture::new(
        "ADBE Position",
        ValueKind::Point(2),
        24.0,
        vec![
            bent(0.0, Value::vector(&[100.0, 100.0]), &[0.0, 0.0], &[-50.0, 30.0]),
            bent(24.0, Value::vector(&[300.0, 200.0]), &[50.0, -30.0], &[0.0, 0.0]),
            key(48.0, Value::vector(&[600.0, 100.0])),
        ],
    );
    f.close(0.5, &[192.98553351245596, 168.76659157486122], 7.8e-5);
    for (t, speed) in [(0.5, 231.49629625710023), (1.5, 316.60351480214035)] {
        let got = inbetween_types::math::length(f.velocity(t).components());
        assert!((got - speed).abs() < 1e-4 * speed, "{got}");
    }
}

#[test]
fn a_loop_back_to_the_same_point_moves() {
    let f = Fixture::new(
        "ADBE Position",
        ValueKind::Point(2),
        24.0,
        vec![
            bent(0.0, Value::vector(&[100.0, 100.0]), &[80.0, 120.0], &[-60.0, 90.0]),
            key(24.0, Value::vector(&[100.0, 100.0])),
        ],
    );
    f.close(0.5, &[109.69902653105451, 179.08373632542654], 8.4e-5);
    let speed = inbetween_types::math::length(f.velocity(0.5).components());
    assert!((speed - 188.63091379888618).abs() < 0.02, "{speed}");
}

#[test]
fn arc_length_fractions_are_exact_on_a_straight_curve() {
    // Handles of a third make the parameter the arc length; of other lengths only the inverse does.
    let f = Fixture::new(
        "ADBE Position",
        ValueKind::Point(3),
        24.0,
        vec![
            bent(0.0, Value::vector(&[0.0, 0.0, 0.0]), &[290.0, 0.0, 0.0], &[-5.0, 0.0, 0.0]),
            key(24.0, Value::vector(&[300.0, 0.0, 0.0])),
        ],
    );
    for i in 0..=100 {
        let fraction = f64::from(i) / 100.0;
        f.close(fraction, &[300.0 * fraction, 0.0, 0.0], 1e-10);
    }
}

#[test]
fn orientation_takes_the_shortest_way() {
    let f = Fixture::new(
        "ADBE Orientation",
        ValueKind::Vector(3),
        24.0,
        vec![key(0.0, Value::vector(&[0.0; 3])), key(48.0, Value::vector(&[45.0, 90.0, 30.0]))],
    );
    f.close(1.0, &[22.083206323481, 42.8193869722279, 22.083206323481], 1e-10);
}

#[test]
fn orientation_turns_on_past_its_end() {
    let keys = vec![
        eased(0.0, Value::vector(&[0.0; 3]), [0.5, 25.0], [0.8333333333299999; 2]),
        key(48.0, Value::vector(&[40.0, 30.0, 20.0])),
    ];
    let f = Fixture::new("ADBE Orientation", ValueKind::Vector(3), 24.0, keys);
    f.close(0.125, &[203.9391721948668, 60.25097116014023, 293.2536769415112], 1e-8);
}

#[test]
fn paths_blend_vertex_by_vertex() {
    let shape =
        |points: [[f64; 2]; 3]| Value::Path(Arc::new(Path::new(points.to_vec(), vec![], vec![], true)));
    let f = Fixture::new(
        "ADBE Mask Shape",
        ValueKind::Path,
        24.0,
        vec![
            key(0.0, shape([[0.0, 0.0], [100.0, 0.0], [100.0, 100.0]])),
            key(24.0, shape([[20.0, 10.0], [150.0, 0.0], [120.0, 140.0]])),
        ],
    );
    assert_eq!(f.at(0.5), shape([[10.0, 5.0], [125.0, 0.0], [110.0, 120.0]]));
}

#[test]
fn a_hold_keeps_its_value_and_stands_still() {
    let mut first = key(0.0, number(1.0));
    first.hold = true;
    let f = rotation(vec![first, key(24.0, number(9.0))]);
    assert_eq!(f.at(0.999_999), number(1.0));
    assert_eq!(f.at(1.0), number(9.0));
    assert_eq!(f.velocity(0.5), number(0.0));
}

#[test]
fn an_end_value_ends_the_segment_and_the_key_starts_the_next() {
    let mut first = key(0.0, number(0.0));
    first.end_value = Some(number(10.0));
    let f = rotation(vec![first, key(24.0, number(50.0)), key(48.0, number(60.0))]);
    f.close(0.5, &[5.0], 1e-12);
    f.close(0.999_999, &[9.999_99], 1e-9);
    assert_eq!(f.at(1.0), number(50.0));
}

#[test]
fn velocity_is_right_sided() {
    let f = rotation(vec![key(0.0, number(0.0)), key(24.0, number(10.0)), key(48.0, number(40.0))]);
    for (t, v) in
        [(-0.1, 0.0), (0.0, 10.0), (0.999, 10.0), (1.0, 30.0), (1.999, 30.0), (2.0, 0.0), (3.0, 0.0)]
    {
        let got = f.velocity(t).component(0);
        assert!((got - v).abs() < 1e-9, "at {t}: {got}");
    }
}

#[test]
fn keys_in_any_order_and_twice_at_one_time_still_answer() {
    let f = rotation(vec![
        key(48.0, number(30.0)),
        key(0.0, number(0.0)),
        key(24.0, number(10.0)),
        key(24.0, number(20.0)),
        key(f64::NAN, number(1e9)),
    ]);
    f.close(0.5, &[5.0], 1e-12);
    assert_eq!(f.at(1.0), number(20.0));
    f.close(1.5, &[25.0], 1e-12);
    assert_eq!(f.at(f64::NAN), number(0.0));
    assert_eq!(f.at(f64::INFINITY), number(30.0));
    assert_eq!(f.at(f64::NEG_INFINITY), number(0.0));
}

#[test]
fn a_key_lies_exactly_on_its_frame_at_every_rate() {
    for fps in [23.976, 24.0, 25.0, 29.97, 29.970_001_2, 30.0, 50.0, 59.94, 60.0] {
        let rate = FrameRate::new(fps);
        let keys: Vec<Keyframe> = (0..2_000).map(|n| key(f64::from(n), number(f64::from(n)))).collect();
        let f = Fixture::new("ADBE Rotate Z", ValueKind::Number, fps, keys);
        for n in 0..2_000u32 {
            let time = rate.seconds(f64::from(n));
            let key_time = f.session.timeline().key_time(f.property, n as usize + 1).unwrap();
            assert_eq!(key_time, time, "{fps} fps, frame {n}");
            assert_eq!(f.at(time), number(f64::from(n)));
        }
    }
}

#[test]
fn overrides_replace_keys_and_leave_the_rest() {
    let f = rotation(vec![key(0.0, number(0.0)), key(24.0, number(10.0))]);
    let changed = f.session.timeline().with_overrides(&[(f.property, number(7.0))]);
    let session = Session::new(changed);
    assert_eq!(session.evaluate(f.property, 0.5), number(7.0));
    assert_eq!(session.state().pre_velocity(f.property, 0.5), number(0.0));
    assert_eq!(session.timeline().key_time(f.property, 1), None);
    assert_eq!(f.session.evaluate(f.property, 0.5), number(5.0));
}
