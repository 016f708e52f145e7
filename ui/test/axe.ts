import axe from 'axe-core';
import { expect } from 'vitest';

/** Fails with what a person using assistive technology would run into. Colours are checked in the browser. */
export async function expectNoViolations(container: Element): Promise<void> {
  const { violations } = await axe.run(container, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([]);
}
