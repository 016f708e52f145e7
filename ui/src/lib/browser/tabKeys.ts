/** The tab to which a key moves the focus: arrows go round, Home and End to the ends; null for other keys. */
export function nextTab(tab: HTMLElement, key: string): HTMLElement | null {
  const tabs = [...(tab.closest('[role="tablist"]')?.querySelectorAll<HTMLElement>('[role="tab"]') ?? [])];
  if (key === 'Home') return tabs[0] ?? null;
  if (key === 'End') return tabs.at(-1) ?? null;
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return null;
  const forward = getComputedStyle(tab).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
  const index = tabs.indexOf(tab) + (key === forward ? 1 : -1);
  return tabs.at(index % tabs.length) ?? null;
}

/** Shows the panel of a tab and hides the others. */
export function selectTab(tab: Element): void {
  for (const other of tab.closest('[role="tablist"]')?.querySelectorAll<HTMLElement>('[role="tab"]') ?? []) {
    const selected = other === tab;
    other.ariaSelected = String(selected);
    other.tabIndex = selected ? 0 : -1;
    const panel = document.getElementById(other.getAttribute('aria-controls') ?? '');
    if (!panel) continue;
    panel.dataset.state = selected ? 'active' : 'inactive';
    panel.hidden = !selected;
  }
}
