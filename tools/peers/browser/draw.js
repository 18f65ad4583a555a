// node draw.js JOBS.json: draws frames with lottie-web's SVG renderer in headless Chromium.
// JOBS is a list of {file, width, height, first, frames: [[frame, png], ...]}; prints one JSON line per job.
// CHROMIUM names the browser (default: chromium on the path). Every job has a page of its own.
'use strict';
const fs = require('fs');
const path = require('path');
const { chromium } = require('playwright-core');

const player = require.resolve('lottie-web/build/player/lottie.js');

function find(name) {
  for (const folder of process.env.PATH.split(path.delimiter)) {
    const file = path.join(folder, name);
    if (fs.existsSync(file)) return file;
  }
  throw new Error(`no ${name} on the path`);
}

async function draw(browser, job) {
  const page = await browser.newPage({ viewport: { width: job.width, height: job.height } });
  const errors = [];
  page.on('pageerror', (error) => errors.push(error.message));
  try {
    await page.setContent(`<body style="margin:0;background:#fff;overflow:hidden"><div id="at"
      style="width:${job.width}px;height:${job.height}px;overflow:hidden"></div>`);
    await page.addScriptTag({ path: player });
    await page.evaluate((animationData) => new Promise((done) => {
      window.player = lottie.loadAnimation({
        container: document.getElementById('at'), renderer: 'svg', loop: false, autoplay: false, animationData,
        rendererSettings: { preserveAspectRatio: 'none', progressiveLoad: false },
      });
      window.player.addEventListener('DOMLoaded', done);
      // Files with missing images never say so; draw them without.
      setTimeout(done, 4000);
    }), JSON.parse(fs.readFileSync(job.file, 'utf8')));
    for (const [frame, png] of job.frames) {
      // Twice: expressions read some values late. The player counts from the composition's first frame.
      await page.evaluate(async (at) => {
        for (let pass = 0; pass < 2; pass++) {
          window.player.goToAndStop(at + 0.25, true);
          window.player.goToAndStop(at, true);
        }
        await document.fonts.ready;
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      }, frame - job.first);
      await page.screenshot({ path: png });
    }
  } catch (error) {
    errors.push(String(error.message).split('\n')[0]);
  }
  await page.close();
  return [...new Set(errors)];
}

(async () => {
  const jobs = JSON.parse(fs.readFileSync(process.argv[2], 'utf8'));
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM || find('chromium'),
    args: ['--no-sandbox', '--disable-gpu', '--force-color-profile=srgb', '--disable-lcd-text', '--hide-scrollbars'],
  });
  for (const job of jobs) {
    const errors = await draw(browser, job);
    console.log(JSON.stringify({ file: job.file, errors }));
  }
  await browser.close();
})();
