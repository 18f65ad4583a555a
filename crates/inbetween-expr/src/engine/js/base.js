// What every other part uses: intrinsics as they were, limits, and the marks that tell our objects from others.
// `R` holds the functions and numbers the Rust side gives.
const { defineProperty, freeze, create, setPrototypeOf, getPrototypeOf, getOwnPropertyDescriptor } = Object;
const ownKeys = Reflect.ownKeys;
const isArray = Array.isArray;
const RealDate = Date;
const PROPERTY = R.property;
const MAX = R.maxLength;

const hide = (object, name, value) => defineProperty(object, name, { value, writable: true, enumerable: false, configurable: true });

// Work native code does on `n` elements without polling, in fuel. Once something long exists every later step may
// touch all of it, so what is left is capped as well: steps times length stays bounded.
const CAP = 2e10;
const long = n => {
  if (n > MAX) R.limit(1);
  const most = CAP / n;
  if ($fuel > most) $fuel = most;
};
const charge = n => {
  $fuel -= n / 64;
  if ($fuel < 0) R.limit(0);
};

// Marks: private names cannot be forged, read or copied by expressions.
class Mark extends (class { constructor(object) { return object; } }) {
  #kind; #data;
  constructor(object, kind, data) { super(object); this.#kind = kind; this.#data = data; }
  static kind(object) { return #kind in object ? object.#kind : 0; }
  static data(object) { return object.#data; }
}
const kindOf = Mark.kind, dataOf = Mark.data;
const HANDLE = 1, KEY = 2, STYLE = 3, PATH = 4, FAULT = 5;

const classes = [];   // class of handle i
const handles = [];   // handle i
const isProperty = x => kindOf(x) === HANDLE && classes[dataOf(x)] === PROPERTY;

// The value of a property handle, anything else unchanged.
const plain = x => typeof x === 'function' && isProperty(x) ? R.get(dataOf(x), R.value) : x;

// The value behind anything that behaves as one: property handles, keys, styles, typed arrays.
const unwrap = x => {
  if (typeof x === 'function') return isProperty(x) ? unwrap(R.get(dataOf(x), R.value)) : x;
  if (typeof x !== 'object' || x === null || isArray(x)) return x;
  switch (kindOf(x)) {
    case KEY: return dataOf(x);
    case STYLE: return dataOf(x).text;
  }
  return ArrayBuffer.isView(x) && x.length !== undefined ? Array.from(x) : x;
};
