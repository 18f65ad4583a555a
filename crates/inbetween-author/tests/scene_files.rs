//! Scene files and Lottie files say the same: every file of the corpus and of the examples becomes a scene and comes
//! back as the importer read it, with the same values and pixels.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "a test fails by panicking"
)]

use inbetween_author::scene;
use inbetween_doc::{Document, ImportOptions, PropertyGroup, PropertyNode, import};
use std::path::{Path, PathBuf};

/// What the importer read, without places in the file.
fn read(bytes: &[u8]) -> Document {
    let mut document = import(bytes, &ImportOptions::default()).unwrap().document;
    for composition in &mut document.compositions {
        composition.span = None;
        for layer in &mut composition.layers {
            layer.span = None;
            scrub(&mut layer.properties);
        }
    }
    for footage in &mut document.footage {
        footage.span = None;
    }
    document.source = Default::default();
    // Old files' colours are written anew, which a newer version says.
    document.version.clear();
    document
}

fn scrub(group: &mut PropertyGroup) {
    group.span = None;
    for child in &mut group.children {
        match child {
            PropertyNode::Group(group) => scrub(group),
            PropertyNode::Property(property) => {
                property.span = None;
                property.file_scale = 1.0;
                if let Some(expression) = &mut property.expression {
                    // To expressions all line ends are alike.
                    expression.source = expression.source.replace("\r\n", "\n").replace('\r', "\n");
                }
            }
            _ => {}
        }
    }
}

/// The first difference of two readings, in lines of their debug form.
fn difference(a: &Document, b: &Document) -> Option<String> {
    let parts = |document: &Document| {
        vec![
            ("compositions", format!("{:#?}", document.compositions)),
            ("footage", format!("{:#?}", document.footage)),
            ("fonts", format!("{:#?}", document.fonts)),
            ("glyphs", format!("{:?}", document.glyphs)),
        ]
    };
    for ((what, a), (_, b)) in parts(a).into_iter().zip(parts(b)) {
        if a == b {
            continue;
        }
        let (a, b): (Vec<&str>, Vec<&str>) = (a.lines().collect(), b.lines().collect());
        let at = a.iter().zip(&b).position(|(a, b)| a != b).unwrap_or(a.len().min(b.len()));
        let from = at.saturating_sub(12);
        let show = |lines: &[&str]| lines[from.min(lines.len())..(at + 6).min(lines.len())].join("\n");
        return Some(format!("{what} differ at line {at}:\n{}\n--- scene:\n{}", show(&a), show(&b)));
    }
    None
}

/// Files of the repository's examples and of the shared corpus, as far as it is there.
fn corpus() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut open = vec![root.join("examples"), root.join("tests/golden"), root.join("../shared/corpus")];
    let mut files = Vec::new();
    while let Some(folder) = open.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for path in entries.flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|end| end == "json" || end == "lottie" || end == "tgs") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

#[test]
fn every_file_comes_back_as_it_was_read() {
    let (mut wrong, mut pieces, mut bytes, mut scenes, mut lottie) = (Vec::new(), 0, 0, 0, 0);
    let mut files = 0;
    for file in corpus() {
        let original = std::fs::read(&file).unwrap();
        let Ok(imported) = import(&original, &ImportOptions::default()) else { continue };
        files += 1;
        let text = imported.document.source.text.clone();
        let written = scene::write(&text).unwrap();
        pieces += written.raw_pieces;
        bytes += written.raw_bytes;
        scenes += written.scene.len();
        lottie += text.len();
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        if let Some(folder) = option_env!("SCENES_TO") {
            std::fs::write(PathBuf::from(folder).join(format!("{name}.scene.toml")), &written.scene).unwrap();
        }
        let lowered = match scene::read(&written.scene, &name, &|_| None) {
            Ok(lowered) => lowered,
            Err(error) => {
                wrong.push(format!(
                    "{name}: {}",
                    error.to_string().lines().take(12).collect::<Vec<_>>().join("\n")
                ));
                continue;
            }
        };
        // Footage in archives is compared by what the text says.
        let (a, b) = (read(text.as_bytes()), read(lowered.lottie.as_bytes()));
        if let Some(difference) = (format!("{a:?}") != format!("{b:?}")).then(|| difference(&a, &b)).flatten()
        {
            wrong.push(format!("{name}: {difference}"));
        }
    }
    println!(
        "{files} files: {lottie} bytes as JSON, {scenes} as scenes; {pieces} raw pieces of {bytes} bytes"
    );
    let count = wrong.len();
    wrong.truncate(12);
    assert!(wrong.is_empty(), "{count} files differ:\n{}", wrong.join("\n\n"));
}

/// A small generator of numbers, the same everywhere.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % sides.max(1)
    }
}

/// Scenes of the examples and of a few Lottie files.
fn scenes() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(root).unwrap().flatten().map(|entry| entry.path()).collect();
    files.sort();
    let mut out = Vec::new();
    for file in files {
        let name = file.to_string_lossy().into_owned();
        if name.ends_with(".scene.toml") {
            out.push(std::fs::read_to_string(&file).unwrap());
        } else if name.ends_with(".json") {
            out.extend(scene::write(&std::fs::read_to_string(&file).unwrap()).map(|written| written.scene));
        }
    }
    out
}

#[test]
fn damaged_scenes_are_read_or_refused() {
    let mut dice = Dice(9);
    let scenes = scenes();
    let pieces = [
        "'''",
        "\"",
        "[",
        "]",
        "{",
        "}",
        "=",
        "\n",
        "1e308",
        "-1",
        "nan",
        "[[layer]]\n",
        "é",
        "\\",
        ",",
        "0f",
        "keyframes",
    ];
    let (mut read, mut refused) = (0, 0);
    for round in 0..1500 {
        let mut text = scenes[round % scenes.len()].clone();
        for _ in 0..=dice.roll(4) {
            let mut at = dice.roll(text.len());
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            let mut end = (at + dice.roll(12)).min(text.len());
            while !text.is_char_boundary(end) {
                end += 1;
            }
            let piece = pieces[dice.roll(pieces.len())];
            text.replace_range(at..end, if dice.roll(3) == 0 { "" } else { piece });
        }
        match scene::read(&text, "damaged", &|_| None) {
            Ok(lowered) => {
                read += 1;
                scene::write(&lowered.lottie).unwrap();
            }
            Err(error) => {
                refused += 1;
                assert!(!error.faults.is_empty() && !error.to_string().is_empty());
            }
        }
    }
    assert!(read > 20 && refused > 20, "{read} read, {refused} refused");
}

#[test]
fn writing_what_was_read_is_stable() {
    for text in scenes() {
        let Ok(lowered) = scene::read(&text, "scene", &|_| None) else { continue };
        let written = scene::write(&lowered.lottie).unwrap().scene;
        let again = scene::read(&written, "again", &|_| None).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(scene::write(&again.lottie).unwrap().scene, written);
        let (a, b) = (read(lowered.lottie.as_bytes()), read(again.lottie.as_bytes()));
        assert!(difference(&a, &b).is_none(), "{}", difference(&a, &b).unwrap());
    }
}

/// Files with very many things take time in proportion.
#[test]
fn many_layers_and_many_faults_take_no_long() {
    let head = "[composition]\nsize = [1, 1]\nduration = 1\n";
    let mut chain = head.to_owned();
    let mut faults = head.to_owned();
    for index in 0..20_000 {
        chain.push_str(&format!("[[layer]]\nname = \"n{index}\"\ntype = \"null\"\n"));
        if index > 0 {
            chain.push_str(&format!("parent = \"n{}\"\n", index - 1));
        }
        faults.push_str(&format!("[[layer]]\ntype = \"null\"\nunknown_{index} = 1\nparent = \"x{index}\"\n"));
    }
    let lowered = scene::read(&chain, "chain", &|_| None).unwrap();
    assert!(scene::write(&lowered.lottie).unwrap().scene.contains("parent = \"n19998\""));
    let error = scene::read(&faults, "faults", &|_| None).unwrap_err();
    assert_eq!(error.faults.len(), 100);
}

#[test]
fn loops_of_a_lottie_file_are_written_raw_and_read_back() {
    let text = r#"{"v":"5.12.2","fr":25,"ip":0,"op":50,"w":9,"h":9,"assets":[
        {"id":"x","layers":[{"ty":0,"refId":"y","ind":1,"nm":"a","ip":0,"op":50,"st":0,"w":9,"h":9,"ks":{}}]},
        {"id":"y","layers":[{"ty":0,"refId":"x","ind":1,"nm":"b","ip":0,"op":50,"st":0,"w":9,"h":9,"ks":{}},
                            {"ty":0,"refId":"y","ind":2,"nm":"c","ip":0,"op":50,"st":0,"w":9,"h":9,"ks":{}}]}],
        "layers":[{"ty":3,"ind":2,"parent":3,"nm":"p","ip":0,"op":50,"st":0,"ks":{}},
                  {"ty":3,"ind":2,"parent":2,"nm":"q","ip":0,"op":50,"st":0,"ks":{}},
                  {"ty":3,"ind":3,"parent":2,"nm":"r","ip":0,"op":50,"st":0,"ks":{}}]}"#;
    let written = scene::write(text).unwrap();
    let lowered = scene::read(&written.scene, "loops", &|_| None).unwrap_or_else(|error| panic!("{error}"));
    let (a, b) = (read(text.as_bytes()), read(lowered.lottie.as_bytes()));
    assert!(difference(&a, &b).is_none(), "{}", difference(&a, &b).unwrap());
}
