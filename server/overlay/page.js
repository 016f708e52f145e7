// Shows an edited page in the open document: its articles are changed in place, and React gets the rest of the page.

import { morph } from './morph.js';
import { sameScripts, syncStyles } from './resources.js';

/** How long an update waits for the interface; after that the document is loaded again. */
const INTERFACE_TIMEOUT_MS = 10_000;

const HEAD = 'bindery:head';

/** What was last served of a page, by the articles that React has: `articles`, as elements, and `data`, as JSON. */
const latestViews = new WeakMap();
/** The items of the last sidebar, by its address, which changes with them. */
let sidebar = { asset: null, items: null };
/** The entity tags of documents, by their addresses. */
const tags = new Map();
/** What ends the enhancements of new elements, and the articles that they are in. */
let started = { slots: null, stops: [] };
/** The policy of the open document, which does not change before the next load. */
let policy = null;

/** The hash of the scripts that the open document has loaded. Some of them keep their address when they change. */
const { build } = JSON.parse(document.getElementById('__bindery_data')?.textContent ?? '{}');

/** Notes the policy that the document was served with. */
export async function noteDocument() {
  const response = await ask({ method: 'HEAD' });
  policy = response.headers.get('content-security-policy');
}

/** Asks for the page again and shows what has changed. Loads the document where nothing less will do. */
export async function refreshPage() {
  if (!(await isInterfaceReady())) return location.reload();
  const asked = address();
  const tag = tags.get(asked);
  const response = await ask({ headers: tag ? { 'if-none-match': tag } : {} });
  if (response.status === 304 || address() !== asked) return forgetOthers();
  if (response.redirected) return location.replace(response.url);
  const parsed = new DOMParser().parseFromString(await response.text(), 'text/html');
  const data = parsed.getElementById('__bindery_data');
  const known = response.headers.get('content-security-policy') === policy;
  if (!data || !known) return location.reload();
  tags.set(asked, response.headers.get('etag'));
  await showPage(parsed, JSON.parse(data.textContent));
}

function ask({ headers, ...options }) {
  return fetch(address(), { cache: 'no-store', headers: { accept: 'text/html', ...headers }, ...options });
}

function address() {
  return location.pathname + location.search;
}

/** What the interface shows, and the functions that change it (`ui/src/hooks/usePageEffects.ts`). */
function currentInterface() {
  const { latest, ...functions } = globalThis.bindery;
  return { ...latest.current, ...functions };
}

async function isInterfaceReady() {
  const deadline = Date.now() + INTERFACE_TIMEOUT_MS;
  // A sign of use, at which the page loads it (`ui/src/lib/start/whenNeeded.ts`).
  globalThis.dispatchEvent(new Event('focusin'));
  while (document.documentElement.dataset.hasHydrated === undefined) {
    if (Date.now() > deadline) return false;
    await new Promise((done) => setTimeout(done, 50));
  }
  return true;
}

/** Other pages may have changed although this one has not: links load them anew. */
function forgetOthers() {
  currentInterface().loader.forget();
}

/** A path with one letter encoded, or no longer encoded: another key, so that React renders the page anew. */
function otherSpelling(path) {
  const encoded = /%[67][0-9a-f]/i;
  if (encoded.test(path)) return path.replace(encoded, (code) => decodeURIComponent(code));
  return path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
}

async function showPage(parsed, data) {
  const { site } = currentInterface();
  // The words of the interface and its scripts belong to the document.
  const isSameSite =
    JSON.stringify([site.locale, site.messages]) === JSON.stringify([data.site.locale, data.site.messages]);
  if (data.build !== build || !sameScripts(parsed) || !isSameSite) return location.reload();
  await syncStyles(parsed);
  const known = latestViews.get(currentInterface().shown.slots);
  const json = JSON.stringify([data.page, data.site]);
  await addSidebar(data.page);
  const { shown, show, loader } = currentInterface();
  loader.forget();
  const slots = slotsOf(parsed);
  const next = { ...shown, page: data.page, arrival: null };
  const live = liveSlots(slots.length);
  writeHead(parsed);
  if (live === null || shown.slots.length !== slots.length || shown.page.content.kind !== data.page.content.kind) {
    replaceFields(site, data.site);
    return renderAnew({ ...next, slots: slots.map(({ innerHTML }) => innerHTML) }, show);
  }
  const before = known?.articles ?? shown.slots.map(toElement);
  const after = slots.map(withoutInert);
  const fresh = holdingPosition(() => live.flatMap((slot, n) => morph(slot, before[n], after[n])));
  latestViews.set(shown.slots, { articles: after, data: json });
  if (known?.data !== json) {
    replaceFields(site, data.site);
    show(next);
  } else {
    // React renders the same again: only what a site does after each render waits for it.
    afterPaint(() => currentInterface().shown === shown && show(next));
  }
  enhance(fresh);
}

function afterPaint(then) {
  requestAnimationFrame(() => setTimeout(then));
}

/** The interface's components hold the object itself. */
function replaceFields(object, fields) {
  for (const name of Object.keys(object)) if (!(name in fields)) delete object[name];
  Object.assign(object, fields);
}

function renderAnew(next, show) {
  const pathname = otherSpelling(next.pathname);
  if (pathname === next.pathname) location.reload();
  else show({ ...next, pathname });
}

/** The whole tree: the reader may have opened categories whose items the page does not contain. */
async function addSidebar(page) {
  if (!page.sidebar) return;
  const { asset } = page.sidebar;
  if (sidebar.asset !== asset) {
    const response = await fetch(asset);
    if (!response.ok) return;
    sidebar = { asset, items: (await response.json()).items };
  }
  page.sidebar.items = sidebar.items;
}

function slotsOf(parsed) {
  const slots = [];
  for (let slot = find(parsed, 0); slot; slot = find(parsed, slots.length)) slots.push(slot);
  return slots;
}

function find(root, slot) {
  return root.querySelector(`#__bindery [data-slot="${slot}"]`);
}

/** The articles in the document; null if one is not there, as after an error. */
function liveSlots(count) {
  const found = Array.from({ length: count }, (_, slot) => find(document, slot));
  return found.every((slot) => slot !== null) ? found : null;
}

function toElement(html) {
  const { body } = new DOMParser().parseFromString(`<div>${html}</div>`, 'text/html');
  return withoutInert(body.firstElementChild);
}

/** What is in an article. Controls are served inert and opened at once, before React reads the articles. */
function withoutInert(article) {
  for (const control of article.querySelectorAll(':is(button, input, select, textarea, [role="tablist"])[inert]'))
    control.removeAttribute('inert');
  const content = article.ownerDocument.createElement('div');
  content.append(...article.childNodes);
  return content;
}

/** The title, and the part of the head that belongs to the page. */
function writeHead(parsed) {
  document.title = parsed.title;
  const [wanted, current] = [headOf(parsed), headOf(document)];
  if (!wanted || !current || wanted.html === current.html) return;
  for (const node of current.nodes) node.remove();
  current.end.before(...wanted.nodes.map((node) => document.importNode(node, true)));
}

function headOf({ head }) {
  const comments = [...head.childNodes].filter((node) => node.nodeType === Node.COMMENT_NODE);
  const [start, end] = [HEAD, `/${HEAD}`].map((mark) => comments.find(({ nodeValue }) => nodeValue === mark));
  if (!start || !end) return null;
  const all = [...head.childNodes];
  const nodes = all.slice(all.indexOf(start) + 1, all.indexOf(end));
  return { end, nodes, html: nodes.map((node) => node.outerHTML ?? node.nodeValue).join('') };
}

/** Keeps what the reader looks at in its place, where the browser does not do so itself. */
function holdingPosition(change) {
  if (CSS.supports('overflow-anchor', 'auto')) return change();
  const anchor = document.elementFromPoint(innerWidth / 2, innerHeight / 3);
  const before = anchor?.getBoundingClientRect().top ?? 0;
  const result = change();
  if (anchor?.isConnected) scrollBy({ top: anchor.getBoundingClientRect().top - before, behavior: 'instant' });
  return result;
}

/** Starts buttons, tabs and islands of the new elements only: the others have theirs. */
function enhance(fresh) {
  const there = fresh.filter(({ isConnected }) => isConnected);
  if (there.length === 0) return;
  const { shown, site, navigate, enhance, mountIslands } = currentInterface();
  if (started.slots !== shown.slots) {
    for (const stop of started.stops) stop();
    started = { slots: shown.slots, stops: [] };
  }
  const root = rootOf(there);
  const replaceQuery = (search) => navigate({ search, hash: location.hash }, { replace: true });
  started.stops.push(enhance(root, replaceQuery), mountIslands(root, site));
}

/** Several elements, as far as they are searched. */
function rootOf(elements) {
  const querySelectorAll = (selector) => [
    ...new Set(
      elements.flatMap((element) => [
        ...(element.matches(selector) ? [element] : []),
        ...element.querySelectorAll(selector),
      ]),
    ),
  ];
  return { querySelectorAll, querySelector: (selector) => querySelectorAll(selector)[0] ?? null };
}
