/** What rollup needs to read our sources: TypeScript, npm packages, and two virtual modules. */

import commonjs from '@rollup/plugin-commonjs';
import nodeResolve from '@rollup/plugin-node-resolve';
import { transform } from 'esbuild';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import esbuild from 'rollup-plugin-esbuild';
import { minify as terser } from 'terser';

export function plugins({ uiDir, components, platform, minify, nodeEnv }) {
  const isNode = platform === 'node';
  return [
    virtualModules(uiDir, components),
    siteImports(uiDir),
    withoutStyles(),
    sources(),
    productionRouter(uiDir, nodeEnv),
    json(),
    nodeResolve({
      browser: !isNode,
      exportConditions: isNode ? ['node', nodeEnv] : [nodeEnv],
      extensions: ['.mjs', '.js', '.ts', '.tsx'],
      preferBuiltins: isNode,
    }),
    esbuild({
      target: 'es2022',
      jsx: 'automatic',
      tsconfig: join(uiDir, 'tsconfig.json'),
      define: { 'process.env.NODE_ENV': JSON.stringify(nodeEnv) },
      include: /\.tsx?$/,
    }),
    nodeEnvironment(nodeEnv),
    commonjs({ strictRequires: 'auto' }),
    minify && minifier(),
  ];
}

/** The lists of components, made of the files found. */
function virtualModules(uiDir, components) {
  const modules = {
    'virtual:bindery-components': allComponents(components),
    'virtual:bindery-islands': islands(uiDir, components.filter(({ interactive }) => interactive)),
  };
  return {
    name: 'bindery-virtual-modules',
    resolveId: (id) => (Object.hasOwn(modules, id) ? `\0${id}` : null),
    load: (id) => modules[id.slice(1)] ?? null,
  };
}

function allComponents(components) {
  const imports = components.map(({ file }, index) => `import C${index} from ${JSON.stringify(file)};`);
  const entries = components.map(({ name }, index) => `${name}: C${index}`);
  const interactive = components.filter((component) => component.interactive).map(({ name }) => JSON.stringify(name));
  return `${imports.join('\n')}
export const components = { ${entries.join(', ')} };
export const interactive = new Set([${interactive.join(', ')}]);`;
}

/** A site without interactive components gets none of the code that brings them to life. */
function islands(uiDir, components) {
  if (components.length === 0) return 'export const mountIslands = () => () => {};';
  const loaders = components.map(({ name, file }) => `${name}: () => import(${JSON.stringify(file)})`);
  return `import { mountIslands as mount } from ${JSON.stringify(join(uiDir, 'src/lib/islands.ts'))};
const loaders = { ${loaders.join(', ')} };
export const mountIslands = (root) => mount(root, loaders);`;
}

/** The site's components lie outside this package, but use its React. */
function siteImports(uiDir) {
  return {
    name: 'bindery-site-imports',
    resolveId(id, importer) {
      if (!/^[a-z@]/.test(id) || id.includes(':') || !importer || importer.startsWith('\0') || importer.startsWith(uiDir)) return null;
      return this.resolve(id, join(uiDir, 'src/App.tsx'), { skipSelf: true });
    },
  };
}

/** Style sheets are bundled beside (`styles.mjs`); to scripts they are nothing. */
function withoutStyles() {
  return {
    name: 'bindery-without-styles',
    load: (id) => (id.endsWith('.css') ? { code: '', moduleSideEffects: false } : null),
  };
}

/** `…?raw`: a file as a string, for code that is seldom run and should cost nothing until then. */
function sources() {
  const mark = '?raw';
  return {
    name: 'bindery-sources',
    async resolveId(id, importer) {
      if (!id.endsWith(mark)) return null;
      const file = await this.resolve(id.slice(0, -mark.length), importer, { skipSelf: true });
      return file && `${file.id}${mark}`;
    },
    load: async (id) => (id.endsWith(mark) ? `export default ${JSON.stringify(await readFile(id.slice(0, -mark.length), 'utf8'))};` : null),
  };
}

/** The router's package names its development build only; the other one lies beside. */
function productionRouter(uiDir, nodeEnv) {
  const directory = join(uiDir, 'node_modules/react-router/dist', nodeEnv);
  const files = { 'react-router': 'index.mjs', 'react-router/dom': 'dom-export.mjs' };
  return {
    name: 'bindery-production-router',
    resolveId: (id) => (Object.hasOwn(files, id) ? { id: join(directory, files[id]), moduleSideEffects: false } : null),
  };
}

function json() {
  return {
    name: 'bindery-json',
    transform: (code, id) => (id.endsWith('.json') ? { code: `export default ${code.trim()};`, map: null } : null),
  };
}

/** Lets rollup drop what a library keeps for the other environment. */
function nodeEnvironment(nodeEnv) {
  return {
    name: 'bindery-node-environment',
    transform(code, id) {
      if (!id.includes('node_modules') || !code.includes('process.env.NODE_ENV')) return null;
      return { code: code.replaceAll('process.env.NODE_ENV', JSON.stringify(nodeEnv)), map: null };
    },
  };
}

/** esbuild first, as it is quick and leaves terser, which packs tighter, less to do. */
function minifier() {
  return {
    name: 'bindery-minifier',
    async renderChunk(code) {
      const simple = await transform(code, { minifySyntax: true, minifyWhitespace: true, format: 'esm', target: 'es2022' });
      const { code: minified } = await terser(simple.code, {
        module: true,
        ecma: 2020,
        compress: { pure_getters: true, unsafe_arrows: true },
        format: { comments: false },
      });
      return { code: minified, map: null };
    },
  };
}
