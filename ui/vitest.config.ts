import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const stub = (name: string) => fileURLToPath(new URL(`test/stubs/${name}.ts`, import.meta.url));

export default defineConfig({
  resolve: {
    // The site's components have no packages of their own.
    dedupe: ['react', 'react-dom', 'd3-scale', 'd3-shape'],
    alias: {
      '@site': fileURLToPath(new URL('../content', import.meta.url)),
      '@theme': fileURLToPath(new URL('src/content', import.meta.url)),
      '@docusaurus/theme-common': fileURLToPath(new URL('src/docusaurus/themeCommon.ts', import.meta.url)),
      '@docusaurus/useBaseUrl': fileURLToPath(new URL('src/docusaurus/useBaseUrl.ts', import.meta.url)),
      'virtual:bindery-client-modules': stub('clientModules'),
      'virtual:bindery-diagrams': stub('diagrams'),
      'virtual:bindery-islands': stub('islands'),
      'virtual:bindery-components': stub('components'),
      'virtual:bindery-live-code': stub('liveCode'),
      'virtual:bindery-site': stub('site'),
    },
  },
  test: {
    // One jsdom for all files: they clean up behind themselves, and starting one takes longer than they do.
    pool: 'threads',
    isolate: false,
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://library.test/' } },
    include: ['test/**/*.test.{ts,tsx}'],
    setupFiles: ['test/setup.ts'],
    restoreMocks: true,
    // A busy machine takes many times what an idle one does: the limits only end tests that hang. A hook bundles the interface.
    testTimeout: 180_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
