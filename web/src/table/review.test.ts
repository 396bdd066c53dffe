import { describe, expect, it } from 'vitest';
import type { Replay, Review, ReviewedChoice } from '../wire/messages';
import { chanceLines, positionAfter, turningPoints } from './review';

const choice = (ply: number, cost: number, seats: number[]): ReviewedChoice => ({
  ply,
  seat: 0,
  seats,
  cost,
  points: null,
  best: { action: 0, words: 'roll', args: {}, place: '' },
});

const review = (...choices: ReviewedChoice[]): Review => ({ exact: true, kind: 'win', choices, left_out: 0 });

describe('the review of a match', () => {
  it('tells the dearest choices first and leaves out what cost nothing', () => {
    const found = turningPoints(review(choice(0, 0, [0.5]), choice(2, 0.02, [0.5]), choice(4, 0.3, [0.5])));
    expect(found.map((one) => one.ply)).toEqual([4, 2]);
  });

  it('tells at most five', () => {
    expect(turningPoints(review(...Array.from({ length: 9 }, (_, i) => choice(i, 0.1, [0.5]))))).toHaveLength(5);
  });

  it('draws certainty at the top and no hope at the bottom, and ends with who won', () => {
    const two = review(choice(0, 0, [1, 0]), choice(1, 0, [0.5, 0.5]));
    expect(chanceLines(two, [0, 1], 100, 40)).toEqual(['0.0,0.0 50.0,20.0 100.0,40.0', '0.0,40.0 50.0,20.0 100.0,0.0']);
  });

  it('draws one line for a team, which ends at the top if it won, however well', () => {
    const team: Review = { ...review(choice(0, 0, [0.5, 0.5]), choice(1, 0, [0.75, 0.75])), kind: 'team' };
    expect(chanceLines(team, [0.6, 0.6], 100, 40)).toEqual(['0.0,20.0 50.0,10.0 100.0,0.0']);
    expect(chanceLines(team, [0, 0], 100, 40)).toEqual(['0.0,20.0 50.0,10.0 100.0,40.0']);
  });

  it('finds the scene that a choice led to', () => {
    const scenes = [[], [{ ply: 0 }], [{ ply: 1 }]].map((log) => ({ log }));
    expect(positionAfter({ scenes, problems: [] } as unknown as Replay, 1)).toBe(2);
  });
});
