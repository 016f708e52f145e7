import { expect, test } from 'vitest';
import { linkStyles } from '../../../src/lib/browser/stylesheets';

test('a sheet that another file contains is not loaded again', async () => {
  document.head.innerHTML =
    '<link rel="stylesheet" href="/assets/both.css" data-holds="/assets/shell.css /assets/content.css">';
  await linkStyles(['/assets/content.css', '/assets/both.css']);
  expect(document.querySelectorAll('link')).toHaveLength(1);
});
