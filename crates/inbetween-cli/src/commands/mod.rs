//! One file per command.

pub(crate) mod apply;
pub(crate) mod bake;
pub(crate) mod bake_target;
pub(crate) mod check;
pub(crate) mod convert;
pub(crate) mod diff;
pub(crate) mod edit;
pub(crate) mod eval;
pub(crate) mod explain;
pub(crate) mod import;
pub(crate) mod info;
pub(crate) mod plot;
pub(crate) mod presets;
pub(crate) mod profile;
pub(crate) mod render;
pub(crate) mod targets;
pub(crate) mod test;
pub(crate) mod text;

use crate::Common;
use inbetween::{Limits, OpenOptions, Project};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Whether the run was clean, or why it has no result.
pub(crate) type Outcome = Result<bool, String>;

/// Reads and opens the file a command names.
pub(crate) fn open(common: &Common) -> Result<Project, String> {
    open_file(common, &common.file)
}

/// Reads and opens another file with the same options.
pub(crate) fn open_file(common: &Common, file: &Path) -> Result<Project, String> {
    open_timed(common, file, None, common.animation.as_deref())
}

/// Reads and opens one animation of a dotLottie.
pub(crate) fn open_animation(common: &Common, file: &Path, id: &str) -> Result<Project, String> {
    open_timed(common, file, None, Some(id))
}

/// One animation of a dotLottie or the first, with a clock that measures reading.
pub(crate) fn open_timed(
    common: &Common,
    file: &Path,
    clock: Option<inbetween::Clock>,
    animation: Option<&str>,
) -> Result<Project, String> {
    let bytes = std::fs::read(file).map_err(|e| format!("{}: {e}", file.display()))?;
    let mut options = OpenOptions::default();
    options.limits = limits(common);
    options.animation = animation.map(str::to_owned);
    if let Some(now) = common.now {
        options.now = now;
    }
    options.fonts = crate::fonts::set(common)?;
    options.loader = Some(crate::files::loader(file));
    if common.tier == crate::TierArg::Script {
        options.tier = inbetween::timeline::Choice::Script;
    }
    options.clock = clock;
    options.name = file.display().to_string();
    Project::open(&bytes, &options).map_err(|error| match error {
        // A scene's faults name the file themselves.
        inbetween::Error::Scene(faults) => format!("{} has faults\n{faults}", file.display()),
        error => format!("{}: {error}", file.display()),
    })
}

/// Writes beside the target first and renames, so that the final name never holds half a file. A link stays a link, a
/// file keeps its permissions, and one that may not be written is not.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let said = |e: std::io::Error| format!("{}: {e}", path.display());
    // What is there already, where links lead.
    let target = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let there = std::fs::metadata(&target).ok();
    if let Some(there) = &there {
        if there.is_file() && there.permissions().readonly() {
            return Err(said(std::io::ErrorKind::PermissionDenied.into()));
        }
        // A device or a pipe has no name to give to another file.
        if !there.is_file() && !there.is_dir() {
            return std::fs::write(&target, bytes).map_err(said);
        }
    }
    let mut partial = target.as_os_str().to_owned();
    partial.push(format!(".{}.part", std::process::id()));
    let partial = PathBuf::from(partial);
    let written = std::fs::File::create(&partial)
        .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()))
        .and_then(|()| there.map_or(Ok(()), |there| std::fs::set_permissions(&partial, there.permissions())))
        .and_then(|()| std::fs::rename(&partial, &target));
    written.map_err(|e| {
        let _ = std::fs::remove_file(&partial);
        said(e)
    })
}

fn limits(common: &Common) -> Limits {
    let mut limits = Limits::default();
    let args = &common.limits;
    let set = |target: &mut usize, value: Option<usize>| {
        if let Some(value) = value {
            *target = value;
        }
    };
    limits.fuel = args.max_fuel.unwrap_or(limits.fuel);
    limits.call_depth = args.max_calls.unwrap_or(limits.call_depth);
    limits.expression_depth = args.max_chain.unwrap_or(limits.expression_depth);
    set(&mut limits.engine_memory, args.max_memory.map(|mib| mib.saturating_mul(1 << 20)));
    set(&mut limits.file_bytes, args.max_file.map(|mib| mib.saturating_mul(1 << 20)));
    set(&mut limits.expression_nesting, args.max_nesting);
    set(&mut limits.collection_length, args.max_length);
    set(&mut limits.layers, args.max_layers);
    limits
}

/// Worker threads to use.
pub(crate) fn threads(common: &Common) -> usize {
    match common.threads {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        n => n.min(256),
    }
}

/// Progress bar (on a terminal only) and time limit of a long run.
pub(crate) struct Watch {
    bar: Option<indicatif::ProgressBar>,
    deadline: Option<Instant>,
}

impl Watch {
    /// A watch over work of a kind, for example `evaluating`.
    pub(crate) fn new(common: &Common, what: &'static str) -> Self {
        Self::with_template(common, what, "{msg} [{bar:30}] {pos}/{len} {eta}")
    }

    /// The same with steps per second, which are frames.
    pub(crate) fn with_rate(common: &Common, what: &'static str) -> Self {
        Self::with_template(common, what, "{msg} [{bar:30}] {pos}/{len} {per_sec}, {eta} left")
    }

    fn with_template(common: &Common, what: &'static str, template: &str) -> Self {
        let bar = crate::output::error_terminal().then(|| {
            let bar = indicatif::ProgressBar::new(0);
            if let Ok(style) = indicatif::ProgressStyle::with_template(template) {
                bar.set_style(style.progress_chars("=> "));
            }
            bar.set_message(what);
            bar
        });
        let seconds = common.limits.timeout.filter(|s| s.is_finite() && *s > 0.0);
        let deadline = seconds.map(|s| Instant::now() + Duration::from_secs_f64(s.min(1e9)));
        Self { bar, deadline }
    }

    /// Removes the bar.
    pub(crate) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    /// Notes that `done` of `total` steps are finished; `false` when the time is over.
    pub(crate) fn tick(&self, done: usize, total: usize) -> bool {
        if let Some(bar) = &self.bar {
            bar.set_length(total as u64);
            bar.set_position(done as u64);
        }
        self.deadline.is_none_or(|deadline| Instant::now() <= deadline)
    }
}
