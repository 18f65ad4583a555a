//! What expressions see.

use super::rig::{Bench, NUMBER, evaluation, object, program, writing};
use crate::{Class, Fault, Item};
use inbetween_types::TextDocument;
use std::sync::Arc;

fn list(numbers: &[f64]) -> Item {
    Item::numbers(numbers)
}

#[test]
fn scope_names_resolve_in_order() {
    let b = Bench::new();
    assert_eq!(b.number("$s.time"), 2.0);
    assert_eq!(b.text("$s.name"), "box");
    assert_eq!(b.number("$s.numLayers"), 3.0);
    assert_eq!(b.number("$s.numKeys"), 2.0);
    assert_eq!(b.text("$s.thisComp.name"), "Main");
    assert_eq!(b.value("$s.value"), list(&[3.0, 4.0]));
    assert_eq!(b.value("$s.toComp([1,2])"), list(&[1.0, 2.0]));
    assert_eq!(b.text("$s.comp('x').name"), "Main");
    assert_eq!(b.value("$s.thisProperty"), list(&[3.0, 4.0]));
    assert_eq!(b.value("$try('nothing')"), Item::Undefined);
}

#[test]
fn vectors_add_leniently() {
    let b = Bench::new();
    assert_eq!(b.value("$add([1,2],[3,4,5])"), list(&[4.0, 6.0, 5.0]));
    assert_eq!(b.value("$sub([1],[1,5])"), list(&[0.0, -5.0]));
    assert_eq!(b.value("$add([1,2],5)"), list(&[6.0, 2.0]));
    assert_eq!(b.value("$add(5,[1,2])"), list(&[6.0, 2.0]));
    assert_eq!(b.value("$mul([1,2],3)"), list(&[3.0, 6.0]));
    assert_eq!(b.value("$mul(3,[1,2])"), list(&[3.0, 6.0]));
    assert_eq!(b.value("$div([8,6],2)"), list(&[4.0, 3.0]));
    assert_eq!(b.value("$neg([1,-2])"), list(&[-1.0, 2.0]));
    assert_eq!(
        b.value("$add([[1,2],[3,4]],[[1,1],[1,1]])"),
        Item::Array(vec![list(&[2.0, 3.0]), list(&[4.0, 5.0])])
    );
}

#[test]
fn strings_follow_javascript() {
    let b = Bench::new();
    assert_eq!(b.text("$add('p ', [1,2])"), "p 1,2");
    assert_eq!(b.number("$mul('5','4')"), 20.0);
    assert_eq!(b.number("$sub('7',2)"), 5.0);
    assert_eq!(b.text("$add('r', $s.rotation)"), "r42");
    assert_eq!(b.text("$add($s.sourceText, 1)"), "Hello1");
}

#[test]
fn properties_act_as_their_value() {
    let b = Bench::new();
    assert_eq!(b.value("$add($s.position, [1,1])"), list(&[4.0, 5.0]));
    for check in [
        "$s.rotation == 42",
        "$s.rotation > 41.5",
        "$s.rotation.value === 42",
        "$s.position[1] === 4",
        "$s.position.length === 2",
        "[...$s.position].join() === '3,4'",
        "`${$s.rotation}` === '42'",
        "JSON.stringify($s.position) === '[3,4]'",
        "$s.position.map(x => x * 2)[1] === 8",
        "$s.rotation.toFixed(1) === '42.0'",
        "$s.sourceText.toUpperCase() === 'HELLO'",
        "$s.sourceText[1] === 'e'",
        "Math.round($s.rotation) === 42",
        "Math.max(...$s.position) === 4",
        "Array.isArray($s.position)",
        "$v($s.position) instanceof Array",
        "[].concat($s.position).length === 2",
        "typeof $v($s.rotation) === 'number'",
        "$s.thisLayer.position === $s.position",
        "$s.thisLayer.to_comp([9])[0] === 9",
    ] {
        assert_eq!(b.number(check), 1.0, "{check}");
    }
}

#[test]
fn children_are_reached_by_call_and_compact_name() {
    let b = Bench::new();
    assert_eq!(b.number("$mul($s.effect('A')('Slider'), 2)"), 84.0);
    assert_eq!(b.number("$mul($s.effect('A').slider, 2)"), 84.0);
    assert_eq!(b.value("$s.effect('A').nothing"), Item::Undefined);
    assert_eq!(b.value("$s.thisLayer.nothing"), Item::Undefined);
}

#[test]
fn keys_act_as_their_value() {
    let b = Bench::new();
    assert_eq!(b.number("$add($s.key(1)[0], $s.key(1).time)"), 7.5);
    assert_eq!(b.value("$add($s.key(1), [1,1])"), list(&[8.0, 9.0]));
    assert!(matches!(b.value("$s.key(1)"), Item::Key(fields) if fields.len() == 3));
}

#[test]
fn styles_chain_and_come_back() {
    let b = Bench::new();
    let Item::Style(text) = b.value("$s.sourceText.style.setText('abc').setFontSize(20).setFillColor([1,0,0]).setApplyStroke(true).replaceText('X', 1, 1)") else { panic!() };
    assert_eq!(text.text, "aXc");
    assert_eq!(text.style.font_size, 20.0);
    assert_eq!(text.style.fill_color, Some([1.0, 0.0, 0.0]));
    assert_eq!(text.style.stroke_color, Some([0.0; 3]));
    assert_eq!(b.number("Math.round($s.sourceText.style.leading * 10)"), 144.0);
    assert_eq!(b.text("$s.sourceText.style.setKerningType('optical').kerningType"), "optical");
    assert_eq!(b.number("$s.sourceText.style.setFontSize(30, 2, 1).fontSize"), 12.0);
}

#[test]
fn styles_of_ranges_cross_the_border() {
    let b = Bench::new();
    let style = |code: &str| -> Arc<TextDocument> {
        let Item::Style(text) = b.value(code) else { panic!("{code}") };
        text
    };
    let text = style(
        "$s.sourceText.style.setText('a😀bcd').setFontSize(30, 1, 3).setFillColor([1,0,0], 3).setTracking(7, 2, 1)",
    );
    let runs: Vec<_> = text
        .ranges
        .iter()
        .map(|r| {
            (
                r.range.start..r.range.end.min(text.text.len()),
                r.style.font_size,
                r.style.fill_color,
                r.style.tracking,
            )
        })
        .collect();
    // A pair of surrogates is one character here; the second half of it starts where it starts.
    assert_eq!(
        runs,
        [
            (1..5, 30.0, Some([0.0; 3]), 7.0),
            (5..6, 30.0, Some([1.0, 0.0, 0.0]), 0.0),
            (6..8, 12.0, Some([1.0, 0.0, 0.0]), 0.0)
        ]
    );
    assert_eq!(text.style.font_size, 12.0);
    // The whole text afterwards: ranges lose that field.
    assert!(style("$s.sourceText.style.setFontSize(30, 1, 2).setFontSize(20)").ranges.is_empty());
    // Ranges move with their characters.
    let moved = style("$s.sourceText.style.setText('abcd').setFauxBold(true, 2, 1).replaceText('xyz', 0, 1)");
    assert_eq!((moved.ranges.len(), moved.ranges[0].range.clone()), (1, 4..5));
    assert_eq!(b.number("$s.sourceText.style.setFontSize(30, 0, 1).fontSize"), 30.0);
}

#[test]
fn fields_without_a_place_in_files_cross_the_border() {
    use inbetween_types::text::{BaselineOption, Direction, KerningType, LineJoin};
    let b = Bench::new();
    let Item::Style(text) = b.value(
        "$s.sourceText.style.setDirection('right-to-left').setFirstLineIndent(9).setLeftMargin(8).setSpaceAfter(7)\
         .setBaselineOption('superscript', 1, 1).setLineJoin('round').setTsume(50).setLigature(false)\
         .setDigitSet('hindidigits').setKerning(120, 2).setLeadingType('top-to-top')",
    ) else {
        panic!()
    };
    let p = &text.paragraph;
    assert_eq!(
        (p.direction, p.first_line_indent, p.left_margin, p.space_after),
        (Direction::RightToLeft, 9.0, 8.0, 7.0)
    );
    assert!(p.leading_top_to_top && text.style.hindi_digits && !text.style.ligatures);
    assert_eq!((text.style.line_join, text.style.tsume), (LineJoin::Round, 0.5));
    assert_eq!(text.ranges.len(), 2);
    assert_eq!(text.ranges[0].style.baseline_option, BaselineOption::Superscript);
    assert_eq!((text.ranges[1].range.clone(), text.ranges[1].style.kerning), (2..3, 120.0));
    assert_eq!(text.ranges[1].style.kerning_type, KerningType::Manual);
}

#[test]
fn ranges_of_a_style_are_limited() {
    let b = Bench::new();
    let fault = b.value(
        "(() => { let s = $s.sourceText.style; try { for (let i = 0; i < 5000; i++) s = s.setFontSize(i, i, 1); } \
         catch (e) { return e.name } return 'none' })()",
    );
    assert_eq!(fault, Item::text("RangeError"));
}

#[test]
fn paths_cross_and_answer() {
    let b = Bench::new();
    let path = "$s.thisProperty.createPath([[0,0],[100,0],[100,100],[0,100]])";
    assert!(matches!(b.value(path), Item::Path(p) if p.len() == 4 && p.closed));
    let Item::Array(point) = b.value(&format!("{path}.pointOnPath(0.25)")) else { panic!() };
    assert!((point[0].as_number().unwrap() - 100.0).abs() < 1e-4);
    assert_eq!(b.number(&format!("{path}.points()[2][1]")), 100.0);
    assert_eq!(b.number(&format!("{path}.isClosed()")), 1.0);
}

#[test]
fn faults_of_the_host_keep_their_code() {
    let b = Bench::new();
    let fault = b.run("return $s.layer('nope').name;").unwrap_err();
    assert_eq!(fault.code, "expr/unknown-layer");
    assert_eq!(fault.help.as_deref(), Some("is it `box`?"));
    assert_eq!(fault.offset, Some("return $s".len()));
    assert_eq!(
        b.run("try { $s.layer('nope'); } catch (e) { $caught(e); return 5; }").unwrap(),
        Item::Number(5.0)
    );
    let fault = b.run("try { $s.fail(); } catch (e) { $caught(e); return 5; }").unwrap_err();
    assert_eq!(fault.code, "expr/test-limit");
}

#[test]
fn faults_name_place_and_near_match() {
    let b = Bench::new();
    let fault = b.run("let a = 1;\nreturn rotatoin + a;").unwrap_err();
    assert_eq!(
        (fault.code, fault.help.as_deref()),
        ("expr/undefined-name", Some("did you mean `rotation`?"))
    );
    assert_eq!(fault.offset, Some(18));
    let fault = b.run("return $s.thisLayer.toCmop([1]);").unwrap_err();
    assert_eq!(fault.code, "expr/not-a-function");
    assert_eq!(fault.help.as_deref(), Some("Layer has no `toCmop`; did you mean `toComp`?"));
    let fault = b.run("return $s.effect('A').sldr.value;").unwrap_err();
    assert_eq!(fault.code, "expr/undefined-value");
    let fault = b.run("throw new Error('boom');").unwrap_err();
    assert_eq!((fault.code, &*fault.message), ("expr/thrown", "Error: boom"));
    let fault = b.run("throw 'boom';").unwrap_err();
    assert_eq!(&*fault.message, "boom");
}

#[test]
fn evaluations_nest_and_do_not_mix() {
    let b = Bench::new();
    *b.rig.driven.borrow_mut() = Some(program(
        "$s.posterizeTime(1); for (let i = 0; i < 1000; i++) { if (--$fuel < 0) $out(); } return $add($s.time, $s.random());",
    ));
    let core = "const f = $fuel; const a = $v($s.driven); return [f - $fuel, $s.time, a];";
    let Item::Array(got) = b.run(core).unwrap() else { panic!() };
    assert_eq!(got[0], Item::Number(0.0));
    assert_eq!(got[1], Item::Number(2.0));
    let Item::Array(again) = b.run(core).unwrap() else { panic!() };
    assert_eq!(got, again);
}

#[test]
fn a_failed_property_does_not_fail_its_reader() {
    let b = Bench::new();
    *b.rig.driven.borrow_mut() = Some(program("for (;;) { if (--$fuel < 0) $out(); }"));
    assert_eq!(
        b.run("const a = $v($s.driven); return [a, $s.time, $fuel > 1000];").unwrap(),
        Item::Array(vec![Item::Number(-1.0), Item::Number(2.0), Item::Bool(true)])
    );
    *b.rig.driven.borrow_mut() = Some(program("throw 1;"));
    assert_eq!(b.value("$v($s.driven)"), Item::Number(-1.0));
}

#[test]
fn random_is_the_same_every_time_and_seeded() {
    let b = Bench::new();
    assert_eq!(b.value("[$s.random(), Math.random()]"), b.value("[Math.random(), $s.random()]"));
    assert_eq!(
        b.number("($s.seedRandom(5, true), $s.random()) === ($s.seedRandom(5, true), $s.random())"),
        1.0
    );
    assert_ne!(b.number("$s.random()"), b.number("($s.seedRandom(1), $s.random())"));
}

#[test]
fn posterized_time_is_the_frames() {
    let b = Bench::new();
    let p = program("$s.posterizeTime(10); return $s.time;");
    assert_eq!(b.engine.run(&p, &evaluation(1.27)).unwrap(), Item::Number(1.2));
    assert_eq!(b.engine.run(&p, &evaluation(0.3)).unwrap(), Item::Number(0.3));
}

#[test]
fn dates_have_no_clock_and_no_zone() {
    let b = Bench::new();
    assert_eq!(b.number("new Date().getTime()"), 86_400_000.0);
    assert_eq!(b.number("Date.now()"), 86_400_000.0);
    assert_eq!(b.number("new Date(2024, 1, 29, 13).getUTCHours()"), 13.0);
    assert_eq!(b.number("new Date('2024-02-29T10:00').getHours()"), 10.0);
    assert_eq!(b.number("new Date('Jan 5, 2024 10:30').getHours()"), 10.0);
    assert_eq!(b.number("new Date('2024-02-29T10:00+02:00').getHours()"), 8.0);
    assert_eq!(b.number("new Date(0).getTimezoneOffset()"), 0.0);
    assert_eq!(
        b.text("new Date(0).toString()"),
        "Thu Jan 01 1970 00:00:00 GMT+0000 (Coordinated Universal Time)"
    );
    assert_eq!(b.text("new Date(0).toLocaleDateString()"), "1/1/1970");
    assert_eq!(b.text("new Date(0).toLocaleDateString('de-DE')"), "1.1.1970");
    assert_eq!(b.text("new Date(0).toLocaleTimeString()"), "12:00:00 AM");
    assert_eq!(
        b.text("new Date(0).toLocaleDateString('en-US', {month: 'long', day: 'numeric', year: 'numeric'})"),
        "January 1, 1970"
    );
    assert_eq!(b.number("new Date(NaN).getTime() !== 0 && new Date() instanceof Date"), 1.0);
}

#[test]
fn numbers_print_in_locales() {
    let b = Bench::new();
    for (expression, text) in [
        ("(1234567.891).toLocaleString()", "1,234,567.891"),
        ("(1234.5).toLocaleString('en-US', {minimumFractionDigits: 2})", "1,234.50"),
        ("(1234.5).toLocaleString('de-DE')", "1.234,5"),
        ("(1234.5).toLocaleString('fr')", "1\u{202f}234,5"),
        ("(1234).toLocaleString('es')", "1234"),
        ("(12345).toLocaleString('es')", "12.345"),
        ("(1234.5).toLocaleString('fa')", "۱٬۲۳۴٫۵"),
        ("(0.256).toLocaleString('en', {style: 'percent'})", "26%"),
        ("(1.005).toLocaleString('en', {maximumFractionDigits: 2})", "1.01"),
        (
            "new Intl.NumberFormat('en-US', {style: 'currency', currency: 'USD'}).format(-1234.5)",
            "-$1,234.50",
        ),
        ("(-0.5).toLocaleString()", "-0.5"),
    ] {
        assert_eq!(b.text(expression), text, "{expression}");
    }
}

#[test]
fn mathematics_is_our_own() {
    let b = Bench::new();
    assert_eq!(b.number("Math.sin(1)"), inbetween_types::math::sin(1.0));
    assert_eq!(b.number("$pow(2, 0.5)"), inbetween_types::math::pow(2.0, 0.5));
    assert_eq!(b.number("Math.hypot(2,3,6)"), 7.0);
    assert_eq!(b.number("Math.cos('0')"), 1.0);
    assert!(b.number("Math.sin()").is_nan());
}

#[test]
fn objects_may_override_inherited_names() {
    let b = Bench::new();
    assert_eq!(b.text("(() => { const o = {}; o.toString = () => 'mine'; return `${o}`; })()"), "mine");
    assert_eq!(
        b.text("(() => { const e = new Error('a'); e.message = 'b'; e.name = 'N'; return String(e); })()"),
        "N: b"
    );
    assert_eq!(b.number("(() => { function A() {} A.prototype = Object.create(Error.prototype); A.prototype.constructor = A; return new A().constructor === A; })()"), 1.0);
    assert_eq!(
        b.number("(() => { function A() {} A.prototype.valueOf = () => 4; return +new A(); })()"),
        4.0
    );
}

#[test]
fn writers_of_globals_are_alone() {
    let b = Bench::new();
    let p = writing(
        "Array.prototype.evil = 9; Math.abs = () => 77; globalThis.leak = 1; return [[].evil, Math.abs(1), leak];",
    );
    assert_eq!(b.engine.run(&p, &evaluation(0.0)).unwrap(), list(&[9.0, 77.0, 1.0]));
    assert_eq!(
        b.value("[[].evil, Math.abs(-1), typeof leak]"),
        Item::Array(vec![Item::Undefined, Item::Number(1.0), Item::text("undefined")])
    );
    *b.rig.driven.borrow_mut() = Some(p);
    assert_eq!(b.number("($v($s.driven), Math.abs(-2))"), 2.0);
    // And inside out: what a writer reads is evaluated with pristine globals.
    *b.rig.driven.borrow_mut() = Some(program("return Math.abs(-3);"));
    let p = writing("Math.abs = () => 77; return [$v($s.driven), Math.abs(1), $s.position[0]];");
    assert_eq!(b.engine.run(&p, &evaluation(0.0)).unwrap(), list(&[3.0, 77.0, 3.0]));
}

#[test]
fn selectors_have_their_names_and_nobody_else() {
    let b = Bench::new();
    let fault = b.run("return $s.textIndex;").unwrap_err();
    assert_eq!(fault.code, "expr/undefined-name");
    let mut e = evaluation(0.0);
    e.selector = Some((2.0, 5.0, Item::Number(100.0)));
    let p = program("return $s.selectorValue * $s.textIndex / $s.textTotal;");
    assert_eq!(b.engine.run(&p, &e).unwrap(), Item::Number(40.0));
}

#[test]
fn compositions_have_no_layer() {
    let b = Bench::new();
    let mut e = evaluation(1.0);
    (e.property, e.layer) = (None, None);
    assert_eq!(
        b.engine.run(&program("return $s.layer('box').rotation;"), &e).unwrap(),
        Item::Object(object(Class::Property, NUMBER))
    );
    let fault: Fault = b.engine.run(&program("return $s.thisLayer;"), &e).unwrap_err();
    assert_eq!(fault.code, "expr/undefined-name");
}

#[test]
fn typed_and_odd_values_cross() {
    let b = Bench::new();
    assert_eq!(b.value("new Float64Array([1,2])"), list(&[1.0, 2.0]));
    assert_eq!(b.value("new Number(3)"), Item::Number(3.0));
    assert_eq!(b.value("10n"), Item::Number(10.0));
    assert_eq!(b.value("(() => 1)"), Item::Undefined);
    assert_eq!(
        b.value("({a: [1], b: 'x'})"),
        Item::Record(vec![(Arc::from("a"), list(&[1.0])), (Arc::from("b"), Item::text("x"))])
    );
    assert_eq!(b.text("'a\\ud800b'"), "a\u{fffd}b");
    // A property that is the result means its value.
    assert_eq!(b.value("$s.driven"), Item::Number(2.0));
}

#[test]
fn compound_assignment_to_members() {
    let b = Bench::new();
    assert_eq!(
        b.value("(() => { const o = {p: [2, 3]}; $upd(o, 'p', 'mul', 3); return o.p; })()"),
        list(&[6.0, 9.0])
    );
}

#[test]
fn direct_eval_sees_locals() {
    let b = Bench::new();
    assert_eq!(b.run("const k = 4; return eval($ev('k * 2', 'k'));").unwrap(), Item::Number(8.0));
    assert_eq!(b.value("(0, eval)('1 + 2')"), Item::Number(3.0));
    assert_eq!(b.value("globalThis.eval('1 + 2')"), Item::Number(3.0));
}
