'use strict';
// node dump.js [--samples N] [--refine WHAT,…] [--out DIR] FILE...
//
// Evaluates every expression of each Lottie file (.json, .lottie, .tgs) with lottie-web under jsdom and prints what each
// gave at N frames spread over the file, as JSON (or writes DIR/NAME.json). Each file runs in a process of its own.
//
// --refine removes one of lottie-web's numerical shortcuts, to tell its approximations from its rules (REFINEMENTS).
//
// {file, lottie_web, frame_rate, error, notes, properties: [{path, expression, deterministic, note?,
//   samples: [{time, frame, value | error}]}]}; time is seconds of the composition the property is in.
const fs = require('fs'), path = require('path'), zlib = require('zlib');
const { spawnSync } = require('child_process');

const LOAD_TIMEOUT_MS = 20000, RUN_TIMEOUT_MS = 180000;

const REFINEMENTS = {
  // Expressions as sloppy code, where assigning an undeclared name makes a variable, as After Effects runs them.
  sloppy: [["'use strict';", '']],
  // Vectors in 64 bits in place of 32.
  double: [],
  // Ease curves solved to the last bit: four Newton steps or ten halvings otherwise.
  easing: [['NEWTON_ITERATIONS = 4', 'NEWTON_ITERATIONS = 40'], ['SUBDIVISION_PRECISION = 0.0000001', 'SUBDIVISION_PRECISION = 1e-16'],
    ['SUBDIVISION_MAX_ITERATIONS = 10', 'SUBDIVISION_MAX_ITERATIONS = 60']],
  // Motion paths measured along 20000 chords in place of 150.
  chords: [['defaultCurveSegments = 150', 'defaultCurveSegments = 20000']],
  // A motion path whose handles lie on the line of its ends is not cut down to that line: handles may reach past an end.
  lines: [['curveSegments = 2;', ''], ['data.k[i].to = null;', ''], ['data.k[i].ti = null;', '']],
  // Lengths of a path's segments taken at the frame in place of kept from the first one.
  lengths: [['if (!this._segmentsLength) {', 'if (true) {']],
  // Tangents as the limit at the point: not the chord to the point 0.1 % further, and at the ends not elsewhere.
  tangents: [['perc = 0.999;', 'perc = 0;'], ['perc = this.v.c;', 'perc = 1 - 1e-6;'], ['perc + 0.001, time', 'perc + 1e-6, time']],
  // `active` asks for the video switch too, as the language's reference has it.
  active: [['return elem.isInRange;', 'return elem.isInRange && !elem.data.hd;']],
  // loopIn('cycle') with its closing parenthesis where its other modes have it.
  loopin: [['(cycleDuration - ((firstKeyFrame - currentFrame) % cycleDuration + firstKeyFrame))',
    '(cycleDuration - (firstKeyFrame - currentFrame) % cycleDuration + firstKeyFrame)']],
  // Points on a path not rounded to a thousandth.
  points: [['* 1000) / 1000', '* 1e12) / 1e12']],
  // Velocity over 0.1 µs in place of a millisecond (meaningful only with double and easing).
  velocity: [['var delta = -0.001;', 'var delta = -1e-7;']],
};

function main(args) {
  const options = { samples: 8, out: null, one: false, refine: [], files: [] };
  for (let i = 0; i < args.length; i += 1) {
    if (args[i] === '--samples') options.samples = Number(args[(i += 1)]);
    else if (args[i] === '--out') options.out = args[(i += 1)];
    else if (args[i] === '--refine') options.refine = args[(i += 1)].split(',');
    else if (args[i] === '--one') options.one = true;
    else options.files.push(args[i]);
  }
  if (!options.files.length) {
    console.error('usage: node dump.js [--samples N] [--refine WHAT,…] [--out DIR] FILE...');
    process.exit(2);
  }
  if (options.one) return one(options.files[0], options);
  if (options.out) fs.mkdirSync(options.out, { recursive: true });
  for (const file of options.files) {
    const run = spawnSync(process.execPath, [__filename, '--one', '--samples', String(options.samples), ...(options.refine.length ? ['--refine', options.refine.join()] : []), file],
      { timeout: RUN_TIMEOUT_MS, maxBuffer: 1 << 28, encoding: 'utf8' });
    let text = run.stdout;
    if (run.status !== 0 || !text) {
      const why = run.error ? String(run.error.code || run.error) : (run.stderr || '').trim().split('\n').pop();
      text = JSON.stringify({ file: path.basename(file), error: `process: ${why}`, notes: [], properties: [] });
    }
    if (!options.out) console.log(text.trim());
    else fs.writeFileSync(path.join(options.out, `${path.basename(file)}.json`), text);
    const report = JSON.parse(text);
    console.error(`${report.file}: ${report.error || `${report.properties.length} properties`}`);
  }
}

async function one(file, { samples, refine }) {
  if (!fs.existsSync(path.join(__dirname, 'node_modules'))) {
    console.error('run npm install in this folder first');
    process.exit(3);
  }
  const { JSDOM, VirtualConsole } = require('jsdom');
  const quiet = new VirtualConsole();
  const dom = new JSDOM('<!doctype html><body></body>', { runScripts: 'outside-only', virtualConsole: quiet });
  const window = dom.window;
  // What jsdom lacks and lottie-web asks for: text has no extent here, and nothing is drawn.
  const box = () => ({ x: 0, y: 0, width: 0, height: 0 });
  window.SVGElement.prototype.getBBox = box;
  window.SVGElement.prototype.getComputedTextLength = () => 0;
  window.HTMLCanvasElement.prototype.getContext = () => ({ measureText: () => ({ width: 10 }), fillRect() {}, clearRect() {} });
  window.requestAnimationFrame = () => 0;
  window.fetch = undefined;
  // jsdom refuses addresses outside the document; a file that asks for an image or data just does not get it.
  quiet.on('jsdomError', (error) => {
    if (error.detail && window.__probe && error.type !== 'not implemented') window.__probe.fail(error.detail);
  });
  if (refine.includes('double')) window.eval('Float32Array = Float64Array');
  window.eval(fs.readFileSync(path.join(__dirname, 'probe.js'), 'utf8'));
  window.eval(player(refine));
  window.__text = source(file);
  const result = await window.eval(`__probe.dump(__text, ${samples}, ${LOAD_TIMEOUT_MS})`);
  const version = require('lottie-web/package.json').version;
  const text = JSON.stringify({ file: path.basename(file), lottie_web: version, refine, ...result });
  fs.writeSync(1, text + '\n');
  process.exit(0);
}

function player(refine) {
  let text = fs.readFileSync(require.resolve('lottie-web/build/player/lottie.js'), 'utf8');
  const hook = 'ob.initiateExpression = initiateExpression;';
  if (text.split(hook).length !== 2) throw new Error('this lottie-web has no single place to watch expressions at');
  for (const name of refine) for (const [shortcut, finer] of REFINEMENTS[name]) {
    if (!text.includes(shortcut)) throw new Error(`this lottie-web has no "${shortcut}"`);
    text = text.split(shortcut).join(finer);
  }
  return text.replace(hook, 'ob.initiateExpression = globalThis.__probe.wrap(initiateExpression);')
    .replace('(typeof document !== "undefined") && (typeof navigator !== "undefined") && ', '');
}

// The animation's JSON text: plain, gzip (.tgs), or the first animation of a dotLottie zip.
function source(file) {
  const bytes = fs.readFileSync(file);
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return zlib.gunzipSync(bytes).toString('utf8');
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return fromZip(bytes);
  return bytes.toString('utf8').replace(/^\uFEFF/, '');
}

function fromZip(bytes) {
  let end = bytes.length - 22;
  while (end > 0 && bytes.readUInt32LE(end) !== 0x06054b50) end -= 1;
  let at = bytes.readUInt32LE(end + 16);
  const count = bytes.readUInt16LE(end + 10), entries = new Map();
  for (let i = 0; i < count; i += 1) {
    const nameLength = bytes.readUInt16LE(at + 28), extra = bytes.readUInt16LE(at + 30), comment = bytes.readUInt16LE(at + 32);
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength), local = bytes.readUInt32LE(at + 42);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const body = bytes.subarray(start, start + bytes.readUInt32LE(at + 20));
    entries.set(name, bytes.readUInt16LE(at + 10) === 8 ? zlib.inflateRawSync(body) : body);
    at += 46 + nameLength + extra + comment;
  }
  const manifest = JSON.parse(entries.get('manifest.json').toString('utf8'));
  const id = manifest.animations[0].id;
  return (entries.get(`animations/${id}.json`) || entries.get(`a/${id}.json`)).toString('utf8');
}

main(process.argv.slice(2));
