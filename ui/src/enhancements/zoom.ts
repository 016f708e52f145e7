/** Shows a picture of an article that is shown smaller than its natural size in a dialog, as large as the window allows. */

import { translate } from '../lib/text/translate';

/** What is not the article's own picture: links and controls do something else, islands are React's. */
const ELSEWHERE = 'a,button,summary,label,figure.video,[data-island]';
/** Less than a tenth more is not worth a dialog. */
const WORTH = 1.1;

export function offerZoom(pictures: Iterable<HTMLImageElement>): void {
  const buttons = new Map<Element, HTMLButtonElement>();
  const update = (image: HTMLImageElement) => {
    const button = buttons.get(image);
    if (button) button.hidden = !isShrunk(image);
  };
  // It goes when the pictures go.
  const observer = new ResizeObserver((entries) => entries.forEach(({ target }) => update(target as HTMLImageElement)));
  const onLoad = ({ target }: Event) => update(target as HTMLImageElement);
  for (const image of pictures) {
    if (image.closest(ELSEWHERE) || image.closest('.zoom')) continue;
    buttons.set(image, buttonFor(image));
    image.addEventListener('load', onLoad);
    observer.observe(image);
    update(image);
  }
}

function isShrunk(image: HTMLImageElement): boolean {
  const width = Number(image.getAttribute('width')) || image.naturalWidth;
  return image.clientWidth > 0 && width >= image.clientWidth * WORTH;
}

/** a11y: the picture stays a picture; beside it stands the button that keys and screen readers find. */
function buttonFor(image: HTMLImageElement): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'ib';
  button.setAttribute('aria-label', translate('theme.image.enlarge', 'Enlarge: {alt}', { alt: image.alt }));
  button.innerHTML =
    '<svg class="i" viewBox="0 0 24 24" aria-hidden="true"><path d="M14 4h6v6M20 4l-7 7M10 20H4v-6M4 20l7-7"/></svg>';
  button.addEventListener('click', () => showPicture(image, button));
  image.addEventListener('click', () => button.hidden || showPicture(image, button));
  const box = document.createElement('span');
  box.className = 'zoom';
  const outermost = image.parentElement?.localName === 'picture' ? image.parentElement : image;
  outermost.replaceWith(box);
  box.append(outermost, button);
  return button;
}

function showPicture(image: HTMLImageElement, button: HTMLButtonElement): void {
  const dialog = document.createElement('dialog');
  dialog.className = 'zoomed';
  dialog.setAttribute('aria-label', image.alt);
  const large = document.createElement('img');
  large.src = image.src;
  large.alt = image.alt;
  for (const name of ['width', 'height']) {
    const value = image.getAttribute(name);
    if (value !== null) large.setAttribute(name, value);
  }
  const close = document.createElement('button');
  close.type = 'button';
  close.className = 'ib';
  close.setAttribute('aria-label', translate('theme.AnnouncementBar.closeButtonAriaLabel', 'Close'));
  close.innerHTML = '<svg class="i" viewBox="0 0 24 24" aria-hidden="true"><path d="m6 6 12 12M18 6 6 18"/></svg>';
  dialog.append(large, close);
  const shut = () => dialog.close();
  dialog.addEventListener('click', shut);
  dialog.addEventListener('close', () => {
    window.removeEventListener('popstate', shut);
    dialog.remove();
    button.focus({ preventScroll: true });
  });
  window.addEventListener('popstate', shut);
  document.body.append(dialog);
  dialog.showModal();
}
