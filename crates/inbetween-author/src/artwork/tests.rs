#![cfg(feature = "svg")]

use super::*;

fn drawing(body: &str) -> Vec<u8> {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:inkscape=\"http://www.inkscape.org/namespaces/inkscape\" \
         width=\"200\" height=\"100\">{body}</svg>"
    )
    .into_bytes()
}

fn read_all(body: &str) -> Artwork {
    read(&drawing(body), SizeRule::Artwork).unwrap()
}

fn names(artwork: &Artwork) -> Vec<&str> {
    artwork.layers.iter().map(|layer| layer.name.as_str()).collect()
}

#[test]
fn layers_are_named_as_the_programs_name_them() {
    let artwork = read_all(
        "<g id='layer1' inkscape:groupmode='layer' inkscape:label='Rad 車輪'><rect width='9' height='9'/></g>\
         <g id='piston_x20_rod_1_'><rect width='9' height='9'/></g>\
         <g id='Layer_3' data-name='Layer 3'><rect width='9' height='9'/></g>\
         <g id='plain_name'><rect width='9' height='9'/></g><circle r='3'/><path id='loose' d='M0 0h4v4z'/>",
    );
    assert_eq!(names(&artwork), ["loose", "Circle 1", "plain_name", "Layer 3", "piston rod", "Rad 車輪"]);
    assert_eq!(artwork.layer("layer1").unwrap().name, "Rad 車輪");
}

#[test]
fn one_group_around_everything_is_looked_through() {
    let two = "<g id='a'><rect width='9' height='9'/></g><g id='b'><rect width='9' height='9'/></g>";
    assert_eq!(names(&read_all(&format!("<g id='all'><g transform='scale(2)'>{two}</g></g>"))), ["b", "a"]);
    // It stays where it says more than a place, or where it is the only layer.
    assert_eq!(names(&read_all(&format!("<g id='all' opacity='.5'>{two}</g>"))), ["all"]);
    assert_eq!(
        names(&read_all("<g id='all'><rect width='9' height='9'/><path d='M0 0h3v3z'/></g>")),
        ["all"]
    );
    assert_eq!(
        names(&read_all("<g id='all'><rect id='x' width='9' height='9'/><path d='M0 0h3v3z'/></g>")).len(),
        2
    );
}

#[test]
fn bounds_hold_strokes_and_are_whole_pixels() {
    let circle = "<g id='w'><circle cx='50' cy='50' r='20' stroke='red' stroke-width='4'/></g>";
    assert_eq!(read_all(circle).layers[0].rect, [28.0, 28.0, 44.0, 44.0]);
    let half = "<g id='w'><rect x='10.25' y='20.5' width='10' height='10'/></g>";
    assert_eq!(read_all(half).layers[0].rect, [10.0, 20.0, 11.0, 11.0]);
    // A turned, stretched square: half its diagonal is 10√2 before the stretch by 2, and its stroke stretches too.
    let turned = "<g id='w' transform='translate(100 50) scale(2 1) rotate(45)'>\
                  <rect x='-10' y='-10' width='20' height='20' stroke='red' stroke-width='2' stroke-linejoin='bevel'/></g>";
    let reach = 10.0 * f64::sqrt(2.0) + f64::sqrt(0.5);
    let [x, y, w, h] = read_all(turned).layers[0].rect;
    assert_eq!((x, w), ((100.0 - 2.0 * reach).floor(), (2.0 * reach).ceil() * 2.0));
    assert_eq!((y, h), ((50.0 - reach).floor(), reach.ceil() * 2.0));
}

#[test]
fn layer_space_starts_at_the_artwork_or_at_the_document() {
    let body = "<g id='w'><rect id='r' x='30' y='40' width='20' height='10'/></g>";
    let layer = &read_all(body).layers[0];
    assert_eq!((layer.origin, layer.size), ([30.0, 40.0], [20.0, 10.0]));
    assert_eq!((layer.center(), layer.position()), ([10.0, 5.0], [40.0, 45.0]));
    let first = layer.shapes.pointer("/0/it/0/ks/k/v/0").unwrap();
    assert_eq!(first, &serde_json::json!([0.0, 0.0]));
    let whole = read(&drawing(body), SizeRule::Document).unwrap();
    assert_eq!((whole.layers[0].origin, whole.layers[0].size), ([0.0, 0.0], [200.0, 100.0]));
    assert_eq!(whole.layers[0].shapes.pointer("/0/it/0/ks/k/v/0").unwrap(), &serde_json::json!([30.0, 40.0]));
}

#[test]
fn marks_are_centres_even_of_what_is_hidden() {
    let artwork = read_all(
        "<g id='crank'><rect x='10' y='10' width='100' height='20'/>\
         <circle id='pin' cx='20' cy='20' r='2' fill='none' display='none'/>\
         <path id='cross' d='M98 18l4 4m0-4l-4 4' visibility='hidden'/></g>\
         <g id='wheel'><circle id='hub' cx='150' cy='50' r='30'/></g>",
    );
    let crank = artwork.layer("crank").unwrap();
    assert_eq!(artwork.mark_in(crank, "pin"), Some([10.0, 10.0]));
    assert_eq!(artwork.mark_in(crank, "cross"), Some([90.0, 10.0]));
    // One of another layer, in this layer's space.
    assert_eq!(artwork.mark_in(crank, "hub"), Some([140.0, 40.0]));
    assert_eq!(artwork.mark_in(crank, "nobody"), None);
    assert_eq!(crank.rect, [10.0, 10.0, 100.0, 20.0]);
}

#[test]
fn what_shapes_cannot_say_is_said_by_name() {
    let artwork = read_all(
        "<defs><filter id='f'><feGaussianBlur stdDeviation='2'/></filter><clipPath id='c'><circle r='5'/></clipPath>\
         <clipPath id='page'><rect width='200' height='100'/></clipPath>\
         <pattern id='p' width='4' height='4' patternUnits='userSpaceOnUse'><rect width='2' height='2'/></pattern>\
         <mask id='m'><rect width='5' height='5' fill='white'/></mask></defs>\
         <g id='a' filter='url(#f)'><rect width='9' height='9'/></g>\
         <g id='b' clip-path='url(#c)'><rect width='9' height='9'/></g>\
         <g id='d' mask='url(#m)'><rect width='9' height='9'/></g>\
         <g id='e'><rect id='tiles' width='9' height='9' fill='url(#p)'/><rect width='1' height='1'/></g>\
         <g id='g'><text id='words'>x</text><rect width='1' height='1'/></g>\
         <g id='h' clip-path='url(#page)'><rect width='9' height='9'/></g>",
    );
    let found: Vec<_> =
        artwork.diagnostics.iter().map(|d| (d.code, d.message.split(':').next().unwrap())).collect();
    assert_eq!(
        found,
        [
            ("artwork/filter", "#a"),
            ("artwork/clip-path", "#b"),
            ("artwork/mask", "#d"),
            ("artwork/pattern", "#tiles"),
            ("artwork/text", "#words"),
        ]
    );
    assert_eq!(artwork.layers.len(), 6);
}

#[test]
fn limits_are_said_by_name() {
    let deep =
        format!("{}<rect width='9' height='9'/>{}", "<g opacity='.9'>".repeat(500), "</g>".repeat(500));
    assert!(
        matches!(read(&drawing(&deep), SizeRule::Artwork), Err(ArtworkError::TooMuch(what)) if what.contains("groups"))
    );
    let deeper = format!("{}{}", "<g>".repeat(100_000), "</g>".repeat(100_000));
    assert!(read(&drawing(&deeper), SizeRule::Artwork).is_err());
    assert!(matches!(read(&vec![b' '; 9 << 20], SizeRule::Artwork), Err(ArtworkError::TooMuch(_))));
    assert!(matches!(read(b"<svg", SizeRule::Artwork), Err(ArtworkError::Svg(_))));
    assert!(read_all("<g id='gone' display='none'><rect width='9' height='9'/></g>").layers.is_empty());
}

#[test]
fn numbers_that_are_none_do_no_harm() {
    for body in [
        "<path id='a' d='M nan nan L 1e39 1e39 z'/>",
        "<rect id='a' width='1e38' height='1e38' x='-1e38' transform='scale(1e30)'/>",
        "<g transform='matrix(nan 0 0 1 0 0)'><rect width='9' height='9'/></g>",
        "<path id='a' d='M0 0 1e30 1e30 0 1e30z' stroke='red' stroke-width='1e30'/>",
        "<circle id='a' r='9' stroke='red' stroke-dasharray='1e-30 1e-30'/>",
    ] {
        if let Ok(artwork) = read(&drawing(body), SizeRule::Artwork) {
            assert!(artwork.layers.iter().all(|layer| layer.rect.iter().all(|n| n.is_finite())), "{body}");
        }
    }
}
