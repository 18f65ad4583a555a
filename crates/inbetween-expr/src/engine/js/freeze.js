// Errors carry only the lines of the expression itself: what lies outside depends on who asked.
Error.stackTraceLimit = 24;
Error.prepareStackTrace = (error, sites) => {
  // Making an error is slow: it counts as many steps.
  $fuel -= 30;
  const lines = [];
  for (const site of sites) {
    if (site.getFileName() === 'kernel') {
      if (site.getFunctionName() === 'run') break;
      continue;
    }
    if (site.getFileName() === 'expression') lines.push(`    at ${site.getFunctionName() || '<anonymous>'} (expression:${site.getLineNumber()}:${site.getColumnNumber()})\n`);
  }
  return lines.join('');
};
defineProperty(Error, 'prepareStackTrace', { value: undefined, writable: false, enumerable: false, configurable: false });
defineProperty(Error, 'stackTraceLimit', { value: 24, writable: false, enumerable: false, configurable: false });

// Freezes everything reachable from the global object. A frozen prototype would make `object.toString = f` fail, so
// the names programs do assign on their own objects become accessors whose setter defines them there.
let sealed = false;
const heal = (prototype, names) => {
  for (const name of names) {
    const own = getOwnPropertyDescriptor(prototype, name);
    if (own === undefined || own.get || own.set) continue;
    const value = own.value;
    defineProperty(prototype, name, {
      get() { return value; },
      set(x) {
        if (this === prototype || this === null || typeof this !== 'object' && typeof this !== 'function') return;
        Reflect.defineProperty(this, name, { value: x, writable: true, enumerable: true, configurable: true });
      },
      enumerable: false, configurable: false,
    });
  }
};
const seen = new Set();
const visit = x => {
  if (typeof x !== 'object' && typeof x !== 'function' || x === null || seen.has(x)) return;
  seen.add(x);
  if (x === missing || x === unknown) return;
  const names = ownKeys(x);
  freeze(x);
  visit(getPrototypeOf(x));
  // Most are plain methods, which hold nothing but their name and length.
  if (typeof x === 'function' && names.length === 2 && !Object.hasOwn(x, 'prototype')) return;
  for (const name of names) {
    const own = getOwnPropertyDescriptor(x, name);
    if (own.get || own.set) { visit(own.get); visit(own.set); } else visit(own.value);
  }
};
const seal = () => {
  heal(ObjectPrototype, ownKeys(ObjectPrototype));
  heal(FunctionPrototype, ['toString', 'constructor']);
  for (const name of ['Error', 'EvalError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError', 'URIError', 'InternalError', 'AggregateError']) {
    if (globalThis[name]) heal(globalThis[name].prototype, ['name', 'message', 'toString', 'constructor']);
  }
  for (const type of [Array, String, Number, Boolean, RegExp, Map, Set, Promise]) heal(type.prototype, ['toString', 'valueOf', 'toJSON', ...(type === Array ? [] : ['constructor'])]);
  for (const x of [function* () {}, async function () {}, async function* () {}, [][Symbol.iterator](), ''[Symbol.iterator](), new Map().entries(), new Set().values(), 'a'.matchAll(/a/g), acting, keyPrototype]) visit(x);
  visit(globalThis);
  sealed = true;
};
const t = (point, x) => {
  R.traced(point, x, !!x);
  return x;
};

return {
  t, add, sub, mul, div, mod, pow, neg, shl, shr, upd, v: plain, try: attempt, caught, ev, eval: indirect, out,
  handle, forget, key, path, style, failure, peek, inside, shown, wellFormed, scope, run, back, load, unload, seal,
};
