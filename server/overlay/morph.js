// Applies the difference between two versions of served HTML to the live nodes that were made of the first.
//
// Scripts change what was served: they add buttons, wrap images and set attributes. Only what differs between the two
// versions is written, so that all of this stays, as do open `details`, selected tabs, the focus and islands. Where the live
// nodes cannot be matched with those that were served, the element's content is replaced.

/** Elements that are replaced as a whole: React or a player owns what is inside, or a copy is made of it. */
const WHOLE = '[data-island], svg, math, noscript, iframe, video, audio, .code-block:has(.mermaid, .live)';

/** What scripts add to articles; nothing of it was served. */
const ADDED = '.code-tools, .sort-end, .diagram, .zoom > button';

/** Beyond this product of two numbers of children, what lies between the equal ends is paired in order. */
const MAX_CELLS = 250_000;

/**
 * Makes `live` what `after` says. `before` is what it was made of.
 *
 * @returns {Element[]} the new elements, which no script has seen
 */
export function morph(live, before, after) {
  const fresh = [];
  morphElement(live, before, after, fresh);
  return fresh;
}

function morphElement(live, before, after, fresh) {
  morphAttributes(live, before, after);
  if (before.innerHTML === after.innerHTML) return;
  const nodes = matched(live, before);
  if (nodes === null) replaceContent(live, after, fresh);
  else morphChildren(live, nodes, [...before.childNodes], [...after.childNodes], fresh);
}

/** Attributes that scripts have set, such as `open`, are not in the difference. */
function morphAttributes(live, before, after) {
  for (const { name, value } of after.attributes)
    if (before.getAttribute(name) !== value) live.setAttribute(name, value);
  for (const { name } of before.attributes) if (!after.hasAttribute(name)) live.removeAttribute(name);
}

function replaceContent(live, after, fresh) {
  const content = [...after.childNodes].map((node) => document.importNode(node, true));
  live.replaceChildren(...content);
  fresh.push(...content.filter(isElement));
}

/** The live node of each child of `before`, in order; null if one has none. */
function matched(live, before) {
  // A reader has sorted the rows.
  if (before.localName === 'table' && live.querySelector('[aria-sort]') && !before.querySelector('[aria-sort]'))
    return null;
  const candidates = childrenOf(live);
  let at = 0;
  const found = [];
  for (const child of before.childNodes) {
    while (at < candidates.length && !isMadeOf(candidates[at], child)) at += 1;
    if (at === candidates.length) return null;
    found.push(candidates[at]);
    at += 1;
  }
  return found;
}

/** The children without the boxes that scripts put around them. */
function childrenOf(live) {
  return [...live.childNodes].flatMap((node) => {
    if (!isElement(node)) return [node];
    if (node.matches(ADDED)) return [];
    if (node.matches('.fold-box, .details-b, .zoom')) return childrenOf(node);
    return [node];
  });
}

function isMadeOf(live, before) {
  if (live.nodeName !== before.nodeName) return false;
  if (!isElement(before)) return live.data === before.data;
  return live.id === before.id && [...before.classList].every((name) => live.classList.contains(name));
}

function morphChildren(parent, live, before, after, fresh) {
  const afterKeys = after.map(keyOf);
  const pairs = commonSubsequence(before.map(keyOf), afterKeys);
  let from = 0;
  let to = 0;
  let last = null;
  const ends = [...pairs, [before.length, after.length]];
  for (const [endFrom, endTo] of ends) {
    last = morphGap(
      parent,
      last,
      live.slice(from, endFrom),
      before.slice(from, endFrom),
      after.slice(to, endTo),
      fresh,
    );
    last = live[endFrom] ?? last;
    from = endFrom + 1;
    to = endTo + 1;
  }
}

/** Between two nodes that stay; gives the last node that is there now. */
function morphGap(parent, last, live, before, after, fresh) {
  let next = 0;
  for (const wanted of after) {
    const at = before.findIndex((node, index) => index >= next && canBecome(node, wanted));
    if (at >= 0) {
      for (const left of live.slice(next, at)) remove(left);
      last = live[at];
      if (isElement(wanted)) morphElement(last, before[at], wanted, fresh);
      else writeText(last, wanted.data);
      next = at + 1;
      continue;
    }
    const node = document.importNode(wanted, true);
    if (last) outermost(last).after(node);
    else if (live[next]) outermost(live[next]).before(node);
    else parent.prepend(node);
    if (isElement(node)) fresh.push(node);
    last = node;
  }
  for (const left of live.slice(next)) remove(left);
  return last;
}

/** Whether a node becomes another by changing its attributes and its content. */
function canBecome(before, after) {
  if (before.nodeName !== after.nodeName) return false;
  if (!isElement(before)) return before.nodeType === Node.TEXT_NODE;
  return before.id === after.id && before.className === after.className && !before.matches(WHOLE);
}

/** Writes only what differs, so that a selection in the rest of the text stays. */
function writeText(node, text) {
  const old = node.data;
  let start = 0;
  while (start < old.length && old[start] === text[start]) start += 1;
  let end = 0;
  while (end < Math.min(old.length, text.length) - start && old.at(-1 - end) === text.at(-1 - end)) end += 1;
  node.replaceData(start, old.length - start - end, text.slice(start, text.length - end));
}

function remove(node) {
  if (!isElement(node)) return node.remove();
  // The drawing of a diagram is before its source.
  if (node.previousElementSibling?.matches('.diagram')) node.previousElementSibling.remove();
  outermost(node).remove();
}

/** A picture with the box and the button that a script has put around it. */
function outermost(node) {
  const box = node.parentElement;
  return box?.matches('.zoom') ? box : node;
}

/**
 * What makes two nodes equal. The ids of an island have the tag's number, which changes with each tag before it, and do not
 * count.
 */
function keyOf(node) {
  if (!isElement(node)) return `${node.nodeName} ${node.data}`;
  let html = node.outerHTML;
  for (const { dataset } of [node, ...node.querySelectorAll('[data-prefix]')])
    if (dataset?.prefix) html = html.replaceAll(dataset.prefix, '');
  return html;
}

/** The places of equal keys in both lists: a longest common subsequence. */
function commonSubsequence(a, b) {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const first = Array.from({ length: start }, (_, at) => [at, at]);
  const last = Array.from({ length: end }, (_, at) => [a.length - end + at, b.length - end + at]);
  return [...first, ...between(a.slice(start, a.length - end), b.slice(start, b.length - end), start), ...last];
}

function between(a, b, offset) {
  if (a.length * b.length > MAX_CELLS) return [];
  const width = b.length + 1;
  const lengths = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      lengths[i * width + j] =
        a[i] === b[j]
          ? lengths[(i + 1) * width + j + 1] + 1
          : Math.max(lengths[(i + 1) * width + j], lengths[i * width + j + 1]);
  const pairs = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) pairs.push([offset + i++, offset + j++]);
    else if (lengths[(i + 1) * width + j] >= lengths[i * width + j + 1]) i += 1;
    else j += 1;
  }
  return pairs;
}

function isElement(node) {
  return node.nodeType === Node.ELEMENT_NODE;
}
