/** Tells assistive technology what happened without a document load: above all, the title of a new page. */

const ID = '__bindery_announcer';

export function announce(text: string): void {
  const region = document.getElementById(ID) ?? createRegion();
  region.textContent = text;
}

/** The region is there before it is first filled, or its first text may go unheard. */
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
