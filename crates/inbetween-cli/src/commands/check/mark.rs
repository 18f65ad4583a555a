//! Where a finding stands in its file.

use inbetween::{Diagnostic, Project, SourcePoint};

/// Where the lines of a file's text begin.
pub(super) struct Marks {
    lines: Vec<usize>,
}

impl Marks {
    /// Of the text a project was read from.
    pub(super) fn of(project: &Project) -> Self {
        let text = &project.document().source.text;
        let plain = !project.is_scene() && project.document().source.container == "json";
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1);
        Self { lines: if plain { std::iter::once(0).chain(ends).collect() } else { Vec::new() } }
    }

    /// The line and column of a finding: of its property, or in a scene file of the line of its expression.
    pub(super) fn point(&self, project: &Project, finding: &Diagnostic) -> Option<SourcePoint> {
        if let Some(place) = project.scene_place(&finding.location) {
            let inside = finding.location.point.map_or(0, |point| point.line - 1);
            return Some(SourcePoint { line: place.line + inside, column: 1 });
        }
        let start = project.file_span(&finding.location)?.start;
        let line = self.lines.partition_point(|begin| *begin <= start);
        let begin = self.lines.get(line.checked_sub(1)?)?;
        let before = project.document().source.text.get(*begin..start)?;
        let column = before.chars().count() + 1;
        Some(SourcePoint { line: u32::try_from(line).ok()?, column: u32::try_from(column).ok()? })
    }
}
