//! AE text through the front end and the engine.

use super::rig::{Bench, evaluation};
use crate::{Class, Fault, FaultKind, Host, Item, Program, Scope, ScopeNames};
use inbetween_types::Limits;

fn run(source: &str) -> Result<Item, Fault> {
    let b = Bench::new();
    let names = ScopeNames::new(&*b.rig);
    let compiled = Program::compile(source, Scope { resolve: &names }, &Limits::default());
    let Some(program) = compiled.program else { panic!("{source}: {:?}", compiled.diagnostics) };
    let result = b.engine.run(&program, &evaluation(2.0));
    assert_eq!(
        b.value("[$s.time, [].evil]"),
        Item::Array(vec![Item::Number(2.0), Item::Undefined]),
        "{source}"
    );
    result
}

#[track_caller]
fn value(source: &str, expected: &Item) {
    assert_eq!(run(source).as_ref(), Ok(expected), "{source}");
}

#[test]
fn texts_give_their_values() {
    for (source, expected) in [
        ("time * 2", 4.0),
        ("value + [1, 1]; position[0]", 3.0),
        ("'use strict'; let a = 1; a + time", 3.0),
        ("eval('time + 1')", 3.0),
        ("var e = eval; e('1 + 1')", 2.0),
        ("(0, eval)('time * 3')", 6.0),
        ("var k = 5; eval('k = 7; k + time')", 9.0),
        ("eval('var q = 4'); q", 4.0),
        ("var x = [1]; with (x) { length }", 1.0),
        ("function f() { return arguments.length } f(1, 2, 3)", 3.0),
        ("time = 9; time", 9.0),
        ("if (rotation == 42) { 1 } else { 2 }", 1.0),
        ("rotation ? 1 : 2", 1.0),
        ("effect('A')('Slider') + effect('A').slider", 84.0),
        ("to_comp([5])[0]", 5.0),
        ("var $fuel = 3, $add = 4; $fuel + $add", 7.0),
        ("Math.abs = function () { return 7 }; Math.abs(-1)", 7.0),
        ("class A { #p = [1, 2] * 2; get p() { return this.#p } } new A().p[1]", 4.0),
        ("let s = 0; for (const [i, v] of [5, 6].entries()) s += i * v; s", 6.0),
        ("let i = 5; i++ + ++i", 12.0),
        ("key(1)[1]", 8.0),
        ("JSON.parse(JSON.stringify({a: position})).a[1]", 4.0),
        ("typeof $.os == 'string' ? 1 : 0", 1.0),
        ("[1, 2] * [3, 4]", 0.0),
    ] {
        value(source, &Item::Number(expected));
    }
    value("6 / [1, 2]", &Item::numbers(&[6.0, 3.0]));
    value("5 - [1, 2]", &Item::numbers(&[4.0, -2.0]));
}

#[test]
fn limits_hold_whatever_the_text() {
    for source in [
        "while (true) {}",
        "for (;;) { try { while (true) {} } catch (e) {} finally { continue } }",
        "var e = eval; e('while (true) {}')",
        "eval(\"eval('while (true) {}')\")",
        "eval('$fuel = 1e9; $deep = -1e9; while (true) {}')",
        "(0, eval)('$fuel = 1e9; for (;;) $fuel = 1e9;')",
        "$fuel = 1e9; while (true) { $fuel = 1e9 }",
        "const f = () => f(); f()",
        "const f = async () => { await f() }; f()",
        "function* g() { yield* g() } [...g()]",
        "class A { get x() { return this.x } } new A().x",
        "class A { static x = (() => { for (;;); })() }",
        "const o = {toString() { while (1); }}; o + 1",
        "const o = {valueOf() { while (1); }}; position * o",
        "[1, 2, 3].sort(() => { while (1); })",
        "'aaa'.replace(/a/g, () => { while (1); })",
        "Array.prototype.map = function () { while (1); }; [1].map(1)",
        "Object.prototype.valueOf = function () { while (1); }; ({}) * 2",
        "do { } while (1)",
        "for (const k in new Proxy({}, {ownKeys() { while (1); }})) {}",
        "label: while (1) { for (;;) continue label }",
        "let s = 'ab'; while (1) s += s",
        "let a = [1]; while (1) a = a.concat(a)",
        "let n = 2n; while (1) n *= n",
        "2n ** 10000000n",
        "/(a+)+$/.test('a'.repeat(50) + 'b')",
    ] {
        let fault = run(source).expect_err(source);
        assert_eq!(fault.kind, FaultKind::Limit, "{source}: {fault:?}");
    }
}

#[test]
fn the_scope_of_a_composition_has_no_layer_names() {
    let b = Bench::new();
    let names = ScopeNames::composition(&*b.rig);
    let compiled = Program::compile("layer('box').rotation", Scope { resolve: &names }, &Limits::default());
    let mut e = evaluation(0.0);
    (e.property, e.layer) = (None, None);
    assert!(
        matches!(b.engine.run(&compiled.program.unwrap(), &e), Ok(Item::Object(o)) if o.class == Class::Property)
    );
    assert!(b.rig.members(Class::Layer).iter().any(|m| m.name == "effect"));
}

#[test]
fn findings_point_into_the_text() {
    let fault = run("var a = [1, 2] + 3;\nvar größe = 1; a + rotatoin").unwrap_err();
    assert_eq!(fault.code, "expr/undefined-name");
    assert_eq!(fault.offset, "var a = [1, 2] + 3;\nvar größe = 1; a + rotatoin".find("rotatoin"));
}
