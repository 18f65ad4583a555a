const { R, hide, unwrap, kindOf, dataOf, Mark, STYLE, PATH, isArray, create, freeze, defineProperty, acting, text, RealDate } = shared;
// Dates without a clock and without a time zone: now is a given instant, local time is UTC.
const NOW = R.now;
const fixedDate = (() => {
  const pad = (n, w = 2) => String(n).padStart(w, '0');
  const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
  const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];
  const realParse = RealDate.parse, UTC = RealDate.UTC;
  const parse = source => {
    const s = String(source);
    if (s.length > 512) return NaN;
    if (/^\s*[+-]?\d{4,6}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d([.,]\d+)?)?\s*$/.test(s)) return realParse(s.trim().replace(' ', 'T') + 'Z');
    if (/^\s*[+-]?\d{4,6}(-\d\d(-\d\d)?)?\s*$/.test(s) || /(Z|UTC|GMT|[+-]\d\d:?\d\d)(\s*\(.*\))?\s*$/i.test(s)) return realParse(s);
    return realParse(s + ' UTC');
  };
  const FixedDate = function Date(...list) {
    if (!new.target) return new FixedDate().toString();
    let ms;
    if (list.length === 0) ms = NOW;
    else if (list.length === 1) {
      let x = unwrap(list[0]);
      if (x instanceof RealDate) ms = x.getTime();
      else {
        if (typeof x === 'object' && x !== null) x = x[Symbol.toPrimitive] ? x[Symbol.toPrimitive]('default') : x.valueOf();
        ms = typeof x === 'string' ? parse(x) : typeof x === 'object' ? parse(String(x)) : Number(x);
      }
    } else ms = UTC(...list.map(x => Number(unwrap(x))));
    return Reflect.construct(RealDate, [ms], new.target);
  };
  const proto = RealDate.prototype;
  FixedDate.prototype = proto;
  defineProperty(FixedDate, 'length', { value: 7, configurable: true });
  defineProperty(FixedDate, 'prototype', { writable: false, enumerable: false });
  hide(FixedDate, 'now', function now() { return NOW; });
  hide(FixedDate, 'parse', { parse(s) { return parse(s); } }.parse);
  hide(FixedDate, 'UTC', UTC);
  hide(proto, 'constructor', FixedDate);
  for (const name of ['Date', 'Day', 'FullYear', 'Hours', 'Milliseconds', 'Minutes', 'Month', 'Seconds']) {
    hide(proto, `get${name}`, proto[`getUTC${name}`]);
    if (name !== 'Day') hide(proto, `set${name}`, proto[`setUTC${name}`]);
  }
  hide(proto, 'getTimezoneOffset', function getTimezoneOffset() { return this.getTime() * 0; });
  hide(proto, 'getYear', function getYear() { return this.getUTCFullYear() - 1900; });
  hide(proto, 'setYear', function setYear(y) { y = Number(y); return this.setUTCFullYear(y >= 0 && y <= 99 ? 1900 + y : y); });
  const day = d => `${DAYS[d.getUTCDay()].slice(0, 3)} ${MONTHS[d.getUTCMonth()].slice(0, 3)} ${pad(d.getUTCDate())} ${pad(d.getUTCFullYear(), 4)}`;
  const clock = d => `${pad(d.getUTCHours())}:${pad(d.getUTCMinutes())}:${pad(d.getUTCSeconds())} GMT+0000 (Coordinated Universal Time)`;
  const valid = (name, make) => hide(proto, name, { [name](...list) { return isNaN(this.getTime()) ? 'Invalid Date' : make(this, ...list); } }[name]);
  valid('toString', d => `${day(d)} ${clock(d)}`);
  valid('toDateString', day);
  valid('toTimeString', clock);

  // Enough of Intl for what expressions print: order and separators of the common languages.
  const ORDER = { en: 'M/D/Y', 'en-GB': '0D/0M/Y', de: 'D.M.Y', fr: '0D/0M/Y', es: 'D/M/Y', it: 'D/M/Y', pt: '0D/0M/Y', ru: '0D.0M.Y', ja: 'Y/M/D', zh: 'Y/M/D', ko: 'Y. M. D.', nl: 'D-M-Y', sv: 'Y-0M-0D', pl: 'D.0M.Y', tr: '0D.0M.Y' };
  const pick = (table, locale) => {
    const tag = String(isArray(locale) ? locale[0] : locale ?? 'en-US');
    return table[tag] ?? table[tag.split('-')[0]] ?? table.en;
  };
  const shape = (n, how) => how === '2-digit' ? pad(n % 100) : String(n);
  const date = (d, locale, o) => {
    const y = d.getUTCFullYear(), m = d.getUTCMonth(), n = d.getUTCDate();
    const any = o.weekday || o.year || o.month || o.day;
    if (!any) return pick(ORDER, locale).replace('Y', y).replace(/0?M/, x => x.length > 1 ? pad(m + 1) : m + 1).replace(/0?D/, x => x.length > 1 ? pad(n) : n);
    const week = o.weekday && (o.weekday === 'long' ? DAYS[d.getUTCDay()] : DAYS[d.getUTCDay()].slice(0, o.weekday === 'narrow' ? 1 : 3));
    if (o.month === 'long' || o.month === 'short' || o.month === 'narrow') {
      const month = o.month === 'long' ? MONTHS[m] : MONTHS[m].slice(0, o.month === 'narrow' ? 1 : 3);
      const start = month + (o.day ? ` ${shape(n, o.day)}` : '');
      const body = o.year ? start + (o.day ? ', ' : ' ') + shape(y, o.year) : start;
      return week ? `${week}, ${body}` : body;
    }
    const parts = pick(ORDER, locale);
    const separator = parts.replace(/[0YMD]/g, '')[0] ?? '/';
    const list = parts.replace(/[^YMD]/g, '').split('').map(c => c === 'Y' ? o.year && shape(y, o.year) : c === 'M' ? o.month && shape(m + 1, o.month) : o.day && shape(n, o.day)).filter(Boolean);
    return [week, list.join(separator)].filter(Boolean).join(', ');
  };
  const hours = (d, locale, o) => {
    const english = /^en(-US)?$/.test(String(locale ?? 'en-US'));
    const twelve = o.hour12 ?? (o.hourCycle ? o.hourCycle.startsWith('h1') : english);
    const any = o.hour || o.minute || o.second;
    const h = d.getUTCHours(), shown = twelve ? h % 12 || 12 : h;
    const list = [];
    if (!any || o.hour) list.push(twelve && o.hour !== '2-digit' ? String(shown) : pad(shown));
    if (!any || o.minute) list.push(pad(d.getUTCMinutes()));
    if (!any || o.second) list.push(pad(d.getUTCSeconds()));
    return list.join(':') + (twelve && (!any || o.hour) ? (h < 12 ? ' AM' : ' PM') : '');
  };
  const styles = o => {
    if (o.dateStyle) o = { ...o, ...{ full: { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' }, long: { year: 'numeric', month: 'long', day: 'numeric' }, medium: { year: 'numeric', month: 'short', day: 'numeric' }, short: { year: '2-digit', month: 'numeric', day: 'numeric' } }[o.dateStyle] };
    if (o.timeStyle) o = { ...o, hour: 'numeric', minute: '2-digit', ...(o.timeStyle === 'short' ? {} : { second: '2-digit' }) };
    return o;
  };
  const both = (d, locale, options) => {
    const o = styles(options ?? {});
    const dates = o.weekday || o.year || o.month || o.day, times = o.hour || o.minute || o.second;
    if (dates && !times) return date(d, locale, o);
    if (times && !dates) return hours(d, locale, o);
    return `${date(d, locale, o)}, ${hours(d, locale, o)}`;
  };
  valid('toLocaleDateString', (d, locale, options) => date(d, locale, styles(options ?? {})));
  valid('toLocaleTimeString', (d, locale, options) => hours(d, locale, styles(options ?? {})));
  valid('toLocaleString', both);
  return { FixedDate, both, pick };
})();
