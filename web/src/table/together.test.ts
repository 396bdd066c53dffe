import { describe, expect, it } from 'vitest';
import type { Advice, Outcome, Scene } from '../wire/messages';
import { Words } from '../words/words';
import { expected, worthOf } from './chances';
import { outcomeLine } from './people';

const words = new Words('score = { $score } light');
const plain = new Words('');

const advice = {
  kind: 'team',
  exact: false,
  seats: [0.634, 0.634],
  points: [5.43, 5.43],
  actions: [{ action: 7, value: 0.71, points: 5.62 }],
} as Advice;

const scene = (ending: Outcome['ending'], mine: boolean): Scene =>
  ({ outcome: { ending, winners: [] }, table: { seats: [{ mine }, { mine: false }] } }) as unknown as Scene;

describe('a team', () => {
  it('has one chance, and points as the game calls them', () => {
    expect(expected(advice, words)).toBe('Together you win with 63 % · about 5.4 light');
    expect(expected(advice, plain)).toBe('Together you win with 63 % · about 5.4 points');
    expect(expected({ ...advice, points: [292.3] }, plain)).toMatch(/about 292 /);
    expect(expected({ ...advice, points: null }, words)).toBe('Together you win with 63 %');
  });

  it('is told what an action is worth in points; where none are counted, as its share', () => {
    expect(worthOf(advice, 7, words)).toBe('5.6 light');
    expect(worthOf({ ...advice, actions: [{ action: 7, value: 0.71, points: null }] }, 7, words)).toBe('71 %');
  });

  it('wins or loses together, and those who watch read it of the others', () => {
    expect(outcomeLine(scene('team-won', true))).toBe('You won together!');
    expect(outcomeLine(scene('team-lost', true))).toBe('You lost together');
    expect(outcomeLine(scene('team-won', false))).toBe('They won together!');
    expect(outcomeLine(scene('team-lost', false))).toBe('They lost together');
  });
});
