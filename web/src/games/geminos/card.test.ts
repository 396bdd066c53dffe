import { describe, expect, it } from 'vitest';
import type { Choice } from '../../wire/messages';
import { cellsOf, placeOf, totalOf } from './card';
import type { View } from './view';

const row = (affinity: string) => ({ affinity, steps: [1], chance: [1, 6] as [number, number], most: 20 });
const card = (conjunction: number, syzygy: number) => ({
  scores: { conjunction, syzygy },
  total: conjunction + syzygy,
  turns: 1,
});

const view: View = {
  mover: 0,
  phase: 'choosing',
  roll: { seat: 0, signs: ['aries', 'leo'], sum: 20, shared: ['syzygy'], entered: null, before: 0 },
  choices: [{ affinity: 'syzygy', sum: 20, before: 22, total: 31, ends: true }],
  cards: [card(11, 22), card(0, 9)],
  signs: [],
  table: [row('conjunction'), row('syzygy')],
  apart: [],
};
const choice: Choice = { action: 2, words: 'enter', args: {}, place: placeOf(0, 'syzygy') };

describe('a score card', () => {
  it('shows what may be entered where, on the card of the one who chooses', () => {
    const [first, second] = cellsOf(view, 0, null, [choice]);
    expect(first).toMatchObject({ score: 11, entry: null, choice: null, fresh: false });
    expect(second).toMatchObject({ score: 22, entry: { total: 31, before: 22 }, choice });
    expect(cellsOf(view, 1, null, [choice]).map((cell) => cell.entry ?? cell.choice)).toEqual([null, null]);
  });

  it('shows to those who watch what may be entered, but lets them not choose', () => {
    expect(cellsOf(view, 0, null, [])[1]).toMatchObject({ entry: { sum: 20 }, choice: null });
  });

  it('strikes out what is being replaced, and changes the total', () => {
    const entering = { seat: 0, affinity: 'syzygy', sum: 20, before: 22, total: 31 };
    const cells = cellsOf(view, 0, entering, [choice]);
    expect(cells[1]).toMatchObject({ score: 20, was: 22, fresh: true, entry: null, choice: null });
    expect(totalOf(view, 0, entering)).toBe(31);
    expect(totalOf(view, 1, entering)).toBe(9);
  });

  it('still marks what was entered last when the scene has caught up', () => {
    const after: View = {
      ...view,
      mover: 1,
      choices: [],
      roll: { ...view.roll!, entered: 'syzygy', before: 22 },
      cards: [card(11, 20), card(0, 9)],
    };
    expect(cellsOf(after, 0, null, [])[1]).toMatchObject({ score: 20, was: 22, fresh: true });
    expect(cellsOf(after, 1, null, [])[1]).toMatchObject({ score: 9, was: 0, fresh: false });
  });
});
