import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { DocsSidebar } from '../../src/layout/sidebar/DocsSidebar';
import { expectNoViolations } from '../axe';
import { servedTree, tree } from '../fixtures';

const fetched = vi.fn(async (_url: string) => new Response(JSON.stringify({ items: tree })));
let asset = 0;

function sidebar(path = '/characters/cryo/ganyu') {
  return (
    <DocsSidebar
      sidebar={{ id: 'docs', asset: `/assets/tree-${asset}.json`, items: servedTree }}
      path={path}
      autoCollapse
    />
  );
}

const button = (name: string) => screen.getByRole('button', { name });

beforeEach(() => {
  // Each test asks for an asset of its own: a tree once fetched is kept.
  asset += 1;
  fetched.mockClear();
  vi.stubGlobal('fetch', fetched);
});

test('the categories around the page are open, one item is current, and nothing is fetched', async () => {
  const { container } = render(sidebar());
  expect(screen.getAllByRole('link', { current: 'page' }).map((one) => one.textContent)).toEqual(['Ganyu']);
  expect(button("Collapse sidebar category 'Cryo'").getAttribute('aria-expanded')).toBe('true');
  expect(button("Expand sidebar category 'Geo'").getAttribute('aria-expanded')).toBe('false');
  expect(fetched).not.toHaveBeenCalled();
  await expectNoViolations(container);
});

test('opening a closed category fetches the tree once and closes its open sibling', async () => {
  render(sidebar());
  fireEvent.click(button("Expand sidebar category 'Geo'"));
  expect(await screen.findByRole('link', { name: 'Albedo' })).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Ganyu' })).toBeNull());
  fireEvent.click(button("Collapse sidebar category 'Geo'"));
  fireEvent.click(button("Expand sidebar category 'Geo'"));
  expect(fetched).toHaveBeenCalledTimes(1);
});

test('the filter leaves the pages whose names have all words, also those of closed categories', async () => {
  const { container } = render(sidebar());
  const filter = screen.getByRole('searchbox', { name: 'Filter pages' });
  fireEvent.focus(filter);
  fireEvent.change(filter, { target: { value: 'ALB' } });
  expect(await screen.findByRole('link', { name: /^Albedo/ })).toBeTruthy();
  expect(screen.queryByRole('link', { name: /^Ganyu/ })).toBeNull();
  expect(screen.getByRole('status').textContent).toBe('One document found');
  await expectNoViolations(container);
  fireEvent.change(filter, { target: { value: 'nobody' } });
  expect(screen.getByRole('status').textContent).toBe('No page has this name.');
  fireEvent.change(filter, { target: { value: '' } });
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Ganyu');
});

test('the region that announces the filter is there before it has a text', async () => {
  render(sidebar());
  fireEvent.focus(screen.getByRole('searchbox'));
  const region = await screen.findByRole('status');
  expect(region.textContent).toBe('');
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'a' } });
  expect(screen.getByRole('status')).toBe(region);
});

test('while closed categories are loading the filter says so, and not that no page has the name', async () => {
  let answer = (_: Response) => {};
  fetched.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
  render(sidebar());
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'albedo' } });
  await screen.findByText('Fetching new results...');
  answer(new Response(JSON.stringify({ items: tree })));
  expect(await screen.findByRole('link', { name: /^Albedo/ })).toBeTruthy();
});

test('a filter whose pages could not be loaded says so, and the next letter asks again', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  fetched.mockImplementationOnce(async () => new Response('', { status: 503 }));
  render(sidebar());
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'albe' } });
  await screen.findByText('Unable to fetch results');
  expect(screen.queryByText('No page has this name.')).toBeNull();
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'albed' } });
  expect(await screen.findByRole('link', { name: /^Albedo/ })).toBeTruthy();
});

test('a filter whose script could not be loaded says so, and the tree stays', async () => {
  vi.doMock('../../src/layout/sidebar/SidebarFilter', () => {
    throw new Error('no such file');
  });
  render(sidebar());
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'albe' } });
  await screen.findByText('Unable to fetch results');
  expect(screen.getByRole('link', { name: 'Ganyu' })).toBeTruthy();
  vi.doUnmock('../../src/layout/sidebar/SidebarFilter');
});

test('a category without a page is a button that toggles', async () => {
  render(sidebar());
  const label = button('Mechanics');
  expect(label.getAttribute('href')).toBe('/first');
  expect(label.getAttribute('aria-expanded')).toBe('false');
  expect(fireEvent.click(label)).toBe(false);
  expect(await screen.findByRole('link', { name: 'Energy' })).toBeTruthy();
  expect(fireEvent.keyDown(label, { key: ' ' })).toBe(false);
  expect(label.getAttribute('aria-expanded')).toBe('false');
});

test("a category's link navigates, and toggles on its own page", () => {
  const { rerender } = render(sidebar());
  document.addEventListener('click', (event) => event.preventDefault(), { once: true });
  const click = () => {
    let prevented = true;
    const look = (event: Event) => {
      prevented = event.defaultPrevented;
      event.preventDefault();
    };
    document.addEventListener('click', look, { once: true });
    fireEvent.click(screen.getByRole('link', { name: 'Characters' }));
    return prevented;
  };
  document.dispatchEvent(new MouseEvent('click', { cancelable: true }));
  expect(click()).toBe(false);
  rerender(sidebar('/characters'));
  expect(click()).toBe(true);
  expect(screen.queryByRole('link', { name: 'Cryo' })).toBeNull();
});

test('opened categories stay open on the next page, and those around it open', async () => {
  const { rerender } = render(sidebar());
  fireEvent.click(button('Mechanics'));
  await screen.findByRole('link', { name: 'Energy' });
  rerender(sidebar('/characters/geo/albedo'));
  expect((await screen.findByRole('link', { current: 'page' })).textContent).toBe('Albedo');
});

test('what the reader opens is animated, and what a new page opens is there at once', async () => {
  const animate = vi.fn(() => ({ cancel() {}, onfinish: null }));
  Object.assign(Element.prototype, { animate });
  onTestFinished(() => void Reflect.deleteProperty(Element.prototype, 'animate'));
  const height = vi.spyOn(Element.prototype, 'scrollHeight', 'get');
  onTestFinished(() => height.mockRestore());
  const { rerender } = render(sidebar());
  fireEvent.click(button('Mechanics'));
  await screen.findByRole('link', { name: 'Energy' });
  // It opens, and its sibling closes.
  expect(animate).toHaveBeenCalledTimes(2);
  expect(height).toHaveBeenCalledTimes(2);
  rerender(sidebar('/characters/geo/albedo'));
  expect(await screen.findByRole('link', { current: 'page' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Energy' })).toBeNull();
  expect(animate).toHaveBeenCalledTimes(2);
  expect(height).toHaveBeenCalledTimes(2);
});

test('HTML of the sidebar is rendered as it is', () => {
  const items = [{ type: 'html', value: '<b>Part two</b>', defaultStyle: true, className: 'part' } as const];
  const { container } = render(<DocsSidebar sidebar={{ id: 'docs', asset: '', items }} path="/" autoCollapse />);
  expect(container.querySelector('li.part.row > b')?.textContent).toBe('Part two');
});
