//! Baking for a player, within a size.

use super::rewrite::{self, Change, Rounding};
use super::{TELEGRAM_BYTES, Target};
use crate::bake::Baked;
use crate::{BakeOptions, Error, Project, Tolerance};
use inbetween_doc::{Changes, Container, SourceSpan};
use inbetween_timeline::Progress;
use inbetween_timeline::bake::BakedEntry;
use inbetween_types::{Diagnostic, Severity};

/// How to bake for a player.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct TargetOptions {
    /// How expressions are baked; the tolerance is where the search for a size begins.
    pub bake: BakeOptions,
    /// The player.
    pub target: Target,
    /// What the file is written as.
    pub container: Container,
    /// Most bytes of the file as it is written; `None` for no limit. Telegram's own limit counts in any case.
    pub max_bytes: Option<usize>,
}

impl TargetOptions {
    /// For a player, without a limit of size.
    #[must_use]
    pub fn new(target: Target, container: Container, bake: BakeOptions) -> Self {
        Self { bake, target, container, max_bytes: None }
    }
}

/// A file baked for a player.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct TargetBaked {
    /// The file and what baking its expressions took. Its `bytes` are those to write.
    pub baked: Baked,
    /// The Lottie JSON inside.
    pub json: String,
    /// The same with every name and with nothing pruned, for comparing values.
    pub(crate) named_json: String,
    /// What was rewritten, in the order of the passes.
    pub changes: Vec<Change>,
    /// What the player does not draw as After Effects does, and could not be rewritten.
    pub lost: Vec<Diagnostic>,
    /// Tolerance in pixels, degrees and percent that the file was fitted to.
    pub tolerance: f64,
    /// Decimals of values in the file.
    pub decimals: usize,
    /// Whether names were given up for the size.
    pub names_dropped: bool,
    /// Largest error of what rewriting fitted, in its own unit.
    pub rewriting_error: f64,
    /// Bakes made in search of the size.
    pub tries: usize,
    /// Whether the file is within the limit of size.
    pub fits: bool,
    /// Frames of the file per frame of the original: not 1 where the player wants another rate.
    pub frame_factor: f64,
    /// First frame of the original that the file shows as its first.
    pub first_frame: f64,
    /// Properties without expressions whose own keys were fitted anew for the size, with what that cost.
    pub refitted: Vec<BakedEntry>,
    /// Id of the composition of the file that holds what the original's main one held, where it is another.
    pub(crate) inside: Option<String>,
}

/// Largest tolerance the search for a size tries, in pixels.
const COARSEST: f64 = 8.0;
/// The part of the tolerance that fitting may use; rounding takes the rest.
const FITTED: f64 = 0.85;
/// What is done for the size, each with all before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Effort {
    /// Nothing.
    Plain,
    /// Names go: they weigh, and no picture needs them.
    Nameless,
    /// The file's own keys are fitted anew.
    Refit,
}

/// Steps of the search.
const STEPS: usize = 6;

impl Project {
    /// Bakes expressions, rewrites what `options.target` lacks, and writes the file minimally. With a limit of size the
    /// smallest tolerance that fits is searched; where none does, the smallest file is given and `fits` is false.
    ///
    /// A dotLottie keeps everything else it holds; each of its animations is baked.
    ///
    /// # Errors
    /// When the run is cancelled or the file cannot be written.
    pub fn bake_for(&self, options: &TargetOptions, progress: Progress<'_>) -> Result<TargetBaked, Error> {
        let own = (options.target == Target::Telegram).then_some(TELEGRAM_BYTES);
        let limit = options.max_bytes.into_iter().chain(own).min();
        let start = options.bake.tolerance.pixels;
        let fits = |made: &TargetBaked| {
            limit.is_none_or(|limit| made.baked.bytes.len() <= limit) || options.bake.every_frame
        };
        let mut tries = 1;
        let mut best = self.bake_once(options, start, Effort::Plain, progress)?;
        for effort in [Effort::Nameless, Effort::Refit] {
            if !fits(&best) {
                best = self.bake_once(options, start, effort, progress)?;
                tries += 1;
            }
        }
        if !fits(&best) {
            let (mut low, mut high) = (start, COARSEST.max(start * 2.0));
            let mut next = self.bake_once(options, high, Effort::Refit, progress)?;
            tries += 1;
            if fits(&next) {
                for _ in 0..STEPS {
                    let middle = (low * high).sqrt();
                    let one = self.bake_once(options, middle, Effort::Refit, progress)?;
                    tries += 1;
                    if fits(&one) {
                        high = middle;
                        next = one;
                    } else {
                        low = middle;
                    }
                }
            }
            if next.baked.bytes.len() < best.baked.bytes.len() {
                best = next;
            }
        }
        best.tries = tries;
        best.fits = fits(&best);
        if options.container == Container::DotLottie {
            if self.document().source.archive.is_some()
                && best.changes.iter().any(|change| change.feature == "target/slot")
            {
                let message = format!(
                    "{} has no slots: they are filled with their values, and themes of the dotLottie change nothing",
                    options.target.name()
                );
                best.lost.push(Diagnostic::new("target/slot", Severity::Warning, message));
            }
            self.other_animations(&mut best, options, progress)?;
            best.fits = fits(&best);
        }
        Ok(best)
    }

    /// One bake with a tolerance in pixels.
    fn bake_once(
        &self,
        options: &TargetOptions,
        tolerance: f64,
        effort: Effort,
        progress: Progress<'_>,
    ) -> Result<TargetBaked, Error> {
        let mut bake = options.bake;
        // Rounding takes its share of what is promised.
        bake.tolerance = Tolerance::uniform(tolerance * FITTED);
        bake.prune = true;
        bake.mesh_paths = true;
        bake.outline_text = rewrite::outlines_text(self, options.target);
        let mut baked = self.bake(&bake, Container::Json, progress)?;
        for entry in &mut baked.entries {
            entry.tolerance /= FITTED;
        }
        let json = String::from_utf8_lossy(&baked.bytes).into_owned();
        let before = rewrite::Before {
            json: &json,
            layers: baked.entries.iter().filter_map(|entry| rewrite::layer_name(self, entry)).collect(),
            properties: baked
                .entries
                .iter()
                .map(|entry| {
                    let composition =
                        self.timeline().location(entry.property).composition.unwrap_or_default();
                    (composition, self.timeline().property_expression(entry.property))
                })
                .collect(),
            refit: effort >= Effort::Refit,
        };
        let made = rewrite::rewrite(self, &before, options.target, &bake.tolerance, bake.frames)?;
        let mut refitted = made.refitted;
        for entry in &mut refitted {
            entry.tolerance /= FITTED;
        }
        let names = effort == Effort::Plain;
        let rounding = Rounding { names, ..Rounding::of(tolerance) };
        let named_json = rewrite::write(&made.root, options.target, Rounding { whole: true, ..rounding });
        let json = rewrite::write(&made.root, options.target, rounding);
        baked.json_bytes_after = json.len();
        baked.bytes = self.packed(&json, options.container)?;
        let main = self.document().main();
        let sticker = options.target == Target::Telegram;
        let first = bake.frames.map_or(main.map_or(0.0, |main| main.in_point), |frames| frames.first);
        Ok(TargetBaked {
            baked,
            json,
            named_json,
            changes: made.changes,
            lost: made.lost,
            tolerance,
            decimals: rounding.value,
            names_dropped: !names,
            rewriting_error: made.error,
            tries: 1,
            fits: true,
            frame_factor: made.frames,
            first_frame: if sticker { first } else { 0.0 },
            refitted,
            inside: made.inside,
        })
    }

    /// A text in the place of the document's own, packed.
    fn packed(&self, json: &str, container: Container) -> Result<Vec<u8>, Error> {
        let mut changes = Changes::new();
        changes.replace(SourceSpan { start: 0, end: self.document().source.text.len() }, json.to_owned());
        Ok(inbetween_doc::export(self.document(), &changes, container)?)
    }

    /// Bakes the other animations of the archive too.
    fn other_animations(
        &self,
        made: &mut TargetBaked,
        options: &TargetOptions,
        progress: Progress<'_>,
    ) -> Result<(), Error> {
        let document = self.document();
        let (Some((archive, path)), true) =
            (document.source.archive.as_ref(), document.source.animations.len() > 1)
        else {
            return Ok(());
        };
        let mut texts = vec![(path.clone(), made.json.clone())];
        for id in &document.source.animations {
            let other = self.reopened_bytes(archive, Some(id))?;
            let Some(path) = inbetween_doc::archive_path(other.document()).map(str::to_owned) else {
                continue;
            };
            if texts.iter().any(|(known, _)| *known == path) {
                continue;
            }
            let effort = match (made.names_dropped, made.refitted.is_empty()) {
                (false, _) => Effort::Plain,
                (true, true) => Effort::Nameless,
                (true, false) => Effort::Refit,
            };
            let one = other.bake_once(options, made.tolerance, effort, progress)?;
            made.changes.extend(one.changes.into_iter().map(|mut change| {
                change.what.push_str(&format!(" (animation \"{id}\")"));
                change
            }));
            made.lost.extend(one.lost.into_iter().map(|mut finding| {
                finding.message.push_str(&format!(" (animation \"{id}\")"));
                finding
            }));
            made.baked.diagnostics.extend(one.baked.diagnostics);
            texts.push((path, one.json));
        }
        if let Some(bytes) = inbetween_doc::export_archive(document, &texts) {
            made.baked.bytes = bytes?;
        }
        Ok(())
    }
}
