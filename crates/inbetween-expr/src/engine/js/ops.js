// AE's overloaded operators. Two numbers are the fast path everywhere.
const BIG = 1n << 65536n;
const bounded = x => {
  if (typeof x === 'bigint' && (x >= BIG || x <= -BIG)) R.limit(1);
  return x;
};
const bits = x => (bounded(x), (x < 0n ? -x : x).toString(16).length * 4);

const add = (a, b) => typeof a === 'number' && typeof b === 'number' ? a + b : addAny(a, b);
const sub = (a, b) => typeof a === 'number' && typeof b === 'number' ? a - b : subAny(a, b);
const mul = (a, b) => typeof a === 'number' && typeof b === 'number' ? a * b : mulAny(a, b);
const div = (a, b) => typeof a === 'number' && typeof b === 'number' ? a / b : divAny(a, b);
const mod = (a, b) => typeof a === 'number' && typeof b === 'number' ? a % b : bounded(bounded(unwrap(a)) % bounded(unwrap(b)));

const text = s => {
  if (s.length > 512) { long(s.length); charge(s.length); }
  return s;
};

// A part of a vector: missing counts as 0.
const part = x => typeof x === 'number' ? x : x === undefined || x === null ? 0 : isArray(x) ? x : Number(unwrap(x));
const zip = (a, b, op) => {
  const n = a.length > b.length ? a.length : b.length;
  if (n > 512) { long(n); charge(n); }
  const out = [];
  for (let i = 0; i < n; i++) out.push(op(part(a[i]), part(b[i])));
  return out;
};

const addAny = (a, b) => {
  a = unwrap(a); b = unwrap(b);
  if (typeof a === 'string' || typeof b === 'string') {
    // A function's or object's text comes from its own toString, a vector's from its parts.
    return text(a + b);
  }
  if (a === undefined) return a + b;
  if (isArray(a)) return zip(a, isArray(b) ? b : [b], add);
  if (isArray(b)) return zip([a], b, add);
  const sum = a + b;
  return typeof sum === 'string' ? text(sum) : bounded(sum);
};
const subAny = (a, b) => {
  a = unwrap(a); b = unwrap(b);
  if (isArray(a)) return zip(a, isArray(b) ? b : [b], sub);
  if (isArray(b)) return zip([a], b, sub);
  return bounded(bounded(a) - bounded(b));
};
// A list of one number is that number, as everywhere in JavaScript.
const scalar = x => isArray(x) && x.length === 1 ? x[0] : x;
const each = (list, op) => {
  if (list.length > 512) { long(list.length); charge(list.length); }
  const out = [];
  for (let i = 0; i < list.length; i++) out.push(op(part(list[i])));
  return out;
};
const mulAny = (a, b) => {
  a = unwrap(a); b = unwrap(b);
  if (isArray(a)) {
    if (isArray(b)) {
      if (b.length === 1) b = b[0];
      else if (a.length === 1) return mul(a[0], b);
      else return 0;
    }
    b = part(b);
    return each(a, x => mul(x, b));
  }
  if (isArray(b)) { a = part(a); return each(b, x => mul(a, x)); }
  return bounded(bounded(a) * bounded(b));
};
const divAny = (a, b) => {
  a = unwrap(a); b = unwrap(b);
  if (isArray(a)) {
    b = scalar(b);
    if (isArray(b)) return 0;
    b = part(b);
    return each(a, x => div(x, b));
  }
  if (isArray(b)) { a = part(a); return each(b, x => div(a, x)); }
  return bounded(a) / bounded(b);
};
const pow = (a, b) => {
  if (typeof a === 'number' && typeof b === 'number') return R.pow(a, b);
  a = unwrap(a); b = unwrap(b);
  if (typeof a === 'bigint' && typeof b === 'bigint') {
    if (b > 0n && b * BigInt(bits(a)) > 65536n * 4n) R.limit(1);
    return bounded(a ** b);
  }
  if (typeof a === 'bigint' || typeof b === 'bigint') return a ** b;
  return R.pow(Number(a), Number(b));
};
const neg = a => {
  if (typeof a === 'number') return -a;
  a = unwrap(a);
  return isArray(a) ? each(a, neg) : -a;
};
const shl = (a, b) => {
  a = unwrap(a); b = unwrap(b);
  if (typeof a === 'bigint' && typeof b === 'bigint' && (b > 65536n || b < -65536n)) {
    if (b < 0n) return a < 0n ? -1n : 0n;
    if (a !== 0n) R.limit(1);
    return 0n;
  }
  return bounded(bounded(a) << b);
};
const shr = (a, b) => {
  a = unwrap(a); b = unwrap(b);
  return typeof b === 'bigint' && b < 0n ? shl(a, -b) : a >> b;
};

const operators = { __proto__: null, add, sub, mul, div, mod, pow, shl, shr };
// `object[key] op= b`; the key is turned into a property key once.
const upd = (object, key, name, b) => {
  if (typeof key === 'object' || typeof key === 'function') key = String(unwrap(key));
  return object[key] = operators[name](object[key], b);
};
