/**
 * The reader's place in a page of which parts are not rendered yet: these change the heights above it when they are, so that a
 * position in pixels would be another place.
 */

/** The distance of an element's top from that of the window, and the numbers of the children that lead to it from `main`. */
export type Place = [top: number, ...path: number[]];

/** Pixels below the top of the window that the navbar may cover. */
const COVERED = 80;

/** The place of the first thing that is read below the navbar. */
export function placeInView(): Place {
  const place: Place = [0];
  let box = document.querySelector('main') as Element | undefined;
  while (box) {
    place[0] = box.getBoundingClientRect().top;
    const children: Element[] = [...box.children];
    const at = children.findIndex((child) => child.getBoundingClientRect().bottom > COVERED);
    box = children[at];
    if (box) place.push(at);
  }
  return place;
}

/** The position of the window at which an element has its distance; NaN if the page has no such element any more. */
export function positionOf([top, ...path]: Place): number {
  let box: Element | null | undefined = document.querySelector('main');
  for (const at of path) box = box?.children[at];
  return box ? box.getBoundingClientRect().top + window.scrollY - top : Number.NaN;
}
