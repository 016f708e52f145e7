import { act, fireEvent, render, screen } from '@testing-library/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import CodeBlock from '../../src/content/CodeBlock';
import { setContentContext } from '../../src/lib/text/locale';
import { setMessages } from '../../src/lib/text/translate';
import TabItem from '../../src/content/TabItem';
import Tabs from '../../src/content/Tabs';
import ThemedImage from '../../src/content/ThemedImage';
import Translate from '../../src/content/Translate';
import { useDoc } from '../../src/docusaurus/client/docs';
import { createStorageSlot, listStorageKeys, useStorageSlot } from '../../src/docusaurus/client/storageSlot';
import * as internal from '../../src/docusaurus/client/themeInternal';
import Layout from '../../src/docusaurus/Layout';
import Link from '../../src/docusaurus/Link';
import { overridePage, takeOverrides } from '../../src/docusaurus/pageOverrides';
import { Redirect, useHistory, useLocation } from '../../src/docusaurus/router';
import { translate } from '../../src/docusaurus/Translate';
import { PageMetadata, useColorMode, useSearchPage } from '../../src/docusaurus/themeCommon';
import { missingModule } from '../../src/docusaurus/missingModule';
import useBaseUrl from '../../src/docusaurus/useBaseUrl';
import useDocusaurusContext from '../../src/docusaurus/useDocusaurusContext';

afterEach(() => {
  setContentContext({});
  takeOverrides();
});

test('paths of pages are those of the current locale, files are shared', () => {
  expect(useBaseUrl('docs/a')).toBe('/docs/a');
  setContentContext({ home: '/ar/' });
  expect(
    ['/docs/a', '/', '/ar/docs/a', '/img/a.svg', '#b', 'https://x.example/', ''].map((path) => useBaseUrl(path)),
  ).toEqual(['/ar/docs/a', '/ar/', '/ar/docs/a', '/img/a.svg', '#b', 'https://x.example/', '']);
  expect(useBaseUrl('/docs/a', { absolute: true })).toBe('https://example.org/ar/docs/a');
  render(<Link to="/docs/a">A</Link>);
  expect(screen.getByRole('link').getAttribute('href')).toBe('/ar/docs/a');
});

test('the chain of prototypes of a module that is not there ends', () => {
  expect(missingModule('gone') instanceof Map).toBe(false);
  expect(Object.create(Object.getPrototypeOf(missingModule('gone'))) instanceof Map).toBe(false);
});

test('a component can read where the document of its page is from', () => {
  const Source = () => <i>{String(useDoc().metadata.source.startsWith('@site/i18n/'))}</i>;
  expect(renderToStaticMarkup(<Source />)).toBe('<i>false</i>');
});

test('a component gets the same document in each render, from the first island of the page', () => {
  const json = '{"id":"a","title":"A","permalink":"/a","toc":[]}';
  document.body.innerHTML = `<i></i><div data-doc='${json}'></div><div data-doc='{}'></div>`;
  const found: ReturnType<typeof useDoc>[] = [];
  const Shown = () => {
    found.push(useDoc());
    return null;
  };
  const { rerender } = render(<Shown />);
  rerender(<Shown />);
  expect(found[0]?.metadata.id).toBe('a');
  expect(found.length).toBe(2);
  expect(found[1]).toBe(found[0]);
  // Another page follows.
  document.body.innerHTML = '<main></main>';
  rerender(<Shown />);
  expect(found[2]?.metadata.id).toBe('');
});

test('a link with `pathname://` leads out of the site', () => {
  render(<Link to="pathname:///other/x.html">X</Link>);
  const link = screen.getByRole('link');
  expect([link.getAttribute('href'), link.getAttribute('data-full-load')]).toEqual(['/other/x.html', '']);
});

test('a component knows the language of its page', () => {
  setContentContext({ locale: { code: 'ar', calendar: 'gregory' } });
  expect(useDocusaurusContext().i18n).toMatchObject({ currentLocale: 'ar', defaultLocale: 'en' });
});

test('a layout renders its children, and reports its properties', () => {
  const html = renderToStaticMarkup(
    <Layout title="T" description="D" wrapperClassName="w">
      <PageMetadata keywords="a, b" />
      text
    </Layout>,
  );
  expect(html).toBe('<div class="w">text</div>');
  expect(takeOverrides()).toBe('<!--bindery:page {"title":"T","description":"D","keywords":["a","b"]}-->');
  expect(takeOverrides()).toBe('');
});

test('a later property replaces an earlier one, and no value ends the comment', () => {
  overridePage({ title: 'a', head: '<x>' });
  overridePage({ title: '-->', description: undefined, head: '<y>' });
  expect(takeOverrides()).toBe(
    '<!--bindery:page {"title":"\\u002d\\u002d\\u003e","head":"\\u003cx\\u003e\\u003cy\\u003e"}-->',
  );
});

test('a text can contain elements', () => {
  const { container } = render(
    <Translate id="none" values={{ name: <b>Ada</b>, count: 2 }}>
      {'Hello {name}, {count} of {many}'}
    </Translate>,
  );
  expect(container.innerHTML).toBe('Hello <b>Ada</b>, 2 of {many}');
});

test('a string without a message is shown as its id', () => {
  const { container } = render(<Translate id="home.title" />);
  expect(container.innerHTML).toBe('home.title');
  expect(translate({ id: 'home.{n}' }, { n: 1 })).toBe('home.1');
  expect(translate({ message: 'own' })).toBe('own');
});

test('the first address of a category is found by both of its names', () => {
  const items = [{ items: [{ href: '/a' }] }];
  expect(internal.findFirstCategoryLink({ items } as never)).toBe('/a');
});

test('each of two images names its colour mode', () => {
  const { container } = render(<ThemedImage alt="x" className="c" sources={{ light: '/l.png', dark: '/d.png' }} />);
  expect([...container.querySelectorAll('img')].map((one) => [one.className, one.getAttribute('src')])).toEqual([
    ['in-light c', '/l.png'],
    ['in-dark c', '/d.png'],
  ]);
});

test('the colour mode is that of the document', async () => {
  const Shown = () => <output>{useColorMode().colorMode}</output>;
  document.documentElement.dataset.theme = 'light';
  render(<Shown />);
  expect(screen.getByRole('status').textContent).toBe('light');
  await act(async () => {
    document.documentElement.dataset.theme = 'dark';
    await Promise.resolve();
  });
  expect(screen.getByRole('status').textContent).toBe('dark');
});

test('a component knows the address, and follows links as a click does', () => {
  window.history.replaceState(null, '', '/a?b=1#c');
  const clicked = vi.fn((event: Event) => event.preventDefault());
  document.addEventListener('click', clicked);
  let push: (to: string) => void = () => {};
  const Shown = () => {
    const { pathname, search, hash } = useLocation();
    push = useHistory().push;
    return <output>{[pathname, search, hash].join(' ')}</output>;
  };
  render(<Shown />);
  expect(screen.getByRole('status').textContent).toBe('/a ?b=1 #c');
  push('/next');
  document.removeEventListener('click', clicked);
  expect(clicked).toHaveBeenCalledOnce();
  expect((clicked.mock.calls[0]?.[0].target as HTMLAnchorElement | undefined)?.getAttribute('href')).toBe('/next');
  expect(document.querySelector('a[href="/next"]')).toBeNull();
});

test('the address of search results has the base path and an encoded query', () => {
  const Results = () => <a href={useSearchPage().generateSearchPageLink('a & b#c')}>x</a>;
  expect(renderToStaticMarkup(<Results />)).toBe(`<a href="${useBaseUrl('/search')}?q=a%20%26%20b%23c">x</a>`);
});

test('a redirect reports its target', () => {
  renderToStaticMarkup(<Redirect to={{ pathname: '/b', hash: '#c' }} />);
  expect(takeOverrides()).toContain('"redirect":"/b#c"');
});

test('tabs and code of an island are served without behaviour, and enhanced after hydration', () => {
  const element = (
    <>
      <Tabs>
        <TabItem value="a">Alpha</TabItem>
        <TabItem value="b">Beta</TabItem>
      </Tabs>
      <CodeBlock>x</CodeBlock>
    </>
  );
  setContentContext({ isIsland: true });
  const html = renderToStaticMarkup(element);
  expect(html).not.toMatch(/data-tabs|class="code-block"><pre/);
  setContentContext({});
  expect(renderToStaticMarkup(element)).toMatch(/data-tabs.*class="code-block"><pre/);
  render(element);
  fireEvent.click(screen.getByRole('tab', { name: 'b' }));
  expect(screen.getByRole('tabpanel').textContent).toBe('bBeta');
  expect(screen.getAllByRole('button', { name: 'Copy code to clipboard' })).toHaveLength(1);
});

test('a stored value changes where it is shown, in this tab as well', () => {
  const Shown = () => <output>{useStorageSlot('choice')[0] ?? 'none'}</output>;
  render(<Shown />);
  expect(screen.getByRole('status').textContent).toBe('none');
  const slot = createStorageSlot('choice', { persistence: 'localStorage' });
  act(() => slot.set('a'));
  expect(screen.getByRole('status').textContent).toBe('a');
  expect(localStorage.getItem('choice')).toBe('a');
  act(() => slot.del());
  expect(screen.getByRole('status').textContent).toBe('none');
});

test('blocked storage has no keys', () => {
  localStorage.setItem('choice', 'a');
  expect(listStorageKeys()).toEqual(['choice']);
  localStorage.removeItem('choice');
  const blocked = vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError');
  });
  expect(listStorageKeys()).toEqual([]);
  blocked.mockRestore();
});

test("the theme's messages are those of the locale", () => {
  const shown = () =>
    [
      internal.translateTagsPageTitle(),
      internal.UnlistedBannerTitle(),
      internal.UnlistedBannerMessage(),
      internal.DraftBannerTitle(),
      internal.DraftBannerMessage(),
      internal.translateBlogAuthorsListPageTitle(),
      internal.BlogAuthorsListViewAllLabel(),
      internal.BlogAuthorNoPostsLabel(),
      internal.useBlogTagsPostsPageTitle({ label: 'x', count: 2 }),
    ].join('; ');
  expect(shown()).toContain('2 posts tagged with "x"');
  const ids = [
    'tags.tagsPageTitle',
    'contentVisibility.unlistedBanner.title',
    'contentVisibility.unlistedBanner.message',
    'contentVisibility.draftBanner.title',
    'contentVisibility.draftBanner.message',
    'blog.authorsList.pageTitle',
    'blog.authorsList.viewAll',
    'blog.author.noPosts',
    'blog.tagTitle',
  ];
  setMessages(Object.fromEntries(ids.map((id, at) => [`theme.${id}`, `${at}`])));
  expect(shown()).toBe('0; 1; 2; 3; 4; 5; 6; 7; 8');
  setMessages({});
});
