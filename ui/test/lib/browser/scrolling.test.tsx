import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { BackToTop } from '../../../src/layout/BackToTop';
import { hideForJump, noteScroll, showNavbar } from '../../../src/lib/browser/navbarShift';

const { dataset } = document.documentElement;

function scrollTo(y: number) {
  vi.stubGlobal('scrollY', y);
  act(() => void fireEvent.scroll(window));
}

beforeEach(() => {
  vi.stubGlobal('innerHeight', 800);
  Object.defineProperty(document.documentElement, 'scrollHeight', { configurable: true, value: 5000 });
  scrollTo(0);
});

test('the navbar is hidden while scrolling down and shown while scrolling up', () => {
  document.body.innerHTML = '<nav class="navbar"></nav>';
  const stop = noteScroll();
  scrollTo(300);
  expect(dataset.nav).toBe('hidden');
  scrollTo(200);
  expect(dataset.nav).toBeUndefined();
  scrollTo(4300);
  scrollTo(4190);
  expect(dataset.nav).toBeUndefined();
  stop();
});

test('a jump to a heading hides it; a navigation shows it', () => {
  document.body.innerHTML = '<nav class="navbar"></nav>';
  hideForJump();
  expect(dataset.nav).toBeUndefined();
  const stop = noteScroll();
  scrollTo(900);
  fireEvent(window, new Event('hashchange'));
  scrollTo(500);
  expect(dataset.nav).toBe('hidden');
  fireEvent(window, new Event('scrollend'));
  scrollTo(450);
  expect(dataset.nav).toBeUndefined();
  hideForJump();
  showNavbar();
  expect(dataset.nav).toBeUndefined();
  stop();
});

const button = () => screen.queryByRole('button', { name: 'Scroll back to top' });

test('the button to the top shows while scrolling up, from 300 pixels on', () => {
  render(<BackToTop />);
  scrollTo(1000);
  expect(button()).toBeNull();
  scrollTo(900);
  expect(button()).toBeTruthy();
  scrollTo(950);
  expect(button()).toBeNull();
  scrollTo(280);
  expect(button()).toBeNull();
});

test('it scrolls up, and scrolling down ends that', () => {
  const go = vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  render(<BackToTop />);
  scrollTo(1000);
  scrollTo(900);
  fireEvent.click(button()!);
  expect(go).toHaveBeenLastCalledWith({ top: 0, behavior: 'smooth' });
  scrollTo(920);
  expect(go).toHaveBeenLastCalledWith({ top: 920, behavior: 'instant' });
  scrollTo(900);
  fireEvent.click(button()!);
  fireEvent.wheel(window, { deltaY: 50 });
  expect(go).toHaveBeenLastCalledWith({ top: 900, behavior: 'instant' });
  scrollTo(800);
  fireEvent.click(button()!);
  // A jump to a heading below ends it as well, and is not stopped.
  fireEvent(window, new HashChangeEvent('hashchange'));
  scrollTo(2000);
  expect(go).toHaveBeenLastCalledWith({ top: 0, behavior: 'smooth' });
  cleanup();
});
