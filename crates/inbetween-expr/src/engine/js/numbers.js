// `toLocaleString` of numbers and the part of Intl that expressions use.
const { pick, both, FixedDate: Date } = fixedDate;
const formats = (() => {
  // Group separator, decimal separator, digits of zero, least digits for grouping.
  const SIGNS = {
    en: [',', '.'], de: ['.', ','], 'de-CH': ['’', '.'], 'de-AT': ['\u00a0', ','], fr: ['\u202f', ','], es: ['.', ',', 0, 5], it: ['.', ','], pt: ['.', ','], 'pt-PT': ['\u00a0', ',', 0, 5],
    nl: ['.', ','], ru: ['\u00a0', ','], uk: ['\u00a0', ','], pl: ['\u00a0', ',', 0, 5], cs: ['\u00a0', ','], sv: ['\u00a0', ','], nb: ['\u00a0', ','], no: ['\u00a0', ','], fi: ['\u00a0', ','],
    da: ['.', ','], tr: ['.', ','], id: ['.', ','], ja: [',', '.'], zh: [',', '.'], ko: [',', '.'], fa: ['٬', '٫', 0x6f0], ar: [',', '.'], 'ar-EG': ['٬', '٫', 0x660], hi: [',', '.', 0, 0, true], 'en-IN': [',', '.', 0, 0, true],
  };
  const MONEY = { USD: '$', EUR: '€', GBP: '£', JPY: '¥', CNY: 'CN¥', KRW: '₩', INR: '₹', BRL: 'R$', CHF: 'CHF', IRR: 'IRR' };
  const count = (x, fallback) => x === undefined ? fallback : Math.min(100, Math.max(0, Math.trunc(Number(x)) || 0));
  const format = (x, locale, options) => {
    const o = options ?? {};
    if (x !== x) return 'NaN';
    const [group, point, zero, least = 4, indian] = pick(SIGNS, locale);
    const percent = o.style === 'percent', money = o.style === 'currency' ? String(o.currency ?? 'USD').toUpperCase() : '';
    const whole = money === 'JPY' || money === 'KRW';
    const min = count(o.minimumFractionDigits, money && !whole ? 2 : 0);
    const max = Math.max(min, count(o.maximumFractionDigits, money ? (whole ? 0 : 2) : percent ? 0 : Math.max(3, min)));
    let n = percent ? x * 100 : x;
    const negative = n < 0 || Object.is(n, -0);
    n = Math.abs(n);
    let body;
    if (n === Infinity) body = '∞';
    else {
      let digits;
      if (o.maximumSignificantDigits !== undefined) digits = plainDigits(Number(n.toPrecision(Math.min(21, Math.max(1, count(o.maximumSignificantDigits, 21))))), 20);
      else digits = plainDigits(n, max);
      let [a, b = ''] = digits.split('.');
      while (b.length > min && b.endsWith('0')) b = b.slice(0, -1);
      b = b.padEnd(min, '0');
      a = a.padStart(count(o.minimumIntegerDigits, 1), '0');
      if (o.useGrouping !== false && a.length >= (least || 4)) a = indian ? a.replace(/\B(?=(\d{2})*\d{3}$)/g, group) : a.replace(/\B(?=(\d{3})+$)/g, group);
      body = b ? a + point + b : a;
      if (zero) body = body.replace(/\d/g, d => String.fromCharCode(zero + Number(d)));
    }
    if (percent) body += /^(de|fr|es|ru|sv|pl|cs|nb|no|fi|da)/.test(String(locale ?? '')) ? '\u00a0%' : '%';
    if (money) {
      const sign = MONEY[money] ?? money;
      body = /^(de|fr|es|it|ru|sv|pl|cs|nb|no|fi|da|pt-PT)/.test(String(locale ?? '')) ? `${body}\u00a0${sign}` : sign.length > 2 && !/[$¥]/.test(sign) ? `${sign}\u00a0${body}` : sign + body;
    }
    return (negative ? '-' : o.signDisplay === 'always' ? '+' : '') + body;
  };
  // Rounds half away from zero on the decimal digits of the number, as Intl does.
  const plainDigits = (n, places) => {
    if (n >= 1e21) return BigInt(n).toString();
    let s = String(n);
    const e = /^(\d)(?:\.(\d+))?e-(\d+)$/.exec(s);
    if (e) s = '0.' + '0'.repeat(Number(e[3]) - 1) + e[1] + (e[2] ?? '');
    const [a, b = ''] = s.split('.');
    if (b.length <= places) return s;
    const up = b.charCodeAt(places) >= 53;
    const all = (BigInt(a + b.slice(0, places)) + (up ? 1n : 0n)).toString().padStart(a.length + places, '0');
    return places ? `${all.slice(0, all.length - places)}.${all.slice(all.length - places)}` : all;
  };
  const resolved = locale => String(isArray(locale) ? locale[0] : locale ?? 'en-US');
  const NumberFormat = function NumberFormat(locale, options) {
    const made = new.target ? this : create(NumberFormat.prototype);
    hide(made, 'format', x => format(Number(unwrap(x)), locale, options));
    hide(made, 'resolvedOptions', () => ({ locale: resolved(locale), ...options }));
    return made;
  };
  const DateTimeFormat = function DateTimeFormat(locale, options) {
    const made = new.target ? this : create(DateTimeFormat.prototype);
    hide(made, 'format', x => { const d = x === undefined ? new Date() : new Date(x); const o = options ?? {}; return Object.keys(o).some(k => k !== 'timeZone' && k !== 'hour12') ? both(d, locale, o) : d.toLocaleDateString(locale); });
    hide(made, 'resolvedOptions', () => ({ locale: resolved(locale), timeZone: 'UTC', ...options }));
    return made;
  };
  return { Intl: { NumberFormat, DateTimeFormat }, number: format };
})();
return {
  Date, ...formats, roots: [Date, formats.Intl],
  heal(heal) { heal(RealDate.prototype, ['toString', 'valueOf', 'toJSON', 'constructor']); },
};
