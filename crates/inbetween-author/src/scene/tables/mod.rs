//! The words of scene files: one table per kind of thing, from which reading, writing, messages, the JSON Schema and
//! the reference are made.

mod composition;
mod layer;
mod menus;
mod parts;

pub(super) use composition::*;
pub(super) use layer::*;
pub(super) use menus::*;
pub(super) use parts::*;

use inbetween_doc::schema::Field;
use inbetween_types::{Unit, ValueKind};
use std::borrow::Cow;

/// What a key's value is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    /// A property: a value, keyframes, an expression.
    Property(ValueKind),
    /// A plain number.
    Number,
    /// true or false, which Lottie writes as 1 or not at all.
    Switch,
    /// true or false, which Lottie writes as true or not at all.
    Flag,
    /// A text.
    Text,
    /// A time, which Lottie counts in frames.
    Time,
    /// One of some words, which Lottie writes as numbers; the number itself is understood too.
    Words(Words),
    /// One of some words, which Lottie writes as letters.
    Letters(&'static [(&'static str, &'static str)]),
    /// A colour that cannot change, which Lottie writes as `#rrggbb`.
    Hex,
    /// A colour that cannot change, which Lottie writes as a list.
    Rgb,
    /// Two plain numbers.
    Pair,
    /// Read by code of its own; the word names what it is.
    Special(&'static str),
}

/// Words and the numbers Lottie writes for them.
pub(super) type Words = &'static [(&'static str, f64)];

/// One key of a table.
#[derive(Clone, Debug)]
pub(super) struct Key {
    /// The word in a scene file.
    pub(super) name: Cow<'static, str>,
    /// The member of the Lottie object; further spellings follow.
    pub(super) lottie: &'static [&'static str],
    pub(super) kind: Kind,
    /// What counts when it is missing.
    pub(super) default: &'static [f64],
    /// Whether Lottie files state the default too.
    pub(super) stated: bool,
    /// One line for people.
    pub(super) doc: Cow<'static, str>,
}

/// A hand-written key.
const fn key(name: &'static str, lottie: &'static [&'static str], kind: Kind, doc: &'static str) -> Key {
    Key { name: Cow::Borrowed(name), lottie, kind, default: &[], stated: false, doc: Cow::Borrowed(doc) }
}

/// The same with a default that Lottie files state.
const fn with_default(
    name: &'static str,
    lottie: &'static [&'static str],
    kind: Kind,
    default: &'static [f64],
    doc: &'static str,
) -> Key {
    Key { name: Cow::Borrowed(name), lottie, kind, default, stated: true, doc: Cow::Borrowed(doc) }
}

impl Key {
    /// A key from the importer's own table; `None` for what has no place in a file.
    fn of(field: &'static Field) -> Option<Self> {
        field.keys.first()?;
        let kind = match (field.fixed, field.kind) {
            (true, _) => words_of(field.match_name).map_or(Kind::Number, Kind::Words),
            (false, kind) => Kind::Property(kind),
        };
        let unit = match field.unit {
            Unit::Percent => ", percent",
            Unit::Degrees => ", degrees",
            Unit::Pixels => ", pixels",
            Unit::Seconds => ", seconds",
            _ => "",
        };
        let start = match field.kind {
            ValueKind::Color => String::new(),
            _ => default_words(field.default),
        };
        // An item's own type is called so already.
        let name = match field.match_name {
            "ADBE Vector Grad Type" => "gradient_type".to_owned(),
            "ADBE Vector Star Type" => "star_type".to_owned(),
            _ => snake(field.name),
        };
        Some(Self {
            name: name.into(),
            lottie: field.keys,
            kind,
            default: field.default,
            stated: true,
            doc: format!("{}{unit}{start}", field.name).into(),
        })
    }

    /// The keys of one of the importer's tables.
    pub(super) fn all_of(fields: &'static [Field]) -> Vec<Self> {
        fields.iter().filter_map(Self::of).collect()
    }

    /// The member it is written to: of plain numbers the last spelling, which every player reads (`ml`, not `ml2`).
    pub(super) fn member(&self) -> &'static str {
        let member = match self.kind {
            Kind::Number => self.lottie.last(),
            _ => self.lottie.first(),
        };
        member.copied().unwrap_or("")
    }
}

fn default_words(default: &[f64]) -> String {
    match default {
        [] => String::new(),
        [one] => format!("; {one} by default"),
        list => format!("; {} by default", list.iter().map(f64::to_string).collect::<Vec<_>>().join(", ")),
    }
}

/// AE's name in the way scene files write it: `Inner Roundness` is `inner_roundness`.
pub(super) fn snake(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for c in name.chars() {
        if c.is_ascii_alphanumeric() {
            out.push(c.to_ascii_lowercase());
        } else if !out.ends_with('_') && !out.is_empty() {
            out.push('_');
        }
    }
    out.trim_end_matches('_').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_words() {
        assert_eq!(snake("Pucker & Bloat"), "pucker_bloat");
        assert_eq!(snake("Ridges per segment"), "ridges_per_segment");
        assert_eq!(snake("Wiggles/Second"), "wiggles_second");
    }
}
