/** Opens images that are displayed below their natural size in a dialog, as large as the window allows. */

import { translate } from '../lib/text/translate';

/** Images that are left out: a click on links and controls has another effect, and React owns those of islands. */
const EXCLUDED = 'a,button,summary,label,figure.video,[data-island]';
/** The ratio of natural to displayed width from which on there is a dialog. */
const MIN_RATIO = 1.1;

export function enhanceImages(images: Iterable<HTMLImageElement>): void {
  const buttons = new Map<Element, HTMLButtonElement>();
  const update = (image: HTMLImageElement) => {
    const button = buttons.get(image);
    if (button) button.hidden = !isShrunk(image);
  };
  // The observer is collected together with the images.
  const observer = new ResizeObserver((entries) => entries.forEach(({ target }) => update(target as HTMLImageElement)));
  const onLoad = ({ target }: Event) => update(target as HTMLImageElement);
  for (const image of images) {
    if (image.closest(EXCLUDED) || image.closest('.zoom')) continue;
    buttons.set(image, buttonFor(image));
    image.addEventListener('load', onLoad);
    observer.observe(image);
    update(image);
  }
}

function isShrunk(image: HTMLImageElement): boolean {
  const width = Number(image.getAttribute('width')) || image.naturalWidth;
  return image.clientWidth > 0 && width >= image.clientWidth * MIN_RATIO;
}

/** a11y: the image keeps its role; the button beside it serves the keyboard and screen readers. */
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
