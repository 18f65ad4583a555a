//! Values across the border.

use super::realm::State;
use crate::{Class, Item};
use inbetween_types::Path;
use rquickjs::{Array, Coerced, Ctx, Function, IntoJs, Object, Result, String as JsString, Value};
use std::rc::Rc;
use std::sync::Arc;

/// Deepest nesting of arrays and records that crosses.
const DEEPEST: usize = 64;

/// Makes a JavaScript value.
pub(super) fn to_js<'js>(ctx: &Ctx<'js>, state: &Rc<State>, item: &Item) -> Result<Value<'js>> {
    Ok(match item {
        Item::Undefined => Value::new_undefined(ctx.clone()),
        Item::Bool(b) => Value::new_bool(ctx.clone(), *b),
        // `new_number` makes an integer of -0.
        Item::Number(n) if n.to_bits() == (-0.0_f64).to_bits() => Value::new_float(ctx.clone(), *n),
        Item::Number(n) => Value::new_number(ctx.clone(), *n),
        Item::Text(text) => JsString::from_str(ctx.clone(), text)?.into_value(),
        Item::Array(items) => {
            let array = Array::new(ctx.clone())?;
            for (i, item) in items.iter().enumerate() {
                array.set(i, to_js(ctx, state, item)?)?;
            }
            array.into_value()
        }
        Item::Record(members) => record(ctx, state, members)?.into_value(),
        Item::Key(members) => {
            let record = record(ctx, state, members)?;
            state.kernel(ctx, |k| &k.key)?.call((record,))?
        }
        Item::Path(path) => {
            let list = |points: &[[f64; 2]]| -> Result<Array<'js>> {
                let list = Array::new(ctx.clone())?;
                for (i, [x, y]) in points.iter().enumerate() {
                    let point = Array::new(ctx.clone())?;
                    point.set(0, *x)?;
                    point.set(1, *y)?;
                    list.set(i, point)?;
                }
                Ok(list)
            };
            let make = state.kernel(ctx, |k| &k.path)?;
            make.call((
                list(&path.points)?,
                list(&path.in_tangents)?,
                list(&path.out_tangents)?,
                path.closed,
            ))?
        }
        Item::Style(text) => state.kernel(ctx, |k| &k.style)?.call((super::styles::fields(ctx, text)?,))?,
        Item::Object(object) => {
            let id = state.shared.id(*object);
            state.kernel(ctx, |k| &k.handle)?.call((id, class_number(object.class)))?
        }
    })
}

/// The number of a class in the prelude.
pub(super) fn class_number(class: Class) -> i32 {
    Class::ALL.iter().position(|c| *c == class).and_then(|i| i32::try_from(i).ok()).unwrap_or(-1)
}

fn record<'js>(ctx: &Ctx<'js>, state: &Rc<State>, members: &[(Arc<str>, Item)]) -> Result<Object<'js>> {
    let object = Object::new(ctx.clone())?;
    for (name, item) in members {
        object.set(&**name, to_js(ctx, state, item)?)?;
    }
    Ok(object)
}

/// Reads JavaScript values, bounded in depth and size.
pub(super) struct Reader<'a, 'js> {
    pub(super) ctx: &'a Ctx<'js>,
    pub(super) state: &'a Rc<State>,
    left: usize,
}

impl<'a, 'js> Reader<'a, 'js> {
    pub(super) fn new(ctx: &'a Ctx<'js>, state: &'a Rc<State>) -> Self {
        Self { ctx, state, left: state.shared.limits.collection_length }
    }

    /// The item of a value. Property handles stay handles; functions, promises and symbols are undefined.
    pub(super) fn item(&mut self, value: &Value<'js>, depth: usize) -> Result<Item> {
        if let Some(n) = value.as_number() {
            return Ok(Item::Number(n));
        }
        if value.is_undefined() || value.is_null() || value.is_symbol() {
            return Ok(Item::Undefined);
        }
        if let Some(b) = value.as_bool() {
            return Ok(Item::Bool(b));
        }
        if let Some(text) = value.as_string() {
            return self.text(text).map(|text| Item::Text(Arc::from(text)));
        }
        if value.is_big_int() {
            let text: Coerced<String> = value.get()?;
            return Ok(text.0.parse().map_or(Item::Undefined, Item::Number));
        }
        if depth >= DEEPEST {
            return Err(self.too_large());
        }
        if let Some(array) = value.as_array() {
            return self.list(array, depth);
        }
        if value.as_object().is_none() {
            return Ok(Item::Undefined);
        }
        let code: i32 = self.state.kernel(self.ctx, |k| &k.peek)?.call((value.clone(),))?;
        if let Ok(id) = u32::try_from(code) {
            return Ok(self.state.shared.object(id).map_or(Item::Undefined, Item::Object));
        }
        match code {
            -1 | -5 => {
                value.as_object().map_or(Ok(Item::Undefined), |o| self.members(o, depth).map(Item::Record))
            }
            -2 => value.as_object().map_or(Ok(Item::Undefined), |o| self.members(o, depth).map(Item::Key)),
            -3 => self.inside(value)?.as_object().map_or(Ok(Item::Undefined), |o| self.style(o)),
            -4 => {
                let inside = self.inside(value)?;
                inside.as_object().map_or(Ok(Item::Undefined), |o| self.path(o))
            }
            -7 => {
                let inside = self.inside(value)?;
                self.item(&inside, depth + 1)
            }
            _ => Ok(Item::Undefined),
        }
    }

    fn inside(&self, value: &Value<'js>) -> Result<Value<'js>> {
        self.state.kernel(self.ctx, |k| &k.inside)?.call((value.clone(),))
    }

    pub(super) fn text(&mut self, text: &JsString<'js>) -> Result<String> {
        let text = match text.to_string() {
            Ok(text) => text,
            Err(rquickjs::Error::Utf8(_)) => {
                // A lone surrogate has no place in UTF-8.
                self.state.kernel(self.ctx, |k| &k.well_formed)?.call::<_, String>((text.clone(),))?
            }
            Err(error) => return Err(error),
        };
        self.spend(text.len() / 8)?;
        Ok(text)
    }

    fn list(&mut self, array: &Array<'js>, depth: usize) -> Result<Item> {
        let length = array.len();
        self.spend(length)?;
        let mut items = Vec::with_capacity(length.min(1024));
        for i in 0..length {
            let value: Value<'js> = array.get(i)?;
            items.push(self.item(&value, depth + 1)?);
        }
        Ok(Item::Array(items))
    }

    fn members(&mut self, object: &Object<'js>, depth: usize) -> Result<Vec<(Arc<str>, Item)>> {
        let mut members = Vec::new();
        for name in object.keys::<JsString<'js>>() {
            self.spend(1)?;
            let name = name?;
            let value: Value<'js> = object.get(name.clone().into_value())?;
            let name = self.text(&name)?;
            members.push((Arc::from(name), self.item(&value, depth + 1)?));
        }
        Ok(members)
    }

    pub(super) fn spend(&mut self, n: usize) -> Result<()> {
        match self.left.checked_sub(n) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => Err(self.too_large()),
        }
    }

    fn too_large(&self) -> rquickjs::Error {
        self.state.limit(self.ctx, self.state.shared.too_large())
    }

    fn path(&mut self, object: &Object<'js>) -> Result<Item> {
        let mut list = |name: &str| -> Result<Vec<[f64; 2]>> {
            let value: Value<'js> = object.get(name)?;
            let Item::Array(points) = self.item(&value, 0)? else { return Ok(Vec::new()) };
            Ok(points
                .iter()
                .map(|p| match p.as_numbers().as_deref() {
                    Some([x, y, ..]) => [*x, *y],
                    _ => [0.0; 2],
                })
                .collect())
        };
        let (points, into, out) = (list("points")?, list("inTangents")?, list("outTangents")?);
        Ok(Item::Path(Arc::new(Path::new(points, into, out, object.get("closed")?))))
    }
}

/// Longest array and text of a glimpse, and how deep it goes.
const GLIMPSE: (u32, usize, u32) = (16, 400, 3);

/// What a value is, without running anything of the expression's own: arrays, texts and records are cut, of records the
/// members that are computed are left out, a date or function is [`crate::MADE_BY`] and the words for it.
pub(super) fn glimpse<'js>(
    ctx: &Ctx<'js>,
    state: &Rc<State>,
    value: &Value<'js>,
    depth: u32,
) -> Result<Item> {
    let (longest, letters, deepest) = GLIMPSE;
    if let Some(text) = value.as_string() {
        let text = Reader::new(ctx, state).text(text)?;
        return Ok(Item::Text(Arc::from(text.chars().take(letters).collect::<String>())));
    }
    if let Some(array) = value.as_array() {
        let mut items = Vec::new();
        if depth < deepest {
            let count = u32::try_from(array.len()).unwrap_or(u32::MAX).min(longest);
            for i in 0..count {
                let part: Value<'js> = array.get(i as usize)?;
                items.push(glimpse(ctx, state, &part, depth + 1)?);
            }
        }
        return Ok(Item::Array(items));
    }
    if value.as_object().is_none() {
        return if value.is_big_int() { Ok(Item::Undefined) } else { Reader::new(ctx, state).item(value, 0) };
    }
    if value.is_proxy() {
        return Ok(Item::Record(Vec::new()));
    }
    let code: i32 = state.kernel(ctx, |k| &k.peek)?.call((value.clone(),))?;
    if matches!(code, 0..|-3| -4) {
        return Reader::new(ctx, state).item(value, 0);
    }
    let mut members = Vec::new();
    let shown: Value<'js> = state.kernel(ctx, |k| &k.shown)?.call((value.clone(), longest))?;
    if let Some(words) = shown.as_string() {
        let words = Item::Text(Arc::from(Reader::new(ctx, state).text(words)?));
        members.push((Arc::from(crate::MADE_BY), words));
    } else if let Some(shown) = shown.as_array().filter(|_| depth < deepest) {
        for at in (0..shown.len()).step_by(2) {
            let (name, member): (JsString<'js>, Value<'js>) = (shown.get(at)?, shown.get(at + 1)?);
            let name = Reader::new(ctx, state).text(&name)?;
            members.push((Arc::from(name), glimpse(ctx, state, &member, depth + 1)?));
        }
    }
    Ok(if code == -2 { Item::Key(members) } else { Item::Record(members) })
}

/// Calls a kernel function for its effect.
pub(super) fn call<'js>(
    function: &Function<'js>,
    arguments: impl rquickjs::function::IntoArgs<'js>,
) -> Result<()> {
    function.call::<_, Value<'js>>(arguments).map(drop)
}

/// A Rust value as a JavaScript one.
pub(super) fn value<'js>(ctx: &Ctx<'js>, x: impl IntoJs<'js>) -> Result<Value<'js>> {
    x.into_js(ctx)
}
