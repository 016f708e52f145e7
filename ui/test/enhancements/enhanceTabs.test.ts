import { renderToStaticMarkup } from 'react-dom/server';
import { createElement } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import TabItem from '../../src/content/TabItem';
import Tabs from '../../src/content/Tabs';
import { enhanceTabs, openLabelled } from '../../src/enhancements/enhanceTabs';

const replaceQuery = vi.fn();
const stops: (() => void)[] = [];
const tab = (name: string, box = 0) =>
  [...document.querySelectorAll('[data-tabs]')[box]!.querySelectorAll<HTMLElement>('[role=tab]')].find(
    (one) => one.textContent === name,
  )!;
const shown = (box = 0) =>
  [...document.querySelectorAll('[data-tabs]')[box]!.querySelectorAll<HTMLElement>('[role=tabpanel]')]
    .filter((panel) => !panel.hidden)
    .map((panel) => panel.lastChild?.textContent);

function boxes(props: object, count = 1): () => void {
  const items = ['A', 'B', 'C'].map((value) =>
    createElement(TabItem, { key: value, value, children: `Panel ${value}` }),
  );
  const html = Array.from({ length: count }, (_, index) =>
    renderToStaticMarkup(createElement(Tabs, props, items)).replaceAll('_R', `_${index}R`),
  );
  document.body.innerHTML = html.join('');
  const stop = enhanceTabs(document, replaceQuery);
  stops.push(stop);
  return stop;
}

beforeEach(() => replaceQuery.mockClear());
afterEach(() => stops.splice(0).forEach((stop) => stop()));

test('one panel is shown, the others are hidden, and the tabs respond', () => {
  boxes({});
  expect(shown()).toEqual(['Panel A']);
  expect(document.querySelector('[role=tablist]')!.hasAttribute('inert')).toBe(false);
});

test('a click selects and puts the value into the address, beside other parameters', () => {
  window.history.replaceState(null, '', '/?z=1');
  boxes({ queryString: 'tab' });
  tab('B').click();
  expect(shown()).toEqual(['Panel B']);
  expect(replaceQuery).toHaveBeenCalledWith('?z=1&tab=B');
});

test('the address wins over storage, and unknown values are ignored', () => {
  localStorage.setItem('docusaurus.tab.g', 'C');
  window.history.replaceState(null, '', '/?g=B');
  boxes({ groupId: 'g', queryString: true });
  expect(shown()).toEqual(['Panel B']);
  window.history.replaceState(null, '', '/?g=nope');
  boxes({ groupId: 'g', queryString: true });
  expect(shown()).toEqual(['Panel C']);
});

test('the address names a tab by its label, until another one is chosen', () => {
  window.history.replaceState(null, '', '/?tab=B');
  boxes({ queryString: 'letter' });
  expect(shown()).toEqual(['Panel B']);
  tab('C').click();
  expect(replaceQuery).toHaveBeenCalledWith('?letter=C');
  window.history.replaceState(null, '', '/?letter=C&tab=A');
  openLabelled(document);
  expect(shown(), 'a link on the page').toEqual(['Panel A']);
  window.history.replaceState(null, '', '/?tab=nope');
  openLabelled(document);
  expect(shown(), 'an unknown label').toEqual(['Panel A']);
});

test('the address names details after the target of its hash, in the open tab', () => {
  const fold = (id: string) => `<details id="${id}"><summary>By level</summary></details>`;
  window.history.replaceState(null, '', '/?tab=B&tab=By%20level#stats');
  const tabs = renderToStaticMarkup(
    createElement(Tabs, null, [
      createElement(TabItem, { key: 'A', value: 'A', children: createElement('i', { id: 'in-a' }) }),
      createElement(TabItem, { key: 'B', value: 'B', children: createElement('i', { id: 'in-b' }) }),
    ]),
  );
  const inTabs = tabs.replace('<i id="in-a"></i>', fold('a')).replace('<i id="in-b"></i>', fold('b'));
  document.body.innerHTML = `${fold('before')}<h2 id="stats">Stats</h2>${inTabs}${fold('after')}`;
  stops.push(enhanceTabs(document, replaceQuery));
  const open = () => [...document.querySelectorAll('details')].filter((one) => one.open).map(({ id }) => id);
  expect(open()).toEqual(['b']);
  window.history.replaceState(null, '', '/?tab=nope#stats');
  openLabelled(document);
  expect(open(), 'an unknown label').toEqual(['b']);
});

test('arrows cycle the focus, Home and End move it to the ends', () => {
  boxes({});
  const press = (key: string) =>
    document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  tab('A').focus();
  press('ArrowLeft');
  expect(document.activeElement).toBe(tab('C'));
  press('ArrowRight');
  expect(document.activeElement).toBe(tab('A'));
  press('End');
  expect(document.activeElement).toBe(tab('C'));
  press('Home');
  expect(document.activeElement).toBe(tab('A'));
  expect(shown()).toEqual(['Panel A']);
});

test('tabs of one group change together and are stored', () => {
  boxes({ groupId: 'g' }, 2);
  tab('C').click();
  expect([shown(0), shown(1)]).toEqual([['Panel C'], ['Panel C']]);
  expect(localStorage.getItem('docusaurus.tab.g')).toBe('C');
});

test('a change in another browser tab is applied until the page is left', () => {
  const stop = boxes({ groupId: 'g' });
  const notify = (newValue: string) =>
    window.dispatchEvent(new StorageEvent('storage', { key: 'docusaurus.tab.g', newValue }));
  notify('B');
  expect(shown()).toEqual(['Panel B']);
  stop();
  notify('C');
  expect(shown()).toEqual(['Panel B']);
});
