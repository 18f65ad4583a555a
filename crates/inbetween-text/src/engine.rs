//! The shaping engine: the only file that names its types.

use crate::set::Face;
use crate::{
    Base, Cluster, FaceInfo, FontError, FontSet, Metrics, Origin, PlacedGlyph, Request, Run, Shaped,
};
use kurbo::BezPath;
use linebender_resource_handle::Blob;
use parlance::{FontFeature, Tag};
use parley_engine::itemize::{Item, Segment};
use parley_engine::shape::{CharCluster, Coverage};
use parley_engine::{
    Analysis, AnalysisDataSources, AnalysisOptions, Analyzer, Atom, BaseDirection, FontInstanceRef,
    FontSelector, ShapeOptions, ShapedText, Shaper,
};
use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::raw::{FileRef, TableProvider};
use skrifa::string::StringId;
use skrifa::{FontRef, MetadataProvider};
use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

/// The size text is shaped at. With faces of 1000 and of 2048 units per em all sizes are exact.
const SIZE: f32 = 1000.0;

/// Most runs of a paragraph; the engine counts them in 16 bits.
const MOST_RUNS: usize = 60_000;

/// A face's bytes.
#[derive(Clone, Debug)]
pub(crate) struct Loaded {
    data: Blob<u8>,
    index: u32,
    units: f64,
}

impl Loaded {
    fn font(&self) -> Option<FontRef<'_>> {
        FontRef::from_index(self.data.data(), self.index).ok()
    }
}

/// Reads the faces of a file.
pub(crate) fn load(
    bytes: Arc<dyn AsRef<[u8]> + Send + Sync>,
    origin: Origin,
) -> Result<Vec<Face>, FontError> {
    let data = Blob::new(bytes);
    let count = match FileRef::new(data.data()).map_err(|_| FontError::Unknown)? {
        FileRef::Font(_) => 1,
        FileRef::Collection(collection) => collection.len().min(64),
    };
    let faces: Vec<Face> = (0..count).filter_map(|index| face(&data, index, origin)).collect();
    if faces.is_empty() { Err(FontError::Empty) } else { Ok(faces) }
}

fn face(data: &Blob<u8>, index: u32, origin: Origin) -> Option<Face> {
    let font = FontRef::from_index(data.data(), index).ok()?;
    let units = font.head().ok()?.units_per_em();
    // What the format allows; the engine divides by it.
    if !(16..=16384).contains(&units) || !font.charmap().has_map() || font.outline_glyphs().format().is_none()
    {
        return None;
    }
    let name = |id: StringId| -> String {
        let text = font.localized_strings(id).english_or_first();
        text.map(|text| text.chars().take(256).collect()).unwrap_or_default()
    };
    let either = |first: StringId, second: StringId| {
        let text = name(first);
        if text.is_empty() { name(second) } else { text }
    };
    let info = FaceInfo {
        postscript_name: name(StringId::POSTSCRIPT_NAME),
        family: either(StringId::TYPOGRAPHIC_FAMILY_NAME, StringId::FAMILY_NAME),
        style: either(StringId::TYPOGRAPHIC_SUBFAMILY_NAME, StringId::SUBFAMILY_NAME),
        origin,
    };
    let loaded = Loaded { data: data.clone(), index, units: f64::from(units) };
    Some(Face { info, loaded, alias: String::new() })
}

pub(crate) fn metrics(face: &Loaded) -> Metrics {
    let Some(font) = face.font() else { return Metrics { ascent: 0.75, descent: 0.25 } };
    let metrics = font.metrics(Size::unscaled(), LocationRef::default());
    Metrics {
        ascent: f64::from(metrics.ascent) / face.units,
        descent: -f64::from(metrics.descent) / face.units,
    }
}

pub(crate) fn covers(face: &Loaded, character: char) -> bool {
    face.font().is_some_and(|font| font.charmap().map(character).is_some())
}

pub(crate) fn outline(face: &Loaded, glyph: u32) -> Option<BezPath> {
    let font = face.font()?;
    let glyph = font.outline_glyphs().get(skrifa::GlyphId::new(glyph))?;
    let mut pen = Pen { path: BezPath::new(), scale: 1.0 / face.units, open: false };
    glyph.draw(DrawSettings::unhinted(Size::unscaled(), LocationRef::default()), &mut pen).ok()?;
    pen.close();
    Some(pen.path)
}

/// Collects an outline, turned y down.
struct Pen {
    path: BezPath,
    scale: f64,
    open: bool,
}

impl Pen {
    fn at(&self, x: f32, y: f32) -> (f64, f64) {
        (f64::from(x) * self.scale, -f64::from(y) * self.scale)
    }
}

impl OutlinePen for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.close();
        self.path.move_to(self.at(x, y));
        self.open = true;
    }

    fn line_to(&mut self, x: f32, y: f32) {
        if self.open {
            self.path.line_to(self.at(x, y));
        }
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        if self.open {
            self.path.quad_to(self.at(cx, cy), self.at(x, y));
        }
    }

    fn curve_to(&mut self, ax: f32, ay: f32, bx: f32, by: f32, x: f32, y: f32) {
        if self.open {
            self.path.curve_to(self.at(ax, ay), self.at(bx, by), self.at(x, y));
        }
    }

    fn close(&mut self) {
        if self.open {
            self.path.close_path();
            self.open = false;
        }
    }
}

/// What a thread keeps to shape faster; it changes no answer.
#[derive(Default)]
struct Scratch {
    analyzer: Analyzer,
    analysis: Analysis,
    shaper: Shaper,
    shaped: ShapedText,
}

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

pub(crate) fn shape(set: &FontSet, text: &str, requests: &[Request], runs: &[Run], base: Base) -> Shaped {
    if text.is_empty() {
        return Shaped { clusters: Vec::new(), rtl: base == Base::RightToLeft };
    }
    SCRATCH.with_borrow_mut(|scratch| shape_with(scratch, set, text, requests, runs, base))
}

fn shape_with(
    scratch: &mut Scratch,
    set: &FontSet,
    text: &str,
    requests: &[Request],
    runs: &[Run],
    base: Base,
) -> Shaped {
    let Scratch { analyzer, analysis, shaper, shaped } = scratch;
    let base_direction = match base {
        Base::Auto => BaseDirection::Auto,
        Base::LeftToRight => BaseDirection::Ltr,
        Base::RightToLeft => BaseDirection::Rtl,
    };
    analyzer.analyze(text, &AnalysisOptions { base_direction, ..AnalysisOptions::default() }, analysis);
    let rtl = analysis.paragraph_level().is_rtl();
    let pieces = Pieces::new(text, runs);
    let mut clusters = if set.is_empty() {
        Vec::new()
    } else {
        let features = Features::new(runs);
        let items = pieces.ends.iter().map(|(end, run)| Item {
            char_end: *end,
            options: ShapeOptions {
                font_size: SIZE,
                language: None,
                features: features.of(*run),
                variations: &[],
            },
        });
        let selector = Selector::new(set, requests, runs);
        shaper.shape_text(text, analysis, &pieces.styles, items, selector, shaped);
        collect(set, shaped, analysis)
    };
    let covered = clusters.last().map_or(0, |cluster| cluster.range.end);
    if covered < text.len() {
        missing(text, covered, analysis, &pieces, &mut clusters);
    }
    Shaped { clusters, rtl }
}

/// Runs as the engine wants them: by characters, none empty, none beyond the text.
struct Pieces {
    /// Character after each piece, and its run.
    ends: Vec<(u32, usize)>,
    /// Run of each character.
    styles: Vec<u16>,
}

impl Pieces {
    fn new(text: &str, runs: &[Run]) -> Self {
        let mut ends: Vec<(u32, usize)> = Vec::new();
        let mut styles = Vec::with_capacity(text.len());
        let mut run = 0;
        for (at, _) in text.char_indices() {
            while run + 1 < runs.len().min(MOST_RUNS) && runs.get(run).is_some_and(|r| r.end <= at) {
                run += 1;
            }
            styles.push(u16::try_from(run).unwrap_or(u16::MAX));
            let count = u32::try_from(styles.len()).unwrap_or(u32::MAX);
            match ends.last_mut().filter(|(_, last)| *last == run) {
                Some((end, _)) => *end = count,
                None => ends.push((count, run)),
            }
        }
        Self { ends, styles }
    }
}

/// The features of runs, made once for each of the four kinds.
struct Features {
    kinds: [Vec<FontFeature>; 4],
    runs: Vec<usize>,
}

impl Features {
    fn new(runs: &[Run]) -> Self {
        let off = |name: &[u8; 4]| FontFeature { tag: Tag::from_bytes(*name), value: 0 };
        let kinds = [0, 1, 2, 3].map(|kind| {
            let mut list = Vec::new();
            if kind & 1 != 0 {
                list.extend([off(b"liga"), off(b"clig")]);
            }
            if kind & 2 != 0 {
                list.push(off(b"kern"));
            }
            list
        });
        let runs = runs.iter().map(|r| usize::from(!r.ligatures) | usize::from(!r.kerning) << 1).collect();
        Self { kinds, runs }
    }

    fn of(&self, run: usize) -> &[FontFeature] {
        let kind = self.runs.get(run).copied().unwrap_or(0);
        self.kinds.get(kind).map_or(&[], Vec::as_slice)
    }
}

/// Picks the face of each grapheme.
struct Selector<'a> {
    set: &'a FontSet,
    /// Request of each run.
    requests: Vec<usize>,
    /// Faces to try, by request.
    orders: Vec<Vec<usize>>,
    charmaps: HashMap<usize, Option<skrifa::charmap::Charmap<'a>>>,
    synthesis: fontique::Synthesis,
    sources: AnalysisDataSources,
}

impl<'a> Selector<'a> {
    fn new(set: &'a FontSet, requests: &[Request], runs: &[Run]) -> Self {
        let mut orders: Vec<Vec<usize>> = requests.iter().map(|request| set.order(request)).collect();
        if orders.is_empty() {
            orders.push(set.order(&Request::default()));
        }
        Self {
            set,
            requests: runs.iter().map(|run| run.request).collect(),
            orders,
            charmaps: HashMap::new(),
            synthesis: fontique::Synthesis::default(),
            sources: AnalysisDataSources::new(),
        }
    }
}

impl FontSelector for Selector<'_> {
    fn select_font(
        &mut self,
        _segment: &Segment,
        _options: &ShapeOptions<'_>,
        cluster: &mut CharCluster,
    ) -> Option<FontInstanceRef<'_>> {
        let run = usize::from(cluster.style_index());
        let request = self.requests.get(run).copied().unwrap_or(0);
        let order = self.orders.get(request).or_else(|| self.orders.first())?;
        let set = self.set;
        let mut best: Option<(Coverage, usize)> = None;
        for &face in order {
            let charmap = self.charmaps.entry(face).or_insert_with(|| {
                set.faces.get(face).and_then(|face| face.loaded.font()).map(|font| font.charmap())
            });
            let Some(charmap) = charmap else { continue };
            let coverage = cluster.calculate_coverage(|c| charmap.map(c).is_some(), &self.sources);
            if best.is_none_or(|(so_far, _)| coverage > so_far) {
                best = Some((coverage, face));
            }
            if coverage.is_complete() {
                break;
            }
        }
        let face = &set.faces.get(best?.1)?.loaded;
        Some(FontInstanceRef { data: &face.data, index: face.index, synthesis: &self.synthesis })
    }
}

/// The engine's runs as clusters, in logical order.
fn collect(set: &FontSet, shaped: &ShapedText, analysis: &Analysis) -> Vec<Cluster> {
    let mut clusters = Vec::new();
    for (number, run) in shaped.runs().iter().enumerate() {
        let font = shaped.fonts().get(run.font_index);
        let face = font.and_then(|font| {
            set.faces.iter().position(|face| {
                face.loaded.data.id() == font.font.data.id() && face.loaded.index == font.font.index
            })
        });
        let slice = shaped.run_slice(u32::try_from(number).unwrap_or(u32::MAX));
        for atom in slice.atoms_start() {
            clusters.push(cluster(&atom, face, run.bidi_level.to_u8(), analysis));
        }
    }
    clusters
}

fn cluster(atom: &Atom<'_>, face: Option<usize>, level: u8, analysis: &Analysis) -> Cluster {
    let slice = atom.slice();
    let chars = atom.char_range();
    let info = analysis.char_info().get(chars.start as usize);
    let mut glyphs = Vec::new();
    let mut pen = 0.0;
    let mut parts: Vec<u32> = slice.shaped_clusters_range().collect();
    // Glyphs of a cluster come from left to right, clusters in logical order.
    if level % 2 == 1 {
        parts.reverse();
    }
    for part in parts {
        for glyph in slice.shaped_cluster_glyphs(part) {
            let size = f64::from(SIZE);
            glyphs.push(PlacedGlyph {
                id: glyph.id,
                x: (pen + f64::from(glyph.x)) / size,
                y: f64::from(glyph.y) / size,
            });
            pen += f64::from(glyph.advance);
        }
    }
    let visible = slice.characters().iter().zip(chars.clone()).any(|(_, at)| {
        analysis.char_info().get(at as usize).is_some_and(|info| info.contributes_to_shaping())
    });
    Cluster {
        range: slice.text_byte_range(chars),
        run: slice.characters().first().map_or(0, |c| usize::from(c.style_index)),
        face,
        missing: visible && (face.is_none() || glyphs.iter().any(|glyph| glyph.id == 0)),
        glyphs,
        advance: pen / f64::from(SIZE),
        level,
        breaks: info.is_some_and(|info| info.is_soft_wrap_opportunity()),
        word: info.is_some_and(|info| info.is_word_boundary()),
    }
}

/// Graphemes that no face was there for.
fn missing(text: &str, from: usize, analysis: &Analysis, pieces: &Pieces, clusters: &mut Vec<Cluster>) {
    let paragraph = analysis.paragraph_level();
    for (at, (byte, c)) in text.char_indices().enumerate() {
        if byte < from {
            continue;
        }
        let end = byte + c.len_utf8();
        let info = analysis.char_info().get(at);
        let starts = info.is_none_or(|info| info.is_grapheme_start());
        if let Some(last) = clusters.last_mut().filter(|last| !starts && last.face.is_none()) {
            last.range.end = end;
            continue;
        }
        clusters.push(Cluster {
            range: byte..end,
            run: pieces.styles.get(at).map_or(0, |run| usize::from(*run)),
            face: None,
            glyphs: Vec::new(),
            advance: 0.0,
            level: analysis.bidi_levels().get(at).copied().unwrap_or(paragraph).to_u8(),
            breaks: info.is_some_and(|info| info.is_soft_wrap_opportunity()),
            word: info.is_some_and(|info| info.is_word_boundary()),
            missing: true,
        });
    }
}
