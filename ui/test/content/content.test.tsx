import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import Card from '../../src/content/Card';
import CardGrid from '../../src/content/CardGrid';
import Details from '../../src/content/Details';
import TabItem from '../../src/content/TabItem';
import Tabs from '../../src/content/Tabs';
import { expectNoViolations } from '../axe';

const items = [
  <TabItem key="a" value="a" label="First">
    One
  </TabItem>,
  <TabItem key="b" value="b">
    Two
  </TabItem>,
];

test('tabs are a tablist with panels; labels and panels are in the HTML', async () => {
  const { container } = render(<Tabs label="Attacks">{items}</Tabs>);
  const tabs = screen.getAllByRole('tab');
  expect(tabs.map((tab) => [tab.textContent, tab.getAttribute('aria-selected'), tab.tabIndex])).toEqual([
    ['First', 'true', 0],
    ['b', 'false', -1],
  ]);
  const panels = screen.getAllByRole('tabpanel', { hidden: true });
  expect(panels.map((panel) => panel.id)).toEqual(tabs.map((tab) => tab.getAttribute('aria-controls')));
  expect(panels.map((panel) => panel.textContent)).toEqual(['FirstOne', 'bTwo']);
  await expectNoViolations(container);
});

test('the default is the one asked for, else the one marked, else the first', () => {
  const selected = () => screen.getByRole('tab', { selected: true }).textContent;
  const { unmount } = render(<Tabs defaultValue="b">{items}</Tabs>);
  expect(selected()).toBe('b');
  unmount();
  render(
    <Tabs>
      {items}
      <TabItem value="c" default>
        Three
      </TabItem>
    </Tabs>,
  );
  expect(selected()).toBe('c');
});

test.each([
  ['no item', <Tabs key="x" />, /at least one/],
  ['a repeated value', <Tabs key="x" children={[items[0], items[0]]} />, /`a` more than once/],
  ['an unknown default', <Tabs key="x" defaultValue="z" children={items} />, /no value `z`.*`a`, `b`/],
  ['a query string without a name', <Tabs key="x" queryString children={items} />, /needs a `groupId`/],
])('tabs refuse %s', (_, tabs, message) => {
  const error = console.error;
  console.error = () => {};
  expect(() => render(tabs)).toThrow(message);
  console.error = error;
});

test('a card is a link with a heading, and takes its element', async () => {
  const { container } = render(
    <CardGrid>
      <Card title="Cryo" href="/cryo" element="cryo" description="Ice." />
      <Card title="Plain">Text</Card>
    </CardGrid>,
  );
  expect(screen.getByRole('link').textContent).toBe('CryoIce.');
  expect(screen.getAllByRole('article')[0]?.dataset.element).toBe('cryo');
  expect(screen.getAllByRole('article')[1]?.querySelector('a')).toBeNull();
  await expectNoViolations(container);
});

test('details have a summary and their text', async () => {
  const { container } = render(<Details summary="Proof">Text</Details>);
  expect(container.querySelector('summary')?.textContent).toBe('Proof');
  await expectNoViolations(container);
});
