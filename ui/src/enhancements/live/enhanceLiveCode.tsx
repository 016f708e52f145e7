/**
 * Shows what live code blocks render, and lets readers edit them in their place. Loaded only on pages that have one, by sites
 * that turn live code on; without script they are plain code.
 */

import { loadScope } from 'virtual:bindery-live-code';
import { createRoot } from 'react-dom/client';
import { LiveResult } from './LiveResult';

/** Milliseconds without a key before edited code runs. */
const PAUSE_MS = 300;

export async function enhanceLiveCode(root: ParentNode): Promise<() => void> {
  const loaded = (await loadScope?.()) ?? {};
  const scope = (loaded.default ?? loaded) as Record<string, unknown>;
  const stops = [...root.querySelectorAll<HTMLElement>('.code-block > pre.live')].map((pre) =>
    enhanceBlock(pre, scope),
  );
  return () => stops.forEach((stop) => stop());
}

function enhanceBlock(pre: HTMLElement, scope: Record<string, unknown>): () => void {
  const code = pre.querySelector('code') ?? pre;
  const place = document.createElement('div');
  place.className = 'live-result';
  pre.parentElement?.after(place);
  const result = createRoot(place);
  let runs = 0;
  const run = () => {
    runs += 1;
    const live = { code: code.textContent ?? '', callsRender: pre.classList.contains('no-inline'), scope };
    result.render(<LiveResult key={runs} live={live} />);
  };
  let timer: number | undefined;
  const onInput = () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(run, PAUSE_MS);
  };
  makeEditable(pre);
  pre.addEventListener('input', onInput);
  run();
  return () => {
    window.clearTimeout(timer);
    pre.removeEventListener('input', onInput);
    // React may be rendering the page that replaces this one.
    queueMicrotask(() => result.unmount());
  };
}

/** Browsers that cannot edit plain text show the result of the code as it is. */
function makeEditable(pre: HTMLElement): void {
  try {
    pre.contentEditable = 'plaintext-only';
  } catch {
    return;
  }
  pre.spellcheck = false;
  // Where an edit joins coloured parts, browsers would write style attributes, which the policy refuses.
  const code = pre.querySelector('code') ?? pre;
  code.replaceChildren(code.textContent ?? '');
  // a11y: the label of the block names the field.
  pre.setAttribute('role', 'textbox');
  pre.setAttribute('aria-multiline', 'true');
}
