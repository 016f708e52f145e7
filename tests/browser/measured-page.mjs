/** Opens a page in a Chromium that draws, for commands that measure. */
import { createRequire } from 'node:module';
import { CHROMIUM_FLAGS, findChromium } from './chromium.mjs';

/**
 * @param {string} url the page
 * @param {string} cacheDir where an unpacked browser may lie
 * @param {(page: object, session: object) => Promise<void>} measure gets the hydrated page and its session of the DevTools protocol
 */
export async function withMeasuredPage(url, cacheDir, measure) {
  const { chromium } = createRequire(new URL('../../ui/package.json', import.meta.url))('playwright-core');
  const { path, env } = await findChromium(cacheDir);
  const browser = await chromium.launch({
    executablePath: path,
    args: CHROMIUM_FLAGS.filter((flag) => flag !== '--headless'),
    env: { ...process.env, ...env },
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    const response = await page.goto(url);
    if (!response?.ok()) throw new Error(`${url} answers ${response?.status()}`);
    await page.waitForSelector('html[data-started]', { state: 'attached' });
    await page.evaluate(() => window.dispatchEvent(new Event('focusin')));
    await page.waitForSelector('html[data-has-hydrated]', { state: 'attached' });
    await measure(page, await page.context().newCDPSession(page));
  } finally {
    await browser.close();
  }
}
