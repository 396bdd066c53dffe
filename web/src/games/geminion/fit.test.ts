import { expect, it } from 'vitest';
import { fit } from './fit';
import { pipsOf } from './pips';

const SHAPE = { ratio: 1.4, gap: 8, most: 150, worth: 1.04 };

it('cards are as large as they can be, and all of them fit', () => {
  for (const count of [1, 4, 8, 11])
    for (const [wide, high] of [
      [300, 120],
      [680, 350],
      [360, 200],
    ] as const) {
      const { width, columns } = fit(count, wide, high, SHAPE);
      const rows = Math.ceil(count / columns);
      expect(width).toBeGreaterThan(10);
      expect(columns * (width + 8) - 8).toBeLessThanOrEqual(wide);
      expect(rows * (width * 1.4 + 8) - 8).toBeLessThanOrEqual(high);
    }
});

it('what a card brings lies on its foot, to be counted', () => {
  const facts = { cost: 5, coins: 0, gems: 3, draws: 3, back: 'at once', cleans: false } as const;
  const pips = pipsOf(facts);
  expect(pips.map((pip) => ('thing' in pip ? pip.thing : pip.text))).toEqual([
    'gem',
    'gem',
    'gem',
    'card',
    'card',
    'card',
    'back',
  ]);
  for (const { x, y, size } of pips) {
    expect(x - size).toBeGreaterThan(2);
    expect(x + size).toBeLessThan(98);
    expect(y - size).toBeGreaterThan(96);
    expect(y + size).toBeLessThan(138);
  }
  expect(pipsOf({ ...facts, gems: 12, draws: 0, back: 'never' })).toMatchObject([{ text: '12' }, { thing: 'gem' }]);
});
