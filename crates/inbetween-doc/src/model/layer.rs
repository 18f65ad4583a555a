use super::{CompositionId, FootageId, Marker, PropertyGroup, SourceSpan};

/// A layer.
#[derive(Clone, Debug, Default)]
pub struct Layer {
    /// The stored id (`ind`), which parents and mattes refer to and random seeds hang on.
    pub id: Option<i64>,
    /// Name; AE shows the source's name where a layer has none.
    pub name: String,
    /// Kind.
    pub kind: LayerKind,
    /// What it plays.
    pub source: LayerSource,
    /// Width in pixels of the layer's own space (0 for cameras, lights, shapes and text).
    pub width: f64,
    /// Height in pixels of the layer's own space.
    pub height: f64,
    /// First composition frame shown.
    pub in_point: f64,
    /// One past the last composition frame shown.
    pub out_point: f64,
    /// Composition frame at which the source starts.
    pub start_time: f64,
    /// Time stretch as a factor: 1 plays as it is, 2 half as fast, negative backwards.
    pub stretch: f64,
    /// Stored id of the parent layer.
    pub parent: Option<i64>,
    /// Track matte.
    pub matte: Option<TrackMatte>,
    /// Whether it serves as another layer's matte and is not drawn itself.
    pub is_matte_source: bool,
    /// Blend mode.
    pub blend_mode: BlendMode,
    /// Whether it has a third dimension.
    pub three_d: bool,
    /// Auto-orient option.
    pub auto_orient: AutoOrient,
    /// Whether the video switch is off (`hd`).
    pub hidden: bool,
    /// Whether it is an adjustment layer.
    pub adjustment: bool,
    /// Whether a precomposition passes its layers through (collapse transformations).
    pub collapse: bool,
    /// Whether motion blur is on.
    pub motion_blur: bool,
    /// The Comment column.
    pub comment: String,
    /// Layer markers in time order.
    pub markers: Vec<Marker>,
    /// What a mesh layer shows.
    pub mesh: Option<MeshData>,
    /// All properties: the layer is itself a property group, as in AE. Its children are the groups Masks,
    /// Effects, Transform, Layer Styles, Text, Contents, Camera Options and so on, those it has.
    pub properties: PropertyGroup,
    /// The object in the file.
    pub span: Option<SourceSpan>,
}

/// Kinds of layer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LayerKind {
    /// A composition inside the composition.
    Precomposition,
    /// A solid.
    Solid,
    /// An image or other footage.
    Image,
    /// A null object.
    #[default]
    Null,
    /// A shape layer.
    Shape,
    /// A text layer.
    Text,
    /// Sound.
    Audio,
    /// A camera.
    Camera,
    /// A light.
    Light,
    /// A data layer.
    Data,
    /// A mesh in space: a shape layer with a member `mesh`, which other players show as nothing.
    Mesh,
    /// A kind this version does not know, by its number in the file.
    Unknown(i64),
}

/// Files by their names.
pub type MeshFiles = std::collections::BTreeMap<String, std::sync::Arc<[u8]>>;

/// The mesh of a mesh layer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MeshData {
    /// Where it is.
    pub source: MeshSource,
    /// Files that a glTF mesh takes its numbers from, by the names it gives them (percent-decoded).
    pub buffers: std::sync::Arc<MeshFiles>,
    /// Sharp edges: two vertices, counted from 0, and for how many levels they stay sharp.
    pub creases: Vec<([u32; 2], f64)>,
}

/// Where a mesh is.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub enum MeshSource {
    /// Nowhere.
    #[default]
    Missing,
    /// In a file beside the document: a path.
    File(String),
    /// Here: the bytes of an OBJ or glTF file.
    Bytes(std::sync::Arc<[u8]>),
}

/// What a layer plays.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub enum LayerSource {
    /// Nothing of its own.
    #[default]
    None,
    /// A composition.
    Composition(CompositionId),
    /// Footage.
    Footage(FootageId),
    /// A solid of this RGB colour, 0..1.
    Solid([f64; 3]),
    /// An asset the file names but does not have.
    Missing(String),
}

/// A track matte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrackMatte {
    /// How the matte counts.
    pub mode: MatteMode,
    /// Stored id of the matte layer; `None` is the layer above.
    pub layer: Option<i64>,
}

/// How a track matte counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MatteMode {
    /// Alpha.
    Alpha,
    /// Inverted alpha.
    AlphaInverted,
    /// Luma.
    Luma,
    /// Inverted luma.
    LumaInverted,
}

/// Auto-orient options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum AutoOrient {
    /// Off.
    #[default]
    Off,
    /// Along the motion path.
    AlongPath,
    /// Towards the camera, or towards the point of interest for cameras and lights.
    TowardsCamera,
}

/// AE's blend modes that a Lottie file can carry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[allow(missing_docs, reason = "AE's own names say it")]
pub enum BlendMode {
    #[default]
    Normal,
    Multiply,
    Screen,
    Overlay,
    Darken,
    Lighten,
    ColorDodge,
    ColorBurn,
    HardLight,
    SoftLight,
    Difference,
    Exclusion,
    Hue,
    Saturation,
    Color,
    Luminosity,
    Add,
    HardMix,
}

impl BlendMode {
    /// All modes in the order of Lottie's `bm`, which shape items hold as a number too.
    pub const ALL: [Self; 18] = [
        Self::Normal,
        Self::Multiply,
        Self::Screen,
        Self::Overlay,
        Self::Darken,
        Self::Lighten,
        Self::ColorDodge,
        Self::ColorBurn,
        Self::HardLight,
        Self::SoftLight,
        Self::Difference,
        Self::Exclusion,
        Self::Hue,
        Self::Saturation,
        Self::Color,
        Self::Luminosity,
        Self::Add,
        Self::HardMix,
    ];
}
