import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newestEntries, newestIssues, type Issue } from '../../../content/components/home/lib/newest';

const CONTENT = join(import.meta.dirname, '../../../content');

test('the newest entries come first, those without a date not at all', () => {
  const entry = (topic: string, added: string | null) => ({ topic, added, tested: null });
  const files = {
    a: { title: 'A', route: '/a', entries: { x: entry('X', '2022-01-01'), y: entry('Y', null) } },
    b: { title: 'B', route: '/b', entries: { w: entry('W', '2022-01-01'), z: entry('Z', '2023-01-01') } },
  };
  expect(newestEntries(files, 2)).toEqual([
    { href: '/b#z', label: 'Z', place: 'B', date: '2023-01-01' },
    { href: '/b#w', label: 'W', place: 'B', date: '2022-01-01' },
  ]);
});

test('the newsletter says of what month its newest issue is', () => {
  const folder = join(CONTENT, 'data/newsletter');
  const issues = Object.fromEntries(
    readdirSync(folder)
      .filter((name) => !name.startsWith('_'))
      .map((name) => [name.replace('.json', ''), JSON.parse(readFileSync(join(folder, name), 'utf8')) as Issue]),
  );
  const [newest] = newestIssues(issues, 1);
  const month = new Date(newest!.date).toLocaleDateString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const config = readFileSync(join(CONTENT, 'site.toml'), 'utf8');
  expect(config.split('[blog]')[1]!.split('\n[')[0]).toContain(
    `${newest!.label.replace('Patch', 'version')} of ${month}`,
  );
});
