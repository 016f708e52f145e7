// Shows the problems of the content: those of the open page first. A click on a place opens it in the author's editor.

const PLACE = /^(.+?):(\d+):(\d+)(?=: )/;

/** Replaces what is shown. `sources` has the file of each page. */
export function showProblems(problems, sources = {}) {
  const before = document.getElementById('bindery-overlay');
  const text = JSON.stringify(problems);
  if (before?.dataset.problems === text && before.dataset.path === location.pathname) return;
  before?.remove();
  if (problems.length === 0) return;
  const file = sources[location.pathname.replace(/(?<=.)\/$/, '')] ?? sources[location.pathname];
  const isHere = ({ text }) => file !== undefined && fileOf(text) === file;
  const here = bySeverity(problems.filter(isHere));
  const elsewhere = bySeverity(problems.filter((problem) => !isHere(problem)));
  const overlay = element('details', { id: 'bindery-overlay' });
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  overlay.open = errors > 0 && (before === null || before.open || before.dataset.severity !== 'error');
  Object.assign(overlay.dataset, {
    severity: errors > 0 ? 'error' : 'warning',
    problems: text,
    path: location.pathname,
  });
  overlay.append(element('summary', { textContent: count(problems) }));
  if (here.length > 0 && elsewhere.length > 0)
    overlay.append(element('p', { textContent: `This page: ${count(here)}` }));
  overlay.append(...here.map(block));
  if (here.length > 0 && elsewhere.length > 0) overlay.append(others(elsewhere));
  else overlay.append(...elsewhere.map(block));
  overlay.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') overlay.open = false;
  });
  document.body.append(overlay);
}

/** What is wrong on other pages, by count. */
function others(problems) {
  const list = element('details');
  list.append(element('summary', { textContent: `Other files: ${count(problems)}` }), ...problems.map(block));
  return list;
}

function bySeverity(problems) {
  return [...problems].sort((a, b) => Number(b.severity === 'error') - Number(a.severity === 'error'));
}

function fileOf(text) {
  return PLACE.exec(text)?.[1] ?? /^(\S+): /.exec(text)?.[1];
}

/** The message with its excerpt; its place is a button. */
function block({ text }) {
  const block = element('pre', { tabIndex: 0 });
  const place = PLACE.exec(text);
  if (!place) return Object.assign(block, { textContent: text });
  const button = element('button', { type: 'button', textContent: place[0], title: 'Open in the editor' });
  button.addEventListener('click', () => openEditor(place, button));
  block.append(button, text.slice(place[0].length));
  return block;
}

/** Asks the server, which opens files of the tree only, and only for pages of its own origin. */
async function openEditor([, file, line, column], button) {
  const { token } = document.querySelector('script[src$="/_bindery/dev/overlay.js"]').dataset;
  const answer = await fetch(new URL('open', import.meta.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-bindery-token': token ?? '' },
    body: JSON.stringify({ file, line: Number(line), column: Number(column) }),
  });
  if (answer.ok) return;
  const note = element('span', { className: 'bindery-note', role: 'alert', textContent: ` ${await answer.text()} ` });
  button.nextElementSibling?.matches('.bindery-note')
    ? button.nextElementSibling.replaceWith(note)
    : button.after(note);
}

function count(problems) {
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const words = (number, word) => (number === 0 ? [] : [`${number} ${word}${number === 1 ? '' : 's'}`]);
  return [...words(errors, 'error'), ...words(problems.length - errors, 'warning')].join(', ');
}

function element(name, properties = {}) {
  return Object.assign(document.createElement(name), properties);
}
