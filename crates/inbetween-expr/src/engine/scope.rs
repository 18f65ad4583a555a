//! Names an expression can see, for the front end and for near matches.

use crate::builtins::BUILTINS;
use crate::{Class, Host, program::Resolve};
use std::collections::BTreeMap;

/// AE names of the global scope that stand in no table.
const GLOBALS: &[(&str, &[&str])] = &[
    ("$", &[]),
    ("inbetween", &[]),
    ("posterizeTime", &["posterize_time"]),
    ("seedRandom", &["seed_random"]),
    ("selectorValue", &["selector_value"]),
    ("textIndex", &["text_index"]),
    ("textTotal", &["text_total"]),
    ("thisComp", &["this_comp"]),
    ("thisLayer", &["this_layer"]),
    ("thisProject", &["this_project"]),
    ("thisProperty", &["this_property"]),
    ("time", &[]),
    ("value", &[]),
];

/// Members of the project that need no `thisProject`.
pub(crate) const PROJECT_GLOBALS: &[&str] = &["colorDepth", "comp", "footage"];

/// Members of text styles, paths, keys and markers.
const VALUE_MEMBERS: &[&str] = &[
    "applyFill",
    "applyStroke",
    "baselineDirection",
    "baselineOption",
    "baselineShift",
    "chapter",
    "comment",
    "cuePointName",
    "digitSet",
    "direction",
    "duration",
    "eventCuePoint",
    "fillColor",
    "firstLineIndent",
    "font",
    "fontSize",
    "frameTarget",
    "horizontalScaling",
    "inTangents",
    "index",
    "isAllCaps",
    "isAutoLeading",
    "isClosed",
    "isEveryLineComposer",
    "isFauxBold",
    "isFauxItalic",
    "isHangingRoman",
    "isLigature",
    "isSmallCaps",
    "justification",
    "kerning",
    "kerningType",
    "leading",
    "leadingType",
    "leftMargin",
    "lineJoin",
    "normalOnPath",
    "outTangents",
    "parameters",
    "pointOnPath",
    "points",
    "protectedRegion",
    "replaceText",
    "rightMargin",
    "spaceAfter",
    "spaceBefore",
    "strokeColor",
    "strokeWidth",
    "tangentOnPath",
    "tracking",
    "tsume",
    "url",
    "verticalScaling",
];

/// The names of a host, as [`Resolve`] answers for them: built-in functions, then members of `thisLayer`, of
/// `thisProperty`, of `thisComp`.
#[derive(Clone, Debug, Default)]
pub struct ScopeNames {
    scope: BTreeMap<&'static str, &'static str>,
    members: BTreeMap<&'static str, &'static str>,
}

impl ScopeNames {
    /// The names of an expression on a property, the widest scope.
    #[must_use]
    pub fn new(host: &dyn Host) -> Self {
        Self::with_classes(host, &[Class::Layer, Class::Property, Class::PropertyGroup, Class::Composition])
    }

    /// The names of an expression that is evaluated in a composition.
    #[must_use]
    pub fn composition(host: &dyn Host) -> Self {
        Self::with_classes(host, &[Class::Composition])
    }

    fn with_classes(host: &dyn Host, scope: &[Class]) -> Self {
        let mut names = Self::default();
        for (name, aliases) in GLOBALS {
            names.scope(name, aliases);
        }
        for builtin in BUILTINS {
            names.scope(builtin.name, builtin.aliases);
        }
        for class in scope {
            for member in host.members(*class) {
                names.scope(member.name, member.aliases);
            }
        }
        for class in Class::ALL {
            for member in host.members(class) {
                let global = class == Class::Project && PROJECT_GLOBALS.contains(&member.name);
                if global {
                    names.scope(member.name, member.aliases);
                }
                names.member(member.name, member.aliases);
            }
        }
        for name in VALUE_MEMBERS {
            names.member(name, &[]);
        }
        names
    }

    fn scope(&mut self, name: &'static str, aliases: &[&'static str]) {
        self.scope.insert(name, name);
        for alias in aliases {
            self.scope.entry(alias).or_insert(name);
        }
        self.member(name, aliases);
    }

    fn member(&mut self, name: &'static str, aliases: &[&'static str]) {
        for alias in aliases {
            self.members.entry(alias).or_insert(name);
        }
    }

    /// The scope's name nearest to one that is not there: at most two letters off, and a third of its length.
    #[must_use]
    pub fn near_scope(&self, name: &str) -> Option<&'static str> {
        near(name, self.scope.values().copied())
    }
}

impl Resolve for ScopeNames {
    fn scope_name(&self, name: &str) -> Option<&'static str> {
        self.scope.get(name).copied()
    }

    fn member_name(&self, name: &str) -> Option<&'static str> {
        self.members.get(name).copied()
    }
}

/// The nearest of `names`: letter case does not count as a difference; ties go to the first in order.
pub(super) fn near(name: &str, names: impl Iterator<Item = &'static str>) -> Option<&'static str> {
    let wanted: Vec<char> = name.to_lowercase().chars().take(64).collect();
    let most = (wanted.len() / 3).clamp(1, 2);
    names
        .filter(|n| *n != name)
        .map(|n| (distance(&wanted, &n.to_lowercase().chars().collect::<Vec<_>>()), n))
        .filter(|(d, _)| *d <= most)
        .min()
        .map(|(_, n)| n)
}

/// Edits that turn one word into the other (insert, delete, replace, swap neighbours).
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut next = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let at = |row: &[usize], k: usize| row.get(k).copied().unwrap_or(usize::MAX / 2);
            let mut best = (at(&row, j) + usize::from(x != y)).min(at(&row, j + 1) + 1).min(at(&next, j) + 1);
            let swapped = i > 0 && j > 0 && a.get(i - 1) == Some(y) && b.get(j - 1) == Some(x);
            if swapped {
                best = best.min(at(&before, j - 1) + 1);
            }
            next.push(best);
        }
        before = std::mem::replace(&mut row, next);
    }
    row.last().copied().unwrap_or(0)
}
