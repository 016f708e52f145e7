/**
 * Prints the time from saving a file of `bindery dev` to the paint of its new text, and what the server and the page's main
 * thread spend on it: for a page's source, and for a component that it shows.
 *
 * `node tests/browser/measure-edits.mjs URL FILE COMPONENT PID [COUNT]`: FILE is the source of the page at URL, COMPONENT that of
 * its component, PID the server's process. `bindery-bench edits` starts both. It proves nothing on a busy machine and is
 * therefore no test.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { withMeasuredPage } from './measured-page.mjs';

const [url, file, component, pid, count = '20'] = process.argv.slice(2);
const TICKS_PER_SECOND = 100;

/** The kinds of edits, by what is edited: each writes a text into its file. */
const kinds = {
  text: (text) => writeFileSync(file, `${readFileSync(file, 'utf8')}\n${text}\n`),
  component: (text) =>
    writeFileSync(component, `export default function EditedNote() {\n  return <p>${text}</p>;\n}\n`),
};

await withMeasuredPage(url, 'target', async (page, session) => {
  await session.send('Performance.enable');
  for (const [kind, write] of Object.entries(kinds)) await measure(kind, write, page, session);
});

async function measure(kind, write, page, session) {
  const rows = [];
  for (let number = 0; number < Number(count); number++) {
    rows.push(await edit(write, page, session, number));
    await page.waitForTimeout(300);
  }
  const median = (key) => rows.map((row) => row[key]).sort((a, b) => a - b)[Math.floor(rows.length / 2)];
  const worst = Math.max(...rows.map((row) => row.painted));
  const [server, ...others] = [Number(pid), ...childrenOf(pid)].map(memory);
  console.log(
    `${rows.length} ${kind} edits: save to paint ${median('painted').toFixed(0)} ms (worst ${worst.toFixed(0)} ms), ` +
      `server ${median('server').toFixed(0)} ms of CPU, main thread ${median('main').toFixed(0)} ms, ` +
      `server's memory ${server} MB${others.length > 0 ? `, its bundler's ${others.join(' + ')} MB` : ''}`,
  );
}

async function edit(write, page, session, number) {
  const text = `Edit ${number} at ${process.hrtime.bigint()}.`;
  const server = serverTime();
  const main = await mainThread(session);
  const started = performance.now();
  write(text);
  // Frames are asked for, so that the text is there and painted; a reload of the document asks again.
  await page.waitForFunction((wanted) => document.body?.textContent.includes(wanted), text, { polling: 'raf' });
  const painted = performance.now() - started;
  await page.waitForTimeout(200);
  // A document that was loaded again counts from 0.
  const spent = (await mainThread(session)) - main;
  return { painted, server: serverTime() - server, main: Math.max(spent, 0) };
}

/** CPU time of the server and its processes so far, in milliseconds: those that have ended count for the one that waited. */
function serverTime() {
  const own = statOf(pid).slice(11, 15);
  const running = childrenOf(pid).flatMap((child) => statOf(child).slice(11, 13));
  const ticks = [...own, ...running].reduce((sum, field) => sum + Number(field), 0);
  return (ticks * 1000) / TICKS_PER_SECOND;
}

/** What `/proc` has of a process, from its state on; empty for one that has ended. */
function statOf(process) {
  try {
    return readFileSync(`/proc/${process}/stat`, 'utf8').split(') ').at(-1).split(' ');
  } catch {
    return [];
  }
}

function childrenOf(parent) {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name) && statOf(name)[1] === String(parent));
}

function memory(process) {
  const line = readFileSync(`/proc/${process}/status`, 'utf8').match(/VmRSS:\s+(\d+)/);
  return Math.round(Number(line?.[1] ?? 0) / 1024);
}

/** The time of the main thread's tasks so far, in milliseconds. */
async function mainThread(session) {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
}
