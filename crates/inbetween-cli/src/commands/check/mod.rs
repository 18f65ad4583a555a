//! `inbetween check`.

mod config;
mod files;
mod fix;
mod forms;
mod mark;

use super::{Outcome, Watch};
use crate::{Common, findings, output};
use config::Config;
use inbetween::{Diagnostic, Severity, SourcePoint};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Arguments of `check`.
#[derive(Debug, clap::Args)]
#[command(mut_arg("file", |file| file.index(1).required(false).default_value(".").help(
    "Lottie JSON, dotLottie, Telegram sticker, scene file, or a folder of them")))]
#[command(
    after_help = "Levels and exclusions stand in inbetween.toml beside the file or in a folder above it:
  [check]
  exclude = [\"drafts/*\"]
  [check.levels]
  \"players/*\" = \"off\"

Examples:
  inbetween check rig.json
  inbetween check motion/ --format sarif > check.sarif
  inbetween check rig.json --level players/wiggle=off --notes
  inbetween check rig.json --target telegram
  inbetween check rig.scene.toml --fix --dry-run
  inbetween check --rules space/mixed

Exit codes: 0 no finding at error level, 1 findings at error level, 2 no result."
)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    common: Common,
    /// More files or folders
    #[arg(value_name = "FILE", index = 2)]
    more: Vec<PathBuf>,
    /// Show notes too: legacy spellings, repairs
    #[arg(long)]
    notes: bool,
    /// Form of the result on standard output
    #[arg(long, default_value = "text")]
    format: forms::CheckForm,
    /// List the rules, or explain one
    #[arg(long, value_name = "CODE", num_args = 0..=1, default_missing_value = "")]
    rules: Option<String>,
    /// The configuration [default: inbetween.toml beside the file or above it]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Set the level of a rule or a family of rules: off, note, warning or error
    #[arg(long, value_name = "CODE=LEVEL")]
    level: Vec<String>,
    /// Say too what a player does not draw; `inbetween targets` lists them
    #[arg(long, value_name = "PLAYER", value_parser = target)]
    target: Option<inbetween::targets::Target>,
    /// Mend what can be mended safely, in the file itself, and show it
    #[arg(long)]
    fix: bool,
    /// With --fix: show what would be mended and change nothing
    #[arg(long, requires = "fix")]
    dry_run: bool,
}

fn target(name: &str) -> Result<inbetween::targets::Target, String> {
    inbetween::targets::Target::named(name)
        .ok_or_else(|| "no such player; `inbetween targets` lists them".to_owned())
}

/// A finding and where it stands in its file.
pub(crate) struct Found {
    pub(crate) finding: Diagnostic,
    pub(crate) point: Option<SourcePoint>,
}

/// What was found in one file.
pub(crate) struct Checked {
    pub(crate) path: PathBuf,
    pub(crate) found: Vec<Found>,
    pub(crate) expressions: usize,
    pub(crate) evaluations: usize,
    /// The tier of each expression, for the JSON form.
    pub(crate) tiers: Vec<serde_json::Value>,
    /// Why there is no result.
    pub(crate) error: Option<String>,
    /// The findings for people.
    text: String,
    /// What was mended, as differences.
    mended: String,
}

impl Checked {
    pub(crate) fn count(&self, severity: Severity) -> usize {
        self.found.iter().filter(|one| one.finding.severity == severity).count()
    }
}

/// Runs the command.
pub(crate) fn run(args: &CheckArgs) -> Outcome {
    if let Some(code) = &args.rules {
        return forms::rules(code, args.format);
    }
    let named: Vec<&Path> =
        std::iter::once(&args.common.file).chain(&args.more).map(PathBuf::as_path).collect();
    let mut config = Config::load(args.config.as_deref(), named.first().copied())?;
    for setting in &args.level {
        config.set(setting)?;
    }
    let (paths, several) = files::gather(&named, &config)?;
    if paths.is_empty() {
        return Err("there is no motion file here".to_owned());
    }
    let watch = Watch::new(&args.common, "checking");
    let threads = super::threads(&args.common);
    let checked = every(
        &paths,
        threads,
        &|path, threads| {
            if several {
                one(args, &config, path, threads, &|_, _| true)
            } else {
                one(args, &config, path, threads, &|done, total| watch.tick(done, total))
            }
        },
        &|done| !several || watch.tick(done, paths.len()),
    );
    watch.finish();
    if let ([only], false) = (checked.as_slice(), several)
        && let Some(error) = &only.error
    {
        return Err(error.clone());
    }
    if checked.len() < paths.len() {
        return Err("the time is over".to_owned());
    }
    for file in checked.iter().filter(|file| !file.mended.is_empty()) {
        if args.format == forms::CheckForm::Text {
            output::print(&file.mended)
        } else {
            output::note(&file.mended)
        }
    }
    match args.format {
        forms::CheckForm::Text => people(args, &checked, several),
        other => output::line(forms::machine(other, &checked, several).trim_end()),
    }
    Ok(checked.iter().all(|file| file.error.is_none() && file.count(Severity::Error) == 0))
}

/// Every file, on several threads; results in the order of the files. Fewer when it was called off.
fn every(
    paths: &[PathBuf],
    threads: usize,
    work: &(dyn Fn(&Path, usize) -> Checked + Sync),
    tick: &(dyn Fn(usize) -> bool + Sync),
) -> Vec<Checked> {
    if let [only] = paths {
        return vec![work(only, threads)];
    }
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let slots: Vec<Mutex<Option<Checked>>> = paths.iter().map(|_| Mutex::default()).collect();
    let worker = || {
        while let Some((path, slot)) = {
            let at = next.fetch_add(1, Ordering::Relaxed);
            paths.get(at).zip(slots.get(at))
        } {
            let result = work(path, 1);
            *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
            if !tick(done.fetch_add(1, Ordering::Relaxed) + 1) {
                next.store(paths.len(), Ordering::Relaxed);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.clamp(1, paths.len()) {
            let _ = std::thread::Builder::new().spawn_scoped(scope, || inbetween::with_large_stack(worker));
        }
        worker();
    });
    slots.into_iter().filter_map(|slot| slot.into_inner().unwrap_or_else(PoisonError::into_inner)).collect()
}

/// Mends, checks and words one file.
fn one(
    args: &CheckArgs,
    config: &Config,
    path: &Path,
    threads: usize,
    progress: inbetween::Progress<'_>,
) -> Checked {
    let mut out = Checked {
        path: path.to_path_buf(),
        found: Vec::new(),
        expressions: 0,
        evaluations: 0,
        tiers: Vec::new(),
        error: None,
        text: String::new(),
        mended: String::new(),
    };
    let first = super::open_file(&args.common, path);
    let ids = match (&first, &args.common.animation) {
        (Ok(project), None) if project.document().source.animations.len() > 1 => {
            project.document().source.animations.clone()
        }
        _ => Vec::new(),
    };
    if ids.is_empty() {
        out.error = first
            .and_then(|project| add(&mut out, args, config, path, project, None, threads, progress))
            .err();
        return out;
    }
    // A dotLottie with several animations: every one of them.
    for id in &ids {
        let animation = |id: &str| super::open_animation(&args.common, path, id);
        let added = animation(id)
            .and_then(|project| add(&mut out, args, config, path, project, Some(id), threads, progress));
        if let Err(error) = added {
            out.error = Some(error);
            break;
        }
    }
    out
}

/// Mends and checks one animation of a file.
#[expect(clippy::too_many_arguments, reason = "what the caller has, once")]
fn add(
    out: &mut Checked,
    args: &CheckArgs,
    config: &Config,
    path: &Path,
    mut project: inbetween::Project,
    animation: Option<&str>,
    threads: usize,
    progress: inbetween::Progress<'_>,
) -> Result<(), String> {
    if args.fix {
        let mended = fix::mend(&project, path, args.dry_run)?;
        if !args.dry_run && !mended.is_empty() {
            project = match animation {
                Some(id) => super::open_animation(&args.common, path, id)?,
                None => super::open_file(&args.common, path)?,
            };
        }
        out.mended.push_str(&mended);
    }
    let mut checked = project.check(threads, progress).map_err(|e| e.to_string())?;
    if let Some(target) = args.target {
        checked.diagnostics.extend(inbetween::targets::findings(&project, target));
    }
    checked.apply(&config.levels);
    out.expressions += checked.expressions;
    out.evaluations += checked.evaluations;
    out.tiers.extend(project.expression_tiers().into_iter().map(|one| {
        serde_json::json!({
            "property": one.property,
            "composition": one.composition,
            "tier": one.tier,
            "why": one.why,
        })
    }));
    if args.format == forms::CheckForm::Text {
        let source = |finding: &Diagnostic| findings::source_of(&project, finding);
        let words = findings::words(&source, &checked.diagnostics, args.notes);
        if let (Some(id), false) = (animation, words.is_empty()) {
            out.text.push_str(&format!("-- animation \"{id}\"\n\n"));
        }
        out.text.push_str(&words);
    }
    let marks = mark::Marks::of(&project);
    out.found.extend(checked.diagnostics.into_iter().map(|mut finding| {
        let point = marks.point(&project, &finding);
        if let Some(id) = animation {
            let composition = finding.location.composition.take().filter(|name| !name.is_empty());
            finding.location.composition =
                Some(composition.map_or_else(|| id.to_owned(), |name| format!("{id} > {name}")));
        }
        Found { point, finding }
    }));
    Ok(())
}

/// The result for people: findings file by file, then a line, or a table of the files.
fn people(args: &CheckArgs, checked: &[Checked], several: bool) {
    for file in checked {
        if several && !(file.text.is_empty() && file.error.is_none()) {
            output::line(&format!("== {}\n", file.path.display()));
        }
        if let Some(error) = &file.error {
            output::line(&format!("error: {error}\n"));
        }
        output::print(&file.text);
    }
    let sum = |count: &dyn Fn(&Checked) -> usize| checked.iter().map(count).sum::<usize>();
    let notes = sum(&|file| file.count(Severity::Note));
    if several {
        let wide =
            checked.iter().map(|file| file.path.display().to_string().chars().count()).max().unwrap_or(0);
        output::line(&format!("{:wide$}  expressions  errors  warnings  notes", "file"));
        for file in checked {
            let name = file.path.display().to_string();
            match &file.error {
                Some(_) => output::line(&format!("{name:wide$}  cannot be read")),
                None => output::line(&format!(
                    "{name:wide$}  {:11}  {:6}  {:8}  {:5}",
                    file.expressions,
                    file.count(Severity::Error),
                    file.count(Severity::Warning),
                    file.count(Severity::Note)
                )),
            }
        }
    }
    output::line(&format!(
        "{}{} expressions evaluated {} times: {} errors, {} warnings, {notes} notes{}",
        if several { format!("{} files, ", checked.len()) } else { String::new() },
        sum(&|file| file.expressions),
        sum(&|file| file.evaluations),
        sum(&|file| file.count(Severity::Error)),
        sum(&|file| file.count(Severity::Warning)),
        if args.notes || notes == 0 { "" } else { " (--notes shows them)" },
    ));
}
