/**
 * Prints the time from a click on a prefetched link to the paint of its page, with the processor slowed down four times.
 *
 * `node tests/browser/measure-routes.mjs BASE_URL CACHE_DIR [COUNT]`: the pages are COUNT (20) of the site's `sitemap.xml`, at
 * equal distances. It proves nothing on a busy machine and is therefore no test. `PROFILE=FILE` saves a CPU profile.
 */
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { CHROMIUM_FLAGS, findChromium } from './chromium.mjs';

const SLOWDOWN = 4;
const [base, cacheDir, count = '20'] = process.argv.slice(2);

const { chromium } = createRequire(new URL('../../ui/package.json', import.meta.url))('playwright-core');
const { path, env } = await findChromium(cacheDir);
const browser = await chromium.launch({
  executablePath: path,
  args: CHROMIUM_FLAGS.filter((flag) => flag !== '--headless'),
  env: { ...process.env, ...env },
});
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(base);
  await page.waitForSelector('html[data-has-hydrated]', { state: 'attached' });
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  if (process.env.PROFILE) {
    await session.send('Profiler.enable');
    await session.send('Profiler.start');
  }
  const times = [];
  for (const route of await chosenRoutes()) {
    const { ms, bytes } = await page.evaluate(measure, route);
    times.push(ms);
    console.log(`${ms.toFixed(0).padStart(6)} ms ${String(bytes).padStart(8)} B  ${route}`);
  }
  times.sort((a, b) => a - b);
  const at = (part) => times[Math.min(times.length - 1, Math.floor(times.length * part))].toFixed(0);
  console.log(`click to paint at ${SLOWDOWN}x: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, of ${times.length} pages`);
  if (process.env.PROFILE)
    await writeFile(process.env.PROFILE, JSON.stringify((await session.send('Profiler.stop')).profile));
} finally {
  await browser.close();
}

async function chosenRoutes() {
  const text = await (await fetch(new URL('/sitemap.xml', base))).text();
  const all = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => new URL(url).pathname);
  const routes = all.filter((route) => route !== '/');
  return Array.from({ length: Number(count) }, (_, at) => routes[Math.floor((at * routes.length) / Number(count))]);
}

/** Runs in the page. */
async function measure(route) {
  const link = document.body.appendChild(document.createElement('a'));
  link.href = route;
  link.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
  const entry = () =>
    performance.getEntriesByType('resource').find(({ name }) => new URL(name).pathname === `/_bindery/page${route}`);
  while (!entry()) await new Promise((resolve) => setTimeout(resolve, 20));
  // The page's own work, such as the islands' of the last one, ends first.
  for (let idle = 0; idle < 5; idle += 1) await new Promise((resolve) => requestIdleCallback(resolve));
  await new Promise((resolve) => setTimeout(resolve, 500));
  const painted = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      observer.disconnect();
      // A message that is sent in a frame comes after its paint.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now());
        port2.postMessage(null);
      });
    });
    observer.observe(document.querySelector('main'), { childList: true });
  });
  const start = performance.now();
  link.click();
  const end = await painted;
  link.remove();
  return { ms: end - start, bytes: entry().decodedBodySize };
}
