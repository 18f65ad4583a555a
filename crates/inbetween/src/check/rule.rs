//! What a rule is.

use super::subject::{Subject, Whole};
use inbetween_expr::tree::NodeId;
use inbetween_types::{Diagnostic, Location, Severity};

/// A rule of `inbetween check`: one line of [`super::RULES`], one file in `rules/`.
pub struct Rule {
    /// Stable code of its findings, for example `motion/speed-times-time`.
    pub code: &'static str,
    /// How much a finding matters unless a configuration says otherwise.
    pub level: Severity,
    /// What it finds, one line.
    pub finds: &'static str,
    /// Why that matters, and what to do.
    pub why: &'static str,
    /// What it finds.
    pub wrong: Sample,
    /// The same done well.
    pub right: Sample,
    /// Whether `--fix` mends it.
    pub fixes: bool,
    pub(crate) search: Search,
}

impl std::fmt::Debug for Rule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Rule").field("code", &self.code).field("level", &self.level).finish_non_exhaustive()
    }
}

/// An example; the rule's own test runs it.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Sample {
    /// An expression on a property of the file of examples.
    On(&'static str, &'static str),
    /// Members of a file, in JSON, put into the file of examples: lists are added to its lists.
    Members(&'static str),
}

/// How a rule finds.
#[derive(Clone, Copy)]
pub(crate) enum Search {
    /// Opening, compiling and evaluating make the finding.
    Engine,
    /// Each expression is looked at.
    Expression(fn(&Subject<'_>, &mut Report<'_>)),
    /// The file is looked at as a whole.
    File(fn(&Whole<'_>, &mut Report<'_>)),
}

/// Where a rule puts its findings.
pub(crate) struct Report<'r> {
    pub(crate) rule: &'static Rule,
    pub(crate) list: &'r mut Vec<Diagnostic>,
}

impl Report<'_> {
    /// A finding at a node of an expression.
    pub(crate) fn at(&mut self, subject: &Subject<'_>, node: NodeId, message: String, help: &str) {
        let mut location = subject.location();
        location.point = Some(subject.tree.point(node));
        self.on(location, message, help);
    }

    /// A finding at a place.
    pub(crate) fn on(&mut self, location: Location, message: String, help: &str) {
        let finding = Diagnostic::new(self.rule.code, self.rule.level, message).with_help(help).at(location);
        self.list.push(finding);
    }
}
