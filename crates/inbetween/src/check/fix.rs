//! Mending what can be mended safely.

use super::subject::Subject;
use super::{limits_of, rules::fix_degrees};
use crate::{Error, Project};
use inbetween_expr::tree::{Edit, Tree, apply, printed_edits};
use inbetween_timeline::{PropertyRef, Session};
use inbetween_types::Location;
use std::sync::OnceLock;

/// An expression that was mended.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Fixed {
    /// Whose expression.
    pub property: PropertyRef,
    /// Where it is.
    pub location: Location,
    /// The text as the file holds it.
    pub before: String,
    /// The mended text.
    pub after: String,
    /// Codes of the rules whose findings are mended.
    pub codes: Vec<&'static str>,
}

/// Rounds of mending: printed signs first, so that the text parses for what follows.
const ROUNDS: usize = 4;

impl Project {
    /// What can be mended without changing what an expression means: printed dashes, quotes and signs, spellings of the
    /// legacy engine, degrees given to functions that take radians.
    ///
    /// # Errors
    /// When the machine has no thread for it.
    pub fn fixes(&self) -> Result<Vec<Fixed>, Error> {
        let timeline = self.timeline();
        let jobs = inbetween_timeline::bake::all_jobs(timeline, None).map_err(|_| Error::Cancelled)?;
        let outcome = inbetween_timeline::run_parallel(timeline, &[()], 1, &|_, _| true, |_, ()| {
            let session = Session::new(timeline.clone());
            let thrifty = OnceLock::new();
            let mut fixed = Vec::new();
            for job in &jobs {
                let Some(expression) =
                    timeline.document_property(job.property).and_then(|found| found.expression.as_ref())
                else {
                    continue;
                };
                let mut text = expression.source.clone();
                let mut codes = Vec::new();
                for _ in 0..ROUNDS {
                    let printed = printed_edits(&text);
                    if !printed.is_empty() {
                        codes.extend(printed.iter().map(|edit| printed_code(&edit.text)));
                        text = apply(&text, &printed);
                        continue;
                    }
                    let legacy = timeline.legacy_edits(&text);
                    if !legacy.is_empty() {
                        let code = |edit: &Edit| {
                            if edit.text == ";" { "expr/legacy-syntax" } else { "expr/legacy-name" }
                        };
                        codes.extend(legacy.iter().map(code));
                        text = apply(&text, &legacy);
                        continue;
                    }
                    let Some(tree) = Tree::parse(&text, limits_of(self)) else { break };
                    let frames = (job.span.first, job.span.last);
                    let Some(subject) = Subject::new(&session, &tree, job.property, frames, &thrifty) else {
                        break;
                    };
                    let degrees = fix_degrees(&subject);
                    if degrees.is_empty() {
                        break;
                    }
                    codes.push("math/degrees");
                    text = apply(&text, &degrees);
                }
                codes.sort_unstable();
                codes.dedup();
                // A text that still does not compile is better left as its author wrote it.
                if text != expression.source && timeline.compile_expression(&text).program.is_some() {
                    fixed.push(Fixed {
                        property: job.property,
                        location: timeline.location(job.property),
                        before: expression.source.clone(),
                        after: text,
                        codes,
                    });
                }
            }
            fixed
        })
        .map_err(|_| Error::Cancelled)?;
        Ok(outcome.results.into_iter().flatten().collect())
    }

    /// The file with mended expressions; everything else stays, byte for byte.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn with_fixes(&self, fixes: &[Fixed], container: inbetween_doc::Container) -> Result<Vec<u8>, Error> {
        let mut changes = inbetween_doc::Changes::new();
        for fix in fixes {
            if let Some(property) = self.timeline().document_property(fix.property) {
                changes.replace_expression(self.document(), property, &fix.after);
            }
        }
        Ok(inbetween_doc::export(self.document(), &changes, container)?)
    }
}

fn printed_code(new: &str) -> &'static str {
    match new {
        "-" => "expr/typographic-dash",
        "\"" | "'" => "expr/typographic-quote",
        _ => "expr/stray-text",
    }
}

#[cfg(test)]
mod tests {
    use crate::check::testing::{expressed, project};

    /// The value at 0.4 s before and after mending.
    fn values(text: &str) -> (f64, f64) {
        let before = project(&expressed("ball.rotation", text));
        let fixes = before.fixes().unwrap();
        assert!(!fixes.is_empty(), "{text}: nothing was mended");
        let bytes = before.with_fixes(&fixes, inbetween_doc::Container::Json).unwrap();
        let after = project(&serde_json::from_slice(&bytes).unwrap());
        let value = |project: &crate::Project| {
            project.value("layer(\"ball\").rotation", 0.4).unwrap().components()[0]
        };
        (value(&before), value(&after))
    }

    #[test]
    fn spellings_of_the_legacy_engine_keep_their_values() {
        for text in [
            "if (time > 0.3) 50 else 100",
            "this_comp.layer(\"wheel\").rotation + 1",
            "value_at_time(time - 0.1) * 2",
            "degrees_to_radians(90) + this_comp.frame_duration",
        ] {
            let (before, after) = values(text);
            assert_eq!(before.to_bits(), after.to_bits(), "{text}: {before} became {after}");
        }
    }

    #[test]
    fn what_could_not_run_gives_what_was_meant() {
        // The wheel turns by 90 degrees a second; 40 are its own keys at 0.4 s, which a failed expression gives.
        for (text, meant) in [
            ("thisComp.layer(\"wheel\").rotation \u{2013} 3", 33.0),
            ("thisComp.layer(\u{201c}wheel\u{201d}).rotation", 36.0),
            ("thisComp.layer(\"wheel\").rotation \u{2212} 3", 33.0),
            ("value \u{ff0b} 2", 42.0),
        ] {
            let (before, after) = values(text);
            assert!((after - meant).abs() < 1e-9, "{text}: {after}, not {meant}");
            assert!(before == 40.0 || (before - meant).abs() < 1e-9, "{text}: {before} before");
        }
    }

    #[test]
    fn degrees_become_radians() {
        let (_, after) = values("100 * Math.sin(thisComp.layer(\"wheel\").rotation)");
        // 36 degrees.
        assert!((after - 58.778_525_229_247_31).abs() < 1e-9, "{after}");
    }
}
