//! `inbetween`: After Effects expressions outside After Effects.
//!
//! Results go to standard output, findings to standard error. Exit code 0: clean; 1: an error-level finding was made;
//! 2: there is no result.

mod commands;
mod diff;
mod editable;
mod files;
mod findings;
mod fonts;
mod output;
mod range;

use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use std::process::ExitCode;

/// Run After Effects expressions outside After Effects.
#[derive(Debug, Parser)]
#[command(name = "inbetween", version, about, long_about = None, propagate_version = true)]
#[command(after_help = "Examples:
  inbetween info rig.json
  inbetween eval rig.json --expr 'layer(\"crank\").rotation' --at 0,0.5,1
  inbetween check rig.json
  inbetween bake rig.json -o baked.json
  inbetween render rig.json -o rig.mp4
  inbetween plot rig.json 'layer(\"crank\").rotation' -o graph.svg
  inbetween convert rig.json rig.scene.toml
  inbetween import drawing.svg -o rig.scene.toml
  inbetween edit rig.scene.toml --anchor 'crank=#pin' --parent 'crank=wheel'
  inbetween apply overshoot rig.json --to 'layer(\"sign\").rotation' --set frequency=2

Exit codes: 0 clean, 1 findings at error level, 2 no result.")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Show compositions, layers, properties, expressions and fonts, and what is not supported
    Info(commands::info::InfoArgs),
    /// Evaluate expressions, or every animated property, at any times
    Eval(commands::eval::EvalArgs),
    /// Evaluate everything over the whole duration and print each finding
    Check(commands::check::CheckArgs),
    /// Show where a value comes from: before and after the expression, every input it read
    Explain(commands::explain::ExplainArgs),
    /// Test motion: expected values, bounds, jumps, loops, golden frames, from .motion-test.toml files
    Test(commands::test::TestArgs),
    /// Show what differs between two files: properties, expressions, keys, values over all frames, pixels
    Diff(commands::diff::DiffArgs),
    /// Measure every expression: how often, how long, by which tier and why
    Profile(commands::profile::ProfileArgs),
    /// Replace every expression by few keyframes that move the same
    Bake(commands::bake::BakeArgs),
    /// List presets of expressions, or show one: formula, settings, curve
    Presets(commands::presets::PresetsArgs),
    /// Put a preset on a property: its expression, and its controls on the layer
    Apply(commands::apply::ApplyArgs),
    /// Show what each player supports, and where that is said
    Targets(commands::targets::TargetsArgs),
    /// Turn a Lottie file into a scene, or a scene into a Lottie file
    Convert(commands::convert::ConvertArgs),
    /// Print the JSON Schema of scene files, by which editors complete and check them
    #[command(after_help = "Example:\n  inbetween scene-schema > scene.schema.json")]
    SceneSchema,
    /// Make a scene of a drawing (SVG): each of its layers becomes a layer
    Import(commands::import::ImportArgs),
    /// Change parents, anchor points, values, expressions and effects of a file, and nothing else of it
    Edit(Box<commands::edit::EditArgs>),
    /// Draw: pictures, sequences, GIF, APNG, WebP, MP4, SVG, contact sheets
    Render(Box<commands::render::RenderArgs>),
    /// Draw value and speed over time as After Effects' graph editor, or the motion path
    Plot(Box<commands::plot::PlotArgs>),
}

/// What every command takes.
#[derive(Debug, Args)]
pub(crate) struct Common {
    /// Scene (.scene.toml), Lottie JSON, dotLottie (.lottie) or Telegram sticker (.tgs)
    file: std::path::PathBuf,
    /// Which animation of a dotLottie, by id
    #[arg(long, value_name = "ID")]
    animation: Option<String>,
    /// How findings are printed on standard error
    #[arg(long, value_name = "FORM", default_value = "text")]
    findings: findings::Form,
    /// Worker threads; 0 takes one per core
    #[arg(long, value_name = "N", default_value_t = 0)]
    threads: usize,
    /// What `Date` says in expressions: milliseconds since 1970 or a date such as 2026-03-09T12:00:00Z
    #[arg(long, value_name = "TIME", value_parser = range::parse_now)]
    now: Option<f64>,
    /// Folder with font files, searched before the bundled fonts; may be given several times
    #[arg(long, value_name = "DIR")]
    font_dir: Vec<std::path::PathBuf>,
    /// Use the fonts of this machine too, after all others; the result then depends on it
    #[arg(long)]
    system_fonts: bool,
    /// Which tier evaluates expressions: both give the same values
    #[arg(long, value_name = "TIER", default_value = "auto")]
    tier: TierArg,
    #[command(flatten)]
    limits: LimitArgs,
}

/// Tiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum TierArg {
    /// The compiled numeric tier where it can, the complete script tier for the rest.
    Auto,
    /// The script tier for everything.
    Script,
}

/// Limits on untrusted files; they count, so the answer is the same on every machine.
#[derive(Debug, Args)]
#[command(next_help_heading = "Limits")]
pub(crate) struct LimitArgs {
    /// Loop passes and calls one evaluation of one expression may make
    #[arg(long, value_name = "N")]
    max_fuel: Option<u64>,
    /// Deepest function calls inside an expression
    #[arg(long, value_name = "N")]
    max_calls: Option<u32>,
    /// Deepest chain of expressions that read one another
    #[arg(long, value_name = "N")]
    max_chain: Option<u32>,
    /// Memory of the expression engine, in MiB per thread
    #[arg(long, value_name = "MIB")]
    max_memory: Option<usize>,
    /// Deepest brackets in an expression
    #[arg(long, value_name = "N")]
    max_nesting: Option<usize>,
    /// Longest array or string an expression may make
    #[arg(long, value_name = "N")]
    max_length: Option<usize>,
    /// Largest file after unpacking, in MiB
    #[arg(long, value_name = "MIB")]
    max_file: Option<usize>,
    /// Most layers in a file
    #[arg(long, value_name = "N")]
    max_layers: Option<usize>,
    /// Stop the whole run after this many seconds, without a result (exit code 2)
    #[arg(long, value_name = "SECONDS")]
    timeout: Option<f64>,
}

/// Frames need large buffers for a moment, which the system's allocator hands back and clears anew each time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The command line, with what a derive cannot say.
fn command() -> clap::Command {
    let file =
        |command: clap::Command, help: &'static str| command.mut_arg("file", |file| file.index(1).help(help));
    Cli::command()
        .mut_subcommand("test", |test| file(test, "Test file (*.motion-test.toml), or a folder of them"))
        .mut_subcommand("diff", |diff| {
            file(diff, "First file: Lottie JSON, dotLottie (.lottie) or Telegram sticker (.tgs)")
        })
}

fn main() -> ExitCode {
    let cli = Cli::from_arg_matches(&command().get_matches()).unwrap_or_else(|error| error.exit());
    // Expressions may nest deeply; the evaluation needs a stack of its own, known size.
    let outcome = inbetween::with_large_stack(|| match cli.command {
        Command::Info(args) => commands::info::run(&args),
        Command::Eval(args) => commands::eval::run(&args),
        Command::Check(args) => commands::check::run(&args),
        Command::Profile(args) => commands::profile::run(&args),
        Command::Explain(args) => commands::explain::run(&args),
        Command::Test(args) => commands::test::run(&args),
        Command::Diff(args) => commands::diff::run(&args),
        Command::Bake(args) => commands::bake::run(&args),
        Command::Presets(args) => commands::presets::run(&args),
        Command::Apply(args) => commands::apply::run(&args),
        Command::Targets(args) => commands::targets::run(&args),
        Command::Convert(args) => commands::convert::run(&args),
        Command::SceneSchema => commands::convert::schema(),
        Command::Import(args) => commands::import::run(&args),
        Command::Edit(args) => commands::edit::run(&args),
        Command::Render(args) => commands::render::run(&args),
        Command::Plot(args) => commands::plot::run(&args),
    });
    match outcome {
        Ok(clean) if clean => ExitCode::SUCCESS,
        Ok(_) => ExitCode::from(1),
        Err(message) => {
            output::error(&message);
            ExitCode::from(2)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two arguments of one name make every command fail.
    #[test]
    fn the_arguments_fit_together() {
        command().debug_assert();
    }
}
