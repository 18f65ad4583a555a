//! `draw/missing-glyph`.

use crate::check::rule::{Rule, Sample, Search};
use inbetween_types::Severity;

pub(super) const RULE: Rule = Rule {
    code: "draw/missing-glyph",
    level: Severity::Warning,
    finds: "A character that the file has no glyph of.",
    why: "Exporters write the glyphs of the text that stands in the file. A counter or a text that is filled in later shows others: put every character it can show into a hidden text layer before export, or embed the font.",
    wrong: Sample::Members(
        r#"{"fonts":{"list":[{"fName":"Fancy-Regular","fFamily":"Fancy","fStyle":"Regular","ascent":75}]},"chars":[{"ch":"1","fFamily":"Fancy","style":"Regular","size":40,"w":60,"data":{"shapes":[{"ty":"gr","it":[{"ty":"sh","ks":{"a":0,"k":{"c":true,"v":[[0,0],[50,0],[50,-70]],"i":[[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0]]}}}]}]}}],"layers":[{"ty":5,"ind":20,"nm":"title","ip":0,"op":100,"st":0,"sr":1,"ks":{},"t":{"d":{"k":[{"t":0,"s":{"s":40,"f":"Fancy-Regular","t":"10","j":0,"tr":0,"lh":48,"ls":0,"fc":[0,0,0]}}]},"p":{},"m":{"g":1,"a":{"a":0,"k":[0,0]}},"a":[]}}]}"#,
    ),
    right: Sample::Members(
        r#"{"fonts":{"list":[{"fName":"Fancy-Regular","fFamily":"Fancy","fStyle":"Regular","ascent":75}]},"chars":[{"ch":"1","fFamily":"Fancy","style":"Regular","size":40,"w":60,"data":{"shapes":[{"ty":"gr","it":[{"ty":"sh","ks":{"a":0,"k":{"c":true,"v":[[0,0],[50,0],[50,-70]],"i":[[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0]]}}}]}]}},{"ch":"0","fFamily":"Fancy","style":"Regular","size":40,"w":60,"data":{"shapes":[{"ty":"gr","it":[{"ty":"sh","ks":{"a":0,"k":{"c":true,"v":[[0,0],[50,0],[50,-70]],"i":[[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0]]}}}]}]}}],"layers":[{"ty":5,"ind":20,"nm":"title","ip":0,"op":100,"st":0,"sr":1,"ks":{},"t":{"d":{"k":[{"t":0,"s":{"s":40,"f":"Fancy-Regular","t":"10","j":0,"tr":0,"lh":48,"ls":0,"fc":[0,0,0]}}]},"p":{},"m":{"g":1,"a":{"a":0,"k":[0,0]}},"a":[]}}]}"#,
    ),
    fixes: false,
    search: Search::Engine,
};

#[cfg(test)]
#[test]
fn its_examples_hold() {
    crate::check::testing::examples(&RULE);
}
