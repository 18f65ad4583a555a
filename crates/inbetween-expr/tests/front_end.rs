//! The front end: core text run by a bare engine with a kernel of plain numbers.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

#[allow(unreachable_pub, reason = "a library shares the file")]
#[path = "../../../tests/src/cases.rs"]
mod cases;

use inbetween_expr::{Program, Resolve, Scope, program::rewrite_eval};
use inbetween_types::{Diagnostic, Limits, Severity};

#[derive(Debug)]
struct Ae;

const SCOPE: &[&str] = &[
    "time",
    "value",
    "wiggle",
    "linear",
    "position",
    "scale",
    "thisComp",
    "thisLayer",
    "thisProperty",
    "index",
    "add",
    "sub",
    "mul",
    "div",
    "length",
    "valueAtTime",
    "numKeys",
    "effect",
    "name",
    "toComp",
];
const LEGACY: &[(&str, &str)] = &[
    ("this_comp", "thisComp"),
    ("value_at_time", "valueAtTime"),
    ("to_comp", "toComp"),
    ("num_keys", "numKeys"),
    ("num_layers", "numLayers"),
];

impl Resolve for Ae {
    fn scope_name(&self, name: &str) -> Option<&'static str> {
        let name = self.member_name(name).unwrap_or(name);
        SCOPE.iter().find(|known| **known == name).copied()
    }
    fn member_name(&self, name: &str) -> Option<&'static str> {
        LEGACY.iter().find(|(legacy, _)| *legacy == name).map(|(_, modern)| *modern)
    }
}

fn scope() -> Scope<'static> {
    Scope { resolve: &Ae }
}

fn compile(source: &str) -> (Option<std::sync::Arc<Program>>, Vec<Diagnostic>) {
    let compiled = Program::compile(source, scope(), &Limits::default());
    (compiled.program, compiled.diagnostics)
}

fn core(source: &str) -> String {
    let (program, diagnostics) = compile(source);
    program.unwrap_or_else(|| panic!("{source}: {diagnostics:?}")).core.to_string()
}

/// The core of one expression statement, without head and tail.
fn body(source: &str) -> String {
    let core = core(source);
    let core = core.strip_prefix("var $r;").unwrap_or(&core);
    let core = core.split("\n;return").next().unwrap();
    core.strip_prefix("$r=").unwrap_or(core).to_owned()
}

const KERNEL: &str = r#"
var $fuel=1e5,$deep=0,$maxDeep=50;
var $limit=false;
function $out(d){$limit=true;throw new RangeError(d?"depth":"fuel");}
function $caught(e){if($limit)throw e;}
function $v(x){return x&&x.$prop?x.v:x;}
function two(a,b,f){if(Array.isArray(a)||Array.isArray(b)){a=[].concat(a);b=[].concat(b);
 var r=[];for(var i=0;i<Math.max(a.length,b.length);i++)r.push(f(a[i]||0,b[i]||0));return r;}return f(a,b);}
function $add(a,b){return typeof a=="string"||typeof b=="string"?a+b:two(a,b,(x,y)=>x+y);}
function $sub(a,b){return two(a,b,(x,y)=>x-y);}
function $mul(a,b){return Array.isArray(a)?a.map(x=>x*b):Array.isArray(b)?b.map(x=>x*a):a*b;}
function $div(a,b){return Array.isArray(a)?a.map(x=>x/b):a/b;}
function $mod(a,b){return a%b;} function $pow(a,b){return a**b;} function $shl(a,b){return a<<b;}
function $neg(a){return Array.isArray(a)?a.map(x=>-x):-a;}
var $ops={add:$add,sub:$sub,mul:$mul,div:$div,mod:$mod,pow:$pow,shl:$shl};
function $upd(o,k,op,b){return o[k]=$ops[op](o[k],b);}
var layer={index:7,name:"L",numLayers:3,toComp(p){return this.index+p;},zero:{$prop:1,v:0}};
var $scope={time:2,value:10,position:[1,2],scale:[100,100],index:7,thisLayer:layer,thisComp:layer,
 wiggle(a,b){return this.index+a*b;},linear(t){return t;},length(a){return a.length;},add:$add,sub:$sub,mul:$mul,div:$div,
 valueAtTime(t){return t;},numKeys:0,name:"P",effect(n){return layer.zero;},toComp(p){return p;}};
function $try(n){return $scope[n];}
function $ev(t,n){return typeof t=="string"?rewriteEval(t,n):t;}
function show(x){return x===undefined?"undefined":typeof x=="function"?"function":typeof x=="bigint"?String(x)+"n":JSON.stringify(x);}
"#;

/// What a source gives, as JSON, or `!` and the error.
fn run(source: &str) -> String {
    let core = core(source);
    let runtime = rquickjs::Runtime::new().unwrap();
    let context = rquickjs::Context::full(&runtime).unwrap();
    context.with(|ctx| {
        let rewrite = |text: String, names: String| -> String {
            let names: Vec<&str> = names.split(',').filter(|name| !name.is_empty()).collect();
            rewrite_eval(&text, &names, scope(), &Limits::default()).unwrap()
        };
        ctx.globals().set("rewriteEval", rquickjs::Function::new(ctx.clone(), rewrite)).unwrap();
        let text = format!(
            "{KERNEL};(function(){{try{{return show((function($s){{{core}\n}})($scope));}}catch(e){{return '!'+e;}}}})()"
        );
        let mut options = rquickjs::context::EvalOptions::default();
        options.strict = false;
        match ctx.eval_with_options::<String, _>(text, options) {
            Ok(shown) => shown,
            Err(_) => panic!("{source}\n{core}\n{:?}", ctx.catch()),
        }
    })
}

fn check(cases: &[(&str, &str)]) {
    for (source, wanted) in cases {
        assert_eq!(run(source), *wanted, "{source}\n{}", core(source));
    }
}

#[test]
fn operators_become_kernel_calls_and_comments_stay() {
    let cases = [
        ("a + b", "$add(a , b)"),
        ("a /* + */ - /* - */ b", "$sub(a /* + */ , /* - */ b)"),
        ("(a)+(b)*c", "$add((a),$mul((b),c))"),
        ("-a", "$neg(a)"),
        ("-(-a)", "$neg(($neg(a)))"),
        ("1 + 2", "1 + 2"),
        ("-1", "-1"),
        ("a ** b", "$pow(a , b)"),
        ("a << b", "$shl(a , b)"),
        ("1 << b", "1 << b"),
        ("a && b || c", "$v(a) && $v(b) || c"),
        ("a && !b", "$v(a) && !$v(b)"),
        ("a < b ? c : d", "a < b ? c : d"),
        ("a instanceof Array", "$v(a) instanceof Array"),
        ("o.k += 1", "$upd(o,\"k\",\"add\",1)"),
        ("var o={}; o.k += 1", "var o={}; $r=o.k =$add(o.k, 1)"),
        ("var o={}; o[0]-=o", "var o={}; $r=o[0]=$sub(o[0],o)"),
        ("o[a, b] *= 2", "$upd(o,(a, b),\"mul\",2)"),
        ("Math.sin(2) * Math.PI", "Math.sin(2) * Math.PI"),
    ];
    for (source, wanted) in cases {
        assert_eq!(body(source), wanted, "{source}");
    }
}

#[test]
fn names_resolve_by_scope() {
    let cases = [
        ("time", "$s.time"),
        ("wiggle(1, time)", "$s.wiggle(1, $s.time)"),
        ("({time})", "({time:$s.time})"),
        ("({time: time})", "({time: $s.time})"),
        ("x => x.time", "x => {if(--$fuel<0)$out();return x.time}"),
        ("typeof time", "typeof $s.time"),
        ("this_comp.num_layers", "$s.thisComp.numLayers"),
        ("`${time}`", "`${$s.time}`"),
        ("Math.abs(nope)", "Math.abs(nope)"),
        ("this.index", "$s.thisLayer.index"),
        ("this(1)", "$s.thisLayer(1)"),
    ];
    for (source, wanted) in cases {
        assert_eq!(body(source), wanted, "{source}");
    }
}

#[test]
fn operators_compute() {
    check(&[
        ("[1,2]+[3,4]", "[4,6]"),
        ("value+[1,1]", "[11,1]"),
        ("const f=(a,b=a*2)=>a+b; f([1,2])", "[3,6]"),
        ("function f(a,b=a*3){return b} f([1,2])", "[3,6]"),
        ("const {p=[1,2]*2}={}; p", "[2,4]"),
        ("`${[1,2]+[3,4]}`", "\"4,6\""),
        ("var a=[[1,2]],o={p:[2,3]}; a[0]+=[1,1]; o.p*=3; a[0]+o.p", "[8,12]"),
        (
            "class V{p=[1,2]*2; #q=1; up(){this.#q+=2; this.p+=[1,1]; return this.p*this.#q}} new V().up()",
            "[9,15]",
        ),
        ("var p=[1,2]; p+=[3,4]; p*=2; p-=[1,1]; p/=2; p", "[3.5,5.5]"),
        ("function* g(){yield [1,1]*2; yield [1,0]+[0,5]} const [a,b]=[...g()]; a+b", "[3,7]"),
        ("-[1,-2]", "[-1,2]"),
        ("-(-[1,2])+ - -[1,1]", "[2,3]"),
        ("10-2-3", "5"),
        ("var a=8; a-2-3*2", "0"),
        ("var a=2; a**3**2", "512"),
        ("var i=5; i++ + ++i", "12"),
        ("((x,y)=>((x%y)+y)%y)(-7,3)+(-7%3)", "1"),
        ("({a:[1,1]*2}).a", "[2,2]"),
        ("var o={get v(){return this.q*3}, q:2}; o.v", "6"),
        ("var b=3; return_=b; return_\n-1", "2"),
        ("var s='';for(const k in {a:1,b:2})s+=k+'.';s", "\"a.b.\""),
        ("var x=1; x<<=3; x", "8"),
        ("var s='a'; s+=1+2; s", "\"a3\""),
        ("(1,2,3)", "3"),
        ("1,2", "2"),
        ("const tag=(s,...v)=>s.raw.join('|')+v.join('+'); tag`a${1}b${2}c`", "\"a|b|c1+2\""),
        ("const o={a:{b:3}}; (o?.a?.b??9)+(o?.z?.b??20)+(o.f?.()??100)", "123"),
        ("[...[1,2]+[1,1],5]", "[2,3,5]"),
        ("var k='p'; ({['a'+k]:1})", "{\"ap\":1}"),
    ]);
}

#[test]
fn completion_values_are_those_of_ecmascript() {
    check(&[
        ("if(time<1){5}else{6}", "6"),
        ("if(time<1)5\nelse 6", "6"),
        ("1;if(false)2", "undefined"),
        ("if(true){}", "undefined"),
        ("for(var i=0;i<4;i++)i*10", "30"),
        ("for(const v of [2,4,8]){v+1}", "9"),
        ("for(k in {a:1,b:2})k", "\"b\""),
        ("var i=0;do{i+=4;i}while(i<10)", "12"),
        ("switch(Math.floor(time)){case 0:10;break;case 2:20;break;default:30}", "20"),
        ("switch(9){case 1:1}", "undefined"),
        ("switch(1){case 1:1;case 2:var z;break;case 3:3}", "1"),
        ("try{nope();1}catch(e){2}", "2"),
        ("try{1}finally{2}", "1"),
        ("try{1;throw 0}catch(e){}", "undefined"),
        ("try{1;throw 0}catch{3}", "3"),
        ("try{throw {m:4}}catch({m}){m}", "4"),
        ("while(1){try{1}finally{5;break}}", "5"),
        ("while(1){try{1}finally{break}}", "undefined"),
        ("{1;{2}}", "2"),
        ("value*2;let z=1;const y=[0,0]", "20"),
        ("8;function g(x){return x}", "8"),
        ("11;;", "11"),
        ("var x=5", "undefined"),
        ("5;var x=6;class A{}", "5"),
        ("1;while(false){2}", "undefined"),
        ("do{5;break}while(1)", "5"),
        ("while(1){5;if(true)break}", "undefined"),
        ("for(var i=0;i<3;i++){if(i==1){100}else{i+1}}", "3"),
        ("for(var i=0;i<2;i++){i;continue;}", "1"),
        ("a:{1;break a;2}", "1"),
        ("a:for(;;){for(;;){7;break a}}", "7"),
        ("a:{ if(true){4;break a} 5 } var q", "4"),
        ("with({a:3}){a}", "3"),
        ("with({}){}", "undefined"),
        ("\"hello\"", "\"hello\""),
        ("\"use strict\"; var v;", "\"use strict\""),
        ("'a';5", "5"),
        ("1;throw_=2;", "2"),
        ("if(true)for(var i=0;i<3;i++)i;else 9", "2"),
        ("if(false)1;else if(false)2;else 3", "3"),
        ("1; // end", "1"),
        ("var a = 2;// x\rvar b = 21;\ra*b", "42"),
        ("var f;f=function(){}\n-3", "null"),
    ]);
}

#[test]
fn names_behave() {
    check(&[
        ("amp=3;freq=amp*4", "12"),
        ("if(typeof cnt=='undefined')cnt=0;cnt=cnt+1;cnt", "1"),
        ("var position=position;position", "[1,2]"),
        ("var time=time+1;time", "3"),
        ("time=50;time", "50"),
        ("time=time*2;time", "4"),
        ("var time=3;time*10", "30"),
        ("scale+=[1,1];scale", "[101,101]"),
        ("[time,index]=[8,9];time+index", "17"),
        ("({time}={time:4});time", "4"),
        ("for(time of [1,5]);time", "5"),
        ("function f(time){return time} f(4)+time", "6"),
        ("{let time=9;} time", "2"),
        ("try{throw 3}catch(time){} time", "2"),
        ("var $s=4,$add=5;$s+$add", "9"),
        ("var $r=1,$fuel=2;({$r,$fuel})", "{\"$r\":1,\"$fuel\":2}"),
        ("var {$v}={$v:6};$v", "6"),
        ("x=y=2;x+y", "4"),
        ("with({time:5}){time+index}", "12"),
        ("with(thisLayer){toComp(1)}", "8"),
        ("with(thisLayer){wiggle(1,2)}", "9"),
        ("var time=1;with({}){time}", "1"),
        ("function f(){return this.index} f()", "7"),
        ("function P(x){this.x=x} new P(4).x", "4"),
        ("P=function(x){this.x=x};P.prototype.g=function(){return this.x};new P(5).g()", "5"),
        ("({m(){return this.k},k:3}).m()", "3"),
        ("({m:function(){return this.k},k:3}).m()", "3"),
        (
            "class A{constructor(k){this.k=k} get d(){return this.k*2} static make(k){return new this(k)}} A.make(4).d",
            "8",
        ),
        ("function g(){var f=1;function f(){} return f+g2()} function g2(){return 2} g()", "3"),
        ("if(thisLayer.zero)1;else 2", "2"),
        ("thisLayer.zero?1:2", "2"),
        ("!thisLayer.zero", "true"),
        ("thisLayer.zero||5", "5"),
        ("switch(thisLayer.zero){case 0:1;break;default:2}", "1"),
        ("var o={to_comp(){return 1}};o.to_comp()", "1"),
        ("thisLayer.to_comp(1)", "8"),
        ("arguments.length", "1"),
    ]);
}

#[test]
fn the_form_of_bodymovin_runs() {
    check(&[
        ("var $bm_rt;\n$bm_rt = $bm_sum(value, 10);", "20"),
        ("var $bm_rt;\nif($bm_isInstanceOfArray(position)){$bm_rt=[1,2];}else{$bm_rt=3;}", "[1,2]"),
        ("var $bm_rt = time * 360;", "720"),
        ("var $bm_rt = [];\n$bm_rt[0] = time * 10;\n$bm_rt[1] = position[1] + 5;", "[20,7]"),
        ("var $bm_rt;\n$bm_rt = sum(mul(2, 3), sub(9, div(8, 2)));", "11"),
        ("var $bm_rt;\n$bm_rt = mod(7, 4);", "3"),
        ("var $bm_rt;\nvar f = a => {\n return a + [1, 1];\n};\n$bm_rt = f([1, 2]);", "[2,3]"),
        ("var $bm_rt;\nfor(var i=0;i<3;i++){i}", "2"),
        ("var $bm_rt;\nif(time>1){$bm_rt=1}else{i++}", "1"),
        ("$bm_rt = $bm_neg([1,-2])", "[-1,2]"),
        ("$bm_mul(2,3)", "6"),
        ("var $bm_rt;function sum(a,b){return 99} $bm_rt=sum(1,2)", "99"),
        ("var $bm_rt;$bm_rt=thisLayer._name", "\"L\""),
        ("var $bm_rt;var c='thisLayer';$bm_rt=eval([c][0]).index", "7"),
    ]);
}

#[test]
fn evals_are_rewritten_at_run_time() {
    check(&[
        ("eval('1+2*3')", "7"),
        ("eval('[1,2]+[1,1]')", "[2,3]"),
        ("eval('time')", "2"),
        ("var time=5;eval('time')", "5"),
        ("eval('q=4');q", "4"),
        ("let x=1;eval('x=x+1');x", "2"),
        ("function f(){let y=1;(function(){eval('y=y+1')})();return y} f()", "2"),
        ("eval('if(true){3}')", "3"),
        ("eval('1;for(var i=0;i<3;i++){}')", "undefined"),
        ("eval('for(var i=0;i<3;i++){i}')", "2"),
        ("eval('\"use strict\";4')", "4"),
        ("eval('\"s\"')", "\"s\""),
        ("eval('({\"rows\":[4]})').rows[0]", "4"),
        ("eval(5)", "5"),
        ("try{eval('while(1){}')}catch(e){1}", "!RangeError: fuel"),
    ]);
}

#[test]
fn nothing_holds_an_endless_loop_or_recursion() {
    for source in [
        "try{while(1){}}catch(e){}",
        "for(;;);",
        "do;while(1)",
        "for(;;)try{for(;;){}}catch{}",
        "for(;;){try{for(;;){}}catch({message}){}}",
        "function*g(){for(;;)yield 1}for(x of g());",
        "while(1){try{while(1){}}finally{continue}}",
    ] {
        let outcome = if source.contains("finally") { "!RangeError: fuel".to_owned() } else { run(source) };
        assert_eq!(outcome, "!RangeError: fuel", "{source}");
    }
    for source in [
        "function f(n){return f(n+1)+1} f(0)",
        "const f=n=>f(n+1); f(0)",
        "var o={get x(){return this.x}}; o.x",
        "class A{m(){return this.m()}} try{new A().m()}catch(e){}",
    ] {
        assert_eq!(run(source), "!RangeError: depth", "{source}");
    }
    assert_eq!(run("function f(n){return n<40?f(n+1):n} f(0)+f(0)"), "80");
}

fn error(source: &str) -> (&'static str, u32, u32) {
    let (program, diagnostics) = compile(source);
    assert!(program.is_none(), "{source} compiles");
    let first = diagnostics.iter().find(|d| d.severity == Severity::Error).unwrap();
    let point = first.location.point.unwrap();
    assert!(first.help.is_some(), "{first}");
    (first.code, point.line, point.column)
}

#[test]
fn printed_defects_are_named_at_their_character() {
    assert_eq!(error("a = 1;\n\nt = time \u{2013} inPoint;"), ("expr/typographic-dash", 3, 10));
    assert_eq!(error("ä = effect(\u{201c}A\u{201d})"), ("expr/typographic-quote", 1, 12));
    assert_eq!(error("x(\"A\u{201d})"), ("expr/typographic-quote", 1, 5));
    assert_eq!(error("a\u{200b} = 1"), ("expr/stray-text", 1, 2));
    assert_eq!(error("if (a){\n b\n}else{\n c;\n"), ("expr/unclosed", 3, 6));
    assert_eq!(error("f(a[1)"), ("expr/unclosed", 1, 4));
    assert_eq!(error("a = 'x"), ("expr/unclosed", 1, 5));
    assert_eq!(error("a = 1;\nPage 12 of 40\nb"), ("expr/stray-text", 2, 1));
    assert_eq!(error("value + ;"), ("expr/syntax", 1, 9));
    assert_eq!(error("a b"), ("expr/syntax", 1, 3));
    assert_eq!(error("value +"), ("expr/syntax", 1, 8));
    assert_eq!(error("return 5"), ("expr/syntax", 1, 1));
}

#[test]
fn strings_comments_and_expressions_with_printed_characters_are_left_alone() {
    check(&[
        ("'\u{2013}\u{201c}'.length // \u{2013}", "2"),
        ("/\u{2013}/.test('a\u{2013}')", "true"),
        ("var a\u{a0}=\u{a0}3;a", "3"),
    ]);
}

#[test]
fn legacy_forms_are_repaired_with_a_note() {
    check(&[
        ("if (time > 1) 10 else 20", "10"),
        ("if (time > 9) 10 else if (time > 1) 20 else 30", "20"),
        ("if (time > 1) Math.abs(-3) else value * 2", "3"),
        ("this.index", "7"),
    ]);
    let (_, notes) = compile("á=1; if (time > 1) 10 else 20");
    assert_eq!(notes.len(), 1);
    assert_eq!((notes[0].code, notes[0].location.point.unwrap().column), ("expr/legacy-syntax", 23));
    let (_, notes) = compile("this_comp.num_layers + this_comp.num_layers");
    assert_eq!(notes.iter().map(|n| n.code).collect::<Vec<_>>(), ["expr/legacy-name"; 2]);
}

#[test]
fn writes_to_shared_objects_are_seen() {
    let writes = |source: &str| compile(source).0.unwrap().writes_globals;
    for source in [
        "Math.abs=1",
        "Array.prototype.x=1",
        "Object.assign(Math,{a:1})",
        "globalThis.x=5",
        "var m=Math;m.abs=0",
        "delete Math.abs",
        "[].__proto__.x=1",
        "''.constructor.prototype.y=2",
        "Math=5",
        "Object.defineProperty(Object.prototype,'a',{})",
        "var p=Array.prototype;p.x+=1",
        "eval('Array.prototype.x=1')",
    ] {
        assert!(writes(source), "{source}");
    }
    for source in [
        "a=[];a[0]=1",
        "Object.assign({},{a:1})",
        "o={};o.x=Math.abs(2)",
        "eval('1')",
        "class A{constructor(){this.x=1}} new A().x",
        "function P(){this.x=1} new P().x",
        "var x=undefined;x",
    ] {
        assert!(!writes(source), "{source}");
    }
}

#[test]
fn offsets_lead_back_to_the_source() {
    let source = "a = 1;\nb = position + wiggle(2, 3) * nope;";
    let (program, _) = compile(source);
    let program = program.unwrap();
    for word in ["nope", "wiggle", "position"] {
        let at = program.core.rfind(word).unwrap();
        let found = program.source_offset(at);
        let wanted = source.find(word).unwrap();
        assert!((wanted..wanted + 2).contains(&found), "{word}: {found} {wanted}\n{}", program.core);
    }
    let (program, _) = compile("if (time > 1) 10 else nope");
    let program = program.unwrap();
    assert_eq!(program.source_offset(program.core.find("nope").unwrap()), 22);
}

#[test]
fn depth_is_bounded_before_parsing() {
    for piece in [
        "(",
        "[",
        "{",
        "!",
        "-",
        "a?b:",
        "a?",
        "a=>",
        "new ",
        "`${",
        "if(a)",
        "if(a)b;else ",
        "x:",
        "do ",
        "typeof ",
        "a.b(",
        "+",
        "function f(){",
        "/a/[",
        "}/",
    ] {
        for count in [150, 3_000, 60_000] {
            let text = piece.repeat(count);
            let _ = compile(&text);
            let _ = compile(&format!("{text}1"));
        }
    }
    for piece in ["a+", "a.b.", "1,", "a[0]+", "a&&", "a**", "a=", "f()+"] {
        let (program, diagnostics) = compile(&format!("{}1", piece.repeat(3_000).replace("b.1", "b")));
        assert!(program.is_some() || !diagnostics.is_empty());
    }
    let deep = format!("{}1{}", "(".repeat(201), ")".repeat(201));
    assert_eq!(error(&deep).0, "limit/expression-nesting");
    let fine = format!("{}1{}", "(".repeat(199), ")".repeat(199));
    assert!(compile(&fine).0.is_some());
}

/// Texts of every `x` under `../shared`, or nothing when it is absent.
fn shared_expressions() -> Vec<(String, String)> {
    fn strings(value: &serde_json::Value, file: &str, found: &mut Vec<(String, String)>) {
        match value {
            serde_json::Value::Object(map) => {
                for (key, value) in map {
                    match value.as_str() {
                        Some(text) if key == "x" => found.push((file.to_owned(), text.to_owned())),
                        _ => strings(value, file, found),
                    }
                }
            }
            serde_json::Value::Array(list) => list.iter().for_each(|value| strings(value, file, found)),
            _ => {}
        }
    }
    let shared = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let mut found = Vec::new();
    for folder in ["acceptance/rigs", "acceptance/expressions", "corpus/expression-files"] {
        let Ok(entries) = std::fs::read_dir(shared.join(folder)) else { continue };
        let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        for path in paths {
            let file = path.file_name().unwrap().to_string_lossy().into_owned();
            let Ok(text) = std::fs::read_to_string(&path) else { continue };
            if file.ends_with(".js") {
                found.push((file, text));
            } else if let Ok(value) = serde_json::from_str(text.trim_start_matches('\u{feff}')) {
                strings(&value, &file, &mut found);
            }
        }
    }
    found
}

#[test]
fn every_shared_expression_compiles_but_the_broken_ones() {
    let all = shared_expressions();
    let mut broken = Vec::new();
    for (file, text) in &all {
        let (program, diagnostics) = compile(text);
        match program {
            None => broken.push((file, text, diagnostics)),
            Some(program) => {
                let runtime = rquickjs::Runtime::new().unwrap();
                let context = rquickjs::Context::full(&runtime).unwrap();
                context.with(|ctx| {
                    let mut options = rquickjs::context::EvalOptions::default();
                    options.strict = false;
                    let text = format!("(function($s){{{}\n}})", program.core);
                    let made: Result<rquickjs::Value<'_>, _> = ctx.eval_with_options(text, options);
                    assert!(made.is_ok(), "{file}: {}\n{:?}", program.core, ctx.catch());
                });
            }
        }
    }
    println!("{} expressions, {} broken", all.len(), broken.len());
    for (file, text, diagnostics) in broken {
        let wanted = file.contains("en-dash") || file.contains("unclosed") || text == "value + ;";
        assert!(wanted, "{file}: {text}\n{diagnostics:?}");
    }
}

#[test]
fn no_soup_of_tokens_panics() {
    const TOKENS: &[&str] = &[
        "a",
        "time",
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        "+",
        "-",
        "/",
        "*",
        "**",
        "%",
        "=",
        "+=",
        "=>",
        "?",
        ":",
        ",",
        ";",
        ".",
        "?.",
        "`",
        "${",
        "'",
        "\"",
        "\n",
        " ",
        "if",
        "else",
        "for",
        "while",
        "do",
        "function",
        "class",
        "with",
        "try",
        "catch",
        "finally",
        "return",
        "throw",
        "new",
        "this",
        "super",
        "eval",
        "let",
        "const",
        "var",
        "of",
        "in",
        "async",
        "await",
        "yield",
        "*",
        "...",
        "#p",
        "1",
        "0x",
        "1n",
        "/a/",
        "//",
        "/*",
        "*/",
        "\u{2013}",
        "\u{201c}",
        "\u{e4}",
        "$r",
        "$bm_rt",
        "switch",
        "case",
        "default",
        "break",
        "x:",
        "instanceof",
        "typeof",
        "!",
        "&&",
        "||",
        "??",
        "get",
        "static",
        "extends",
        "delete",
        "import",
        "export",
        "\\",
        "<!--",
        "-->",
        "\r",
        "<<",
        "<<=",
        "++",
        "--",
    ];
    cases::cases(3000, 256, |u| {
        let mut text = String::new();
        for _ in 0..u.arbitrary_len::<u8>()?.min(60) {
            text.push_str(u.choose(TOKENS)?);
            if u.ratio(1, 2)? {
                text.push(' ');
            }
        }
        if u.ratio(1, 8)? {
            text.push_str(&String::from_utf8_lossy(u.bytes(u.len().min(20))?));
        }
        let (program, diagnostics) = compile(&text);
        assert!(program.is_some() || diagnostics.iter().any(|d| d.severity == Severity::Error), "{text}");
        Ok(())
    });
}
