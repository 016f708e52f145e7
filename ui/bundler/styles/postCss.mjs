/**
 * Runs the plugins of PostCSS that a site names, such as Tailwind's, over its own style sheets. They run in a process whose
 * working folder is the site's, where they look for their configuration.
 */

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installed } from '../assetModules.mjs';

const PROCESS = fileURLToPath(new URL('postCssProcess.mjs', import.meta.url));

/** The files in which PostCSS' loader finds plugins by itself. */
const CONFIGS = ['postcss.config.js', 'postcss.config.cjs', 'postcss.config.mjs', '.postcssrc.js', '.postcssrc.cjs'];

/** What this bundler does without it. */
const BUILT_IN = /^(?:autoprefixer|postcss-import|cssnano)$/;

/** What of a sheet only Tailwind understands. */
const OF_TAILWIND =
  /@(?:tailwind|apply|config|theme|utility|custom-variant|variants?|plugin|source|reference|screen|responsive)\b|(?:theme|screen|--alpha|--spacing)\(|@import\s+(?:url\()?["']tailwindcss/;

const MAX_SECONDS = 120;

/** The sheet `file` as the plugins change it; unchanged where they cannot run, which is noted. */
export function withPostCss(css, file, options) {
  const { site, tree, uiDir, processed } = options;
  if (!site?.imported || file.startsWith(uiDir + sep) || file.includes(`${sep}node_modules${sep}`)) return css;
  const configFile = CONFIGS.map((name) => join(tree, name)).find((path) => existsSync(path));
  const plugins = (site.postCss ?? []).filter((plugin) => !BUILT_IN.test(plugin.package));
  const isMeant = configFile !== undefined || plugins.some((plugin) => !isTailwind(plugin)) || OF_TAILWIND.test(css);
  if ((configFile === undefined && plugins.length === 0) || !isMeant) return css;
  const known = processed.get(file) ?? process(css, file, plugins, configFile, options);
  processed.set(file, known);
  return known;
}

function isTailwind({ package: name }) {
  return /^@?tailwindcss\b/.test(name);
}

async function process(css, file, plugins, configFile, { tree, repairs, sources, inputs }) {
  const missing = plugins.find((plugin) => installed(plugin.package, tree) === null)?.package;
  if (missing !== undefined) {
    const message = `the package \`${missing}\` is not installed, so its rules and classes have no effect`;
    repairs.noted.set(missing, { message, file, help: `run \`npm ci\` in \`${tree}\``, cause: missing });
    return css;
  }
  const answer = await ask({ css, file, plugins, configFile }, tree);
  if (answer.error !== undefined) {
    const help = 'until then the style sheet holds as it is written';
    repairs.noted.set(`${file}?postcss`, { message: `PostCSS cannot read it: ${answer.error}`, file, help });
    return css;
  }
  for (const one of answer.files) {
    sources?.add(one);
    inputs?.add(one);
  }
  return answer.css;
}

/** The answer of a new process; one that does not end is ended. */
function ask(request, tree) {
  return new Promise((resolve) => {
    const child = spawn(globalThis.process.execPath, [PROCESS], {
      cwd: tree,
      stdio: ['pipe', 'pipe', 'ignore'],
      env: { ...globalThis.process.env, NODE_ENV: 'production' },
    });
    const timer = setTimeout(() => child.kill('SIGKILL'), MAX_SECONDS * 1000);
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (part) => {
      text += part;
    });
    child.stdin.on('error', () => {});
    child.on('error', ({ message }) => resolve({ error: message }));
    child.on('close', () => {
      clearTimeout(timer);
      const found = text.slice(text.lastIndexOf('\n') + 1);
      resolve(found === '' ? { error: 'the plugins ended the process' } : JSON.parse(found));
    });
    child.stdin.end(JSON.stringify(request));
  });
}
