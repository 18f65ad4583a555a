//! `inbetween explain`.

use super::Outcome;
use crate::{Common, findings, output};
use inbetween::{Explanation, Read, value_item};
use serde_json::{Value as Json, json};

/// Arguments of `explain`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  inbetween explain rig.json 'layer(\"crank\").rotation' --at 1.2")]
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
    /// Form of the result
    #[arg(long, default_value = "text")]
    format: findings::Form,
}

/// Runs the command.
pub(crate) fn run(args: &ExplainArgs) -> Outcome {
    let project = super::open(&args.common)?;
    let explained =
        project.explain(&args.property, args.comp.as_deref(), args.at).map_err(|e| e.to_string())?;
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
            write_tree(&mut text, &explained, 0);
            output::print(&text);
        }
    }
    findings::report(&project, &explained.diagnostics, args.common.findings, false);
    Ok(!findings::has_errors(&explained.diagnostics))
}

fn write_tree(text: &mut String, one: &Explanation, depth: usize) {
    let pad = "  ".repeat(depth);
    let space = one.space.as_ref().map_or_else(String::new, |space| format!("  ({space})"));
    let value = output::to_text(&value_item(&one.after));
    text.push_str(&format!("{pad}{} = {value}{space}\n", one.find));
    text.push_str(&format!(
        "{pad}  at {} s, frame {}\n",
        output::number_text(one.time),
        output::number_text(one.frame)
    ));
    for key in &one.keys {
        let value = output::to_text(&value_item(&key.value));
        text.push_str(&format!("{pad}  key {} at {} s: {value}\n", key.index, output::number_text(key.time)));
    }
    if let Some(expression) = &one.expression {
        text.push_str(&format!(
            "{pad}  before its expression: {}\n",
            output::to_text(&value_item(&one.before))
        ));
        for (line, number) in expression.split(['\n', '\r']).filter(|line| !line.trim().is_empty()).zip(1..) {
            text.push_str(&format!("{pad}  {number:>4} | {line}\n"));
        }
        if let Some(tier) = one.tier {
            let why = one.tier_why.map_or_else(String::new, |why| format!(": {why}"));
            text.push_str(&format!("{pad}  tier: {tier}{why}\n"));
        }
        if let Some(error) = &one.error {
            text.push_str(&format!("{pad}  failed: {error}\n"));
        }
        if !one.reads.is_empty() {
            text.push_str(&format!("{pad}  read:\n"));
        }
    }
    for read in &one.reads {
        match read {
            Read::Property(inner) => write_tree(text, inner, depth + 2),
            Read::Call { object, name, arguments, result } => {
                let arguments: Vec<String> = arguments.iter().map(output::to_text).collect();
                text.push_str(&format!(
                    "{pad}    {object}.{name}({}) = {}\n",
                    arguments.join(", "),
                    output::to_text(result)
                ));
            }
            _ => {}
        }
    }
    if one.cut {
        text.push_str(&format!("{pad}    … more was read; the tree is cut here\n"));
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
