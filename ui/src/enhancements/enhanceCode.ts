/** Buttons for each code block: copy the source (no line numbers, no zero-width signs), wrap lines that overflow. */

import { translate } from '../lib/text/translate';

const COPIED_MS = 1000;
const icons = {
  copy: 'M8.5 8.5h11v11h-11ZM15.5 8.5v-4h-11v11h4',
  copied: 'm5 12.5 4.5 4.5L19.5 7',
  wrap: 'M4 6h16M4 12h12.5a3 3 0 0 1 0 6H12m2-2-2 2 2 2M4 18h4',
};

export function enhanceCode(root: ParentNode): void {
  for (const pre of root.querySelectorAll<HTMLPreElement>('.code-block > pre')) {
    if (pre.parentElement) enhanceBlock(pre, pre.parentElement);
  }
}

export function enhanceBlock(pre: HTMLPreElement, block: Element): void {
  if (block.querySelector('.code-tools')) return;
  const tools = document.createElement('div');
  tools.className = 'code-tools';
  tools.append(wrapButton(pre), copyButton(pre));
  block.append(tools);
}

/** Shown while the block overflows or wraps: checked again whenever its size changes, as when a tab shows it. */
function wrapButton(pre: HTMLPreElement): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'ib';
  showIcon(button, 'wrap', translate('theme.CodeBlock.wordWrapToggle', 'Toggle word wrap'));
  // Hidden until the observer has measured the block: measuring here would force a layout for each block.
  button.hidden = true;
  button.setAttribute('aria-pressed', 'false');
  const update = () => {
    const wraps = pre.classList.contains('wrap');
    button.hidden = !wraps && pre.scrollWidth <= pre.clientWidth;
    button.setAttribute('aria-pressed', String(wraps));
  };
  button.addEventListener('click', () => {
    pre.classList.toggle('wrap');
    update();
  });
  new ResizeObserver(update).observe(pre);
  return button;
}

function copyButton(pre: HTMLPreElement): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'ib';
  setState(button, false);
  let timer: number | undefined;
  button.addEventListener('click', () => {
    const done = () => {
      setState(button, true);
      window.clearTimeout(timer);
      timer = window.setTimeout(() => setState(button, false), COPIED_MS);
    };
    navigator.clipboard
      ?.writeText(sourceText(pre))
      .then(done, (error: unknown) => console.warn('The code could not be copied.', error));
  });
  return button;
}

export function sourceText(pre: HTMLPreElement): string {
  const lines = [...pre.querySelectorAll('.line')].map((line) => (line.textContent ?? '').replace(/\n$/, ''));
  const text = lines.length > 0 ? lines.join('\n') : (pre.textContent ?? '');
  return text.replace(/[\u200b\ufeff]/g, '');
}

function setState(button: HTMLButtonElement, copied: boolean): void {
  const label = copied
    ? translate('theme.CodeBlock.copied', 'Copied')
    : translate('theme.CodeBlock.copyButtonAriaLabel', 'Copy code to clipboard');
  showIcon(button, copied ? 'copied' : 'copy', label);
}

function showIcon(button: HTMLButtonElement, icon: keyof typeof icons, label: string): void {
  button.setAttribute('aria-label', label);
  button.title = label;
  button.innerHTML = `<svg class="i" viewBox="0 0 24 24" aria-hidden="true"><path d="${icons[icon]}"/></svg>`;
}
