//! A scan of the text before parsing: bounds the depth of what the parser would build, and finds the defects that
//! printed pages bring.
//!
//! The scan decides by itself where a `/` begins a regular expression. Where only a parser can know that, it says
//! so ([`Scan::trusted`] is false), and the caller falls back to [`Scan::raw`], which bounds any reading.

use super::lexis::{is_dash, is_invisible, is_line_end, is_name, is_quote, symbol_meaning};

/// What the scan found.
#[derive(Debug, Default)]
pub(crate) struct Scan {
    /// Deepest nesting of brackets.
    pub(crate) depth: usize,
    /// Where the nesting is deepest.
    pub(crate) deepest_at: usize,
    /// Upper bound of the depth of the syntax tree.
    pub(crate) weight: usize,
    /// The same without trusting the scan: the number of words and marks.
    pub(crate) raw: usize,
    /// Whether every `/` was understood.
    pub(crate) trusted: bool,
    /// Typographic characters in code, in order.
    pub(crate) defects: Vec<(usize, char)>,
    /// A bracket without its partner.
    pub(crate) bracket: Option<Bracket>,
    /// A string, template or comment that never ends.
    pub(crate) endless: Option<(usize, &'static str)>,
}

/// A bracket without its partner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bracket {
    /// Opened at an offset, still open at the end of the text.
    Open(usize, char),
    /// A closing bracket where another one, or none, is due: (offset, what stands, the open one with its offset).
    Wrong(usize, char, Option<(usize, char)>),
}

#[derive(Debug)]
struct Level {
    open: char,
    at: usize,
    operators: usize,
    keywords: usize,
    condition: bool,
    block: bool,
    template: bool,
}

#[derive(Debug)]
struct Scanner<'t> {
    text: &'t str,
    at: usize,
    levels: Vec<Level>,
    sum: usize,
    scan: Scan,
    /// Whether a `/` here would begin a regular expression.
    regex: bool,
    /// Whether that is a guess.
    guess: bool,
    last: char,
    word: &'t str,
}

/// Scans `text`; linear in its length.
pub(crate) fn scan(text: &str) -> Scan {
    let mut scanner = Scanner {
        text,
        at: 0,
        levels: vec![Level {
            open: '\0',
            at: 0,
            operators: 0,
            keywords: 0,
            condition: false,
            block: false,
            template: false,
        }],
        sum: 0,
        scan: Scan { trusted: !text.starts_with("#!"), raw: raw_bound(text), ..Scan::default() },
        regex: true,
        guess: false,
        last: ';',
        word: "",
    };
    scanner.run();
    scanner.scan
}

fn raw_bound(text: &str) -> usize {
    let mut count = 0;
    let mut inside = false;
    for c in text.chars() {
        let name = is_name(c);
        count += usize::from(if name { !inside } else { !c.is_whitespace() && !matches!(c, ',' | ';') });
        inside = name;
    }
    count
}

impl<'t> Scanner<'t> {
    fn peek(&self, ahead: usize) -> char {
        self.text.get(self.at..).and_then(|rest| rest.chars().nth(ahead)).unwrap_or('\0')
    }

    fn run(&mut self) {
        let mut line_start = true;
        while let Some(c) = self.text.get(self.at..).and_then(|rest| rest.chars().next()) {
            let begins_line = line_start;
            line_start = line_start && (c.is_whitespace() || c == '/');
            if is_line_end(c) {
                line_start = true;
            }
            if c.is_whitespace() || c == '\u{feff}' {
                self.at += c.len_utf8();
            } else if is_name(c) || c == '\\' {
                self.name();
            } else if c == '"' || c == '\'' {
                self.string(c);
            } else if c == '`' {
                self.at += 1;
                self.template();
            } else if c == '/' && matches!(self.peek(1), '/' | '*') {
                self.comment();
            } else if c == '/' && self.regex {
                self.regular_expression();
            } else {
                let rest = self.text.get(self.at..).unwrap_or("");
                if rest.starts_with("<!--") || (begins_line && rest.starts_with("-->")) {
                    self.scan.trusted = false;
                }
                self.mark(c);
            }
        }
        while self.levels.len() > 1 {
            if let Some(level) = self.levels.pop()
                && self.levels.len() == 1
                && self.scan.bracket.is_none()
            {
                self.scan.bracket = Some(Bracket::Open(level.at, level.open));
            }
        }
    }

    fn count(&mut self, keyword: bool) {
        if let Some(level) = self.levels.last_mut() {
            if keyword {
                level.keywords += 1
            } else {
                level.operators += 1
            }
            self.sum += 1;
            self.scan.weight = self.scan.weight.max(self.sum);
        }
    }

    fn after(&mut self, last: char, regex: bool, guess: bool) {
        self.last = last;
        self.regex = regex;
        self.guess = guess;
    }

    fn name(&mut self) {
        let rest = self.text.get(self.at..).unwrap_or("");
        if rest.starts_with('\\') {
            self.scan.trusted = false;
        }
        let numeric = rest.starts_with(|c: char| c.is_ascii_digit());
        let end = rest.find(|c| !is_name(c) && c != '\\' && !is_joiner(c)).unwrap_or(rest.len());
        let mut end = end.max(1);
        if numeric && rest.get(end..).is_some_and(|r| r.starts_with('.')) {
            // The point of a number and its decimals; `1..x` and `1.x` leave the second part to the next round.
            end += 1;
            let tail = rest.get(end..).unwrap_or("");
            end += tail.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(tail.len());
        }
        let word = rest.get(..end).unwrap_or("");
        let member = self.last == '.';
        self.at += end;
        self.word = word;
        if numeric || member {
            return self.after('a', false, false);
        }
        match word {
            "if" | "else" | "for" | "while" | "do" | "with" | "switch" | "try" | "case" => {
                self.count(true);
                self.after('k', true, false);
            }
            "return" | "typeof" | "void" | "delete" | "new" | "in" | "instanceof" | "throw" | "extends" => {
                self.count(false);
                self.after('k', true, false);
            }
            "of" | "yield" | "await" | "async" | "let" | "static" | "get" | "set" => {
                self.count(false);
                self.after('a', false, true);
            }
            "function" | "class" => {
                self.count(false);
                self.after('a', false, false);
            }
            _ => self.after('a', false, false),
        }
    }

    fn string(&mut self, quote: char) {
        let start = self.at;
        self.at += 1;
        let mut printed = None;
        while let Some(c) = self.text.get(self.at..).and_then(|rest| rest.chars().next()) {
            if c == quote {
                self.at += 1;
                return self.after('"', false, false);
            }
            if c == '\n' || c == '\r' {
                break;
            }
            if is_quote(c) {
                printed = Some((self.at, c));
            }
            self.at += c.len_utf8();
            if c == '\\' {
                let next = self.peek(0);
                if next != '\0' {
                    self.at += next.len_utf8();
                    if next == '\r' && self.peek(0) == '\n' {
                        self.at += 1;
                    }
                }
            }
        }
        match printed {
            Some(defect) => self.scan.defects.push(defect),
            None => self.endless(start, "string"),
        }
        self.after('"', false, false);
    }

    fn endless(&mut self, at: usize, what: &'static str) {
        if self.scan.endless.is_none() {
            self.scan.endless = Some((at, what));
        }
    }

    /// The text part of a template, from after its backtick or after the `}` of a part.
    fn template(&mut self) {
        let start = self.at.saturating_sub(1);
        while let Some(c) = self.text.get(self.at..).and_then(|rest| rest.chars().next()) {
            self.at += c.len_utf8();
            match c {
                '`' => {
                    self.count(false);
                    return self.after('"', false, false);
                }
                '\\' => {
                    let next = self.peek(0);
                    self.at += if next == '\0' { 0 } else { next.len_utf8() };
                }
                '$' if self.peek(0) == '{' => {
                    let at = self.at;
                    self.at += 1;
                    self.open('{', at, false, false, true);
                    return self.after('{', true, false);
                }
                _ => {}
            }
        }
        self.endless(start, "template");
    }

    fn comment(&mut self) {
        let rest = self.text.get(self.at..).unwrap_or("");
        if rest.starts_with("//") {
            self.at += rest.find(is_line_end).unwrap_or(rest.len());
        } else if let Some(end) = rest.get(2..).and_then(|inner| inner.find("*/")) {
            self.at += end + 4;
        } else {
            self.endless(self.at, "comment");
            self.at = self.text.len();
        }
    }

    fn regular_expression(&mut self) {
        self.scan.trusted &= !self.guess;
        let start = self.at;
        let mut set = false;
        let mut at = start + 1;
        while let Some(c) = self.text.get(at..).and_then(|rest| rest.chars().next()) {
            at += c.len_utf8();
            match c {
                '[' => set = true,
                ']' => set = false,
                '\\' => {
                    at += self.text.get(at..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
                }
                '/' if !set => {
                    self.at = at;
                    return self.after('"', false, false);
                }
                c if is_line_end(c) => break,
                _ => {}
            }
        }
        // No regular expression after all.
        self.scan.trusted = false;
        self.at = start + 1;
        self.count(false);
        self.after('/', true, false);
    }

    fn open(&mut self, open: char, at: usize, condition: bool, block: bool, template: bool) {
        self.count(false);
        self.levels.push(Level { open, at, operators: 0, keywords: 0, condition, block, template });
        let depth = self.levels.len() - 1;
        if depth > self.scan.depth {
            self.scan.depth = depth;
            self.scan.deepest_at = at;
        }
    }

    fn close(&mut self, c: char) {
        let wanted = match c {
            ')' => '(',
            ']' => '[',
            _ => '{',
        };
        let fits = self.levels.len() > 1 && self.levels.last().is_some_and(|level| level.open == wanted);
        if !fits {
            if self.scan.bracket.is_none() {
                let open = self.levels.last().filter(|_| self.levels.len() > 1).map(|l| (l.at, l.open));
                self.scan.bracket = Some(Bracket::Wrong(self.at, c, open));
            }
            self.at += 1;
            return self.after(c, c == '}', true);
        }
        let Some(level) = self.levels.pop() else { return };
        self.sum -= level.operators + level.keywords;
        self.at += 1;
        if level.template {
            return self.template();
        }
        match c {
            ')' => self.after(')', level.condition, false),
            ']' => self.after(']', false, false),
            _ => self.after('}', level.block, true),
        }
    }

    fn mark(&mut self, c: char) {
        if c == '/' && self.guess {
            self.scan.trusted = false;
        }
        match c {
            '(' => {
                let condition = self.last == 'k' && matches!(self.word, "if" | "while" | "for" | "with");
                self.open(c, self.at, condition, false, false);
            }
            '[' => self.open(c, self.at, false, false, false),
            '{' => {
                let block = matches!(self.last, ';' | '{' | '}' | ')' | 'k' | '>' | 'a')
                    && !(self.last == 'k'
                        && matches!(self.word, "return" | "typeof" | "in" | "new" | "case"));
                self.open(c, self.at, false, block, false);
            }
            ')' | ']' | '}' => return self.close(c),
            ';' | ',' => {
                if let Some(level) = self.levels.last_mut() {
                    self.sum -= level.operators;
                    level.operators = 0;
                }
            }
            // The colons of labels nest across statements, so they are never forgotten.
            ':' => self.count(true),
            '+' | '-' if self.peek(1) == c => {
                self.count(false);
                self.at += 2;
                let regex = self.regex;
                return self.after('+', regex, false);
            }
            _ if is_dash(c) => self.defect(c),
            _ if is_quote(c) => return self.printed_string(c),
            _ if is_invisible(c) || symbol_meaning(c).is_some() => self.defect(c),
            _ => self.count(false),
        }
        self.at += c.len_utf8();
        self.after(c, true, false);
    }

    fn defect(&mut self, c: char) {
        self.scan.defects.push((self.at, c));
    }

    /// What stands between printed quotation marks is a string: nothing in it is looked at.
    fn printed_string(&mut self, open: char) {
        self.defect(open);
        self.at += open.len_utf8();
        let rest = self.text.get(self.at..).unwrap_or("");
        let line = rest.split(is_line_end).next().unwrap_or("");
        let single = super::lexis::straight_quote(open) == '\'';
        let closes = |c: char| {
            (is_quote(c) && (super::lexis::straight_quote(c) == '\'') == single)
                || c == if single { '\'' } else { '"' }
        };
        if let Some((i, c)) = line.char_indices().find(|(_, c)| closes(*c)) {
            self.at += i + c.len_utf8();
        }
        self.after('"', false, false);
    }
}

fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200c}' | '\u{200d}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_in_strings_comments_and_regular_expressions_do_not_count() {
        let found = scan("a = '((((' + /[(](/.test(b) // ((((\n/* [[[ */");
        assert_eq!(found.depth, 1);
        assert!(found.bracket.is_none() && found.trusted && found.endless.is_none());
    }

    #[test]
    fn a_division_is_no_regular_expression() {
        let found = scan("(a) / (b) / (c)");
        assert_eq!((found.depth, found.trusted), (1, true));
        assert!(found.bracket.is_none());
    }

    #[test]
    fn chains_without_brackets_weigh() {
        assert!(scan(&"!".repeat(500)).weight >= 500);
        assert!(scan(&"a?b:".repeat(500)).weight >= 500);
        assert!(scan(&"if(a)b;else ".repeat(500)).weight >= 500);
        assert!(scan(&"a=>".repeat(500)).weight >= 500);
        assert!(scan(&"a.b".repeat(500)).weight >= 500);
        assert!(scan(&"new ".repeat(500)).weight >= 500);
        assert!(scan(&"x:".repeat(500)).weight >= 500);
        assert!(scan(&"a+b;".repeat(500)).weight < 10);
    }

    #[test]
    fn a_slash_after_a_brace_is_not_trusted() {
        assert!(!scan("{} /x/ (1)").trusted);
    }

    #[test]
    fn printed_characters_are_found_in_code_only() {
        assert_eq!(scan("a \u{2013} b // \u{2013}\n'\u{2013}'").defects, [(2, '\u{2013}')]);
        assert_eq!(scan("effect(\u{201c}It's (\u{201d})").defects.len(), 1);
        assert_eq!(scan("x(\"abc\u{201d})").defects.len(), 1);
    }

    #[test]
    fn an_open_brace_is_named() {
        assert_eq!(scan("if(a){\nb(c);").bracket, Some(Bracket::Open(5, '{')));
        assert_eq!(scan("(a]").bracket, Some(Bracket::Wrong(2, ']', Some((0, '(')))));
    }
}
