//! How layers are named on a command line.

/// Properties every layer may have, as expressions spell them: what a slip may have meant.
pub(super) const PROPERTIES: [&str; 15] = [
    "anchorPoint",
    "position",
    "xPosition",
    "yPosition",
    "zPosition",
    "scale",
    "rotation",
    "xRotation",
    "yRotation",
    "zRotation",
    "orientation",
    "opacity",
    "timeRemap",
    "sourceText",
    "transform",
];

/// What a name asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    Name(String),
    Number(u32),
}

/// Reads `layer("x")`, `thisComp.layer('x')`, `layer(3)`; anything else is a name.
pub(super) fn of_layer(address: &str) -> Wanted {
    let text = address.trim();
    let text = text.strip_prefix("thisComp.").unwrap_or(text);
    let inner = text.strip_prefix("layer(").and_then(|rest| rest.strip_suffix(')')).map(str::trim);
    let Some(inner) = inner else { return Wanted::Name(address.to_owned()) };
    if let Ok(number) = inner.parse() {
        return Wanted::Number(number);
    }
    for quote in ['"', '\''] {
        let quoted = inner.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote));
        if let Some(name) = quoted {
            let mut out = String::with_capacity(name.len());
            let mut escaped = false;
            for c in name.chars() {
                if c == '\\' && !escaped {
                    escaped = true;
                } else {
                    out.push(c);
                    escaped = false;
                }
            }
            return Wanted::Name(out);
        }
    }
    Wanted::Name(inner.to_owned())
}
