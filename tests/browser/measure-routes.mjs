/**
 * Prints what changing to a prefetched page costs, from the click to the paint.
 *
 * `node tests/browser/measure-routes.mjs BASE_URL CACHE_DIR [COUNT]`: the pages are COUNT (20) of the site's `sitemap.xml`, at
 * equal distances; `ROUTES=/a,/b` names them instead. Each page is visited twice. A trace of the first visit gives the
 * processor time of the main thread up to the new page's first frame by kind, which other processes disturb little, and its ratio to a
 * fixed piece of work that is traced in the same run. The second visit, with the processor slowed down four times, gives the time that passes, which means
 * something on an idle machine only. `PROFILE=FILE` saves a CPU profile of the second visits. No measure of time is a test.
 */
import { writeFile } from 'node:fs/promises';
import { withMeasuredPage } from './measured-page.mjs';

const SLOWDOWN = 4;
const TRACED = 'toplevel,devtools.timeline,blink.user_timing,v8.execute,disabled-by-default-devtools.timeline';
/** Events of the main thread by kind; an event of none has the kind of the one around it. */
const KINDS = [
  ['parse', /^ParseHTML$/],
  ['style', /^(UpdateLayoutTree|ParseAuthorStyleSheet)$/],
  ['layout', /^Layout$/],
  ['paint', /^(PrePaint|Paint|Layerize|Commit|HitTest)$/],
  ['script', /^(FunctionCall|EvaluateScript|RunMicrotasks|EventDispatch|TimerFire|Fire.*|v8\..*|V8\..*|M..orGC)$/],
];
const COLUMNS = ['script', 'parse', 'style', 'layout', 'paint', 'other', 'all'];

const [base, cacheDir, count = '20'] = process.argv.slice(2);
await withMeasuredPage(base, cacheDir, async (page, session) => {
  const routes = process.env.ROUTES?.split(',') ?? (await sitemapRoutes());
  const reference = (await traced(session, () => page.evaluate(fixedWork))).all;
  const visits = [];
  for (const route of routes) {
    await page.evaluate(prepare, route);
    visits.push({ route, cpu: await traced(session, () => page.evaluate(change)) });
  }
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  if (process.env.PROFILE) {
    await session.send('Profiler.enable');
    await session.send('Profiler.start');
  }
  for (const visit of visits) {
    await page.evaluate(prepare, visit.route);
    visit.ms = await page.evaluate(change);
  }
  if (process.env.PROFILE)
    await writeFile(process.env.PROFILE, JSON.stringify((await session.send('Profiler.stop')).profile));
  print(visits, reference);
});

function print(visits, reference) {
  console.log(`main thread, ms of processor time: ${COLUMNS.join(', ')} | click to paint at ${SLOWDOWN}x`);
  for (const { route, cpu, ms } of visits)
    console.log(
      `${COLUMNS.map((kind) => cpu[kind].toFixed(1).padStart(6)).join(' ')} | ${ms.toFixed(0).padStart(5)}  ${route}`,
    );
  const at = (values, part) =>
    values.sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))];
  const all = visits.map(({ cpu }) => cpu.all);
  const [middle, late] = [at(all, 0.5), at(all, 0.95)];
  const ratio = (value) => (value / reference).toFixed(2);
  console.log(`processor time: p50 ${middle.toFixed(1)} ms, p95 ${late.toFixed(1)} ms of ${all.length} pages;`);
  console.log(`the fixed work takes ${reference.toFixed(1)} ms: p50 ${ratio(middle)}, p95 ${ratio(late)} of it`);
  const times = visits.map(({ ms }) => ms);
  console.log(
    `click to paint at ${SLOWDOWN}x: p50 ${at(times, 0.5).toFixed(0)} ms, p95 ${at(times, 0.95).toFixed(0)} ms`,
  );
}

async function sitemapRoutes() {
  const text = await (await fetch(new URL('/sitemap.xml', base))).text();
  const all = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => new URL(url).pathname);
  const routes = all.filter((route) => route !== '/');
  return Array.from({ length: Number(count) }, (_, at) => routes[Math.floor((at * routes.length) / Number(count))]);
}

/**
 * The processor time of the main thread by kind, from the mark `begin` that `run` sets to the end of the first frame after the mark
 * `shown`, or to the mark `end` if there is no such frame.
 */
async function traced(session, run) {
  const events = [];
  const collect = ({ value }) => events.push(...value);
  session.on('Tracing.dataCollected', collect);
  await session.send('Tracing.start', { transferMode: 'ReportEvents', categories: TRACED });
  await run();
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
  session.off('Tracing.dataCollected', collect);
  return timesByKind(events);
}

function timesByKind(events) {
  const [begin, end] = ['begin', 'end'].map((mark) => events.find(({ name }) => name === mark));
  const shown = events.find(({ name }) => name === 'shown');
  const mine = events.filter(({ ph, pid, tid }) => ph === 'X' && pid === begin.pid && tid === begin.tid);
  const frame = shown && mine.find(({ name, ts }) => name === 'Commit' && ts > shown.ts);
  const last = Math.min(end.ts, frame ? frame.ts + frame.dur : end.ts);
  const own = mine.filter(({ ts }) => ts >= begin.ts && ts < last).sort((a, b) => a.ts - b.ts || b.dur - a.dur);
  const times = Object.fromEntries(COLUMNS.map((kind) => [kind, 0]));
  const around = [];
  for (const { name, ts, dur, tdur = dur } of own) {
    while (around.length > 0 && around.at(-1).end <= ts) around.pop();
    const outer = around.at(-1);
    const kind = KINDS.find(([, names]) => names.test(name))?.[0] ?? outer?.kind ?? 'other';
    times[kind] += tdur / 1000;
    times[outer?.kind ?? 'all'] += ((outer ? -1 : 1) * tdur) / 1000;
    around.push({ kind, end: ts + dur });
  }
  return times;
}

/** Runs in the page: prefetches the next one and waits until the work of the last one, such as its islands', has ended. */
async function prepare(route) {
  const link = document.body.appendChild(document.createElement('a'));
  link.id = 'measured';
  link.href = route;
  link.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
  const isLoaded = () =>
    performance.getEntriesByType('resource').some(({ name }) => new URL(name).pathname === `/_bindery/page${route}`);
  while (!isLoaded()) await new Promise((resolve) => setTimeout(resolve, 20));
  for (let idle = 0; idle < 5; idle += 1) await new Promise((resolve) => requestIdleCallback(resolve));
  await new Promise((resolve) => setTimeout(resolve, 500));
}

/**
 * Runs in the page: the milliseconds from the click to the paint of the new page's heading, as the browser reports it. A task that is
 * posted in the frame would run after React's effects, which come after the paint.
 */
async function change() {
  const link = document.getElementById('measured');
  const painted = new Promise((resolve) => {
    new PerformanceObserver((list, observer) => {
      observer.disconnect();
      resolve(list.getEntries()[0].renderTime);
    }).observe({ type: 'element' });
    const observer = new MutationObserver(() => {
      observer.disconnect();
      performance.mark('shown');
      document.querySelector('main h1').setAttribute('elementtiming', 'heading');
    });
    observer.observe(document.querySelector('main'), { childList: true });
  });
  performance.clearMarks();
  performance.mark('begin');
  const start = performance.now();
  link.click();
  const end = await painted;
  performance.mark('end');
  link.remove();
  return end - start;
}

/** Runs in the page: parses, styles and lays out the same thousand paragraphs each time. */
async function fixedWork() {
  performance.mark('begin');
  await new Promise((resolve) => setTimeout(resolve));
  const box = document.body.appendChild(document.createElement('div'));
  for (let round = 0; round < 5; round += 1) {
    box.innerHTML = '<p>Ten <b>words</b> of a text that needs a line or two.</p>'.repeat(1000);
    box.getBoundingClientRect();
  }
  box.remove();
  await new Promise((resolve) => setTimeout(resolve));
  performance.mark('end');
}
