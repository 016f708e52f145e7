/** Announces changes without a document load to assistive technology, such as the title of a new page. */

const ID = '__bindery_announcer';

export function announce(text: string): void {
  const region = document.getElementById(ID) ?? createRegion();
  region.textContent = text;
}

/** Creates the live region before its first text, which screen readers could miss otherwise. */
export function prepareAnnouncer(): void {
  if (!document.getElementById(ID)) createRegion();
}

function createRegion(): HTMLElement {
  const region = document.createElement('div');
  region.id = ID;
  region.className = 'vh';
  region.setAttribute('aria-live', 'assertive');
  region.setAttribute('aria-atomic', 'true');
  document.body.append(region);
  return region;
}
