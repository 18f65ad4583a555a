//! Test files from TOML, with errors that point at the place.

use super::{Case, Check, Direction, Expected, Moment, MotionTest, TestFileError};
use inbetween_types::{Severity, SourcePoint, diagnostic::near_match};
use std::ops::Range;
use toml_edit::{Document, Item, TableLike, Value};

/// Keys of the file itself.
const FILE_KEYS: [&str; 5] = ["file", "composition", "tolerance", "samples_per_frame", "case"];

/// Keys of a case.
const CASE_KEYS: [&str; 29] = [
    "name",
    "composition",
    "value",
    "set",
    "at",
    "frame",
    "is",
    "samples",
    "tolerance",
    "modulo",
    "from",
    "to",
    "samples_per_frame",
    "between",
    "at_least",
    "at_most",
    "max_per_frame",
    "max_per_second",
    "monotonic",
    "loops",
    "speed_tolerance",
    "within_frame",
    "margin",
    "golden",
    "scale",
    "mean",
    "worst",
    "no_findings",
    "except",
];

/// Allowed difference of numbers where nothing else is said.
const TOLERANCE: f64 = 0.001;

type Read<T> = Result<T, TestFileError>;

/// A member of a table: its key, where the key is, and what it holds.
#[derive(Clone)]
struct Member<'a> {
    key: &'a str,
    key_span: Option<Range<usize>>,
    item: &'a Item,
}

impl Member<'_> {
    fn wrong(&self, wanted: &str) -> TestFileError {
        fault(format!("`{}` takes {wanted}", self.key), self.item.span().or(self.key_span.clone()))
    }
}

fn fault(message: impl Into<String>, span: Option<Range<usize>>) -> TestFileError {
    TestFileError { message: message.into(), help: None, span }
}

impl MotionTest {
    /// Reads a test file.
    ///
    /// # Errors
    /// The first thing that is wrong, with its place: broken TOML, an unknown key, a value of the wrong kind, a case
    /// that checks nothing.
    pub fn parse(text: &str) -> Result<Self, TestFileError> {
        let document = Document::parse(text).map_err(|e| fault(e.message().trim(), e.span()))?;
        let table = document.as_table();
        let members = members(table, &FILE_KEYS, "a test file")?;
        let find = |key: &str| members.iter().find(|member| member.key == key);
        let file = match find("file") {
            Some(member) => string(member)?,
            None => {
                return Err(TestFileError {
                    message: "the test file names no motion file".to_owned(),
                    help: Some("write `file = \"name.json\"` at the top".to_owned()),
                    span: Some(0..text.lines().next().map_or(0, str::len)),
                });
            }
        };
        let mut common = Case { tolerance: TOLERANCE, samples_per_frame: 1, ..Case::default() };
        common.composition = find("composition").map(string).transpose()?;
        if let Some(member) = find("tolerance") {
            common.tolerance = positive(member)?;
        }
        if let Some(member) = find("samples_per_frame") {
            common.samples_per_frame = per_frame(member)?;
        }
        let mut cases = Vec::new();
        if let Some(member) = find("case") {
            let tables: Vec<&dyn TableLike> = match member.item {
                Item::ArrayOfTables(list) => list.iter().map(|table| table as &dyn TableLike).collect(),
                Item::Value(Value::Array(list)) => {
                    list.iter().filter_map(|v| v.as_inline_table()).map(|t| t as &dyn TableLike).collect()
                }
                _ => return Err(member.wrong("tables: each case starts with `[[case]]`")),
            };
            for table in tables {
                cases.push(case(text, table, &common)?);
            }
        }
        if cases.is_empty() {
            return Err(TestFileError {
                message: "the test file has no cases".to_owned(),
                help: Some("each case starts with a line `[[case]]`".to_owned()),
                span: None,
            });
        }
        Ok(Self { file, cases })
    }
}

/// The members of a table, all of them known ones.
fn members<'a>(table: &'a dyn TableLike, known: &[&str], what: &str) -> Read<Vec<Member<'a>>> {
    let mut out = Vec::new();
    for (key, item) in table.iter() {
        let key_span = table.get_key_value(key).and_then(|(key, _)| key.span());
        if !known.contains(&key) {
            let mut error = fault(format!("{what} has no key `{key}`"), key_span.or_else(|| item.span()));
            error.help = Some(match near_match(key, known.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("there are: {}", known.join(", ")),
            });
            return Err(error);
        }
        out.push(Member { key, key_span, item });
    }
    Ok(out)
}

fn case(text: &str, table: &dyn TableLike, common: &Case) -> Read<Case> {
    let members = members(table, &CASE_KEYS, "a case")?;
    let find = |key: &str| members.iter().find(|member| member.key == key);
    let first = members.iter().filter_map(|member| member.key_span.clone()).min_by_key(|span| span.start);
    let mut case = common.clone();
    if let Some(span) = &first {
        case.line = SourcePoint::of(text, span.start).line;
    }
    if let Some(member) = find("composition") {
        case.composition = Some(string(member)?);
    }
    if let Some(member) = find("tolerance") {
        case.tolerance = positive(member)?;
    }
    if let Some(member) = find("samples_per_frame") {
        case.samples_per_frame = per_frame(member)?;
    }
    case.value = find("value").map(string).transpose()?;
    case.modulo = find("modulo").map(above_zero).transpose()?;
    case.from = find("from").map(moment_of).transpose()?;
    case.to = find("to").map(moment_of).transpose()?;
    if let Some(member) = find("set") {
        let table = member.item.as_table_like().ok_or_else(|| member.wrong("a table of properties"))?;
        for (key, item) in table.iter() {
            let inner = Member { key, key_span: item.span(), item };
            case.set.push((key.to_owned(), expected(&inner, item.as_value())?));
        }
    }
    let moments = moments(find("at"), find("frame"))?;
    checks(&mut case, &members, &moments, first.clone())?;
    case.name = match find("name") {
        Some(member) => string(member)?,
        None if case.value.is_some() => case.title(),
        None => case.checks.first().map_or_else(String::new, |check| check.key().replace('_', " ")),
    };
    Ok(case)
}

/// Reads what must hold.
fn checks(
    case: &mut Case,
    members: &[Member<'_>],
    moments: &[Moment],
    place: Option<Range<usize>>,
) -> Read<()> {
    let find = |key: &str| members.iter().find(|member| member.key == key);
    let mut samples = Vec::new();
    if let Some(member) = find("is") {
        if moments.is_empty() {
            return Err(needs(member, "`at` (seconds) or `frame`"));
        }
        let wanted = expected(member, member.item.as_value())?;
        samples.extend(moments.iter().map(|moment| (*moment, wanted.clone())));
    }
    if let Some(member) = find("samples") {
        let form = "an array of tables such as { at = 1, is = 90 }";
        let list = member.item.as_array().ok_or_else(|| member.wrong(form))?;
        for value in list {
            let table =
                value.as_inline_table().ok_or_else(|| fault(format!("a sample is {form}"), value.span()))?;
            let inner = self::members(table, &["at", "frame", "is"], "a sample")?;
            let get = |key: &str| inner.iter().find(|member| member.key == key);
            let at = self::moments(get("at"), get("frame"))?;
            let is = get("is").filter(|_| !at.is_empty());
            let is = is.ok_or_else(|| fault("a sample needs `at` or `frame`, and `is`", value.span()))?;
            let wanted = expected(is, is.item.as_value())?;
            samples.extend(at.iter().map(|moment| (*moment, wanted.clone())));
        }
    }
    if !samples.is_empty() {
        case.checks.push(Check::Is(samples));
    }
    if let Some(member) = find("between") {
        let list = member.item.as_array().filter(|list| list.len() == 2);
        let list = list.ok_or_else(|| member.wrong("two values: the lowest and the highest"))?;
        let mut bounds = list.iter().map(|value| numbers(member, Some(value)));
        let bounds = bounds.next().zip(bounds.next());
        let (low, high) = bounds.ok_or_else(|| member.wrong("two values"))?;
        case.checks.push(Check::AtLeast(low?));
        case.checks.push(Check::AtMost(high?));
    }
    for member in members {
        let value = member.item.as_value();
        let check = match member.key {
            "at_least" => Check::AtLeast(numbers(member, value)?),
            "at_most" => Check::AtMost(numbers(member, value)?),
            "max_per_frame" => Check::MaxPerFrame(positive(member)?),
            "max_per_second" => Check::MaxPerSecond(positive(member)?),
            "monotonic" => Check::Monotonic(match member.item.as_str() {
                Some("rising") => Direction::Rising,
                Some("falling") => Direction::Falling,
                Some("either") => Direction::Either,
                _ => return Err(member.wrong("\"rising\", \"falling\" or \"either\"")),
            }),
            "loops" => {
                let speed = match (member.item.as_bool(), member.item.as_str()) {
                    (Some(true), _) => true,
                    (_, Some("value")) => false,
                    _ => return Err(member.wrong("true (value and speed) or \"value\" (value only)")),
                };
                Check::Loops { speed, speed_tolerance: find("speed_tolerance").map(positive).transpose()? }
            }
            "within_frame" => {
                let margin = find("margin").map(number).transpose()?.unwrap_or(0.0);
                Check::WithinFrame { layer: string(member)?, margin }
            }
            "golden" => golden(member, members, moments)?,
            "no_findings" => {
                let level = match (member.item.as_bool(), member.item.as_str()) {
                    (Some(true), _) | (_, Some("error")) => Severity::Error,
                    (_, Some("warning")) => Severity::Warning,
                    (_, Some("note")) => Severity::Note,
                    _ => return Err(member.wrong("\"error\", \"warning\" or \"note\"")),
                };
                let except = find("except").map(strings).transpose()?.unwrap_or_default();
                Check::NoFindings { level, except }
            }
            _ => continue,
        };
        case.checks.push(check);
    }
    if case.checks.is_empty() {
        let mut error = fault("this case checks nothing", place);
        error.help = Some(
            "it needs one of: is, samples, between, at_least, at_most, max_per_frame, max_per_second, monotonic, \
             loops, within_frame, golden, no_findings"
                .to_owned(),
        );
        return Err(error);
    }
    let own = |check: &&Check| {
        matches!(check, Check::WithinFrame { .. } | Check::Golden { .. } | Check::NoFindings { .. })
    };
    if case.value.is_none()
        && let Some(check) = case.checks.iter().find(|check| !own(check))
    {
        return Err(fault(format!("`{}` needs `value`, an expression to look at", check.key()), place));
    }
    Ok(())
}

fn golden(member: &Member<'_>, members: &[Member<'_>], moments: &[Moment]) -> Read<Check> {
    let find = |key: &str| members.iter().find(|member| member.key == key);
    let path = string(member)?;
    if moments.is_empty() {
        return Err(needs(member, "`at` (seconds) or `frame`"));
    }
    if moments.len() > 1 && !path.contains('#') {
        return Err(member.wrong("a name with `####` for the frame's number where there are several moments"));
    }
    let inside = !path.starts_with(['/', '\\'])
        && path.split(['/', '\\']).all(|part| !part.is_empty() && part != "..")
        && !path.contains(':');
    if !inside {
        return Err(member.wrong("a file in the folder of the test file or below it"));
    }
    if !path.to_lowercase().ends_with(".png") {
        return Err(member.wrong("the name of a .png file"));
    }
    let or = |key: &str, default: f64| find(key).map_or(Ok(default), positive);
    let scale = find("scale").map_or(Ok(1.0), above_zero)?;
    Ok(Check::Golden {
        path,
        moments: moments.to_vec(),
        scale,
        mean: or("mean", 0.1)?,
        worst: or("worst", 8.0)?,
    })
}

fn needs(member: &Member<'_>, what: &str) -> TestFileError {
    fault(format!("`{}` needs {what}", member.key), member.key_span.clone().or_else(|| member.item.span()))
}

fn moments(at: Option<&Member<'_>>, frame: Option<&Member<'_>>) -> Read<Vec<Moment>> {
    let mut out = Vec::new();
    for member in at.into_iter().chain(frame) {
        let read = |value: &Value| -> Read<Moment> {
            if member.key == "frame" {
                let frames = as_number(value).ok_or_else(|| member.wrong("a frame's number, or several"))?;
                return Ok(Moment::Frames(frames));
            }
            moment(value).ok_or_else(|| member.wrong(TIME))
        };
        match member.item.as_value() {
            Some(Value::Array(list)) => {
                for value in list {
                    out.push(read(value)?);
                }
            }
            Some(value) => out.push(read(value)?),
            None => return Err(member.wrong(TIME)),
        }
    }
    Ok(out)
}

const TIME: &str = "a time: seconds, \"12f\" for frames, or a timecode such as \"0:00:01:12\"";

fn moment_of(member: &Member<'_>) -> Read<Moment> {
    member.item.as_value().and_then(moment).ok_or_else(|| member.wrong(TIME))
}

fn moment(value: &Value) -> Option<Moment> {
    if let Some(seconds) = as_number(value) {
        return Some(Moment::Seconds(seconds));
    }
    let text = value.as_str()?.trim();
    let finite = |text: &str| text.trim().parse::<f64>().ok().filter(|n| n.is_finite());
    if let Some(frames) = text.strip_suffix('f') {
        return finite(frames).map(Moment::Frames);
    }
    if let Some(seconds) = text.strip_suffix('s') {
        return finite(seconds).map(Moment::Seconds);
    }
    let parts: Option<Vec<f64>> = text.split(':').map(finite).collect();
    let parts = parts.filter(|parts| (2..=4).contains(&parts.len()))?;
    let (frames, whole) = parts.split_last()?;
    let seconds = whole.iter().fold(0.0, |sum, part| sum * 60.0 + part);
    Some(Moment::Timecode { seconds, frames: *frames })
}

fn string(member: &Member<'_>) -> Read<String> {
    let text = member.item.as_str().filter(|text| !text.trim().is_empty());
    text.map(str::to_owned).ok_or_else(|| member.wrong("a text in quotes"))
}

fn strings(member: &Member<'_>) -> Read<Vec<String>> {
    let list =
        member.item.as_array().map(|list| list.iter().map(|v| v.as_str().map(str::to_owned)).collect());
    list.flatten().ok_or_else(|| member.wrong("an array of texts"))
}

fn as_number(value: &Value) -> Option<f64> {
    #[expect(clippy::cast_precision_loss, reason = "numbers of a test file fit")]
    let whole = value.as_integer().map(|n| n as f64);
    whole.or_else(|| value.as_float()).filter(|n| n.is_finite())
}

fn number(member: &Member<'_>) -> Read<f64> {
    member.item.as_value().and_then(as_number).ok_or_else(|| member.wrong("a number"))
}

fn positive(member: &Member<'_>) -> Read<f64> {
    number(member).ok().filter(|n| *n >= 0.0).ok_or_else(|| member.wrong("a number from 0 up"))
}

fn above_zero(member: &Member<'_>) -> Read<f64> {
    number(member).ok().filter(|n| *n > 0.0).ok_or_else(|| member.wrong("a number above 0"))
}

fn per_frame(member: &Member<'_>) -> Read<u32> {
    let count = member.item.as_integer().and_then(|n| u32::try_from(n).ok());
    count.filter(|n| (1..=100).contains(n)).ok_or_else(|| member.wrong("a whole number from 1 to 100"))
}

/// One number, or several.
fn numbers(member: &Member<'_>, value: Option<&Value>) -> Read<Vec<f64>> {
    match expected(member, value)? {
        Expected::Number(number) => Ok(vec![number]),
        Expected::Vector(list) => Ok(list),
        _ => Err(member.wrong("a number or an array of numbers")),
    }
}

fn expected(member: &Member<'_>, value: Option<&Value>) -> Read<Expected> {
    let wrong = || member.wrong("a number, an array of numbers, a text, true or false");
    match value.ok_or_else(wrong)? {
        Value::String(text) => Ok(Expected::Text(text.value().clone())),
        Value::Boolean(value) => Ok(Expected::Bool(*value.value())),
        Value::Array(list) => {
            let numbers: Option<Vec<f64>> = list.iter().map(as_number).collect();
            numbers.filter(|list| !list.is_empty()).map(Expected::Vector).ok_or_else(wrong)
        }
        value => as_number(value).map(Expected::Number).ok_or_else(wrong),
    }
}
