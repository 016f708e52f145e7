import { readFileSync } from 'node:fs';
import { beforeEach, expect, test, vi } from 'vitest';

/** A cache whose keys are in the order in which they were put. */
class FakeCache {
  entries = new Map<string, Response>();
  match = async (key: string) => this.entries.get(new URL(key, 'https://s.example').href)?.clone();
  keys = async () => [...this.entries.keys()].map((url) => ({ url }));
  delete = async (key: string | { url: string }) =>
    this.entries.delete(new URL(typeof key === 'string' ? key : key.url, 'https://s.example').href);
  /** A response whose body ends early is not stored, and a request that is stored again becomes the youngest. */
  put = async (key: string, response: Response) => {
    const body = await response.text();
    const { href } = new URL(key, 'https://s.example');
    this.entries.delete(href);
    this.entries.set(href, new Response(body));
  };
}

let stores: Map<string, FakeCache>;
let listeners: Map<string, (event: object) => void>;
let answer: () => Response;

beforeEach(() => {
  answer = () => new Response('x');
  stores = new Map();
  listeners = new Map();
});

async function dispatch(type: string, event: object = {}): Promise<void> {
  let done: Promise<unknown> | undefined;
  listeners.get(type)?.({ ...event, waitUntil: (promise: Promise<unknown>) => (done = promise) });
  await done;
}

function start(script: string, base: string): void {
  const caches = {
    open: async (name: string) => {
      const found = stores.get(name) ?? new FakeCache();
      stores.set(name, found);
      return found;
    },
    delete: async (name: string) => stores.delete(name),
  };
  const self = {
    location: { href: `https://s.example${base}sw.js` },
    registration: { unregister: vi.fn() },
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
  };
  const fetch = async () => answer();
  const text = readFileSync(`../compiler/src/output/offline/${script}`, 'utf8');
  new Function('self', 'caches', 'fetch', 'TEXTS', text)(self, caches, fetch, []);
}

const stored = (base: string) =>
  [...(stores.get(`bindery-files:${base}`)?.entries.keys() ?? [])].map((url) => new URL(url).pathname);

test('what all pages need outlives many pictures, and what is used again becomes younger', async () => {
  start('store.js', '/');
  const shell = ['/assets/shell-1.css', '/assets/entry-1.js', '/assets/font-1.woff2'];
  await dispatch('message', { data: { files: [...shell, '/img/first.png', '/img/second.png'] } });
  const others = Array.from({ length: 596 }, (_, at) => `/img/${at}.png`);
  await dispatch('message', { data: { files: ['/img/first.png'] } });
  await dispatch('message', { data: { files: others } });
  const files = stored('/');
  expect(files).toHaveLength(600);
  expect(files).toEqual(expect.arrayContaining([...shell, '/img/first.png']));
  expect(files).not.toContain('/img/second.png');
});

test('a page whose new copy ends early stays as it was stored, and one that is gone does not', async () => {
  start('store.js', '/');
  const page = async () =>
    stores
      .get('bindery-pages:/')
      ?.match('/a')
      .then((found) => found?.text());
  await dispatch('message', { data: { path: '/a' } });
  answer = () => new Response(new ReadableStream({ start: (body) => body.error(new Error('cut')) }));
  await dispatch('message', { data: { path: '/a' } });
  expect(await page()).toBe('x');
  answer = () => new Response('', { status: 404 });
  await dispatch('message', { data: { path: '/a' } });
  expect(await page()).toBeUndefined();
});

test('the scripts of former builds are deleted in the end', async () => {
  start('store.js', '/');
  for (let build = 0; build < 5; build += 1) {
    await dispatch('message', { data: { files: Array.from({ length: 200 }, (_, at) => `/assets/${build}-${at}.js`) } });
  }
  const files = stored('/');
  expect(files).toHaveLength(600);
  expect(files[0]).toBe('/assets/2-0.js');
});

test('sites of one host share nothing', async () => {
  start('store.js', '/a/');
  await dispatch('message', { data: { files: ['/a/x.css'] } });
  start('store.js', '/b/');
  await dispatch('message', { data: { files: ['/b/x.css'] } });
  start('remove.js', '/a/');
  await dispatch('activate');
  expect([stored('/a/'), stored('/b/')]).toEqual([[], ['/b/x.css']]);
});
