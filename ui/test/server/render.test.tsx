import { act, screen } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { BrowserRouter, StaticRouter } from 'react-router-dom';
import { describe, expect, test, vi } from 'vitest';
import { App } from '../../src/App';
import { servedSlots } from '../../src/lib/navigation/servedSlots';
import { setMessages } from '../../src/lib/text/translate';
import type { PageContent, PageProps, SidebarItem, SiteProps } from '../../src/model';
import { answer } from '../../src/server/answer';
import { renderComponent } from '../../src/server/renderComponent';
import { articleHtml, category, docPage, pages, site } from '../fixtures';

const kinds = Object.keys(pages) as PageContent['kind'][];

function shellOf(page: PageProps, of: SiteProps = site): string {
  const { items } = page.sidebar ?? {};
  const request = {
    id: 0,
    op: 'shell',
    page: page.sidebar ? { ...page, sidebar: { ...page.sidebar, items: null } } : page,
  };
  const parts = [request, of, ...(items ? [items] : [])];
  return (JSON.parse(answer(parts.map((part) => JSON.stringify(part)).join('\t'))) as { html: string }).html;
}

/** What React renders without anything that is remembered. */
function wholeShell(page: PageProps, of: SiteProps = site): string {
  setMessages(of.messages, of.locale.code);
  const slots = Array.from({ length: page.slots }, (_, slot) => `<!--bindery:slot:${slot}-->`);
  return renderToString(
    <StaticRouter location={page.path}>
      <App build="" site={of} page={page} slots={slots} />
    </StaticRouter>,
  ).replace(/^(?:<link rel="preload"[^>]*>)+/, '');
}

describe('the shell', () => {
  test('each article is a token where the compiler puts it', () => {
    const html = shellOf(pages['blog-list']);
    expect(html).toMatch(/data-slot="0"[^>]*><!--bindery:slot:0--><\/div>/);
    expect(html).toMatch(/data-slot="1"[^>]*><!--bindery:slot:1--><\/div>/);
  });

  test.each(kinds)('%s has what React renders for the whole page', (kind) => {
    expect(shellOf(pages[kind])).toBe(wholeShell(pages[kind]));
  });

  test('the items of a sidebar are the same as when all are rendered for each page', () => {
    const link = (label: string, href: string, more = {}): SidebarItem => ({ type: 'link', label, href, ...more });
    const openAtFirst = { ...category('Open', null, [link('In', '/in'), link('Page', '/page')]), collapsed: false };
    const items: SidebarItem[] = [
      link('A & <b>', '/a'),
      link('Elsewhere', 'https://other.test/', { external: true, className: 'x' }),
      { type: 'html', value: '<hr>', className: 'line', defaultStyle: true },
      category('Same', '/same', [link('First', '/first'), category('Deep', null, [link('Twice', '/twice')])]),
      category('Same', null, null),
      category('Empty', '/empty', []),
      { ...category('Always', null, [link('Twice', '/twice'), openAtFirst]), collapsible: false },
      openAtFirst,
    ];
    const german = { ...site, messages: { 'theme.common.opensInNewTab': '(neues Fenster)' } };
    const paths = ['/a', '/same', '/first', '/twice', '/empty', '/in', '/page', '/none', '/first'];
    for (const own of [items, items.slice(0, 3), [], items])
      for (const of of [site, german])
        for (const path of paths) {
          const page = { ...docPage, path, sidebar: { id: 'docs', asset: '/a.json', items: own } };
          expect(shellOf(page, of)).toBe(wholeShell(page, of));
        }
  });

  test('closed categories are left out', () => {
    expect(shellOf(docPage)).not.toContain('Albedo</a></div></li>');
  });

  test.each(kinds)(
    '%s: no style attribute, no preload, no handler, and no button that is disabled or submits',
    (kind) => {
      const html = shellOf(pages[kind]);
      expect(html).not.toMatch(/\sstyle=|rel="preload"|\son\w+=/);
      expect(
        [...html.matchAll(/<button[^>]*>/g)].filter(([tag]) => !/^(?!.*disabled).*type="button"/.test(tag)),
      ).toEqual([]);
    },
  );

  test.each(kinds)('%s hydrates without a warning, and the article keeps its nodes', async (kind) => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    window.history.replaceState(null, '', `${pages[kind].path}?q=x#talents`);
    document.body.innerHTML = `<div id="root">${shellOf(pages[kind]).replace('<!--bindery:slot:0-->', articleHtml)}</div>`;
    const container = document.getElementById('root')!;
    const heading = container.querySelector('#talents');
    const slots = servedSlots(container, pages[kind].slots);
    const root = await act(async () =>
      hydrateRoot(
        container,
        <BrowserRouter>
          <App build="b" site={site} page={pages[kind]} slots={slots} />
        </BrowserRouter>,
      ),
    );
    expect(error.mock.calls).toEqual([]);
    expect(container.querySelector('#talents')).toBe(heading);
    expect(document.documentElement.dataset.hasHydrated).toBe('true');
    expect(screen.getAllByRole('main')).toHaveLength(1);
    await act(async () => root.unmount());
  });
});

describe('components', () => {
  test('an island that throws is rendered by the browser, with its children', () => {
    const rendered = (tree: object) =>
      JSON.parse(answer(JSON.stringify({ id: 1, op: 'component', tree }))) as {
        error: { message: string; instead?: string };
      };
    const { message, instead } = rendered({ c: 'Wanting', p: { a: 1 }, k: [{ h: 0 }] }).error;
    expect(message).toBe('no window');
    expect(instead).toBe(
      '<div data-island="Wanting" data-props="{&quot;a&quot;:1}" data-prefix="bindery-uid-i0-" data-blank=""><island-slot><bindery-slot data-n="0"></bindery-slot></island-slot></div>',
    );
    expect(rendered({ c: 'Broken' }).error.instead).toBeUndefined();
  });

  test('a component that throws costs its own place: what is inside and around it is rendered', () => {
    const failing = { c: 'Broken', k: [{ h: 1 }, { c: 'Details', p: { summary: 'inner' }, k: [{ h: 2 }] }] };
    const item = (value: string, k: object[]) => ({ c: 'TabItem', p: { value }, k });
    const tree = {
      c: 'Tabs',
      k: [item('a', [{ h: 0 }, failing]), item('b', [{ c: 'Gone' }, { h: 3 }, { c: 'Wanting' }])],
    };
    const { error } = JSON.parse(answer(JSON.stringify({ id: 1, op: 'component', tree }))) as {
      error: { component: string; message: string; causes: string[]; others: { component: string }[]; instead: string };
    };
    expect(error).toMatchObject({ component: 'Broken', message: 'outer', causes: ['inner'] });
    expect(error.others.map(({ component }) => component)).toEqual(['Gone', 'Wanting']);
    const slots = [...error.instead.matchAll(/data-n="(\d)"/g)].map(([, number]) => number);
    expect(slots).toEqual(['0', '1', '2', '3']);
    expect(error.instead).toMatch(
      /<summary>inner<\/summary>.*role="tabpanel".*data-island="Wanting"[^>]* data-blank=""/,
    );
  });

  test('controls of an island are inert until it hydrates', () => {
    expect(renderComponent({ c: 'Press' })).toContain('<button inert="" type="button">');
  });

  test('Markdown inside a component is a slot', () => {
    const html = renderComponent({ c: 'Details', p: { summary: 'Proof' }, k: [{ h: 0 }] });
    expect(html).toContain('<summary>Proof</summary>');
    expect(html).toContain('<bindery-slot data-n="0"></bindery-slot>');
  });

  test('a card of a document has the description that a tag around it names', () => {
    const metadata = { id: 'a', title: 'A', permalink: '/a', description: 'Of a page' };
    const item = { type: 'link', label: 'A', href: '/a', docId: 'a' };
    const card = { c: 'DocCard', p: { item } };
    const named = { c: 'Details', p: { summary: 's', item: { metadata } }, k: [card] };
    expect(renderComponent(named)).toContain('Of a page');
    expect(renderComponent(card)).not.toContain('Of a page');
  });

  test('ids begin with the token the compiler replaces', () => {
    const html = renderComponent({ c: 'Tabs', k: [{ c: 'TabItem', p: { value: 'a' }, k: [{ h: 0 }] }] });
    expect(html).toMatch(/id="[^"]*bindery-uid-/);
  });

  test('an interactive component is an island with its props, ids and Markdown', () => {
    const html = renderComponent({ c: 'Details', k: [{ c: 'Counter', p: { start: '<3"' }, k: [{ h: 4 }] }] });
    document.body.innerHTML = html;
    const island = document.querySelector<HTMLElement>('[data-island="Counter"]')!;
    expect(JSON.parse(island.dataset.props!)).toEqual({ start: '<3"' });
    expect(island.querySelector('p')!.id).toContain(island.dataset.prefix);
    expect(island.querySelector('island-slot > bindery-slot')?.getAttribute('data-n')).toBe('4');
  });

  test('errors name the component, or carry their causes', () => {
    expect(() => renderComponent({ c: 'Nope' })).toThrow('no component is named `Nope`');
    expect(() => renderComponent({ c: 'Broken' })).toThrow(
      expect.objectContaining({ cause: expect.objectContaining({ message: 'inner' }) }),
    );
  });
});

test('an island says whether it is complete as it is served', () => {
  const start = (c: string) => /data-hydrate-on="(\w+)"/.exec(renderComponent({ c, k: [{ h: 1 }] }))?.[1];
  expect([start('Press'), start('Counter')]).toEqual(['use', undefined]);
});

test('a component with nothing inside its tag is rendered without those of its parts that throw', () => {
  const rest = (c: string) => {
    const { error } = JSON.parse(answer(JSON.stringify({ id: 1, op: 'component', tree: { c } }))) as {
      error: { message: string; instead?: string };
    };
    expect(error.message).toBe('outer');
    return error.instead;
  };
  const parts = /<section><h2>first<\/h2><article><p>inside<\/p><\/article><p id="[^"]+">last<\/p><\/section>/;
  expect(rest('Parts')).toMatch(parts);
  expect(rest('LiveParts')).toMatch(/^<div data-island="LiveParts"[^>]* data-partial=""><section>/);
  expect(rest('LiveParts')).toMatch(parts);
});
