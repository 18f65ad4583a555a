//! Text styles across the border. JavaScript holds them as plain fields by AE's names, with what ranges of characters
//! have of their own.

use super::convert::Reader;
use crate::Item;
use inbetween_types::text::{
    BaselineDirection, BaselineOption, Caps, Direction, KerningType, LineJoin, ParagraphStyle, StyleRange,
};
use inbetween_types::{Justification, TextDocument, TextStyle};
use rquickjs::{Array, Ctx, Object, Result, String as JsString};
use std::sync::Arc;

const JUSTIFICATIONS: [(Justification, &str); 7] = [
    (Justification::Left, "alignLeft"),
    (Justification::Right, "alignRight"),
    (Justification::Center, "alignCenter"),
    (Justification::JustifyLastLeft, "justifyLastLeft"),
    (Justification::JustifyLastRight, "justifyLastRight"),
    (Justification::JustifyLastCenter, "justifyLastCenter"),
    (Justification::JustifyFull, "justifyFull"),
];
const BASELINE_OPTIONS: [(BaselineOption, &str); 3] = [
    (BaselineOption::Default, "default"),
    (BaselineOption::Subscript, "subscript"),
    (BaselineOption::Superscript, "superscript"),
];
const BASELINE_DIRECTIONS: [(BaselineDirection, &str); 3] = [
    (BaselineDirection::Default, "default"),
    (BaselineDirection::Rotated, "rotated"),
    (BaselineDirection::TateChuYoko, "tate-chuu-yoko"),
];
const LINE_JOINS: [(LineJoin, &str); 3] =
    [(LineJoin::Miter, "miter"), (LineJoin::Round, "round"), (LineJoin::Bevel, "bevel")];
const KERNING_TYPES: [(KerningType, &str); 3] =
    [(KerningType::Metrics, "metrics"), (KerningType::Optical, "optical"), (KerningType::Manual, "manual")];

/// The value of a word; the first one for a word that is none of them.
fn value<T: Copy + Default>(table: &[(T, &str)], word: &str) -> T {
    table.iter().find(|(_, own)| *own == word).map_or_else(T::default, |(value, _)| *value)
}

fn word<T: PartialEq>(table: &[(T, &'static str)], value: &T) -> &'static str {
    table.iter().find(|(own, _)| own == value).map_or("", |(_, word)| word)
}

/// Names of the fields that a range of characters may have of its own.
const CHARACTER: [&str; 24] = [
    "font",
    "fontSize",
    "applyFill",
    "fillColor",
    "applyStroke",
    "strokeColor",
    "strokeWidth",
    "tracking",
    "isAutoLeading",
    "leading",
    "baselineShift",
    "isAllCaps",
    "isSmallCaps",
    "isFauxBold",
    "isFauxItalic",
    "horizontalScaling",
    "verticalScaling",
    "baselineOption",
    "baselineDirection",
    "digitSet",
    "isLigature",
    "lineJoin",
    "tsume",
    "kerning",
];

/// A style in the making: AE keeps colours that are switched off.
#[derive(Clone, Default)]
struct Draft {
    style: TextStyle,
    fill: (bool, [f64; 3]),
    stroke: (bool, [f64; 3]),
    leading: (bool, f64),
    caps: [bool; 2],
}

impl Draft {
    fn finish(&self) -> TextStyle {
        let caps = match self.caps {
            [true, _] => Caps::All,
            [_, true] => Caps::Small,
            _ => Caps::Normal,
        };
        TextStyle {
            fill_color: self.fill.0.then_some(self.fill.1),
            stroke_color: self.stroke.0.then_some(self.stroke.1),
            leading: (!self.leading.0).then_some(self.leading.1),
            caps,
            ..self.style.clone()
        }
    }
}

/// One field with its value.
enum Change {
    Number(fn(&mut Draft, f64), f64),
    Flag(fn(&mut Draft, bool), bool),
    Color(fn(&mut Draft, [f64; 3]), [f64; 3]),
    Word(fn(&mut Draft, &str), String),
}

impl Change {
    fn apply(&self, draft: &mut Draft) {
        match self {
            Self::Number(set, n) => set(draft, *n),
            Self::Flag(set, on) => set(draft, *on),
            Self::Color(set, color) => set(draft, *color),
            Self::Word(set, word) => set(draft, word),
        }
    }
}

impl<'js> Reader<'_, 'js> {
    /// The document of a style's fields.
    pub(super) fn style(&mut self, object: &Object<'js>) -> Result<Item> {
        let text: JsString<'js> = object.get("text")?;
        let text = self.text(&text)?;
        let mut draft = Draft::default();
        for name in CHARACTER.into_iter().chain(["kerningType"]) {
            if let Some(change) = self.change(object, name)? {
                change.apply(&mut draft);
            }
        }
        draft.style.stroke_over_fill = object.get("strokeOverFill")?;
        draft.style.justification = value(&JUSTIFICATIONS, &self.words(object, "justification")?);
        let pair = |name: &str| -> Result<Option<[f64; 2]>> {
            let pair: Option<Vec<f64>> = object.get(name)?;
            Ok(pair.and_then(|p| <[f64; 2]>::try_from(p).ok()))
        };
        let ranges = self.ranges(object, &text, &draft)?;
        Ok(Item::Style(Arc::new(TextDocument {
            style: draft.finish(),
            ranges,
            paragraph: self.paragraph(object)?,
            vertical: object.get("vertical")?,
            style_only: !object.get::<_, bool>("textSet")?,
            box_size: pair("boxSize")?,
            box_position: pair("boxPosition")?,
            text,
        })))
    }

    fn words(&mut self, object: &Object<'js>, name: &str) -> Result<String> {
        let words: JsString<'js> = object.get(name)?;
        self.text(&words)
    }

    fn paragraph(&mut self, object: &Object<'js>) -> Result<ParagraphStyle> {
        let number = |name: &str| object.get::<_, f64>(name);
        let direction = match self.words(object, "direction")?.as_str() {
            "right-to-left" => Direction::RightToLeft,
            // What no expression has set stays as the file has it.
            "left-to-right" if object.get::<_, bool>("directionSet")? => Direction::LeftToRight,
            _ => Direction::Auto,
        };
        Ok(ParagraphStyle {
            direction,
            first_line_indent: number("firstLineIndent")?,
            left_margin: number("leftMargin")?,
            right_margin: number("rightMargin")?,
            space_before: number("spaceBefore")?,
            space_after: number("spaceAfter")?,
            every_line_composer: object.get("isEveryLineComposer")?,
            hanging_roman: object.get("isHangingRoman")?,
            leading_top_to_top: self.words(object, "leadingType")? == "top-to-top",
        })
    }

    /// One field of an object, if it has it.
    fn change(&mut self, object: &Object<'js>, name: &str) -> Result<Option<Change>> {
        if !object.contains_key(name)? {
            return Ok(None);
        }
        let number = |set| Ok(Some(Change::Number(set, object.get(name)?)));
        let flag = |set| Ok(Some(Change::Flag(set, object.get(name)?)));
        let color = |set| {
            let color = <[f64; 3]>::try_from(object.get::<_, Vec<f64>>(name)?).unwrap_or_default();
            Ok(Some(Change::Color(set, color)))
        };
        match name {
            "fontSize" => number(|d, n| d.style.font_size = n),
            "applyFill" => flag(|d, on| d.fill.0 = on),
            "fillColor" => color(|d, c| d.fill.1 = c),
            "applyStroke" => flag(|d, on| d.stroke.0 = on),
            "strokeColor" => color(|d, c| d.stroke.1 = c),
            "strokeWidth" => number(|d, n| d.style.stroke_width = n),
            "tracking" => number(|d, n| d.style.tracking = n),
            "isAutoLeading" => flag(|d, on| d.leading.0 = on),
            "leading" => number(|d, n| d.leading.1 = n),
            "baselineShift" => number(|d, n| d.style.baseline_shift = n),
            "isAllCaps" => flag(|d, on| d.caps[0] = on),
            "isSmallCaps" => flag(|d, on| d.caps[1] = on),
            "isFauxBold" => flag(|d, on| d.style.faux_bold = on),
            "isFauxItalic" => flag(|d, on| d.style.faux_italic = on),
            "horizontalScaling" => number(|d, n| d.style.horizontal_scaling = n),
            "verticalScaling" => number(|d, n| d.style.vertical_scaling = n),
            "isLigature" => flag(|d, on| d.style.ligatures = on),
            "tsume" => number(|d, n| d.style.tsume = n),
            "kerning" => number(|d, n| d.style.kerning = n),
            _ => {
                let set: fn(&mut Draft, &str) = match name {
                    "font" => |d, w| w.clone_into(&mut d.style.font),
                    "baselineOption" => |d, w| d.style.baseline_option = value(&BASELINE_OPTIONS, w),
                    "baselineDirection" => |d, w| d.style.baseline_direction = value(&BASELINE_DIRECTIONS, w),
                    "digitSet" => |d, w| d.style.hindi_digits = w == "hindidigits",
                    "lineJoin" => |d, w| d.style.line_join = value(&LINE_JOINS, w),
                    "kerningType" => |d, w| d.style.kerning_type = value(&KERNING_TYPES, w),
                    _ => return Ok(None),
                };
                Ok(Some(Change::Word(set, self.words(object, name)?)))
            }
        }
    }

    /// What ranges of characters have of their own, as styles of stretches that do not overlap.
    fn ranges(&mut self, object: &Object<'js>, text: &str, base: &Draft) -> Result<Vec<StyleRange>> {
        let runs: Array<'js> = object.get("runs")?;
        self.spend(runs.len())?;
        if runs.is_empty() {
            return Ok(Vec::new());
        }
        let bytes = bytes_of_units(text);
        // Beyond the end, each unit counts as a byte: the text the style is given to may be longer.
        let byte = |units: f64| -> usize {
            let units = units.clamp(0.0, f64::from(u32::MAX)) as usize;
            bytes.get(units).copied().unwrap_or_else(|| text.len() + (units - bytes.len()))
        };
        let mut changes: Vec<(std::ops::Range<usize>, Vec<Change>)> = Vec::with_capacity(runs.len());
        let mut edges = Vec::new();
        for run in runs.iter::<Array<'js>>() {
            let run = run?;
            let range = byte(run.get(0)?)..byte(run.get(1)?);
            let fields: Object<'js> = run.get(2)?;
            let mut list = Vec::new();
            for name in CHARACTER.into_iter().chain(["kerningType"]) {
                list.extend(self.change(&fields, name)?);
            }
            if !range.is_empty() && !list.is_empty() {
                edges.extend([range.start, range.end]);
                changes.push((range, list));
            }
        }
        edges.sort_unstable();
        edges.dedup();
        let mut out: Vec<StyleRange> = Vec::new();
        for (&start, &end) in edges.iter().zip(edges.iter().skip(1)) {
            let mut draft = base.clone();
            let mut own = false;
            for (_, list) in changes.iter().filter(|(range, _)| range.start <= start && end <= range.end) {
                own = true;
                list.iter().for_each(|change| change.apply(&mut draft));
            }
            if !own {
                continue;
            }
            let style = draft.finish();
            match out.last_mut().filter(|last| last.range.end == start && last.style == style) {
                Some(last) => last.range.end = end,
                None => out.push(StyleRange { range: start..end, style }),
            }
        }
        Ok(out)
    }
}

/// For each UTF-16 unit of a text, by which expressions count characters: the byte its character starts at.
fn bytes_of_units(text: &str) -> Vec<usize> {
    text.char_indices().flat_map(|(at, c)| std::iter::repeat_n(at, c.len_utf16())).collect()
}

/// The fields of a document's style. Styles of ranges stay behind: a style is that of the first character.
pub(super) fn fields<'js>(ctx: &Ctx<'js>, text: &TextDocument) -> Result<Object<'js>> {
    let fields = Object::new(ctx.clone())?;
    let style = &text.style;
    let paragraph = &text.paragraph;
    let pair = |pair: Option<[f64; 2]>| pair.map(|p| p.to_vec());
    fields.set("text", text.text.as_str())?;
    fields.set("textSet", !text.style_only)?;
    fields.set("font", style.font.as_str())?;
    fields.set("fontSize", style.font_size)?;
    fields.set("applyFill", style.fill_color.is_some())?;
    fields.set("fillColor", style.fill_color.unwrap_or_default().to_vec())?;
    fields.set("applyStroke", style.stroke_color.is_some())?;
    fields.set("strokeColor", style.stroke_color.unwrap_or_default().to_vec())?;
    fields.set("strokeWidth", style.stroke_width)?;
    fields.set("strokeOverFill", style.stroke_over_fill)?;
    fields.set("tracking", style.tracking)?;
    fields.set("isAutoLeading", style.leading.is_none())?;
    fields.set("leading", style.leading.unwrap_or(style.font_size * 1.2))?;
    fields.set("baselineShift", style.baseline_shift)?;
    fields.set("justification", word(&JUSTIFICATIONS, &style.justification))?;
    fields.set("isAllCaps", style.caps == Caps::All)?;
    fields.set("isSmallCaps", style.caps == Caps::Small)?;
    fields.set("isFauxBold", style.faux_bold)?;
    fields.set("isFauxItalic", style.faux_italic)?;
    fields.set("horizontalScaling", style.horizontal_scaling)?;
    fields.set("verticalScaling", style.vertical_scaling)?;
    fields.set("baselineOption", word(&BASELINE_OPTIONS, &style.baseline_option))?;
    fields.set("baselineDirection", word(&BASELINE_DIRECTIONS, &style.baseline_direction))?;
    fields.set("digitSet", if style.hindi_digits { "hindidigits" } else { "default" })?;
    fields.set("isLigature", style.ligatures)?;
    fields.set("lineJoin", word(&LINE_JOINS, &style.line_join))?;
    fields.set("tsume", style.tsume)?;
    fields.set("kerning", style.kerning)?;
    fields.set("kerningType", word(&KERNING_TYPES, &style.kerning_type))?;
    let rtl = paragraph.direction == Direction::RightToLeft;
    fields.set("direction", if rtl { "right-to-left" } else { "left-to-right" })?;
    fields.set("directionSet", paragraph.direction != Direction::Auto)?;
    fields.set("firstLineIndent", paragraph.first_line_indent)?;
    fields.set("leftMargin", paragraph.left_margin)?;
    fields.set("rightMargin", paragraph.right_margin)?;
    fields.set("spaceBefore", paragraph.space_before)?;
    fields.set("spaceAfter", paragraph.space_after)?;
    fields.set("isEveryLineComposer", paragraph.every_line_composer)?;
    fields.set("isHangingRoman", paragraph.hanging_roman)?;
    fields
        .set("leadingType", if paragraph.leading_top_to_top { "top-to-top" } else { "bottom-to-bottom" })?;
    fields.set("vertical", text.vertical)?;
    fields.set("boxSize", pair(text.box_size))?;
    fields.set("boxPosition", pair(text.box_position))?;
    Ok(fields)
}
