use super::{Kind, Record, Tape};
use jiter::{Jiter, JiterError, JiterErrorType, Peek};

/// Why a text is not acceptable JSON.
pub(crate) struct Syntax {
    /// Byte offset.
    pub(crate) offset: usize,
    /// What is wrong.
    pub(crate) message: String,
    /// The limit that was hit, where no rule of JSON is broken: what it counts, and its value.
    pub(crate) limit: Option<(&'static str, usize)>,
}

/// Parses `text`, which may start with a byte order mark. At an error, the records read so far come back too,
/// so that the place can be named.
pub(crate) fn parse(text: &str, nesting: usize, values: usize) -> (Tape<'_>, Option<Syntax>) {
    let base = if text.starts_with('\u{feff}') { 3 } else { 0 };
    let body = text.get(base..).unwrap_or("");
    let mut parser = Parser {
        json: Jiter::new(body.as_bytes()),
        body,
        base,
        nesting,
        values,
        tape: Tape {
            text,
            records: Vec::with_capacity((body.len() / BYTES_PER_RECORD).min(MOST_RESERVED)),
            strings: Vec::new(),
        },
        open: Vec::new(),
    };
    let result = if u32::try_from(text.len()).is_ok() {
        parser.run()
    } else {
        Err(Syntax {
            offset: 0,
            message: "is larger than 4 GiB".into(),
            limit: Some(("bytes of JSON", u32::MAX as usize)),
        })
    };
    (parser.tape, result.err())
}

/// A Lottie number with its comma takes about five bytes.
const BYTES_PER_RECORD: usize = 5;

/// Space is not reserved for more records than this before they are seen.
const MOST_RESERVED: usize = 1 << 20;

struct Parser<'t> {
    json: Jiter<'t>,
    body: &'t str,
    base: usize,
    nesting: usize,
    values: usize,
    tape: Tape<'t>,
    /// Records of the containers that are open.
    open: Vec<u32>,
}

impl Parser<'_> {
    fn run(&mut self) -> Result<(), Syntax> {
        let mut peek = self.json.peek().map_err(|e| wrap(self.base, &e))?;
        while let Some(next) = self.value(peek)? {
            peek = next;
            if self.tape.records.len() > self.values {
                let offset = self.base + self.json.current_index();
                let limit = Some(("values in the JSON", self.values));
                return Err(Syntax { offset, message: "has too many values".into(), limit });
            }
        }
        self.json.finish().map_err(|e| wrap(self.base, &e))
    }

    /// Reads a value, or opens a container and gives the start of the first value inside it.
    fn value(&mut self, peek: Peek) -> Result<Option<Peek>, Syntax> {
        let start = self.json.current_index();
        let mut number = 0.0;
        let kind = match peek {
            Peek::Array | Peek::Object => return self.enter(peek, start),
            Peek::String => {
                let decoded = self.json.known_str().map_err(|e| wrap(self.base, &e))?;
                if self.body.as_bytes().as_ptr_range().contains(&decoded.as_ptr()) || decoded.is_empty() {
                    Kind::Plain
                } else {
                    number = self.tape.strings.len() as f64;
                    self.tape.strings.push(decoded.into());
                    Kind::Escaped
                }
            }
            Peek::True | Peek::False => {
                let is = self.json.known_bool(peek).map_err(|e| wrap(self.base, &e))?;
                if is { Kind::True } else { Kind::False }
            }
            Peek::Null => {
                self.json.known_null().map_err(|e| wrap(self.base, &e))?;
                Kind::Null
            }
            Peek::NaN | Peek::Infinity => return Err(self.at(start, "is not a finite number")),
            _ => {
                number = self.json.known_float(peek).map_err(|e| self.number_error(start, &e))?;
                if !number.is_finite() {
                    return Err(self.at(start, "is not a finite number"));
                }
                Kind::Number
            }
        };
        let end = self.json.current_index();
        self.push(start, end, kind, number);
        self.next_in_container()
    }

    /// Opens an array or object.
    fn enter(&mut self, peek: Peek, start: usize) -> Result<Option<Peek>, Syntax> {
        if self.open.len() >= self.nesting {
            return Err(Syntax {
                offset: self.base + start,
                message: "is nested too deep".into(),
                limit: Some(("nesting", self.nesting)),
            });
        }
        let kind = if peek == Peek::Array { Kind::Array } else { Kind::Object };
        self.open.push(self.tape.records.len() as u32);
        self.tape.records.push(Record { start: self.place(start), end: 0, next: 0, kind, number: 0.0 });
        let first = if kind == Kind::Array {
            self.json.known_array().map_err(|e| wrap(self.base, &e))?
        } else {
            let key = self.json.known_object().map_err(|e| wrap(self.base, &e))?;
            let key = key.map(|key| owned_key(self.body, key));
            self.key(key, start + 1)?
        };
        match first {
            Some(peek) => {
                self.count();
                Ok(Some(peek))
            }
            None => {
                self.leave();
                self.next_in_container()
            }
        }
    }

    /// The start of the next value in the innermost container, closing those that end here; `None` at the end
    /// of the text's value.
    fn next_in_container(&mut self) -> Result<Option<Peek>, Syntax> {
        while let Some(&container) = self.open.last() {
            let kind = self.tape.records.get(container as usize).map_or(Kind::Array, |r| r.kind);
            let next = if kind == Kind::Array {
                self.json.array_step().map_err(|e| wrap(self.base, &e))?
            } else {
                let before = self.json.current_index();
                let key = self.json.next_key().map_err(|e| wrap(self.base, &e))?;
                let key = key.map(|key| owned_key(self.body, key));
                self.key(key, before)?
            };
            if let Some(peek) = next {
                self.count();
                return Ok(Some(peek));
            }
            self.leave();
        }
        Ok(None)
    }

    /// Records a key that was read from byte `from` on, and looks at its value.
    fn key(&mut self, key: Option<Key>, from: usize) -> Result<Option<Peek>, Syntax> {
        let Some(key) = key else { return Ok(None) };
        let after = self.json.current_index();
        let bytes = self.body.as_bytes().get(from..after).unwrap_or(&[]);
        let start = from + bytes.iter().position(|&b| b == b'"').unwrap_or(0);
        let (end, kind, number) = match key {
            Key::Plain(length) => (start + length + 2, Kind::Plain, 0.0),
            Key::Escaped(text) => {
                self.tape.strings.push(text);
                let end = from + bytes.iter().rposition(|&b| b == b'"').map_or(0, |at| at + 1);
                (end, Kind::Escaped, (self.tape.strings.len() - 1) as f64)
            }
        };
        self.push(start, end, kind, number);
        self.json.peek().map(Some).map_err(|e| wrap(self.base, &e))
    }

    /// Adds one to the length of the innermost container.
    fn count(&mut self) {
        if let Some(record) = self.open.last().and_then(|&at| self.tape.records.get_mut(at as usize)) {
            record.number += 1.0;
        }
    }

    fn leave(&mut self) {
        let next = self.tape.records.len() as u32;
        let end = self.place(self.json.current_index());
        if let Some(record) = self.open.pop().and_then(|at| self.tape.records.get_mut(at as usize)) {
            record.next = next;
            record.end = end;
        }
    }

    fn push(&mut self, start: usize, end: usize, kind: Kind, number: f64) {
        let next = self.tape.records.len() as u32 + 1;
        let (start, end) = (self.place(start), self.place(end));
        self.tape.records.push(Record { start, end, next, kind, number });
    }

    fn place(&self, offset: usize) -> u32 {
        (self.base + offset) as u32
    }

    fn at(&self, offset: usize, message: &str) -> Syntax {
        Syntax { offset: self.base + offset, message: message.into(), limit: None }
    }

    fn number_error(&self, start: usize, error: &JiterError) -> Syntax {
        match error.error_type {
            JiterErrorType::JsonError(jiter::JsonErrorType::NumberOutOfRange) => {
                self.at(start, "is not a finite number")
            }
            JiterErrorType::JsonError(jiter::JsonErrorType::InvalidNumber) => {
                self.at(start, "is not JSON: invalid number")
            }
            _ => wrap(self.base, error),
        }
    }
}

/// A key while the parser still lends it.
enum Key {
    /// It stands in the text as it is; its length in bytes.
    Plain(usize),
    /// It had escapes.
    Escaped(Box<str>),
}

fn owned_key(body: &str, key: &str) -> Key {
    if key.is_empty() || body.as_bytes().as_ptr_range().contains(&key.as_ptr()) {
        Key::Plain(key.len())
    } else {
        Key::Escaped(key.into())
    }
}

fn wrap(base: usize, error: &JiterError) -> Syntax {
    let message = match &error.error_type {
        JiterErrorType::JsonError(kind) => kind.to_string(),
        other => other.to_string(),
    };
    Syntax { offset: base + error.index, message: format!("is not JSON: {message}"), limit: None }
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
