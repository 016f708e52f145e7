// Generated from `compiler/src/model/`; do not edit.
// `UPDATE_SNAPSHOTS=1 cargo test -p bindery-compiler --lib model::` writes this file.

/**
 * A canonical path: begins with a slash, percent-encoded as a browser sends it, base path included, no final slash
 * but for the home.
 */
export type RoutePath = string;

/** The properties that all pages of a locale share. */
export type SiteProps = {
  /** The title of the site. */
  title: string;
  /** The tagline of the site. */
  tagline: string;
  /** The absolute origin, without a final slash. */
  url: string;
  /** Begins and ends with a slash. */
  basePath: string;
  /** The home of the locale, if it is not the base path. */
  home?: string;
  /** The search page of the locale, if there is one. */
  search?: string;
  /** The locale. */
  locale: LocaleProps;
  /** The logo in the navbar. */
  logo: Logo | null;
  /** A bar above the navbar. */
  announcement?: AnnouncementProps;
  /** Whether the navbar disappears while the reader scrolls down. */
  hideOnScroll?: boolean;
  /** The name in the navbar, if it is not the title; may be empty. */
  navbarTitle?: string;
  /** The items of the navbar. */
  navbar: NavbarItem[];
  /** The footer. */
  footer: FooterProps;
  /** The options of the colour mode. */
  colorMode: ColorModeProps;
  /** The options of all sidebars. */
  sidebar: SidebarOptions;
  /** The names of the versions of each docs instance, the last version first. */
  versions?: Record<string, string[]>;
  /** The address for reports of errors; `{title}` and `{url}` are those of the page. */
  report?: string;
  /** The service that receives page views. */
  analytics?: AnalyticsProps;
  /** Whether the site has a service worker that stores the pages shown. */
  offline?: boolean;
  /** Texts that replace those of the interface, by translation id. */
  messages: Record<string, string>;
};

/** A locale. */
export type LocaleProps = {
  /** The code of the locale. */
  code: string;
  /** The name of the language. */
  label: string;
  /** The direction of the text. */
  dir: Direction;
  /** The language tag of the `html` element. */
  htmlLang: string;
  /** The calendar of dates, `gregory` for example. */
  calendar: string;
};

/** A logo. CSS shows one of the two images, by the colour mode. */
export type Logo = {
  /** The alternative text. */
  alt: string;
  /** The path of the image. */
  src: string;
  /** The path of the image for the dark mode. */
  srcDark?: string;
  /** The path or url that the logo links to. */
  href?: string;
  /** In pixels; 0 if it is unknown. */
  width: number;
  /** In pixels; 0 if it is unknown. */
  height: number;
};

/** The bar above the navbar. */
export type AnnouncementProps = {
  /** Identifies the announcement; a reader who closes it does not see it again. */
  id: string;
  /** HTML of the site. */
  html: string;
  /** Whether the reader can close it. */
  closeable: boolean;
};

/** The service that receives page views. */
export type AnalyticsProps = {
  /** The name of the service, `gtag`. */
  provider: string;
  /** The id of the site at the service. */
  id?: string;
};

/** An item of the navbar. */
export type NavbarItem = {
  /** How the item is rendered. */
  type: NavbarKind;
  /** The text. */
  label: string;
  /** Rendered in place of the label. */
  html?: string;
  /** The side of the navbar. */
  position: NavbarPosition;
  /** The path or url that the item links to. */
  href: string;
  /** Whether the item leads to another site. */
  external: boolean;
  /** For `doc` items: the sidebar whose pages make the item active. */
  sidebarId: string | null;
  /** The name of an icon next to the label. */
  icon?: string;
  /** The code of the language, for links to languages. */
  lang?: string;
  /** A CSS class. */
  className?: string;
  /** Paths below it also make the item active. */
  activeBase?: string;
  /** Paths that match it also make the item active. */
  activeRegex?: string;
  /** The docs instance of a `version` or `versions` item. */
  plugin?: string;
  /** The name of the version that the item selects, inside a `versions` item. */
  version?: string;
  /** Added to the query of a language's link. */
  query?: string;
  /** The items of a dropdown. */
  items?: NavbarItem[];
};

/** How an item of the navbar is rendered. `versions`, `locales` and `dropdown` have `items`; `html` has `html` alone. */
export type NavbarKind = 'link' | 'doc' | 'version' | 'versions' | 'locales' | 'dropdown' | 'html' | 'search';

/** The footer. */
export type FooterProps = {
  /** The columns of links. */
  columns: FooterColumn[];
  /** Whether the footer is dark in both colour modes. */
  dark?: boolean;
  /** Whether the links form one line. */
  simple?: boolean;
  /** The logo. */
  logo?: Logo;
  /** Paragraphs of HTML. */
  lines?: string[];
  /** The copyright notice, as HTML. */
  copyright: string | null;
};

/** A column of the footer. */
export type FooterColumn = {
  /** The heading. */
  title: string;
  /** The links. */
  items: FooterItem[];
};

/** A link of the footer. */
export type FooterItem = {
  /** The text. */
  label: string;
  /** The path or url that the item links to. */
  href: string;
  /** Whether the item leads to another site. */
  external: boolean;
  /** Rendered in place of a link. */
  html?: string;
};

/** The options of the colour mode. */
export type ColorModeProps = {
  /** The mode of readers who have chosen none. */
  default: ColorMode;
  /** Whether the button that changes the mode is hidden. */
  disableSwitch: boolean;
  /** Whether the mode follows the system at first. */
  respectPrefersColorScheme: boolean;
};

/** The options of all sidebars. */
export type SidebarOptions = {
  /** Whether a button hides the sidebar. */
  hideable: boolean;
  /** Whether opening a category closes its siblings. */
  autoCollapseCategories: boolean;
};

/** The direction of a text. */
export type Direction = 'ltr' | 'rtl';

/** A side of the navbar. */
export type NavbarPosition = 'left' | 'right';

/** A colour mode of the interface. */
export type ColorMode = 'light' | 'dark';

/** An entry of a sidebar. */
export type SidebarItem =
  /** A link. */
  | {
      type: 'link';
      /** The text. */
      label: string;
      /** The path or url that the link leads to. */
      href: string;
      /** Whether the link leads to another site. */
      external?: boolean;
      /** A CSS class. */
      className?: string;
      /** `customProps` of the item. */
      customProps?: Record<string, unknown>;
    }
  /** HTML of the site. */
  | {
      type: 'html';
      /** The HTML, without what the content security policy refuses. */
      value: string;
      /** Whether the item looks like the other items. */
      defaultStyle?: boolean;
      /** A CSS class. */
      className?: string;
      /** `customProps` of the item. */
      customProps?: Record<string, unknown>;
    }
  /** A group of items. */
  | {
      type: 'category';
      /** The text. */
      label: string;
      /** The path or url that the label links to; null for a category without a page of its own. */
      href: string | null;
      /** The first page of a category without a page: the target of its heading without JavaScript. */
      firstHref?: string;
      /** Absent means true. */
      collapsible?: boolean;
      /** Whether the category is closed at first; absent means true. */
      collapsed?: boolean;
      /** A CSS class. */
      className?: string;
      /** `customProps` of the item. */
      customProps?: Record<string, unknown>;
      /** Absent if the category is closed on this page: the asset of the sidebar holds the items. */
      items?: SidebarItem[];
    };

/** The sidebar of a page. */
export type SidebarProps = {
  /** The id of the sidebar, such as `docs`. */
  id: string;
  /** The URL of the whole sidebar. */
  asset: string;
  /** The items to render at once: closed categories have none. Null in payloads. */
  items: SidebarItem[] | null;
};

/** A link to another page of the site. */
export type PageLink = {
  /** The title of the page. */
  title: string;
  /** The canonical path of the page. */
  href: string;
};

/** A card of a category index. */
export type Card =
  /** A card of one page. */
  | {
      type: 'link';
      /** The heading of the card. */
      label: string;
      /** The path or url that the card leads to. */
      href: string;
      /** The text below the heading. */
      description: string | null;
      /** Whether the card leads to another site. */
      external: boolean;
      /** Marks the card as the page is marked (`PageProps.element`). */
      element?: string;
      /** The data of an SVG path. */
      icon?: string;
    }
  /** A card of a sidebar category. */
  | {
      type: 'category';
      /** The heading of the card. */
      label: string;
      /** The path or url that the card leads to. */
      href: string;
      /** The text below the heading. */
      description: string | null;
      /** The number of items in the category. */
      count: number;
      /** Marks the card as the page is marked (`PageProps.element`). */
      element?: string;
      /** The data of an SVG path. */
      icon?: string;
    };

/** A blog post, on its own page and in lists. */
export type PostSummary = {
  /** The title. */
  title: string;
  /** The canonical path of the post. */
  href: string;
  /** An ISO date, `2022-07-08`, or with a time in UTC, `2022-07-08T10:00:00Z`. */
  date: string;
  /** Whole minutes, rounded up; null if the site does not show them. */
  readingMinutes: number | null;
  /** Absent if there are none. */
  authors?: Author[];
  /** Absent if there are none. */
  tags?: TagLink[];
  /** The slot of the excerpt or of the whole body, on list pages. */
  slot: number | null;
  /** Whether the slot holds only the part above the truncate marker. */
  truncated: boolean;
};

/** The posts of a year. */
export type PostYear = {
  /** The year, `2022`. */
  year: string;
  /** The posts, the newest first. */
  posts: PostLink[];
};

/** A link to a blog post. */
export type PostLink = {
  /** The title. */
  title: string;
  /** The canonical path of the post. */
  href: string;
  /** An ISO date as in `PostSummary`, with or without a time. */
  date: string;
};

/** The properties of one kind of page. */
export type PageContent =
  /** A document. */
  | { kind: 'doc' }
  /** The cards of a sidebar category, or the documents of a tag. */
  | {
      kind: 'category-index';
      /** The text above the cards. */
      description: string | null;
      /** The cards. */
      cards: Card[];
      /** For the documents of a tag: the link to all tags. */
      all?: PageLink;
    }
  /** A page of a list of posts. */
  | {
      kind: 'blog-list';
      /** The posts. */
      posts: PostSummary[];
      /** The number of the page, from 1. */
      page: number;
      /** The number of pages of the list. */
      totalPages: number;
      /** The page or post with newer content. */
      newer: string | null;
      /** The page or post with older content. */
      older: string | null;
      /** The author, in the list of an author's posts. */
      author?: Author;
      /** For the posts of a tag or an author: the link to all tags or authors. */
      all?: PageLink;
      /** The recent posts for the blog's sidebar. */
      recent: PostYear[];
      /** The heading of the recent posts. */
      recentTitle: string;
    }
  /** A post. */
  | {
      kind: 'blog-post';
      /** The post. */
      post: PostSummary;
      /** The page or post with newer content. */
      newer: PageLink | null;
      /** The page or post with older content. */
      older: PageLink | null;
      /** The recent posts for the blog's sidebar. */
      recent: PostYear[];
      /** The heading of the recent posts. */
      recentTitle: string;
    }
  /** All posts by year. */
  | {
      kind: 'blog-archive';
      /** The posts by year. */
      years: PostYear[];
    }
  /** All authors. */
  | {
      kind: 'blog-authors';
      /** The authors. */
      authors: Author[];
      /** The recent posts for the blog's sidebar. */
      recent: PostYear[];
      /** The heading of the recent posts. */
      recentTitle: string;
    }
  /** All tags of the blog or of the documents. */
  | {
      kind: 'tags';
      /** The tags by their first letter. */
      letters: TagLetter[];
      /** The recent posts for the blog's sidebar. */
      recent?: PostYear[];
      /** The heading of the recent posts. */
      recentTitle?: string;
    }
  /** A page of Markdown. */
  | { kind: 'page' }
  /** A React component of the site, as wide as the window. */
  | { kind: 'component' }
  /** The search page. */
  | { kind: 'search' }
  /** The page for unknown paths. */
  | { kind: 'not-found' };

/** A link to the page of a tag. */
export type TagLink = {
  /** The name of the tag. */
  label: string;
  /** The canonical path of the page. */
  href: string;
  /** A text about the tag. */
  description?: string;
  /** The number of pages with the tag, in lists of tags. */
  count?: number;
};

/** The tags that begin with one letter. */
export type TagLetter = {
  /** The letter. */
  letter: string;
  /** The tags. */
  tags: TagLink[];
};

/** A link to a profile on another site. */
export type SocialLink = {
  /** The name of the site. */
  label: string;
  /** The address. */
  href: string;
};

/** An author of blog posts. */
export type Author = {
  /** The name. */
  name: string;
  /** What the author does. */
  title?: string;
  /** The page of the author's posts, or a page elsewhere. */
  href?: string;
  /** An image of this site. */
  image?: ImageProps;
  /** Profiles on other sites. */
  socials?: SocialLink[];
  /** The number of posts, on the page of all authors. */
  count?: number;
};

/** An image of this site. */
export type ImageProps = {
  /** The path. */
  src: string;
  /** In pixels, if it is known. */
  width?: number;
  /** In pixels, if it is known. */
  height?: number;
};

/** An entry of the breadcrumbs. */
export type Crumb = {
  /** The text. */
  label: string;
  /** The canonical path of the page; absent for a category without a page of its own. */
  href: string | null;
};

/** An entry of the table of contents. */
export type TocItem = {
  /** The id of the heading. */
  id: string;
  /** Inline HTML of the heading, without links. */
  html: string;
  /** The level of the heading, 2 to 6. */
  level: number;
};

/** The last change of a page's source. */
export type LastUpdate = {
  /** An ISO date, `2024-05-06`. */
  date: string | null;
  /** Who made the change. */
  author: string | null;
};

/** The notice about a page's docs version. */
export type VersionNotice = {
  /** The banner above the article. */
  banner: VersionBanner | null;
  /** Whether the page shows the version's label as a badge. */
  badge: boolean;
  /** The label of the version. */
  label: string;
  /** A CSS class for the page. */
  className: string;
  /** The page's document in the last version; the link's title is that version's label. */
  latest: PageLink | null;
};

/** The language of a page without a translation. */
export type LanguageFallback = {
  /** The language tag of the text. */
  lang: string;
  /** The direction of the text. */
  dir: Direction;
  /** The name of the language. */
  language: string;
};

/** The properties of a page. */
export type PageProps = {
  /** The canonical path. */
  path: RoutePath;
  /** The title. */
  title: string;
  /** The content of the `title` element, template applied. */
  headTitle: string;
  /** The description for search engines and cards. */
  description: string | null;
  /** The absolute URL. */
  canonical: string;
  /** Whether search engines must not list the page. */
  noIndex: boolean;
  /** `docs-default-current` and the like; the search filters by it. */
  searchTag: string;
  /** The name of the docs version. */
  version: string | null;
  /** The accent colour of the page, such as `cryo`; the front matter key `element`. */
  element: string | null;
  /** The sidebar of a document. */
  sidebar: SidebarProps | null;
  /** The sidebar categories above the page. */
  breadcrumbs: Crumb[];
  /** The table of contents. */
  toc: TocItem[];
  /** Whether the table of contents is hidden. */
  hideToc: boolean;
  /** Whether the footer is hidden. */
  hideFooter: boolean;
  /** The page before it. */
  previous: PageLink | null;
  /** The page after it. */
  next: PageLink | null;
  /** The address at which the source can be edited. */
  editUrl: string | null;
  /** The last change of the source. */
  lastUpdate: LastUpdate | null;
  /** The tags of a document; absent if there are none. */
  tags?: TagLink[];
  /** Absent if the documents have only one version. */
  versionNotice?: VersionNotice;
  /** The language of the text, if the page is not translated yet. */
  fallback?: LanguageFallback;
  /** Navbar links that lead elsewhere on this page, by their usual address; language links by `lang:` and their code. */
  nav?: Record<string, string>;
  /** Whether the article contains a list of cards, which are articles of their own. */
  listsCards?: boolean;
  /** The number of article slots; slot 0 is the article of documents and posts. */
  slots: number;
  /** The properties of the kind of page. */
  content: PageContent;
};

/** The warning at the top of a version's pages. */
export type VersionBanner = 'unreleased' | 'unmaintained';

/** The data in a document, inside `<script type="application/json" id="__bindery_data">`. */
export type PageData = {
  /** Identifies the client bundle and the locale. */
  build: string;
  /** The properties that all pages of the locale share. */
  site: SiteProps;
  /** The properties of the page. */
  page: PageProps;
};

/** The payload of a page for client navigation, at `/_bindery/page…`. */
export type PagePayload = {
  /** Identifies the client bundle and the locale. */
  build: string;
  /** The properties of the page, without the items of its sidebar. */
  page: PageProps;
  /** The HTML of the article slots. */
  slots: string[];
  /** The style sheets of the page. */
  styles: string[];
  /** The elements of the document's head that belong to the page. */
  head: string;
};
