//! Paths: SVG path data with exact decimals, or points and tangents.

use super::{Reader, num};
use crate::scene::node::{Data, Node};
use crate::scene::tables::PATH;
use serde_json::{Value as Json, json};

/// Most vertices of one path.
const MOST_POINTS: usize = 1_000_000;

impl Reader<'_> {
    /// A path as Lottie writes it.
    pub(super) fn path(&mut self, node: &Node) -> Option<Json> {
        match &node.data {
            Data::Text(text) => match svg(text) {
                Ok(path) => Some(path.json()),
                Err((at, message)) => {
                    // Escapes aside, the text starts one byte behind its quotation mark.
                    let start = (node.span.start + 1 + at).min(node.span.end);
                    let span = if node.span.end > node.span.start + text.len() + 2 {
                        node.span.clone()
                    } else {
                        start..(start + 1).min(node.span.end.max(start))
                    };
                    self.fault("scene/bad-path", &span, message);
                    None
                }
            },
            Data::Table(table) => {
                self.known(table, "a path", &[PATH]);
                let mut lists = [Vec::new(), Vec::new(), Vec::new()];
                for (list, key) in lists.iter_mut().zip(["points", "in_tangents", "out_tangents"]) {
                    let Some(node) = table.get(key) else { continue };
                    let Some(items) = node.list() else {
                        self.wrong(node, "a list of points");
                        return None;
                    };
                    for item in items {
                        let [x, y] = self.pair(item)?;
                        list.push([x, y]);
                    }
                }
                let [points, mut into, mut out] = lists;
                if into.len() > points.len() || out.len() > points.len() {
                    self.fault("scene/bad-path", &node.span, "there are more tangents than points");
                    return None;
                }
                into.resize(points.len(), [0.0; 2]);
                out.resize(points.len(), [0.0; 2]);
                let closed = match table.get("closed") {
                    Some(node) => self.flag(node)?,
                    None => false,
                };
                Some(Outline { points, into, out, closed }.json())
            }
            _ => {
                self.wrong(node, "SVG path data or a table of points");
                None
            }
        }
    }
}

/// Vertices and tangents from them.
#[derive(Default)]
pub(in crate::scene) struct Outline {
    pub(in crate::scene) points: Vec<[f64; 2]>,
    pub(in crate::scene) into: Vec<[f64; 2]>,
    pub(in crate::scene) out: Vec<[f64; 2]>,
    pub(in crate::scene) closed: bool,
}

impl Outline {
    fn json(&self) -> Json {
        let list =
            |points: &[[f64; 2]]| -> Json { points.iter().map(|[x, y]| json!([num(*x), num(*y)])).collect() };
        json!({"i": list(&self.into), "o": list(&self.out), "v": list(&self.points), "c": self.closed})
    }
}

/// A decimal number: `units` of 10⁻¹². Differences of such numbers are exact, so tangents come out as written.
#[derive(Clone, Copy, Default, PartialEq)]
pub(in crate::scene) struct Decimal(i128);

const SCALE: i128 = 1_000_000_000_000;

impl Decimal {
    fn of(number: f64) -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "limited before")]
        Self((number.clamp(-1e12, 1e12) * 1e12).round() as i128)
    }

    /// The decimal that is written for a double, if it has few enough digits.
    pub(in crate::scene) fn exact(number: f64) -> Option<Self> {
        if number.abs() >= 1e9 || (number == 0.0 && number.is_sign_negative()) {
            return None;
        }
        let found = Self::parse(&number.to_string())?;
        (found.number() == number).then_some(found)
    }

    pub(in crate::scene) fn plus(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }

    pub(in crate::scene) fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// Its digits.
    pub(in crate::scene) fn text(self) -> String {
        let (sign, units) = (if self.0 < 0 { "-" } else { "" }, self.0.unsigned_abs());
        let (whole, part) = (units / SCALE.unsigned_abs(), units % SCALE.unsigned_abs());
        let digits = format!("{part:012}");
        let digits = digits.trim_end_matches('0');
        if digits.is_empty() { format!("{sign}{whole}") } else { format!("{sign}{whole}.{digits}") }
    }

    /// Reads digits, a point and an exponent.
    fn parse(text: &str) -> Option<Self> {
        let (digits, exponent) = match text.find(['e', 'E']) {
            Some(at) => (text.get(..at)?, text.get(at + 1..)?.parse::<i32>().ok()?),
            None => (text, 0),
        };
        if exponent != 0 {
            return text.parse::<f64>().ok().filter(|n| n.abs() < 1e12).map(Self::of);
        }
        let (sign, digits) = match digits.strip_prefix('-') {
            Some(rest) => (-1, rest),
            None => (1, digits.strip_prefix('+').unwrap_or(digits)),
        };
        let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
        if whole.len() > 12 || (whole.is_empty() && part.is_empty()) {
            return None;
        }
        let whole: i128 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
        let mut units = 0_i128;
        let mut unit = SCALE;
        for digit in part.bytes() {
            if !digit.is_ascii_digit() {
                return None;
            }
            unit /= 10;
            if unit == 0 && digit != b'0' {
                // More places than a decimal holds: the nearest one will do.
                return text.parse::<f64>().ok().filter(|n| n.abs() < 1e12).map(Self::of);
            }
            units += unit * i128::from(digit - b'0');
        }
        Some(Self(sign * (whole * SCALE + units)))
    }

    /// The double nearest to it.
    fn number(self) -> f64 {
        if self.0 == 0 {
            return 0.0;
        }
        format!("{}e-12", self.0).parse().unwrap_or(0.0)
    }
}

type Point = [Decimal; 2];

fn minus(a: Point, b: Point) -> [f64; 2] {
    let [ax, ay] = a;
    let [bx, by] = b;
    [Decimal(ax.0 - bx.0).number(), Decimal(ay.0 - by.0).number()]
}

fn plus(a: Point, b: Point) -> Point {
    let [ax, ay] = a;
    let [bx, by] = b;
    [Decimal(ax.0 + bx.0), Decimal(ay.0 + by.0)]
}

/// What is wrong with path data, and at which byte.
type Wrong = (usize, String);

struct Scan<'t> {
    text: &'t str,
    at: usize,
}

impl Scan<'_> {
    fn skip(&mut self) {
        let rest = self.text.get(self.at..).unwrap_or("");
        self.at += rest.len() - rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',').len();
    }

    fn command(&mut self) -> Option<char> {
        self.skip();
        let c = self.text.get(self.at..)?.chars().next()?;
        if c.is_ascii_alphabetic() && c != 'e' && c != 'E' {
            self.at += 1;
            return Some(c);
        }
        None
    }

    fn more(&mut self) -> bool {
        self.skip();
        let next = self.text.get(self.at..).and_then(|rest| rest.chars().next());
        next.is_some_and(|c| c.is_ascii_digit() || matches!(c, '.' | '-' | '+'))
    }

    fn number(&mut self) -> Result<Decimal, Wrong> {
        self.skip();
        let start = self.at;
        let bytes = self.text.as_bytes();
        let digits = |scan: &mut Self| {
            while bytes.get(scan.at).is_some_and(u8::is_ascii_digit) {
                scan.at += 1;
            }
        };
        if matches!(bytes.get(self.at), Some(b'-' | b'+')) {
            self.at += 1;
        }
        digits(self);
        if bytes.get(self.at) == Some(&b'.') {
            self.at += 1;
            digits(self);
        }
        let exponent = matches!(bytes.get(self.at), Some(b'e' | b'E'))
            && bytes.get(self.at + 1).is_some_and(|c| c.is_ascii_digit() || matches!(c, b'-' | b'+'));
        if exponent {
            self.at += 2;
            digits(self);
        }
        self.text
            .get(start..self.at)
            .and_then(Decimal::parse)
            .ok_or_else(|| (start, "a number is missing here in the path data".to_owned()))
    }

    /// A flag of an arc, which needs no space after it.
    fn arc_flag(&mut self) -> Result<bool, Wrong> {
        self.skip();
        let flag = match self.text.as_bytes().get(self.at) {
            Some(b'0') => false,
            Some(b'1') => true,
            _ => return Err((self.at, "a flag (0 or 1) is missing here in the path data".to_owned())),
        };
        self.at += 1;
        Ok(flag)
    }

    fn point(&mut self, from: Option<Point>) -> Result<Point, Wrong> {
        let point = [self.number()?, self.number()?];
        Ok(from.map_or(point, |from| plus(from, point)))
    }
}

/// SVG path data as Lottie writes the path.
pub(in crate::scene) fn svg_json(text: &str) -> Option<Json> {
    svg(text).ok().map(|path| path.json())
}

/// Reads SVG path data of one outline.
fn svg(text: &str) -> Result<Outline, Wrong> {
    let mut scan = Scan { text, at: 0 };
    let mut pen = Pen::default();
    let mut last = None;
    loop {
        scan.skip();
        if scan.at >= text.len() {
            break;
        }
        let start = scan.at;
        let command = match (scan.command(), last) {
            (Some(command), _) => command,
            // Numbers without a letter repeat the last command; after a move they are lines.
            (None, Some('M')) if scan.more() => 'L',
            (None, Some('m')) if scan.more() => 'l',
            (None, Some(last)) if scan.more() && !matches!(last, 'z' | 'Z') => last,
            _ => return Err((start, "this is no command of SVG path data".to_owned())),
        };
        if pen.points.len() > MOST_POINTS {
            return Err((start, format!("the path has more than {MOST_POINTS} points")));
        }
        pen.step(command, start, &mut scan)?;
        last = Some(command);
    }
    Ok(pen.finish())
}

#[derive(Default)]
struct Pen {
    points: Vec<Point>,
    into: Vec<[f64; 2]>,
    out: Vec<[f64; 2]>,
    closed: bool,
    /// The second control point of the last curve, for smooth ones.
    control: Option<(char, Point)>,
}

impl Pen {
    fn here(&self) -> Point {
        self.points.last().copied().unwrap_or_default()
    }

    fn add(&mut self, point: Point, into: [f64; 2], out: [f64; 2]) {
        if let Some(last) = self.out.last_mut() {
            *last = out;
        }
        self.points.push(point);
        self.into.push(into);
        self.out.push([0.0; 2]);
    }

    fn curve(&mut self, a: Point, b: Point, end: Point) {
        let here = self.here();
        self.add(end, minus(b, end), minus(a, here));
    }

    fn step(&mut self, command: char, start: usize, scan: &mut Scan<'_>) -> Result<(), Wrong> {
        let upper = command.to_ascii_uppercase();
        if self.closed {
            return Err((
                start,
                "path data must be one outline: this starts another; give each a path item".to_owned(),
            ));
        }
        if self.points.is_empty() && upper != 'M' {
            return Err((start, "path data starts with M".to_owned()));
        }
        let here = self.here();
        let from = command.is_ascii_lowercase().then_some(here);
        let mut control = None;
        match upper {
            'M' if self.points.is_empty() => {
                let point = scan.point(from)?;
                self.add(point, [0.0; 2], [0.0; 2]);
            }
            'M' => {
                return Err((
                    start,
                    "path data must be one outline: this starts another; give each a path item".to_owned(),
                ));
            }
            'L' => {
                let point = scan.point(from)?;
                self.add(point, [0.0; 2], [0.0; 2]);
            }
            'H' | 'V' => {
                let [x, y] = here;
                let [fx, fy] = from.unwrap_or_default();
                let number = scan.number()?;
                let point =
                    if upper == 'H' { [Decimal(fx.0 + number.0), y] } else { [x, Decimal(fy.0 + number.0)] };
                self.add(point, [0.0; 2], [0.0; 2]);
            }
            'C' => {
                let (a, b, end) = (scan.point(from)?, scan.point(from)?, scan.point(from)?);
                self.curve(a, b, end);
                control = Some(('C', b));
            }
            'S' => {
                let a = self.mirrored('C');
                let (b, end) = (scan.point(from)?, scan.point(from)?);
                self.curve(a, b, end);
                control = Some(('C', b));
            }
            'Q' | 'T' => {
                let middle = if upper == 'Q' { scan.point(from)? } else { self.mirrored('Q') };
                let end = scan.point(from)?;
                self.quadratic(middle, end);
                control = Some(('Q', middle));
            }
            'A' => self.arc(scan, from)?,
            'Z' => self.closed = true,
            _ => return Err((start, format!("{command} is no command of SVG path data"))),
        }
        self.control = control;
        Ok(())
    }

    /// The last control point mirrored at the last point, or that point.
    fn mirrored(&self, kind: char) -> Point {
        let [x, y] = self.here();
        match self.control {
            Some((found, [cx, cy])) if found == kind => [Decimal(2 * x.0 - cx.0), Decimal(2 * y.0 - cy.0)],
            _ => [x, y],
        }
    }

    fn quadratic(&mut self, middle: Point, end: Point) {
        let thirds = |[x, y]: [f64; 2]| [x * 2.0 / 3.0, y * 2.0 / 3.0];
        let here = self.here();
        self.add(end, thirds(minus(middle, end)), thirds(minus(middle, here)));
    }

    fn arc(&mut self, scan: &mut Scan<'_>, from: Option<Point>) -> Result<(), Wrong> {
        let (rx, ry, turn) = (scan.number()?, scan.number()?, scan.number()?);
        let (large_arc, sweep) = (scan.arc_flag()?, scan.arc_flag()?);
        let end = scan.point(from)?;
        let plain = |[x, y]: Point| kurbo::Point::new(x.number(), y.number());
        let arc = kurbo::SvgArc {
            from: plain(self.here()),
            to: plain(end),
            radii: kurbo::Vec2::new(rx.number(), ry.number()),
            x_rotation: turn.number().to_radians(),
            large_arc,
            sweep,
        };
        let Some(arc) = kurbo::Arc::from_svg_arc(&arc) else {
            self.add(end, [0.0; 2], [0.0; 2]);
            return Ok(());
        };
        let mut curves: Vec<[kurbo::Point; 3]> = Vec::new();
        arc.to_cubic_beziers(1e-3, |a, b, c| curves.push([a, b, c]));
        let count = curves.len();
        for (i, [a, b, c]) in curves.into_iter().enumerate() {
            let decimal = |p: kurbo::Point| [Decimal::of(p.x), Decimal::of(p.y)];
            let last = if i + 1 == count { end } else { decimal(c) };
            self.curve(decimal(a), decimal(b), last);
        }
        Ok(())
    }

    fn finish(mut self) -> Outline {
        // A closing segment that is drawn out ends on the first point: the two are one vertex.
        if self.closed && self.points.len() > 1 && self.points.first() == self.points.last() {
            self.points.pop();
            self.out.pop();
            let into = self.into.pop().unwrap_or_default();
            if let Some(first) = self.into.first_mut() {
                *first = into;
            }
        }
        let points = self.points.iter().map(|[x, y]| [x.number(), y.number()]).collect();
        Outline { points, into: self.into, out: self.out, closed: self.closed }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tangents_come_out_as_written() {
        let path = svg("M10.123 0 C10.675 0 20.2 9.9 20.2 10.1 Z").unwrap();
        assert_eq!(path.points, [[10.123, 0.0], [20.2, 10.1]]);
        assert_eq!(path.out[0], [0.552, 0.0]);
        assert_eq!(path.into[1], [0.0, -0.2]);
        assert!(path.closed);
    }

    #[test]
    fn a_drawn_out_closing_segment_is_one_vertex() {
        let path = svg("M0 0 L10 0 C10 5 0 5 0 0 Z").unwrap();
        assert_eq!(path.points, [[0.0, 0.0], [10.0, 0.0]]);
        assert_eq!(path.into[0], [0.0, 5.0]);
    }

    #[test]
    fn relative_commands_and_repeats() {
        let path = svg("m1 1 2 0 0 2h-2z").unwrap();
        assert_eq!(path.points, [[1.0, 1.0], [3.0, 1.0], [3.0, 3.0], [1.0, 3.0]]);
        let smooth = svg("M0 0C0 1 1 2 2 2S4 1 4 0").unwrap();
        assert_eq!(smooth.out[1], [1.0, 0.0]);
        let arc = svg("M0 0a5 5 0 0110 0").unwrap();
        assert_eq!(arc.points.last(), Some(&[10.0, 0.0]));
    }

    #[test]
    fn faults_say_where() {
        assert_eq!(svg("L0 0").err().unwrap().0, 0);
        assert_eq!(svg("M0 0 L5").err().unwrap().0, 7);
        assert!(svg("M0 0 Z M1 1").is_err());
        assert!(svg("M0 0 X").is_err());
        assert!(svg("").is_ok_and(|path| path.points.is_empty()));
    }
}
