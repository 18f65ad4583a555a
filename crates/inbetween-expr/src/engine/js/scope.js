// `$s`: the names an expression sees without declaring them. One frozen object per kind of evaluation; what they mean
// is read from the running evaluation below.
let T = 0, L = -1, P = -1, C = -1, S = undefined, D = 0, dollar = undefined;
const fuels = [], depths = [], dollars = [];
const programs = [];
const scopes = [];

const unknown = new Proxy(create(null), {
  get(_, name) {
    if (typeof name === 'symbol') return undefined;
    throw new ReferenceError(`${name} is not defined`);
  },
});

const selector = i => () => R.selector(i);
const builtins = create(null);
for (const { name, run } of R.builtins) builtins[name] = run;
builtins.posterizeTime = function posterizeTime(rate) { T = R.posterize(Number(unwrap(rate))); return T; };
builtins.seedRandom = function seedRandom(offset, timeless = false) { R.seed(Number(unwrap(offset)), Boolean(unwrap(timeless))); };

const scope = (index, layerClass, propertyClass, compositionClass) => {
  const made = create(unknown);
  const put = (name, descriptor) => {
    if (!Object.hasOwn(made, name)) defineProperty(made, name, { enumerable: true, ...descriptor });
  };
  const members = (classId, id) => {
    for (const { names: [name], method, id: member } of R.classes[classId].members) {
      if (method) {
        const run = { [name](...list) { return R.call(id(), member, ...list); } }[name];
        put(name, { value: run });
      } else put(name, { get: () => R.get(id(), member) });
    }
  };
  put('time', { get: () => T });
  put('thisComp', { get: () => R.handle(C) });
  put('thisProject', { get: () => R.project() });
  put('inbetween', { get: () => R.inbetween() });
  if (layerClass >= 0) put('thisLayer', { get: () => R.handle(L) });
  if (propertyClass >= 0) {
    put('thisProperty', { get: () => R.handle(P) });
    put('value', { get: () => R.get(P, R.value) });
  }
  put('textIndex', { get: selector(0) });
  put('textTotal', { get: selector(1) });
  put('selectorValue', { get: selector(2) });
  put('$', { get: () => dollar ??= { os: '', version: '', build: '', locale: 'en_US', fileName: '', line: 0, write() {}, writeln() {} } });
  for (const name in builtins) put(name, { value: builtins[name] });
  if (layerClass >= 0) members(layerClass, () => L);
  if (propertyClass >= 0) members(propertyClass, () => P);
  members(compositionClass, () => C);
  for (const { members: list } of R.classes) {
    for (const { names: [name], method, global, id: member } of list) {
      if (global && method) put(name, { value: { [name](...list) { return R.call(dataOf(R.project()), member, ...list); } }[name] });
      else if (global) put(name, { get: () => R.get(dataOf(R.project()), member) });
    }
  }
  scopes[index] = freeze(made);
};

// One evaluation. The outer one's counters are put away and restored by `back`, also after an error nothing can catch.
const run = (program, scopeIndex, time, layer, property, composition) => {
  fuels[D] = $fuel; depths[D] = $deep; dollars[D] = dollar;
  D++;
  $fuel = R.fuel; $deep = 0; dollar = undefined;
  S = scopes[scopeIndex]; T = time; L = layer; P = property; C = composition;
  return programs[program](S);
};
const back = (depth, scopeIndex, time, layer, property, composition) => {
  D = depth; $fuel = fuels[D]; $deep = depths[D]; dollar = dollars[D];
  S = scopes[scopeIndex]; T = time; L = layer; P = property; C = composition;
};
const load = (index, run) => { programs[index] = run; };
const unload = () => { programs.length = 0; };

const attempt = name => {
  try { return S[name]; } catch (error) { caught(error); return undefined; }
};
const caught = error => {
  // Out of stack and out of memory depend on what else runs: they are limits too.
  if (R.tripped()) R.limit(3);
  if (error instanceof InternalError && /out of memory|interrupted|stack overflow/.test(error.message)) R.limit(/memory/.test(error.message) ? 4 : 2);
  if (error instanceof RangeError && /call stack|stack overflow/.test(error.message)) R.limit(2);
  if (error === null && R.memory()) R.limit(4);
};
const out = why => R.limit(why === 1 ? 2 : 0);
const ev = (source, names) => {
  source = plain(source);
  if (typeof source !== 'string') return source;
  if (source.length > 512) { long(source.length); charge(source.length * 16); }
  return R.ev(source, names === undefined ? '' : names);
};
// `eval` by another name: sees no locals, runs rewritten text like any other.
const indirect = { eval(source) { return R.indirectEval(S, ev(source, '')); } }.eval;
