//! Expressions that attack the engine: each ends quickly, with a name, and the next evaluation works.

use super::rig::{Bench, evaluation, program, writing};
use crate::{Fault, FaultKind, Item};

const FUEL: &str = "if (--$fuel < 0) $out();";

/// Runs core text and checks that the engine works afterwards.
#[track_caller]
fn attack(core: &str) -> Result<Item, Fault> {
    let b = Bench::new();
    b.value("1");
    let result = b.engine.run(&program(&core.replace("FUEL", FUEL)), &evaluation(2.0));
    let pristine = "[[].evil, ({}).evil, Math.abs(-1), 'a b'.split(' ').length, $s.time, $add([1,2],[3,4])[1], JSON.stringify([1])]";
    let Item::Array(after) = b.value(pristine) else { panic!() };
    let expected = [
        Item::Undefined,
        Item::Undefined,
        Item::Number(1.0),
        Item::Number(2.0),
        Item::Number(2.0),
        Item::Number(6.0),
        Item::text("[1]"),
    ];
    assert_eq!(after, expected, "{core}");
    result
}

#[track_caller]
fn limit(core: &str) -> &'static str {
    let fault = attack(core).expect_err(core);
    assert_eq!(fault.kind, FaultKind::Limit, "{fault:?} {core}");
    fault.code
}

#[track_caller]
fn thrown(core: &str) -> Fault {
    let fault = attack(core).expect_err(core);
    assert_eq!(fault.kind, FaultKind::Thrown, "{fault:?} {core}");
    fault
}

#[test]
fn endless_loops_end() {
    assert_eq!(limit("for (;;) { FUEL }"), "limit/fuel");
    assert_eq!(limit("for (;;) { FUEL try { for (;;) { FUEL } } catch (e) { $caught(e); } }"), "limit/fuel");
    assert_eq!(limit("for (;;) { FUEL try { throw 1; } finally { continue; } }"), "limit/fuel");
    assert_eq!(limit("a: for (;;) { FUEL b: for (;;) { FUEL continue a; } }"), "limit/fuel");
    assert_eq!(
        limit("function* g() { for (;;) { FUEL yield 1; } } for (const x of g()) { FUEL }"),
        "limit/fuel"
    );
    assert_eq!(limit("function* g() { for (;;) { FUEL yield 1; } } return [...g()];"), "limit/fuel");
}

#[test]
fn loops_without_counters_end_too() {
    assert_eq!(limit("for (;;);"), "limit/fuel");
    assert_eq!(limit("try { for (;;); } finally { for (;;); }"), "limit/fuel");
    assert_eq!(limit("return eval($ev('while (1);', ''));"), "limit/fuel");
    assert_eq!(limit("return (0, eval)('while (1);');"), "limit/fuel");
}

#[test]
fn regular_expressions_end() {
    assert_eq!(limit("return /^(a+)+$/.test('a'.repeat(40) + 'b');"), "limit/fuel");
    assert_eq!(
        limit("for (;;) { FUEL try { /(x+x+)+y/.test('x'.repeat(40)); } catch (e) { $caught(e); } }"),
        "limit/fuel"
    );
}

#[test]
fn large_collections_end() {
    for core in [
        "return Array(1e9).fill(0);",
        "return Array(1e9).join();",
        "return Array(2**25).join();",
        "return String(Array(2**25));",
        "return [...Array(1e9)];",
        "return Array.from({length: 1e9});",
        "return [].concat(Array(1e9));",
        "return new Set(Array(1e9));",
        "return Array(1e9).reverse();",
        "return Array(1e9).sort();",
        "return Array(1e9).slice();",
        "return 'x'.repeat(1e9);",
        "return 'x'.padEnd(1e9);",
        "let s = 'x'; for (;;) { FUEL s = $add(s, s); }",
        "let s = 'x'; for (;;) { FUEL s = `${s}${s}`; }",
        "let s = 'x'; for (;;) { FUEL s = s.concat(s); }",
        "let a = [1]; for (;;) { FUEL a = [...a, ...a]; }",
        "let a = [1]; for (;;) { FUEL a = a.concat(a); }",
        "let a = Array(1e6).fill(0); for (;;) { FUEL a.slice(); }",
        "let a = Array(1e6).fill(0); for (;;) { FUEL a.shift(); }",
        "let s = 'a'.repeat(1e6); for (;;) { FUEL s.indexOf('b'); }",
        "let s = 'a'.repeat(1e6); for (;;) { FUEL s.split(''); }",
        "'a'.repeat(5e5).indexOf('a'.repeat(25e4) + 'b'); for (;;) { FUEL }",
        "return 'a'.repeat(1e5).replace(/a/g, 'b'.repeat(1e5));",
        "return new Uint8Array(1e9);",
        "return JSON.stringify(Array(1e9));",
    ] {
        let fault = attack(core).expect_err(core);
        assert!(["limit/size", "limit/fuel", "limit/memory"].contains(&fault.code), "{fault:?} {core}");
        assert_eq!(fault.kind, FaultKind::Limit, "{core}");
    }
    // These only walk holes, which QuickJS polls.
    for core in
        ["return Array(1e9).map(x => x);", "return Array(1e9).indexOf(1);", "return Array(1e9).includes(1);"]
    {
        limit(core);
    }
}

#[test]
fn big_integers_end() {
    for core in [
        "return $pow(2n, 1000000n);",
        "return $shl(1n, 1000000000n);",
        "let x = 3n; for (;;) { FUEL x = $mul(x, x); }",
        "return BigInt('9'.repeat(50000));",
        "return (1n >> -900000n).toString();",
    ] {
        assert_eq!(limit(core), "limit/size", "{core}");
    }
    assert_eq!(
        attack("return String($pow(2n, 100n));").unwrap(),
        Item::text("1267650600228229401496703205376")
    );
}

#[test]
fn deep_recursion_ends() {
    assert_eq!(
        limit(
            "function f() { FUEL if (++$deep > $maxDeep) $out(1); try { return f() + 1; } finally { --$deep } } return f();"
        ),
        "limit/call-depth"
    );
    assert_eq!(limit("function f() { return f() + 1; } return f();"), "limit/call-depth");
    assert_eq!(
        limit("function f() { try { return f() + 1; } catch (e) { $caught(e); return 1; } } return f();"),
        "limit/call-depth"
    );
    assert_eq!(limit("const o = { get x() { return this.x; } }; return o.x;"), "limit/call-depth");
    assert_eq!(limit("const o = { toString() { return `${this}`; } }; return `${o}`;"), "limit/call-depth");
    assert_eq!(
        limit("let a = []; for (let i = 0; i < 1e5; i++) { a = [a]; } return JSON.stringify(a);"),
        "limit/call-depth"
    );
    assert_eq!(limit("return JSON.parse('['.repeat(2e5));"), "limit/call-depth");
    assert_eq!(limit("let a = []; a[0] = a; return a;"), "limit/size");
    assert_eq!(limit("let a = []; a[0] = a; return $add(a, a);"), "limit/call-depth");
}

#[test]
fn memory_ends_and_the_engine_recovers() {
    let core = "const a = []; for (;;) { FUEL try { a.push('x'.repeat(9e5) + a.length); } catch (e) { $caught(e); } }";
    let fault = attack(core).unwrap_err();
    assert_eq!(fault.kind, FaultKind::Limit, "{fault:?}");
    let fault =
        attack("const a = []; for (let i = 0; ; i++) { FUEL a.push(new Float64Array(1e5)); }").unwrap_err();
    assert_eq!(fault.kind, FaultKind::Limit, "{fault:?}");
}

#[test]
fn nothing_reaches_out() {
    assert_eq!(thrown("return [].constructor.constructor('return this')();").code, "expr/thrown");
    thrown("return Function('return 1')();");
    thrown("return (function* () {}).constructor('yield 1')();");
    thrown("return (async function () {}).constructor('1')();");
    thrown("return Reflect.construct((() => {}).constructor, ['return 1'])();");
    for name in [
        "process",
        "require",
        "std",
        "os",
        "WeakRef",
        "SharedArrayBuffer",
        "Atomics",
        "performance",
        "navigator",
        "queueMicrotask",
    ] {
        assert_eq!(attack(&format!("return typeof {name};")).unwrap(), Item::text("undefined"), "{name}");
    }
    assert_eq!(attack("import('fs'); return 1;").unwrap(), Item::Number(1.0));
    // A broken core is a syntax error, not an injection.
    assert_eq!(thrown("}]; code; [function(){").code, "expr/syntax");
}

#[test]
fn frozen_globals_stay() {
    for core in [
        "Array.prototype.evil = 1; Object.prototype.evil = 1; Math.abs = null; return 1;",
        "Object.defineProperty(Array.prototype, 'evil', {value: 1}); return 1;",
        "Object.setPrototypeOf(Array.prototype, {evil: 1}); return 1;",
        "[].__proto__.evil = 1; ({}).__proto__.evil = 1; return 1;",
        "String.prototype.split = null; JSON.stringify = null; return 1;",
        "Object.getPrototypeOf($s.thisLayer).name = 1; $s.thisLayer.name = 2; return 1;",
        "Error.prepareStackTrace = () => 1; Error.stackTraceLimit = 0; return 1;",
        "delete Math.abs; delete Array.prototype.map; return 1;",
        "Object.assign(Math, {abs: 1}); return 1;",
    ] {
        let _ = attack(core);
    }
    let b = Bench::new();
    let p = writing(
        "Array.prototype.map = null; Object.prototype.evil = 1; Math.abs = 1; String.prototype.split = 1; Array.prototype[Symbol.iterator] = null; return 1;",
    );
    assert_eq!(b.engine.run(&p, &evaluation(0.0)).unwrap(), Item::Number(1.0));
    assert_eq!(b.number("[1].map(x => Math.abs(-x))[0] + 'a b'.split(' ').length"), 3.0);
}

#[test]
fn hostile_objects_end() {
    for core in [
        "return $add({valueOf() { for (;;) { FUEL } }}, 1);",
        "return $add({[Symbol.toPrimitive]() { for (;;) { FUEL } }}, [1]);",
        "return {get a() { for (;;) { FUEL } }};",
        "return new Proxy([], {get() { for (;;) { FUEL } }});",
        "return [3,1,2].sort(() => { for (;;) { FUEL } });",
        "return JSON.parse('[1]', () => { for (;;) { FUEL } });",
        "const t = () => { for (;;) { FUEL } }; return t`x${1}`;",
        "throw {get message() { for (;;) { FUEL } }};",
        "throw {toString() { for (;;) { FUEL } }};",
        "async function f() { for (;;) { FUEL } } f(); return 1;",
        "new Promise(() => { for (;;) { FUEL } }); return 1;",
        "class A { static { for (;;) { FUEL } } } return 1;",
        "return Reflect.ownKeys(new Proxy({}, {ownKeys() { for (;;) { FUEL } }}));",
    ] {
        assert_eq!(limit(core), "limit/fuel", "{core}");
    }
    thrown("return {get a() { throw new Error('x'); }};");
    thrown("return new Proxy({}, {ownKeys() { throw 1; }});");
    thrown("throw {get message() { throw 1; }, toString() { throw 2; }};");
    thrown("throw undefined;");
    thrown("throw Symbol('x');");
    let _ = attack("return [5,2,9,1].sort(() => Math.random() - 0.5);");
    let _ = attack("const a = [1,2,3]; a.sort((x, y) => { a.length = 0; return x - y; }); return a;");
    let _ = attack(
        "Promise.resolve().then(() => { for (;;); }); async function f() { await 1; for (;;); } f(); return 1;",
    );
    let _ = attack("return Object.create($s.thisLayer).name;");
    let _ = attack("return new Proxy($s.thisLayer, {}).name;");
}

#[test]
fn a_limit_inside_costs_only_the_inner() {
    let b = Bench::new();
    for inner in [
        "for (;;);",
        "return 'x'.repeat(1e9);",
        "function f() { return f(); } return f();",
        "const a = []; for (;;) a.push('x'.repeat(9e5) + a.length);",
    ] {
        *b.rig.driven.borrow_mut() = Some(program(inner));
        let got = b.run("const a = $v($s.driven); return [a, $s.time, $s.rotation > 41];").unwrap();
        assert_eq!(
            got,
            Item::Array(vec![Item::Number(-1.0), Item::Number(2.0), Item::Bool(true)]),
            "{inner}"
        );
    }
}

#[test]
fn chains_of_expressions_are_bounded() {
    for (stack, code) in [(1 << 20, "limit/stack"), (128 << 20, "limit/expression-depth")] {
        crate::with_large_stack(|| {
            let b = Bench::with_stack(stack);
            *b.rig.driven.borrow_mut() = Some(program("return $v($s.driven);"));
            assert_eq!(b.value("$v($s.driven)"), Item::Number(-1.0));
            assert_eq!(b.rig.seen.borrow().as_slice(), [code]);
        });
    }
    let b = Bench::new();
    // The same through programs that each want globals of their own.
    *b.rig.driven.borrow_mut() = Some(writing("return $v($s.driven);"));
    assert_eq!(b.value("$v($s.driven)"), Item::Number(-1.0));
    assert_eq!(b.value("$s.time"), Item::Number(2.0));
}
