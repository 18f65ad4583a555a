use super::*;
use serde_json::{Value as Json, json};

const HEAD: &str = "[composition]\nsize = [640, 360]\nframe_rate = 25\nduration = 4\n";

fn lower(body: &str) -> Json {
    let text = format!("{HEAD}{body}");
    match read(&text, "t.scene.toml", &|_| None) {
        Ok(lowered) => serde_json::from_str(&lowered.lottie).unwrap(),
        Err(error) => panic!("{error}"),
    }
}

fn faults(body: &str) -> SceneError {
    read(&format!("{HEAD}{body}"), "t.scene.toml", &|_| None).unwrap_err()
}

fn codes(body: &str) -> Vec<&'static str> {
    faults(body).faults.iter().map(|fault| fault.code).collect()
}

#[test]
fn a_composition_counts_in_frames() {
    let made = lower("");
    assert_eq!(
        (made["op"].as_f64(), made["fr"].as_f64(), made["w"].as_f64()),
        (Some(100.0), Some(25.0), Some(640.0))
    );
}

#[test]
fn keyframes_take_times_in_all_forms() {
    let made = lower(
        "[[layer]]\nname = \"a\"\ntype = \"null\"\nrotation = { keyframes = [\n\
         { time = 0.48, value = 0 }, { time = \"25f\", value = 10 }, { time = \"0:00:02:12\", value = 20, hold = true },\n\
         { time = 3, value = 5 },\n] }\n",
    );
    let times: Vec<f64> = made["layers"][0]["ks"]["r"]["k"]
        .as_array()
        .unwrap()
        .iter()
        .map(|k| k["t"].as_f64().unwrap())
        .collect();
    assert_eq!(times, [12.0, 25.0, 62.0, 75.0]);
    assert_eq!(made["layers"][0]["ks"]["r"]["k"][2]["h"], 1);
}

#[test]
fn speed_and_influence_are_after_effects_own() {
    // From 0 to 100 in 2 s the mean speed is 50 a second: half of that speed at a third influence has the slope 0.5.
    let made = lower(
        "[[layer]]\nname = \"a\"\ntype = \"null\"\nrotation = { keyframes = [\n\
         { time = 0, value = 0, ease_out = { speed = 25, influence = 50 } },\n\
         { time = 2, value = 100, ease_in = { speed = 0, influence = 25 } } ] }\n",
    );
    let key = &made["layers"][0]["ks"]["r"]["k"][0];
    assert_eq!((key["o"]["x"][0].as_f64(), key["o"]["y"][0].as_f64()), (Some(0.5), Some(0.25)));
    assert_eq!((key["i"]["x"][0].as_f64(), key["i"]["y"][0].as_f64()), (Some(0.75), Some(1.0)));
}

#[test]
fn an_exponential_ease_grows_by_one_factor_per_frame() {
    let made = lower(
        "[[layer]]\nname = \"a\"\ntype = \"null\"\nscale = { keyframes = [\n\
         { time = 0, value = [1, 1], ease = \"exponential\" }, { time = \"10f\", value = [1024, 1024] } ] }\n",
    );
    let keys = made["layers"][0]["ks"]["s"]["k"].as_array().unwrap();
    assert_eq!(keys.len(), 11);
    for (frame, key) in keys.iter().enumerate() {
        let value = key["s"][0].as_f64().unwrap();
        assert!((value - f64::from(1 << frame)).abs() < 1e-9, "{frame}: {value}");
    }
}

#[test]
fn names_become_ids() {
    let made = lower(
        "[[layer]]\nname = \"crank\"\ntype = \"null\"\nparent = \"wheel\"\n\
         [[layer.effect]]\ntype = \"layer\"\nname = \"target\"\nvalue = \"wheel\"\n\
         [[layer]]\nname = \"wheel\"\ntype = \"null\"\nid = 7\n",
    );
    assert_eq!(made["layers"][0]["parent"], 7);
    assert_eq!(made["layers"][0]["ef"][0]["ef"][0]["v"]["k"], 7);
    assert_eq!(made["layers"][0]["ef"][0]["mn"], "ADBE Layer Control");
}

#[test]
fn every_fault_is_found_at_once() {
    let error = faults(
        "[[layer]]\nname = \"a\"\ntype = \"nul\"\n[[layer]]\nname = \"b\"\ntype = \"null\"\nrotaton = 5\nparent = \"c\"\n",
    );
    let said = error.to_string();
    assert_eq!(
        error.faults.iter().map(|fault| fault.code).collect::<Vec<_>>(),
        ["scene/unknown-word", "scene/unknown-key", "scene/unknown-name"]
    );
    assert!(said.contains("t.scene.toml:11:1"), "{said}");
    assert!(said.contains("did you mean \"rotation\"?"), "{said}");
    assert!(said.contains("did you mean \"null\"?"), "{said}");
}

#[test]
fn syntax_errors_have_a_place() {
    let error = read("[composition]\nsize = [1, 2\n", "t.scene.toml", &|_| None).unwrap_err();
    assert_eq!(error.faults[0].code, "scene/syntax");
    assert!(error.to_string().contains("t.scene.toml:"), "{error}");
}

#[test]
fn loops_are_faults() {
    assert_eq!(
        codes(
            "[[layer]]\nname=\"a\"\ntype=\"null\"\nparent=\"b\"\n[[layer]]\nname=\"b\"\ntype=\"null\"\nparent=\"a\"\n"
        ),
        ["scene/parent-loop"]
    );
    assert_eq!(codes("[[layer]]\nname=\"a\"\ntype=\"null\"\nparent=\"a\"\n"), ["scene/parent-loop"]);
    assert_eq!(
        codes(
            "[[composition_asset]]\nname=\"x\"\n[[composition_asset.layer]]\ntype=\"precomp\"\ncomposition=\"y\"\n\
             [[composition_asset]]\nname=\"y\"\n[[composition_asset.layer]]\ntype=\"precomp\"\ncomposition=\"x\"\n"
        ),
        ["scene/composition-loop"]
    );
}

#[test]
fn chains_of_parents_are_no_loops() {
    lower(
        "[[layer]]\nname=\"a\"\ntype=\"null\"\nparent=\"b\"\n[[layer]]\nname=\"b\"\ntype=\"null\"\nparent=\"c\"\n\
         [[layer]]\nname=\"c\"\ntype=\"null\"\n[[layer]]\nname=\"d\"\ntype=\"null\"\nparent=\"b\"\n",
    );
}

#[test]
fn deep_nesting_is_an_error_and_no_crash() {
    for text in [
        format!("x = {}1{}", "[".repeat(100_000), "]".repeat(100_000)),
        format!("x = {}1{}", "{a=".repeat(10_000), "}".repeat(10_000)),
        format!("[{}a]\n", "a.".repeat(50_000)),
    ] {
        assert!(read(&text, "deep", &|_| None).is_err());
    }
}

#[test]
fn expressions_come_from_files_and_know_their_lines() {
    let text = format!(
        "{HEAD}[[layer]]\nname = \"a\"\ntype = \"null\"\nopacity = {{ expression = {{ file = \"o.js\" }} }}\n\
         [layer.rotation]\nexpression = '''\ntime *\n90'''\n"
    );
    let load = |name: &str| (name == "o.js").then(|| b"50 + 1".to_vec());
    let lowered = read(&text, "t", &load).unwrap();
    let made: Json = serde_json::from_str(&lowered.lottie).unwrap();
    assert_eq!(made["layers"][0]["ks"]["o"]["x"], "50 + 1");
    assert_eq!(made["layers"][0]["ks"]["r"]["x"], "time *\n90");
    assert_eq!(lowered.point(&text, "layers[0].ks.r.x").unwrap().line, 11);
    assert_eq!(lowered.point(&text, "layers[0].ks.r.k").unwrap().line, 9);
}

#[test]
fn scenes_are_told_from_json() {
    for scene in ["[composition]", "# a\n\n[[layer]]\n", "\u{feff}name = 1", "composition.size = [1, 2]"] {
        assert!(is_scene(scene.as_bytes()), "{scene}");
    }
    for other in ["{\"v\": 1}", "[1, 2]", "[[1]]", "[true, 1]", "", "# only", "PK\u{3}\u{4}", "hello world"] {
        assert!(!is_scene(other.as_bytes()), "{other}");
    }
}

#[test]
fn a_type_within_a_type_has_a_name_of_its_own() {
    let made = lower(
        "[[layer]]\nname = \"a\"\ntype = \"shape\"\nshapes = [\n\
         { type = \"polystar\", star_type = \"polygon\", points = 6 },\n\
         { type = \"gradient_fill\", gradient_type = \"radial\", start_point = [0, 0], end_point = [9, 0],\n\
           colors = [0, 1, 0, 0, 1, 0, 0, 1] },\n]\n",
    );
    let shapes = &made["layers"][0]["shapes"];
    assert_eq!((&shapes[0]["ty"], shapes[0]["sy"].as_f64()), (&Json::from("sr"), Some(2.0)));
    assert_eq!((&shapes[1]["ty"], shapes[1]["t"].as_f64()), (&Json::from("gf"), Some(2.0)));
}

#[test]
fn a_solid_lies_in_the_middle_and_turns_about_its_own() {
    let made = lower(
        "[[layer]]\nname = \"floor\"\ntype = \"solid\"\nsize = [640, 20]\nposition = [320, 350]\n\
         [[layer]]\nname = \"back\"\ntype = \"solid\"\n",
    );
    let place = |layer: usize, key: &str| made["layers"][layer]["ks"][key]["k"].clone();
    assert_eq!((place(0, "a"), place(0, "p")), (json!([320, 10, 0]), json!([320, 350, 0])));
    assert_eq!((place(1, "a"), place(1, "p")), (json!([320, 180, 0]), json!([320, 180, 0])));
}

#[test]
fn a_mesh_has_properties_colours_creases_and_lights() {
    let made = lower(
        "[[layer]]\nname = \"cube\"\ntype = \"mesh\"\nspecular = 20\n\
         [layer.mesh]\ntext = \"v 0 0 0\"\nshading = \"flat\"\nfaces = false\ncreases = [[1, 2], [2, 3, 1.5]]\n\
         colors = { roof = \"#ff0000\" }\nlevel = { keyframes = [{ time = 0, value = 0 }, { time = 2, value = 3 }] }\n\
         [[layer]]\nname = \"sun\"\ntype = \"light\"\nlight_type = \"parallel\"\nintensity = 80\n",
    );
    let mesh = &made["layers"][0]["mesh"];
    assert_eq!((made["layers"][0]["ty"].as_i64(), mesh["shading"].as_str()), (Some(4), Some("flat")));
    assert_eq!(mesh["level"]["k"][1]["t"].as_f64(), Some(50.0));
    assert_eq!(mesh["colors"]["roof"]["k"][0].as_f64(), Some(1.0));
    assert_eq!((mesh["faces"]["k"].as_f64(), mesh["creases"][1][2].as_f64()), (Some(0.0), Some(1.5)));
    assert_eq!(made["layers"][0]["specular"]["k"].as_f64(), Some(20.0));
    let sun = &made["layers"][1];
    assert_eq!((sun["light_type"].as_f64(), sun["intensity"]["k"].as_f64()), (Some(1.0), Some(80.0)));
    assert_eq!(
        codes("[[layer]]\ntype = \"mesh\"\nmesh = { levle = 2 }\n"),
        ["scene/missing-key", "scene/unknown-key"]
    );
}

#[test]
fn subdivide_is_a_shape_like_others() {
    let made = lower(
        "[[layer]]\ntype = \"shape\"\n[[layer.shapes]]\ntype = \"subdivide\"\nweights = [1, 4, 6, 4, 1]\nsteps = 2.5\n",
    );
    let item = &made["layers"][0]["shapes"][0];
    assert_eq!((item["ty"].as_str(), item["s"]["k"].as_f64()), (Some("inbetween.subdivide"), Some(2.5)));
    assert_eq!(item["w"]["k"].as_array().unwrap().len(), 5);
}
