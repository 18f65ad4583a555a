//! `inbetween test`.

use super::{Outcome, Watch};
use crate::{Common, findings, output};
use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet, renderer::DecorStyle};
use inbetween::motion_test::{CaseOutcome, Failure, GoldenFrame, MotionTest, RunOptions, TestFileError};
use serde_json::{Value as Json, json};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Arguments of `test`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  inbetween test rig.motion-test.toml
  inbetween test tests/
  inbetween test tests/ --bless
  inbetween test tests/ --format junit -o report.xml
  inbetween test rig.motion-test.toml --only wheel

A test file names a motion file and says what must hold, for example:
  file = \"rig.json\"
  [[case]]
  name = \"the wheel makes one turn\"
  value = 'layer(\"wheel\").rotation'
  samples = [{ at = 0, is = 0 }, { at = 4, is = 360 }]
  monotonic = \"rising\"
  max_per_frame = 4

FILE may be a folder: every *.motion-test.toml in it and below. docs/motion-tests.md tells every key.
Exit codes: 0 all hold, 1 a case fails, 2 a file cannot be read.")]
pub(crate) struct TestArgs {
    #[command(flatten)]
    common: Common,
    /// More test files or folders
    #[arg(value_name = "MORE", index = 2)]
    more: Vec<PathBuf>,
    /// Make golden frames anew instead of comparing them
    #[arg(long)]
    bless: bool,
    /// Run only cases whose name contains this
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// Folder for what failing golden frames look like and where they differ
    #[arg(long, value_name = "DIR")]
    artifacts: Option<PathBuf>,
    /// Form of the report
    #[arg(long, default_value = "text")]
    format: Form,
    /// File for the report (default: standard output)
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Form {
    /// For people.
    Text,
    /// One JSON object.
    Json,
    /// JUnit XML, as build servers read it.
    Junit,
}

/// One test file, run or not.
struct Ran {
    path: PathBuf,
    motion: String,
    cases: Vec<CaseOutcome>,
    /// Why there are no outcomes, as people read it.
    broken: Option<String>,
    took: Duration,
}

/// Runs the command.
pub(crate) fn run(args: &TestArgs) -> Outcome {
    let mut paths = Vec::new();
    for path in std::iter::once(&args.common.file).chain(&args.more) {
        collect(path, 0, &mut paths)?;
    }
    let watch = Watch::new(&args.common, "testing");
    let mut all = Vec::new();
    for path in &paths {
        all.push(one(args, path, &watch)?);
    }
    watch.finish();
    let text = match args.format {
        Form::Text => report(&all),
        Form::Json => format!("{}\n", to_json(&all)),
        Form::Junit => junit(&all),
    };
    match &args.output {
        Some(path) => super::write_whole(path, text.as_bytes())?,
        None => output::print(&text),
    }
    let broken = all.iter().filter(|ran| ran.broken.is_some()).count();
    if broken > 0 {
        // The report of a machine goes to standard output; people see here what they cannot see there.
        if args.format != Form::Text || args.output.is_some() {
            all.iter()
                .filter_map(|ran| ran.broken.as_deref())
                .for_each(|text| output::note(&format!("{text}\n")));
        }
        return Err(match broken {
            1 => "a test file could not be run".to_owned(),
            more => format!("{more} test files could not be run"),
        });
    }
    Ok(all.iter().flat_map(|ran| &ran.cases).all(CaseOutcome::passed))
}

/// Test files a path stands for.
fn collect(path: &Path, depth: usize, out: &mut Vec<PathBuf>) -> Result<(), String> {
    let said = |e: std::io::Error| format!("{}: {e}", path.display());
    if !path.is_dir() {
        if !path.exists() {
            return Err(format!("{}: there is no such file", path.display()));
        }
        out.push(path.to_path_buf());
        return Ok(());
    }
    let before = out.len();
    let mut entries: Vec<PathBuf> = Vec::new();
    for entry in std::fs::read_dir(path).map_err(said)? {
        entries.push(entry.map_err(said)?.path());
    }
    entries.sort();
    for entry in entries {
        let is_test =
            entry.file_name().is_some_and(|name| name.to_string_lossy().ends_with(".motion-test.toml"));
        if entry.is_dir() && !entry.is_symlink() && depth < 32 {
            collect(&entry, depth + 1, out)?;
        } else if is_test && entry.is_file() {
            out.push(entry);
        }
    }
    if depth == 0 && out.len() == before {
        return Err(format!("{}: there is no *.motion-test.toml in it", path.display()));
    }
    Ok(())
}

/// Runs one file. The error is that of a run called off.
fn one(args: &TestArgs, path: &Path, watch: &Watch) -> Result<Ran, String> {
    let started = Instant::now();
    let mut ran = Ran {
        path: path.to_path_buf(),
        motion: String::new(),
        cases: Vec::new(),
        broken: None,
        took: Duration::ZERO,
    };
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) => {
            ran.broken = Some(format!("error: {}: {error}", path.display()));
            return Ok(ran);
        }
    };
    let mut test = match MotionTest::parse(&text) {
        Ok(test) => test,
        Err(error) => {
            ran.broken = Some(pointed(path, &text, &error));
            return Ok(ran);
        }
    };
    ran.motion.clone_from(&test.file);
    if let Some(only) = &args.only {
        test.cases.retain(|case| case.name.contains(only.as_str()));
    }
    let motion = path.parent().map_or_else(|| PathBuf::from(&test.file), |folder| folder.join(&test.file));
    let project = match super::open_file(&args.common, &motion) {
        Ok(project) => project,
        Err(error) => {
            ran.broken = Some(format!("error: {}: {error}", path.display()));
            return Ok(ran);
        }
    };
    let mut options = RunOptions::default();
    options.bless = args.bless;
    options.threads = super::threads(&args.common);
    options.goldens = Some(crate::files::loader(path));
    options.images = Some(crate::files::loader(&motion));
    let outcome = test.run(&project, &options, &|done, total| watch.tick(done, total));
    ran.cases = outcome.map_err(|e| e.to_string())?;
    ran.took = started.elapsed();
    let folder = path.parent().map(Path::to_path_buf).unwrap_or_default();
    for frame in ran.cases.iter().flat_map(|case| &case.blessed) {
        write_below(&folder, frame)?;
    }
    if let Some(folder) = &args.artifacts {
        let failures = ran.cases.iter().flat_map(|case| &case.failures);
        for frame in failures.flat_map(|failure| &failure.pictures) {
            write_below(folder, frame)?;
        }
    }
    Ok(ran)
}

fn write_below(folder: &Path, frame: &GoldenFrame) -> Result<(), String> {
    let path = folder.join(&frame.path);
    if let Some(parent) = path.parent() {
        std::fs::create_dir_all(parent).map_err(|e| format!("{}: {e}", parent.display()))?;
    }
    super::write_whole(&path, &frame.png)
}

/// An error of a test file with its line and a caret.
fn pointed(path: &Path, text: &str, error: &TestFileError) -> String {
    let renderer = if output::colours() { Renderer::styled() } else { Renderer::plain() };
    let renderer = renderer.decor_style(DecorStyle::Ascii);
    let title = Level::ERROR.primary_title(error.message.as_str());
    let name = path.display().to_string();
    let mut group = match &error.span {
        Some(span) => {
            let at = |place: usize| (0..=place.min(text.len())).rev().find(|p| text.is_char_boundary(*p));
            let (start, end) = (at(span.start).unwrap_or(0), at(span.end).unwrap_or(0));
            let snippet = Snippet::source(text)
                .path(name.clone())
                .annotation(AnnotationKind::Primary.span(start..end.max(start)));
            title.element(snippet)
        }
        None => title.element(annotate_snippets::Origin::path(name.clone())),
    };
    if let Some(help) = &error.help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    renderer.render(&[group])
}

fn report(all: &[Ran]) -> String {
    let colours = output::colours();
    let paint = |text: &str, code: &str| {
        if colours { format!("\u{1b}[{code}m{text}\u{1b}[0m") } else { text.to_owned() }
    };
    let mut text = String::new();
    for ran in all {
        if let Some(broken) = &ran.broken {
            text.push_str(broken);
            text.push_str("\n\n");
            continue;
        }
        text.push_str(&format!("{} ({})\n", ran.path.display(), ran.motion));
        for case in &ran.cases {
            let blessed = if case.blessed.is_empty() {
                String::new()
            } else {
                let names: Vec<&str> = case.blessed.iter().map(|frame| frame.path.as_str()).collect();
                format!("   wrote {}", names.join(", "))
            };
            if case.passed() {
                text.push_str(&format!("  {}    {}{blessed}\n", paint("ok", "32"), case.name));
                continue;
            }
            text.push_str(&format!(
                "  {}  {}   (line {}){blessed}\n",
                paint("FAIL", "1;31"),
                case.name,
                case.line
            ));
            if let Some(error) = &case.error {
                text.push_str(&format!("        cannot be run: {error}\n"));
            }
            for failure in &case.failures {
                text.push_str(&told(failure));
            }
        }
        text.push('\n');
    }
    let (cases, failed) = counts(all);
    let took: f64 = all.iter().map(|ran| ran.took.as_secs_f64()).sum();
    let word = if cases == 1 { "case" } else { "cases" };
    text.push_str(&format!("{cases} {word}: {} passed, {failed} failed ({took:.2} s)\n", cases - failed));
    text
}

fn told(failure: &Failure) -> String {
    let mut text = format!("        {}: {}\n", failure.check, failure.message);
    if let Some(expected) = &failure.expected {
        text.push_str(&format!("          expected  {expected}\n"));
    }
    if let Some(actual) = &failure.actual {
        text.push_str(&format!("          actual    {actual}\n"));
    }
    if let Some(graph) = &failure.graph {
        text.push('\n');
        for line in graph.lines() {
            text.push_str(&format!("          {line}\n"));
        }
    }
    text
}

fn counts(all: &[Ran]) -> (usize, usize) {
    let cases = || all.iter().flat_map(|ran| &ran.cases);
    (cases().count(), cases().filter(|case| !case.passed()).count())
}

fn to_json(all: &[Ran]) -> Json {
    let failure = |failure: &Failure| {
        json!({
            "check": failure.check,
            "message": failure.message,
            "time": failure.time,
            "frame": failure.frame,
            "expected": failure.expected,
            "actual": failure.actual,
            "graph": failure.graph,
        })
    };
    let case = |case: &CaseOutcome| {
        json!({
            "name": case.name,
            "line": case.line,
            "checks": case.checks,
            "passed": case.passed(),
            "error": case.error,
            "failures": case.failures.iter().map(failure).collect::<Vec<_>>(),
            "blessed": case.blessed.iter().map(|frame| &frame.path).collect::<Vec<_>>(),
        })
    };
    let file = |ran: &Ran| {
        json!({
            "file": ran.path.display().to_string(),
            "motion": ran.motion,
            "error": ran.broken,
            "cases": ran.cases.iter().map(case).collect::<Vec<_>>(),
        })
    };
    let (cases, failed) = counts(all);
    json!({
        "format_version": findings::FORMAT_VERSION,
        "passed": cases - failed,
        "failed": failed,
        "files": all.iter().map(file).collect::<Vec<_>>(),
    })
}

fn junit(all: &[Ran]) -> String {
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let (cases, failed) = counts(all);
    let broken = all.iter().filter(|ran| ran.broken.is_some()).count();
    text.push_str(&format!(
        "<testsuites name=\"inbetween\" tests=\"{cases}\" failures=\"{failed}\" errors=\"{broken}\">\n"
    ));
    for ran in all {
        let name = output::xml(&ran.path.display().to_string());
        let count = ran.cases.len() + usize::from(ran.broken.is_some());
        let failures = ran.cases.iter().filter(|case| !case.passed() && case.error.is_none()).count();
        let errors = ran.cases.iter().filter(|case| case.error.is_some()).count();
        text.push_str(&format!(
            "  <testsuite name=\"{name}\" tests=\"{count}\" failures=\"{failures}\" errors=\"{}\" time=\"{:.3}\">\n",
            errors + usize::from(ran.broken.is_some()),
            ran.took.as_secs_f64()
        ));
        if let Some(broken) = &ran.broken {
            text.push_str(&format!(
                "    <testcase classname=\"{name}\" name=\"{name}\"><error message=\"the file cannot be run\">{}</error></testcase>\n",
                output::xml(broken)
            ));
        }
        for case in &ran.cases {
            text.push_str(&format!(
                "    <testcase classname=\"{name}\" name=\"{}\" file=\"{name}\" line=\"{}\">",
                output::xml(&case.name),
                case.line
            ));
            if let Some(error) = &case.error {
                text.push_str(&format!("<error message=\"{}\"/>", output::xml(error)));
            }
            // Readers take one failure per case; its text holds them all.
            if let Some(first) = case.failures.first() {
                let body: String = case.failures.iter().map(told).collect();
                text.push_str(&format!(
                    "<failure type=\"{}\" message=\"{}\">\n{}</failure>",
                    first.check,
                    output::xml(&first.message),
                    output::xml(&body)
                ));
            }
            text.push_str("</testcase>\n");
        }
        text.push_str("  </testsuite>\n");
    }
    text.push_str("</testsuites>\n");
    text
}
