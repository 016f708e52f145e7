// Builds a tree with Docusaurus and prints what it made of it as data: the expectation of a golden tree.
//
//   DOCUSAURUS=/path/of/an/installation node reference.mjs TREE > TREE.json
//
// The installation is a folder with `@docusaurus/core`, `@docusaurus/preset-classic`,
// `@docusaurus/plugin-client-redirects`, `react` and `react-dom` in its `node_modules`. The tree is copied into it and
// built there; nothing is written elsewhere.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join, relative, resolve } from 'node:path';

const home = resolve(process.env.DOCUSAURUS ?? '.');
const require = createRequire(join(home, 'package.json'));
const { load } = require('cheerio');
const tree = resolve(process.argv[2]);
const place = join(home, 'built', basename(tree));

function build() {
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  cpSync(tree, place, { recursive: true, filter: (path) => !/(^|\/)(node_modules|build|\.docusaurus)$/.test(path) });
  const command = join(home, 'node_modules/@docusaurus/core/bin/docusaurus.mjs');
  execFileSync(process.execPath, [command, 'build', '--no-minify'], { cwd: place, stdio: ['ignore', 2, 2] });
}

function* files(folder, extension) {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder).sort()) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) yield* files(path, extension);
    else if (name.endsWith(extension)) yield path;
  }
}

const json = (path) => JSON.parse(readFileSync(path, 'utf8'));
const clean = (value) => JSON.parse(JSON.stringify(value));
const text = (node) => node.text().replace(/\s+/g, ' ').trim();

/** The versions of all docs instances, and each document's metadata, as the docs plugin stored them. */
function metadata() {
  const versions = [];
  const docs = new Map();
  for (const path of files(join(place, '.docusaurus/docusaurus-plugin-content-docs'), '.json')) {
    const value = json(path);
    if (value.version?.docsSidebars) versions.push(value.version);
    else if (value.id && value.permalink) docs.set(value.permalink, value);
  }
  return { versions, docs };
}

function item(value) {
  const { type, label, href, className, customProps, description, key, items, collapsed, collapsible } = value;
  const { unlisted, linkUnlisted, value: html, defaultStyle } = value;
  const own = { type, label, href, className, customProps, key, collapsed, collapsible, html, defaultStyle };
  if (type === 'link' && !value.docId) own.description = description;
  if (type === 'category') own.description = description;
  if (unlisted || linkUnlisted) own.unlisted = true;
  return { ...own, items: items?.map(item) };
}

/** What the built page shows. */
function page($, docs, path) {
  const doc = docs.get(path) ?? docs.get(`${path}/`) ?? docs.get(path.replace(/\/$/, ''));
  const article = $('article').first();
  const body = article.find('.markdown').first();
  const link = (selector) => {
    const found = $(selector).first();
    if (found.length === 0) return null;
    return { title: text(found.find('.pagination-nav__label')), href: found.attr('href') };
  };
  const headings = body
    .find('h1,h2,h3,h4,h5,h6')
    .toArray()
    .map((node) => {
      const copy = $(node).clone();
      copy.find('.hash-link').remove();
      copy.find('img').each((_, image) => $(image).replaceWith($(image).attr('alt') ?? ''));
      return [Number(node.tagName[1]), $(node).attr('id') ?? null, text(copy)];
    });
  const toc = $('.theme-doc-toc-desktop a.table-of-contents__link').toArray();
  const links = body
    .find('a[href]')
    .toArray()
    .filter((node) => !$(node).hasClass('hash-link'));
  const cards = $('.card h2').toArray();
  const list = (nodes) => nodes.toArray().map((node) => text($(node)));
  return {
    title: $('title').first().text(),
    source: doc ? doc.source.replace('@site/', '') : undefined,
    id: doc?.id,
    sidebar: doc ? (doc.sidebar ?? null) : undefined,
    headings,
    toc: toc.map((node) => $(node).attr('href').slice(1)),
    links: links.map((node) => $(node).attr('href')),
    images: body.find('img').length || undefined,
    breadcrumbs: list($('.breadcrumbs__item')),
    previous: link('.pagination-nav__link--prev'),
    next: link('.pagination-nav__link--next'),
    cards: cards.length ? cards.map((node) => $(node).attr('title')) : undefined,
  };
}

/** Without its final slash. */
function baseUrl() {
  const config = readFileSync(join(place, '.docusaurus/docusaurus.config.mjs'), 'utf8');
  return /"baseUrl": "(.*)\/"/.exec(config)[1];
}

function collect() {
  const { versions, docs } = metadata();
  const pages = {};
  const redirects = {};
  const built = join(place, 'build');
  const base = baseUrl();
  for (const path of files(built, '.html')) {
    const name = `/${relative(built, path)}`;
    const route = base + (name.replace(/(\/index)?\.html$/, '') || '/');
    const $ = load(readFileSync(path, 'utf8'));
    const refresh = $('meta[http-equiv=refresh]').attr('content');
    if (refresh) redirects[route] = refresh.replace(/^0; url=/, '');
    else if (name !== '/404.html' && $('#__docusaurus').length > 0) pages[route] = page($, docs, route);
  }
  const sidebars = {};
  for (const { pluginId, version, docsSidebars } of versions) {
    for (const [name, items] of Object.entries(docsSidebars)) {
      sidebars[`${pluginId}/${version}/${name}`] = items.map(item);
    }
  }
  const { version } = require('@docusaurus/core/package.json');
  return clean({ docusaurus: version, pages, sidebars, redirects });
}

if (!process.env.BUILT) build();
process.stdout.write(`${JSON.stringify(collect(), null, 1)}\n`);
