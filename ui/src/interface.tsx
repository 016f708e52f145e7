/** Hydrates the shell of a served page. The articles in it are not hydrated. */

import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from './App';
import { servedSlots } from './lib/navigation/servedSlots';
import { setMessages } from './lib/text/translate';
import type { PageData } from './model';

/** Called once, when the document is parsed. */
export function hydrate(): void {
  const container = document.getElementById('__bindery');
  const data = document.querySelector('script#__bindery_data')?.textContent;
  if (!container || !data) return;
  const { build, site, page } = JSON.parse(data) as PageData;
  setMessages(site.messages, site.locale.code);
  const app = (
    <BrowserRouter>
      <App build={build} site={site} page={page} slots={servedSlots(container, page.slots)} />
    </BrowserRouter>
  );
  // A transition hydrates in slices, so that the reader can scroll and click in between.
  startTransition(() => void hydrateRoot(container, app));
}
