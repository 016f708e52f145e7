/** The data a page is drawn from. The Rust side is `compiler/src/model.rs`; both change together. */

/** A canonical path of the site, base path included, percent-encoded as a browser sends it. */
export type RoutePath = string;

export type PageKind =
  | 'doc'
  | 'category-index'
  | 'blog-list'
  | 'blog-post'
  | 'blog-archive'
  | 'blog-tags'
  | 'blog-tag'
  | 'blog-authors'
  | 'blog-author'
  | 'doc-tags'
  | 'doc-tag'
  | 'page'
  | 'search'
  | 'not-found';

/** What is the same on every page of one locale. */
export type SiteProps = {
  title: string;
  tagline: string;
  /** Absolute origin without a final slash. */
  url: string;
  /** Begins and ends with a slash. */
  basePath: string;
  /** The home of the page's locale, where it is not the base path. */
  home?: RoutePath;
  /** The locale's search page, where there is one. */
  search?: RoutePath;
  locale: { code: string; label: string; dir: 'ltr' | 'rtl'; htmlLang: string; calendar: string };
  logo: Logo | null;
  /** A line above the navbar; `html` is the site's own. */
  announcement?: { id: string; html: string; closeable: boolean };
  /** Whether the navbar leaves while the reader scrolls down. */
  hideOnScroll?: boolean;
  /** The name in the navbar where it is not the title; may be empty. */
  navbarTitle?: string;
  navbar: NavbarItem[];
  footer: {
    columns: FooterColumn[];
    copyright: string | null;
    /** The links stand in one line. */
    simple?: boolean;
    logo?: Logo;
    /** HTML, a paragraph each. */
    lines?: string[];
  };
  colorMode: {
    default: 'light' | 'dark';
    disableSwitch: boolean;
    respectPrefersColorScheme: boolean;
  };
  sidebar: { hideable: boolean; autoCollapseCategories: boolean };
  /** The versions of each instance of documents by name, the last one first. */
  versions?: Record<string, string[]>;
  /** Where an error of a page is told; `{title}` and `{url}` are the page's. */
  report?: string;
  /** Whom page views are told. */
  analytics?: { provider: string; id?: string };
  /** Overrides of the reader's strings, by translation id. */
  messages: Record<string, string>;
};

/** Of two pictures CSS shows the one of the colour mode; a width of 0 is unknown. */
export type Logo = { alt: string; src: string; srcDark?: string; href?: string; width: number; height: number };

export type NavbarItem = {
  /** What it is drawn as: `versions`, `locales` and `dropdown` have `items`, `html` has `html` alone. */
  type: 'link' | 'doc' | 'version' | 'versions' | 'locales' | 'dropdown' | 'html' | 'search';
  label: string;
  /** Drawn in place of the label. */
  html?: string;
  position: 'left' | 'right';
  href: string;
  external: boolean;
  /** For `doc` and `docSidebar` items: the sidebar whose pages make the item active. */
  sidebarId: string | null;
  /** The name of an icon to draw beside the label. */
  icon?: string;
  /** Of a language's item: its code. */
  lang?: string;
  className?: string;
  /** Paths below it, and those that fit the pattern, make the item active, too. */
  activeBase?: string;
  activeRegex?: string;
  /** The instance of documents that a `version` or `versions` item is of. */
  plugin?: string;
  /** The name of the version that a choice of a `versions` item is. */
  version?: string;
  /** Added to the query of a language's link. */
  query?: string;
  items?: NavbarItem[];
};

export type FooterColumn = { title: string; items: FooterItem[] };
export type FooterItem = {
  label: string;
  href: string;
  external: boolean;
  /** Drawn in place of a link. */
  html?: string;
};

export type SidebarItem = SidebarLinkItem | SidebarHtmlItem | SidebarCategoryItem;

export type SidebarLinkItem = {
  type: 'link';
  label: string;
  href: string;
  external?: boolean;
  className?: string;
};

export type SidebarHtmlItem = {
  type: 'html';
  /** Without what the policy refuses. */
  value: string;
  /** Whether it looks like the other items. */
  defaultStyle?: boolean;
  className?: string;
};

export type SidebarCategoryItem = {
  type: 'category';
  label: string;
  /** The category's own page, or null. */
  href: RoutePath | null;
  /** The first page below a category without a page: where its heading leads without script. */
  firstHref?: RoutePath;
  /** Absent means yes. */
  collapsible?: boolean;
  /** Whether it starts closed; absent means yes. */
  collapsed?: boolean;
  className?: string;
  /** Absent when the category is closed on this page: the tree asset holds the items. */
  items?: SidebarItem[];
};

export type SidebarProps = {
  /** Sidebar id, e.g. `docs` or `tcg`. */
  id: string;
  /** Url of the whole tree. */
  asset: string;
  /** The items to draw at once: closed categories have none. Null in payloads. */
  items: SidebarItem[] | null;
};

export type Crumb = { label: string; href: RoutePath | null };
export type TocItem = {
  id: string;
  /** Inline HTML of the heading, without links. */
  html: string;
  level: number;
};
export type PageLink = { title: string; href: RoutePath };

/** A card of a category index. `element` marks it as its own page would be marked (`PageProps.element`). */
export type Card = { element?: string | null } & (
  | { type: 'link'; label: string; href: string; description: string | null; external: boolean }
  | { type: 'category'; label: string; href: RoutePath; description: string | null; count: number }
);

export type PostSummary = {
  title: string;
  href: RoutePath;
  /** ISO date, `2022-07-08`, or with a time in UTC, `2022-07-08T10:00:00Z`. */
  date: string;
  /** Whole minutes, rounded up; null where the site does not want them shown. */
  readingMinutes: number | null;
  /** Absent without any. */
  authors?: Author[];
  /** Absent without any. */
  tags?: TagLink[];
  /** Slot of the excerpt (or of the whole body), on list pages. */
  slot: number | null;
  /** True when the slot holds only the part above the truncate marker. */
  truncated: boolean;
};

/** Who wrote a post. */
export type Author = {
  name: string;
  /** What the author does. */
  title?: string;
  /** The page of the author's posts, or one elsewhere. */
  href?: string;
  /** A picture of this site. */
  image?: { src: string; width?: number; height?: number };
  socials?: { label: string; href: string }[];
  /** Posts, on the page of all authors. */
  count?: number;
};

export type TagLink = {
  label: string;
  href: RoutePath;
  description?: string;
  /** Pages, in lists of tags. */
  count?: number;
};

export type PostYear = { year: string; posts: { title: string; href: RoutePath; date: string }[] };

/** What only one kind of page has. */
export type PageContent =
  | { kind: 'doc' }
  /** Also the documents of a tag; `all` then leads to all tags. */
  | { kind: 'category-index'; description: string | null; cards: Card[]; all?: PageLink }
  | {
      kind: 'blog-list';
      posts: PostSummary[];
      page: number;
      totalPages: number;
      newer: RoutePath | null;
      older: RoutePath | null;
      /** Of the list of an author's posts. */
      author?: Author;
      /** Of the posts of a tag or an author: the way to all of them. */
      all?: PageLink;
      recent: PostYear[];
      recentTitle: string;
    }
  | {
      kind: 'blog-post';
      post: PostSummary;
      newer: PageLink | null;
      older: PageLink | null;
      recent: PostYear[];
      recentTitle: string;
    }
  | { kind: 'blog-archive'; years: PostYear[] }
  | { kind: 'blog-authors'; authors: Author[]; recent: PostYear[]; recentTitle: string }
  /** `recent` is that of the blog; tags of documents have none. */
  | { kind: 'tags'; letters: { letter: string; tags: TagLink[] }[]; recent?: PostYear[]; recentTitle?: string }
  | { kind: 'page' }
  /** A React component of the site, as wide as the window. */
  | { kind: 'component' }
  | { kind: 'search' }
  | { kind: 'not-found' };

export type VersionNotice = {
  banner: 'unreleased' | 'unmaintained' | null;
  badge: boolean;
  label: string;
  className: string;
  /** The same document in the last version; its title is that version's label. */
  latest: PageLink | null;
};

export type PageProps = {
  path: RoutePath;
  title: string;
  /** The document's title element, template applied. */
  headTitle: string;
  description: string | null;
  /** Absolute url. */
  canonical: string;
  noIndex: boolean;
  /** `docs-default-current` and the like. */
  searchTag: string;
  version: string | null;
  /** Sets the element accent: `cryo`, … or null. From front matter `element`. */
  element: string | null;
  sidebar: SidebarProps | null;
  breadcrumbs: Crumb[];
  toc: TocItem[];
  hideToc: boolean;
  hideFooter: boolean;
  previous: PageLink | null;
  next: PageLink | null;
  editUrl: string | null;
  lastUpdate: { date: string | null; author: string | null } | null;
  /** Of a document; absent without any. */
  tags?: TagLink[];
  /** What the page says of its version; absent where the documents have only one. */
  versionNotice?: VersionNotice;
  /** The language of the text, where the page is not translated yet. */
  fallback?: { lang: string; dir: 'ltr' | 'rtl'; language: string };
  /** Where items of the navbar lead on this page: by where they lead elsewhere, languages by `lang:` and their name. */
  nav?: Record<string, RoutePath>;
  /** Whether the text holds a list of cards, which are articles of their own. */
  listsCards?: boolean;
  /** How many article slots the page has; slot 0 is the article of docs and posts. */
  slots: number;
  content: PageContent;
};

/** Inside `<script type="application/json" id="__bindery_data">`. */
export type PageData = { build: string; site: SiteProps; page: PageProps };

/** Answer of `/_bindery/page…`. */
export type PagePayload =
  | {
      build: string;
      page: PageProps;
      slots: string[];
      styles: string[];
      /** What the document's head says of the page. */
      head: string;
    }
  | { build: string; redirect: string };
