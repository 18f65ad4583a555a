//! Footage: images, solids and data files.

use super::call::Call;
use super::lookup::SOLID;
use super::row::{Row, attribute, method};
use super::{fault, json, number, place};
use crate::LayerRef;
use inbetween_doc::FootageData;
use inbetween_expr::{Fault, Item};
use std::borrow::Cow;
use std::sync::Arc;

pub(super) const ROWS: &[Row] = &[
    attribute("name", &[], "Name.", |call| match solid(call) {
        Some(layer) => Ok(Item::text(call.state.layer_data(layer).map_or("", |data| &data.name))),
        None => Ok(Item::text(call.state.footage_data(call.object.id).map_or("", |data| &data.name))),
    }),
    attribute("width", &[], "Width in pixels.", |call| Ok(Item::Number(size(call)[0]))),
    attribute("height", &[], "Height in pixels.", |call| Ok(Item::Number(size(call)[1]))),
    attribute("duration", &[], "Length in seconds: 0 for stills and data.", |_| number(0.0)),
    attribute("frameDuration", &["frame_duration"], "Seconds per frame: that of the composition.", |call| {
        let composition = crate::CompositionRef(call.runner.current().composition.id);
        number(call.state.frame_rate(composition).frame_duration())
    }),
    attribute("ntscDropFrame", &[], "Whether timecode drops frames: false.", |_| super::flag(false)),
    attribute("pixelAspect", &["pixel_aspect"], "Pixel aspect ratio: 1.", |_| number(1.0)),
    attribute("sourceText", &[], "The text of a data file.", |call| Ok(Item::text(&text(call)?))),
    attribute("sourceData", &[], "The content of a JSON, CSV or TSV file.", |call| {
        Ok(match data(call)? {
            Data::Json(item) => item,
            Data::Table(rows) => records(&rows),
        })
    }),
    method("dataValue", &[], "dataValue(dataPath): the value that indices from 0 lead to.", |call| {
        let path = data_path(call)?;
        match data(call)? {
            Data::Json(item) => step(&item, &path),
            Data::Table(rows) => table_cell(&rows, &path),
        }
        .ok_or_else(|| Fault::thrown("expr/no-data", format!("dataValue: nothing is at {path:?}")))
    }),
    method("dataKeyCount", &[], "dataKeyCount(dataPath): number of samples of a dynamic stream.", |call| {
        Ok(super::count(samples(call, false)?.len()))
    }),
    method("dataKeyTimes", &[], "dataKeyTimes(dataPath, t0, t1): times of the samples in seconds.", |call| {
        Ok(Item::Array(samples(call, true)?.into_iter().map(|(time, _)| Item::Number(time)).collect()))
    }),
    method("dataKeyValues", &[], "dataKeyValues(dataPath, t0, t1): the samples.", |call| {
        Ok(Item::Array(samples(call, true)?.into_iter().map(|(_, value)| value).collect()))
    }),
];

fn solid(call: &Call<'_>) -> Option<LayerRef> {
    (call.object.id & SOLID != 0).then_some(LayerRef(call.object.id & !SOLID))
}

fn size(call: &Call<'_>) -> [f64; 2] {
    match solid(call) {
        Some(layer) => call.state.layer_data(layer).map_or([0.0; 2], |data| [data.width, data.height]),
        None => call.state.footage_data(call.object.id).map_or([0.0; 2], |data| [data.width, data.height]),
    }
}

fn text<'a>(call: &Call<'a>) -> Result<Cow<'a, str>, Fault> {
    match call.state.footage_data(call.object.id).map(|footage| &footage.data) {
        Some(FootageData::Text(text)) => Ok(Cow::Borrowed(text)),
        Some(FootageData::Embedded(_, bytes)) => Ok(String::from_utf8_lossy(bytes)),
        _ => Err(Fault::thrown("expr/no-data", "the footage item holds no text, or its file is not there")),
    }
}

enum Data {
    Json(Item),
    /// Rows of cells, the first of which names the columns.
    Table(Vec<Vec<String>>),
}

fn data(call: &Call<'_>) -> Result<Data, Fault> {
    let name = call.state.footage_data(call.object.id).map_or("", |footage| &footage.name).to_lowercase();
    let text = text(call)?;
    if name.ends_with(".csv") {
        return Ok(Data::Table(json::rows(&text, ',')));
    }
    if name.ends_with(".tsv") || name.ends_with(".txt") {
        return Ok(Data::Table(json::rows(&text, '\t')));
    }
    json::parse(&text)
        .map(Data::Json)
        .ok_or_else(|| Fault::thrown("expr/bad-data", "the data file is not JSON, CSV or TSV"))
}

/// One record per row, by column name.
fn records(rows: &[Vec<String>]) -> Item {
    let Some((head, body)) = rows.split_first() else { return Item::Array(Vec::new()) };
    let record = |row: &Vec<String>| {
        let cell = |(name, cell): (&String, &String)| (Arc::from(name.trim()), json::cell(cell));
        Item::Record(head.iter().zip(row).map(cell).collect())
    };
    Item::Array(body.iter().map(record).collect())
}

/// `[column, row]`, both from 0, the row of column names not counted.
fn table_cell(rows: &[Vec<String>], path: &[f64]) -> Option<Item> {
    let (_, body) = rows.split_first()?;
    let (column, row) = match path {
        [column, row, ..] => (*column, *row),
        _ => return None,
    };
    let row = body.get(place(row + 1.0, body.len())?)?;
    row.get(place(column + 1.0, row.len())?).map(|cell| json::cell(cell))
}

fn data_path(call: &Call<'_>) -> Result<Vec<f64>, Fault> {
    call.argument(0)
        .and_then(Item::as_numbers)
        .ok_or_else(|| fault::argument(call.name, 0, "an array of indices", call.argument(0)))
}

fn step(item: &Item, path: &[f64]) -> Option<Item> {
    let Some((index, rest)) = path.split_first() else { return Some(item.clone()) };
    let child = match item {
        Item::Array(items) => items.get(place(index + 1.0, items.len())?)?,
        Item::Record(fields) => &fields.get(place(index + 1.0, fields.len())?)?.1,
        _ => return None,
    };
    step(child, rest)
}

fn field<'a>(item: &'a Item, name: &str) -> Option<&'a Item> {
    match item {
        Item::Record(fields) => fields.iter().find(|(known, _)| &**known == name).map(|(_, value)| value),
        _ => None,
    }
}

/// Samples (seconds since the stream's first, value) of a dynamic stream of an MGJSON file, with `bounded` those
/// from t0 to t1. A plain list of `{time, value}` records counts as a stream too.
fn samples(call: &Call<'_>, bounded: bool) -> Result<Vec<(f64, Item)>, Fault> {
    let none =
        || Fault::thrown("expr/no-data", format!("{}: the path leads to no dynamic stream", call.name));
    let path = data_path(call)?;
    let Data::Json(root) = data(call)? else { return Err(none()) };
    let list = match (field(&root, "dataOutline"), field(&root, "dataDynamicSamples")) {
        (Some(outline), Some(Item::Array(sets))) => {
            let stream = step(outline, &path).ok_or_else(none)?;
            let id = field(&stream, "sampleSetID").cloned().ok_or_else(none)?;
            let set = sets.iter().find(|set| field(set, "sampleSetID") == Some(&id));
            set.and_then(|set| field(set, "samples")).cloned()
        }
        _ => step(&root, &path),
    };
    let Some(Item::Array(list)) = list else { return Err(none()) };
    let mut samples = Vec::new();
    for sample in &list {
        let time = field(sample, "time").and_then(|time| match time {
            Item::Text(text) => seconds(text),
            other => other.as_number(),
        });
        let value = field(sample, "value").map(|value| match field(value, "pattern") {
            Some(_) => field(value, "value").unwrap_or(value).clone(),
            None => value.clone(),
        });
        if let (Some(time), Some(value)) = (time, value) {
            samples.push((time, value));
        }
    }
    let start = samples.first().map_or(0.0, |(time, _)| *time);
    for (time, _) in &mut samples {
        *time -= start;
    }
    if bounded {
        let (low, high) = (call.number(1, Some(f64::MIN))?, call.number(2, Some(f64::MAX))?);
        samples.retain(|(time, _)| (low..=high).contains(time));
    }
    Ok(samples)
}

/// Seconds since 1970 of an ISO 8601 date and time in UTC (`2017-05-30T18:31:41.250Z`).
fn seconds(text: &str) -> Option<f64> {
    let (date, clock) = text.trim_end_matches('Z').split_once('T')?;
    let mut date = date.split('-').map(|part| part.parse::<i64>().ok());
    let (year, month, day) = (date.next()??, date.next()??, date.next()??);
    let mut clock = clock.split(':').map(|part| part.parse::<f64>().ok());
    let (hours, minutes, seconds) = (clock.next()??, clock.next()??, clock.next()??);
    if !(1..=12).contains(&month) || !(1..=31).contains(&day) || !(0..=9999).contains(&year) {
        return None;
    }
    // Days of the proleptic Gregorian calendar, years counted from March.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let days = 365 * year + year.div_euclid(4) - year.div_euclid(100)
        + year.div_euclid(400)
        + (153 * month + 2) / 5
        + day
        - 719_469;
    #[expect(clippy::cast_precision_loss, reason = "days of four-digit years fit")]
    let days = days as f64;
    Some(days * 86_400.0 + hours * 3_600.0 + minutes * 60.0 + seconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_count_from_1970() {
        assert_eq!(seconds("1970-01-01T00:00:00Z"), Some(0.0));
        assert_eq!(seconds("2000-03-01T00:00:01.5Z"), Some(951_868_801.5));
    }

    #[test]
    fn tables_are_column_first() {
        let rows = json::rows("name,size\nann,3\nbob,4\n", ',');
        assert_eq!(table_cell(&rows, &[1.0, 0.0]), Some(Item::Number(3.0)));
        assert_eq!(table_cell(&rows, &[0.0, 1.0]), Some(Item::text("bob")));
        assert_eq!(table_cell(&rows, &[0.0, 2.0]), None);
    }

    #[test]
    fn rows_become_records() {
        let Item::Array(list) = records(&json::rows("name,size\nann,3", ',')) else { panic!("a list") };
        assert_eq!(
            list,
            [Item::Record(vec![
                (Arc::from("name"), Item::text("ann")),
                (Arc::from("size"), Item::Number(3.0)),
            ])]
        );
    }
}
