//! Rendering a project into a sink.

use crate::images::{FileLoader, Images};
use crate::output::stream::{self, Drawer, Stop};
use crate::output::{Drawn, FrameEncoder, FrameSink, StreamInfo};
use crate::{Error, Project};
use inbetween_doc::Composition;
use inbetween_render::{Picture, Quality, RenderOptions as DrawOptions, Renderer, Size as DrawSize};
use inbetween_timeline::scene::{Scene, SceneOptions};
use inbetween_timeline::{CompositionRef, Progress, Session};
use inbetween_types::{Diagnostic, Diagnostics, Severity, Time};
use std::fmt;
use std::io;
use std::sync::{Mutex, PoisonError};

/// How large pictures are.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Size {
    /// The composition's size times this factor.
    Scale(f64),
    /// This many pixels; the composition is stretched to fill them.
    Exact(usize, usize),
    /// The longer side has this many pixels, the other keeps the aspect.
    Longer(usize),
}

/// Which moments are rendered.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub enum Frames {
    /// The composition's own span.
    #[default]
    All,
    /// From a composition frame up to, without, another.
    Range(f64, f64),
    /// One composition frame, possibly fractional.
    One(f64),
    /// These composition times in seconds.
    Times(Vec<Time>),
    /// This many, evenly spaced over the composition's span, or from a composition frame up to, without, another.
    Spread(usize, Option<(f64, f64)>),
}

/// What is rendered and how.
#[derive(Clone)]
#[non_exhaustive]
pub struct RenderOptions {
    /// Name of the composition; the main one for `None`.
    pub composition: Option<String>,
    /// How large pictures are. Default: the composition's size.
    pub size: Size,
    /// Frames per second of the output; the composition's own for `None`.
    pub fps: Option<f64>,
    /// Which moments.
    pub frames: Frames,
    /// Straight RGBA 0..1 behind everything. Formats without alpha use the composition's own background or white
    /// where this is `None`.
    pub background: Option<[f32; 4]>,
    /// Threads that draw.
    pub threads: usize,
    /// How exact pictures are.
    pub quality: Quality,
    /// Reads files beside the document.
    pub loader: Option<FileLoader>,
}

impl Default for RenderOptions {
    fn default() -> Self {
        Self {
            composition: None,
            size: Size::Scale(1.0),
            fps: None,
            frames: Frames::All,
            background: None,
            threads: 1,
            quality: Quality::default(),
            loader: None,
        }
    }
}

impl fmt::Debug for RenderOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RenderOptions")
            .field("composition", &self.composition)
            .field("size", &self.size)
            .field("fps", &self.fps)
            .field("frames", &self.frames)
            .field("background", &self.background)
            .field("threads", &self.threads)
            .field("quality", &self.quality)
            .field("loader", &self.loader.is_some())
            .finish()
    }
}

/// What was rendered.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Rendered {
    /// Size, rate and number of frames.
    pub info: StreamInfo,
    /// What failed, was bounded or is not supported; the findings of opening the project are not among them.
    pub diagnostics: Vec<Diagnostic>,
}

/// Most pixels of a picture: 8192 x 8192.
const MOST_PIXELS: usize = 1 << 26;
/// Longest side of a picture; the renderer has the same.
const LONGEST: f64 = 32_767.0;
/// Most frames of a run.
const MOST_FRAMES: f64 = 10_000_000.0;

impl Project {
    /// Renders frames into a sink, several at a time on `options.threads` threads. The sink gets the same bytes on
    /// any number of threads.
    ///
    /// # Errors
    /// When there is no such composition, nothing to render, the sink fails, or the run is cancelled.
    pub fn render(
        &self,
        options: &RenderOptions,
        sink: &mut dyn FrameSink,
        progress: Progress<'_>,
    ) -> Result<Rendered, Error> {
        let (composition, info, times, mut findings) = self.plan(options)?;
        let own = self.timeline().composition_data(composition).and_then(|data| data.background);
        let mut background = options.background;
        if !sink.keeps_alpha() {
            background = Some(solid(background, own));
        }
        let alpha = background.is_none_or(|[.., a]| a < 1.0);
        let info = StreamInfo { alpha, ..info };
        let (width, height) = (info.width, info.height);
        let draw = DrawOptions {
            size: DrawSize::Exact(width, height),
            background,
            quality: options.quality,
            max_pixels: MOST_PIXELS,
        };
        let images = Images::new(self.document(), options.loader.clone());
        let heap = Mutex::new(Vec::new());
        let maker = || -> Drawer<'_> {
            let mut hand = Hand::new(self, composition, &images, &draw, &heap);
            let times = &times;
            Box::new(move |index, encoder| {
                hand.encode(times.get(index).copied().unwrap_or_default(), (width, height), encoder)
            })
        };
        let outcome = stream::write(&info, options.threads, sink, &maker, progress);
        outcome.map_err(|stop| match stop {
            Stop::Failed(error) => Error::Output(error),
            Stop::Cancelled => Error::Cancelled,
        })?;
        let mut list = heap.into_inner().unwrap_or_else(PoisonError::into_inner);
        list.extend(images.diagnostics());
        // Which thread met a finding first is chance; the order of places is not.
        list.sort_by_cached_key(|d: &Diagnostic| (d.location.to_string(), d.code, d.message.clone()));
        findings.extend(list);
        Ok(Rendered { info, diagnostics: findings.into_list() })
    }

    /// Size, rate and number of the frames that [`Project::render`] would make; `alpha` is what a format with alpha
    /// gets.
    ///
    /// # Errors
    /// When there is no such composition or nothing to render.
    pub fn render_info(&self, options: &RenderOptions) -> Result<StreamInfo, Error> {
        self.plan(options).map(|(_, info, ..)| info)
    }

    fn plan(
        &self,
        options: &RenderOptions,
    ) -> Result<(CompositionRef, StreamInfo, Vec<Time>, Diagnostics), Error> {
        let composition = self.composition(options.composition.as_deref())?;
        let data = self
            .timeline()
            .composition_data(composition)
            .ok_or_else(|| Error::Output(io::Error::other("the file has no composition")))?;
        let mut findings = Diagnostics::default();
        let (width, height) = size(data, options.size, &mut findings);
        let fps = options.fps.filter(|fps| fps.is_finite() && *fps > 0.0);
        let fps = fps.unwrap_or_else(|| data.frame_rate.fps());
        let times = times(data, &options.frames, fps);
        if times.is_empty() {
            return Err(Error::Output(io::Error::other("there is no frame in that span")));
        }
        let alpha = options.background.is_none_or(|[.., a]| a < 1.0);
        let info = StreamInfo { width, height, fps, frames: times.len(), alpha };
        Ok((composition, info, times, findings))
    }

    /// One frame's picture, at a composition time in seconds.
    ///
    /// For several frames use [`Project::render`]: this call starts a session and a renderer each time.
    ///
    /// # Errors
    /// When there is no such composition.
    pub fn picture(&self, time: Time, options: &RenderOptions) -> Result<(Picture, Vec<Diagnostic>), Error> {
        struct Keep(std::sync::Arc<Mutex<Picture>>);
        impl FrameEncoder for Keep {
            fn encode(
                &self,
                frame: &Drawn<'_>,
                _: &mut dyn FnMut(&Scene) -> Picture,
            ) -> io::Result<crate::output::Encoded> {
                self.0.lock().unwrap_or_else(PoisonError::into_inner).clone_from(frame.pixels);
                Ok(crate::output::Encoded::default())
            }
        }
        struct One(std::sync::Arc<Mutex<Picture>>);
        impl FrameSink for One {
            fn begin(&mut self, _: &StreamInfo) -> io::Result<()> {
                Ok(())
            }
            fn encoder(&self) -> std::sync::Arc<dyn FrameEncoder> {
                std::sync::Arc::new(Keep(std::sync::Arc::clone(&self.0)))
            }
            fn frame(&mut self, _: Vec<u8>) -> io::Result<()> {
                Ok(())
            }
            fn finish(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let options = RenderOptions { frames: Frames::Times(vec![time]), threads: 1, ..options.clone() };
        let kept = std::sync::Arc::<Mutex<Picture>>::default();
        let rendered = self.render(&options, &mut One(std::sync::Arc::clone(&kept)), &|_, _| true)?;
        let picture = std::mem::take(&mut *kept.lock().unwrap_or_else(PoisonError::into_inner));
        Ok((picture, rendered.diagnostics))
    }
}

/// What one thread draws with.
struct Hand<'a> {
    session: Session,
    composition: CompositionRef,
    scene_options: SceneOptions,
    renderer: Renderer,
    /// For parts of a frame that a vector format cannot say; made when first needed.
    parts: Option<Renderer>,
    images: &'a Images,
    picture: Picture,
    findings: Diagnostics,
    heap: &'a Mutex<Vec<Diagnostic>>,
}

impl<'a> Hand<'a> {
    fn new(
        project: &Project,
        composition: CompositionRef,
        images: &'a Images,
        options: &DrawOptions,
        heap: &'a Mutex<Vec<Diagnostic>>,
    ) -> Self {
        Self {
            session: Session::new(project.timeline().clone()),
            composition,
            scene_options: SceneOptions::default(),
            renderer: Renderer::new(options.clone()),
            parts: None,
            images,
            picture: Picture::default(),
            findings: Diagnostics::default(),
            heap,
        }
    }

    fn encode(
        &mut self,
        time: Time,
        (width, height): (usize, usize),
        encoder: &dyn FrameEncoder,
    ) -> io::Result<Vec<u8>> {
        let (scene, findings) = self.session.scene(self.composition, time, &self.scene_options);
        self.findings.extend(findings);
        if encoder.wants_pixels() {
            self.renderer.render_into(&scene, self.images, &mut self.picture);
            if (self.picture.width, self.picture.height) != (width, height) {
                return Err(io::Error::other(format!(
                    "a picture of {} x {} was drawn where {width} x {height} was asked for",
                    self.picture.width, self.picture.height
                )));
            }
        } else {
            (self.picture.width, self.picture.height) = (width, height);
        }
        let background = self.renderer.options().background;
        let options = DrawOptions { background: None, ..self.renderer.options().clone() };
        let (parts, images) = (&mut self.parts, self.images);
        let mut draw =
            |scene: &Scene| parts.get_or_insert_with(|| Renderer::new(options.clone())).render(scene, images);
        let drawn = Drawn { scene: &scene, pixels: &self.picture, background };
        let encoded = encoder.encode(&drawn, &mut draw)?;
        self.findings.extend(encoded.diagnostics);
        Ok(encoded.bytes)
    }
}

impl Drop for Hand<'_> {
    fn drop(&mut self) {
        let mut heap = self.heap.lock().unwrap_or_else(PoisonError::into_inner);
        heap.extend(self.session.take_diagnostics());
        heap.extend(self.renderer.diagnostics().list().iter().cloned());
        if let Some(parts) = &self.parts {
            heap.extend(parts.diagnostics().list().iter().cloned());
        }
        heap.extend(self.findings.list().iter().cloned());
    }
}

/// Output pixels of a composition, at least 1 and at most [`MOST_PIXELS`] in all.
fn size(data: &Composition, size: Size, findings: &mut Diagnostics) -> (usize, usize) {
    let positive = |x: f64| if x.is_finite() && x > 0.0 { x } else { 1.0 };
    let (own_width, own_height) = (positive(data.width), positive(data.height));
    #[expect(clippy::cast_precision_loss, reason = "picture sizes are small")]
    let (mut width, mut height) = match size {
        Size::Scale(scale) => (own_width * positive(scale), own_height * positive(scale)),
        Size::Exact(width, height) => (width as f64, height as f64),
        Size::Longer(longer) => {
            let scale = longer as f64 / own_width.max(own_height);
            (own_width * scale, own_height * scale)
        }
    };
    (width, height) = (width.min(1e12), height.min(1e12));
    #[expect(clippy::cast_precision_loss, reason = "2^26 is exact")]
    let most = MOST_PIXELS as f64;
    let too_large = (width * height / most).sqrt().max(width / LONGEST).max(height / LONGEST);
    if too_large > 1.0 {
        let message = format!("a picture of {width} x {height} pixels is too large; it is drawn smaller");
        findings.push(Diagnostic::new("render/too-large", Severity::Warning, message));
        (width, height) = ((width / too_large).floor(), (height / too_large).floor());
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped")]
    let whole = |x: f64| x.round().clamp(1.0, LONGEST) as usize;
    (whole(width), whole(height))
}

/// The times of the frames in seconds.
fn times(data: &Composition, frames: &Frames, fps: f64) -> Vec<Time> {
    let rate = data.frame_rate;
    let (first, last) = match frames {
        Frames::All | Frames::Spread(_, None) => (data.in_point, data.out_point),
        Frames::Spread(_, Some((first, last))) => (*first, *last),
        Frames::Range(first, last) => (*first, *last),
        Frames::One(frame) => return vec![rate.seconds(*frame)],
        Frames::Times(times) => return times.clone(),
    };
    if let Frames::Spread(count, _) = frames {
        let count = (*count).min(100_000);
        #[expect(clippy::cast_precision_loss, reason = "at most 100,000")]
        return (0..count)
            .map(|index| rate.seconds((first + (last - first) * index as f64 / count as f64).floor()))
            .collect();
    }
    // A frame begins before the end; the millionth keeps rounding from adding one.
    let count = ((last - first) / rate.fps() * fps - 1e-6).ceil().clamp(0.0, MOST_FRAMES);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped")]
    let count = count as u32;
    (0..count).map(|index| rate.seconds(first + f64::from(index) * rate.fps() / fps)).collect()
}

/// An opaque background: the one asked for over the composition's own, else over white.
fn solid(asked: Option<[f32; 4]>, own: Option<[f64; 3]>) -> [f32; 4] {
    #[expect(clippy::cast_possible_truncation, reason = "colours are 0..1")]
    let [r, g, b] = own.map_or([1.0; 3], |own| own.map(|c| c.clamp(0.0, 1.0) as f32));
    let [ar, ag, ab, a] = asked.unwrap_or([0.0; 4]);
    [ar * a + r * (1.0 - a), ag * a + g * (1.0 - a), ab * a + b * (1.0 - a), 1.0]
}

#[cfg(test)]
mod tests {
    use super::*;
    use inbetween_types::FrameRate;

    fn composition(fps: f64, in_point: f64, out_point: f64) -> Composition {
        Composition {
            width: 400.0,
            height: 200.0,
            frame_rate: FrameRate::new(fps),
            in_point,
            out_point,
            ..Composition::default()
        }
    }

    #[test]
    fn every_frame_of_the_span_has_its_time() {
        let list = times(&composition(25.0, 10.0, 15.0), &Frames::All, 25.0);
        assert_eq!(list, [0.4, 0.44, 0.48, 0.52, 0.56]);
        // A fractional end still shows its last frame.
        assert_eq!(times(&composition(30.0, 0.0, 89.000_000_4), &Frames::All, 30.0).len(), 89);
        assert_eq!(times(&composition(30.0, 0.0, 89.5), &Frames::All, 30.0).len(), 90);
    }

    #[test]
    fn a_few_frames_are_spread_over_the_span_asked_for() {
        let data = composition(10.0, 0.0, 90.0);
        assert_eq!(times(&data, &Frames::Spread(3, None), 10.0), [0.0, 3.0, 6.0]);
        assert_eq!(times(&data, &Frames::Spread(3, Some((30.0, 60.0))), 10.0), [3.0, 4.0, 5.0]);
    }

    #[test]
    fn another_rate_takes_other_times() {
        let list = times(&composition(30.0, 0.0, 30.0), &Frames::All, 10.0);
        assert_eq!(list.len(), 10);
        assert!((list[1] - 0.1).abs() < 1e-12);
    }

    #[test]
    fn sizes_keep_the_aspect_and_their_bounds() {
        let mut findings = Diagnostics::default();
        let data = composition(30.0, 0.0, 1.0);
        assert_eq!(size(&data, Size::Longer(512), &mut findings), (512, 256));
        assert_eq!(size(&data, Size::Scale(0.001), &mut findings), (1, 1));
        assert!(findings.list().is_empty());
        let (width, height) = size(&data, Size::Exact(100_000, 100_000), &mut findings);
        assert!(width * height <= MOST_PIXELS && width == height);
        assert_eq!(findings.list().len(), 1);
        let (width, height) = size(&data, Size::Exact(1_000_000, 10), &mut findings);
        assert!((32_766..=32_767).contains(&width) && height == 1);
        let (width, height) = size(&data, Size::Scale(f64::MAX), &mut findings);
        assert!(width > 1000 && height > 1000 && width * height <= MOST_PIXELS);
        assert_eq!(size(&data, Size::Exact(0, 0), &mut findings), (1, 1));
    }

    #[test]
    fn opaque_formats_get_a_background() {
        assert_eq!(solid(None, None), [1.0; 4]);
        assert_eq!(solid(None, Some([0.0, 0.5, 1.0])), [0.0, 0.5, 1.0, 1.0]);
        assert_eq!(solid(Some([1.0, 0.0, 0.0, 0.5]), Some([0.0; 3])), [0.5, 0.0, 0.0, 1.0]);
    }
}
