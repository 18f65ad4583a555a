const { R, hide, unwrap, kindOf, dataOf, Mark, STYLE, PATH, isArray, create, freeze, defineProperty, acting, text, RealDate } = shared;
// Paths.
const pathPrototype = {};
const path = (points, inTangents, outTangents, closed) => {
  const object = create(pathPrototype);
  new Mark(object, PATH, { points, inTangents, outTangents, closed });
  return freeze(object);
};
{
  const copy = list => list.map(p => [p[0], p[1]]);
  const method = (name, run) => hide(pathPrototype, name, { [name](...list) {
    if (kindOf(this) !== PATH) throw new TypeError(`${name} needs a path`);
    return run(this, ...list);
  } }[name]);
  method('points', p => copy(dataOf(p).points));
  method('inTangents', p => copy(dataOf(p).inTangents));
  method('outTangents', p => copy(dataOf(p).outTangents));
  method('isClosed', p => dataOf(p).closed);
  method('pointOnPath', (p, at = 0.5) => R.pathAt(p, Number(unwrap(at)), 0));
  method('tangentOnPath', (p, at = 0.5) => R.pathAt(p, Number(unwrap(at)), 1));
  method('normalOnPath', (p, at = 0.5) => R.pathAt(p, Number(unwrap(at)), 2));
  hide(pathPrototype, 'toJSON', function () { return dataOf(this); });
}

// Text styles. `createStyle()` and `sourceText.style` come from the host as plain fields.
// `runs` holds what ranges of characters have of their own: [from, to, fields], later ones over earlier ones.
const stylePrototype = create(acting);
const MOST_RUNS = 4096;
const restyle = fields => {
  const object = create(stylePrototype);
  new Mark(object, STYLE, freeze(fields));
  return freeze(object);
};
const style = fields => restyle({ runs: freeze([]), ...fields });
{
  const of = (x, name) => {
    if (kindOf(x) !== STYLE) throw new TypeError(`${name} needs a text style`);
    return dataOf(x);
  };
  const number = x => { const n = Number(unwrap(x)); if (n !== n) throw new TypeError('the style needs a number'); return n; };
  const flag = x => Boolean(unwrap(x));
  const words = x => String(unwrap(x));
  const colour = x => { const v = unwrap(x); if (!isArray(v) || v.length < 3) throw new TypeError('a colour needs three numbers'); return [number(v[0]), number(v[1]), number(v[2])]; };
  // What is read is the style of the first character.
  const first = (d, field) => {
    for (let i = d.runs.length - 1; i >= 0; i--) {
      const [from, to, fields] = d.runs[i];
      if (from <= 0 && to > 0 && field in fields) return fields[field];
    }
    return d[field];
  };
  const getter = (name, read) => defineProperty(stylePrototype, name, { get() { return read(of(this, name)); }, enumerable: false, configurable: true });
  const setter = (name, run) => hide(stylePrototype, name, { [name](...list) { return restyle({ ...of(this, name), ...run(list[0], of(this, name), list) }); } }[name]);
  const index = x => Math.max(0, Math.trunc(number(x)));
  // The whole text, or `count` characters from `from`.
  const spread = (d, fields, from, count) => {
    const start = from === undefined ? 0 : index(from);
    if (start === 0 && count === undefined) {
      const rest = d.runs.map(([a, b, own]) => {
        const kept = { ...own };
        for (const name in fields) delete kept[name];
        return freeze([a, b, freeze(kept)]);
      }).filter(run => { for (const _ in run[2]) return true; return false; });
      return { ...fields, runs: freeze(rest) };
    }
    const end = count === undefined ? Infinity : start + index(count);
    if (end <= start) return {};
    if (d.runs.length >= MOST_RUNS) throw new RangeError(`a style has at most ${MOST_RUNS} ranges`);
    return { runs: freeze([...d.runs, freeze([start, end, freeze(fields)])]) };
  };
  const field = (name, set, read, ranged = true) => {
    if (name !== 'leading' && name !== 'fillColor' && name !== 'strokeColor') getter(name, d => first(d, name));
    setter(set, (x, d, list) => ranged ? spread(d, { [name]: read(x) }, list[1], list[2]) : { [name]: read(x) });
  };
  for (const [name, set] of [['fontSize', 'setFontSize'], ['tracking', 'setTracking'], ['baselineShift', 'setBaselineShift'],
    ['strokeWidth', 'setStrokeWidth'], ['horizontalScaling', 'setHorizontalScaling'], ['verticalScaling', 'setVerticalScaling']]) field(name, set, number);
  // The getter says 0..1, the setter takes percent.
  field('tsume', 'setTsume', x => number(x) / 100);
  for (const [name, set] of [['firstLineIndent', 'setFirstLineIndent'], ['leftMargin', 'setLeftMargin'],
    ['rightMargin', 'setRightMargin'], ['spaceAfter', 'setSpaceAfter'], ['spaceBefore', 'setSpaceBefore']]) field(name, set, number, false);
  for (const [name, set] of [['isFauxBold', 'setFauxBold'], ['isFauxItalic', 'setFauxItalic'], ['isAllCaps', 'setAllCaps'],
    ['isSmallCaps', 'setSmallCaps'], ['isAutoLeading', 'setAutoLeading'], ['applyFill', 'setApplyFill'],
    ['applyStroke', 'setApplyStroke'], ['isLigature', 'setLigature']]) field(name, set, flag);
  for (const [name, set] of [['isEveryLineComposer', 'setEveryLineComposer'], ['isHangingRoman', 'setHangingRoman']]) field(name, set, flag, false);
  for (const [name, set] of [['font', 'setFont'], ['baselineDirection', 'setBaselineDirection'], ['baselineOption', 'setBaselineOption'],
    ['digitSet', 'setDigitSet'], ['lineJoin', 'setLineJoin'], ['kerningType', 'setKerningType']]) field(name, set, words);
  getter('direction', d => d.direction);
  setter('setDirection', x => ({ direction: words(x), directionSet: true }));
  for (const [name, set] of [['justification', 'setJustification'], ['leadingType', 'setLeadingType']]) field(name, set, words, false);
  for (const [name, set] of [['fillColor', 'setFillColor'], ['strokeColor', 'setStrokeColor']]) {
    getter(name, d => [...first(d, name)]);
    field(name, set, colour);
  }
  getter('leading', d => first(d, 'isAutoLeading') ? first(d, 'fontSize') * 1.2 : first(d, 'leading'));
  setter('setLeading', (x, d, list) => spread(d, { leading: number(x), isAutoLeading: false }, list[1], list[2]));
  // Kerning is that after one character; setting it makes it manual there.
  getter('kerning', d => first(d, 'kerning'));
  setter('setKerning', (x, d, list) => spread(d, { kerning: number(x), kerningType: 'manual' }, list[1], list[1] === undefined ? undefined : 1));
  setter('setText', x => ({ text: text(words(x)), textSet: true }));
  setter('replaceText', (x, d, [, from = 0, count = d.text.length]) => {
    from = Math.min(index(from), d.text.length);
    const to = Math.min(from + index(count), d.text.length);
    const put = words(x);
    // Ranges behind what is replaced move with their characters.
    const grown = put.length - (to - from);
    const moved = at => at >= to && at !== Infinity ? at + grown : at > from ? Math.min(at, from + put.length) : at;
    const runs = d.runs.map(([a, b, own]) => freeze([moved(a), moved(b), own]));
    return { text: text(d.text.slice(0, from) + put + d.text.slice(to)), textSet: true, runs: freeze(runs) };
  });
}
return { path, style, roots: [pathPrototype, stylePrototype] };
