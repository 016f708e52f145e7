import { act } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onCrash } from '../../src/lib/browser/crash';
import { useDocById } from '../../src/docusaurus/client/docs';
import { forgetDocs, restoreDocs, takeUsedDocs, docById } from '../../src/lib/docs';
import { mountIslands, type IslandModule } from '../../src/lib/islands';
import { site } from '../fixtures';

let intersect: (...targets: Element[]) => void = () => {};
let idle: (() => void)[] = [];
let crashes: unknown[] = [];
let stops: (() => void)[] = [];

class Observer {
  private observed = new Set<Element>();
  constructor(callback: (entries: { target: Element; isIntersecting: boolean }[]) => void) {
    intersect = (...targets) =>
      callback(targets.filter((one) => this.observed.has(one)).map((target) => ({ target, isIntersecting: true })));
  }
  observe(target: Element) {
    this.observed.add(target);
  }
  unobserve(target: Element) {
    this.observed.delete(target);
  }
  disconnect() {
    this.observed.clear();
  }
}

beforeEach(() => {
  idle = [];
  crashes = [];
  stops = [onCrash((error) => crashes.push(error))];
  vi.stubGlobal('IntersectionObserver', Observer);
  vi.stubGlobal('requestIdleCallback', (run: () => void) => idle.push(run));
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(async () => {
  await act(async () => stops.reverse().forEach((stop) => stop()));
  vi.unstubAllGlobals();
});

function Counter() {
  const [count, setCount] = useState(0);
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      {`Count ${count}`}
    </button>
  );
}

/** Serves the islands of these attributes, and mounts them. */
function mount(load: () => Promise<IslandModule>, ...attributes: string[]): HTMLElement[] {
  const html = (own: string) => `<div data-island="Counter" ${own}><button type="button" inert>Count 0</button></div>`;
  document.body.innerHTML = `<main tabindex="-1">${attributes.map(html).join('')}</main>`;
  stops.push(mountIslands(document, { Counter: load }, site));
  return [...document.querySelectorAll<HTMLElement>('[data-island]')];
}

const load = async () => ({ default: Counter });
const fail = () => Promise.reject(new Error('no such file'));
const runIdle = () => act(async () => idle.splice(0).forEach((run) => run()));
const show = (...targets: Element[]) => act(async () => intersect(...targets));
const isLive = (island: HTMLElement | undefined) => island?.dataset.live !== undefined;

test('islands in view start at once, the others one by one while the browser is idle', async () => {
  const [first, second, third] = mount(load, '', '', '');
  await show(second!);
  expect([first, second, third].map(isLive)).toEqual([false, true, false]);
  await runIdle();
  expect([first, second, third].map(isLive)).toEqual([true, true, false]);
  await runIdle();
  await runIdle();
  expect(isLive(third)).toBe(true);
});

test('an island is live when its effects have run, with which stores are subscribed to', async () => {
  const seen: boolean[] = [];
  let island: HTMLElement | undefined;
  function Subscribed() {
    useEffect(() => void seen.push(isLive(island)), []);
    return <Counter />;
  }
  [island] = mount(async () => ({ default: Subscribed }), '');
  await show(island!);
  expect([...seen, isLive(island)]).toEqual([false, true]);
});

test('a key that moves the focus into the main part starts all islands', async () => {
  const islands = mount(load, '', '');
  const main = document.querySelector('main')!;
  // jsdom does not know `:focus-visible`.
  vi.spyOn(main, 'matches').mockReturnValue(true);
  await act(async () => main.focus());
  expect(islands.map(isLive)).toEqual([true, true]);
});

test('an island whose script is lost while the browser is idle stays as it was served', async () => {
  const loads = vi.fn(fail);
  const [island] = mount(loads, '');
  await runIdle();
  expect(loads).toHaveBeenCalledTimes(1);
  expect(crashes).toEqual([]);
  expect(island!.textContent).toBe('Count 0');
  expect(console.warn).toHaveBeenCalledWith('Counter', expect.any(Error));
  await runIdle();
  expect(loads, 'no loop of requests').toHaveBeenCalledTimes(1);
});

test('a script that was lost is requested again when the island comes into view', async () => {
  const loads = vi.fn(load).mockImplementationOnce(fail);
  const [island] = mount(loads, '');
  await runIdle();
  expect(isLive(island)).toBe(false);
  await show(island!);
  expect(isLive(island)).toBe(true);
  await show(island!);
  expect(loads).toHaveBeenCalledTimes(2);
});

test('a lost script crashes the page only if there is nothing else to read', async () => {
  const [served, blank] = mount(fail, '', 'data-blank');
  await runIdle();
  await runIdle();
  await show(served!, blank!);
  expect(crashes).toEqual([]);
  const [alone] = mount(fail, 'data-blank');
  await show(alone!);
  expect(crashes).toEqual([new Error('no such file')]);
});

test('an island without served content that throws costs its own place, unless it is all of the page', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const error = new Error('broken');
  const Throwing = () => {
    throw error;
  };
  const [, blank] = mount(async () => ({ default: Throwing }), '', 'data-blank');
  await show(blank!);
  expect(crashes).toEqual([]);
  expect(blank!.dataset.failed).toBe('');
  expect(blank!.textContent, 'what is inside of its tag').toBe('Count 0');
  const [alone] = mount(async () => ({ default: Throwing }), 'data-blank');
  // `act` would throw it again.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  intersect(alone!);
  await vi.waitFor(() => expect(crashes).toEqual([error]));
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
});

test('an island that throws shows what was served, and the page goes on', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const Throwing = () => {
    const [isBroken, setBroken] = useState(false);
    if (isBroken) throw new Error('broken');
    return (
      <button type="button" onClick={() => setBroken(true)}>
        Count 0
      </button>
    );
  };
  const [island] = mount(async () => ({ default: Throwing }), '');
  await show(island!);
  await act(async () => island!.querySelector('button')!.click());
  expect(crashes).toEqual([]);
  expect(island!.textContent).toBe('Count 0');
  expect(island!.querySelector('button')!.hasAttribute('inert')).toBe(true);
});

test('a partial island that throws in the browser, too, shows what was served', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const Throwing = () => {
    throw new Error('broken');
  };
  const [broken] = mount(async () => ({ default: Throwing }), 'data-partial');
  await show(broken!);
  expect(crashes).toEqual([]);
  expect(broken!.textContent).toBe('Count 0');
  const [whole] = mount(async () => ({ default: () => <p>All of it</p> }), 'data-partial');
  await show(whole!);
  expect(whole!.innerHTML).toBe('<p>All of it</p>');
});

test('a script that is lost after the page was left has no effect on the next page', async () => {
  let lose: (error: Error) => void = () => {};
  const [island] = mount(() => new Promise((_, reject) => (lose = reject)), 'data-blank');
  await show(island!);
  stops.pop()?.();
  await act(async () => lose(new Error('too late')));
  expect(crashes).toEqual([]);
  expect(console.warn).not.toHaveBeenCalled();
});

test('an island knows the documents for which it asked at build', async () => {
  restoreDocs('[{"id":"a","title":"A document","permalink":"/a"},{"id":"b","title":"Another","permalink":"/b"}]');
  docById('a');
  const asked = takeUsedDocs() ?? '';
  expect([asked.includes('"b"'), takeUsedDocs()]).toEqual([false, undefined]);
  forgetDocs();
  let known: unknown[] = [];
  const Title = () => {
    known = ['a', 'b'].map((id) => useDocById(id)?.title);
    return <button type="button">{'Count 0'}</button>;
  };
  const [island] = mount(async () => ({ default: Title }), `data-docs='${asked}'`);
  await show(island!);
  expect(known).toEqual(['A document', undefined]);
});

test('an island whose page is left before its hydration begins reports no error', async () => {
  const report = vi.fn((event: Event) => event.preventDefault());
  window.addEventListener('error', report, { once: true });
  const [island] = mount(async () => ({ default: Counter }), '');
  intersect(island!);
  // Its script has come, and React has not begun: that takes a task.
  for (let step = 0; step < 10; step += 1) await null;
  stops.pop()?.();
  await new Promise((done) => setTimeout(done, 20));
  expect(report).not.toHaveBeenCalled();
  expect(island!.dataset.live).toBeUndefined();
});
