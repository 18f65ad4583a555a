// Handles: one frozen function per object of the document, a prototype per class.
const idOf = (x, name) => {
  if (typeof x !== 'function' || kindOf(x) !== HANDLE) throw new TypeError(`${name} is read on something else than an object of the project`);
  return dataOf(x);
};
const prototypes = R.classes.map(({ name: title, members, id: classId }) => {
  const prototype = create(classId === PROPERTY ? acting : missing);
  for (const { names, method, id } of members) {
    for (const name of names) {
      if (method) hide(prototype, name, { [name](...list) { return R.call(idOf(this, name), id, ...list); } }[name]);
      else defineProperty(prototype, name, { get() { return R.get(idOf(this, name), id); }, set: undefined, enumerable: false, configurable: true });
    }
  }
  if (classId !== PROPERTY) hide(prototype, 'toString', function () { return `[object ${title}]`; });
  return freeze(prototype);
});
const handle = (id, classId) => {
  const known = handles[id];
  if (known !== undefined) return known;
  const made = (...list) => R.child(id, ...list);
  delete made.name;
  delete made.length;
  setPrototypeOf(made, prototypes[classId]);
  new Mark(made, HANDLE, id);
  classes[id] = classId;
  handles[id] = freeze(made);
  return made;
};
const forget = () => { handles.length = 0; classes.length = 0; };

// Errors that carry a finding of the host.
const failure = (kind, message, id) => {
  const error = kind === 1 ? new ReferenceError(message) : kind === 2 ? new TypeError(message) : kind === 3 ? new SyntaxError(message) : kind === 4 ? new RangeError(message) : new Error(message);
  new Mark(error, FAULT, id);
  return error;
};

// What an object is to the Rust side: a handle's number, or a negative code and the data behind it.
const peek = x => {
  switch (kindOf(x)) {
    case HANDLE: return dataOf(x);
    case KEY: return -2;
    case STYLE: return -3;
    case PATH: return -4;
    case FAULT: return -5;
  }
  if (typeof x === 'function' || x instanceof Promise || x instanceof RegExp) return -6;
  if (x instanceof Number || x instanceof String || x instanceof Boolean || x instanceof RealDate || ArrayBuffer.isView(x) || isArray(x)) return -7;
  return -1;
};
const inside = x => kindOf(x) ? dataOf(x) : x instanceof RealDate ? String(x) : isArray(x) ? [...x] : ArrayBuffer.isView(x) ? Array.from(x) : x.valueOf();
const wellFormed = s => s.toWellFormed();

// What a report tells of an object, without running anything of the expression's own: the words that would make a date
// or name a function, or names and values of an object's own members (those that are computed are left out).
const applied = Reflect.apply, isoOf = RealDate.prototype.toISOString, timeOf = RealDate.prototype.getTime;
let shownLeft = 1e6;   // names that may still be listed, so that reports of large objects end
const shown = (x, most) => {
  if (typeof x === 'function') {
    const name = getOwnPropertyDescriptor(x, 'name')?.value;
    return typeof name === 'string' && name !== '' ? name : 'function';
  }
  if (ArrayBuffer.isView(x) || shownLeft <= 0) return [];
  if (x instanceof RealDate) {
    let time = NaN;
    try { time = applied(timeOf, x, []); } catch { return []; }
    return time === time ? `new Date("${applied(isoOf, x, [])}")` : 'new Date(NaN)';
  }
  const names = ownKeys(x);
  shownLeft -= names.length + 1;
  const list = [];
  for (let i = 0; i < names.length && list.length < most * 2; i++) {
    const name = names[i];
    const own = typeof name === 'string' ? getOwnPropertyDescriptor(x, name) : undefined;
    if (own !== undefined && own.enumerable && 'value' in own) { list[list.length] = name; list[list.length] = own.value; }
  }
  return list;
};
