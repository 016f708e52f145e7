// Builds a tree with Docusaurus and prints what its blog and its tags became: the expectation of a golden tree.
//
//   DOCUSAURUS=/path/of/an/installation node reference.mjs TREE > TREE.json
//
// The installation is a folder with `@docusaurus/core`, `@docusaurus/preset-classic`, `react` and `react-dom` in its
// `node_modules`. The tree is copied into it and built there; nothing is written elsewhere.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join, relative, resolve } from 'node:path';

const home = resolve(process.env.DOCUSAURUS ?? '.');
const require = createRequire(join(home, 'package.json'));
const { load } = require('cheerio');
const tree = resolve(process.argv[2]);
const place = join(home, 'built', `blog-${basename(tree)}`);

function build() {
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  cpSync(tree, place, { recursive: true });
  const command = join(home, 'node_modules/@docusaurus/core/bin/docusaurus.mjs');
  execFileSync(process.execPath, [command, 'build', '--no-minify'], { cwd: place, stdio: ['ignore', 2, 2] });
}

function* files(folder) {
  for (const name of readdirSync(folder).sort()) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) yield* files(path);
    else if (name.endsWith('.html')) yield path;
  }
}

const text = (node) => node.text().replace(/\s+/g, ' ').trim();

function page($) {
  const all = (selector, make) =>
    $(selector)
      .toArray()
      .map((node) => make($(node)));
  const href = (selector) => $(selector).first().attr('href') ?? null;
  return {
    title: $('title').first().text(),
    // The posts or documents of a list, in order.
    posts: all('article header h2 a, main article > a:has(h2)', (node) => node.attr('href')),
    readMore: all('article footer a[aria-label^="Read more"]', (node) => node.attr('href')),
    dates: all('article header time', (node) => node.attr('datetime')),
    reading: all('article header time', (node) => text(node.parent()).split(' · ')[1] ?? null),
    authors: all('.avatar', (node) => text(node.find('.avatar__name'))),
    authorLinks: all('.avatar .avatar__name a', (node) => node.attr('href')),
    socials: all('.avatar a[title]', (node) => [node.attr('title'), node.attr('href')]),
    tags: all('a[rel=tag]', (node) => [text(node), node.attr('href')]),
    recent: all('nav[aria-label="Blog recent posts navigation"] a', (node) => [text(node), node.attr('href')]),
    newer: href('.pagination-nav__link--prev'),
    older: href('.pagination-nav__link--next'),
  };
}

function collect() {
  const pages = {};
  const built = join(place, 'build');
  for (const path of files(built)) {
    const name = `/${relative(built, path)}`;
    const $ = load(readFileSync(path, 'utf8'));
    if (name !== '/404.html') pages[name.replace(/(\/index)?\.html$/, '') || '/'] = page($);
  }
  const { version } = require('@docusaurus/core/package.json');
  return { docusaurus: version, pages };
}

if (!process.env.BUILT) build();
process.stdout.write(`${JSON.stringify(collect(), null, 1)}\n`);
