//! Files no one should draw: every one ends, what is cut or missing is named, and the layer beside it is drawn.
//!
//! Nothing here is timed: what could hold the process would make the test hang.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

use inbetween::{OpenOptions, Project, Quality, RenderOptions, Size};

/// The good layer: a red square of 8 pixels in the upper left corner.
const GOOD: &str = r##"{"ty":1,"nm":"good","ip":0,"op":60,"sw":8,"sh":8,"sc":"#ff0000","ks":{}}"##;

/// A file of 64 × 64 pixels with the good layer above `layers`.
fn file(layers: &str, more: &str) -> String {
    format!(
        r#"{{"v":"5.9.0","fr":30,"ip":0,"op":60,"w":64,"h":64,{more}"layers":[{GOOD}{}{layers}]}}"#,
        if layers.is_empty() { "" } else { "," }
    )
}

/// A shape layer of these items.
fn shapes(items: &str) -> String {
    format!(r#"{{"ty":4,"nm":"bad","ip":0,"op":60,"ks":{{}},"shapes":[{items}]}}"#)
}

const RECT: &str = r#"{"ty":"rc","p":{"a":0,"k":[40,40]},"s":{"a":0,"k":[20,20]},"r":{"a":0,"k":0}}"#;
const FILL: &str = r#"{"ty":"fl","c":{"a":0,"k":[0,0,1,1]},"o":{"a":0,"k":100}}"#;

/// A blue solid with more fields.
fn solid(more: &str) -> String {
    format!(
        r##"{{"ty":1,"nm":"bad","ip":0,"op":60,"sw":30,"sh":30,"sc":"#0000ff","ks":{{"p":{{"a":0,"k":[20,20]}}}}{}{more}}}"##,
        if more.is_empty() { "" } else { "," }
    )
}

/// An effect of this match name with numbers as its parameters.
fn effect(name: &str, numbers: &[f64]) -> String {
    let list: Vec<String> = numbers
        .iter()
        .enumerate()
        .map(|(i, n)| format!(r#"{{"ty":0,"nm":"p","mn":"{name}-{:04}","v":{{"a":0,"k":{n}}}}}"#, i + 1))
        .collect();
    solid(&format!(
        r#""ef":[{{"ty":5,"nm":"e","mn":"{name}","en":1,"np":{},"ef":[{}]}}]"#,
        numbers.len() + 2,
        list.join(",")
    ))
}

/// Draws at both qualities; the good layer must be there. The codes of all findings.
#[track_caller]
fn draw(name: &str, text: &str) -> Vec<String> {
    draw_at(name, text, &[Quality::Fast, Quality::Reference])
}

#[track_caller]
fn draw_at(name: &str, text: &str, qualities: &[Quality]) -> Vec<String> {
    let mut codes = Vec::new();
    let project = match Project::open(text.as_bytes(), &OpenOptions::default()) {
        Ok(project) => project,
        Err(error) => panic!("{name} does not open: {error}"),
    };
    codes.extend(project.diagnostics().iter().map(|d| d.code.to_owned()));
    for &quality in qualities {
        let mut options = RenderOptions::default();
        options.quality = quality;
        options.size = Size::Longer(64);
        let (picture, findings) = project.picture(0.1, &options).unwrap();
        codes.extend(findings.iter().map(|d| d.code.to_owned()));
        let pixel = picture.get(3, 3);
        assert_eq!(
            pixel,
            [1.0, 0.0, 0.0, 1.0],
            "{name} at {quality:?}: the good layer is gone: {findings:?}"
        );
        let sane =
            (0..64 * 64).all(|i| picture.get(i % 64, i / 64).iter().all(|c| (0.0..=1.001).contains(c)));
        assert!(sane, "{name} at {quality:?}: pixels out of range");
    }
    codes.sort();
    codes.dedup();
    codes
}

/// As [`draw`], and the finding `code` is there.
#[track_caller]
fn names(name: &str, text: &str, code: &str) {
    let codes = draw(name, text);
    assert!(codes.iter().any(|c| c == code), "{name}: {code} is not among {codes:?}");
}

#[test]
fn a_composition_of_a_hundred_thousand_pixels_square_is_bounded_and_named() {
    let text = file("", "").replace(r#""w":64,"h":64"#, r#""w":100000,"h":100000"#);
    let project = Project::open(text.as_bytes(), &OpenOptions::default()).unwrap();
    let info = project.render_info(&RenderOptions::default()).unwrap();
    assert!(info.width == info.height && info.width * info.height <= 1 << 26, "{info:?}");
    let long = text.replace(r#""h":100000"#, r#""h":20"#);
    let project = Project::open(long.as_bytes(), &OpenOptions::default()).unwrap();
    let (picture, findings) = project.picture(0.0, &RenderOptions::default()).unwrap();
    assert!(picture.width <= 32_767 && picture.height > 0);
    assert_eq!(findings.iter().map(|d| d.code).collect::<Vec<_>>(), ["render/too-large"]);
}

#[test]
fn a_million_copies() {
    let copies = r#"{"ty":"rp","c":{"a":0,"k":1000000},"o":{"a":0,"k":0},"m":1,"tr":{"ty":"tr","p":{"a":0,"k":[0.1,0]},
        "a":{"a":0,"k":[0,0]},"s":{"a":0,"k":[100,100]},"r":{"a":0,"k":1},"so":{"a":0,"k":100},"eo":{"a":0,"k":50}}}"#;
    names("copies", &file(&shapes(&format!("{RECT},{FILL},{copies}")), ""), "draw/limit");
}

#[test]
fn degenerate_matrices_draw_nothing() {
    for transform in [
        r#""s":{"a":0,"k":[0,0]}"#,
        r#""s":{"a":0,"k":[100,0]}"#,
        r#""s":{"a":0,"k":[1e-12,1e-12]}"#,
        r#""s":{"a":0,"k":[1e12,1e-12]}"#,
        r#""sk":{"a":0,"k":90},"sa":{"a":0,"k":0}"#,
        r#""s":{"a":0,"k":[-1e30,1e30]}"#,
        r#""r":{"a":0,"k":1e30}"#,
        r#""p":{"a":0,"k":[1e30,-1e30]}"#,
        r#""a":{"a":0,"k":[1e300,1e300]},"s":{"a":0,"k":[1e300,1e300]}"#,
    ] {
        let layer = solid("").replace(r#""p":{"a":0,"k":[20,20]}"#, transform);
        draw(transform, &file(&layer, ""));
        let group = format!(r#"{{"ty":"gr","it":[{RECT},{FILL},{{"ty":"tr",{transform}}}]}}"#);
        draw(transform, &file(&shapes(&group), ""));
        let masked = solid(
            r#""masksProperties":[{"mode":"a","inv":true,"pt":{"a":0,"k":{"c":true,"v":[[0,0],[9,0],[9,9]],"i":[[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0]]}},"o":{"a":0,"k":50},"f":{"a":0,"k":[5,5]}}]"#,
        )
        .replace(r#""p":{"a":0,"k":[20,20]}"#, transform);
        draw(transform, &file(&masked, ""));
    }
}

#[test]
fn images_of_no_size_broken_or_missing() {
    let layer = r#"{"ty":2,"nm":"bad","refId":"i","ip":0,"op":60,"ks":{}}"#;
    let asset = |fields: &str| format!(r#""assets":[{{"id":"i",{fields}}}],"#);
    let tiny =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    let zero = asset(&format!(r#""w":0,"h":0,"e":1,"u":"","p":"data:image/png;base64,{tiny}""#));
    draw("zero size", &file(layer, &zero));
    let negative = asset(&format!(r#""w":-5,"h":1e30,"e":1,"u":"","p":"data:image/png;base64,{tiny}""#));
    draw("negative size", &file(layer, &negative));
    for (name, data) in [
        ("broken base64", "data:image/png;base64,iVBO*!!R0KGgo"),
        ("cut base64", "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAAB"),
        ("no data", "data:image/png;base64,"),
        ("no comma", "data:image/png;base64"),
        ("another kind", "data:application/pdf;base64,AAAA"),
        ("beside the file, which is nowhere", "img_0.png"),
        ("above the file", "../../../../etc/passwd"),
    ] {
        let text = file(layer, &asset(&format!(r#""w":9,"h":9,"e":1,"u":"","p":"{data}""#)));
        let codes = draw(name, &text);
        assert!(codes.iter().any(|c| c.starts_with("image/") || c.starts_with("doc/")), "{name}: {codes:?}");
    }
    names("no asset", &file(layer, ""), "draw/missing-asset");
    let comp = r#"{"ty":0,"nm":"bad","refId":"i","ip":0,"op":60,"w":9,"h":9,"ks":{}}"#;
    names("no composition", &file(comp, ""), "draw/missing-asset");
    let empty = file(&comp.replace(r#""w":9,"h":9"#, r#""w":0,"h":-3"#), &asset(r#""layers":[]"#));
    draw("an empty composition of no size", &empty);
    draw("a solid of no size", &file(&solid("").replace(r#""sw":30"#, r#""sw":0"#), ""));
    draw("a solid of all sizes", &file(&solid("").replace(r#""sw":30"#, r#""sw":1e30"#), ""));
}

#[test]
fn paths_of_no_numbers() {
    let points = |v: &str| {
        let zero = "[[0,0],[0,0],[0,0]]";
        format!(
            r#"{{"ty":"sh","ks":{{"a":0,"k":{{"c":true,"v":{v},"i":{zero},"o":{zero}}}}}}},{FILL},{{"ty":"st","c":{{"a":0,"k":[0,1,0]}},"w":{{"a":0,"k":3}},"o":{{"a":0,"k":100}},"lc":2,"lj":2}}"#
        )
    };
    for v in [
        "[[null,20],[30,null],[20,30]]",
        "[[1e30,20],[-1e30,1e30],[20,30]]",
        "[[1e300,20],[30,1e300],[20,-1e308]]",
        "[]",
        "[[20,20]]",
        "[[20],[30,20,10],[]]",
        "[[20,20],[20,20],[20,20]]",
    ] {
        draw(v, &file(&shapes(&points(v)), ""));
    }
    let expressed = r#"{"ty":"sh","ks":{"a":0,"k":{"c":true,"v":[[20,20],[30,20],[20,30]],"i":[[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0]]},"x":"createPath([[NaN,0],[1/0,5],[20,30]], [], [], true)"}},"#;
    let codes = draw("NaN by expression", &file(&shapes(&format!("{expressed}{FILL}")), ""));
    assert!(codes.iter().any(|code| code.starts_with("expr/") || code.contains("finite")), "{codes:?}");
    let opacity = solid("").replace(r#""ks":{"#, r#""ks":{"o":{"a":0,"k":100,"x":"0/0"},"#);
    assert!(!draw("NaN opacity", &file(&opacity, "")).is_empty());
}

#[test]
fn effects_without_measure() {
    let wild = [1e9, -1e30, 0.0];
    for name in [
        "ADBE Gaussian Blur 2",
        "ADBE Box Blur2",
        "ADBE Motion Blur",
        "ADBE Drop Shadow",
        "ADBE Glo2",
        "ADBE Simple Choker",
        "ADBE Matte Choker",
        "ADBE Mosaic",
        "ADBE Venetian Blinds",
        "ADBE Fractal Noise",
        "ADBE Ramp",
        "ADBE Bulge",
        "ADBE Corner Pin",
        "ADBE Displacement Map",
        "ADBE Geometry2",
        "ADBE Radial Wipe",
        "ADBE Linear Wipe",
        "ADBE Stroke",
        "ADBE Set Matte3",
        "ADBE Easy Levels2",
        "ADBE Pro Levels2",
        "ADBE HUE SATURATION",
        "ADBE Black&White",
        "ADBE Brightness & Contrast 2",
        "ADBE Tint",
        "ADBE Tritone",
        "ADBE Fill",
        "ADBE Invert",
        "No Such Effect",
    ] {
        for n in wild {
            draw_at(&format!("{name} {n}"), &file(&effect(name, &[n; 14]), ""), &[Quality::Fast]);
        }
    }
    names("an unknown effect", &file(&effect("No Such Effect", &[1.0]), ""), "draw/unsupported-effect");
}

#[test]
fn masks_and_strokes_without_measure() {
    let path = r#""pt":{"a":0,"k":{"c":true,"v":[[2,2],[9,2],[9,9]],"i":[[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0]]}}"#;
    for n in ["1e9", "-1e9", "1e30", "-1e30", "null"] {
        let mask = format!(
            r#""masksProperties":[{{"mode":"s",{path},"o":{{"a":0,"k":100}},"f":{{"a":0,"k":[{n},3]}},"x":{{"a":0,"k":{n}}}}}]"#
        );
        draw(&format!("mask {n}"), &file(&solid(&mask), ""));
        let stroke = format!(
            r#"{{"ty":"st","c":{{"a":0,"k":[0,1,0]}},"w":{{"a":0,"k":{n}}},"o":{{"a":0,"k":0}},"lc":2,"lj":1,"ml":{n}}}"#
        );
        draw(&format!("stroke {n}"), &file(&shapes(&format!("{RECT},{stroke}")), ""));
        let dash = format!(
            r#"{{"ty":"st","c":{{"a":0,"k":[0,1,0]}},"w":{{"a":0,"k":2}},"o":{{"a":0,"k":100}},"lc":2,"lj":1,"ml":4,
            "d":[{{"n":"d","v":{{"a":0,"k":{n}}}}},{{"n":"g","v":{{"a":0,"k":3}}}},{{"n":"o","v":{{"a":0,"k":{n}}}}}]}}"#
        );
        draw(&format!("dash {n}"), &file(&shapes(&format!("{RECT},{dash}")), ""));
    }
}

#[test]
fn a_hundred_thousand_dashes_are_bounded_and_named() {
    let dashed = |length: &str| {
        format!(
            r#"{{"ty":"rc","p":{{"a":0,"k":[40,40]}},"s":{{"a":0,"k":[{length},20]}},"r":{{"a":0,"k":0}}}},{{"ty":"st","c":{{"a":0,"k":[0,1,0]}},"w":{{"a":0,"k":2}},"o":{{"a":0,"k":100}},"lc":1,"lj":1,"ml":4,
            "d":[{{"n":"d","v":{{"a":0,"k":0.0001}}}},{{"n":"g","v":{{"a":0,"k":0.0001}}}}]}}"#
        )
    };
    names("dashes on a short line", &file(&shapes(&dashed("20")), ""), "render/too-many-dashes");
    names("dashes on a long line", &file(&shapes(&dashed("20000")), ""), "render/too-many-dashes");
    let pattern = vec![r#"{"n":"d","v":{"a":0,"k":0.01}}"#; 100_000].join(",");
    let many = format!(
        r#"{RECT},{{"ty":"st","c":{{"a":0,"k":[0,1,0]}},"w":{{"a":0,"k":2}},"o":{{"a":0,"k":100}},"lc":1,"lj":1,"ml":4,"d":[{pattern}]}}"#
    );
    draw("a pattern of a hundred thousand", &file(&shapes(&many), ""));
}

#[test]
fn shapes_without_measure() {
    for n in ["1e9", "-1e9", "1e30", "1e300", "0"] {
        let star = format!(
            r#"{{"ty":"sr","sy":1,"d":1,"pt":{{"a":0,"k":{n}}},"p":{{"a":0,"k":[40,40]}},"r":{{"a":0,"k":{n}}},"ir":{{"a":0,"k":5}},"or":{{"a":0,"k":{n}}},"is":{{"a":0,"k":{n}}},"os":{{"a":0,"k":0}}}}"#
        );
        draw(&format!("star {n}"), &file(&shapes(&format!("{star},{FILL}")), ""));
        for filter in [
            format!(r#"{{"ty":"zz","s":{{"a":0,"k":{n}}},"r":{{"a":0,"k":{n}}},"pt":{{"a":0,"k":2}}}}"#),
            format!(r#"{{"ty":"op","a":{{"a":0,"k":{n}}},"lj":2,"ml":{{"a":0,"k":{n}}}}}"#),
            format!(r#"{{"ty":"pb","a":{{"a":0,"k":{n}}}}}"#),
            format!(r#"{{"ty":"tw","a":{{"a":0,"k":{n}}},"c":{{"a":0,"k":[{n},0]}}}}"#),
            format!(r#"{{"ty":"rd","r":{{"a":0,"k":{n}}}}}"#),
            format!(
                r#"{{"ty":"tm","s":{{"a":0,"k":{n}}},"e":{{"a":0,"k":50}},"o":{{"a":0,"k":{n}}},"m":2}}"#
            ),
        ] {
            draw(&filter, &file(&shapes(&format!("{RECT},{filter},{FILL}")), ""));
        }
        let gradient = format!(
            r#"{RECT},{{"ty":"gf","t":2,"o":{{"a":0,"k":100}},"g":{{"p":2,"k":{{"a":0,"k":[0,1,0,0,1,0,0,1]}}}},"s":{{"a":0,"k":[{n},{n}]}},"e":{{"a":0,"k":[{n},9]}},"h":{{"a":0,"k":{n}}},"a":{{"a":0,"k":{n}}}}}"#
        );
        draw(&format!("gradient {n}"), &file(&shapes(&gradient), ""));
    }
}

#[test]
fn deep_and_circular_compositions() {
    let layer = |of: &str| {
        format!(r#"{{"ty":0,"nm":"bad","refId":"{of}","ip":0,"op":60,"w":64,"h":64,"ks":{{}},"ct":1}}"#)
    };
    let itself = format!(r#""assets":[{{"id":"a","layers":[{}]}}],"#, layer("a"));
    names("a composition in itself", &file(&layer("a"), &itself), "doc/composition-cycle");
    let mut assets = vec![r#"{"id":"c0","layers":[]}"#.to_owned()];
    assets
        .extend((1..60).map(|n| format!(r#"{{"id":"c{n}","layers":[{}]}}"#, layer(&format!("c{}", n - 1)))));
    let chain = format!(r#""assets":[{}],"#, assets.join(","));
    draw("sixty deep", &file(&layer("c59"), &chain));
    assets.extend(
        (60..500).map(|n| format!(r#"{{"id":"c{n}","layers":[{}]}}"#, layer(&format!("c{}", n - 1)))),
    );
    let text = file(&layer("c499"), &format!(r#""assets":[{}],"#, assets.join(",")));
    let error = Project::open(text.as_bytes(), &OpenOptions::default()).unwrap_err();
    assert!(error.to_string().contains("nesting of compositions"), "{error}");
    let groups = format!(r#"{}{RECT},{FILL}{}"#, r#"{"ty":"gr","it":["#.repeat(90), "]}".repeat(90));
    draw("groups 90 deep", &file(&shapes(&groups), ""));
}

#[test]
fn cameras_that_see_nothing() {
    let flat = solid(r#""ddd":1"#);
    for camera in [
        r#""pe":{"a":0,"k":0}"#,
        r#""pe":{"a":0,"k":-500}"#,
        r#""pe":{"a":0,"k":1e30}"#,
        r#""pe":{"a":0,"k":1e-30}"#,
    ] {
        for z in ["0", "1e30", "-1e-9", "-500"] {
            let layer = format!(
                r#"{{"ty":13,"nm":"camera","ip":0,"op":60,{camera},"ks":{{"p":{{"a":0,"k":[32,32,{z}]}},"a":{{"a":0,"k":[32,32,0]}}}}}},{flat}"#
            );
            draw(&format!("{camera} {z}"), &file(&layer, ""));
        }
    }
}

#[test]
fn motion_blur_and_times_without_measure() {
    let moving = solid(r#""mb":true"#).replace(
        r#"{"a":0,"k":[20,20]}"#,
        r#"{"a":1,"k":[{"t":0,"s":[-1e30,20],"o":{"x":0,"y":0},"i":{"x":1,"y":1}},{"t":6,"s":[1e30,20]}]}"#,
    );
    draw("blur", &file(&moving, r#""mb":{"sa":1e9,"sp":-1e9,"spf":1e9,"asl":1e9},"#));
    for rate in ["0", "-30", "1e30", "1e-30"] {
        let text = file(&solid(""), "").replace(r#""fr":30"#, &format!(r#""fr":{rate}"#));
        if let Ok(project) = Project::open(text.as_bytes(), &OpenOptions::default()) {
            project.picture(0.0, &RenderOptions::default()).unwrap();
        }
    }
    let stretched = solid("").replace(r#""ip":0"#, r#""ip":0,"sr":0,"st":1e30"#);
    draw("stretch", &file(&stretched, ""));
}

#[test]
fn styles_without_measure() {
    for n in ["1e9", "-1e9", "1e30"] {
        for ty in 0..9 {
            let style = format!(
                r#""sy":[{{"ty":{ty},"nm":"s","mn":"x","c":{{"a":0,"k":[1,1,0,1]}},"s":{{"a":0,"k":{n}}},"d":{{"a":0,"k":{n}}},"o":{{"a":0,"k":100}},"a":{{"a":0,"k":{n}}},"ch":{{"a":0,"k":{n}}},"r":{{"a":0,"k":{n}}},"bm":{{"a":0,"k":1}},"gf":{{"p":2,"k":{{"a":0,"k":[0,1,0,0,1,0,0,1]}}}}}}]"#
            );
            draw(&format!("style {ty} {n}"), &file(&solid(&style), ""));
        }
    }
}
