import { fireEvent } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { enhanceImages } from '../../src/enhancements/enhanceImages';
import { expectNoViolations } from '../axe';

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
    },
  );
  // What jsdom lacks: a layout, and dialogs.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(600);
  HTMLDialogElement.prototype.showModal = function open(this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function shut(this: HTMLDialogElement) {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
});

const offer = (html: string) => {
  document.body.innerHTML = `<main><h1>Pictures</h1><div data-slot="0">${html}</div></main>`;
  enhanceImages(document.querySelectorAll('img'));
};
const button = () => document.querySelector<HTMLButtonElement>('.zoom > button');
const dialog = () => document.querySelector('dialog');

test('an image below its natural size opens in a dialog, and the focus returns', async () => {
  offer(
    '<p><picture><source type="image/webp" srcset="/small.webp 640w"><img src="/a.png" alt="A map" width="1600" height="900"></picture></p>',
  );
  expect(button()!.getAttribute('aria-label')).toBe('Enlarge: A map');
  expect(document.querySelector('.zoom > picture > img')).toBeTruthy();
  fireEvent.click(button()!);
  expect(dialog()!.getAttribute('aria-label')).toBe('A map');
  expect(dialog()!.querySelector('img')!.getAttribute('src')).toBe(new URL('/a.png', document.baseURI).href);
  await expectNoViolations(document.body);
  fireEvent.click(dialog()!.querySelector('img')!);
  expect(dialog()).toBeNull();
  expect(document.activeElement).toBe(button());
});

test('a click on the image opens it, too', () => {
  offer('<img src="/a.png" alt="A map" width="1600" height="900">');
  fireEvent.click(document.querySelector('img')!);
  expect(dialog()!.open).toBe(true);
});

test('an image in its natural size is not changed', () => {
  offer('<img src="/a.png" alt="A map" width="640" height="360">');
  expect(button()!.hidden).toBe(true);
  fireEvent.click(document.querySelector('img')!);
  expect(dialog()).toBeNull();
});

test('images in links, buttons and islands are not changed', () => {
  offer(
    ['a href="/x"', 'button', 'div data-island="X"', 'figure class="video"']
      .map((tag) => `<${tag}><img src="/a.png" alt="A" width="1600" height="900"></${tag.split(' ')[0]}>`)
      .join(''),
  );
  expect(document.querySelector('.zoom')).toBeNull();
});
