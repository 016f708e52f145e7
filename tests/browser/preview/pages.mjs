/** `bindery dev` shows an edit in the open document, and leaves all else there as it is. */
import { assert, assertSameDocument, heading, markWindow, open, until } from '../cases/support.mjs';
import { preview } from './author.mjs';

const CASES = {
  'preview: an edited text keeps scroll, details, tabs, focus and selection': keepsState,
  'preview: an edit while the search is open keeps the dialog and its text': keepsSearch,
  'preview: an edited title changes the sidebar, the head and the table of contents': showsTitle,
  'preview: new blocks of an article get their buttons and tabs': enhancesNew,
  'preview: an edit of another page changes nothing, and a link to it shows the new text': leavesOthers,
  'preview: an edit of the settings changes the navbar in the same document': showsSettings,
  'preview: a title that is wider than the window is shortened': shortensTitle,
  'preview: islands with the same properties keep their state': keepsIslands,
  'preview: a new page can be opened, and a deleted one becomes the not-found page': addsAndDeletes,
  'preview: an edited style sheet is replaced in the same document': replacesStyles,
  'preview: an edited component acts in the open page': replacesIslands,
  'preview: style elements that a component inserts have an effect, although the policy refuses them': adoptsStyles,
  'preview: an edited text is shown while the components are bundled': showsTextMeanwhile,
  'preview: a hidden tab is marked as stale, and shows the edit when it is shown': updatesHidden,
};

export const previewPageCases = Object.entries(CASES).map(([name, run]) => ({
  name,
  run: async (given) => run(given, await preview()),
}));

async function opened(page, base, path) {
  await open(page, base, path);
  await markWindow(page);
}

async function keepsState({ page }, { base, edit }) {
  await opened(page, base, '/text');
  await page.locator('main summary').click();
  await page.getByRole('tab', { name: 'macOS' }).click();
  await page.getByText('A link in a paragraph').getByRole('link').focus();
  await page.evaluate(() => {
    const paragraph = [...document.querySelectorAll('main p')].find((one) => one.textContent.startsWith('Paragraph 9'));
    window.scrollTo({ top: 400, behavior: 'instant' });
    getSelection().setBaseAndExtent(paragraph.firstChild, 0, paragraph.firstChild, 9);
  });
  const before = await page.evaluate(() => window.scrollY);
  edit('docs/text.md', 'The first sentence of the page.', 'An edited sentence of the page.');
  edit('docs/text.md', 'Hidden words.', 'Hidden but edited words.');
  edit('docs/text.md', 'For macOS.', 'For every Mac.');
  await page.getByText('An edited sentence of the page.').waitFor();
  await page.getByText('Hidden but edited words.').waitFor();
  await page.getByText('For every Mac.').waitFor();
  await assertSameDocument(page);
  const after = await page.evaluate(() => ({
    scroll: window.scrollY,
    selected: String(getSelection()),
    focused: document.activeElement.textContent,
    isOpen: document.querySelector('main details').open,
  }));
  assert.deepEqual(after, { scroll: before, selected: 'Paragraph', focused: 'link', isOpen: true });
  assert.equal(await page.getByRole('tab', { name: 'macOS' }).getAttribute('aria-selected'), 'true');
  await page.getByRole('tab', { name: 'Linux' }).click();
  await page.getByText('For Linux.').waitFor();
  assert.equal(await page.locator('.code-tools').count(), 1, 'the code has its buttons once');
}

async function keepsSearch({ page }, { base, edit }) {
  await opened(page, base, '/');
  await page.keyboard.press('/');
  await page.locator('dialog[open] input').fill('islands');
  edit('docs/index.md', 'The [text]', 'Here is the [text]');
  await page.locator('main').getByText('Here is the').waitFor({ state: 'attached' });
  await assertSameDocument(page);
  assert.equal(await page.locator('dialog[open] input').inputValue(), 'islands');
}

async function showsTitle({ page }, { base, edit, write }) {
  write('docs/titled.md', '---\ntitle: Old title\n---\n\n## Old heading\n\nText.\n');
  await until(async () => (await fetch(`${base}/titled`)).ok);
  await opened(page, base, '/titled');
  edit('docs/titled.md', 'Old title', 'New title');
  await page.locator('.toc').getByText('Old heading').waitFor();
  await page.locator('aside, nav').getByText('New title').first().waitFor();
  await page.waitForFunction(() => document.title.startsWith('New title'));
  assert.equal(await heading(page), 'New title');
  edit('docs/titled.md', 'Old heading', 'New heading');
  await page.locator('.toc').getByText('New heading').waitFor();
  await page.locator('meta[property="og:title"][content^="New title"]').waitFor({ state: 'attached' });
  await assertSameDocument(page);
}

async function enhancesNew({ page }, { base, edit, write }) {
  write('docs/blocks.md', '---\ntitle: Blocks\n---\n\nNo blocks yet.\n');
  await until(async () => (await fetch(`${base}/blocks`)).ok);
  await opened(page, base, '/blocks');
  const tabs = ['One', 'Two'].map(
    (name) => `<TabItem value="${name}" label="${name}">\n\nText ${name}.\n\n</TabItem>\n`,
  );
  edit('docs/blocks.md', 'yet.', `any more.\n\n\`\`\`js\nconst added = 1\n\`\`\`\n\n<Tabs>\n${tabs.join('')}</Tabs>\n`);
  await page.locator('.code-tools').waitFor({ state: 'attached' });
  await page.getByRole('tab', { name: 'Two' }).click();
  await page.getByText('Text Two.').waitFor();
  await assertSameDocument(page);
}

async function leavesOthers({ page }, { base, edit, write }) {
  write('docs/first.md', '---\ntitle: First\n---\n\n[Second](second.md)\n');
  write('docs/second.md', '---\ntitle: Second\n---\n\nBefore the edit. [First](first.md)\n');
  await until(async () => (await fetch(`${base}/second`)).ok && (await fetch(`${base}/first`)).ok);
  await opened(page, base, '/second');
  const link = (name) => page.locator('main').getByRole('link', { name, exact: true }).first();
  await link('First').click();
  await page.waitForURL('**/first');
  edit('docs/second.md', 'Before the edit.', 'After the edit.');
  await until(async () => (await (await fetch(`${base}/second`)).text()).includes('After the edit.'));
  const { version } = await (await fetch(`${base}/_bindery/dev/state`)).json();
  await page.waitForFunction((wanted) => Number(document.documentElement.dataset.build) >= wanted, version);
  await link('Second').click();
  await page.getByText('After the edit.').waitFor();
  await assertSameDocument(page);
}

async function showsSettings({ page }, { base, edit }) {
  await opened(page, base, '/text');
  edit('site.toml', 'label = "Start"', 'label = "Beginning"');
  await page.locator('.navbar').getByText('Beginning').first().waitFor();
  await assertSameDocument(page);
}

async function shortensTitle({ page }, { base, edit }) {
  await page.setViewportSize({ width: 390, height: 800 });
  await opened(page, base, '/text');
  const long = 'A site whose title is longer than the window of a phone is wide';
  edit('site.toml', 'title = "Preview"', `title = "${long}"`);
  await page.locator('.brand').getByText(long).waitFor();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  edit('site.toml', `title = "${long}"`, 'title = "Preview"');
  assert.equal(width, 390);
}

async function keepsIslands({ page }, { base, edit }) {
  await opened(page, base, '/islands');
  const first = page.getByRole('button', { name: /^First/ });
  await first.click();
  await page.getByRole('button', { name: 'First: 1' }).click();
  edit('docs/islands.md', 'An edited sentence.', 'A sentence after the edit.\n\n<Counter label="Before" />');
  await page.getByText('A sentence after the edit.').waitFor();
  assert.equal(await first.innerText(), 'First: 2');
  await page.getByRole('button', { name: 'Before: 0' }).click();
  await page.getByRole('button', { name: 'Before: 1' }).waitFor();
  edit('docs/islands.md', 'label="Second"', 'label="Third"');
  await page.getByRole('button', { name: 'Third: 0' }).click();
  await page.getByRole('button', { name: 'Third: 1' }).waitFor();
  assert.equal(await first.innerText(), 'First: 2');
  await assertSameDocument(page);
}

async function addsAndDeletes({ page }, { base, write, remove }) {
  await opened(page, base, '/text');
  write('docs/added.md', '---\ntitle: Added\n---\n\nIt was not there.\n');
  await page.locator('.shell').getByRole('link', { name: 'Added' }).first().click();
  await page.getByText('It was not there.').waitFor();
  await assertSameDocument(page);
  remove('docs/added.md');
  await page.waitForFunction(() => document.querySelector('main h1')?.textContent === 'Page Not Found');
  await assertSameDocument(page);
  write('docs/added.md', '---\ntitle: Added\n---\n\nIt is back.\n');
  await page.getByText('It is back.').waitFor();
  await assertSameDocument(page);
}

async function updatesHidden({ page, context }, { base, write, edit }) {
  write('docs/hidden.md', '---\ntitle: Hidden\n---\n\nAs it was.\n');
  await until(async () => (await fetch(`${base}/hidden`)).ok);
  await opened(page, base, '/hidden');
  const setVisibility = (state) =>
    page.evaluate((state) => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  const other = await context.newPage();
  await open(other, base, '/');
  await setVisibility('hidden');
  edit('docs/hidden.md', 'As it was.', 'As it is.');
  await page.waitForSelector('html[data-stale]', { state: 'attached' });
  assert.equal(await page.getByText('As it was.').count(), 1);
  await setVisibility('visible');
  await page.getByText('As it is.').waitFor();
  await page.waitForSelector('html:not([data-stale])', { state: 'attached' });
  await assertSameDocument(page);
}

async function replacesStyles({ page }, { base, edit }) {
  await opened(page, base, '/islands');
  edit('components/counter.css', 'rgb(1, 2, 3)', 'rgb(4, 5, 6)');
  const outline = () =>
    page
      .locator('.counter')
      .first()
      .evaluate((node) => getComputedStyle(node).outlineColor);
  await until(async () => (await outline()) === 'rgb(4, 5, 6)');
  await assertSameDocument(page);
}

async function adoptsStyles({ page }, { base }) {
  await open(page, base, '/islands');
  await page.locator('.styled').scrollIntoViewIfNeeded();
  const styles = () =>
    page.locator('.styled').evaluate((node) => {
      const inner = node.querySelector('span').shadowRoot?.querySelector('b');
      const { color, width } = getComputedStyle(node);
      return [color, width, inner && getComputedStyle(inner).fontSize].join(' ');
    });
  await until(async () => (await styles()) === 'rgb(1, 2, 3) 123px 45px');
}

/** The script of an island keeps the address of what loads it: the document is loaded again. */
async function replacesIslands({ page }, { base, edit }) {
  await opened(page, base, '/islands');
  edit('components/Counter.tsx', 'count + 1', 'count + 10');
  await page.waitForFunction(() => !window.__mark);
  const button = page.getByRole('button', { name: /^First/ });
  await button.click();
  await page.getByRole('button', { name: 'First: 10' }).waitFor();
}

async function showsTextMeanwhile({ page }, { base, write, edit }) {
  write('docs/meanwhile.md', '---\ntitle: Meanwhile\n---\n\nSentence 0.\n');
  await until(async () => (await fetch(`${base}/meanwhile`)).ok);
  await opened(page, base, '/meanwhile');
  // On a machine that does other things the bundle may be ready first.
  for (let attempt = 1; attempt <= 3; attempt++) {
    const before = await bundleOf(base);
    write('components/Plain.tsx', `export const interactive = true;\nexport default () => <p>{${attempt}}</p>;\n`);
    edit('docs/meanwhile.md', `Sentence ${attempt - 1}.`, `Sentence ${attempt}.`);
    await page.getByText(`Sentence ${attempt}.`).waitFor();
    const isOld = (await bundleOf(base)) === before;
    await until(async () => (await bundleOf(base)) !== before);
    if (isOld) return;
  }
  assert.fail('the text was shown with the new bundle only');
}

/** The hash of the scripts and style sheets of the site that is served, by the last event of the server. */
async function bundleOf(base) {
  const aborter = new AbortController();
  const { body } = await fetch(`${base}/_bindery/dev/events`, { signal: aborter.signal });
  const { value } = await body.getReader().read();
  aborter.abort();
  return JSON.parse(/data: ?(.*)/.exec(new TextDecoder().decode(value))[1]).bundle;
}
