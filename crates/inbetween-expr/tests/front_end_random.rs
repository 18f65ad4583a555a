//! Random programs: the engine's own `eval` says what the rewritten text must give.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

#[allow(unreachable_pub, reason = "a library shares the file")]
#[path = "../../../tests/src/cases.rs"]
mod cases;

use arbtest::arbitrary::{Result, Unstructured};
use inbetween_expr::{Program, Resolve, Scope};
use inbetween_types::Limits;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

#[derive(Debug)]
struct None_;

impl Resolve for None_ {
    fn scope_name(&self, _: &str) -> Option<&'static str> {
        None
    }
    fn member_name(&self, _: &str) -> Option<&'static str> {
        None
    }
}

const KERNEL: &str = "var $fuel=2000,$deep=0,$maxDeep=40;function $out(){throw 'limit'}function $caught(e){if(e==='limit')throw e}
function $v(x){return x}function $add(a,b){return a+b}function $sub(a,b){return a-b}function $mul(a,b){return a*b}
function $div(a,b){return a/b}function $mod(a,b){return a%b}function $pow(a,b){return a**b}function $neg(a){return -a}
function $shl(a,b){return a<<b}var $ops={add:$add,sub:$sub,mul:$mul,div:$div,mod:$mod,pow:$pow,shl:$shl};
function $upd(o,k,op,b){return o[k]=$ops[op](o[k],b)}
function show(x){try{return typeof x=='object'?JSON.stringify(x):typeof x=='function'?'function':String(x)}catch(e){return 'odd'}}
function own(t){'use strict';try{return show((0,eval)('(function(){return eval('+JSON.stringify(t)+')})')())}catch(e){return '!'}}
function ours(t){try{return show((0,eval)('(function($s){'+t+'\\n})')({}))}catch(e){return e==='limit'?e:'!'}}
function compiles(t){try{(0,eval)('(function(){'+t+'\\n})');return true}catch(e){return e instanceof SyntaxError?false:true}}";

fn core(source: &str) -> Option<String> {
    let compiled = Program::compile(source, Scope { resolve: &None_ }, &Limits::default());
    compiled.program.map(|program| program.core.to_string())
}

fn with_kernel(work: impl FnOnce(&rquickjs::Ctx<'_>, &Arc<AtomicU32>)) {
    let runtime = rquickjs::Runtime::new().unwrap();
    let polls = Arc::new(AtomicU32::new(0));
    let seen = Arc::clone(&polls);
    runtime.set_interrupt_handler(Some(Box::new(move || seen.fetch_add(1, Ordering::Relaxed) > 20)));
    let context = rquickjs::Context::full(&runtime).unwrap();
    context.with(|ctx| {
        let mut options = rquickjs::context::EvalOptions::default();
        options.strict = false;
        ctx.eval_with_options::<(), _>(KERNEL, options).unwrap();
        work(&ctx, &polls);
    });
}

fn expression(u: &mut Unstructured<'_>, depth: u32) -> Result<String> {
    if depth == 0 || u.is_empty() {
        return Ok(u.choose(&["a", "b", "1", "2", "0", "'s'", "a", "-1"])?.to_string());
    }
    let d = depth - 1;
    Ok(match u.int_in_range(0..=21)? {
        0..=3 => {
            let operator =
                u.choose(&["+", "-", "*", "/", "%", " + ", "<<", "<", "==", "&&", "||", "/*+*/-"])?;
            format!("{}{operator} {}", operator_part(u, d)?, operator_part(u, d)?)
        }
        4 => format!("({})", expression(u, d)?),
        5 => format!("-{}", operator_part(u, d)?).replace("--", "- -"),
        6 => format!("!{}", operator_part(u, d)?),
        7 => format!("({}?{}:{})", expression(u, d)?, expression(u, d)?, expression(u, d)?),
        8 => format!("(a={})", expression(u, d)?),
        9 => format!("(b+={})", expression(u, d)?),
        10 => format!("(o.k-={})", expression(u, d)?),
        11 => format!("(o[{}]*={})", expression(u, d)?, expression(u, d)?),
        12 => format!("(x=>{})({})", operator_part(u, d)?, expression(u, d)?),
        13 => format!("((x,y={})=>({{k:x,y}}).k)({})", expression(u, d)?, expression(u, d)?),
        14 => format!("`q${{{}}}`", expression(u, d)?),
        15 => format!("[{},{}].length", expression(u, d)?, expression(u, d)?),
        16 => format!("(function(){{{} return {}}})()", statements(u, d, false)?, expression(u, d)?),
        17 => format!("({},{})", expression(u, d)?, expression(u, d)?),
        18 => "a++".to_owned(),
        19 => format!("(class{{static m(x=3){{return x*{}}}}}).m()", operator_part(u, d)?),
        20 => format!("(([p,q={}])=>p+q)([{}])", expression(u, d)?, expression(u, d)?),
        _ => format!("typeof {}", operator_part(u, d)?),
    })
}

fn operator_part(u: &mut Unstructured<'_>, depth: u32) -> Result<String> {
    Ok(format!("({})", expression(u, depth)?))
}

fn statements(u: &mut Unstructured<'_>, depth: u32, inside: bool) -> Result<String> {
    let mut text = String::new();
    for _ in 0..u.int_in_range(0..=3)? {
        text.push_str(&statement(u, depth, inside)?);
        text.push_str(u.choose(&["", "\n", " ", "/**/"])?);
    }
    Ok(text)
}

fn statement(u: &mut Unstructured<'_>, depth: u32, inside: bool) -> Result<String> {
    if depth == 0 {
        return Ok(format!("{};", expression(u, 1)?));
    }
    let d = depth - 1;
    Ok(match u.int_in_range(0..=19)? {
        0..=2 => format!("{};", expression(u, d)?),
        3 => format!("{{{}}}", statements(u, d, inside)?),
        4 => format!("if({}){}", expression(u, d)?, statement(u, d, inside)?),
        5 => format!(
            "if({})\n{}\nelse {}",
            expression(u, d)?,
            statement(u, d, inside)?,
            statement(u, d, inside)?
        ),
        6 => format!("for(var i=0;i<2;i++){}", statement(u, d, true)?),
        7 => format!("for(let j of [1,2]){{{}}}", statements(u, d, true)?),
        8 => format!("for(var k in {{p:1,q:2}}){}", statement(u, d, true)?),
        9 => format!("do{{{}}}while(a++<3);", statements(u, d, true)?),
        10 => format!(
            "switch({}){{case 1:{}case 2:{}default:{}}}",
            expression(u, d)?,
            statements(u, d, inside)?,
            statements(u, d, inside)?,
            statements(u, d, inside)?
        ),
        11 => format!("try{{{}}}catch(e){{9;{}}}", statements(u, d, inside)?, statements(u, d, inside)?),
        12 => format!("try{{{}}}finally{{{}}}", statements(u, d, inside)?, statements(u, d, inside)?),
        13 => format!(
            "try{{{}throw {{m:1}}}}catch({{m=2}}){{m;{}}}finally{{{}}}",
            statements(u, d, inside)?,
            statements(u, d, inside)?,
            statements(u, d, inside)?
        ),
        14 if inside => "break;".to_owned(),
        15 if inside => "continue;".to_owned(),
        14 | 15 => format!("l:{{{}{}}}", statements(u, d, inside)?, u.choose(&["break l;", ""])?),
        16 => format!("var w={};", expression(u, d)?),
        17 => format!("with({{a:{}}}){}", expression(u, d)?, statement(u, d, inside)?),
        18 => format!(
            "m:for(;a<3;a++){{{}{}}}",
            statements(u, d, true)?,
            u.choose(&["continue m;", "break m;", ""])?
        ),
        _ => ";".to_owned(),
    })
}

#[test]
fn random_programs_have_their_own_completion_value() {
    with_kernel(|ctx, polls| {
        let (own, ours): (rquickjs::Function<'_>, rquickjs::Function<'_>) =
            (ctx.globals().get("own").unwrap(), ctx.globals().get("ours").unwrap());
        cases::cases(1500, 2048, |u| {
            let source = format!("var a=1,b=2,o={{k:3}};\n{}", statements(u, 3, false)?);
            let Some(core) = core(&source) else { return Ok(()) };
            ctx.globals().set("$fuel", 2000).unwrap();
            polls.store(0, Ordering::Relaxed);
            let Ok(wanted) = own.call::<_, String>((source.as_str(),)) else {
                ctx.catch();
                return Ok(());
            };
            polls.store(0, Ordering::Relaxed);
            let found: String = ours.call((core.as_str(),)).unwrap();
            if found == "limit" {
                return Ok(());
            }
            assert_eq!(found, wanted, "{source}\n---\n{core}");
            Ok(())
        });
    });
}

#[test]
fn what_compiles_still_compiles_when_rewritten() {
    const TOKENS: &[&str] = &[
        "a",
        "b",
        "(a)",
        "[a]",
        "{a}",
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
        "a.b",
        "a?.b",
        "`x${a}y`",
        "'s'",
        "\n",
        " ",
        "if(a)",
        "else",
        "for(;;)",
        "while(a)",
        "do",
        "function f(a){",
        "class A{",
        "with(a)",
        "try{",
        "}catch(e){",
        "}catch{",
        "}finally{",
        "return",
        "throw",
        "new",
        "this",
        "eval(a)",
        "let",
        "const",
        "var",
        "of",
        "in",
        "async",
        "await",
        "yield",
        "...a",
        "#p",
        "1",
        "1n",
        "/a/",
        "//c\n",
        "/*c*/",
        "}",
        "{",
        "(",
        ")",
        "$r",
        "$bm_rt",
        "switch(a){case 1:",
        "default:",
        "break",
        "x:",
        "instanceof",
        "typeof",
        "!",
        "&&",
        "||",
        "??",
        "get x(){",
        "static",
        "extends",
        "delete",
        "\r",
        "<<",
        "<<=",
        "++",
        "--",
        "()=>",
        "(a,b=1)=>",
        "[a,b]=",
        "({a})",
        "({a=1}=b)",
        "super.x",
    ];
    with_kernel(|ctx, _| {
        let compiles: rquickjs::Function<'_> = ctx.globals().get("compiles").unwrap();
        cases::cases(3000, 256, |u| {
            let mut source = String::new();
            for _ in 0..u.int_in_range(1..=9)? {
                source.push_str(u.choose(TOKENS)?);
                if u.ratio(2, 3)? {
                    source.push(' ');
                }
            }
            let Some(core) = core(&source) else { return Ok(()) };
            let before: bool = compiles.call((source.as_str(),)).unwrap();
            let after: bool = compiles.call((core.as_str(),)).unwrap();
            assert!(after || !before, "{source}\n---\n{core}");
            Ok(())
        });
    });
}
