//! `text/font-substituted`.

use crate::check::rule::{Rule, Sample, Search};
use inbetween_types::Severity;

pub(super) const RULE: Rule = Rule {
    code: "text/font-substituted",
    level: Severity::Warning,
    finds: "A font that is neither in the file nor at hand.",
    why: "Another face is drawn in its place, so widths and line ends differ. Export glyphs, or put the font file beside the file.",
    wrong: Sample::Members(
        r#"{"fonts":{"list":[{"fName":"Fancy-Regular","fFamily":"Fancy","fStyle":"Regular","ascent":75}]},"layers":[{"ty":5,"ind":20,"nm":"title","ip":0,"op":100,"st":0,"sr":1,"ks":{},"t":{"d":{"k":[{"t":0,"s":{"s":40,"f":"Fancy-Regular","t":"A","j":0,"tr":0,"lh":48,"ls":0,"fc":[0,0,0]}}]},"p":{},"m":{"g":1,"a":{"a":0,"k":[0,0]}},"a":[]}}]}"#,
    ),
    right: Sample::Members(
        r#"{"fonts":{"list":[{"fName":"Fancy-Regular","fFamily":"Fancy","fStyle":"Regular","ascent":75}]},"chars":[{"ch":"A","fFamily":"Fancy","style":"Regular","size":40,"w":60,"data":{"shapes":[{"ty":"gr","it":[{"ty":"sh","ks":{"a":0,"k":{"c":true,"v":[[0,0],[50,0],[50,-70]],"i":[[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0]]}}}]}]}}],"layers":[{"ty":5,"ind":20,"nm":"title","ip":0,"op":100,"st":0,"sr":1,"ks":{},"t":{"d":{"k":[{"t":0,"s":{"s":40,"f":"Fancy-Regular","t":"A","j":0,"tr":0,"lh":48,"ls":0,"fc":[0,0,0]}}]},"p":{},"m":{"g":1,"a":{"a":0,"k":[0,0]}},"a":[]}}]}"#,
    ),
    fixes: false,
    search: Search::Engine,
};

#[cfg(test)]
#[test]
fn its_examples_hold() {
    crate::check::testing::examples(&RULE);
}
