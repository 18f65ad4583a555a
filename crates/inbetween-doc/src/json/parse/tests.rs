use super::*;
use jiter::Peek;

fn whole(text: &str) -> Tape<'_> {
    let (tape, error) = parse(text, 200, usize::MAX);
    assert!(error.is_none(), "{}", error.unwrap().message);
    tape
}

#[test]
fn spans_are_byte_ranges_of_the_values() {
    let text = "\u{feff} {\"a\" : [1, -2.5e1,\"x\"], \"b\\u0041\":{ } ,\"c\":\"\\n\"}\n ";
    let tape = whole(text);
    let root = tape.root();
    let a = root.get("a").unwrap();
    assert_eq!(a.raw(), "[1, -2.5e1,\"x\"]");
    assert_eq!(a.len(), 3);
    let raw: Vec<_> = a.items().map(|n| n.raw()).collect();
    assert_eq!(raw, ["1", "-2.5e1", "\"x\""]);
    assert_eq!(a.items().nth(1).unwrap().number(), Some(-25.0));
    assert_eq!(root.get("bA").unwrap().raw(), "{ }");
    assert_eq!(root.get("c").unwrap().string(), Some("\n"));
    let mut members = root.members();
    members.next_with_key();
    assert_eq!(members.next_with_key().unwrap().0.raw(), "\"b\\u0041\"");
}

#[test]
fn the_last_of_duplicate_keys_wins() {
    let tape = whole("{\"a\":1,\"a\":2}");
    assert_eq!(tape.root().get("a").unwrap().number(), Some(2.0));
}

#[test]
fn an_empty_string_is_a_string() {
    let tape = whole("{\"\":\"\"}");
    assert_eq!(tape.root().get("").unwrap().string(), Some(""));
}

#[test]
fn numbers_without_a_value_are_errors_at_their_place() {
    for text in ["[1,1e400]", "[1,NaN]", "[1,-Infinity]", "[1,Infinity]"] {
        let error = parse(text, 200, usize::MAX).1.unwrap();
        assert_eq!(error.offset, 3, "{text}: {}", error.message);
    }
}

#[test]
fn nesting_is_counted_and_never_overflows_the_stack() {
    let deep = "[".repeat(100_000);
    let error = parse(&deep, 200, usize::MAX).1.unwrap();
    assert_eq!((error.offset, error.limit), (200, Some(("nesting", 200))));
    let closed = format!("{}{}", "[".repeat(200), "]".repeat(200));
    assert!(parse(&closed, 200, usize::MAX).1.is_none());
    assert!(parse(&deep, usize::MAX, usize::MAX).1.is_some());
}

#[test]
fn text_after_the_value_is_an_error() {
    assert_eq!(parse("{} x", 200, usize::MAX).1.unwrap().offset, 3);
    assert!(parse("", 200, usize::MAX).1.is_some());
    assert!(parse("[1,]", 200, usize::MAX).1.is_some());
}

/// What `jiter` alone makes of a text: what it reads in order, and where and why it stops.
struct Reference<'t> {
    json: Jiter<'t>,
    /// Where each value or key starts, and what it is.
    seen: Vec<(usize, String)>,
}

type Stop = (usize, String);

fn said(error: &JiterError) -> Stop {
    let message = match &error.error_type {
        JiterErrorType::JsonError(kind) => kind.to_string(),
        other => other.to_string(),
    };
    (error.index, message)
}

impl Reference<'_> {
    fn read(text: &str) -> (Vec<(usize, String)>, Option<Stop>) {
        let mut all = Reference { json: Jiter::new(text.as_bytes()), seen: Vec::new() };
        let outcome = all.whole();
        (all.seen, outcome.err())
    }

    fn whole(&mut self) -> Result<(), Stop> {
        let first = self.json.peek().map_err(|e| said(&e))?;
        self.value(first)?;
        self.json.finish().map_err(|e| said(&e))
    }

    fn value(&mut self, peek: Peek) -> Result<(), Stop> {
        let start = self.json.current_index();
        let what = match peek {
            Peek::Array => {
                self.seen.push((start, "[".into()));
                let mut next = self.json.known_array().map_err(|e| said(&e))?;
                while let Some(peek) = next {
                    self.value(peek)?;
                    next = self.json.array_step().map_err(|e| said(&e))?;
                }
                return Ok(());
            }
            Peek::Object => {
                self.seen.push((start, "{".into()));
                let mut next = self.json.known_object().map_err(|e| said(&e))?.map(str::to_owned);
                while let Some(key) = next {
                    self.seen.push((0, format!("{key:?}")));
                    let peek = self.json.peek().map_err(|e| said(&e))?;
                    self.value(peek)?;
                    next = self.json.next_key().map_err(|e| said(&e))?.map(str::to_owned);
                }
                return Ok(());
            }
            Peek::String => self.json.known_str().map(|text| format!("{text:?}")),
            Peek::True | Peek::False => self.json.known_bool(peek).map(|is| is.to_string()),
            Peek::Null => self.json.known_null().map(|()| "null".into()),
            _ => self.json.known_float(peek).map(|number| format!("{:x}", number.to_bits())),
        };
        self.seen.push((start, what.map_err(|e| said(&e))?));
        Ok(())
    }
}

/// The same of the parser here.
fn read(text: &str) -> (Vec<(usize, String)>, Option<Stop>) {
    let (tape, error) = parse(text, 200, usize::MAX);
    let mut keys = Vec::new();
    for at in 0..tape.records.len() {
        let node = crate::json::Node { tape: &tape, at: at as u32 };
        let mut members = node.members();
        while let Some(key) = members.inner.next() {
            keys.push(key.at);
            members.inner.next();
        }
    }
    let one = |at: usize| {
        let node = crate::json::Node { tape: &tape, at: at as u32 };
        let what = match node.kind() {
            Kind::Array => "[".into(),
            Kind::Object => "{".into(),
            Kind::Plain | Kind::Escaped => format!("{:?}", node.string().unwrap()),
            Kind::Number => format!("{:x}", node.number().unwrap().to_bits()),
            _ => node.raw().to_owned(),
        };
        (if keys.contains(&(at as u32)) { 0 } else { node.span().start }, what)
    };
    let seen = (0..tape.records.len()).map(one).collect();
    (seen, error.map(|e| (e.offset, e.message)))
}

/// The error of `jiter` as this parser words it. What is wrong with a number is said of the whole number, wherever in it
/// that is.
fn worded(stop: Stop, own: usize) -> Stop {
    let (offset, message) = stop;
    let of_number = message == JsonErrorType::InvalidNumber.to_string();
    (if of_number { own } else { offset }, format!("is not JSON: {message}"))
}

const SAMPLE: &str = "{ \"v\":\"5.12\",\"a\":[1,-2.5, 0.1666666666666667,1e3,12345678901234567890,-0,0.05E-2,[]],\n\t\
    \"é\\u0041\":{\"k\\n\":null,\"\":true , \"c\":false},\"long\":\"abcdefghijklmnopqrstuvwxyzabcdefghijklmnop \\\" \\ud83d\\ude00\",\
    \"e\":[{},{\"x\":\"value * time\"}, \"سلام\"]}";

#[test]
fn a_text_is_read_as_jiter_reads_it() {
    let (seen, stop) = Reference::read(SAMPLE);
    assert_eq!((read(SAMPLE).0, stop), (seen, None));
}

#[test]
fn every_mistake_is_found_where_jiter_finds_it() {
    let mut texts: Vec<String> = SAMPLE.char_indices().map(|(at, _)| SAMPLE[..at].to_owned()).collect();
    for (at, old) in SAMPLE.char_indices() {
        let (before, after) = (&SAMPLE[..at], &SAMPLE[at + old.len_utf8()..]);
        for new in
            ["", ",", ":", "]", "}", "[", "{", "\"", "\\", "0", ".", "-", "e", "x", "n", "\u{1}", "é", " "]
        {
            texts.push(format!("{before}{new}{after}"));
        }
    }
    for text in texts {
        let ((seen, stop), (own, error)) = (Reference::read(&text), read(&text));
        match (stop, error) {
            (None, None) => {}
            (None, Some((_, message))) if seen.iter().any(|(_, what)| what.ends_with("ff0000000000000")) => {
                assert_eq!(message, "is not a finite number", "{text}");
                continue;
            }
            (Some((_, message)), Some(error)) if message.starts_with("expected float") => {
                assert_eq!(error.1, "is not a finite number", "{text}");
            }
            (Some(stop), Some(error)) => assert_eq!(error, worded(stop, error.0), "{text}"),
            (stop, error) => panic!("{text}: {stop:?}, {error:?}"),
        }
        let same = own.iter().zip(&seen).take_while(|((_, a), (_, b))| a == b).count();
        assert!(same + 1 >= own.len().max(seen.len()), "{text}: {own:?} {seen:?}");
    }
}

#[test]
fn numbers_are_rounded_correctly() {
    for text in [
        "0.1",
        "-0.0",
        "123456.789",
        "9007199254740993",
        "0.30000000000000004",
        "1.7976931348623157",
        "5e-324",
        "123456789012345678901234567890",
        "0.00000000000000000000001",
        "8.5899345921e9",
        "-1E+2",
    ] {
        let tape = whole(text);
        let expected: f64 = text.parse().unwrap();
        assert_eq!(tape.root().number().map(f64::to_bits), Some(expected.to_bits()), "{text}");
        assert_eq!(tape.root().raw(), text);
    }
}

#[test]
fn keys_that_look_alike_are_told_apart() {
    let long = "a".repeat(40);
    let text = format!(r#"{{"a":1,"ab":2,"abc":3,"abcd":4,"abce":5,"":6,"{long}":7,"{long}b":8,"سل":9}}"#);
    let tape = whole(&text);
    let get = |key: &str| tape.root().get(key).and_then(crate::json::Node::number);
    for (key, value) in
        ["a", "ab", "abc", "abcd", "abce", "", &long, &format!("{long}b"), "سل"].iter().zip(1..)
    {
        assert_eq!(get(key), Some(f64::from(value)), "{key}");
    }
    for key in ["b", "abd", "abcf", "سم", &"a".repeat(39)] {
        assert_eq!(get(key), None, "{key}");
    }
}
