import { afterEach, expect, test } from 'vitest';
import { setMessages, translate } from '../../src/lib/translate';

afterEach(() => setMessages({}));

test('the default is used while the locale has no string', () => {
  expect(translate('some.id', 'Next')).toBe('Next');
});

test("the locale's string wins, and values are put in", () => {
  setMessages({ 'some.id': '{count} Einträge' });
  expect(translate('some.id', '{count} items', { count: 3 })).toBe('3 Einträge');
});

test('a placeholder without a value stays as it is', () => {
  expect(translate('some.id', 'a {thing}')).toBe('a {thing}');
});
