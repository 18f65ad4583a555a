use super::{Kind, Node, Tape};
use inbetween_types::{Location, SourcePoint};

impl<'n> Node<'n> {
    /// Where this value lies, in words: the path from the root, the layer's name, line and column.
    pub(crate) fn location(self) -> Location {
        Location { point: Some(SourcePoint::of(self.tape.text, self.span().start)), ..self.path() }
    }

    /// The same without line and column, which cost a walk over the text.
    pub(crate) fn path(self) -> Location {
        locate(self.tape, |candidate| self.is_within(candidate))
    }
}

impl Tape<'_> {
    /// Where byte `offset` lies, as far as the text has been read.
    pub(crate) fn location(&self, offset: usize) -> Location {
        let inside = |node: Node<'_>| {
            let span = node.span();
            span.start <= offset && (offset < span.end || span.end == 0)
        };
        let path = if self.records.is_empty() { Location::default() } else { locate(self, inside) };
        Location { point: Some(SourcePoint::of(self.text, offset)), ..path }
    }
}

fn locate<'n>(tape: &'n Tape<'_>, inside: impl Fn(Node<'n>) -> bool) -> Location {
    let mut path = String::new();
    let mut layer = None;
    let mut node: Node<'n> = tape.root();
    loop {
        let mut child = None;
        // A container that is still open ends where the text stopped making sense: inside its next value.
        let open = node.span().end == 0;
        match node.kind() {
            Kind::Array => {
                let found = node.items().enumerate().find(|(_, item)| inside(*item));
                let index = found.map_or(node.items().count(), |(index, _)| index);
                if found.is_some() || open {
                    if path.ends_with("layers") {
                        layer = found.and_then(|(_, item)| item.get("nm")?.string()).map(str::to_owned);
                    }
                    path.push_str(&format!("[{index}]"));
                }
                child = found.map(|(_, item)| item);
            }
            Kind::Object => {
                let mut members = node.members();
                while let Some((key, value)) = members.next_open() {
                    if value.is_none_or(&inside) {
                        if !path.is_empty() {
                            path.push('.');
                        }
                        path.extend(key.chars().take(40));
                        child = value;
                        break;
                    }
                }
            }
            _ => {}
        }
        match child {
            Some(child) => node = child,
            None => break,
        }
    }
    let file_path = (!path.is_empty()).then_some(path);
    Location { layer, file_path, ..Location::default() }
}
