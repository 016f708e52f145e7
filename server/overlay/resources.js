// The style sheets and scripts of the open document and of the one that is served now.

const LINKS = 'head link[rel="stylesheet"]:not([data-overlay])';

/** Whether both documents load the same script. */
export function sameScripts(parsed) {
  return scriptsOf(document) === scriptsOf(parsed);
}

function scriptsOf(root) {
  const scripts = [...root.querySelectorAll('head script:not([type="application/ld+json"])')];
  return scripts.map((script) => script.getAttribute('src') ?? script.textContent).join('\n');
}

/** Links the served document's sheets, and then removes those that it does not have, so that none is missing in between. */
export async function syncStyles(parsed) {
  const old = [...document.querySelectorAll(LINKS)];
  const wanted = [...parsed.querySelectorAll(LINKS)];
  const hrefs = wanted.map((link) => link.getAttribute('href'));
  if (hrefs.join() === old.map((link) => link.getAttribute('href')).join()) return;
  const loading = wanted.map((link) => {
    const known = old.find((one) => one.getAttribute('href') === link.getAttribute('href'));
    return known ?? document.importNode(link, true);
  });
  const added = loading.filter((link) => !old.includes(link));
  const loaded = added.map((link) => new Promise((done) => (link.onload = link.onerror = done)));
  // The order of the links is the order of the rules; a link that is moved is loaded again, from the browser's cache.
  const rest = old.at(-1)?.nextSibling ?? null;
  for (const link of added) document.head.insertBefore(link, rest);
  await Promise.all(loaded);
  for (const link of old) if (!loading.includes(link)) link.remove();
}
