'use strict';
// Runs inside the page (jsdom here; a browser would do). It is evaluated before lottie-web's player and leaves
// `window.__probe` behind. The player is loaded with one line changed: `initiateExpression` goes through
// `__probe.wrap`, so every expression's result is seen as the expression returned it, in file units, before
// lottie-web multiplies it (degrees to radians, percent to a fraction) or rounds small changes away.
(function (window) {
  const PASSES = 4;
  const entries = [];
  let current = null; // the sample being taken: Map from entry to {value} or {error}

  // Copies a result out of lottie-web's pooled, mutable objects into plain JSON. Non-finite numbers become their name.
  function plain(value, depth = 0) {
    if (value === null || value === undefined) return value === undefined ? 'undefined' : null;
    if (value instanceof Number || value instanceof String || value instanceof Boolean) value = value.valueOf();
    if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
    if (typeof value === 'string' || typeof value === 'boolean') return value;
    if (typeof value === 'object' && value.v && value.i && value.o && typeof value.v.length === 'number') return path(value);
    if (typeof value === 'object' && typeof value.length === 'number' && depth < 4) {
      return Array.from(value, (item) => plain(item, depth + 1));
    }
    if (typeof value === 'function') {
      if (value.v !== undefined) return plain(value.v, depth + 1);
      return '[function]';
    }
    return '[object]';
  }

  // lottie-web keeps tangents as absolute points; the expression language has them relative to their vertex.
  function path(shape) {
    const points = [], inTangents = [], outTangents = [];
    const count = shape._length === undefined ? shape.v.length : shape._length;
    for (let i = 0; i < count; i += 1) {
      const [x, y] = shape.v[i];
      points.push([x, y]);
      inTangents.push([shape.i[i][0] - x, shape.i[i][1] - y]);
      outTangents.push([shape.o[i][0] - x, shape.o[i][1] - y]);
    }
    return { points, inTangents, outTangents, closed: !!shape.c };
  }

  const message = (error) => `${error && error.name ? error.name : 'Error'}: ${error && error.message ? error.message : error}`;

  // A failing expression gives the value it was handed, for that frame only. lottie-web itself would drop the rest of
  // the frame and keep the property locked for the session, which would hide every later value.
  function wrap(initiate) {
    return function (elem, data, property) {
      const entry = { elem, property, path: data.__path, setup: null };
      entries.push(entry);
      let run;
      try {
        run = initiate.call(this, elem, data, property);
      } catch (error) {
        entry.setup = message(error);
        return (value) => value;
      }
      return function (value) {
        const again = property.frameExpressionId === elem.globalData.frameId;
        let result;
        try {
          result = run.call(property, value);
          if (current && !again) current.set(entry, { value: plain(result) });
        } catch (error) {
          result = value;
          property.frameExpressionId = elem.globalData.frameId;
          if (current) current.set(entry, { error: message(error) });
        }
        return result;
      };
    };
  }

  // Gives every object that carries an expression its own JSON path, before lottie-web copies and rewrites the file.
  function tag(node, at, found) {
    if (!node || typeof node !== 'object') return found;
    if (Array.isArray(node)) {
      node.forEach((item, i) => tag(item, `${at}[${i}]`, found));
      return found;
    }
    if (typeof node.x === 'string' && 'k' in node) {
      // Raw text names no result variable, and lottie-web runs only text that does: let eval give its completion value.
      const assisted = !/\bbm_rt|\$bm_rt/.test(node.x);
      found.push({ path: at, expression: node.x, assisted });
      if (assisted) node.x = `var $bm_rt; $bm_rt = eval(${JSON.stringify(node.x)});`;
      node.__path = at;
    }
    for (const key of Object.keys(node)) if (key !== '__path') tag(node[key], at ? `${at}.${key}` : key, found);
    return found;
  }

  function elements(renderer, list) {
    for (const elem of renderer.elements || []) {
      if (!elem) continue;
      list.push(elem);
      if (elem.elements) elements(elem, list);
    }
    return list;
  }

  function quietly(action, notes) {
    try {
      action();
    } catch (error) {
      notes.add(message(error));
    }
  }

  // Every composition shows the same frame number, so a reference into another composition reads it at the current time.
  // Four passes, the last recorded: lottie-web reads paths and matrices as they were last left (matrices it refreshes
  // only for visible layers), so a chain of such readings needs a pass for each of its links.
  function sample(anim, frame, notes) {
    const renderer = anim.renderer, shared = renderer.globalData;
    const everything = elements(renderer, []);
    for (let pass = 0; pass < PASSES; pass += 1) {
      shared.frameId += 1;
      shared.frameNum = frame;
      if (shared.projectInterface) shared.projectInterface.currentFrame = frame;
      renderer.renderedFrame = frame;
      for (const elem of everything) if (elem.elements) elem.renderedFrame = frame;
      current = pass === PASSES - 1 ? new Map() : null;
      for (const entry of entries) quietly(() => refresh(entry, renderer), notes);
      for (const elem of everything) {
        if (elem.checkLayerLimits) quietly(() => elem.checkLayerLimits(frame - elem.data.st), notes); // what `active` asks
        if (elem.finalTransform && elem.finalTransform.mProp) quietly(() => elem.finalTransform.mProp.getValue(), notes);
        for (const property of elem.dynamicProperties || []) quietly(() => property.getValue(), notes);
      }
    }
    const taken = current;
    current = null;
    return taken;
  }

  // Text documents keep their own frame guard and answer with a whole document, not through effectsSequence alone.
  function refresh(entry) {
    const property = entry.property;
    property.lock = false;
    if (typeof property.getValue === 'function') property.getValue();
  }

  function load(text, timeout) {
    return new Promise((resolve) => {
      const data = JSON.parse(text);
      const found = tag(data, '', []);
      const holder = window.document.createElement('div');
      window.document.body.appendChild(holder);
      const done = (anim, error) => resolve({ anim, found, error, data });
      window.setTimeout(() => done(null, 'load never completes'), timeout);
      window.__probe.fail = (error) => done(null, message(error));
      let anim;
      try {
        anim = window.lottie.loadAnimation({
          container: holder, renderer: 'svg', loop: false, autoplay: false, animationData: data,
          rendererSettings: { progressiveLoad: false },
        });
      } catch (error) {
        done(null, message(error));
        return;
      }
      anim.addEventListener('data_failed', () => done(null, 'data_failed'));
      anim.addEventListener('DOMLoaded', () => done(anim, null));
      // When building the layers throws, lottie-web has said so before anyone could listen. Build once more to hear it;
      // what was built before the throw can still be sampled.
      if (anim.isLoaded) {
        window.setTimeout(() => {
          let why = null;
          if ((anim.renderer.elements || []).includes(undefined) || anim.renderer.elements.length < anim.renderer.layers.length) {
            try { anim.renderer.initItems(); } catch (error) { why = message(error); }
          }
          done(anim, why);
        }, 200);
      }
    });
  }

  const random = /random|wiggle|noise|\bDate\b|gaussRandom/i;

  async function dump(text, count, timeout) {
    const { anim, found, error } = await load(text, timeout);
    const properties = found.map(({ path: at, expression, assisted }) => ({
      path: at, expression, deterministic: !random.test(expression), ...(assisted ? { assisted } : {}), samples: [],
    }));
    const result = { frame_rate: null, error: error || null, notes: [], properties };
    if (!anim) return result;
    const source = JSON.parse(text);
    const first = source.ip || 0, rate = anim.frameRate;
    result.frame_rate = rate;
    const byPath = new Map(properties.map((property) => [property.path, property]));
    // A composition used more than once is built more than once; its first layer stands for all of them.
    const chosen = new Map();
    for (const entry of entries) if (!chosen.has(entry.path)) chosen.set(entry.path, entry);
    const notes = new Set();
    for (let k = 0; k < count; k += 1) {
      const frame = Math.floor(first + (k * (source.op - first)) / count);
      const taken = sample(anim, frame, notes);
      for (const [at, entry] of chosen) {
        const property = byPath.get(at);
        if (!property) continue;
        const got = entry.setup ? { error: entry.setup } : taken.get(entry) || { error: 'not evaluated' };
        property.samples.push({ time: frame / rate, frame, ...got });
      }
    }
    for (const property of properties) if (!property.samples.length) property.note = 'lottie-web builds no such property';
    result.notes = [...notes];
    return result;
  }

  window.__probe = { wrap, dump, fail: () => {} };
})(window);
