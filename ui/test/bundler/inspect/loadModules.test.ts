// @vitest-environment node
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
// @ts-expect-error The bundler is plain JavaScript.
import { loadModules } from '../../../bundler/inspect/loadModules.mjs';

const dir = mkdtempSync(join(tmpdir(), 'bindery-load-'));
afterAll(() => rmSync(dir, { recursive: true }));

const COMPONENT = 'export default () => null;\n';
const LIMITS = { first: 1000, later: 1000 };

/** What is wrong with modules of these texts. */
function errorsOf(...texts: string[]): Promise<(string | undefined)[]> {
  const urls = texts.map((text, at) => {
    const file = join(dir, `${texts.length}-${at}.mjs`);
    writeFileSync(file, text);
    return pathToFileURL(file).href;
  });
  return loadModules(urls, LIMITS) as Promise<(string | undefined)[]>;
}

test('a module that does not end, or ends its process, costs only itself', async () => {
  const errors = await errorsOf(
    COMPONENT,
    `for (;;) {}\n${COMPONENT}`,
    COMPONENT,
    `await new Promise(() => {});\n${COMPONENT}`,
    `process.exit(0);\n${COMPONENT}`,
    `throw new Error('not today');\n`,
    COMPONENT,
  );
  expect(errors).toEqual([
    undefined,
    'loading it does not end',
    undefined,
    'loading it does not end',
    'it ends the process when it is loaded',
    'it throws when it is loaded: not today',
    undefined,
  ]);
});

test('what fails after a module was loaded is no failure of loading it', async () => {
  const errors = await errorsOf(
    `Promise.reject(new Error('late'));\n${COMPONENT}`,
    `await new Promise((done) => setTimeout(done, 50));\n${COMPONENT}`,
  );
  expect(errors).toEqual([undefined, undefined]);
});

test('modules are loaded without what earlier ones left in the process', async () => {
  const once = `if (globalThis.known) throw new Error('twice');\nglobalThis.known = true;\n${COMPONENT}`;
  expect(await errorsOf(once)).toEqual([undefined]);
  expect(await errorsOf(once)).toEqual([undefined]);
});
