import { expect, test } from 'vitest';
import { forgetLostVersions } from '../../../src/lib/menus/versions';

test('the choice of a missing version is deleted, that of a known one stays', () => {
  localStorage.setItem('docs-preferred-version-default', 'gone');
  localStorage.setItem('docs-preferred-version-tcg', '1.0');
  forgetLostVersions({ default: ['current'], tcg: ['current', '1.0'] });
  expect(localStorage.getItem('docs-preferred-version-default')).toBeNull();
  expect(localStorage.getItem('docs-preferred-version-tcg')).toBe('1.0');
});
