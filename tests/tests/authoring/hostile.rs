//! Drawings and edits from anywhere: an answer or an error, never a panic or a file that cannot be opened.

use arbtest::arbitrary::{Result as Drawn, Unstructured};
use inbetween::{OpenOptions, Project};
use inbetween_author::artwork::{self, CompositionSettings, SizeRule};
use inbetween_author::edit::{self, Anchor, Edit, EditOptions, NewEffect};
use inbetween_tests::cases::cases;
use serde_json::json;

const NUMBERS: [&str; 14] =
    ["0", "1", "-7.5", "1e3", "1e9", "-1e30", "1e39", "1e-30", "NaN", "inf", "", "50%", "3em", "1e400"];
const TAGS: [&str; 12] = [
    "g",
    "rect",
    "circle",
    "path",
    "use",
    "line",
    "svg",
    "text",
    "image",
    "clipPath",
    "linearGradient",
    "mask",
];
const ATTRIBUTES: [&str; 22] = [
    "x",
    "y",
    "width",
    "height",
    "cx",
    "cy",
    "r",
    "rx",
    "stroke-width",
    "stroke-dasharray",
    "stroke-miterlimit",
    "opacity",
    "viewBox",
    "x1",
    "offset",
    "d",
    "transform",
    "points",
    "fill",
    "stroke",
    "href",
    "id",
];

fn attribute(u: &mut Unstructured<'_>) -> Drawn<String> {
    let name = *u.choose(&ATTRIBUTES)?;
    let mut number = || u.choose(&NUMBERS).copied();
    let value = match name {
        "viewBox" | "points" => format!("{} {} {} {}", number()?, number()?, number()?, number()?),
        "d" => format!(
            "M{} {}L{} 5C1 {} {} 4 9 {}A{} 3 0 0 1 5 {}z",
            number()?,
            number()?,
            number()?,
            number()?,
            number()?,
            number()?,
            number()?,
            number()?
        ),
        "transform" => format!(
            "scale({}) matrix({} {} {} 1 {} 0) rotate({})",
            number()?,
            number()?,
            number()?,
            number()?,
            number()?,
            number()?
        ),
        "fill" | "stroke" => {
            u.choose(&["red", "none", "url(#a)", "url(#b)", "#12", "currentColor"])?.to_string()
        }
        "href" => u.choose(&["#a", "#b", "a.png", "data:image/png;base64,AAAA"])?.to_string(),
        "id" => u.choose(&["a", "b", "_x20_", "_x110000_", "c_1_", "\u{202e}ס"])?.to_string(),
        _ => number()?.to_owned(),
    };
    Ok(format!(" {name}=\"{value}\""))
}

fn element(u: &mut Unstructured<'_>, depth: usize) -> Drawn<String> {
    let tag = *u.choose(&TAGS)?;
    let mut out = format!("<{tag}");
    let mut used = Vec::new();
    for _ in 0..u.int_in_range(0..=6)? {
        let attribute = attribute(u)?;
        let name = attribute.split('=').next().unwrap_or("").to_owned();
        if !used.contains(&name) {
            used.push(name);
            out.push_str(&attribute);
        }
    }
    out.push('>');
    if depth < 6 {
        for _ in 0..u.int_in_range(0..=3)? {
            out.push_str(&element(u, depth + 1)?);
        }
    }
    out.push_str(&format!("</{tag}>"));
    Ok(out)
}

fn survives(svg: &[u8]) {
    for rule in [SizeRule::Artwork, SizeRule::Document] {
        let Ok(drawing) = artwork::read(svg, rule) else { continue };
        for layer in &drawing.layers {
            assert!(
                layer.rect.iter().chain(&layer.origin).chain(&layer.size).all(|n| n.is_finite()),
                "{layer:?}"
            );
        }
        let text = artwork::lottie(&drawing, &CompositionSettings::default()).to_string();
        let project = Project::open(text.as_bytes(), &OpenOptions::default());
        assert!(project.is_ok(), "{:?}\n{}", project.err(), String::from_utf8_lossy(svg));
    }
}

#[test]
fn drawings_of_nonsense_do_no_harm() {
    cases(300, 1024, |u| {
        let mut body = String::new();
        for _ in 0..4 {
            body.push_str(&element(u, 0)?);
        }
        let [w, h] = [*u.choose(&NUMBERS)?, *u.choose(&NUMBERS)?];
        let view = if u.arbitrary()? { " viewBox=\"0 0 1e9 1e-9\"" } else { "" };
        survives(
            format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\"{view}>{body}</svg>"
            )
            .as_bytes(),
        );
        Ok(())
    });
}

#[test]
fn drawings_with_bytes_changed_do_no_harm() {
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"200\" height=\"130\">{}</svg>",
        super::drawings::GROUPS
    );
    cases(500, 1024, |u| {
        let mut bytes = svg.clone().into_bytes();
        for _ in 0..u.int_in_range(1..=8)? {
            let at = u.choose_index(bytes.len())?;
            bytes[at] = u.arbitrary()?;
        }
        survives(&bytes);
        Ok(())
    });
}

#[test]
fn edits_of_nonsense_leave_a_file_that_opens() {
    let names = ["a", "b", "layer(1)", "layer(\"b\")", "", "layer(", "c"];
    let properties = [
        "layer(1).position",
        "layer(2).rotation",
        "layer(\"a\").opacity",
        "layer(1).effect(1)(1)",
        "layer(2).scale",
        "1+",
        "thisComp",
        "layer(1).content(1)",
        "layer(2).transform",
        "layer(1).anchorPoint",
    ];
    let values = [
        json!(1),
        json!(-1e300),
        json!([1, 2]),
        json!([1, 2, 3]),
        json!("x"),
        json!(null),
        json!({}),
        json!([]),
    ];
    let lottie = r##"{"v":"5.9.0","fr":25,"ip":0,"op":9,"w":9,"h":9,"layers":[{"ty":3,"nm":"a","ind":1,"ks":{"s":{"a":0,"k":[0,100]}}},{"ty":1,"nm":"b","ddd":1,"sw":5,"sh":5,"sc":"#fff","ks":{"p":{"a":1,"k":[{"t":0,"s":[1,2,3]},{"t":5,"s":[4,5,6]}]}}}]}"##;
    let scene = "[composition]\nsize = [9, 9]\nframe_rate = 25\nduration = 1\n[[layer]]\nname = \"a\"\ntype = \"null\"\nscale = [0, 100]\n[[layer]]\nname = \"b\"\ntype = \"solid\"\nthree_d = true\nposition = { keyframes = [{ time = 0, value = [1, 2, 3] }, { time = \"5f\", value = [4, 5, 6] }] }\n";
    cases(1000, 1024, |u| {
        let text = if u.arbitrary()? { lottie } else { scene };
        let mut edits = Vec::new();
        for _ in 0..u.int_in_range(1..=4)? {
            let layer = u.choose(&names)?.to_string();
            let property = u.choose(&properties)?.to_string();
            edits.push(match u.int_in_range(0..=6)? {
                0 => Edit::SetParent {
                    layer,
                    parent: Some(u.choose(&names)?.to_string()),
                    keep: u.arbitrary()?,
                },
                1 => Edit::SetParent { layer, parent: None, keep: true },
                2 => Edit::SetAnchor {
                    layer,
                    anchor: match u.int_in_range(0..=3)? {
                        0 => Anchor::Center,
                        1 => Anchor::Mark("x".into()),
                        2 => Anchor::Composition([1e300, -5.0]),
                        _ => Anchor::Layer(vec![f64::NAN, 1e308]),
                    },
                },
                3 => Edit::SetValue { property, value: u.choose(&values)?.clone() },
                4 => Edit::SetExpression { property, source: "'''\n\"\\u0000\" ]]".into() },
                5 => Edit::Rename { layer, name: "n\"'''\\".into() },
                _ => Edit::AddEffect {
                    layer,
                    effect: NewEffect {
                        kind: u
                            .choose(&["slider", "color", "layer", "point3d", "ADBE Tint", "sldr"])?
                            .to_string(),
                        name: "e\"".into(),
                        value: u.arbitrary::<bool>()?.then(|| values[0].clone()),
                    },
                },
            });
        }
        if let Ok(edited) = edit::apply(text, &edits, &EditOptions::default()) {
            let project = Project::open(edited.text.as_bytes(), &OpenOptions::default());
            assert!(project.is_ok(), "{edits:?}\n{:?}\n{}", project.err(), edited.text);
        }
        Ok(())
    });
}
