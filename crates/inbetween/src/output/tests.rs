//! Every format is decoded again.

use super::stream::{Drawer, Stop, write};
use super::*;
use inbetween_render::Pixels;
use std::io::{Cursor, SeekFrom};
use std::sync::Mutex;

/// A file in memory that can still be read when the sink has it.
#[derive(Clone, Default)]
struct Memory(Arc<Mutex<Cursor<Vec<u8>>>>);

impl Write for Memory {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for Memory {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.0.lock().unwrap().seek(to)
    }
}

impl Memory {
    fn bytes(&self) -> Vec<u8> {
        self.0.lock().unwrap().get_ref().clone()
    }
}

const SIZE: usize = 17;
const FRAMES: usize = 7;

/// A square that moves one pixel a frame over nothing; frame 4 is as frame 3; frame 5 is empty.
fn drawn(index: usize) -> Vec<[u8; 4]> {
    let at = if index == 4 { 3 } else { index };
    let mut pixels = vec![[0; 4]; SIZE * SIZE];
    if index == 5 {
        return pixels;
    }
    for y in 3..9 {
        for x in at..at + 5 {
            pixels[y * SIZE + x] = [200, (x * 10) as u8, (y * 9) as u8, 255];
        }
    }
    pixels
}

fn picture(index: usize, opaque: bool) -> Picture {
    let mut pixels = drawn(index);
    if opaque {
        pixels.iter_mut().filter(|p| p[3] == 0).for_each(|p| *p = [255; 4]);
    }
    Picture { width: SIZE, height: SIZE, pixels: Pixels::Bytes(pixels) }
}

fn info(fps: f64, alpha: bool) -> StreamInfo {
    StreamInfo { width: SIZE, height: SIZE, fps, frames: FRAMES, alpha }
}

fn pump(sink: &mut dyn FrameSink, info: &StreamInfo, threads: usize) -> Result<(), Stop> {
    let scene = Scene::default();
    let opaque = !info.alpha;
    let maker = || -> Drawer<'_> {
        Box::new(|index, encoder| {
            let pixels = picture(index, opaque);
            let drawn = Drawn { scene: &scene, pixels: &pixels, background: None };
            Ok(encoder.encode(&drawn, &mut |_| Picture::default())?.bytes)
        })
    };
    write(info, threads, sink, &maker, &|_, _| true)
}

fn file(ending: &str, info: &StreamInfo, threads: usize) -> Vec<u8> {
    let memory = Memory::default();
    let target = memory.clone();
    let mut sink =
        (format_of(ending).unwrap().open)(Box::new(move |_| Ok(Box::new(target.clone()) as Box<dyn Target>)));
    pump(sink.as_mut(), info, threads).unwrap();
    memory.bytes()
}

fn straight(index: usize) -> Vec<u8> {
    picture(index, false).to_straight_bytes()
}

#[test]
fn a_sequence_has_one_png_per_frame() {
    let files: Arc<Mutex<Vec<(usize, Memory)>>> = Arc::default();
    let made = Arc::clone(&files);
    let mut sink = (format_of("x.PNG").unwrap().open)(Box::new(move |index| {
        let memory = Memory::default();
        made.lock().unwrap().push((index, memory.clone()));
        Ok(Box::new(memory) as Box<dyn Target>)
    }));
    pump(sink.as_mut(), &info(25.0, true), 2).unwrap();
    let files = files.lock().unwrap();
    assert_eq!(files.iter().map(|(index, _)| *index).collect::<Vec<_>>(), (0..FRAMES).collect::<Vec<_>>());
    for (index, memory) in files.iter() {
        let mut reader = ::png::Decoder::new(Cursor::new(memory.bytes())).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        assert_eq!(pixels, straight(*index), "frame {index}");
    }
}

#[test]
fn apng_frames_come_back_exactly_with_their_delay() {
    let bytes = file(".apng", &info(29.97, true), 2);
    let mut reader = ::png::Decoder::new(Cursor::new(bytes)).read_info().unwrap();
    assert_eq!(reader.info().animation_control().unwrap().num_frames as usize, FRAMES);
    let mut canvas = vec![0; SIZE * SIZE * 4];
    for index in 0..FRAMES {
        let mut part = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut part).unwrap();
        let control = *reader.info().frame_control().unwrap();
        assert_eq!((control.delay_num, control.delay_den), (100, 2997));
        let row = control.width as usize * 4;
        for (y, line) in part.chunks_exact(row).take(control.height as usize).enumerate() {
            let start = ((control.y_offset as usize + y) * SIZE + control.x_offset as usize) * 4;
            canvas[start..start + row].copy_from_slice(line);
        }
        assert_eq!(canvas, straight(index), "frame {index}");
    }
}

#[test]
fn webp_frames_come_back_exactly_and_last_as_long() {
    for alpha in [true, false] {
        let bytes = file(".webp", &info(30.0, alpha), 2);
        let mut decoder = image_webp::WebPDecoder::new(Cursor::new(bytes)).unwrap();
        assert_eq!(decoder.dimensions(), (SIZE as u32, SIZE as u32));
        assert_eq!(decoder.has_alpha(), alpha);
        // Frame 4 is frame 3 for longer.
        assert_eq!(decoder.num_frames() as usize, FRAMES - 1);
        let mut pixels = vec![0; decoder.output_buffer_size().unwrap()];
        let mut durations = Vec::new();
        for index in [0, 1, 2, 3, 5, 6] {
            durations.push(decoder.read_frame(&mut pixels).unwrap());
            let wanted = picture(index, !alpha).to_straight_bytes();
            let shown: Vec<u8> = if alpha {
                pixels.clone()
            } else {
                pixels.chunks_exact(3).flat_map(|p| [p[0], p[1], p[2], 255]).collect()
            };
            assert_eq!(shown, wanted, "frame {index}");
        }
        assert_eq!(durations, [33, 34, 33, 67, 33, 33]);
    }
}

#[test]
fn gif_frames_come_back_with_exact_beginnings() {
    for alpha in [true, false] {
        let bytes = file(".gif", &info(30.0, alpha), 2);
        let mut options = ::gif::DecodeOptions::new();
        options.set_color_output(::gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(Cursor::new(bytes)).unwrap();
        assert_eq!((decoder.width(), decoder.height()), (SIZE as u16, SIZE as u16));
        let mut canvas = vec![[0_u8; 4]; SIZE * SIZE];
        let mut delays = Vec::new();
        let mut shown = Vec::new();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            let mut rows = Vec::new();
            for y in 0..frame.height as usize {
                for x in 0..frame.width as usize {
                    let from = (y * frame.width as usize + x) * 4;
                    let at = (frame.top as usize + y) * SIZE + frame.left as usize + x;
                    rows.push(at);
                    if frame.buffer[from + 3] != 0 {
                        canvas[at].copy_from_slice(&frame.buffer[from..from + 4]);
                    }
                }
            }
            delays.push(frame.delay);
            shown.push(canvas.clone());
            if frame.dispose == ::gif::DisposalMethod::Background {
                rows.iter().for_each(|&at| canvas[at] = [0; 4]);
            }
        }
        // Fewer than 255 colours: exact.
        for (place, index) in [0, 1, 2, 3, 5, 6].into_iter().enumerate() {
            let wanted = picture(index, !alpha).to_straight_bytes();
            assert_eq!(shown[place].as_flattened(), wanted, "alpha {alpha}, frame {index}");
        }
        assert_eq!(delays, [3, 4, 3, 7, 3, 3], "alpha {alpha}");
    }
}

#[test]
fn y4m_says_its_size_and_rate_and_has_every_frame() {
    let memory = Memory::default();
    let mut sink = raw(Box::new(memory.clone()), RawForm::Y4m);
    assert!(!sink.keeps_alpha());
    pump(sink.as_mut(), &info(30000.0 / 1001.0, false), 2).unwrap();
    let bytes = memory.bytes();
    let header = b"YUV4MPEG2 W17 H17 F30000:1001 Ip A1:1 C444 XCOLORRANGE=LIMITED\n";
    assert!(bytes.starts_with(header), "{}", String::from_utf8_lossy(&bytes[..70]));
    assert_eq!(bytes.len(), header.len() + FRAMES * (6 + SIZE * SIZE * 3));
    // White is white.
    assert_eq!(bytes[header.len() + 6], 235);
}

#[test]
fn raw_rgba_is_frame_after_frame() {
    let memory = Memory::default();
    pump(raw(Box::new(memory.clone()), RawForm::Rgba).as_mut(), &info(30.0, true), 2).unwrap();
    let wanted: Vec<u8> = (0..FRAMES).flat_map(straight).collect();
    assert_eq!(memory.bytes(), wanted);
}

#[test]
fn a_sheet_holds_every_frame() {
    let memory = Memory::default();
    let target = memory.clone();
    let mut sink = sheet(Box::new(move |_| Ok(Box::new(target.clone()) as Box<dyn Target>)), 4);
    pump(sink.as_mut(), &info(30.0, false), 1).unwrap();
    let mut reader = ::png::Decoder::new(Cursor::new(memory.bytes())).read_info().unwrap();
    // Four columns and two rows of 17 pixels, 4 between and around.
    assert_eq!(reader.info().size(), (88, 46));
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    // Frame 6 is the third of the second row; its square begins at (6, 3).
    let at = ((25 + 3) * 88 + 46 + 6) * 3;
    assert_eq!(pixels[at..at + 3], [200, 60, 27]);
}

#[cfg(feature = "mp4")]
#[test]
fn mp4_is_tagged_bt709_and_has_every_frame() {
    use openh264::formats::YUVSource;
    let bytes = file(".mp4", &info(25.0, false), 2);
    assert_eq!(&bytes[4..8], b"ftyp");
    let find = |tag: &[u8]| bytes.windows(tag.len()).position(|w| w == tag).unwrap();
    // Fast start: the index comes before the pictures.
    assert!(find(b"moov") < find(b"mdat"));
    // Sample sizes: one per frame.
    let sizes = find(b"stsz");
    assert_eq!(bytes[sizes + 12..sizes + 16], (FRAMES as u32).to_be_bytes());
    // The samples are length-prefixed units; decode them with their parameter sets.
    let config = find(b"avcC");
    let sps_length = usize::from(u16::from_be_bytes([bytes[config + 10], bytes[config + 11]]));
    let sps = &bytes[config + 12..config + 12 + sps_length];
    let pps_at = config + 12 + sps_length + 1;
    let pps_length = usize::from(u16::from_be_bytes([bytes[pps_at], bytes[pps_at + 1]]));
    let pps = &bytes[pps_at + 2..pps_at + 2 + pps_length];
    let mut decoder = openh264::decoder::Decoder::new().unwrap();
    let start = [0, 0, 0, 1];
    decoder.decode(&[&start[..], sps, &start, pps].concat()).unwrap();
    let mut at = find(b"mdat") + 4;
    let mut frames = 0;
    let mut show = |yuv: &openh264::decoder::DecodedYUV<'_>| {
        // Sizes are even.
        assert_eq!(yuv.dimensions(), (18, 18));
        let corner = yuv.y()[0];
        assert!((227..=243).contains(&corner), "white is {corner}");
        frames += 1;
    };
    while at + 4 <= bytes.len() {
        let length = u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
        let unit = &bytes[at + 4..at + 4 + length];
        if let Some(yuv) = decoder.decode(&[&start[..], unit].concat()).unwrap() {
            show(&yuv);
        }
        at += 4 + length;
    }
    decoder.flush_remaining().unwrap().iter().for_each(&mut show);
    assert_eq!(frames, FRAMES);
}

#[test]
fn bytes_do_not_depend_on_threads() {
    for format in FORMATS.iter().filter(|format| !format.still) {
        let info = info(24.0, format.ending != ".mp4");
        assert_eq!(file(format.ending, &info, 1), file(format.ending, &info, 3), "{}", format.ending);
    }
}

/// A disk with room for so many bytes.
struct Full(usize);

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0 < bytes.len() {
            return Err(io::ErrorKind::StorageFull.into());
        }
        self.0 -= bytes.len();
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for Full {
    fn seek(&mut self, _: SeekFrom) -> io::Result<u64> {
        Ok(0)
    }
}

#[test]
fn a_full_disk_is_an_error_in_every_format() {
    for format in FORMATS.iter().filter(|format| format.ending != ".svg") {
        for room in [0, 60, 200] {
            let mut sink = (format.open)(Box::new(move |_| Ok(Box::new(Full(room)) as Box<dyn Target>)));
            // The pictures of a sequence are files of their own, small enough for 200 bytes.
            if format.ending == ".png" && room == 200 {
                continue;
            }
            let outcome = pump(sink.as_mut(), &info(24.0, format.ending != ".mp4"), 2);
            assert!(matches!(outcome, Err(Stop::Failed(_))), "{} with {room} bytes", format.ending);
        }
    }
}

#[test]
fn progress_can_call_it_off() {
    let mut sink = raw(Box::new(Memory::default()), RawForm::Rgba);
    let scene = Scene::default();
    let maker = || -> Drawer<'_> {
        Box::new(|index, encoder| {
            let pixels = picture(index, false);
            let drawn = Drawn { scene: &scene, pixels: &pixels, background: None };
            Ok(encoder.encode(&drawn, &mut |_| Picture::default())?.bytes)
        })
    };
    let outcome = write(&info(24.0, true), 2, sink.as_mut(), &maker, &|done, _| done < 3);
    assert!(matches!(outcome, Err(Stop::Cancelled)));
}
