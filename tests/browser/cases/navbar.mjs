/**
 * The navbar and what is above it, on a small site that uses all of them (`tests/sites/reader`): announcement, dropdowns,
 * a navbar that hides while the reader scrolls down.
 */
import { assert, hydrated, openSite, scrollEnded, settled } from './support.mjs';

const mainNav = (page) => page.getByRole('navigation', { name: 'Main' });
const announcement = (page) => page.getByRole('banner');
const stored = (page, key) => page.evaluate((name) => localStorage.getItem(name), key);
const isNavbarThere = (page) =>
  page.evaluate(() => document.querySelector('.navbar').getBoundingClientRect().bottom > 0);
const waitForNavbar = (page, there) =>
  page.waitForFunction(
    (wanted) => document.querySelector('.navbar').getBoundingClientRect().bottom > 0 === wanted,
    there,
  );

const announcements = [
  {
    name: 'shell::the announcement is above the navbar in its own colours',
    async run({ page, site }) {
      await openSite(page, site);
      const bar = announcement(page);
      const { background, color, bottom } = await bar.evaluate((node) => {
        const { backgroundColor, color } = getComputedStyle(node);
        return { background: backgroundColor, color, bottom: node.getBoundingClientRect().bottom };
      });
      assert.deepEqual([background, color], ['rgb(32, 35, 42)', 'rgb(255, 255, 255)']);
      const top = await mainNav(page).evaluate((node) => node.getBoundingClientRect().top);
      assert.ok(bottom <= top + 1, `${bottom} ${top}`);
    },
  },
  {
    name: 'shell::a closed announcement stays away, also on the next load, and never flashes',
    async run({ page, site }) {
      await openSite(page, site);
      await announcement(page).getByRole('button', { name: 'Close' }).click();
      assert.equal(await announcement(page).count(), 0);
      assert.ok(await page.evaluate(() => document.querySelector('.navbar').contains(document.activeElement)));
      assert.deepEqual(
        [await stored(page, 'docusaurus.announcement.dismiss'), await stored(page, 'docusaurus.announcement.id')],
        ['true', 'first'],
      );
      await page.locator('main').getByRole('link', { name: 'the long page' }).click();
      await page.waitForURL('**/guides/long');
      assert.equal(await announcement(page).count(), 0);
      await page.addInitScript(() => {
        window.__seen = [];
        const look = () => {
          const bar = document.querySelector('[role=banner]');
          if (bar && bar.getClientRects().length > 0) window.__seen.push(bar.textContent);
          requestAnimationFrame(look);
        };
        look();
      });
      await page.reload();
      await hydrated(page);
      await settled(page);
      assert.deepEqual(await page.evaluate(() => window.__seen), []);
    },
  },
  {
    name: 'shell::another announcement shows at once to those who closed the last',
    async run({ page, site }) {
      await page.addInitScript(() => {
        if (localStorage.getItem('docusaurus.announcement.id') !== null) return;
        localStorage.setItem('docusaurus.announcement.id', 'former');
        localStorage.setItem('docusaurus.announcement.dismiss', 'true');
      });
      await openSite(page, site);
      assert.ok(await announcement(page).isVisible());
      assert.deepEqual(
        [await stored(page, 'docusaurus.announcement.dismiss'), await stored(page, 'docusaurus.announcement.id')],
        ['false', 'first'],
      );
    },
  },
];

const dropdowns = [
  {
    name: 'shell::a dropdown opens for the mouse, and by a key it stays until it is closed',
    async run({ page, site }) {
      await openSite(page, site);
      const button = mainNav(page).getByRole('button', { name: 'More' });
      const link = mainNav(page).getByRole('link', { name: 'Long' });
      assert.deepEqual(
        [await button.getAttribute('aria-haspopup'), await button.getAttribute('aria-expanded')],
        ['true', 'false'],
      );
      assert.equal(await link.isVisible(), false);
      await button.hover();
      await link.waitFor();
      await page.mouse.move(5, 500);
      await link.waitFor({ state: 'hidden' });
      await button.focus();
      await page.clock.install();
      for (const key of ['Enter', ' ']) {
        await page.keyboard.press(key);
        assert.equal(await button.getAttribute('aria-expanded'), 'true');
        await page.clock.runFor(1000);
        assert.ok(await link.isVisible(), 'no timer closes it');
        await page.keyboard.press(key);
        assert.equal(await button.getAttribute('aria-expanded'), 'false');
      }
      await page.keyboard.press('ArrowDown');
      assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Long');
      await page.keyboard.press('Escape');
      assert.equal(await button.getAttribute('aria-expanded'), 'false');
      assert.equal(await page.evaluate(() => document.activeElement.textContent), 'More');
      await page.keyboard.press('Enter');
      await page.locator('main h1').click();
      assert.equal(await button.getAttribute('aria-expanded'), 'false');
    },
  },
  {
    name: 'shell::an open dropdown stays inside the window',
    async run({ page, site }) {
      for (const path of ['/', '/ar/']) {
        await openSite(page, site, path);
        const buttons = mainNav(page).locator('button[aria-haspopup]');
        for (let at = 0; at < (await buttons.count()); at += 1) {
          await buttons.nth(at).press('Enter');
          const { left, right } = await buttons
            .nth(at)
            .evaluate((node) => node.parentElement.querySelector('ul').getBoundingClientRect());
          assert.ok(left >= 0 && right <= 1280, `${path} ${at}: ${left} to ${right}`);
          await page.keyboard.press('Escape');
        }
      }
    },
  },
  {
    name: 'shell::in the panel dropdowns are closed, unless the page is in them',
    options: { viewport: { width: 390, height: 800 } },
    async run({ page, site }) {
      await openSite(page, site, '/next/guides/crash');
      const toMenu = async () => {
        await page.getByRole('button', { name: 'Toggle navigation bar' }).click();
        await page.getByRole('button', { name: '← Back to main menu' }).click();
      };
      await toMenu();
      assert.equal(await mainNav(page).getByRole('button', { name: 'Expand the dropdown' }).count(), 2);
      await mainNav(page).getByRole('button', { name: 'More' }).click();
      await mainNav(page).getByRole('link', { name: 'Long' }).click();
      await page.waitForURL('**/guides/long');
      await toMenu();
      await mainNav(page).getByRole('link', { name: 'Long' }).waitFor();
      assert.equal(await mainNav(page).getByRole('link', { name: 'Long' }).getAttribute('aria-current'), 'page');
      await mainNav(page).getByRole('button', { name: 'Languages' }).click();
      const arabic = mainNav(page).getByRole('link', { name: 'العربية' });
      await arabic.waitFor();
      assert.equal(await arabic.getAttribute('lang'), 'ar');
    },
  },
];

const scrolling = [
  {
    name: 'shell::the navbar leaves on the way down and comes back on the way up, or with the focus',
    async run({ page, site }) {
      await openSite(page, site, '/guides/long');
      await page.mouse.move(640, 500);
      await page.mouse.wheel(0, 1200);
      await waitForNavbar(page, false);
      // The turn of a wheel that comes before would only shorten the way down.
      await scrollEnded(page);
      await page.mouse.wheel(0, -150);
      await waitForNavbar(page, true);
      await scrollEnded(page);
      await page.mouse.wheel(0, 600);
      await waitForNavbar(page, false);
      await mainNav(page).getByRole('button', { name: 'More' }).focus();
      await waitForNavbar(page, true);
    },
  },
  {
    name: 'shell::a jump to a heading leaves the navbar away, a navigation shows it',
    async run({ page, site }) {
      await openSite(page, site, '/guides/long');
      await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Part 9' }).click();
      await waitForNavbar(page, false);
      await scrollEnded(page);
      assert.equal(await isNavbarThere(page), false);
      await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Part 4' }).click();
      await page.waitForFunction(() => window.location.hash === '#part-4');
      await scrollEnded(page);
      assert.equal(await isNavbarThere(page), false);
      await page.getByRole('navigation', { name: 'Docs sidebar' }).getByRole('link', { name: 'Intro' }).click();
      await waitForNavbar(page, true);
    },
  },
  {
    name: 'shell::the way back to the top shows on the way up',
    async run({ page, site }) {
      await openSite(page, site, '/guides/long');
      const button = page.getByRole('button', { name: 'Scroll back to top' });
      await page.mouse.move(640, 500);
      await page.mouse.wheel(0, 2000);
      await page.waitForFunction(() => window.scrollY > 1000);
      await scrollEnded(page);
      assert.equal(await button.count(), 0);
      await page.mouse.wheel(0, -200);
      await button.waitFor();
      await button.click();
      await page.waitForFunction(() => window.scrollY === 0);
      await button.waitFor({ state: 'detached' });
    },
  },
];

export const navbarCases = [...announcements, ...dropdowns, ...scrolling];
