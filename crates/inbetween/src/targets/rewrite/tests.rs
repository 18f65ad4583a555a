//! Each rewrite on a small file: the player's feature is gone and the pictures are the same.

use crate::targets::{Target, TargetBaked, TargetOptions};
use crate::{BakeOptions, OpenOptions, Project};
use inbetween_doc::Container;
use inbetween_render::{RenderOptions, Renderer, Size};
use inbetween_timeline::Session;
use inbetween_timeline::scene::SceneOptions;

const TR: &str = r#"{"ty":"tr","p":{"a":0,"k":[0,0]},"a":{"a":0,"k":[0,0]},"s":{"a":0,"k":[100,100]},"r":{"a":0,"k":0},"o":{"a":0,"k":100}}"#;
const RED: &str = r#"{"ty":"fl","c":{"a":0,"k":[1,0.2,0.1,1]},"o":{"a":0,"k":100},"r":1}"#;

fn file(layers: &str, assets: &str) -> String {
    format!(
        r#"{{"v":"5.7.0","fr":30,"ip":0,"op":30,"w":120,"h":100,"nm":"main","assets":[{assets}],"layers":[{layers}]}}"#
    )
}

/// A shape layer of these items, in the middle.
fn shape(items: &str, more: &str) -> String {
    format!(
        r#"{{"ty":4,"ind":1,"nm":"shape","ip":0,"op":30,"st":0,"ks":{{"p":{{"a":0,"k":[60,50,0]}}}},"shapes":[{items}]{more}}}"#
    )
}

fn rect(x: f64, y: f64, w: f64, h: f64) -> String {
    format!(r#"{{"ty":"rc","p":{{"a":0,"k":[{x},{y}]}},"s":{{"a":0,"k":[{w},{h}]}},"r":{{"a":0,"k":0}}}}"#)
}

fn open(json: &str) -> Project {
    Project::open(json.as_bytes(), &OpenOptions::default()).unwrap()
}

fn bake(json: &str, target: Target) -> TargetBaked {
    let container = if target == Target::Telegram { Container::Tgs } else { Container::Json };
    let options = TargetOptions::new(target, container, BakeOptions::default());
    open(json).bake_for(&options, &|_, _| true).unwrap()
}

/// Straight bytes over white at a time in seconds, 100 pixels high.
fn draw(project: &Project, time: f64) -> Vec<u8> {
    let session = Session::new(project.timeline().clone());
    let main = project.timeline().main().unwrap();
    let (scene, _) = session.scene(main, time, &SceneOptions::default());
    let size = Size::Scale(120.0 / scene.width.max(scene.height));
    let options = RenderOptions { size, background: Some([1.0; 4]), ..RenderOptions::default() };
    let images = crate::Images::new(project.document(), None);
    let picture = Renderer::new(options).render(&scene, &images);
    // A sticker is square: the middle counts.
    let skip = picture.height.saturating_sub(100) / 2;
    let row = picture.width * 4;
    picture.to_straight_bytes().into_iter().skip(skip * row).take(100 * row).collect()
}

/// Mean difference in percent of full scale, the largest of four moments; also fails on pictures without content.
fn difference(before: &str, after: &str) -> f64 {
    let (before, after) = (open(before), open(after));
    let mut worst = 0.0_f64;
    for frame in [0.0, 7.0, 15.5, 29.0] {
        let (a, b) = (draw(&before, frame / 30.0), draw(&after, frame / 30.0));
        assert_eq!(a.len(), b.len());
        assert!(a.iter().any(|byte| *byte != 255), "nothing is drawn at frame {frame}");
        let sum: f64 = a.iter().zip(&b).map(|(x, y)| f64::from(x.abs_diff(*y))).sum();
        worst = worst.max(sum / a.len() as f64 / 2.55);
    }
    worst
}

/// Bakes, and checks that the feature was rewritten, is not left, and that the pictures agree.
fn same(json: &str, target: Target, feature: &str) -> TargetBaked {
    let made = bake(json, target);
    let code = format!("target/{feature}");
    assert!(made.changes.iter().any(|change| change.feature == code), "{feature} was not rewritten");
    assert!(!made.lost.iter().any(|finding| finding.code == code), "{feature} is left: {:?}", made.lost);
    let off = difference(json, &made.json);
    assert!(off < 0.1, "{feature}: {off} % off");
    made
}

#[test]
fn a_star_becomes_a_path() {
    let star = r#"{"ty":"sr","sy":1,"pt":{"a":0,"k":5},"p":{"a":0,"k":[0,0]},"r":{"a":1,"k":[{"t":0,"s":[0],"i":{"x":[0.6],"y":[1]},"o":{"x":[0.3],"y":[0]}},{"t":29,"s":[140]}]},"ir":{"a":0,"k":18},"or":{"a":0,"k":40},"is":{"a":0,"k":0},"os":{"a":0,"k":30}}"#;
    let made = same(&file(&shape(&format!("{star},{RED}"), ""), ""), Target::Telegram, "star");
    assert!(!made.json.contains("\"sr\""));
}

#[test]
fn a_repeater_becomes_groups() {
    let repeater = r#"{"ty":"rp","c":{"a":0,"k":4},"o":{"a":1,"k":[{"t":0,"s":[0],"i":{"x":[1],"y":[1]},"o":{"x":[0],"y":[0]}},{"t":29,"s":[1]}]},"m":1,"tr":{"ty":"tr","p":{"a":0,"k":[14,3]},"a":{"a":0,"k":[0,0]},"s":{"a":0,"k":[90,90]},"r":{"a":0,"k":12},"so":{"a":0,"k":100},"eo":{"a":0,"k":30}}}"#;
    let items = format!("{},{RED},{repeater}", rect(-30.0, 0.0, 12.0, 40.0));
    let made = same(&file(&shape(&items, ""), ""), Target::Telegram, "repeater");
    assert!(!made.json.contains("\"rp\""));
}

#[test]
fn merged_paths_become_plain_ones() {
    let items = format!(
        r#"{{"ty":"gr","it":[{},{},{{"ty":"mm","mm":3}},{RED},{TR}]}}"#,
        rect(0.0, 0.0, 60.0, 50.0),
        rect(10.0, 5.0, 30.0, 20.0)
    );
    let made = same(&file(&shape(&items, ""), ""), Target::Rlottie, "merge-paths");
    assert!(!made.json.contains("\"mm\""));
}

#[test]
fn operators_are_drawn_as_plain_paths() {
    let moving =
        r#"{"a":1,"k":[{"t":0,"s":[-40],"i":{"x":[1],"y":[1]},"o":{"x":[0],"y":[0]}},{"t":29,"s":[60]}]}"#;
    for (item, feature) in [
        (format!(r#"{{"ty":"pb","a":{moving}}}"#), "pucker-bloat"),
        (format!(r#"{{"ty":"tw","a":{moving},"c":{{"a":0,"k":[0,0]}}}}"#), "twist"),
        (r#"{"ty":"op","a":{"a":0,"k":6},"lj":2,"ml":{"a":0,"k":4}}"#.to_owned(), "offset-paths"),
        (r#"{"ty":"zz","s":{"a":0,"k":5},"r":{"a":0,"k":3},"pt":{"a":0,"k":1}}"#.to_owned(), "zig-zag"),
    ] {
        let items = format!("{},{item},{RED}", rect(0.0, 0.0, 50.0, 40.0));
        same(&file(&shape(&items, ""), ""), Target::Rlottie, feature);
    }
}

#[test]
fn colour_effects_go_into_the_shapes() {
    let items = format!("{},{RED}", rect(0.0, 0.0, 60.0, 50.0));
    let fill = r#","ef":[{"ty":21,"nm":"Fill","mn":"ADBE Fill","ef":[{"ty":10,"v":{"a":0,"k":0}},{"ty":7,"v":{"a":0,"k":0}},{"ty":2,"v":{"a":0,"k":[0.1,0.4,0.9,1]}},{"ty":7,"v":{"a":0,"k":0}},{"ty":0,"v":{"a":0,"k":0}},{"ty":0,"v":{"a":0,"k":0}},{"ty":0,"v":{"a":0,"k":0.5}}]}]"#;
    same(&file(&shape(&items, fill), ""), Target::Rlottie, "effect-fill");
    let tint = r#","ef":[{"ty":20,"nm":"Tint","mn":"ADBE Tint","ef":[{"ty":2,"v":{"a":0,"k":[0.2,0,0.4,1]}},{"ty":2,"v":{"a":0,"k":[1,0.9,0.3,1]}},{"ty":0,"v":{"a":0,"k":70}}]}]"#;
    same(&file(&shape(&items, tint), ""), Target::Rlottie, "effect-tint");
}

#[test]
fn hidden_parents_become_nulls_and_other_hidden_layers_go() {
    let child = shape(&format!("{},{RED}", rect(0.0, 0.0, 30.0, 30.0)), r#","parent":2"#);
    let hidden = |id: u32, turn: u32| {
        format!(
            r#"{{"ty":4,"ind":{id},"nm":"h{id}","hd":true,"ip":0,"op":30,"st":0,"ks":{{"p":{{"a":0,"k":[10,5,0]}},"r":{{"a":0,"k":{turn}}},"o":{{"a":0,"k":20}}}},"shapes":[{RED}]}}"#
        )
    };
    let json = file(&format!("{child},{},{}", hidden(2, 20), hidden(3, 0)), "");
    let made = same(&json, Target::Rlottie, "hidden-layer");
    assert!(!made.json.contains("h3") && !made.json.contains("\"hd\""));
    // One is taken out; the other becomes a null, which is folded in.
    assert_eq!(made.changes.len(), 3);
}

#[test]
fn solids_become_rectangles_and_flat_layers_leave_space() {
    let solid = r##"{"ty":1,"ind":1,"nm":"s","sw":70,"sh":40,"sc":"#2277cc","ddd":1,"ip":0,"op":30,"st":0,"ks":{"p":{"a":0,"k":[60,50,0]},"a":{"a":0,"k":[35,20,0]},"rx":{"a":0,"k":0},"ry":{"a":0,"k":0},"rz":{"a":0,"k":15},"or":{"a":0,"k":[0,0,0]}}}"##;
    same(&file(solid, ""), Target::Telegram, "solid");
    same(&file(solid, ""), Target::Rlottie, "3d-layer");
}

#[test]
fn a_matte_from_elsewhere_is_put_above() {
    let cut = shape(&format!("{},{RED}", rect(0.0, 0.0, 80.0, 60.0)), r#","tt":1,"tp":9"#);
    let plain =
        shape(&format!("{},{RED}", rect(-40.0, 30.0, 10.0, 10.0)), "").replace("\"ind\":1", "\"ind\":2");
    let matte = shape(&format!("{},{RED}", rect(10.0, 0.0, 30.0, 90.0)), r#","td":1"#)
        .replace("\"ind\":1", "\"ind\":9");
    same(&file(&format!("{plain},{cut},{matte}"), ""), Target::Rlottie, "matte-elsewhere");
}

#[test]
fn slots_are_filled_and_auto_orient_becomes_rotation() {
    let red = RED.replace(r#""c":{"#, r#""c":{"sid":"main","#);
    let json = file(&shape(&format!("{},{red}", rect(0.0, 0.0, 60.0, 50.0)), ""), "").replacen(
        '{',
        r#"{"slots":{"main":{"p":{"a":0,"k":[0,0.6,0.3,1]}}},"#,
        1,
    );
    same(&json, Target::Rlottie, "slot");
    let moving = r#"{"ty":4,"ind":1,"nm":"m","ao":1,"ip":0,"op":30,"st":0,"ks":{"p":{"a":1,"k":[{"t":0,"s":[20,80,0],"to":[0,-30,0],"ti":[-30,0,0],"i":{"x":0.6,"y":1},"o":{"x":0.3,"y":0}},{"t":29,"s":[95,25,0]}]},"r":{"a":0,"k":10}},"shapes":["#;
    let json = file(&format!("{moving}{},{RED}]}}", rect(0.0, 0.0, 40.0, 12.0)), "");
    same(&json, Target::LottieAndroid, "auto-orient");
}

#[test]
fn stretched_and_evenly_remapped_precompositions_play_as_before() {
    let inner = shape(&format!("{},{RED}", rect(0.0, 0.0, 20.0, 20.0)), "").replace(
        r#"{"a":0,"k":[60,50,0]}"#,
        r#"{"a":1,"k":[{"t":0,"s":[20,50,0],"i":{"x":0.6,"y":1},"o":{"x":0.3,"y":0}},{"t":14,"s":[100,50,0]}]}"#,
    );
    let asset = format!(r#"{{"id":"a","layers":[{inner}]}}"#);
    let instance = |more: &str| {
        format!(
            r#"{{"ty":0,"refId":"a","w":120,"h":100,"ind":1,"nm":"p","ip":0,"op":30,"st":0,"ks":{{}}{more}}}"#
        )
    };
    same(&file(&instance(r#","sr":2"#), &asset), Target::Telegram, "time-stretch");
    let remap = r#","tm":{"a":1,"k":[{"t":0,"s":[0],"i":{"x":[1],"y":[1]},"o":{"x":[0],"y":[0]}},{"t":30,"s":[0.5]}]}"#;
    same(&file(&instance(remap), &asset), Target::Telegram, "time-remap");
}

#[test]
fn text_becomes_outlines_where_players_have_none() {
    let text = r#"{"ty":5,"ind":1,"nm":"t","ip":0,"op":30,"st":0,"ks":{"p":{"a":0,"k":[10,70,0]}},"t":{"d":{"k":[{"t":0,"s":{"s":40,"f":"x","t":"Hey","j":0,"tr":0,"lh":48,"fc":[0.1,0.2,0.5]}}]},"p":{},"m":{"g":1,"a":{"a":0,"k":[0,0]}},"a":[]}}"#;
    let json = file(text, "");
    let made = bake(&json, Target::Rlottie);
    assert!(!made.json.contains("\"ty\":5"), "{}", made.json);
    let off = difference(&json, &made.json);
    assert!(off < 0.1, "{off} % off");
}

#[test]
fn a_sticker_keeps_telegrams_rules() {
    let moving = r#"{"ty":4,"ind":1,"nm":"m","ip":0,"op":50,"st":0,"ks":{"p":{"a":1,"k":[{"t":0,"s":[20,80,0],"i":{"x":0.6,"y":1},"o":{"x":0.3,"y":0}},{"t":24,"s":[95,25,0]}]}},"shapes":["#;
    let json = file(&format!("{moving}{},{RED}]}}", rect(0.0, 0.0, 40.0, 12.0)), "")
        .replace("\"fr\":30,\"ip\":0,\"op\":30", "\"fr\":25,\"ip\":0,\"op\":50");
    let made = bake(&json, Target::Telegram);
    assert!(made.baked.bytes.starts_with(&[0x1f, 0x8b]) && made.fits);
    let sticker = open(&made.json);
    let main = sticker.document().main().unwrap();
    assert_eq!((main.width, main.height, main.frame_rate.fps(), main.out_point), (512.0, 512.0, 30.0, 60.0));
    assert!(made.json.contains("\"tgs\":1"));
    let off = difference(&json, &made.json);
    assert!(off < 0.1, "{off} % off");
}

#[test]
fn too_long_a_sticker_is_an_error() {
    let json = file(&shape(RED, ""), "").replace("\"op\":30", "\"op\":200");
    let made = bake(&json, Target::Telegram);
    assert!(made.lost.iter().any(|finding| finding.code == "target/telegram-length"));
}

#[test]
fn what_nothing_paints_is_not_written() {
    let dead = format!(r#"{{"ty":"gr","nm":"dead","it":[{},{TR}]}}"#, rect(5.0, 5.0, 10.0, 10.0));
    let items = format!("{},{RED},{dead}", rect(0.0, 0.0, 60.0, 50.0));
    let json = file(&shape(&items, ""), "");
    let made = bake(&json, Target::Rlottie);
    assert!(!made.json.contains("dead"), "{}", made.json);
    // A paint below it would paint it.
    let json = file(&shape(&format!("{dead},{RED}"), ""), "");
    assert!(bake(&json, Target::Rlottie).json.contains("dead"));
}

#[test]
fn paths_that_change_their_number_of_vertices_get_as_many_in_each_key() {
    let moving =
        r#"{"a":1,"k":[{"t":0,"s":[-30,0],"i":{"x":0.6,"y":1},"o":{"x":0.3,"y":0}},{"t":29,"s":[30,0]}]}"#;
    let moved = rect(0.0, 0.0, 24.0, 24.0).replace(r#"{"a":0,"k":[0,0]}"#, moving);
    let items = format!(
        r#"{{"ty":"gr","it":[{},{moved},{{"ty":"mm","mm":3}},{RED},{TR}]}}"#,
        rect(0.0, 0.0, 60.0, 50.0)
    );
    let made = same(&file(&shape(&items, ""), ""), Target::Rlottie, "merge-paths");
    let json: serde_json::Value = serde_json::from_str(&made.json).unwrap();
    let mut paths = 0;
    super::json::each_item(json["layers"][0]["shapes"].clone().as_array_mut().unwrap(), &mut |item| {
        let Some(keys) = item["ks"]["k"].as_array() else { return };
        let count = |key: &serde_json::Value| key["s"][0]["v"].as_array().map_or(0, Vec::len);
        assert!(keys.iter().all(|key| count(key) == count(&keys[0])));
        paths += 1;
    });
    assert!(paths > 0);
}

#[test]
fn a_size_is_kept_by_a_larger_error() {
    let wobble = "x=0;for(i=1;i<9;i++)x+=12*Math.sin(time*i*7)/i;[60+x,50]";
    let json = file(&shape(&format!("{},{RED}", rect(0.0, 0.0, 40.0, 12.0)), ""), "")
        .replace(r#"{"a":0,"k":[60,50,0]}"#, &format!(r#"{{"a":0,"k":[60,50,0],"x":"{wobble}"}}"#));
    let free = bake(&json, Target::Rlottie);
    let limit = free.baked.bytes.len() * 93 / 100;
    let mut options = TargetOptions::new(Target::Rlottie, Container::Json, BakeOptions::default());
    options.max_bytes = Some(limit);
    let made = open(&json).bake_for(&options, &|_, _| true).unwrap();
    assert!(made.fits && made.baked.bytes.len() <= limit, "{} of {limit}", made.baked.bytes.len());
    assert!(made.tolerance > free.tolerance && made.tries > 1);
    options.max_bytes = Some(50);
    assert!(!open(&json).bake_for(&options, &|_, _| true).unwrap().fits);
}

#[test]
fn the_proof_measures_the_finished_file() {
    let json = file(&shape(&format!("{},{RED}", rect(0.0, 0.0, 40.0, 12.0)), ""), "")
        .replace(r#"{"a":0,"k":[60,50,0]}"#, r#"{"a":0,"k":[60,50,0],"x":"[60+30*Math.sin(time*6),50]"}"#);
    let project = open(&json);
    let options = TargetOptions::new(Target::Rlottie, Container::Json, BakeOptions::default());
    let mut made = project.bake_for(&options, &|_, _| true).unwrap();
    let proof = project.proof(&made, &options, None, "a<b").unwrap();
    assert!(!proof.exceeded && proof.frames.len() == 30);
    assert!(proof.frames.iter().all(|frame| frame.mean < 0.1));
    let [position] = proof.properties.as_slice() else { panic!("one property: {:?}", proof.properties) };
    assert!(position.error.is_some_and(|error| error > 0.0 && error <= 0.1), "{position:?}");
    assert!(
        proof.html.contains("a&lt;b") && proof.html.contains("data:image/png") && proof.html.contains("<svg")
    );
    // A file that moves otherwise is found out.
    made.named_json = made.named_json.replace("\"t\":0", "\"t\":2");
    assert!(project.proof(&made, &options, None, "x").unwrap().exceeded);
}

#[test]
fn eases_that_swing_far_get_the_decimals_they_need() {
    // Between keys 0.8 px apart the ease swings by several pixels: a key rounded to hundredths would move it by more
    // than is allowed.
    let swing = r#"{"a":1,"k":[{"t":0,"s":[60.0049,50],"i":{"x":0.6,"y":-40},"o":{"x":0.4,"y":40}},{"t":29,"s":[60.2951,50]}]}"#;
    let json = file(&shape(&format!("{},{RED}", rect(0.0, 0.0, 40.0, 12.0)), ""), "")
        .replace(r#"{"a":0,"k":[60,50,0]}"#, swing);
    let made = bake(&json, Target::Rlottie);
    let x = |project: &Project, frame: f64| {
        let position =
            project.timeline().properties().find(|(_, data)| !data.keyframes.is_empty()).unwrap().0;
        let session = Session::new(project.timeline().clone());
        session
            .evaluate(position, project.timeline().property_frame_rate(position).seconds(frame))
            .components()[0]
    };
    let (before, after) = (open(&json), open(&made.json));
    for frame in 0..58 {
        let frame = f64::from(frame) / 2.0;
        let (a, b) = (x(&before, frame), x(&after, frame));
        assert!((a - b).abs() < 0.02, "{frame}: {a} {b}");
    }
}

#[test]
fn unseen_parents_that_stand_still_are_folded_in() {
    let child = shape(&format!("{},{RED}", rect(0.0, 0.0, 30.0, 16.0)), r#","parent":2"#).replace(
        r#"{"a":0,"k":[60,50,0]}"#,
        r#"{"a":1,"k":[{"t":0,"s":[20,0],"to":[0,-15],"ti":[-15,0],"i":{"x":0.6,"y":1},"o":{"x":0.3,"y":0}},{"t":29,"s":[35,8]}]}"#,
    );
    let null = r#"{"ty":3,"ind":2,"nm":"up","parent":3,"ip":0,"op":30,"st":0,"ks":{"p":{"a":0,"k":[10,5,0]},"a":{"a":0,"k":[4,2,0]},"r":{"a":0,"k":35},"s":{"a":0,"k":[120,120,100]}}}"#;
    let hidden = format!(
        r#"{{"ty":4,"ind":3,"nm":"top","hd":true,"ip":0,"op":30,"st":0,"ks":{{"p":{{"a":0,"k":[30,40,0]}}}},"shapes":[{RED}]}}"#
    );
    let json = file(&format!("{child},{null},{hidden}"), "");
    let made = same(&json, Target::Rlottie, "hidden-layer");
    assert!(!made.json.contains("\"parent\"") && !made.json.contains("\"ty\":3"), "{}", made.json);
    // A parent that turns stays.
    let turning = json.replace(
        r#""r":{"a":0,"k":35}"#,
        r#""r":{"a":1,"k":[{"t":0,"s":[0],"i":{"x":[0.6],"y":[1]},"o":{"x":[0.3],"y":[0]}},{"t":29,"s":[35]}]}"#,
    );
    assert!(same(&turning, Target::Rlottie, "hidden-layer").json.contains("\"parent\":2"));
}

#[test]
fn masks_become_mattes_where_they_are_refused() {
    let square = |x: f64, size: f64| {
        let (a, b) = (x, x + size);
        format!(
            r#"{{"a":0,"k":{{"c":true,"v":[[{a},-20],[{b},-20],[{b},20],[{a},20]],"i":[[0,0],[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0],[0,0]]}}}}"#
        )
    };
    let mask = |mode: &str, inverted: bool, path: &str, opacity: u32| {
        format!(
            r#"{{"mode":"{mode}","inv":{inverted},"pt":{path},"o":{{"a":0,"k":{opacity}}},"x":{{"a":0,"k":0}}}}"#
        )
    };
    let items = format!("{},{RED}", rect(0.0, 0.0, 80.0, 60.0));
    for masks in [
        mask("a", false, &square(-30.0, 25.0), 100),
        mask("a", true, &square(-30.0, 25.0), 100),
        mask("s", false, &square(-10.0, 25.0), 70),
        format!(
            "{},{}",
            mask("a", false, &square(-30.0, 40.0), 100),
            mask("a", false, &square(0.0, 25.0), 50)
        ),
        format!(
            "{},{}",
            mask("s", false, &square(-30.0, 40.0), 100),
            mask("s", false, &square(0.0, 25.0), 50)
        ),
        format!(
            "{},{}",
            mask("a", false, &square(-30.0, 40.0), 100),
            mask("f", false, &square(0.0, 25.0), 100)
        ),
    ] {
        let json = file(&shape(&items, &format!(r#","hasMask":true,"masksProperties":[{masks}]"#)), "");
        let made = same(&json, Target::Telegram, "mask");
        assert!(made.json.contains("\"td\":1") && !made.json.contains("masksProperties"), "{}", made.json);
    }
    // Players that draw masks keep those they know.
    let differing = format!(
        "{},{}",
        mask("a", false, &square(-30.0, 40.0), 100),
        mask("f", false, &square(0.0, 25.0), 100)
    );
    let json = file(&shape(&items, &format!(r#","masksProperties":[{differing}]"#)), "");
    same(&json, Target::LottieAndroid, "mask-difference");
    assert!(bake(&json, Target::Rlottie).json.contains("masksProperties"));
    // Feather is nothing a matte could say.
    let feather =
        mask("a", false, &square(-30.0, 25.0), 100).replace(r#","x""#, r#","f":{"a":0,"k":[8,8]},"x""#);
    let json = file(&shape(&items, &format!(r#","masksProperties":[{feather}]"#)), "");
    assert!(bake(&json, Target::Telegram).lost.iter().any(|finding| finding.code == "target/mask"));
}

#[test]
fn a_transform_effect_becomes_a_transform() {
    let items = format!("{},{RED}", rect(0.0, 0.0, 30.0, 20.0));
    let effect = r#","ef":[{"ty":5,"nm":"t","mn":"ADBE Geometry2","ef":[{"ty":3,"v":{"a":0,"k":[60,50]}},{"ty":3,"v":{"a":1,"k":[{"t":0,"s":[60,50],"i":{"x":0.6,"y":1},"o":{"x":0.3,"y":0}},{"t":29,"s":[70,45]}]}},{"ty":7,"v":{"a":0,"k":1}},{"ty":0,"v":{"a":1,"k":[{"t":0,"s":[100],"i":{"x":[0.6],"y":[1]},"o":{"x":[0.3],"y":[0]}},{"t":29,"s":[150]}]}},{"ty":0,"v":{"a":0,"k":50}},{"ty":0,"v":{"a":0,"k":0}},{"ty":0,"v":{"a":0,"k":0}},{"ty":0,"v":{"a":0,"k":30}},{"ty":0,"v":{"a":0,"k":80}}]}]"#;
    let played = format!(
        r#"{{"ty":0,"refId":"a","w":120,"h":100,"ind":1,"nm":"p","ip":0,"op":30,"st":-3,"ks":{{"r":{{"a":0,"k":5}}}}{effect}}}"#
    );
    let asset = format!(r#"{{"id":"a","layers":[{}]}}"#, shape(&items, "").replace("\"op\":30", "\"op\":60"));
    for json in [file(&shape(&items, effect), ""), file(&played, &asset)] {
        let made = bake(&json, Target::Rlottie);
        assert!(!made.json.contains("\"ef\""), "{}", made.json);
        assert!(made.changes.iter().any(|change| change.feature == "target/effect-transform"));
        // The effect moves pixels, the transform paths: edges are smoothed otherwise.
        let off = difference(&json, &made.json);
        assert!(off < 0.6, "{off} % off");
    }
}

#[test]
fn a_time_remap_becomes_keys_where_it_is_refused() {
    let moving = |id: u32, span: [f64; 2]| {
        shape(&format!("{},{RED}", rect(0.0, 0.0, 20.0, 20.0)), "")
            .replace("\"ind\":1", &format!("\"ind\":{id}"))
            .replace(r#""ip":0,"op":30"#, &format!(r#""ip":{},"op":{}"#, span[0], span[1]))
            .replace(
                r#"{"a":0,"k":[60,50,0]}"#,
                r#"{"a":1,"k":[{"t":0,"s":[20,50,0],"i":{"x":0.6,"y":1},"o":{"x":0.3,"y":0}},{"t":29,"s":[100,20,0]}]}"#,
            )
    };
    // The inner one is seen twice where time runs back, and one of its layers only for a part.
    let inner = format!(
        r#"{{"id":"a","layers":[{},{}]}}"#,
        moving(1, [0.0, 30.0]),
        moving(2, [10.0, 20.0]).replace("[100,20,0]", "[100,90,0]")
    );
    let outer = r#"{"id":"b","layers":[{"ty":0,"refId":"a","w":120,"h":100,"ind":1,"nm":"in","ip":0,"op":30,"st":2,"ks":{}}]}"#;
    let instance = |remap: &str| {
        format!(
            r#"{{"ty":0,"refId":"b","w":120,"h":100,"ind":1,"nm":"p","ip":0,"op":30,"st":0,"ks":{{}},"tm":{remap}}}"#
        )
    };
    let eased = r#"{"a":1,"k":[{"t":0,"s":[0.1],"i":{"x":[0.5],"y":[1]},"o":{"x":[0.5],"y":[0]}},{"t":14,"s":[0.9],"i":{"x":[0.5],"y":[1]},"o":{"x":[0.5],"y":[0]}},{"t":29,"s":[0.2]}]}"#;
    let assets = format!("{inner},{outer}");
    let made = same(&file(&instance(eased), &assets), Target::Telegram, "time-remap");
    assert!(!made.json.contains("\"tm\""), "{}", made.json);
    // A frozen one is one frame, without keys.
    let made = same(&file(&instance(r#"{"a":0,"k":0.5}"#), &assets), Target::Telegram, "time-remap");
    assert!(!made.json.contains("\"a\":1"), "{}", made.json);
}

#[test]
fn a_size_may_be_had_by_fitting_the_files_own_keys() {
    // A straight key on every frame of a sine: what bakers without fitting write.
    let keys: Vec<String> = (0..30)
        .map(|frame| {
            let x = 60.0 + 30.0 * inbetween_types::math::sin(f64::from(frame) * 0.2);
            format!(r#"{{"t":{frame},"s":[{x},50],"i":{{"x":1,"y":1}},"o":{{"x":0,"y":0}}}}"#)
        })
        .collect();
    let json = file(&shape(&format!("{},{RED}", rect(0.0, 0.0, 40.0, 12.0)), ""), "")
        .replace(r#"{"a":0,"k":[60,50,0]}"#, &format!(r#"{{"a":1,"k":[{}]}}"#, keys.join(",")));
    let free = bake(&json, Target::Rlottie);
    assert!(free.refitted.is_empty());
    let mut options = TargetOptions::new(Target::Rlottie, Container::Json, BakeOptions::default());
    options.max_bytes = Some(free.baked.bytes.len() / 3);
    let project = open(&json);
    let made = project.bake_for(&options, &|_, _| true).unwrap();
    let [position] = made.refitted.as_slice() else { panic!("one property: {:?}", made.refitted) };
    assert!(made.fits && made.names_dropped && made.tolerance == 0.1 && position.keys < 12, "{position:?}");
    assert!(difference(&json, &made.json) < 0.1);
    // The proof measures it.
    let proof = project.proof(&made, &options, None, "x").unwrap();
    assert!(!proof.exceeded && proof.properties.len() == 1);
    assert!(
        proof.properties[0].error.is_some_and(|error| error > 0.0 && error <= 0.1),
        "{:?}",
        proof.properties
    );
}

#[test]
fn gradient_strokes_become_gradients_cut_by_the_stroke() {
    let stroke = r#"{"ty":"gs","o":{"a":0,"k":90},"w":{"a":0,"k":9},"lc":2,"lj":2,"t":1,"s":{"a":0,"k":[-30,0]},"e":{"a":0,"k":[30,10]},"g":{"p":2,"k":{"a":0,"k":[0,1,0,0,1,0,0.2,1]}}}"#;
    let turned = TR
        .replace(r#""r":{"a":0,"k":0}"#, r#""r":{"a":0,"k":20}"#)
        .replace(r#""o":{"a":0,"k":100}"#, r#""o":{"a":0,"k":70}"#);
    let faded = format!(r#"{{"ty":"gr","it":[{},{stroke},{turned}]}}"#, rect(0.0, 0.0, 60.0, 40.0));
    let turned = turned.replace(r#""k":70"#, r#""k":100"#);
    let group = format!(
        r#"{{"ty":"gr","it":[{},{{"ty":"tm","s":{{"a":0,"k":10}},"e":{{"a":0,"k":80}},"o":{{"a":0,"k":0}}}},{stroke},{RED},{turned}]}}"#,
        rect(0.0, 0.0, 60.0, 40.0)
    );
    let above = format!(
        r#"{{"ty":"gr","it":[{},{},{TR}]}}"#,
        rect(20.0, 10.0, 20.0, 20.0),
        RED.replace("0.2", "0.8")
    );
    let json = file(&shape(&format!("{above},{group}"), ""), "");
    let made = same(&json, Target::Telegram, "gradient-stroke");
    assert!(!made.json.contains("\"gs\""), "{}", made.json);
    same(&file(&shape(&faded, ""), ""), Target::Telegram, "gradient-stroke");
}

#[test]
fn loops_are_keys_for_every_player() {
    let json = file(&shape(&format!("{},{RED}", rect(0.0, 0.0, 40.0, 12.0)), ""), "").replace(
        r#"{"a":0,"k":[60,50,0]}"#,
        r#"{"a":1,"k":[{"t":0,"s":[20,50],"i":{"x":1,"y":1},"o":{"x":0,"y":0}},{"t":9,"s":[90,50]}],"x":"loopOut('pingpong')"}"#,
    );
    for target in Target::PLAYERS {
        let made = bake(&json, target);
        assert!(!made.json.contains("loopOut") && made.baked.keys() >= 4, "{target:?}");
        if target != Target::Telegram {
            assert!(difference(&json, &made.json) < 0.1, "{target:?}");
        }
    }
}

/// Whatever takes the place of a property, the proof has its error and says what stands there.
#[test]
fn the_proof_has_an_error_of_every_property_and_names_everything_drawn_anew() {
    let star = r#"{"ty":"sr","sy":1,"p":{"a":0,"k":[0,0]},"pt":{"a":0,"k":5},"r":{"a":0,"k":0},"or":{"a":0,"k":30,"x":"30+10*Math.sin(time*5)"},"ir":{"a":0,"k":14},"os":{"a":0,"k":0},"is":{"a":0,"k":0}}"#;
    let project = open(&file(&shape(&format!("{star},{RED}"), ""), ""));
    let options = TargetOptions::new(Target::Telegram, Container::Tgs, BakeOptions::default());
    let made = project.bake_for(&options, &|_, _| true).unwrap();
    let proof = project.proof(&made, &options, None, "x").unwrap();
    let [radius] = proof.properties.as_slice() else { panic!("{:?}", proof.properties) };
    assert!(radius.error.is_none() && radius.fitted > 0.0 && radius.fitted <= radius.tolerance, "{radius:?}");
    assert!(proof.html.contains("as fitted; since rewritten") && !proof.exceeded);
    assert!(made.rewriting_error > 0.0 && proof.html.contains("off where it fitted anew"));

    let text = r#"{"ty":5,"ind":1,"nm":"\u0639\u0646\u0648\u0627\u0646","ip":0,"op":30,"st":0,"ks":{"p":{"a":0,"k":[10,60,0]}},"t":{"d":{"k":[{"t":0,"s":{"t":"\u062d\u0631\u06a9\u062a","f":"X","s":30,"fc":[1,0,0],"j":0}}]},"p":{},"m":{"g":1,"a":{"a":0,"k":[0,0]}},"a":[{"a":{"p":{"a":0,"k":[0,-20,0]}},"s":{"t":0,"xe":{"a":0,"k":0},"ne":{"a":0,"k":0},"a":{"a":0,"k":100},"b":1,"rn":0,"sh":1,"r":1,"s":{"a":0,"k":0,"x":"time*100"},"e":{"a":0,"k":100},"o":{"a":0,"k":0}}}]}}"#;
    let project = open(&file(text, ""));
    let options = TargetOptions::new(Target::Rlottie, Container::Json, BakeOptions::default());
    let made = project.bake_for(&options, &|_, _| true).unwrap();
    let proof = project.proof(&made, &options, None, "x").unwrap();
    assert!(!made.baked.texts.is_empty());
    assert!(proof.html.contains("its text as outlines") && !proof.html.contains("Nothing but expressions"));
    assert!(proof.json.contains("its text as outlines"), "{}", proof.json);
}

/// A layer that is bound to others is cut all the same: by its own masks, and by or for them.
#[test]
fn masks_of_matted_layers_and_masks_that_take_away_become_mattes_in_a_precomposition() {
    let square = |x: f64, size: f64| {
        let (a, b) = (x, x + size);
        format!(
            r#"{{"a":0,"k":{{"c":true,"v":[[{a},-20],[{b},-20],[{b},20],[{a},20]],"i":[[0,0],[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0],[0,0]]}}}}"#
        )
    };
    let mask = |mode: &str, path: &str, opacity: u32| {
        format!(
            r#"{{"mode":"{mode}","inv":false,"pt":{path},"o":{{"a":0,"k":{opacity}}},"x":{{"a":0,"k":0}}}}"#
        )
    };
    let items = format!("{},{RED}", rect(0.0, 0.0, 80.0, 60.0));
    let turning =
        r#"{"a":1,"k":[{"t":0,"s":[-20],"i":{"x":[1],"y":[1]},"o":{"x":[0],"y":[0]}},{"t":29,"s":[60]}]}"#;
    let layer = |name: &str, ind: u32, more: &str, masks: &str| {
        let masks = if masks.is_empty() { String::new() } else { format!(r#","masksProperties":[{masks}]"#) };
        format!(
            r#"{{"ty":4,"ind":{ind},"nm":"{name}","ip":0,"op":30,"st":0,"parent":9,"ks":{{"p":{{"a":0,"k":[{},0,0]}},"r":{turning},"o":{{"a":0,"k":80}}}}{more},"shapes":[{items}]{masks}}}"#,
            ind * 6
        )
    };
    let parent = format!(
        r#"{{"ty":3,"ind":9,"nm":"hub","ip":0,"op":30,"st":0,"ks":{{"p":{{"a":0,"k":[50,50,0]}},"r":{turning}}}}}"#
    );
    let child = format!(
        r#"{{"ty":4,"ind":5,"nm":"فرزند","ip":0,"op":30,"st":0,"parent":2,"ks":{{"p":{{"a":0,"k":[10,-30,0]}}}},"shapes":[{},{RED}]}}"#,
        rect(0.0, 0.0, 12.0, 12.0)
    );
    let one = mask("a", &square(-30.0, 45.0), 100);
    let other = mask("a", &square(-50.0, 70.0), 60);
    let away = format!("{one},{},{}", other, mask("s", &square(-10.0, 12.0), 70));
    let within = format!("{one},{}", mask("i", &square(-20.0, 20.0), 100));
    for layers in [
        // Matted, a matte, both, by name.
        format!("{},{}", layer("matte", 1, r#","td":1"#, ""), layer("shown", 2, r#","tt":1"#, &one)),
        format!("{},{}", layer("matte", 1, r#","td":1"#, &one), layer("shown", 2, r#","tt":2"#, "")),
        format!("{},{}", layer("matte", 1, r#","td":1"#, &away), layer("shown", 2, r#","tt":1"#, &within)),
        format!(
            "{},{}",
            layer("shown", 2, r#","tt":1,"tp":1"#, &one),
            layer("matte", 1, r#","td":1"#, &other)
        ),
        // Alone, with masks that no single matte is.
        layer("shown", 2, "", &away),
        layer("shown", 2, "", &within),
    ] {
        let json = file(&format!("{layers},{child},{parent}"), "");
        let json =
            if json.contains(r#""ind":2"#) { json } else { json.replace(r#""parent":2"#, r#""parent":1"#) };
        let made = same(&json, Target::Telegram, "mask");
        assert!(!made.json.contains("masksProperties"), "{}", made.json);
    }
}

#[test]
fn gradient_strokes_of_matted_masked_and_fading_layers_are_drawn_in_a_precomposition() {
    let stroke = r#"{"ty":"gs","o":{"a":0,"k":90},"w":{"a":0,"k":9},"lc":2,"lj":2,"t":1,"s":{"a":0,"k":[-30,0]},"e":{"a":0,"k":[30,10]},"g":{"p":2,"k":{"a":0,"k":[0,1,0,0,1,0,0.2,1]}}}"#;
    let fading =
        r#"{"a":1,"k":[{"t":0,"s":[30],"i":{"x":[1],"y":[1]},"o":{"x":[0],"y":[0]}},{"t":29,"s":[90]}]}"#;
    let mask = r#""masksProperties":[{"mode":"a","inv":false,"pt":{"a":0,"k":{"c":true,"v":[[-40,-40],[10,-40],[10,40],[-40,40]],"i":[[0,0],[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0],[0,0]]}},"o":{"a":0,"k":100},"x":{"a":0,"k":0}}]"#;
    let layer = |more: &str| {
        format!(
            r#"{{"ty":4,"ind":2,"nm":"shape","ip":0,"op":30,"st":0,"ks":{{"p":{{"a":0,"k":[60,50,0]}},"o":{fading}}}{more},"shapes":[{},{stroke},{RED}]}}"#,
            rect(0.0, 0.0, 60.0, 40.0)
        )
    };
    let matte = format!(
        r#"{{"ty":4,"ind":1,"nm":"matte","td":1,"ip":0,"op":30,"st":0,"ks":{{"p":{{"a":0,"k":[50,40,0]}}}},"shapes":[{},{RED}]}}"#,
        rect(0.0, 0.0, 60.0, 40.0)
    );
    for layers in [
        layer(""),
        format!("{matte},{}", layer(r#","tt":1"#)),
        layer(&format!(",{mask}")),
        format!("{matte},{}", layer(&format!(r#","tt":2,{mask}"#))),
    ] {
        let made = same(&file(&layers, ""), Target::Telegram, "gradient-stroke");
        assert!(!made.json.contains("\"gs\"") && !made.json.contains("masksProperties"), "{}", made.json);
    }
}

#[test]
fn fill_over_a_precomposition_becomes_a_copy_in_that_colour() {
    let fill = |opacity: f64| {
        format!(
            r#"[{{"ty":21,"mn":"ADBE Fill","nm":"Fill","ef":[{{"ty":10,"v":{{"a":0,"k":0}}}},{{"ty":7,"v":{{"a":0,"k":0}}}},{{"ty":2,"v":{{"a":0,"k":[0.1,0.6,0.3,1]}}}},{{"ty":7,"v":{{"a":0,"k":0}}}},{{"ty":0,"v":{{"a":0,"k":0}}}},{{"ty":0,"v":{{"a":0,"k":0}}}},{{"ty":0,"v":{{"a":0,"k":{opacity}}}}}]}}]"#
        )
    };
    let layer = |reference: &str, x: f64, more: &str| {
        format!(
            r#"{{"ty":0,"nm":"inside","refId":"{reference}","w":120,"h":100,"ip":0,"op":30,"st":0,"ks":{{"p":{{"a":0,"k":[{x},0,0]}},"o":{{"a":0,"k":70}}}}{more}}}"#
        )
    };
    let gradient = r#"{"ty":"gf","o":{"a":0,"k":60},"r":1,"t":1,"s":{"a":0,"k":[-20,0]},"e":{"a":0,"k":[20,0]},"g":{"p":2,"k":{"a":0,"k":[0,1,0,0,1,0,0.2,1]}}}"#;
    let solid = r##"{"ty":1,"nm":"solid","sc":"#c03040","sw":20,"sh":60,"ip":0,"op":30,"st":0,"ks":{"p":{"a":0,"k":[20,10,0]},"o":{"a":0,"k":50}}}"##;
    let inner = |layers: &str, id: &str| format!(r#"{{"id":"{id}","nm":"{id}","layers":[{layers}]}}"#);
    let shapes = format!(
        "{},{}",
        shape(&format!("{},{RED}", rect(-20.0, 0.0, 40.0, 30.0)), ""),
        shape(&format!("{},{gradient}", rect(10.0, 0.0, 40.0, 50.0)), "").replace(r#""ind":1"#, r#""ind":2"#)
    );
    let assets = format!(
        "{},{}",
        inner(&format!("{solid},{}", layer("deep", 5.0, "")), "outer"),
        inner(&shapes, "deep")
    );
    let filled = |opacity: f64| layer("outer", 0.0, &format!(r#","ef":{}"#, fill(opacity)));
    // The same precomposition is seen in its own colours too.
    let json = file(&format!("{},{}", filled(1.0), layer("deep", 30.0, "")), &assets);
    let made = same(&json, Target::Rlottie, "effect-fill");
    assert!(!made.json.contains("ADBE Fill"), "{}", made.json);
    // One that is filled already is filled anew.
    let again = assets.replace(
        r#""p":{"a":0,"k":[5,0,0]},"o":{"a":0,"k":70}}"#,
        &format!(
            r#""p":{{"a":0,"k":[5,0,0]}},"o":{{"a":0,"k":70}}}},"ef":{}"#,
            fill(1.0).replace("0.6", "0.9")
        ),
    );
    assert_ne!(again, assets);
    same(&file(&filled(1.0), &again), Target::Rlottie, "effect-fill");
    same(&file(&filled(0.5), &assets), Target::Telegram, "effect-fill");
    // Where colours have a part in the look the effect is told, not rewritten.
    for (from, to) in [(r#""ind":2"#, r#""ind":2,"bm":1"#), (r#""ind":2"#, r#""ind":2,"tt":3"#)] {
        let made = bake(&file(&filled(1.0), &assets.replace(from, to)), Target::Rlottie);
        assert!(made.lost.iter().any(|finding| finding.code == "target/effect-fill"), "{:?}", made.lost);
    }
}
