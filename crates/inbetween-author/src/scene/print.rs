//! A tree of values as the text of a scene file.

use super::node::{Data, Node, Table};

/// Lines are broken where they would be longer, as far as TOML allows.
const WIDTH: usize = 110;

/// Lists that stand as tables of their own, `[[layer.effect]]`.
const HEADED: &[&str] = &[
    "composition_asset",
    "layer",
    "font",
    "data",
    "image",
    "audio",
    "marker",
    "effect",
    "mask",
    "animator",
    "style",
];

/// The text of a scene.
pub(super) fn text(root: &Table) -> String {
    let mut out = String::new();
    body(root, "", &mut out);
    out
}

/// Entries of a table under the header `path`: plain ones first, then tables of their own.
fn body(table: &Table, path: &str, out: &mut String) {
    let mut later = Vec::new();
    for entry in &table.entries {
        match &entry.node.data {
            Data::List(list)
                if HEADED.contains(&entry.key.as_str())
                    && !list.is_empty()
                    && list.iter().all(|item| item.table().is_some()) =>
            {
                later.push(entry);
            }
            Data::Table(inner) if path.is_empty() || is_large(inner, entry.key.len()) => later.push(entry),
            _ => {
                let mut value = String::new();
                inline(&entry.node, 0, entry.key.len() + 3, &mut value);
                out.push_str(&key(&entry.key));
                out.push_str(" = ");
                out.push_str(&value);
                out.push('\n');
            }
        }
    }
    for entry in later {
        let name = key(&entry.key);
        let inner = if path.is_empty() { name } else { format!("{path}.{name}") };
        match &entry.node.data {
            Data::List(list) => {
                for item in list.iter().filter_map(Node::table) {
                    start(out, &format!("[[{inner}]]\n"));
                    body(item, &inner, out);
                }
            }
            Data::Table(item) => {
                start(out, &format!("[{inner}]\n"));
                body(item, &inner, out);
            }
            _ => {}
        }
    }
}

fn start(out: &mut String, header: &str) {
    if !out.is_empty() {
        out.push('\n');
    }
    out.push_str(header);
}

/// Whether a table is better read under a header of its own.
fn is_large(table: &Table, before: usize) -> bool {
    let mut line = String::new();
    inline(&Data::Table(table.clone()).into(), 0, before + 3, &mut line);
    line.contains('\n') || line.len() + before + 3 > WIDTH
}

fn key(name: &str) -> String {
    let bare =
        !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-'));
    if bare { name.to_owned() } else { quoted(name) }
}

/// A value inside a line. `indent` is that of the line, `used` the room taken before the value.
fn inline(node: &Node, indent: usize, used: usize, out: &mut String) {
    match &node.data {
        Data::Text(value) => out.push_str(&string(value)),
        Data::Whole(n) => out.push_str(&n.to_string()),
        Data::Number(n) => out.push_str(&float(*n)),
        Data::Flag(flag) => out.push_str(if *flag { "true" } else { "false" }),
        Data::List(list) => array(list, indent, used, out),
        Data::Table(table) => {
            if table.is_empty() {
                out.push_str("{}");
                return;
            }
            out.push_str("{ ");
            for (index, entry) in table.entries.iter().enumerate() {
                if index > 0 {
                    out.push_str(", ");
                }
                out.push_str(&key(&entry.key));
                out.push_str(" = ");
                let line = out.rfind('\n').map_or(out.len() + used, |at| out.len() - at);
                inline(&entry.node, indent, line, out);
            }
            out.push_str(" }");
        }
    }
}

fn array(list: &[Node], indent: usize, used: usize, out: &mut String) {
    let mut line = String::from("[");
    let mut fits = true;
    let short = list.len() <= 6 && list.iter().all(|item| item.number().is_some());
    for (index, item) in list.iter().enumerate() {
        if index > 0 {
            line.push_str(", ");
        }
        inline(item, indent, WIDTH / 2, &mut line);
        // A point stays on its line however long that gets.
        if !short && line.len() + used > WIDTH || line.contains('\n') {
            fits = false;
            break;
        }
    }
    let tables = list.len() > 1 && list.iter().all(|item| item.table().is_some());
    if fits && !tables {
        out.push_str(&line);
        out.push(']');
        return;
    }
    let inner = indent + 2;
    let pad = " ".repeat(inner);
    out.push_str("[\n");
    // Short entries share lines.
    let mut row = String::new();
    for item in list {
        let mut value = String::new();
        inline(item, inner, inner, &mut value);
        value.push(',');
        let alone = item.table().is_some() || value.contains('\n');
        if !row.is_empty() && (alone || row.len() + value.len() + inner + 1 > WIDTH) {
            out.push_str(&pad);
            out.push_str(&row);
            out.push('\n');
            row.clear();
        }
        if !row.is_empty() {
            row.push(' ');
        }
        row.push_str(&value);
        if alone {
            out.push_str(&pad);
            out.push_str(&row);
            out.push('\n');
            row.clear();
        }
    }
    if !row.is_empty() {
        out.push_str(&pad);
        out.push_str(&row);
        out.push('\n');
    }
    out.push_str(&" ".repeat(indent));
    out.push(']');
}

fn float(number: f64) -> String {
    if number.abs() >= 1e15 {
        return format!("{number:e}");
    }
    let text = number.to_string();
    if text.contains('.') { text } else { format!("{text}.0") }
}

fn string(text: &str) -> String {
    let control = text.chars().any(|c| (c.is_control() && c != '\n' && c != '\t') || c == '\u{7f}');
    let lines = text.contains('\n');
    if !control && !text.contains("'''") && (lines || text.contains("'") && text.contains(['"', '\\'])) {
        if !text.ends_with('\'') {
            return format!("'''\n{text}'''");
        }
    } else if !control && !lines && text.contains(['"', '\\']) && !text.contains('\'') {
        return format!("'{text}'");
    }
    quoted(text)
}

fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() => out.push_str(&format!("\\u{:04X}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::super::node;
    use super::*;

    fn stripped(node: &Node) -> Node {
        let data = match &node.data {
            Data::List(list) => Data::List(list.iter().map(stripped).collect()),
            Data::Table(table) => Data::Table(strip(table)),
            other => other.clone(),
        };
        data.into()
    }

    fn strip(table: &Table) -> Table {
        let mut out = Table::default();
        for entry in &table.entries {
            out.push(entry.key.clone(), stripped(&entry.node));
        }
        out
    }

    #[test]
    fn what_is_printed_reads_back() {
        for text in [
            "a",
            "it's",
            "say \"hi\"",
            "back\\slash",
            "both ' and \"",
            "two\nlines",
            "\nfirst",
            "ends '",
            "a'''b\nc",
            "\u{3}",
            "tab\t",
            "",
            "\u{7f}",
            "''",
            "x\r\ny",
            "پ漢\u{202e}",
        ] {
            let mut inner = Table::default();
            inner.push("text", text);
            inner.push("odd key.", 1.5);
            let mut table = Table::default();
            table.push("n", vec![Node::from(1.0), Node::from(-0.0), Node::from(1e300), Node::from(1e-9)]);
            table.push("t", vec![Node::from(inner.clone()), Node::from(inner.clone())]);
            table.push("u", inner);
            let mut root = Table::default();
            root.push("composition", table);
            let printed = super::text(&root);
            let read =
                node::parse(&printed).unwrap_or_else(|faults| panic!("{text:?}: {faults:?}\n{printed}"));
            assert_eq!(strip(&read), strip(&root), "{printed}");
        }
    }
}
