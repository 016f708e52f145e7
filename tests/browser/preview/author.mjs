/** A separate tree, which the cases edit while `bindery dev` serves it. */
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const FIXTURE = fileURLToPath(new URL('site', import.meta.url));

let started;

/** The preview that all cases share; each edits different pages. */
export function preview() {
  started ??= startPreview();
  return started;
}

/** Starts `bindery dev` on a copy of `site/`; it ends with this process. */
async function startPreview() {
  const outer = mkdtempSync(join(tmpdir(), 'bindery-preview-'));
  const [folder, opened] = [join(outer, 'site'), join(outer, 'opened')];
  cpSync(FIXTURE, folder, { recursive: true });
  const server = spawn(process.env.BINDERY_EXECUTABLE, ['dev', folder, '--port', '0'], {
    cwd: ROOT,
    env: { ...process.env, BINDERY_EDITOR: `sh -c 'printf %s "$1" > ${opened}' sh {file}:{line}:{column}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = [];
  process.once('SIGTERM', () => process.exit(1));
  process.on('exit', () => {
    server.kill('SIGKILL');
    rmSync(outer, { recursive: true, force: true });
  });
  server.stderr.on('data', (text) => said.push(text));
  const base = await new Promise((resolve, reject) => {
    createInterface({ input: server.stdout }).on('line', (line) => {
      said.push(line);
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
      if (url) resolve(url);
    });
    server.on('exit', () => reject(new Error(`the preview has ended:\n${said.join('\n')}`)));
  });
  // The runner ends with its last case; the server's pipes would keep it running.
  for (const handle of [server, server.stdout, server.stderr]) handle.unref();
  return { base, folder, opened, ...files(folder) };
}

function files(folder) {
  const read = (path) => readFileSync(join(folder, path), 'utf8');
  const write = (path, text) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  return {
    read,
    write,
    remove: (path) => rmSync(join(folder, path)),
    edit(path, from, to) {
      const text = read(path);
      if (!text.includes(from)) throw new Error(`no \`${from}\` in ${path}`);
      write(path, text.replace(from, to));
    },
  };
}
