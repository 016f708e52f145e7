import { expect, test } from 'vitest';
import { isBeyondFields } from './effects';

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
