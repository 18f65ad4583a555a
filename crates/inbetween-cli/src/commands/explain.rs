//! `inbetween explain`.

use super::Outcome;
use crate::{Common, findings, output};
use inbetween::{Explanation, Read, Step, value_item};
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;

/// Arguments of `explain`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  inbetween explain rig.json 'layer(\"crank\").rotation' --at 1.2
  inbetween explain rig.json 'layer(\"rod\").rotation' --at 1.2 --depth 1
  inbetween explain rig.json 'layer(\"rod\").rotation' --at 1.2 --html page.html

Steps are every call with its arguments and result and every branch with the way it took. Not among them: of an
optional chain (a?.b().c()) all calls but the last, tagged templates, what runs inside `eval`, and the operands of && ||
??. A layer, property, date or function is shown as what would find or make it. Before and after the time of an expression
(--at) the page of --html shows one second of the curve.")]
pub(crate) struct ExplainArgs {
    #[command(flatten)]
    common: Common,
    /// The property, as an expression that finds it
    property: String,
    /// Time in seconds
    #[arg(long, value_name = "S", default_value_t = 0.0, allow_negative_numbers = true)]
    at: f64,
    /// Composition the property is in (default: the main one)
    #[arg(long, value_name = "NAME")]
    comp: Option<String>,
    /// How deep the tree goes: properties read by properties read by …
    #[arg(long, value_name = "N", default_value_t = 40)]
    depth: usize,
    /// Write a page with the source, the curve and the dependency graph; one file that opens offline
    #[arg(long, value_name = "FILE")]
    html: Option<std::path::PathBuf>,
    /// Form of the result
    #[arg(long, default_value = "text")]
    format: findings::Form,
}

/// Runs the command.
pub(crate) fn run(args: &ExplainArgs) -> Outcome {
    let project = super::open(&args.common)?;
    let explained =
        project.explain(&args.property, args.comp.as_deref(), args.at).map_err(|e| e.to_string())?;
    if let Some(path) = &args.html {
        let page = project.explanation_html(&explained).map_err(|e| e.to_string())?;
        super::write_whole(path, page.as_bytes())?;
    }
    match args.format {
        findings::Form::Json => {
            let mut json = to_json(&explained);
            if let Some(object) = json.as_object_mut() {
                object.insert("format_version".to_owned(), findings::FORMAT_VERSION.into());
            }
            output::line(&json.to_string());
        }
        findings::Form::Text => {
            let mut text = String::new();
            write_tree(&mut text, &tree(&explained, args.depth, &mut Seen::new()), "", "");
            output::print(&text);
        }
    }
    findings::report(&project, &explained.diagnostics, args.common.findings, false);
    Ok(!findings::has_errors(&explained.diagnostics))
}

/// A line of the tree and what hangs on it.
struct Branch {
    text: String,
    below: Vec<Branch>,
}

fn leaf(text: impl Into<String>) -> Branch {
    Branch { text: text.into(), below: Vec::new() }
}

/// The tree with lines that join.
fn write_tree(text: &mut String, branch: &Branch, first: &str, rest: &str) {
    for (number, line) in branch.text.lines().enumerate() {
        text.push_str(if number == 0 { first } else { rest });
        text.push_str(line);
        text.push('\n');
    }
    for (index, below) in branch.below.iter().enumerate() {
        let (fork, bar) =
            if index + 1 == branch.below.len() { ("└─ ", "   ") } else { ("├─ ", "│  ") };
        write_tree(text, below, &format!("{rest}{fork}"), &format!("{rest}{bar}"));
    }
}

/// Properties that have been told: composition, expression that finds them, time.
type Seen = BTreeSet<(String, String, u64)>;

fn tree(one: &Explanation, depth: usize, seen: &mut Seen) -> Branch {
    let space = one.space.as_ref().map_or_else(String::new, |space| format!("  ({space})"));
    let value = output::to_text(&value_item(&one.after));
    let mut branch = leaf(format!("{} = {value}{space}", one.find));
    if !seen.insert((one.composition.clone(), one.find.clone(), one.time.to_bits())) {
        // A bare value needs no second look.
        if !one.reads.is_empty() || one.expression.is_some() {
            branch.text.push_str("  (told above)");
        }
        return branch;
    }
    let below = &mut branch.below;
    below.push(leaf(format!(
        "at {} s, frame {}",
        output::number_text(one.time),
        output::number_text(one.frame)
    )));
    for key in &one.keys {
        let value = output::to_text(&value_item(&key.value));
        below.push(leaf(format!("key {} at {} s: {value}", key.index, output::number_text(key.time))));
    }
    if let Some(expression) = &one.expression {
        below.push(leaf(format!("before its expression: {}", output::to_text(&value_item(&one.before)))));
        let text = expression.replace("\r\n", "\n").replace('\r', "\n");
        let lines: Vec<String> = text
            .trim_end()
            .lines()
            .zip(1..)
            .filter(|(line, _): &(&str, usize)| !line.trim().is_empty())
            .map(|(line, number)| format!("{number:>3} | {line}"))
            .collect();
        below.push(leaf(format!("expression:\n{}", lines.join("\n"))));
        if let Some(tier) = one.tier {
            let why = one.tier_why.map_or_else(String::new, |why| format!(": {why}"));
            below.push(leaf(format!("tier: {tier}{why}")));
        }
        if let Some(error) = &one.error {
            below.push(leaf(format!("failed: {error}")));
        }
    }
    if !one.steps.is_empty() {
        let mut steps = leaf("did:");
        for step in &one.steps {
            steps.below.push(leaf(match step {
                Step::Call { line, name, arguments, result, .. } => {
                    let arguments: Vec<String> = arguments.iter().map(output::to_text).collect();
                    format!("line {line}: {name}({}) = {}", arguments.join(", "), output::to_text(result))
                }
                Step::Branch { line, test, kind: "switch", value, .. } => {
                    format!("line {line}: switch ({test}), it is {}", output::to_text(value))
                }
                Step::Branch { line, test, kind, value, held, .. } => {
                    let way = if *held { "yes" } else { "no" };
                    let value = match value {
                        inbetween::Item::Bool(_) => String::new(),
                        _ if *kind == "case" => String::new(),
                        other => format!(", it is {}", output::to_text(other)),
                    };
                    format!("line {line}: {kind} ({test}) → {way}{value}")
                }
                _ => continue,
            }));
        }
        below.push(steps);
    }
    let mut reads = leaf("read:");
    for read in &one.reads {
        match read {
            Read::Property(inner) if depth == 0 => reads.below.push(leaf(format!(
                "{} = {}  …",
                inner.find,
                output::to_text(&value_item(&inner.after))
            ))),
            Read::Property(inner) => reads.below.push(tree(inner, depth - 1, seen)),
            // Calls are among the steps, in the words of the text.
            Read::Call { object, name, arguments, result } if one.steps.is_empty() => {
                let arguments: Vec<String> = arguments.iter().map(output::to_text).collect();
                let result = output::to_text(result);
                reads.below.push(leaf(format!("{object}.{name}({}) = {result}", arguments.join(", "))));
            }
            _ => {}
        }
    }
    if !reads.below.is_empty() {
        below.push(reads);
    }
    if one.cut {
        below.push(leaf("… more happened; the tree is cut here"));
    }
    branch
}

fn step_json(step: &Step) -> Json {
    match step {
        Step::Call { span, line, name, arguments, result } => json!({
            "step": "call", "line": line, "span": [span.start, span.end], "call": name,
            "arguments": arguments.iter().map(output::to_json).collect::<Vec<_>>(),
            "result": output::to_json(result),
        }),
        Step::Branch { span, line, test, kind, value, held, taken, left } => {
            let span_of = |span: &Option<std::ops::Range<usize>>| span.as_ref().map(|s| [s.start, s.end]);
            json!({
                "step": "branch", "line": line, "span": [span.start, span.end], "kind": kind, "test": test,
                "value": output::to_json(value), "held": held, "taken": span_of(taken), "left": span_of(left),
            })
        }
        _ => Json::Null,
    }
}

fn to_json(one: &Explanation) -> Json {
    json!({
        "property": one.find,
        "composition": one.composition,
        "time": one.time,
        "frame": one.frame,
        "before": output::to_json(&value_item(&one.before)),
        "after": output::to_json(&value_item(&one.after)),
        "space": one.space,
        "expression": one.expression,
        "tier": one.tier,
        "tier_why": one.tier_why,
        "error": one.error,
        "keys": one.keys.iter().map(|key| json!({
            "index": key.index, "time": key.time, "value": output::to_json(&value_item(&key.value)),
        })).collect::<Vec<_>>(),
        "steps": one.steps.iter().map(step_json).collect::<Vec<_>>(),
        "reads": one.reads.iter().map(|read| match read {
            Read::Property(inner) => to_json(inner),
            Read::Call { object, name, arguments, result } => json!({
                "object": object,
                "call": name,
                "arguments": arguments.iter().map(output::to_json).collect::<Vec<_>>(),
                "result": output::to_json(result),
            }),
            _ => Json::Null,
        }).collect::<Vec<_>>(),
        "cut": one.cut,
    })
}
