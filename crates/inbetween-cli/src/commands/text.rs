//! Forms of `inbetween eval --text`.

use crate::{findings, output};
use inbetween::TextSeries;
use inbetween::timeline::UnitState;
use serde_json::{Value as Json, json};

/// An array with one object: the layer and its samples.
pub(crate) fn to_json(series: &TextSeries) -> Json {
    let samples: Vec<Json> = series
        .samples
        .iter()
        .map(|sample| {
            json!({
                "time": sample.time,
                "frame": sample.frame,
                "characters": sample.state.units.iter().map(character).collect::<Vec<_>>(),
            })
        })
        .collect();
    json!([{ "format_version": findings::FORMAT_VERSION, "layer": series.layer, "samples": samples }])
}

fn character(unit: &UnitState) -> Json {
    json!({
        "textIndex": unit.text_index,
        "text": unit.text,
        "amounts": unit.amounts,
        "matrix": unit.matrix.0,
        "opacity": unit.opacity,
        "fill": unit.fill,
        "fillOpacity": unit.fill_opacity,
        "stroke": unit.stroke,
        "strokeOpacity": unit.stroke_opacity,
        "strokeWidth": unit.stroke_width,
        "blur": unit.blur,
    })
}

/// Columns for reading: one row per character.
pub(crate) fn table(series: &TextSeries) -> String {
    let mut text = format!("{}\n", series.layer.trim());
    text.push_str(
        "     frame       time  index  text   opacity  origin              amounts (x, y, z percent)\n",
    );
    for sample in &series.samples {
        for unit in &sample.state.units {
            let [[.., x], [.., y], [.., z], _] = unit.matrix.0;
            let place = [x, y, z].map(output::number_text).join(", ");
            let amounts: Vec<String> = unit
                .amounts
                .iter()
                .map(|amount| format!("[{}]", amount.map(output::number_text).join(", ")))
                .collect();
            text.push_str(&format!(
                "{:>10} {:>10}  {:>5}  {:<5} {:>8}  {:<18}  {}\n",
                output::number_text(sample.frame),
                output::number_text(sample.time),
                unit.text_index,
                unit.text.escape_debug(),
                output::number_text(unit.opacity),
                place,
                amounts.join(" "),
            ));
        }
    }
    text
}

/// One row per time and character.
pub(crate) fn csv(series: &TextSeries) -> String {
    let animators = series.samples.iter().flat_map(|s| &s.state.units).map(|unit| unit.amounts.len()).max();
    let mut header = vec!["time".to_owned(), "frame".to_owned(), "textIndex".to_owned(), "text".to_owned()];
    for animator in 1..=animators.unwrap_or(0) {
        header.extend(["x", "y", "z"].map(|axis| format!("amount{animator}.{axis}")));
    }
    header.extend(["opacity", "x", "y", "z"].map(str::to_owned));
    let mut text = format!("{}\n", header.join(","));
    for sample in &series.samples {
        for unit in &sample.state.units {
            let mut cells = vec![
                sample.time.to_string(),
                sample.frame.to_string(),
                unit.text_index.to_string(),
                output::csv_cell(&unit.text),
            ];
            cells.extend(unit.amounts.iter().flatten().map(f64::to_string));
            let [[.., x], [.., y], [.., z], _] = unit.matrix.0;
            cells.extend([unit.opacity, x, y, z].map(|number| number.to_string()));
            text.push_str(&cells.join(","));
            text.push('\n');
        }
    }
    text
}
