//! Puts the prelude and the Rust functions behind it into a new heap.

use super::convert::{Reader, class_number, to_js, value};
use super::realm::{CtxRunner, Kernel, State};
use super::scope::PROJECT_GLOBALS;
use crate::builtins::{BUILTINS, Builtin, Call};
use crate::{Class, Fault, Item, Member, MemberKind, Object as Handle, Scope, program};
use inbetween_types::math;
use rquickjs::context::EvalOptions;
use rquickjs::function::{Opt, Rest};
use rquickjs::{Array, Coerced, Ctx, Function, Object, Persistent, Result, Value};
use std::rc::Rc;

/// The prelude, one function body over `R`, the functions below.
const PRELUDE: &str = concat!(
    "(function(R){'use strict';",
    include_str!("js/base.js"),
    include_str!("js/ops.js"),
    include_str!("js/values.js"),
    include_str!("js/handles.js"),
    include_str!("js/scope.js"),
    include_str!("js/guard.js"),
    include_str!("js/freeze.js"),
    "})"
);

/// Parts compiled when an expression first needs them, function bodies over `shared`.
const PARTS: [&str; 2] = [
    concat!("(function(shared){'use strict';", include_str!("js/styles.js"), "})"),
    concat!(
        "(function(shared){'use strict';",
        include_str!("js/dates.js"),
        include_str!("js/numbers.js"),
        "})"
    ),
];

/// The kernel's names, lexical in every program.
const NAMES: &str = "const $add = $k.add, $sub = $k.sub, $mul = $k.mul, $div = $k.div, $mod = $k.mod, $pow = $k.pow, \
                     $neg = $k.neg, $shl = $k.shl, $upd = $k.upd, $v = $k.v, $try = $k.try, $caught = $k.caught, \
                     $ev = $k.ev, $t = $k.t, $eval = $k.eval, $out = $k.out;";

fn eval<'js>(ctx: &Ctx<'js>, text: &str, strict: bool) -> Result<Value<'js>> {
    let mut options = EvalOptions::default();
    options.strict = strict;
    options.filename = Some("kernel".to_owned());
    ctx.eval_with_options(text, options)
}

/// Fills a new heap.
pub(super) fn install<'js>(ctx: &Ctx<'js>, state: &Rc<State>, sealed: bool) -> Result<Kernel> {
    let globals = ctx.globals();
    let real_eval: Function<'js> = globals.get("eval")?;
    let lexical =
        format!("let $fuel = 1e15, $deep = 0; const $maxDeep = {};", state.shared.limits.call_depth);
    eval(ctx, &lexical, false)?;
    let spin: Function<'js> = eval(ctx, "(function(){for(;;);})", false)?.get()?;
    let r = Object::new(ctx.clone())?;
    let indirect = eval(ctx, "(function(eval){return function($s,$_t){return eval($_t)}})", false)?;
    let indirect: Function<'js> = indirect.get::<Function<'js>>()?.call((real_eval.clone(),))?;
    r.set("indirectEval", indirect)?;
    let part = |ctx: Ctx<'js>, which: usize| -> Result<Value<'js>> {
        eval(&ctx, PARTS.get(which).copied().unwrap_or_default(), true)
    };
    r.set("part", Function::new(ctx.clone(), part)?)?;
    constants(ctx, state, &r)?;
    questions(ctx, state, &r)?;
    evaluation(ctx, state, &r)?;
    limits(ctx, state, &r)?;
    tracing(ctx, state, &r)?;
    let math = mathematics(ctx)?;
    r.set("pow", math.get::<_, Value<'js>>("pow")?)?;
    r.set("hypot", math.get::<_, Value<'js>>("hypot")?)?;
    r.set("math", math)?;
    r.set("builtins", builtins(ctx, state)?)?;
    let prelude: Function<'js> = eval(ctx, PRELUDE, true)?.get()?;
    let made: Object<'js> = prelude.call((r,))?;
    globals.set("$k", made.clone())?;
    eval(ctx, NAMES, false)?;
    globals.remove("$k")?;
    if sealed {
        made.get::<_, Function<'js>>("seal")?.call::<_, Value<'js>>(())?;
    }
    let keep = |name: &str| -> Result<Persistent<Function<'static>>> {
        Ok(Persistent::save(ctx, made.get::<_, Function<'js>>(name)?))
    };
    Ok(Kernel {
        run: keep("run")?,
        back: keep("back")?,
        load: keep("load")?,
        unload: keep("unload")?,
        forget: keep("forget")?,
        scope: keep("scope")?,
        handle: keep("handle")?,
        key: keep("key")?,
        path: keep("path")?,
        style: keep("style")?,
        failure: keep("failure")?,
        peek: keep("peek")?,
        inside: keep("inside")?,
        shown: keep("shown")?,
        well_formed: keep("wellFormed")?,
        spin: Persistent::save(ctx, spin),
        eval: Persistent::save(ctx, real_eval),
    })
}

/// Numbers and tables.
#[expect(clippy::cast_precision_loss, reason = "limits are far below 2^53")]
fn constants<'js>(ctx: &Ctx<'js>, state: &Rc<State>, r: &Object<'js>) -> Result<()> {
    let shared = &state.shared;
    r.set("maxLength", shared.limits.collection_length as f64)?;
    r.set("fuel", shared.limits.fuel as f64)?;
    r.set("now", if shared.now_ms.is_finite() { shared.now_ms.trunc() } else { 0.0 })?;
    r.set("property", class_number(Class::Property))?;
    // Member 0 is `value`, see `Shared::new`.
    r.set("value", 0)?;
    let classes = Array::new(ctx.clone())?;
    let mut number = 1_u32;
    for (i, class) in Class::ALL.into_iter().enumerate() {
        let row = Object::new(ctx.clone())?;
        let members = Array::new(ctx.clone())?;
        for (j, member) in shared.host.members(class).iter().enumerate() {
            members.set(j, member_row(ctx, member, number)?)?;
            number += 1;
        }
        row.set("name", format!("{class:?}"))?;
        row.set("id", class_number(class))?;
        row.set("members", members)?;
        classes.set(i, row)?;
    }
    r.set("classes", classes)
}

fn member_row<'js>(ctx: &Ctx<'js>, member: &Member, number: u32) -> Result<Object<'js>> {
    let row = Object::new(ctx.clone())?;
    let names: Vec<&str> = std::iter::once(member.name).chain(member.aliases.iter().copied()).collect();
    row.set("names", names)?;
    row.set("method", member.kind == MemberKind::Method)?;
    row.set("global", PROJECT_GLOBALS.contains(&member.name))?;
    row.set("id", number)?;
    Ok(row)
}

/// What the host thinks of a question, as JavaScript.
fn answer<'js>(
    ctx: &Ctx<'js>,
    state: &Rc<State>,
    ask: impl FnOnce(&mut CtxRunner<'_, 'js>) -> std::result::Result<Item, Fault>,
) -> Result<Value<'js>> {
    let Some(evaluation) = state.shared.evaluation() else {
        return Err(state.raise(ctx, Fault::thrown("expr/thrown", "no evaluation is running")));
    };
    let mut runner = CtxRunner { ctx, state, evaluation };
    match ask(&mut runner) {
        Ok(item) => to_js(ctx, state, &item),
        Err(fault) => Err(state.raise(ctx, fault)),
    }
}

/// The object and member that numbers mean.
fn target<'js>(ctx: &Ctx<'js>, state: &Rc<State>, id: i64, member: u32) -> Result<(Handle, &'static str)> {
    let object = u32::try_from(id).ok().and_then(|id| state.shared.object(id));
    let name = usize::try_from(member).ok().and_then(|m| state.shared.members.get(m)).copied();
    match (object, name) {
        (Some(object), Some(name)) => Ok((object, name)),
        _ => Err(state.raise(ctx, Fault::thrown("expr/undefined-value", "there is no such object here"))),
    }
}

fn items<'js>(ctx: &Ctx<'js>, state: &Rc<State>, list: &[Value<'js>]) -> Result<Vec<Item>> {
    let mut reader = Reader::new(ctx, state);
    list.iter().map(|value| reader.item(value, 0)).collect()
}

/// Questions to the host.
fn questions<'js>(ctx: &Ctx<'js>, state: &Rc<State>, r: &Object<'js>) -> Result<()> {
    let s = Rc::clone(state);
    let get = move |ctx: Ctx<'js>, id: i64, member: u32| -> Result<Value<'js>> {
        let (object, name) = target(&ctx, &s, id, member)?;
        answer(&ctx, &s, |runner| s.shared.host.get(runner, object, name))
    };
    r.set("get", Function::new(ctx.clone(), get)?)?;
    let s = Rc::clone(state);
    let call = move |ctx: Ctx<'js>, id: i64, member: u32, list: Rest<Value<'js>>| -> Result<Value<'js>> {
        let (object, name) = target(&ctx, &s, id, member)?;
        let arguments = items(&ctx, &s, &list.0)?;
        answer(&ctx, &s, |runner| s.shared.host.call(runner, object, name, &arguments))
    };
    r.set("call", Function::new(ctx.clone(), call)?)?;
    let s = Rc::clone(state);
    let child = move |ctx: Ctx<'js>, id: i64, list: Rest<Value<'js>>| -> Result<Value<'js>> {
        let (object, _) = target(&ctx, &s, id, 0)?;
        let arguments = items(&ctx, &s, &list.0)?;
        answer(&ctx, &s, |runner| s.shared.host.child(runner, object, &arguments))
    };
    r.set("child", Function::new(ctx.clone(), child)?)?;
    let s = Rc::clone(state);
    let compact = move |ctx: Ctx<'js>, id: i64, name: String| -> Result<Value<'js>> {
        let (object, _) = target(&ctx, &s, id, 0)?;
        match s.shared.host.child_by_compact_name(object, &name) {
            Some(item) => to_js(&ctx, &s, &item),
            None => Ok(Value::new_undefined(ctx)),
        }
    };
    r.set("compact", Function::new(ctx.clone(), compact)?)?;
    let s = Rc::clone(state);
    let missed = move |id: i64, name: String| {
        let class = u32::try_from(id).ok().and_then(|id| s.shared.object(id)).map(|o| o.class);
        *s.shared.last_miss.borrow_mut() = class.map(|class| (class, name));
    };
    r.set("missed", Function::new(ctx.clone(), missed)?)?;
    let s = Rc::clone(state);
    let handle = move |ctx: Ctx<'js>, id: i64| -> Result<Value<'js>> {
        let (object, _) = target(&ctx, &s, id, 0)?;
        to_js(&ctx, &s, &Item::Object(object))
    };
    r.set("handle", Function::new(ctx.clone(), handle)?)?;
    let s = Rc::clone(state);
    let project = move |ctx: Ctx<'js>| {
        to_js(&ctx, &s, &Item::Object(Handle { class: Class::Project, id: 0, clock: 0 }))
    };
    r.set("project", Function::new(ctx.clone(), project)?)?;
    let s = Rc::clone(state);
    let inbetween = move |ctx: Ctx<'js>| {
        to_js(&ctx, &s, &Item::Object(Handle { class: Class::Inbetween, id: 0, clock: 0 }))
    };
    r.set("inbetween", Function::new(ctx.clone(), inbetween)?)?;
    let s = Rc::clone(state);
    let path_at = move |ctx: Ctx<'js>, path: Value<'js>, at: f64, which: u32| -> Result<Value<'js>> {
        let Item::Path(path) = Reader::new(&ctx, &s).item(&path, 0)? else {
            return Ok(Value::new_undefined(ctx));
        };
        let Some((point, [x, y])) = path.at_fraction(at) else { return Ok(Value::new_undefined(ctx)) };
        let pair = match which {
            0 => point,
            1 => [x, y],
            _ => [-y, x],
        };
        value(&ctx, pair.to_vec())
    };
    r.set("pathAt", Function::new(ctx.clone(), path_at)?)
}

/// Questions about, and changes of, the running evaluation.
fn evaluation<'js>(ctx: &Ctx<'js>, state: &Rc<State>, r: &Object<'js>) -> Result<()> {
    let s = Rc::clone(state);
    let posterize = move |rate: f64| -> f64 {
        let changed = s.shared.change(|evaluation, _| {
            evaluation.time = posterized(evaluation.time, rate);
            evaluation.time
        });
        changed.unwrap_or(0.0)
    };
    r.set("posterize", Function::new(ctx.clone(), posterize)?)?;
    let s = Rc::clone(state);
    let seed = move |offset: f64, timeless: bool| {
        let offset = if offset.is_nan() { 0.0 } else { offset };
        s.shared.change(|evaluation, random| {
            evaluation.random_offset = offset;
            random.restart(evaluation, offset, timeless);
        });
    };
    r.set("seed", Function::new(ctx.clone(), seed)?)?;
    let s = Rc::clone(state);
    let random = move || s.shared.change(|_, random| random.next_unit()).unwrap_or(0.0);
    r.set("random", Function::new(ctx.clone(), random)?)?;
    let s = Rc::clone(state);
    let selector = move |ctx: Ctx<'js>, which: u32| -> Result<Value<'js>> {
        let selector = s.shared.evaluation().and_then(|e| e.selector.clone());
        match (selector, which) {
            (Some((index, _, _)), 0) => value(&ctx, index),
            (Some((_, total, _)), 1) => value(&ctx, total),
            (Some((_, _, item)), _) => to_js(&ctx, &s, &item),
            (None, which) => {
                let name = ["textIndex", "textTotal", "selectorValue"].get(which as usize).copied();
                let message = format!("`{}` exists only in an expression selector", name.unwrap_or("this"));
                Err(s.raise(&ctx, Fault::thrown("expr/undefined-name", message)))
            }
        }
    };
    r.set("selector", Function::new(ctx.clone(), selector)?)?;
    let s = Rc::clone(state);
    let ev = move |ctx: Ctx<'js>, text: String, names: String| -> Result<String> {
        let locals: Vec<&str> = names.split(',').filter(|n| !n.is_empty()).collect();
        let scope = Scope { resolve: s.shared.names() };
        program::rewrite_eval(&text, &locals, scope, &s.shared.limits).map_err(|found| {
            let fault = Fault::thrown("expr/syntax", format!("in eval: {}", found.message));
            let fault = match found.help {
                Some(help) => fault.with_help(help),
                None => fault,
            };
            s.raise(&ctx, fault)
        })
    };
    r.set("ev", Function::new(ctx.clone(), ev)?)
}

/// `posterizeTime(rate)`: the start of the frame a time lies in, at another rate. A rate of 0 holds time at 0
/// (AE 16.0); a rate that is no number changes nothing.
pub(crate) fn posterized(time: f64, rate: f64) -> f64 {
    if rate == 0.0 {
        0.0
    } else if rate.is_finite() {
        frame_of(time, rate) / rate
    } else {
        time
    }
}

/// The frame a time lies in. A time that is a frame's own but for rounding is that frame.
fn frame_of(time: f64, rate: f64) -> f64 {
    let exact = time * rate;
    let near = exact.round();
    if (exact - near).abs() <= 1e-9 * near.abs().max(1.0) { near } else { exact.floor() }
}

/// Limits.
fn limits<'js>(ctx: &Ctx<'js>, state: &Rc<State>, r: &Object<'js>) -> Result<()> {
    let s = Rc::clone(state);
    let limit = move |ctx: Ctx<'js>, which: u32| -> Result<Value<'js>> {
        let shared = &s.shared;
        let fault = match which {
            0 => shared.too_long(),
            1 => shared.too_large(),
            4 => shared.out_of_memory(),
            // 3 passes an earlier limit on: `set_trip` keeps the first.
            _ => shared.too_deep(),
        };
        Err(s.limit(&ctx, fault))
    };
    r.set("limit", Function::new(ctx.clone(), limit)?)?;
    let s = Rc::clone(state);
    r.set("tripped", Function::new(ctx.clone(), move || s.shared.tripped())?)?;
    let s = Rc::clone(state);
    let memory = move |ctx: Ctx<'js>| s.is_out_of_memory(&ctx);
    r.set("memory", Function::new(ctx.clone(), memory)?)
}

/// Reports of traced programs.
fn tracing<'js>(ctx: &Ctx<'js>, state: &Rc<State>, r: &Object<'js>) -> Result<()> {
    let s = Rc::clone(state);
    let traced = move |ctx: Ctx<'js>, point: u32, value: Value<'js>, truth: bool| -> Result<()> {
        let seen = super::convert::glimpse(&ctx, &s, &value, 0)?;
        s.shared.host.traced(point as usize, seen, truth);
        Ok(())
    };
    r.set("traced", Function::new(ctx.clone(), traced)?)
}

type Number = Opt<Coerced<f64>>;

/// `Math.*` that differs between machines.
fn mathematics<'js>(ctx: &Ctx<'js>) -> Result<Object<'js>> {
    fn number(x: Number) -> f64 {
        x.0.map_or(f64::NAN, |c| c.0)
    }
    let table = Object::new(ctx.clone())?;
    let unary = |name: &'static str, f: fn(f64) -> f64| -> Result<()> {
        let function = Function::new(ctx.clone(), move |x: Number| f(number(x)))?;
        table.set(name, function.with_name(name)?.with_length(1)?)
    };
    unary("sin", math::sin)?;
    unary("cos", math::cos)?;
    unary("tan", math::tan)?;
    unary("asin", math::asin)?;
    unary("acos", math::acos)?;
    unary("atan", math::atan)?;
    unary("sinh", math::sinh)?;
    unary("cosh", math::cosh)?;
    unary("tanh", math::tanh)?;
    unary("asinh", math::asinh)?;
    unary("acosh", math::acosh)?;
    unary("atanh", math::atanh)?;
    unary("exp", math::exp)?;
    unary("expm1", math::expm1)?;
    unary("log", math::ln)?;
    unary("log1p", math::ln_1p)?;
    unary("log2", math::log2)?;
    unary("log10", math::log10)?;
    unary("cbrt", math::cbrt)?;
    let binary = |name: &'static str, f: fn(f64, f64) -> f64| -> Result<()> {
        let function = Function::new(ctx.clone(), move |x: Number, y: Number| f(number(x), number(y)))?;
        table.set(name, function.with_name(name)?.with_length(2)?)
    };
    binary("atan2", math::atan2)?;
    binary("pow", math::pow)?;
    let hypot = |list: Rest<f64>| math::length(&list.0);
    table.set("hypot", Function::new(ctx.clone(), hypot)?)?;
    Ok(table)
}

/// The table of global functions.
fn builtins<'js>(ctx: &Ctx<'js>, state: &Rc<State>) -> Result<Array<'js>> {
    let list = Array::new(ctx.clone())?;
    for (i, builtin) in BUILTINS.iter().enumerate() {
        let row = Object::new(ctx.clone())?;
        row.set("name", builtin.name)?;
        row.set("run", builtin_function(ctx, state, builtin)?)?;
        list.set(i, row)?;
    }
    Ok(list)
}

fn builtin_function<'js>(
    ctx: &Ctx<'js>,
    state: &Rc<State>,
    builtin: &'static Builtin,
) -> Result<Function<'js>> {
    let s = Rc::clone(state);
    let run = move |ctx: Ctx<'js>, list: Rest<Value<'js>>| -> Result<Value<'js>> {
        let mut arguments = items(&ctx, &s, &list.0)?;
        answer(&ctx, &s, |runner| {
            for argument in &mut arguments {
                settle(&s, runner, argument, 0)?;
            }
            // The stream is taken out for the call: the function may evaluate other expressions.
            let Some(mut random) = s.shared.change(|_, random| random.clone()) else {
                return Err(Fault::thrown("expr/thrown", "no evaluation is running"));
            };
            let host = Rc::clone(&s.shared.host);
            let mut call = Call { arguments: &arguments, host: &*host, runner, random: &mut random };
            let result = (builtin.eval)(&mut call);
            s.shared.change(|_, stream| *stream = random);
            result
        })
    };
    Function::new(ctx.clone(), run)?.with_name(builtin.name)
}

/// Replaces handles of properties, and keys, by their values.
fn settle(
    state: &Rc<State>,
    runner: &mut CtxRunner<'_, '_>,
    item: &mut Item,
    depth: u32,
) -> std::result::Result<(), Fault> {
    match item {
        Item::Object(object) if object.class == Class::Property && depth < 8 => {
            *item = state.shared.host.get(runner, *object, "value")?;
            settle(state, runner, item, depth + 1)
        }
        Item::Key(members) => {
            if let Some((_, value)) = members.iter().find(|(name, _)| &**name == "value") {
                *item = value.clone();
            }
            Ok(())
        }
        Item::Array(list) if depth < 8 => {
            list.iter_mut().try_for_each(|part| settle(state, runner, part, depth + 1))
        }
        _ => Ok(()),
    }
}
