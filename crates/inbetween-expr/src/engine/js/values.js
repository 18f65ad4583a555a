// Objects that behave as their value: properties and keys.
const ObjectPrototype = Object.prototype;
const FunctionPrototype = Function.prototype;

// Last in the chain of our objects: names no table has.
const missing = new Proxy(create(null), {
  get(_, name, receiver) {
    if (typeof name === 'symbol' || name in ObjectPrototype) return Reflect.get(ObjectPrototype, name, receiver);
    if (typeof receiver !== 'function' && typeof receiver !== 'object' || receiver === null) return undefined;
    const kind = kindOf(receiver);
    if (kind !== HANDLE) {
      if (kind === KEY || kind === STYLE) { const v = unwrap(receiver); return v === null || v === undefined ? undefined : v[name]; }
      return undefined;
    }
    const id = dataOf(receiver);
    if (classes[id] === PROPERTY && /^\d+$/.test(name)) {
      const v = unwrap(receiver);
      return v === null || v === undefined ? undefined : v[name];
    }
    const child = R.compact(id, name);
    if (child !== undefined) return child;
    if (name === 'call' || name === 'apply' || name === 'bind') return Reflect.get(FunctionPrototype, name, receiver);
    R.missed(id, name);
    return undefined;
  },
  has(_, name) { return name in ObjectPrototype; },
  set() { return true; },
});

const acting = create(missing);
{
  const get = (name, get) => defineProperty(acting, name, { get, set: undefined, enumerable: false, configurable: true });
  for (let i = 0; i < 4; i++) get(i, function () { const v = unwrap(this); return v === undefined || v === null ? undefined : i === 0 && typeof v === 'number' ? v : v[i]; });
  get('length', function () { const v = unwrap(this); return v === undefined || v === null ? undefined : typeof v === 'number' ? 1 : v.length; });
  get(Symbol.isConcatSpreadable, function () { return isArray(unwrap(this)); });
  const own = new Set();
  for (const prototype of [Array.prototype, String.prototype, Number.prototype]) {
    for (const name of ownKeys(prototype)) {
      if (typeof name === 'string' && name !== 'constructor' && name !== 'length' && typeof prototype[name] === 'function') own.add(name);
    }
  }
  for (const name of own) {
    hide(acting, name, function (...list) {
      const v = unwrap(this);
      if (typeof v?.[name] !== 'function') throw new TypeError(`${name} is no function of this property's value`);
      return v[name](...list);
    });
  }
  hide(acting, 'toString', function () { return String(unwrap(this)); });
  hide(acting, 'valueOf', function () { return unwrap(this); });
  hide(acting, 'toJSON', function () { return unwrap(this); });
  hide(acting, Symbol.iterator, function () { return unwrap(this)[Symbol.iterator](); });
  hide(acting, Symbol.toPrimitive, function (hint) {
    const v = unwrap(this);
    return hint === 'string' || typeof v === 'object' && v !== null || typeof v === 'function' ? String(v) : v;
  });
}

// Keys and markers: records that also act as their value.
const keyPrototype = create(acting);
const key = record => {
  setPrototypeOf(record, keyPrototype);
  new Mark(record, KEY, record.value);
  return freeze(record);
};


// Text styles, paths, dates and number formats are compiled when an expression first meets one.
const shared = { R, hide, unwrap, kindOf, dataOf, Mark, STYLE, PATH, isArray, create, freeze, defineProperty, acting, text: s => text(s), RealDate };
const parts = [];
const late = i => {
  if (parts[i] === undefined) {
    const part = R.part(i)(shared);
    parts[i] = part;
    if (sealed) { part.heal?.(heal); for (const x of part.roots) visit(x); }
  }
  return parts[i];
};
const path = (...list) => late(0).path(...list);
const style = fields => late(0).style(fields);
{
  const lazy = (name, get) => defineProperty(globalThis, name, {
    get, set(x) { if (!sealed) defineProperty(globalThis, name, { value: x, writable: true, enumerable: false, configurable: true }); },
    enumerable: false, configurable: true,
  });
  lazy('Date', () => late(1).Date);
  lazy('Intl', () => late(1).Intl);
  hide(Number.prototype, 'toLocaleString', { toLocaleString(locale, options) { return late(1).number(this.valueOf(), locale, options); } }.toLocaleString);
}
