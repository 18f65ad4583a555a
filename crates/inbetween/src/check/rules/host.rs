//! `safety/host`.

use crate::check::rule::{Report, Rule, Sample, Search};
use crate::check::subject::Subject;
use inbetween_expr::tree::Kind;
use inbetween_types::Severity;

pub(super) const RULE: Rule = Rule {
    code: "safety/host",
    level: Severity::Error,
    finds: "Code that reaches for the program around it: the page, files, the network, After Effects itself.",
    why: "Nothing of that exists here, so it can do no harm; but players that evaluate expressions with `eval` run it \
          with all rights of the page. A file from a stranger with such code is not to be trusted.",
    wrong: Sample::On("ball.rotation", "window.location.href; 0"),
    right: Sample::On("ball.rotation", "thisComp.layer(\"wheel\").rotation"),
    fixes: false,
    search: Search::Expression(search),
};

/// Names of hosts: browsers, Node, ExtendScript.
const HOSTS: &[&str] = &[
    "window",
    "document",
    "self",
    "globalThis",
    "top",
    "frames",
    "navigator",
    "location",
    "localStorage",
    "sessionStorage",
    "fetch",
    "XMLHttpRequest",
    "WebSocket",
    "Worker",
    "importScripts",
    "process",
    "require",
    "module",
    "Deno",
    "Bun",
    "app",
    "File",
    "Folder",
    "Socket",
    "system",
    "BridgeTalk",
    "alert",
    "prompt",
    "confirm",
    "setTimeout",
    "setInterval",
    "WebAssembly",
    "SharedArrayBuffer",
    "Function",
];

fn search(subject: &Subject<'_>, report: &mut Report<'_>) {
    let tree = subject.tree;
    for (id, node) in tree.nodes() {
        let found = match &node.kind {
            Kind::Name(name) if HOSTS.contains(&&**name) && !tree.is_local(name) => {
                // Asking whether it exists, as polyfills do, reaches for nothing.
                let asked = tree.parent(id).is_some_and(|above| *tree.kind(above) == Kind::Unary("typeof"));
                (!asked).then(|| format!("`{name}` is no part of the expression language"))
            }
            Kind::Member(name) => {
                let object = node.children.first().copied();
                let dollar = object.is_some_and(|object| subject.is_name(object, "$"));
                let constructor =
                    |id| matches!(tree.kind(id), Kind::Member(inner) if **inner == *"constructor");
                if dollar {
                    Some(format!("`$.{name}` asks the script engine of After Effects"))
                } else if **name == *"__proto__"
                    || (**name == *"constructor" && object.is_some_and(constructor))
                {
                    Some(format!("`.{name}` reaches for the makers of functions"))
                } else {
                    None
                }
            }
            _ => None,
        };
        if let Some(message) = found {
            report.at(
                subject,
                id,
                message,
                "delete it; do not play this file in a page if you do not know its author",
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::testing::{codes_on, examples};

    #[test]
    fn its_examples_hold() {
        examples(&RULE);
    }

    #[test]
    fn ways_out_are_found() {
        for text in [
            "$.evalFile('x.jsx'); 1",
            "app.project.file; 1",
            "new File('/etc/passwd').open(); 1",
            "[].constructor.constructor('return 1')()",
            "new Function('return this')(); 1",
            "globalThis.p = 1; 1",
        ] {
            assert!(codes_on("ball.rotation", text).contains(&RULE.code), "{text}");
        }
    }

    #[test]
    fn names_of_ones_own_are_no_hosts() {
        for text in [
            "self = 3; self * 2",
            "var top = position[1]; top",
            "$ = 4; $ + 1",
            "typeof window === 'undefined' ? 1 : 2",
        ] {
            assert!(!codes_on("ball.rotation", text).contains(&RULE.code), "{text}");
        }
    }
}
