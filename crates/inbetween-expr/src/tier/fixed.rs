//! Parts of a program that never change for a property: kept after their first time.

use super::code::{Op, R};
use super::lower::{Fixed, Lower, Lowered, No};
use crate::builtins;
use crate::{Class, MemberKind};
use oxc_ast::ast::*;

impl Lower {
    /// A part that never changes, computed once for a property.
    pub(super) fn kept(&mut self, it: &Expression<'_>, target: Option<R>) -> Lowered<R> {
        let d = self.target(target);
        let slot = self.code.kept;
        self.code.kept = slot.checked_add(1).ok_or(No { at: 0, reason: "it is too large" })?;
        let jump = self.emit(Op::Static { d, slot, to: 0 });
        self.keeping = true;
        let done = self.bare(it, Some(d));
        self.keeping = false;
        done?;
        self.emit(Op::Keep { a: d, slot });
        self.land(jump);
        Ok(d)
    }

    /// Remembers that a name that gets its only value here holds a part that never changes.
    pub(super) fn note_fixed(&mut self, name: &str, value: &Expression<'_>) {
        if self.writes.get(name) != Some(&1) {
            return;
        }
        let Some(fixed) = self.fixed_part(value) else { return };
        let level = self.level;
        for (at, scope) in self.scopes.iter_mut().enumerate().rev() {
            if let Some(binding) = scope.get_mut(name) {
                if binding.level == level {
                    binding.fixed = Some(fixed);
                    self.fixed.push((at, name.to_owned()));
                }
                return;
            }
        }
    }

    /// Forgets the fixed names of a part that may not have run.
    pub(super) fn forget_fixed(&mut self, from: usize) {
        for (scope, name) in self.fixed.split_off(from.min(self.fixed.len())) {
            if let Some(binding) = self.scopes.get_mut(scope).and_then(|scope| scope.get_mut(&name)) {
                binding.fixed = None;
            }
        }
    }

    /// Whether an expression has one value for a property at all times: lookups of layers, effects and properties by
    /// constant names, and what AE says of them without a time.
    pub(super) fn fixed_part(&self, it: &Expression<'_>) -> Option<Fixed> {
        match it {
            Expression::NumericLiteral(_) | Expression::StringLiteral(_) => Some(Fixed::Plain),
            Expression::ParenthesizedExpression(it) => self.fixed_part(&it.expression),
            Expression::Identifier(id) => {
                let binding = self.lookup(&id.name)?;
                binding.fixed.filter(|_| binding.level == self.level)
            }
            Expression::UnaryExpression(it) if it.operator == UnaryOperator::UnaryNegation => {
                matches!(it.argument, Expression::NumericLiteral(_)).then_some(Fixed::Plain)
            }
            Expression::StaticMemberExpression(it) if !it.optional => {
                let name = it.property.name.as_str();
                if matches!(&it.object, Expression::Identifier(id) if id.name == "$s") {
                    return match name {
                        "thisComp" | "thisLayer" | "thisProperty" | "thisProject" => Some(Fixed::Handle),
                        _ => {
                            // A built-in of that name comes first.
                            if builtins::BUILTINS.iter().any(|row| row.name == name) {
                                return None;
                            }
                            let classes = [Class::Layer, Class::Property, Class::Composition];
                            let (kind, name) =
                                classes.into_iter().find_map(|class| self.row_of(class, name))?;
                            (kind == MemberKind::Attribute).then(|| attribute_kind(name)).flatten()
                        }
                    };
                }
                if self.fixed_part(&it.object)? != Fixed::Handle {
                    return None;
                }
                let rows = Class::ALL.map(|class| self.row_of(class, name));
                if rows.iter().flatten().next().is_none() {
                    return (!matches!(name, "length" | "toString" | "valueOf")).then_some(Fixed::Handle);
                }
                let one = rows.iter().flatten().all(|(kind, _)| *kind == MemberKind::Attribute);
                let modern = rows.iter().flatten().next().map_or(name, |(_, modern)| modern);
                if one { attribute_kind(modern) } else { None }
            }
            Expression::CallExpression(it) if !it.optional => {
                for argument in &it.arguments {
                    let argument = argument.as_expression()?;
                    let root = matches!(argument, Expression::StaticMemberExpression(it)
                        if matches!(&it.object, Expression::Identifier(id) if id.name == "$s")
                            && it.property.name == "thisLayer");
                    if !root && self.fixed_part(argument)? != Fixed::Plain {
                        return None;
                    }
                }
                match &it.callee {
                    // Numbers made of numbers: `layer(index - 1)`.
                    Expression::Identifier(id)
                        if matches!(id.name.as_str(), "$add" | "$sub" | "$mul" | "$div" | "$neg") =>
                    {
                        Some(Fixed::Plain)
                    }
                    Expression::Identifier(id) if self.lookup(&id.name).is_none() => {
                        matches!(id.name.as_str(), "$add" | "$sub" | "$mul" | "$div").then_some(Fixed::Plain)
                    }
                    Expression::StaticMemberExpression(member) if !member.optional => {
                        let name = member.property.name.as_str();
                        let own = matches!(&member.object, Expression::Identifier(id) if id.name == "$s");
                        if own || self.fixed_part(&member.object)? == Fixed::Handle {
                            const LOOKUPS: &[&str] = &[
                                "animator",
                                "comp",
                                "content",
                                "effect",
                                "layer",
                                "mask",
                                "param",
                                "propertyGroup",
                                "selector",
                                "thisComp",
                                "thisLayer",
                                "thisProperty",
                                "transform",
                                "text",
                            ];
                            return LOOKUPS.contains(&name).then_some(Fixed::Handle).or_else(|| {
                                // A child by its compact name that is called.
                                let plain =
                                    Class::ALL.iter().all(|class| self.row_of(*class, name).is_none());
                                (plain && !own && !is_value_method(name)).then_some(Fixed::Handle)
                            });
                        }
                        None
                    }
                    callee => (self.fixed_part(callee)? == Fixed::Handle).then_some(Fixed::Handle),
                }
            }
            _ => None,
        }
    }
}

fn is_value_method(name: &str) -> bool {
    matches!(
        name,
        "toFixed"
            | "toString"
            | "valueOf"
            | "slice"
            | "split"
            | "replace"
            | "join"
            | "indexOf"
            | "map"
            | "concat"
    )
}

/// What kind of value an attribute has that does not change with time.
fn attribute_kind(name: &str) -> Option<Fixed> {
    Some(match name {
        "name" | "index" | "width" | "height" | "hasParent" | "inPoint" | "outPoint" | "startTime"
        | "hasVideo" | "hasAudio" | "enabled" | "numProperties" | "numLayers" | "duration"
        | "displayStartTime" | "frameDuration" | "shutterAngle" | "shutterPhase" | "pixelAspect"
        | "bgColor" | "numKeys" | "propertyIndex" => Fixed::Plain,
        "value" | "velocity" | "speed" | "active" | "audioActive" | "activeCamera" | "source" | "style"
        | "isPointText" | "isParagraphText" | "isHorizontalText" | "isVerticalText" | "invert"
        | "sourceData" | "sourceText" | "dataKeyCount" | "marker" | "parent" => return parent_is_fixed(name),
        _ => Fixed::Handle,
    })
}

/// A parent never changes, but may be undefined, which no later step of a chain knows.
fn parent_is_fixed(name: &str) -> Option<Fixed> {
    matches!(name, "parent" | "marker").then_some(Fixed::Handle)
}

/// Whether keeping a part is worth a slot: more than a root or a constant.
pub(super) fn is_long(it: &Expression<'_>) -> bool {
    match it {
        Expression::ParenthesizedExpression(it) => is_long(&it.expression),
        Expression::CallExpression(_) => true,
        Expression::StaticMemberExpression(it) => {
            let root = matches!(&it.object, Expression::Identifier(id) if id.name == "$s");
            !(root
                && matches!(
                    it.property.name.as_str(),
                    "thisComp" | "thisLayer" | "thisProperty" | "thisProject"
                ))
        }
        _ => false,
    }
}
