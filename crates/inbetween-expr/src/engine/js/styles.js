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

// Text styles. `createStyle()` and `sourceText.style` come from the host as plain fields; what Lottie has no place
// for starts at AE's defaults.
const styleDefaults = {
  baselineDirection: 'default', baselineOption: 'default', digitSet: 'default', isLigature: true, lineJoin: 'miter',
  tsume: 0, kerning: 0, kerningType: 'metrics', direction: 'left-to-right', firstLineIndent: 0,
  isEveryLineComposer: false, isHangingRoman: false, leadingType: 'bottom-to-bottom', leftMargin: 0, rightMargin: 0,
  spaceAfter: 0, spaceBefore: 0,
};
const stylePrototype = create(acting);
const restyle = fields => {
  const object = create(stylePrototype);
  new Mark(object, STYLE, freeze(fields));
  return freeze(object);
};
const style = fields => restyle({ ...styleDefaults, ...fields });
{
  const of = (x, name) => {
    if (kindOf(x) !== STYLE) throw new TypeError(`${name} needs a text style`);
    return dataOf(x);
  };
  const number = x => { const n = Number(unwrap(x)); if (n !== n) throw new TypeError('the style needs a number'); return n; };
  const flag = x => Boolean(unwrap(x));
  const words = x => String(unwrap(x));
  const colour = x => { const v = unwrap(x); if (!isArray(v) || v.length < 3) throw new TypeError('a colour needs three numbers'); return [number(v[0]), number(v[1]), number(v[2])]; };
  const getter = (name, read) => defineProperty(stylePrototype, name, { get() { return read(of(this, name)); }, enumerable: false, configurable: true });
  const setter = (name, run) => hide(stylePrototype, name, { [name](...list) { return restyle({ ...of(this, name), ...run(list[0], of(this, name), list) }); } }[name]);
  // One style is the style of the first character, so a run that starts later leaves it as it is.
  const field = (name, set, read, ranged = true) => {
    if (name !== 'leading' && name !== 'fillColor' && name !== 'strokeColor') getter(name, d => d[name]);
    setter(set, (x, d, list) => ranged && number(list[1] ?? 0) > 0 ? {} : { [name]: read(x) });
  };
  for (const [name, set] of [['fontSize', 'setFontSize'], ['tracking', 'setTracking'], ['baselineShift', 'setBaselineShift'],
    ['strokeWidth', 'setStrokeWidth'], ['horizontalScaling', 'setHorizontalScaling'], ['verticalScaling', 'setVerticalScaling'],
    ['tsume', 'setTsume'], ['kerning', 'setKerning']]) field(name, set, number);
  for (const [name, set] of [['firstLineIndent', 'setFirstLineIndent'], ['leftMargin', 'setLeftMargin'],
    ['rightMargin', 'setRightMargin'], ['spaceAfter', 'setSpaceAfter'], ['spaceBefore', 'setSpaceBefore']]) field(name, set, number, false);
  for (const [name, set] of [['isFauxBold', 'setFauxBold'], ['isFauxItalic', 'setFauxItalic'], ['isAllCaps', 'setAllCaps'],
    ['isSmallCaps', 'setSmallCaps'], ['isAutoLeading', 'setAutoLeading'], ['applyFill', 'setApplyFill'],
    ['applyStroke', 'setApplyStroke'], ['isLigature', 'setLigature']]) field(name, set, flag);
  for (const [name, set] of [['isEveryLineComposer', 'setEveryLineComposer'], ['isHangingRoman', 'setHangingRoman']]) field(name, set, flag, false);
  for (const [name, set] of [['font', 'setFont'], ['baselineDirection', 'setBaselineDirection'], ['baselineOption', 'setBaselineOption'],
    ['digitSet', 'setDigitSet'], ['lineJoin', 'setLineJoin'], ['kerningType', 'setKerningType']]) field(name, set, words);
  for (const [name, set] of [['direction', 'setDirection'], ['justification', 'setJustification'], ['leadingType', 'setLeadingType']]) field(name, set, words, false);
  for (const [name, set] of [['fillColor', 'setFillColor'], ['strokeColor', 'setStrokeColor']]) {
    getter(name, d => [d[name][0], d[name][1], d[name][2]]);
    field(name, set, colour);
  }
  getter('leading', d => d.isAutoLeading ? d.fontSize * 1.2 : d.leading);
  setter('setLeading', (x, d, list) => number(list[1] ?? 0) > 0 ? {} : { leading: number(x), isAutoLeading: false });
  setter('setText', x => ({ text: text(words(x)) }));
  setter('replaceText', (x, d, [, from = 0, count = d.text.length]) => {
    from = Math.max(0, Math.trunc(number(from)));
    return { text: text(d.text.slice(0, from) + words(x) + d.text.slice(from + Math.max(0, Math.trunc(number(count))))) };
  });
}
return { path, style, roots: [pathPrototype, stylePrototype] };
