import type { SidebarCategoryItem } from '../src/lib/menus/sidebar';
import type { Author, PageContent, PageProps, SidebarItem, SiteProps } from '../src/model';
import blankPage from './blankPage.json';

export const site: SiteProps = {
  title: 'Library',
  tagline: 'All of it',
  url: 'https://library.test',
  basePath: '/',
  search: '/search',
  locale: { code: 'en', label: 'English', dir: 'ltr', htmlLang: 'en', calendar: 'gregory' },
  logo: { alt: 'Mark', src: '/img/logo.svg', width: 40, height: 32 },
  navbar: [
    { type: 'doc', label: 'Home', position: 'left', href: '/', external: false, sidebarId: 'docs' },
    { type: 'link', label: 'Newsletter', position: 'left', href: '/newsletter', external: false, sidebarId: null },
    { type: 'link', label: 'Forum', position: 'right', href: 'https://forum.test/', external: true, sidebarId: null },
  ],
  footer: {
    columns: [{ title: 'More', items: [{ label: 'Forum', href: 'https://forum.test/', external: true }] }],
    copyright: 'Set with <a href="/about">Bindery</a>.',
  },
  colorMode: { default: 'dark', disableSwitch: false, respectPrefersColorScheme: false },
  sidebar: { hideable: true, autoCollapseCategories: true },
  messages: {},
};

export function link(label: string, href: string): SidebarItem {
  return { type: 'link', label, href };
}

export function category(label: string, href: string | null, items: SidebarItem[] | null): SidebarCategoryItem {
  const firstHref = href === null ? '/first' : undefined;
  return { type: 'category', label, href, ...(firstHref && { firstHref }), ...(items && { items }) };
}

export const tree: SidebarItem[] = [
  link('Home', '/'),
  category('Characters', '/characters', [
    category('Cryo', '/characters/cryo', [
      link('Aloy', '/characters/cryo/aloy'),
      link('Ganyu', '/characters/cryo/ganyu'),
    ]),
    category('Geo', '/characters/geo', [link('Albedo', '/characters/geo/albedo')]),
  ]),
  category('Mechanics', null, [link('Energy', '/mechanics/energy')]),
];

/** The tree as it comes with a page: closed categories are empty. */
export const servedTree: SidebarItem[] = [
  link('Home', '/'),
  category('Characters', '/characters', [
    category('Cryo', '/characters/cryo', [
      link('Aloy', '/characters/cryo/aloy'),
      link('Ganyu', '/characters/cryo/ganyu'),
    ]),
    category('Geo', '/characters/geo', null),
  ]),
  category('Mechanics', null, null),
];

export const TREE_ASSET = '/assets/sidebar-docs.json';

export function page(content: PageContent, more: Partial<PageProps> = {}): PageProps {
  return {
    ...(blankPage as PageProps),
    path: '/characters/cryo/ganyu',
    title: 'Ganyu',
    headTitle: 'Ganyu | Library',
    description: 'About Ganyu.',
    canonical: 'https://library.test/characters/cryo/ganyu',
    searchTag: 'docs-default-current',
    version: 'current',
    content,
    ...more,
  };
}

export const docPage: PageProps = page(
  { kind: 'doc' },
  {
    element: 'cryo',
    slots: 1,
    sidebar: { id: 'docs', asset: TREE_ASSET, items: servedTree },
    breadcrumbs: [
      { label: 'Characters', href: '/characters' },
      { label: 'Cryo', href: null },
      { label: 'Ganyu', href: '/characters/cryo/ganyu' },
    ],
    toc: [
      { id: 'talents', html: 'Talents', level: 2 },
      { id: 'normal', html: '<em>Normal</em> attack', level: 3 },
      { id: 'frames', html: 'Frames', level: 2 },
    ],
    previous: { title: 'Aloy', href: '/characters/cryo/aloy' },
    next: { title: 'Albedo', href: '/characters/geo/albedo' },
    editUrl: 'https://edit.test/ganyu.md',
    lastUpdate: { date: '2024-05-06', author: 'Jane Doe' },
  },
);

export const articleHtml =
  '<h1>Ganyu</h1><h2 id="talents">Talents<a class="hash-link" href="#talents" aria-label="Direct link to Talents"></a></h2><p>Text with <a href="/mechanics/energy">a link</a>.</p>';

export const post = {
  title: 'Patch 2.7',
  href: '/newsletter/patch-2.7',
  date: '2022-07-08',
  readingMinutes: 7 as number | null,
  slot: 0,
  truncated: true,
};
const author: Author = {
  name: 'Jane Doe',
  title: 'Editor',
  href: '/newsletter/authors/jane',
  image: { src: '/img/jane.svg', width: 64, height: 64 },
  socials: [{ label: 'GitHub', href: 'https://github.com/jane' }],
};
const tags = [{ label: 'Setting up', href: '/newsletter/tags/setup', description: 'How to begin.' }];
export const years = [
  { year: '2022', posts: [{ title: 'Patch 2.7', href: '/newsletter/patch-2.7', date: '2022-07-08' }] },
];

export const pages: Record<PageContent['kind'], PageProps> = {
  doc: docPage,
  'category-index': page(
    {
      kind: 'category-index',
      description: 'By element.',
      cards: [
        { type: 'category', label: 'Cryo', href: '/characters/cryo', description: null, count: 1, element: 'cryo' },
        { type: 'category', label: 'Geo', href: '/characters/geo', description: 'Stone.', count: 15 },
        { type: 'link', label: 'Reading', href: '/reading', description: 'How to.', external: false },
      ],
    },
    { path: '/characters', title: 'Characters', sidebar: { id: 'docs', asset: TREE_ASSET, items: servedTree } },
  ),
  'blog-list': page(
    {
      kind: 'blog-list',
      posts: [
        post,
        { ...post, title: 'Short', href: '/newsletter/short', slot: 1, truncated: false, readingMinutes: 1 },
      ],
      page: 2,
      totalPages: 3,
      newer: '/newsletter',
      older: '/newsletter/page/3',
      recent: years,
      recentTitle: 'All our posts',
    },
    { path: '/newsletter/page/2', title: 'Newsletter', slots: 2 },
  ),
  'blog-post': page(
    {
      kind: 'blog-post',
      post: { ...post, truncated: false, authors: [author, { name: 'Joe' }], tags },
      newer: { title: 'Patch 2.8', href: '/newsletter/patch-2.8' },
      older: null,
      recent: years,
      recentTitle: 'All our posts',
    },
    { path: post.href, title: post.title, slots: 1 },
  ),
  'blog-archive': page({ kind: 'blog-archive', years }, { path: '/newsletter/archive', title: 'Archive' }),
  'blog-authors': page(
    { kind: 'blog-authors', authors: [{ ...author, count: 2 }], recent: years, recentTitle: 'All our posts' },
    { path: '/newsletter/authors', title: 'Authors' },
  ),
  tags: page(
    { kind: 'tags', letters: [{ letter: 'S', tags: [{ ...tags[0]!, count: 2 }] }] },
    { path: '/tags', title: 'Tags' },
  ),
  page: page({ kind: 'page' }, { path: '/about', title: 'About', slots: 1 }),
  component: page({ kind: 'component' }, { path: '/tour', title: 'Tour', slots: 1 }),
  search: page({ kind: 'search' }, { path: '/search', title: 'Search', noIndex: true }),
  'not-found': page(
    { kind: 'not-found' },
    { path: '/404', title: 'Page Not Found', headTitle: 'Page Not Found | Library', noIndex: true },
  ),
};

/** The posts of an author, and the documents of a tag. */
export const authorPage: PageProps = page(
  {
    kind: 'blog-list',
    posts: [],
    page: 1,
    totalPages: 1,
    newer: null,
    older: null,
    author,
    all: { title: 'View all authors', href: '/newsletter/authors' },
    recent: years,
    recentTitle: 'All our posts',
  },
  { path: '/newsletter/authors/jane', title: 'Jane Doe - 0 posts', description: null },
);
export const docTagPage: PageProps = page(
  {
    kind: 'category-index',
    description: null,
    cards: [{ type: 'link', label: 'Reading', href: '/reading', description: null, external: false }],
    all: { title: 'View all tags', href: '/tags' },
  },
  { path: '/tags/setup', title: 'One doc tagged with "Setting up"' },
);
