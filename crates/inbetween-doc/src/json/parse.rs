use super::scan::{number, string};
use super::{Kind, Record, Tape, looks};
use jiter::{Jiter, JiterError, JiterErrorType, JsonErrorType};

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
    let mut parser = Parser {
        bytes: text.as_bytes(),
        at: base,
        nesting,
        values,
        tape: Tape {
            text,
            records: Vec::with_capacity(records(text.as_bytes()).min(values)),
            strings: Vec::new(),
            indices: Default::default(),
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

/// At least as many records as a text has: each value and key but the first stands after one of four signs. Growing
/// would copy them all, and touch memory that is cold.
fn records(bytes: &[u8]) -> usize {
    let sign = |byte: &u8| u8::from((*byte == b',') | (*byte == b':') | (*byte == b'[') | (*byte == b'{'));
    // So few at a time that a byte holds their count: a compiler then adds many at once.
    let few = |chunk: &[u8]| usize::from(chunk.iter().map(sign).fold(0, u8::wrapping_add));
    1 + bytes.chunks(224).map(few).sum::<usize>()
}

/// Structure, plain strings and plain numbers are read here; a scalar that is anything else (escapes, a mistake) is left
/// to `jiter`.
struct Parser<'t> {
    bytes: &'t [u8],
    /// Where the next byte is read.
    at: usize,
    nesting: usize,
    values: usize,
    tape: Tape<'t>,
    /// The containers that are open, outermost first.
    open: Vec<Open>,
}

/// A container that is open.
struct Open {
    /// Its record.
    record: u32,
    is_object: bool,
    /// Elements or members met so far.
    count: u32,
}

impl Parser<'_> {
    fn run(&mut self) -> Result<(), Syntax> {
        let mut first = self.space().ok_or_else(|| self.wrong(JsonErrorType::EofWhileParsingValue))?;
        while let Some(next) = self.value(first)? {
            first = next;
            if self.tape.records.len() > self.values {
                let limit = Some(("values in the JSON", self.values));
                return Err(Syntax { offset: self.at, message: "has too many values".into(), limit });
            }
        }
        match self.space() {
            Some(_) => Err(self.wrong(JsonErrorType::TrailingCharacters)),
            None => Ok(()),
        }
    }

    /// Skips white space; gives the byte after it, which is not taken.
    #[inline]
    fn space(&mut self) -> Option<u8> {
        loop {
            match *self.bytes.get(self.at)? {
                b' ' | b'\n' | b'\r' | b'\t' => self.at += 1,
                byte => return Some(byte),
            }
        }
    }

    /// Reads a value that starts with `first`, or opens a container; gives the first byte of the next value.
    #[inline]
    fn value(&mut self, first: u8) -> Result<Option<u8>, Syntax> {
        let start = self.at;
        match first {
            b'[' | b'{' => return self.enter(first == b'{'),
            b'"' => self.text()?,
            b't' => self.word(b"true", Kind::True)?,
            b'f' => self.word(b"false", Kind::False)?,
            b'n' => self.word(b"null", Kind::Null)?,
            b'N' | b'I' => return Err(self.at(start, "is not a finite number")),
            _ => {
                let value = match number(self.bytes, start) {
                    Some((value, end)) => {
                        self.at = end;
                        value
                    }
                    None => self.odd_number(start)?,
                };
                if !value.is_finite() {
                    return Err(self.at(start, "is not a finite number"));
                }
                self.tape.records.push(Record::number(start, self.at - start, value));
            }
        }
        self.next_in_container()
    }

    /// Opens an array or object.
    fn enter(&mut self, is_object: bool) -> Result<Option<u8>, Syntax> {
        if self.open.len() >= self.nesting {
            return Err(Syntax {
                offset: self.at,
                message: "is nested too deep".into(),
                limit: Some(("nesting", self.nesting)),
            });
        }
        let kind = if is_object { Kind::Object } else { Kind::Array };
        let record = self.tape.records.len() as u32;
        self.open.push(Open { record, is_object, count: 0 });
        self.tape.records.push(Record::spanning(kind, self.at, 0, 0, 0));
        self.at += 1;
        let byte = self.space();
        match (byte, is_object) {
            (Some(b']'), false) | (Some(b'}'), true) => {
                self.leave();
                self.next_in_container()
            }
            (Some(b'"'), true) => self.key().map(Some),
            (Some(_), true) => Err(self.wrong(JsonErrorType::KeyMustBeAString)),
            (None, true) => Err(self.wrong(JsonErrorType::EofWhileParsingObject)),
            (Some(byte), false) => {
                self.count();
                Ok(Some(byte))
            }
            (None, false) => Err(self.wrong(JsonErrorType::EofWhileParsingList)),
        }
    }

    /// The first byte of the next value in the innermost container, closing those that end here; `None` at the end
    /// of the text's value.
    #[inline]
    fn next_in_container(&mut self) -> Result<Option<u8>, Syntax> {
        loop {
            let Some(open) = self.open.last() else { return Ok(None) };
            let is_object = open.is_object;
            match (self.space(), is_object) {
                (Some(b','), false) => {
                    self.at += 1;
                    return match self.space() {
                        Some(b']') => Err(self.wrong(JsonErrorType::TrailingComma)),
                        Some(byte) => {
                            self.count();
                            Ok(Some(byte))
                        }
                        None => Err(self.wrong(JsonErrorType::EofWhileParsingValue)),
                    };
                }
                (Some(b','), true) => {
                    self.at += 1;
                    return match self.space() {
                        Some(b'"') => self.key().map(Some),
                        Some(b'}') => Err(self.wrong(JsonErrorType::TrailingComma)),
                        Some(_) => Err(self.wrong(JsonErrorType::KeyMustBeAString)),
                        None => Err(self.wrong(JsonErrorType::EofWhileParsingValue)),
                    };
                }
                (Some(b']'), false) | (Some(b'}'), true) => self.leave(),
                (Some(_), false) => return Err(self.wrong(JsonErrorType::ExpectedListCommaOrEnd)),
                (Some(_), true) => return Err(self.wrong(JsonErrorType::ExpectedObjectCommaOrEnd)),
                (None, false) => return Err(self.wrong(JsonErrorType::EofWhileParsingList)),
                (None, true) => return Err(self.wrong(JsonErrorType::EofWhileParsingObject)),
            }
        }
    }

    /// Reads a key and its colon; gives the first byte of its value.
    fn key(&mut self) -> Result<u8, Syntax> {
        let records = self.tape.records.len();
        self.text()?;
        let colon = self.space();
        if colon != Some(b':') {
            // A key without a value is none.
            self.tape.records.truncate(records);
            return Err(self.wrong(match colon {
                Some(_) => JsonErrorType::ExpectedColon,
                None => JsonErrorType::EofWhileParsingObject,
            }));
        }
        self.at += 1;
        let byte = self.space().ok_or_else(|| self.wrong(JsonErrorType::EofWhileParsingValue))?;
        self.count();
        Ok(byte)
    }

    /// Reads a string.
    fn text(&mut self) -> Result<(), Syntax> {
        let start = self.at;
        if let Some(end) = string(self.bytes, start) {
            self.at = end;
            let look = looks(self.bytes.get(start + 1..end - 1).unwrap_or_default());
            self.tape.records.push(Record::spanning(Kind::Plain, start, end, 0, look));
            return Ok(());
        }
        let mut json = Jiter::new(self.bytes.get(start..).unwrap_or_default());
        let decoded = json.known_str().map(Box::from).map_err(|e| self.scalar_error(start, &e))?;
        let place = self.tape.strings.len() as u32;
        self.tape.strings.push(decoded);
        self.at = start + json.current_index();
        self.tape.records.push(Record::spanning(Kind::Escaped, start, self.at, place, 0));
        Ok(())
    }

    /// Reads `true`, `false` or `null`.
    fn word(&mut self, word: &[u8], kind: Kind) -> Result<(), Syntax> {
        let start = self.at;
        let rest = self.bytes.get(start..).unwrap_or_default();
        if !rest.starts_with(word) {
            let error = Jiter::new(rest).next_skip();
            return Err(match error {
                Err(error) => self.scalar_error(start, &error),
                Ok(()) => self.wrong(JsonErrorType::ExpectedSomeIdent),
            });
        }
        self.at = start + word.len();
        self.tape.records.push(Record::spanning(kind, start, self.at, 0, 0));
        Ok(())
    }

    /// Reads a number that is written in an unusual way, or tells what is wrong with it.
    fn odd_number(&mut self, start: usize) -> Result<f64, Syntax> {
        let mut json = Jiter::new(self.bytes.get(start..).unwrap_or_default());
        let value = json.next_float().map_err(|e| self.scalar_error(start, &e))?;
        self.at = start + json.current_index();
        Ok(value)
    }

    /// Counts an element or member of the innermost container.
    #[inline]
    fn count(&mut self) {
        if let Some(open) = self.open.last_mut() {
            open.count += 1;
        }
    }

    fn leave(&mut self) {
        self.at += 1;
        let next = self.tape.records.len() as u32;
        if let Some(open) = self.open.pop()
            && let Some(record) = self.tape.records.get_mut(open.record as usize)
        {
            *record = Record::spanning(record.kind(), record.start(), self.at, next, open.count);
        }
    }

    /// What the next byte breaks.
    #[cold]
    fn wrong(&self, kind: JsonErrorType) -> Syntax {
        self.at(self.at, &format!("is not JSON: {kind}"))
    }

    #[cold]
    fn at(&self, offset: usize, message: &str) -> Syntax {
        Syntax { offset, message: message.into(), limit: None }
    }

    /// What is wrong with the scalar at `start`.
    #[cold]
    fn scalar_error(&self, start: usize, error: &JiterError) -> Syntax {
        match &error.error_type {
            JiterErrorType::JsonError(JsonErrorType::NumberOutOfRange) => {
                self.at(start, "is not a finite number")
            }
            JiterErrorType::JsonError(JsonErrorType::InvalidNumber) => {
                self.at(start, "is not JSON: invalid number")
            }
            JiterErrorType::JsonError(kind) => self.at(start + error.index, &format!("is not JSON: {kind}")),
            other => self.at(start + error.index, &format!("is not JSON: {other}")),
        }
    }
}

#[cfg(test)]
mod tests;
