// What lottie-web takes for the expressions of a scenario, in microseconds of process CPU per evaluation.
//
//   node peer.js MODULES SCENARIOS [a,b,d,e,f]
//
// MODULES holds node_modules with lottie-web and jsdom (`npm install lottie-web jsdom`); SCENARIOS the files
// X.none.json and X.expr.json. Only the pass that computes properties and expressions is run, nothing is drawn: the
// cheapest way there is to have lottie-web's values. The least of several loads counts, after a pass to warm the compiler.
'use strict';
const { createRequire } = require('node:module');
const fs = require('node:fs');
const path = require('node:path');

const [modules, scenarios, which = 'a,b,d,e,f'] = process.argv.slice(2);
const load = createRequire(path.join(path.resolve(modules), 'from-here.js'));
const { JSDOM } = load('jsdom');

// lottie-web wants a browser; it only has to look like one.
const { window } = new JSDOM('<!doctype html><body></body>');
const context = { measureText: () => ({ width: 10 }), fillRect() {}, clearRect() {}, font: '' };
window.HTMLCanvasElement.prototype.getContext = () => context;
Object.assign(globalThis, { window, document: window.document, DOMParser: window.DOMParser, Worker: undefined });
Object.defineProperty(globalThis, 'navigator', { value: window.navigator, configurable: true });
globalThis.requestAnimationFrame = window.requestAnimationFrame = () => 0;
const lottie = load('lottie-web/build/player/lottie.js');

const FRAMES = 600;
const EVALUATIONS = { a: 200, b: 200, d: 200, e: 50, f: 10 };
const LOADS = 3;

function evaluate(animation, frame) {
  const { renderer } = animation;
  const shared = renderer.globalData;
  renderer.renderedFrame = shared.frameNum = shared.projectInterface.currentFrame = frame;
  shared.frameId += 1;
  shared._mdf = false;
  renderer.layers.forEach((layer, at) => renderer.elements[at] && renderer.elements[at].prepareFrame(frame - layer.st));
}

async function microseconds(file) {
  let least = Infinity;
  for (let turn = 0; turn < LOADS; turn += 1) {
    const container = document.body.appendChild(document.createElement('div'));
    const animationData = JSON.parse(fs.readFileSync(file));
    const animation = lottie.loadAnimation({ container, renderer: 'svg', loop: false, autoplay: false, animationData });
    if (!animation.isLoaded) await new Promise((done) => animation.addEventListener('DOMLoaded', done));
    for (let frame = 0; frame < FRAMES; frame += 10) evaluate(animation, frame + 0.5);
    const start = process.cpuUsage();
    for (let frame = 0; frame < FRAMES; frame += 1) evaluate(animation, frame + 0.25);
    const { user, system } = process.cpuUsage(start);
    least = Math.min(least, user + system);
    animation.destroy();
    container.remove();
  }
  return least;
}

(async () => {
  const found = {};
  for (const name of which.split(',')) {
    const [none, expr] = [
      await microseconds(path.join(scenarios, `${name}.none.json`)),
      await microseconds(path.join(scenarios, `${name}.expr.json`)),
    ];
    found[name] = (expr - none) / (FRAMES * EVALUATIONS[name]);
  }
  console.log(JSON.stringify({ node: process.version, lottie: lottie.version, microseconds: found }));
  process.exit(0);
})();
