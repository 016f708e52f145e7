// The script of `bindery dev`: shows each build in the open page, and the problems of the content.

import { noteDocument, refreshPage } from './page.js';
import { showProblems } from './problems.js';

const base = new URL('.', import.meta.url);

/** Links the tabs of this site. */
const channel = new BroadcastChannel('bindery-preview');

/** The site that the page is of. */
let { site: shown } = document.querySelector('script[src$="/_bindery/dev/overlay.js"]').dataset;
/** The last answer of the server. */
let latest = null;
let updating = noteDocument().catch(() => {});
/** The requests of the open page that its policy refused, by their origins. */
const refused = new Map();

/** Asks again and again, while the tab is shown; each answer comes when there is news, or after a while without any. */
async function watch() {
  let version = '';
  for (;;) {
    await shownAgain();
    try {
      latest = await nextState(version);
      version = latest.version;
      channel.postMessage(latest.site);
      update();
    } catch {
      // The server is being restarted, or the tab is hidden.
      version = '';
      await new Promise((done) => setTimeout(done, document.visibilityState === 'hidden' ? 0 : 500));
    }
  }
}

/** A hidden tab holds no connection: browsers open six to a host, and a seventh tab could not load its page. */
async function nextState(version) {
  const aborter = new AbortController();
  const abort = () => document.visibilityState === 'hidden' && aborter.abort();
  document.addEventListener('visibilitychange', abort);
  try {
    const url = new URL(`state?after=${version}`, base);
    const answer = await fetch(url, { cache: 'no-store', signal: aborter.signal });
    return await answer.json();
  } finally {
    document.removeEventListener('visibilitychange', abort);
  }
}

function shownAgain() {
  if (document.visibilityState !== 'hidden') return undefined;
  return new Promise((done) => document.addEventListener('visibilitychange', done, { once: true }));
}

function update() {
  const { dataset } = document.documentElement;
  updating = updating.then(async () => {
    const { site, version } = latest;
    if (shown !== site) await refreshPage().catch(() => location.reload());
    delete dataset.stale;
    dataset.build = version;
    shown = site;
    showAll();
  });
}

/** Shows the problems of the content, and the refused requests that are not among them. */
function showAll() {
  const { problems, sources } = latest;
  const isNew = ({ quoted }) => !problems.some(({ text }) => text.includes(`requests to ${quoted}`));
  showProblems([...problems, ...[...refused.values()].filter(isNew)], sources);
}

document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
  if (effectiveDirective !== 'connect-src' || !URL.canParse(blockedURI)) return;
  const quoted = `\`${new URL(blockedURI).origin}\``;
  const message = `the Content-Security-Policy refuses requests to ${quoted}`;
  const help = 'allow its origin under `policy`: `bindery explain refused-request`';
  refused.set(quoted, { severity: 'warning', quoted, text: `warning[refused-request]: ${message}\n  = help: ${help}` });
  if (latest) showAll();
});

/** A shown tab informs the hidden ones that it is out of date, and is updated when it is shown itself. */
channel.onmessage = ({ data }) => {
  if (document.visibilityState === 'hidden' && shown !== data) document.documentElement.dataset.stale = '';
};

document.head.append(
  Object.assign(document.createElement('link'), { rel: 'stylesheet', href: new URL('overlay.css', base).href }),
);
document.head.lastElementChild.dataset.overlay = '';
watch();
