import { describe, expect, it } from 'vitest';
import { sorted } from './moves';
import { say } from './en.ftl';
import { MOON, spotsOf } from './spots';
import { describePlace, describeProgress, rolesOf, describeGoal, describeWanted } from './describe';
import type { Fit, Goal, Tile, View } from './view';

const tile = (id: number, name: string, kind: Tile['kind'], q: number, r: number): Tile => ({
  tile: id,
  name,
  kind,
  q,
  r,
  clouds: [],
  why: {},
});
const TILES = [tile(0, 'a', 'five', 1, 0), tile(1, 'b', 'six', 0, 1), tile(MOON, 'moon', 'moon', 0, 0)];
const FIT: Fit = {
  kind: 'five',
  cells: [
    [0, 0],
    [1, 0],
    [0, 1],
    [-1, 0],
    [-2, 1],
  ],
  right: [
    [0, 0],
    [1, 0],
  ],
  wrong: [[0, 1]],
  extra: [[2, 0]],
};
const GOAL: Goal = {
  goal: 18,
  cells: [],
  steps: [
    { of: 1, side: 'east' },
    { of: 2, side: 'east' },
    { of: 3, side: 'south-east' },
    { of: 3, side: 'north-east' },
  ],
  match: FIT,
};
const VIEW = { tiles: TILES, full: false } as unknown as View;

describe('a goal in words', () => {
  it('goes from tile to tile, and says where it branches', () => {
    expect(describeGoal(GOAL)).toBe(
      'Goal 18: from the first of five tiles east, east, south-east, and one north-east of tile 3',
    );
    expect(describeGoal(GOAL, 'Bea')).toMatch(/^Goal 18 of Bea: from/);
  });

  it('tells how far it has come and where its stars are wanted, the nearest first', () => {
    expect(describeProgress(GOAL, VIEW)).toBe(
      'Goal 18 with five-pointed stars: 2 of 5 in place, 1 in the way, 1 too many.',
    );
    expect(describeWanted(GOAL, VIEW)).toBe(
      'Still wanted, five-pointed: west of the Moon; 1 south-west and 1 west of the Moon.',
    );
  });

  it('of which nothing is known says nothing', () => {
    const unknown: Goal = { goal: null, cells: [], steps: [], match: null };
    expect(describeProgress(unknown, VIEW)).toBe('');
    expect(describeWanted(unknown, VIEW)).toBe('');
  });

  it('has a role for each of its cells', () => {
    expect(Object.fromEntries(rolesOf(FIT))).toEqual({
      '0,0': 'right',
      '1,0': 'right',
      '0,1': 'wrong',
      '-1,0': 'wanted',
      '-2,1': 'wanted',
      '2,0': 'extra',
    });
  });
});

describe('cells in words', () => {
  it('are told from the Moon', () => {
    expect(describePlace([1, 0], TILES)).toBe('east of the Moon');
    expect(describePlace([3, 0], TILES)).toBe('3 east of the Moon');
    expect(describePlace([2, 1], TILES)).toBe('2 east and 1 south-east of the Moon');
  });

  it('say what they are to the goal that is shown, and nothing while none is', () => {
    const place = { action: 1, words: 'place', place: 'cell:-1,0', args: { kind: 'five' } };
    const spots = (shown: { goal: number; fit: Fit } | null) =>
      spotsOf(TILES, sorted([place]), null, ['Ada'], say, shown);
    const lit = spots({ goal: 18, fit: FIT });
    expect(lit.get('-1,0')?.label).toBe(
      'Empty cell, west of the Moon: a star can be placed. Wanted for goal 18: a five-pointed star.',
    );
    expect(lit.get('1,0')?.label).toBe('Five-pointed star a. In place for goal 18.');
    expect(lit.get('0,1')?.label).toBe(
      'Six-pointed star b. In the way of goal 18: a five-pointed star is wanted here.',
    );
    expect([...spots(null).values()].some(({ label }) => label.includes('goal'))).toBe(false);
  });
});
