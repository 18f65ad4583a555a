// Searching for `a` in a text of `n` characters, and putting `b` in its place.
const needle = (n, a, b) => n * (1 + (typeof a === 'string' ? a.length / 16 : 16) + (typeof b === 'string' ? b.length / 4 : 0));
// A replacer whose texts are counted together.
const counted = replacer => {
  let total = 0;
  return (...list) => {
    const made = String(unwrap(replacer(...list)));
    total += made.length;
    if (total > 512) long(total);
    return made;
  };
};

// Thin wrappers around natives that can work long without polling, and the globals that must not be there.
const guard = (object, name, cost) => {
  const real = object[name];
  if (typeof real !== 'function') return real;
  const call = FunctionPrototype.call;
  const wrapped = { [name](a, b, c) {
    const n = this === undefined || this === null ? 0 : this.length;
    if (n > 512 || cost === needle && typeof b === 'string' && b.length > 512) { long(n); charge(cost(n, a, b)); }
    if (cost === needle && typeof b === 'function' && n > 512) b = counted(b);
    let made;
    switch (arguments.length) {
      case 0: made = call.call(real, this); break;
      case 1: made = call.call(real, this, a); break;
      case 2: made = call.call(real, this, a, b); break;
      case 3: made = call.call(real, this, a, b, c); break;
      default: made = Reflect.apply(real, this, arguments);
    }
    if ((typeof made === 'string' || isArray(made)) && made.length > 512) { long(made.length); charge(made.length); }
    return made;
  } }[name];
  defineProperty(wrapped, 'length', { value: real.length, configurable: true });
  defineProperty(wrapped, 'name', { value: real.name, configurable: true });
  hide(object, name, wrapped);
  return wrapped;
};
{
  const linear = n => n;
  const sorting = n => n * 16;
  for (const name of ['copyWithin', 'fill', 'flat', 'reverse', 'shift', 'slice', 'splice', 'unshift', 'toReversed', 'toSpliced', 'with',
    'includes', 'indexOf', 'lastIndexOf', 'every', 'filter', 'find', 'findIndex', 'findLast', 'findLastIndex', 'flatMap', 'forEach', 'map', 'reduce', 'reduceRight', 'some']) guard(Array.prototype, name, linear);
  guard(Array.prototype, 'join', (n, a) => n * (typeof a === 'string' ? 16 + a.length / 4 : 16));
  for (const name of ['toLocaleString', 'sort', 'toSorted']) guard(Array.prototype, name, sorting);
  const values = guard(Array.prototype, 'values', linear);
  hide(Array.prototype, Symbol.iterator, values);
  const lists = list => { for (const x of list) if (typeof x === 'object' && x !== null && x.length > 512) { long(x.length); charge(x.length); } };
  const concat = Array.prototype.concat;
  hide(Array.prototype, 'concat', { concat(...list) {
    lists([this]); lists(list);
    return Reflect.apply(concat, this, list);
  } }.concat);
  defineProperty(Array.prototype.concat, 'length', { value: 1, configurable: true });
  const from = Array.from;
  hide(Array, 'from', { from(source, ...rest) {
    source = plain(source);
    if (typeof source === 'object' && source !== null && source.length > 512) { long(source.length); charge(source.length); }
    return Reflect.apply(from, this, [source, ...rest]);
  } }.from);
  defineProperty(Array.from, 'length', { value: 1, configurable: true });
  hide(Array, 'isArray', { isArray(x) { return isArray(plain(x)); } }.isArray);

  for (const name of ['includes', 'indexOf', 'lastIndexOf', 'split', 'replace', 'replaceAll', 'match', 'matchAll', 'search']) guard(String.prototype, name, needle);
  for (const name of ['localeCompare', 'normalize', 'toLowerCase', 'toUpperCase', 'toLocaleLowerCase', 'toLocaleUpperCase', 'toWellFormed']) guard(String.prototype, name, n => n * 4);
  // The same behind a regular expression's own methods, which `replace` and `split` call.
  for (const name of [Symbol.replace, Symbol.split, Symbol.match, Symbol.matchAll]) {
    const real = RegExp.prototype[name];
    hide(RegExp.prototype, name, function (source, b) {
      source = String(source);
      const n = source.length;
      if (n > 512 || typeof b === 'string' && b.length > 512) { long(n); charge(needle(n, undefined, b)); }
      if (typeof b === 'function' && n > 512) b = counted(b);
      return Reflect.apply(real, this, arguments.length < 2 ? [source] : [source, b]);
    });
  }
  // These make long strings from short ones: the length is known before.
  const before = (name, length) => {
    const real = String.prototype[name];
    hide(String.prototype, name, { [name](...list) {
      const n = length(this, list);
      if (n > 512) { long(n); charge(n); }
      return Reflect.apply(real, this, list);
    } }[name]);
    defineProperty(String.prototype[name], 'length', { value: real.length, configurable: true });
  };
  before('repeat', (s, [n]) => String(s).length * Number(n));
  before('padStart', (_, [n]) => Number(n));
  before('padEnd', (_, [n]) => Number(n));
  before('concat', (s, list) => { let n = String(s).length; for (const x of list) n += typeof x === 'string' ? x.length : 0; return n; });

  const typed = getPrototypeOf(Uint8Array.prototype);
  for (const name of ['copyWithin', 'fill', 'includes', 'indexOf', 'lastIndexOf', 'reverse', 'set', 'slice', 'values', 'toReversed', 'with']) guard(typed, name, linear);
  for (const name of ['join', 'sort', 'toSorted', 'toLocaleString']) guard(typed, name, sorting);
  hide(typed, Symbol.iterator, typed.values);

  const RealBigInt = BigInt, digits = BigInt.prototype.toString;
  const big = function BigInt(x) {
    if (new.target) throw new TypeError('BigInt is not a constructor');
    x = unwrap(x);
    if (typeof x === 'string' && x.length > 20000) R.limit(1);
    return bounded(RealBigInt(x));
  };
  for (const name of ownKeys(RealBigInt)) if (name !== 'length' && name !== 'name') defineProperty(big, name, getOwnPropertyDescriptor(RealBigInt, name));
  hide(globalThis, 'BigInt', big);
  hide(RealBigInt.prototype, 'constructor', big);
  hide(RealBigInt.prototype, 'toString', { toString(radix) { return radix === undefined ? digits.call(bounded(this.valueOf())) : digits.call(bounded(this.valueOf()), radix); } }.toString);

  const { parse, stringify } = JSON;
  hide(JSON, 'parse', { parse(source, reviver) {
    const s = String(unwrap(source));
    if (s.length > 512) { long(s.length); charge(s.length * 2); }
    return reviver === undefined ? parse(s) : parse(s, reviver);
  } }.parse);
  hide(JSON, 'stringify', { stringify(value, replacer, space) {
    // Long arrays of holes would be walked without an end in sight.
    const filter = typeof replacer === 'function';
    const s = stringify(value, filter || !isArray(replacer) ? function (name, x) {
      if (filter) x = Reflect.apply(replacer, this, [name, x]);
      if (isArray(x) && x.length > 512) { long(x.length); charge(x.length); }
      return x;
    } : replacer, space);
    if (s !== undefined && s.length > 512) { long(s.length); charge(s.length * 2); }
    return s;
  } }.stringify);

  for (const name of ['Atomics', 'SharedArrayBuffer', 'WeakRef', 'FinalizationRegistry', 'queueMicrotask', 'performance', 'navigator', 'gc', 'Worker']) delete globalThis[name];

  // Text becomes code only through eval, which our own rewrite sees.
  const closed = prototype => {
    const none = function Function() { throw new TypeError('making functions from text is switched off'); };
    none.prototype = prototype;
    defineProperty(prototype, 'constructor', { value: none, writable: false, enumerable: false, configurable: true });
    return none;
  };
  hide(globalThis, 'Function', closed(FunctionPrototype));
  closed(getPrototypeOf(function* () {}));
  closed(getPrototypeOf(async function () {}));
  closed(getPrototypeOf(async function* () {}));
  hide(globalThis, 'eval', indirect);

  for (const [name, run] of Object.entries(R.math)) hide(Math, name, run);
  hide(Math, 'random', { random() { return R.random(); } }.random);
  hide(Math, 'hypot', { hypot(...list) { return R.hypot(...list.map(Number)); } }.hypot);
  defineProperty(Math.hypot, 'length', { value: 2, configurable: true });
}
