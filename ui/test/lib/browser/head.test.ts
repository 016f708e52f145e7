import { expect, test } from 'vitest';
import { applyHead } from '../../../src/lib/browser/head';

const served =
  '<meta name="viewport" content="x"><!--bindery:head--><meta name="description" content="old"><link rel="canonical" href="/old"><!--/bindery:head--><link rel="icon" href="/i">';

test("the page's part of the head replaces the old one", () => {
  document.head.innerHTML = served;
  applyHead('Ganyu | Library', '<meta name="description" content="new"><script type="application/ld+json">{}</script>');
  expect(document.title).toBe('Ganyu | Library');
  expect(document.head.innerHTML.replace(/<title>.*?<\/title>/, '')).toBe(
    '<meta name="viewport" content="x"><!--bindery:head--><meta name="description" content="new"><script type="application/ld+json">{}</script><!--/bindery:head--><link rel="icon" href="/i">',
  );
  applyHead('B', '');
  expect(document.head.querySelector('meta[name=description],script')).toBeNull();
});

test('a head without the marks is left alone', () => {
  document.head.innerHTML = '<meta name="description" content="old">';
  applyHead('A', '<meta name="description" content="new">');
  expect(document.head.querySelectorAll('meta')).toHaveLength(1);
});
