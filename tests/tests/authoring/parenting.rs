//! A layer that gets a parent, or another anchor point, looks as before.

use arbtest::arbitrary::{Result as Drawn, Unstructured};
use inbetween::timeline::{Session, Timeline};
use inbetween::{OpenOptions, Project};
use inbetween_author::edit::{self, Anchor, Edit, EditOptions, Edited};
use inbetween_tests::cases::cases;
use serde_json::{Value as Json, json};

/// A number in a range, in thousandths.
fn number(u: &mut Unstructured<'_>, low: i32, high: i32) -> Drawn<f64> {
    Ok(f64::from(u.int_in_range(low * 1000..=high * 1000)?) / 1000.0)
}

fn fixed(k: impl Into<Json>) -> Json {
    json!({"a": 0, "k": k.into()})
}

/// An even scale, mirrored on any axes.
fn even(u: &mut Unstructured<'_>, three_d: bool) -> Drawn<[f64; 3]> {
    let size = number(u, 20, 300)?;
    let mut sign = || Ok(if u.arbitrary::<bool>()? { size } else { -size });
    Ok([sign()?, sign()?, if three_d { sign()? } else { 100.0 }])
}

fn uneven(u: &mut Unstructured<'_>) -> Drawn<[f64; 3]> {
    let mut part = || Ok(number(u, 20, 300)? * if u.arbitrary()? { 1.0 } else { -1.0 });
    Ok([part()?, part()?, part()?])
}

/// A layer anywhere. `angle` draws its rotations.
fn layer(
    u: &mut Unstructured<'_>,
    (name, id, above): (&str, i64, Option<i64>),
    three_d: bool,
    scale: [f64; 3],
    angle: &dyn Fn(&mut Unstructured<'_>) -> Drawn<f64>,
) -> Drawn<Json> {
    let point = |u: &mut Unstructured<'_>| -> Drawn<Json> {
        let z = if three_d { number(u, -200, 200)? } else { 0.0 };
        Ok(json!([number(u, -500, 500)?, number(u, -500, 500)?, z]))
    };
    let mut ks = json!({"p": fixed(point(u)?), "a": fixed(point(u)?), "s": fixed(json!(scale))});
    if three_d {
        ks["or"] = fixed(json!([angle(u)?, angle(u)?, angle(u)?]));
        ks["rx"] = fixed(angle(u)?);
        ks["ry"] = fixed(angle(u)?);
        ks["rz"] = fixed(angle(u)?);
    } else {
        ks["r"] = fixed(angle(u)?);
    }
    let mut out = json!({"ty": 3, "nm": name, "ind": id, "ip": 0, "op": 100, "ks": ks});
    if three_d {
        out["ddd"] = json!(1);
    }
    if let Some(above) = above {
        out["parent"] = json!(above);
    }
    Ok(out)
}

fn file(layers: &[Json]) -> String {
    json!({"v": "5.12.1", "fr": 25, "ip": 0, "op": 100, "w": 400, "h": 300, "layers": layers}).to_string()
}

fn timeline(text: &str) -> Timeline {
    Project::open(text.as_bytes(), &OpenOptions::default()).unwrap().timeline().clone()
}

/// The world matrix of a layer.
fn world(text: &str, name: &str, time: f64) -> [[f64; 4]; 4] {
    let timeline = timeline(text);
    let layer = timeline.layer_named(timeline.main().unwrap(), name).unwrap();
    Session::new(timeline).layer_to_world(layer, time).0
}

#[track_caller]
fn stays(before: &str, after: &str, name: &str, time: f64) {
    let (a, b) = (world(before, name, time), world(after, name, time));
    // Numbers of the matrix grow with scales and distances; the promise is a hundred-millionth of a pixel.
    let size = a.iter().flatten().fold(1.0_f64, |most, n| most.max(n.abs()));
    for (x, y) in a.iter().flatten().zip(b.iter().flatten()) {
        assert!((x - y).abs() < 1e-8 * size.max(1000.0) / 1000.0, "{a:?}\nbecame\n{b:?}\n{after}");
    }
}

fn parent(child: &str, to: Option<&str>) -> Edit {
    Edit::SetParent { layer: child.into(), parent: to.map(Into::into), keep: true }
}

fn applied(text: &str, edits: &[Edit]) -> Edited {
    edit::apply(text, edits, &EditOptions::default()).unwrap()
}

/// A file of two nests of two and a child in the first.
fn nests(
    u: &mut Unstructured<'_>,
    three_d: bool,
    scale: &dyn Fn(&mut Unstructured<'_>) -> Drawn<[f64; 3]>,
    angle: &dyn Fn(&mut Unstructured<'_>) -> Drawn<f64>,
) -> Drawn<String> {
    let mut layers = Vec::new();
    for (name, id, above) in [("a", 1, None), ("b", 2, Some(1)), ("c", 3, None), ("d", 4, Some(3))] {
        let scale = scale(u)?;
        layers.push(layer(u, (name, id, above), three_d, scale, angle)?);
    }
    let own = uneven(u)?;
    layers.push(layer(u, ("child", 5, Some(2)), three_d, own, angle)?);
    Ok(file(&layers))
}

#[test]
fn flat_children_stay_where_they_are() {
    cases(300, 1024, |u| {
        let any = |u: &mut Unstructured<'_>| number(u, -400, 400);
        let text = nests(u, false, &|u| even(u, false), &any)?;
        let to_d = applied(&text, &[parent("child", Some("d"))]);
        assert!(to_d.diagnostics.is_empty(), "{:?}", to_d.diagnostics);
        stays(&text, &to_d.text, "child", 0.0);
        let freed = applied(&to_d.text, &[parent("child", None)]);
        stays(&text, &freed.text, "child", 0.0);
        Ok(())
    });
}

#[test]
fn uneven_parents_at_right_angles_keep_them_too() {
    cases(300, 1024, |u| {
        let right = |u: &mut Unstructured<'_>| Ok(f64::from(u.int_in_range(-5..=5)?) * 90.0);
        let three_d = u.arbitrary()?;
        let text = nests(u, three_d, &uneven, &right)?;
        let edited = applied(&text, &[parent("child", Some("d")), parent("child", Some("c"))]);
        stays(&text, &edited.text, "child", 0.0);
        Ok(())
    });
}

#[test]
fn children_in_space_stay_where_they_are() {
    cases(300, 1024, |u| {
        let any = |u: &mut Unstructured<'_>| number(u, -400, 400);
        let text = nests(u, true, &|u| even(u, true), &any)?;
        let edited = applied(&text, &[parent("child", Some("d"))]);
        stays(&text, &edited.text, "child", 0.0);
        let freed = applied(&edited.text, &[parent("child", None)]);
        stays(&text, &freed.text, "child", 0.0);
        Ok(())
    });
}

#[test]
fn an_anchor_point_moves_alone() {
    cases(300, 1024, |u| {
        let any = |u: &mut Unstructured<'_>| number(u, -400, 400);
        let three_d = u.arbitrary()?;
        let text = nests(u, three_d, &uneven, &any)?;
        let point = vec![number(u, -300, 300)?, number(u, -300, 300)?];
        let move_to = |anchor| Edit::SetAnchor { layer: "child".into(), anchor };
        let edited = applied(&text, &[move_to(Anchor::Layer(point))]);
        assert!(edited.diagnostics.is_empty(), "{:?}", edited.diagnostics);
        stays(&text, &edited.text, "child", 0.0);
        if !three_d {
            let place = [number(u, -300, 300)?, number(u, -300, 300)?];
            let edited = applied(&text, &[move_to(Anchor::Composition(place))]);
            let after = world(&edited.text, "child", 0.0);
            let anchor = &edited.changes[0].after;
            let [x, y] = [anchor[0].as_f64().unwrap(), anchor[1].as_f64().unwrap()];
            let at = |row: usize| after[row][0] * x + after[row][1] * y + after[row][3];
            // The table's numbers have six decimals, and the matrix may scale them by up to 27.
            assert!((at(0) - place[0]).abs() < 1e-3 && (at(1) - place[1]).abs() < 1e-3);
        }
        Ok(())
    });
}

#[test]
fn keyframed_children_of_still_parents_stay_at_every_time() {
    cases(150, 1024, |u| {
        let any = |u: &mut Unstructured<'_>| number(u, -400, 400);
        let text = nests(u, false, &|u| even(u, false), &any)?;
        let mut file: Json = serde_json::from_str(&text).unwrap();
        let ks = &mut file["layers"][4]["ks"];
        let ease = json!({"o": {"x": 0.3, "y": 0.1}, "i": {"x": 0.6, "y": 1.2}});
        let keys = |list: Vec<Json>, spatial: Option<[Json; 2]>| {
            let mut keys = Vec::new();
            for (index, value) in list.iter().enumerate() {
                let mut key = json!({"t": index * 25, "s": value, "o": ease["o"], "i": ease["i"]});
                if let Some([to, ti]) = &spatial {
                    key["to"] = to.clone();
                    key["ti"] = ti.clone();
                }
                keys.push(key);
            }
            json!({"a": 1, "k": keys})
        };
        let angles = vec![json!([any(u)?]), json!([any(u)?]), json!([any(u)?])];
        let mut spot = || Ok(json!([number(u, -500, 500)?, number(u, -500, 500)?, 0]));
        let places = vec![spot()?, spot()?, spot()?];
        let tangents = [spot()?, spot()?];
        let scales = vec![json!([100, 50, 100]), json!([-30, 70, 100]), json!([200, 200, 100])];
        ks["r"] = keys(angles, None);
        ks["p"] = keys(places, Some(tangents));
        ks["s"] = keys(scales, None);
        let text = file.to_string();
        let edited = applied(&text, &[parent("child", Some("d"))]);
        assert!(edited.diagnostics.is_empty(), "{:?}", edited.diagnostics);
        for time in [0.0, 0.33, 1.0, 1.5, 2.0, 3.0] {
            let (a, b) = (world(&text, "child", time), world(&edited.text, "child", time));
            // Motion paths are walked in steps, so places on them agree a little less.
            let off = a.iter().flatten().zip(b.iter().flatten()).map(|(x, y)| (x - y).abs());
            assert!(off.fold(0.0, f64::max) < 1e-3, "{time}: {a:?}\nbecame\n{b:?}");
        }
        Ok(())
    });
}

#[test]
fn the_picture_stays_too() {
    let shape = |name: &str, id: i64, color: &str, ks: Json| json!({"ty": 1, "nm": name, "ind": id, "sw": 80, "sh": 40, "sc": color, "ip": 0, "op": 100, "ks": ks});
    let hand = json!({"p": fixed(json!([150, 160])), "a": fixed(json!([10, 20])), "r": fixed(33), "s": fixed(json!([80, 120]))});
    let arm = json!({"p": fixed(json!([90, 60])), "a": fixed(json!([40, 20])), "r": fixed(-20), "s": fixed(json!([-150, 150]))});
    let text = file(&[shape("hand", 1, "#3366cc", hand), shape("arm", 2, "#cc6633", arm)]);
    let anchor = Edit::SetAnchor { layer: "hand".into(), anchor: Anchor::Composition([200.0, 100.0]) };
    let edited = applied(&text, &[parent("hand", Some("arm")), anchor]);
    let picture = |text: &str| {
        let project = Project::open(text.as_bytes(), &OpenOptions::default()).unwrap();
        let (picture, _) = project.picture(0.0, &inbetween::RenderOptions::default()).unwrap();
        let places = (0..300).flat_map(|y| (0..400).map(move |x| (x, y)));
        places.map(|(x, y)| picture.get(x, y).map(|c| (c * 255.0).round() as i32)).collect::<Vec<_>>()
    };
    let (before, after) = (picture(&text), picture(&edited.text));
    assert!(before.iter().filter(|p| p[3] > 0).count() > 3000);
    let off = before.iter().zip(&after).flat_map(|(a, b)| a.iter().zip(b).map(|(x, y)| (x - y).abs())).max();
    assert!(off <= Some(1), "{off:?}");
}
