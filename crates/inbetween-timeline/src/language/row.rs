//! The tables: what members the classes have and which function answers each.

use super::call::Call;
use super::{composition, footage, group, inbetween, layer, marker, path, project, property, space, text};
use inbetween_expr::{Class, Fault, Item, Member, MemberKind};
use std::collections::HashMap;
use std::sync::LazyLock;

/// The function behind a member.
pub(super) type Eval = fn(&mut Call<'_>) -> Result<Item, Fault>;

/// One member of a class.
#[derive(Debug)]
pub(super) struct Row {
    name: &'static str,
    aliases: &'static [&'static str],
    kind: MemberKind,
    doc: &'static str,
    eval: Eval,
}

/// A member that is read.
pub(super) const fn attribute(
    name: &'static str,
    aliases: &'static [&'static str],
    doc: &'static str,
    eval: Eval,
) -> Row {
    Row { name, aliases, kind: MemberKind::Attribute, doc, eval }
}

/// A member that is called.
pub(super) const fn method(
    name: &'static str,
    aliases: &'static [&'static str],
    doc: &'static str,
    eval: Eval,
) -> Row {
    Row { name, aliases, kind: MemberKind::Method, doc, eval }
}

fn tables(class: Class) -> &'static [&'static [Row]] {
    match class {
        Class::Project => &[project::ROWS],
        Class::Composition => &[composition::ROWS],
        Class::Footage => &[footage::ROWS],
        Class::Layer => &[layer::ROWS, layer::PROPERTY_ROWS, space::ROWS],
        Class::PropertyGroup => &[group::ROWS],
        Class::Property => &[property::ROWS, path::ROWS, text::ROWS],
        Class::MarkerProperty => &[marker::ROWS],
        Class::Inbetween => &[inbetween::ROWS],
        _ => &[],
    }
}

static MEMBERS: LazyLock<HashMap<Class, Vec<Member>>> = LazyLock::new(|| {
    let list = |class| {
        tables(class)
            .iter()
            .flat_map(|table| table.iter())
            .map(|row| Member { name: row.name, aliases: row.aliases, kind: row.kind, doc: row.doc })
            .collect()
    };
    Class::ALL.into_iter().map(|class| (class, list(class))).collect()
});

static EVALS: LazyLock<HashMap<(Class, &'static str), Eval>> = LazyLock::new(|| {
    Class::ALL
        .into_iter()
        .flat_map(|class| {
            tables(class).iter().flat_map(|table| table.iter()).map(move |row| ((class, row.name), row.eval))
        })
        .collect()
});

/// The members of a class.
pub(crate) fn members(class: Class) -> &'static [Member] {
    MEMBERS.get(&class).map_or(&[], Vec::as_slice)
}

/// The function behind a member.
pub(super) fn eval(class: Class, name: &'static str) -> Option<Eval> {
    EVALS.get(&(class, name)).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_class_has_a_name_twice() {
        for class in Class::ALL {
            let mut names: Vec<&str> = members(class)
                .iter()
                .flat_map(|member| member.aliases.iter().copied().chain([member.name]))
                .collect();
            let all = names.len();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), all, "{class:?}");
        }
    }
}
