import { expect, test } from 'vitest';
import { isBeyondFields, stacksOf } from './effects';

const homa = {
  text: [
    'HP is increased by 20/25/30/35/40%. The holder gets an ATK Bonus of 0.8/1/1.2/1.4/1.6% of Max HP. Below 50% HP, it gets an additional ATK Bonus of 1/1.2/1.4/1.6/1.8% of Max HP.',
  ],
};

test('a share of a stat is no plain percentage', () => {
  expect(isBeyondFields([0.8, 1, 1.2, 1.4, 1.6], homa)).toBe(true);
  expect(isBeyondFields([1, 1.2, 1.4, 1.6, 1.8], homa)).toBe(true);
  expect(isBeyondFields([20, 25, 30, 35, 40], homa)).toBe(false);
  const counted = { text: ['DMG is increased by 8/10/12/14/16% per 1000 DEF of the holder.'] };
  expect(isBeyondFields([8, 10, 12, 14, 16], counted)).toBe(true);
});

test("a figure for others is not the wielder's", () => {
  const athame = {
    text: [
      "It increases the holder's ATK by 20/25/30/35/40% and the ATK of nearby active party members except the holder by 16/20/24/28/32% for 3 s.",
    ],
  };
  expect(isBeyondFields([20, 25, 30, 35, 40], athame)).toBe(false);
  expect(isBeyondFields([16, 20, 24, 28, 32], athame)).toBe(true);
});

test('the same series can be for the wielder in one place, and for others or counted in another', () => {
  const text = [
    'CRIT DMG is increased by 16/20/24/28/32%. ATK is increased by 20/25/30/35/40% and the ATK of nearby members except the holder by 16/20/24/28/32%.',
  ];
  expect([0, 1].map((nth) => isBeyondFields([16, 20, 24, 28, 32], { text }, nth))).toEqual([false, true]);
  const song = [
    'DEF is increased by 8/10/12/14/16%. Max 2 stacks. With 2 stacks, DMG of all is increased by 8/10/12/14/16% per 1000 DEF.',
  ];
  expect([0, 1].map((nth) => isBeyondFields([8, 10, 12, 14, 16], { text: song }, nth))).toEqual([false, true]);
});

test('the text says how often a figure stacks: after it, or before what each stack does', () => {
  const stacks = (...text: string[]) => stacksOf([4, 5, 6, 7, 8], { text });
  expect(stacks('Hits increase ATK by 4/5/6/7/8% for 8 s. Max 5 stacks. This can occur once.')).toBe(5);
  expect(stacks('A hit gives a Song stack. Max 4 stacks. Each Song stack increases ATK by 4/5/6/7/8%.')).toBe(4);
  expect(stacks('ATK is increased by 4/5/6/7/8%. Hits increase DEF by 1%. Max 3 stacks.')).toBeUndefined();
  const waves = 'The holder gains 1 Wave stack, up to 2 stacks. ATK is increased by 4/5/6/7/8% per Wave consumed.';
  expect([stacks(waves), isBeyondFields([4, 5, 6, 7, 8], { text: [waves] })]).toEqual([2, false]);
  expect(isBeyondFields([4, 5, 6, 7, 8], { text: ['ATK is increased by 4/5/6/7/8% per point of Energy.'] })).toBe(true);
});
