import { afterEach, expect, test } from 'vitest';
import { setMessages, translate, translatePlural } from '../../../src/lib/text/translate';

afterEach(() => setMessages({}));

test('the default is used while the locale has no string', () => {
  expect(translate('some.id', 'Next')).toBe('Next');
});

test("the locale's string is used, and values are inserted", () => {
  setMessages({ 'some.id': '{count} Einträge' });
  expect(translate('some.id', '{count} items', { count: 3 })).toBe('3 Einträge');
});

test('a placeholder without a value stays as it is', () => {
  expect(translate('some.id', 'a {thing}')).toBe('a {thing}');
});

test('a number takes the form of its plural category', () => {
  const label = (count: number) => translatePlural('some.id', 'One post|{count} posts', count);
  expect([label(1), label(2)]).toEqual(['One post', '2 posts']);
  setMessages({ 'some.id': 'لا شيء|واحد|اثنان|{count} قليل|{count} كثير|{count} غير' }, 'ar');
  expect([label(0), label(2), label(3), label(11), label(100)]).toEqual([
    'لا شيء',
    'اثنان',
    '3 قليل',
    '11 كثير',
    '100 غير',
  ]);
  setMessages({ 'some.id': '{count}件' }, 'ja');
  expect(label(1)).toBe('1件');
});

test('a string without a translation takes the plural forms of English', () => {
  setMessages({}, 'ko');
  const label = (count: number) => translatePlural('some.id', 'One post|{count} posts', count);
  expect([label(1), label(5)]).toEqual(['One post', '5 posts']);
  setMessages({});
});
