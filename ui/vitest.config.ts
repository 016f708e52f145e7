import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const stub = (name: string) => fileURLToPath(new URL(`test/stubs/${name}.ts`, import.meta.url));

export default defineConfig({
  resolve: {
    alias: {
      'virtual:bindery-islands': stub('islands'),
      'virtual:bindery-components': stub('components'),
    },
  },
  test: {
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://library.test/' } },
    include: ['test/**/*.test.{ts,tsx}'],
    setupFiles: ['test/setup.ts'],
    restoreMocks: true,
  },
});
