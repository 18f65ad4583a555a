//! Draws files for a look and for figures.
//!
//! - `frames bench SIZE FILE...`: every frame once, longer side SIZE; processor milliseconds per frame for the scene and for
//!   drawing it, frames per second of both.
//! - `frames scenes ROUNDS FILE...`: every frame's scene ROUNDS times, nothing drawn; milliseconds per frame.
//! - `frames dump FRAME FILE`: the scene.
//! - `frames png SIZE FRAME FILE OUT.png`: one frame.
//! - `frames compare FOLDER [OUT FOLDER]`: every `NAME-FRAME.png` in the folder and below against frame FRAME of
//!   `NAME.json`: mean and largest difference over premultiplied RGBA, in 1/255.

#![allow(
    clippy::print_stdout,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a tool for the makers"
)]

use inbetween_doc::{Document, FootageData};
use inbetween_render::{Picture, Pixels, Quality, RenderOptions, Renderer, Resources, Size};
use inbetween_timeline::scene::{ImageSource, SceneOptions};
use inbetween_timeline::{CompileOptions, Session, Timeline};
use std::path::{Path, PathBuf};
use std::sync::Arc;

struct Pngs(Vec<Option<Arc<Picture>>>);

impl Resources for Pngs {
    fn image(&self, source: &ImageSource) -> Option<Arc<Picture>> {
        match source {
            ImageSource::Footage(index) => self.0.get(*index).cloned().flatten(),
            _ => None,
        }
    }
}

fn decode(bytes: &[u8]) -> Option<Picture> {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::normalize_to_color8() | png::Transformations::ALPHA);
    let mut reader = decoder.read_info().ok()?;
    let mut data = vec![0; reader.output_buffer_size()?];
    let info = reader.next_frame(&mut data).ok()?;
    let channels = info.color_type.samples();
    let pixels = data
        .chunks_exact(channels)
        .take((info.width * info.height) as usize)
        .map(|c| {
            let [r, g, b, a] = match *c {
                [l, a] => [l, l, l, a],
                [r, g, b, a] => [r, g, b, a],
                _ => [0; 4],
            };
            let by = |c: u8| ((u32::from(c) * u32::from(a) + 127) / 255) as u8;
            [by(r), by(g), by(b), a]
        })
        .collect();
    Some(Picture { width: info.width as usize, height: info.height as usize, pixels: Pixels::Bytes(pixels) })
}

fn pngs(document: &Document, folder: &Path) -> Pngs {
    let list = document.footage.iter().map(|item| match &item.data {
        FootageData::Embedded(_, bytes) => decode(bytes).map(Arc::new),
        FootageData::File(name) => {
            std::fs::read(folder.join(name)).ok().and_then(|bytes| decode(&bytes)).map(Arc::new)
        }
        _ => None,
    });
    Pngs(list.collect())
}

fn open(file: &Path) -> (Timeline, Pngs) {
    let bytes = std::fs::read(file).unwrap();
    let document = Arc::new(inbetween_doc::import(&bytes, &Default::default()).unwrap().document);
    let images = pngs(&document, file.parent().unwrap());
    (Timeline::compile(document, &CompileOptions::default()), images)
}

fn renderer(timeline: &Timeline, longest: usize, quality: Quality) -> Renderer {
    let composition = timeline.document().main().unwrap();
    let (w, h) = (composition.width, composition.height);
    let scale = longest as f64 / w.max(h);
    let size = if longest == 0 {
        Size::Scale(1.0)
    } else {
        Size::Exact((w * scale).round() as usize, (h * scale).round() as usize)
    };
    Renderer::new(RenderOptions { size, quality, ..RenderOptions::default() })
}

/// Seconds of processor time of this thread.
fn cpu() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split(' ').next().and_then(|ns| ns.parse::<f64>().ok()).unwrap_or(0.0) * 1e-9
}

fn bench(longest: usize, files: &[String]) {
    let (mut all, mut all_draw, mut all_scene) = (0.0, 0.0, 0.0);
    for file in files {
        let (timeline, images) = open(Path::new(file));
        let mut renderer = renderer(&timeline, longest, Quality::Fast);
        let main = timeline.main().unwrap();
        let composition = timeline.document().main().unwrap();
        let session = Session::new(timeline.clone());
        let (first, last) = (composition.in_point.ceil() as i64, composition.out_point.ceil() as i64);
        let (mut scene_s, mut draw_s) = (0.0, 0.0);
        let mut picture = Picture::default();
        for frame in first..last {
            let start = cpu();
            let time = composition.frame_rate.seconds(frame as f64);
            let (scene, _) = session.scene(main, time, &SceneOptions::default());
            scene_s += cpu() - start;
            let start = cpu();
            renderer.render_into(&scene, &images, &mut picture);
            draw_s += cpu() - start;
        }
        let frames = (last - first) as f64;
        println!(
            "{:40} {frames:5} frames  scene {:8.3} ms  draw {:8.3} ms  draw only {:7.0} f/s  both {:7.0} f/s",
            file.rsplit('/').next().unwrap(),
            scene_s / frames * 1e3,
            draw_s / frames * 1e3,
            frames / draw_s,
            frames / (scene_s + draw_s)
        );
        for finding in renderer.diagnostics().list() {
            println!("    {}: {}", finding.code, finding.message);
        }
        all += frames;
        all_draw += draw_s;
        all_scene += scene_s;
    }
    println!(
        "all: {all} frames, draw {:.0} f/s, both {:.0} f/s",
        all / all_draw,
        all / (all_draw + all_scene)
    );
}

fn scenes(rounds: usize, files: &[String]) {
    for file in files {
        let (timeline, _) = open(Path::new(file));
        let main = timeline.main().unwrap();
        let composition = timeline.document().main().unwrap();
        let session = Session::new(timeline.clone());
        let (first, last) = (composition.in_point.ceil() as i64, composition.out_point.ceil() as i64);
        let start = cpu();
        for frame in (0..rounds).flat_map(|_| first..last) {
            let _ =
                session.scene(main, composition.frame_rate.seconds(frame as f64), &SceneOptions::default());
        }
        let frames = (last - first) as f64 * rounds as f64;
        println!("{:40} {:8.3} ms", file.rsplit('/').next().unwrap(), (cpu() - start) / frames * 1e3);
    }
}

fn frame(file: &Path, longest: usize, frame: f64, quality: Quality) -> Picture {
    let (timeline, images) = open(file);
    let mut renderer = renderer(&timeline, longest, quality);
    let composition = timeline.document().main().unwrap();
    let time = composition.frame_rate.seconds(frame);
    let session = Session::new(timeline.clone());
    let (scene, findings) = session.scene(timeline.main().unwrap(), time, &SceneOptions::default());
    let picture = renderer.render(&scene, &images);
    for finding in findings.iter().chain(renderer.diagnostics().list()) {
        println!("    {}: {}", finding.code, finding.message);
    }
    picture
}

fn write(picture: &Picture, out: &Path) {
    let file = std::io::BufWriter::new(std::fs::File::create(out).unwrap());
    let mut encoder = png::Encoder::new(file, picture.width as u32, picture.height as u32);
    encoder.set_color(png::ColorType::Rgba);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(&picture.to_straight_bytes()).unwrap();
}

fn collect(folder: &Path, out: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            collect(&path, out);
        } else if path.extension().is_some_and(|e| e == "png") {
            out.push(path);
        }
    }
}

fn compare(folder: &Path, out: Option<&str>) {
    let mut files = Vec::new();
    collect(folder, &mut files);
    for path in files {
        let stem = path.file_stem().unwrap().to_str().unwrap();
        let Some((name, number)) = stem.rsplit_once('-') else { continue };
        let Ok(number) = number.parse::<f64>() else { continue };
        let json = path.with_file_name(format!("{name}.json"));
        if !json.exists() {
            continue;
        }
        let want = decode(&std::fs::read(&path).unwrap()).unwrap();
        let got = frame(&json, 0, number, Quality::Fast);
        let (mut sum, mut most, mut count) = (0.0f64, 0.0f32, 0.0f64);
        for y in 0..want.height as isize {
            for x in 0..want.width as isize {
                for (a, b) in want.get(x, y).into_iter().zip(got.get(x, y)) {
                    let difference = (a - b).abs() * 255.0;
                    sum += f64::from(difference);
                    most = most.max(difference);
                    count += 1.0;
                }
            }
        }
        let same = (want.width, want.height) == (got.width, got.height);
        let note = if same { "" } else { " SIZE" };
        println!("{:8.3} {most:6.1} {stem}{note}", sum / count);
        if let Some(out) = out {
            write(&got, &Path::new(out).join(format!("{stem}.png")));
        }
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.first().map(String::as_str) {
        Some("bench") => bench(arguments[1].parse().unwrap(), &arguments[2..]),
        Some("scenes") => scenes(arguments[1].parse().unwrap(), &arguments[2..]),
        Some("png") => {
            let file = Path::new(&arguments[3]);
            let picture =
                frame(file, arguments[1].parse().unwrap(), arguments[2].parse().unwrap(), Quality::Fast);
            write(&picture, Path::new(&arguments[4]));
        }
        Some("dump") => {
            let (timeline, _) = open(Path::new(&arguments[2]));
            let time = timeline.document().main().unwrap().frame_rate.seconds(arguments[1].parse().unwrap());
            let main = timeline.main().unwrap();
            println!("{}", Session::new(timeline).scene(main, time, &SceneOptions::default()).0.dump());
        }
        Some("compare") => compare(Path::new(&arguments[1]), arguments.get(2).map(String::as_str)),
        _ => println!("bench, png or compare; see the head of the source"),
    }
}
