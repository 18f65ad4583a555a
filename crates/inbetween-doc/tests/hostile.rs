//! Damaged and hostile files: a clear error with its place, or a document without the harm.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "these are tests, their helpers included"
)]

use inbetween_doc::{
    Changes, Container, Document, FootageData, ImportError, ImportOptions, LayerSource, MeshSource, export,
    import,
};
use std::io::Write;
use std::sync::Arc;

fn error(text: &str) -> ImportError {
    import(text.as_bytes(), &ImportOptions::default()).unwrap_err()
}

fn sound(text: &str) -> inbetween_doc::Imported {
    import(text.as_bytes(), &ImportOptions::default()).unwrap()
}

#[test]
fn errors_name_the_place_the_layer_and_what_was_expected() {
    let text =
        r#"{"layers":[{},{"nm":"crank","ks":{"p":{"a":1,"k":[{"t":0,"s":[1,2]},{"t":1,"s":[1,{}]}]}}}]}"#;
    assert_eq!(
        error(text).to_string(),
        "layers[1].ks.p.k[1].s[1] (layer \"crank\", line 1, column 83): expected a number, found an object"
    );
}

#[test]
fn truncated_files_are_errors_at_every_length() {
    let text =
        r#"{"v":"5","layers":[{"ty":4,"nm":"é","shapes":[{"ty":"fl","c":{"k":[1,0.5,1e-2]}}],"hd":false}]}"#;
    for (at, _) in text.char_indices() {
        assert!(import(&text.as_bytes()[..at], &ImportOptions::default()).is_err(), "{at}");
    }
    assert!(import(&text.as_bytes()[..text.find('é').unwrap() + 1], &ImportOptions::default()).is_err());
    let cut = error(r#"{"v":"5","layers":[{"nm":"a","ks":{"r":"#).to_string();
    assert!(cut.starts_with("layers[0].ks.r (layer \"a\""), "{cut}");
}

#[test]
fn other_files_are_told_apart() {
    assert!(matches!(error("hello"), ImportError::Unsupported { .. }));
    assert!(matches!(error("[]"), ImportError::Input { .. }));
    assert!(matches!(error("{}"), ImportError::Input { .. }));
    assert_eq!(error(" ").to_string(), "the file is empty");
    assert!(import(b"PK\x03\x04junk", &ImportOptions::default()).is_err());
    assert!(import(b"\x1f\x8bjunk", &ImportOptions::default()).is_err());
}

#[test]
fn deep_arrays_are_a_limit_not_an_overflow() {
    let text = format!(r#"{{"layers":{}"#, "[".repeat(100_000));
    let ImportError::Limit { what, limit, .. } = error(&text) else { panic!() };
    assert_eq!((what, limit), ("nesting", 200));
}

#[test]
fn deep_groups_within_any_limit_are_read() {
    let depth = 190;
    let open = r#"{"ty":"gr","it":["#.repeat(depth);
    let text = format!(r#"{{"layers":[{{"ty":4,"shapes":[{open}{}]}}]}}"#, "]}".repeat(depth));
    let mut options = ImportOptions::default();
    options.limits.json_nesting = usize::MAX;
    assert!(import(text.as_bytes(), &options).is_ok());
}

#[test]
fn numbers_that_are_none_are_errors_at_their_place() {
    for number in ["NaN", "1e400", "-1e999", "Infinity"] {
        let text = format!(r#"{{"layers":[{{"nm":"a","ks":{{"r":{{"a":0,"k":{number}}}}}}}]}}"#);
        let message = error(&text).to_string();
        assert!(message.starts_with("layers[0].ks.r.k (layer \"a\""), "{message}");
    }
}

#[test]
fn huge_finite_numbers_are_numbers() {
    let d = sound(
        r#"{"fr":1e300,"ip":-1e308,"op":1e308,"layers":[{"ind":1e300,"parent":-1e300,"sr":1e-300,"bm":1e9,"ks":{"r":1e308}}]}"#,
    );
    assert_eq!(d.document.compositions[0].layers.len(), 1);
}

#[test]
fn too_many_layers_are_a_limit() {
    let text = format!(r#"{{"layers":[{}{{}}]}}"#, "{},".repeat(1_000_000));
    assert!(matches!(error(&text), ImportError::Limit { what: "layers", limit: 100_000, .. }));
}

#[test]
fn too_many_keyframes_and_properties_are_limits() {
    let mut options = ImportOptions::default();
    options.limits.keyframes = 2;
    let text = r#"{"layers":[{"ks":{"r":{"k":[{"t":0,"s":1},{"t":1,"s":1},{"t":2,"s":1}]}}}]}"#;
    assert!(matches!(import(text.as_bytes(), &options), Err(ImportError::Limit { what: "keyframes", .. })));
    options.limits.properties = 3;
    assert!(matches!(
        import(b"{\"layers\":[{}]}", &options),
        Err(ImportError::Limit { what: "properties", .. })
    ));
}

#[test]
fn values_are_counted_while_they_are_read() {
    let mut options = ImportOptions::default();
    options.limits.json_values = 1_000;
    let text = format!(r#"{{"layers":[],"x":[{}0]}}"#, "0,".repeat(2_000));
    assert!(matches!(
        import(text.as_bytes(), &options),
        Err(ImportError::Limit { what: "values in the JSON", limit: 1_000, .. })
    ));
}

#[test]
fn many_siblings_cost_linear_time() {
    // Each of these was quadratic once, or could be: unnamed items, unknown items, slots, selectors.
    let n = 120_000;
    let list = |item: &str| [item].repeat(n).join(",");
    let slots: Vec<String> = (0..n).map(|i| format!(r#""s{i}":{{"p":{{"k":{i}}}}}"#)).collect();
    let uses: Vec<String> = (0..n).map(|i| format!(r#"{{"ty":"rd","r":{{"sid":"s{i}"}}}}"#)).collect();
    for text in [
        format!(r#"{{"layers":[{{"ty":4,"shapes":[{}]}}]}}"#, list(r#"{"ty":"rc"}"#)),
        format!(r#"{{"layers":[{{"ty":4,"shapes":[{}]}}]}}"#, list(r#"{"ty":"odd"}"#)),
        format!(r#"{{"layers":[{{"ty":5,"t":{{"a":[{{"s":[{}]}}]}}}}]}}"#, list(r#"{"t":1}"#)),
        format!(r#"{{"slots":{{{}}},"layers":[{{"ty":4,"shapes":[{}]}}]}}"#, slots.join(","), uses.join(",")),
    ] {
        sound(&text);
    }
}

#[test]
fn findings_are_listed_up_to_a_number() {
    let text = format!(r#"{{"layers":[{}{{"ty":99}}]}}"#, "{\"ty\":99},".repeat(1_000));
    let diagnostics = sound(&text).diagnostics;
    assert_eq!(diagnostics.len(), 201);
    assert_eq!(diagnostics.last().map(|d| d.code), Some("doc/more-findings"));
}

#[test]
fn wrong_types_anywhere_are_errors_never_panics() {
    let values = [
        "null",
        "true",
        "7",
        "\"x\"",
        "[]",
        "{}",
        "[[]]",
        "[{}]",
        "[null]",
        "[{\"t\":0}]",
        "{\"k\":{}}",
        "{\"k\":[{\"t\":0}]}",
    ];
    let frames = [
        r#"{"layers":$}"#,
        r#"{"layers":[$]}"#,
        r#"{"layers":[],"assets":$,"comps":$,"fonts":$,"chars":$,"markers":$,"slots":$,"mb":$,"v":$,"nm":$,"fr":$}"#,
        r#"{"layers":[],"assets":[{"id":$,"layers":$,"p":"a","u":$}],"fonts":{"list":$},"chars":[{"data":$,"ch":$}]}"#,
        r#"{"layers":[{"ty":$,"nm":$,"ind":$,"parent":$,"refId":$}]}"#,
        r#"{"layers":[{"ks":$}]}"#,
        r#"{"layers":[{"ks":{"p":$,"r":$,"s":$}}]}"#,
        r#"{"layers":[{"ks":{"p":{"k":$},"r":{"k":$,"x":$,"sid":$}}}]}"#,
        r#"{"layers":[{"ks":{"p":{"s":true,"x":$,"y":$}}}]}"#,
        r#"{"layers":[{"ks":{"p":{"k":[{"t":$,"s":$}]}}}]}"#,
        r#"{"layers":[{"ks":{"p":{"k":[{"t":0,"s":[1,2],"i":$,"o":$,"to":$,"ti":$,"h":$,"e":$}]}}}]}"#,
        r#"{"layers":[{"ty":4,"shapes":$}]}"#,
        r#"{"layers":[{"ty":4,"shapes":[{"ty":"gr","it":$},{"ty":"sh","ks":$},{"ty":"st","d":$},{"ty":"gf","g":$},{"ty":"rp","tr":$},{"ty":$}]}]}"#,
        r#"{"layers":[{"ty":4,"shapes":[{"ty":"sh","ks":{"k":$}},{"ty":"sh","ks":{"k":{"v":$,"i":$}}}]}]}"#,
        r#"{"layers":[{"ef":$,"sy":$,"masksProperties":$,"t":$,"au":$,"tm":$}]}"#,
        r#"{"layers":[{"ef":[{"ef":$}],"sy":[{"ty":1,"c":$}],"masksProperties":[{"pt":$,"mode":$}]}]}"#,
        r#"{"layers":[{"ef":[{"ty":$,"ef":[{"ty":$,"v":$}]}]}]}"#,
        r#"{"layers":[{"ty":5,"t":{"d":$,"p":$,"m":$,"a":$}}]}"#,
        r#"{"layers":[{"ty":5,"t":{"d":{"k":$},"a":[{"s":$,"a":$}]}}]}"#,
        r#"{"layers":[{"ty":5,"t":{"d":{"k":[{"t":0,"s":$}]}}}]}"#,
    ];
    let mut accepted = 0;
    for frame in frames {
        for value in values {
            let text = frame.replace('$', value);
            if let Ok(imported) = import(text.as_bytes(), &ImportOptions::default()) {
                let json = export(&imported.document, &Changes::new(), Container::Json).unwrap();
                assert_eq!(json, text.as_bytes());
                accepted += 1;
            }
        }
    }
    assert!(accepted > 20, "{accepted}");
}

#[test]
fn circles_of_parents_are_cut_and_reported() {
    let imported = sound(
        r#"{"layers":[{"ind":1,"parent":2,"nm":"a"},{"ind":2,"parent":1},{"ind":3,"parent":3},{"ind":4,"parent":9}]}"#,
    );
    let codes: Vec<_> = imported.diagnostics.iter().map(|d| d.code).collect();
    assert_eq!(codes, ["doc/missing-parent", "doc/parent-cycle", "doc/parent-cycle"]);
    let parents: Vec<_> = imported.document.compositions[0].layers.iter().map(|l| l.parent).collect();
    assert_eq!(parents, [Some(2), None, None, Some(9)]);
}

#[test]
fn a_long_chain_of_parents_is_no_problem() {
    let layers: Vec<String> = (1..=50_000).map(|i| format!(r#"{{"ind":{i},"parent":{}}}"#, i + 1)).collect();
    let imported = sound(&format!(r#"{{"layers":[{},{{"ind":50001}}]}}"#, layers.join(",")));
    assert!(imported.diagnostics.is_empty());
}

#[test]
fn circles_of_compositions_are_cut_and_reported() {
    let imported = sound(
        r#"{"layers":[{"ty":0,"refId":"a"}],"assets":[{"id":"a","layers":[{"ty":0,"refId":"b","nm":"x"}]},{"id":"b","layers":[{"ty":0,"refId":"a"},{"ty":0,"refId":"zz"}]}]}"#,
    );
    let codes: Vec<_> = imported.diagnostics.iter().map(|d| d.code).collect();
    assert_eq!(codes, ["doc/missing-asset", "doc/composition-cycle"]);
    assert!(reaches_an_end(&imported.document, 0, 10));
}

fn reaches_an_end(document: &Document, at: usize, fuel: u8) -> bool {
    fuel > 0
        && document.compositions[at].layers.iter().all(|layer| match layer.source {
            LayerSource::Composition(id) => reaches_an_end(document, id.0, fuel - 1),
            _ => true,
        })
}

#[test]
fn compositions_may_nest_only_so_deep() {
    let chain = |n: usize| {
        let assets: Vec<String> =
            (0..n).map(|i| format!(r#"{{"id":"{i}","layers":[{{"ty":0,"refId":"{}"}}]}}"#, i + 1)).collect();
        format!(
            r#"{{"layers":[{{"ty":0,"refId":"0"}}],"assets":[{},{{"id":"{n}","layers":[]}}]}}"#,
            assets.join(",")
        )
    };
    assert!(import(chain(63).as_bytes(), &ImportOptions::default()).is_ok());
    assert!(matches!(error(&chain(64)), ImportError::Limit { limit: 64, .. }));
}

const SMALL: &str = r#"{"v":"5","fr":30,"w":1,"h":1,"layers":[{"ty":2,"refId":"p"}],"assets":[{"id":"p","p":"x.png","u":"images/"}]}"#;

fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, content) in files {
        writer.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
        writer.write_all(content).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

#[test]
fn a_mesh_of_an_archive_comes_with_its_buffers_and_is_there_once() {
    let layer = r#"{"ty":4,"mesh":{"file":"m/box.gltf"},"shapes":[]}"#;
    let text = format!(r#"{{"v":"5","fr":30,"w":1,"h":1,"layers":[{layer},{layer}]}}"#);
    let bytes = zip(&[
        ("a/one.json", text.as_bytes()),
        ("m/box.gltf", b"{}"),
        ("m/data/box.bin", b"numbers"),
        ("other.bin", b"more"),
    ]);
    let document = import(&bytes, &ImportOptions::default()).unwrap().document;
    let layers = &document.compositions[0].layers;
    let [one, two] = [0, 1].map(|at| layers[at].mesh.as_ref().unwrap());
    assert_eq!(one.buffers.keys().collect::<Vec<_>>(), ["data/box.bin"]);
    assert_eq!(&*one.buffers["data/box.bin"], b"numbers");
    let (MeshSource::Bytes(a), MeshSource::Bytes(b)) = (&one.source, &two.source) else { panic!("{one:?}") };
    assert!(&**a == b"{}" && Arc::ptr_eq(a, b) && Arc::ptr_eq(&one.buffers, &two.buffers));
}

#[test]
fn both_versions_of_dot_lottie_are_read() {
    for (folder, images) in [("animations", "images"), ("a", "i")] {
        let manifest = br#"{"animations":[{"id":"one"},{"id":"two"}]}"#;
        let two = SMALL.replace("\"v\":\"5\"", "\"v\":\"6\"");
        let bytes = zip(&[
            ("manifest.json", manifest),
            (&format!("{folder}/one.json"), SMALL.as_bytes()),
            (&format!("{folder}/two.json"), two.as_bytes()),
            (&format!("{images}/x.png"), b"pixels"),
        ]);
        let first = import(&bytes, &ImportOptions::default()).unwrap().document;
        assert_eq!((first.version.as_str(), first.source.container), ("5", "lottie"));
        assert!(
            matches!(&first.footage[0].data, FootageData::Embedded(media, bytes) if media == "image/png" && bytes == b"pixels")
        );
        let mut options = ImportOptions { animation: Some("two".into()), ..ImportOptions::default() };
        assert_eq!(import(&bytes, &options).unwrap().document.version, "6");
        options.animation = Some("tow".into());
        options.animation.as_mut().unwrap().push('o');
        let message = import(&bytes, &options).unwrap_err().to_string();
        assert!(message.contains("\"one\", \"two\""), "{message}");
        options.animation = Some("on".into());
        let message = import(&bytes, &options).unwrap_err().to_string();
        assert!(message.contains("Did you mean \"one\"?"), "{message}");
    }
}

#[test]
fn an_archive_keeps_its_other_files_when_its_animation_changes() {
    let manifest: &[u8] = br#"{"version":"2","animations":[{"id":"one"}],"custom":1}"#;
    let bytes = zip(&[
        ("manifest.json", manifest),
        ("a/one.json", SMALL.as_bytes()),
        ("s/state.json", b"{}"),
        ("i/x.png", b"pixels"),
    ]);
    let document = import(&bytes, &ImportOptions::default()).unwrap().document;
    let mut changes = Changes::new();
    let layer = document.compositions[0].layers[0].span.unwrap();
    changes.replace(layer, "{}".into());
    let saved = export(&document, &changes, Container::DotLottie).unwrap();
    assert_eq!(saved, export(&document, &changes, Container::DotLottie).unwrap());
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(saved.as_slice())).unwrap();
    let mut content = |name: &str| {
        let mut out = String::new();
        std::io::Read::read_to_string(&mut archive.by_name(name).unwrap(), &mut out).unwrap();
        out
    };
    assert_eq!(content("manifest.json").as_bytes(), manifest);
    assert_eq!(content("s/state.json"), "{}");
    assert_eq!(content("i/x.png"), "pixels");
    assert!(content("a/one.json").contains("\"layers\":[{}]"));
}

#[test]
fn a_plain_document_can_become_an_archive_or_a_sticker() {
    let document = sound(SMALL).document;
    for (format, name) in [(Container::DotLottie, "lottie"), (Container::Tgs, "tgs")] {
        let saved = export(&document, &Changes::new(), format).unwrap();
        let again = import(&saved, &ImportOptions::default()).unwrap().document;
        assert_eq!((again.source.container, &*again.source.text), (name, SMALL));
    }
}

#[test]
fn bombs_stop_at_the_limit() {
    let mut options = ImportOptions::default();
    options.limits.file_bytes = 1 << 20;
    let zeros = vec![b' '; 64 << 20];
    let zip = zip(&[("manifest.json", b"{}"), ("a/one.json", &zeros)]);
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    gzip.write_all(&zeros).unwrap();
    for bytes in [zip, gzip.finish().unwrap()] {
        assert!(bytes.len() < 1 << 20);
        let error = import(&bytes, &options).unwrap_err();
        assert_eq!(
            error,
            ImportError::Limit { location: Box::default(), what: "bytes after unpacking", limit: 1 << 20 }
        );
    }
    assert!(matches!(import(&zeros, &options), Err(ImportError::Limit { what: "bytes in the file", .. })));
}

#[test]
fn a_byte_order_mark_and_duplicate_keys_are_tolerated() {
    let text = "\u{feff} {\"layers\":[],\"layers\":[{\"nm\":\"last\"}]}\n";
    let document = sound(text).document;
    assert_eq!(document.compositions[0].layers[0].name, "last");
    assert_eq!(export(&document, &Changes::new(), Container::Json).unwrap(), text.as_bytes());
}
