/**
 * Prints the time from saving a page of `bindery dev` to the paint of its new text, and what the server and the page's main
 * thread spend on it.
 *
 * `node tests/browser/measure-edits.mjs URL FILE PID [COUNT]`: FILE is the source of the page at URL, PID the server's process.
 * `bindery-bench edits` starts both. It proves nothing on a busy machine and is therefore no test.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { withMeasuredPage } from './measured-page.mjs';

const [url, file, pid, count = '20'] = process.argv.slice(2);
const TICKS_PER_SECOND = 100;

await withMeasuredPage(url, 'target', async (page, session) => {
  await session.send('Performance.enable');
  const rows = [];
  for (let number = 0; number < Number(count); number++) {
    rows.push(await edit(page, session, number));
    await page.waitForTimeout(300);
  }
  const median = (key) => rows.map((row) => row[key]).sort((a, b) => a - b)[Math.floor(rows.length / 2)];
  const worst = Math.max(...rows.map((row) => row.painted));
  console.log(
    `${rows.length} edits: save to paint ${median('painted').toFixed(0)} ms (worst ${worst.toFixed(0)} ms), ` +
      `server ${median('server').toFixed(0)} ms of CPU, main thread ${median('main').toFixed(0)} ms, ` +
      `server's memory ${memory()} MB`,
  );
});

async function edit(page, session, number) {
  const text = `Edit ${number} at ${process.hrtime.bigint()}.`;
  const server = serverTime();
  const main = await mainThread(session);
  const started = performance.now();
  writeFileSync(file, `${readFileSync(file, 'utf8')}\n${text}\n`);
  // Frames are asked for, so that the text is there and painted; a reload of the document asks again.
  await page.waitForFunction((wanted) => document.body?.textContent.includes(wanted), text, { polling: 'raf' });
  const painted = performance.now() - started;
  await page.waitForTimeout(200);
  return { painted, server: serverTime() - server, main: (await mainThread(session)) - main };
}

/** CPU time of the server so far, in milliseconds. */
function serverTime() {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND;
}

function memory() {
  const line = readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/);
  return Math.round(Number(line?.[1] ?? 0) / 1024);
}

/** The time of the main thread's tasks so far, in milliseconds. */
async function mainThread(session) {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
}
