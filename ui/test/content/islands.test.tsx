import { act, fireEvent, render, screen } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test } from 'vitest';
import CharacterStats from '@site/components/characters/CharacterStats';
import Compendium from '@site/components/tables/Compendium';
import Constellations from '@site/components/characters/Constellations';
import EnemyTable from '@site/components/enemies/EnemyTable';
import Filter from '@site/components/tables/Filter';
import Frames from '@site/components/characters/Frames';
import Sliders from '@site/components/levels/Sliders';
import Talent from '@site/components/characters/Talent';
import Weapon from '@site/components/equipment/Weapon';
import bows from '@site/data/weapons/bows.json';
import hilichurl from '@site/data/enemies/hilichurls/hilichurls/hilichurl.json';
import shooter from '@site/data/enemies/hilichurls/hilichurls/hilichurl-shooter.json';
import ganyu from '@site/data/characters/cryo/ganyu.json';
import type { Character, Enemy, FrameTable, TalentData, WeaponData } from '@site/components/lib/types';
import { expectNoViolations } from '../axe';

const character = ganyu as unknown as Character;

afterEach(() => {
  localStorage.clear();
  window.history.replaceState(null, '', '/');
});

/** What the reader does with an island: the rendered children are inserted again as they were served. */
function hydrate(container: HTMLElement, Component: React.ComponentType<Record<string, unknown>>) {
  const island = container.querySelector<HTMLElement>('[data-island]')!;
  const props = JSON.parse(island.dataset.props ?? '{}') as Record<string, unknown>;
  const children = [...island.querySelectorAll('island-slot')].map((slot, key) => (
    <island-slot key={key} dangerouslySetInnerHTML={{ __html: slot.innerHTML }} />
  ));
  act(
    () =>
      void hydrateRoot(island, <Component {...props}>{children}</Component>, {
        onRecoverableError: (error) => {
          throw error;
        },
      }),
  );
  return island;
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'island-slot': { key?: number; dangerouslySetInnerHTML?: { __html: string } };
    }
  }
}

function served(node: React.ReactElement): HTMLElement {
  const container = document.createElement('div');
  container.innerHTML = renderToString(node);
  document.body.append(container);
  return container;
}

const marked = (island: HTMLElement) =>
  [...island.querySelectorAll('tr:nth-child(1) .col-on')].map((cell) => cell.textContent);

test('a talent level is marked in the whole table, and chosen by a slider for all tables and pages', () => {
  const container = served(<Talent talents={ganyu.talents as unknown as TalentData[]} kind="e" />);
  expect(marked(container)).toEqual(['9', '204%']);
  const island = hydrate(container, Sliders as never);
  const slider = island.querySelector('input')!;
  expect(slider.disabled).toBe(false);
  fireEvent.change(slider, { target: { value: '13' } });
  expect(marked(island)).toEqual(['13', '255%']);
  expect(localStorage.getItem('library.talent-level')).toBe('13');
  const other = hydrate(
    served(<Talent talents={ganyu.talents as unknown as TalentData[]} kind="na" />),
    Sliders as never,
  );
  expect(marked(other)).toEqual(['11', '67.8%']);
  fireEvent.change(other.querySelector('input')!, { target: { value: '1' } });
  expect(marked(island)).toEqual(['1', '120%']);
});

test('stats move with the slider, and every phase is in the table without it', () => {
  const container = served(<CharacterStats character={character} />);
  expect(container.querySelectorAll('table')[0]!.rows).toHaveLength(ganyu.stats.rows.length + 1);
  const island = hydrate(container, Sliders as never);
  const readings = () => [...island.querySelectorAll('dd')].map((figure) => figure.textContent);
  expect(readings()).toEqual(['9,797', '335', '630', '+38.4%']);
  fireEvent.change(island.querySelector('input')!, { target: { value: '0' } });
  expect(readings()).toEqual(['763', '26', '49', '–']);
});

const rows = ['Amber|Pyro|1', 'Beidou|Electro|4', 'Bennett|Pyro|2'].map((text) => text.split('|'));
const list = (
  <Filter noun="characters" total={3} groups={[{ name: 'element', label: 'Element', options: ['Electro', 'Pyro'] }]}>
    <table>
      <thead>
        <tr>
          <th>Name</th>
          <th>Units</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, element, units]) => (
          <tr key={name} data-keys={element}>
            <th>{name}</th>
            <td>{units}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </Filter>
);
const names = () =>
  [...document.querySelectorAll<HTMLTableRowElement>('tbody tr')]
    .filter((row) => !row.hidden)
    .map((row) => row.cells[0]!.textContent);

test('a list is filtered and sorted, and the address says how', () => {
  render(list);
  expect(names()).toEqual(['Amber', 'Beidou', 'Bennett']);
  fireEvent.change(screen.getByLabelText('Element'), { target: { value: 'Pyro' } });
  expect(names()).toEqual(['Amber', 'Bennett']);
  expect(screen.getByText('2 of 3 characters')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Units' }));
  fireEvent.click(screen.getByRole('button', { name: 'Units' }));
  expect(names()).toEqual(['Bennett', 'Amber']);
  expect(screen.getByRole('columnheader', { name: 'Units' }).getAttribute('aria-sort')).toBe('descending');
  expect(window.location.search).toBe('?element=Pyro&sort=-2');
  fireEvent.click(screen.getByRole('button', { name: 'Units' }));
  fireEvent.change(screen.getByLabelText('Find'), { target: { value: 'amb' } });
  expect(names()).toEqual(['Amber']);
  expect(window.location.search).toBe('?element=Pyro&find=amb');
});

test('heads of columns are buttons as soon as the island works', () => {
  // As the island's mark that it works (`ui/src/lib/islands.ts`).
  const Works = ({ children }: { children: React.ReactNode }) => {
    useLayoutEffect(() => screen.getByRole('button', { name: 'Units' }).click(), []);
    return children;
  };
  render(<Works>{list}</Works>);
  expect(window.location.search).toBe('?sort=2');
  expect(names()).toEqual(['Amber', 'Bennett', 'Beidou']);
});

test('an address opens the list as it was shared', () => {
  window.history.replaceState(null, '', '/characters?element=Electro&sort=1&other=x');
  render(list);
  expect(names()).toEqual(['Beidou']);
  fireEvent.change(screen.getByLabelText('Element'), { target: { value: '' } });
  expect(window.location.search).toBe('?sort=1&other=x');
});

test('a drawing in a table is no column of the address, and the order is that of the data', () => {
  window.history.replaceState(null, '', '/?sort=-3');
  const rows = [
    ['x', '1~2', '1.5', 'b'],
    ['y', '3', '3', 'a'],
  ];
  const columns = ['A', 'Counts', 'Mean', 'D'];
  const { container } = render(
    <Compendium noun="rows" section="S" counts="Counts" mean="Mean" tables={[{ path: ['S'], columns, rows }]} />,
  );
  const heads = () => [...container.querySelectorAll('tbody th')].map(({ textContent }) => textContent);
  expect(heads()).toEqual(['y', 'x']);
  expect(container.querySelector('[aria-sort]')!.textContent).toBe('Mean');
  fireEvent.click(screen.getByRole('button', { name: 'D' }));
  expect([window.location.search, ...heads()]).toEqual(['?sort=4', 'y', 'x']);
});

test.each([
  ['character stats', <CharacterStats key="x" character={character} />],
  ['talents', <Talent key="x" talents={ganyu.talents as unknown as TalentData[]} kind="q" />],
  ['frames', <Frames key="x" frames={ganyu.frames as unknown as FrameTable[]} />],
  ['constellations', <Constellations key="x" constellations={ganyu.constellations} />],
  ['weapons', <Weapon key="x" weapon={bows.weapons['amos-bow'] as WeaponData} />],
  [
    'enemies compared',
    <EnemyTable key="x" enemies={{ a: hilichurl as unknown as Enemy, b: shooter as unknown as Enemy }} />,
  ],
  [
    'a compendium',
    <Compendium
      key="x"
      noun="rows"
      section="S"
      part="Element"
      tables={[{ path: ['S', 'Cryo'], columns: ['A', 'B'], rows: [['x', '1U']] }]}
    />,
  ],
])('%s can be used by everybody', async (_, node) => {
  const { container } = render(node);
  expect(container.querySelector('[style]')).toBeNull();
  await expectNoViolations(container);
});
