import { describe, expect, it } from 'vitest';
import type { LogLine } from '../wire/messages';
import { EMPTY, merge, type Log } from './log';

const line = (ply: number, words = 'roll'): LogLine => ({
  ply,
  actor: 0,
  words,
  args: { who: 0 },
  of: 'game',
  bot: false,
});
const plies = (lines: readonly LogLine[]): number[] => lines.map((one) => one.ply);

describe('merging the log of a scene', () => {
  it('takes the whole log at the start, all of it fresh', () => {
    const merged = merge(EMPTY, { since: 0, ply: 2, log: [line(0), line(1)] })!;
    expect(plies(merged.log.lines)).toEqual([0, 1]);
    expect(plies(merged.fresh)).toEqual([0, 1]);
    expect(merged.log.through).toBe(2);
  });

  it('appends what is new and leaves what is known', () => {
    const held: Log = { through: 2, lines: [line(0), line(1)] };
    const merged = merge(held, { since: 2, ply: 4, log: [line(2), line(3)] })!;
    expect(plies(merged.log.lines)).toEqual([0, 1, 2, 3]);
    expect(plies(merged.fresh)).toEqual([2, 3]);
    expect(merged.takenBack).toBe(0);
  });

  it('says that a part is missing when a scene begins after what is known', () => {
    const held: Log = { through: 2, lines: [line(0), line(1)] };
    expect(merge(held, { since: 3, ply: 4, log: [line(3)] })).toBeNull();
  });

  it('drops the lines that an undo has taken back', () => {
    const held: Log = { through: 4, lines: [line(0), line(1), line(2), line(3)] };
    const merged = merge(held, { since: 2, ply: 5, log: [] })!;
    expect(plies(merged.log.lines)).toEqual([0, 1]);
    expect(merged.takenBack).toBe(2);
    expect(merged.fresh).toEqual([]);
    expect(merged.log.through).toBe(5);
  });

  it('after a break brings back everything, and only what was missed is fresh', () => {
    const held: Log = { through: 2, lines: [line(0), line(1)] };
    const merged = merge(held, { since: 0, ply: 4, log: [line(0), line(1), line(2), line(3)] })!;
    expect(plies(merged.log.lines)).toEqual([0, 1, 2, 3]);
    expect(plies(merged.fresh)).toEqual([2, 3]);
  });

  it('knows several things that happened before one action from each other, and from that action', () => {
    const happened = (words: string): LogLine => ({
      ply: 1,
      actor: 0,
      words,
      args: { who: 0 },
      of: 'table',
      bot: false,
    });
    const held: Log = { through: 1, lines: [line(0), happened('left')] };
    const back = merge(held, { since: 1, ply: 1, log: [happened('left'), happened('came-back')] })!;
    expect(back.fresh.map(({ words }) => words)).toEqual(['came-back']);
    const played = merge(back.log, { since: 1, ply: 2, log: [...back.log.lines.slice(1), line(1)] })!;
    expect(played.fresh).toEqual([line(1)]);
    const undone = merge(played.log, { since: 1, ply: 3, log: [...back.log.lines.slice(1)] })!;
    expect([undone.takenBack, undone.fresh]).toEqual([1, []]);
  });

  it('tells of an undo while what it took back is gone', () => {
    const held: Log = { through: 4, lines: [line(0), line(1), line(2), line(3)] };
    const undo: LogLine = { ply: 4, actor: 0, words: 'took-back', args: { who: 0, moves: 2 }, of: 'table', bot: false };
    const merged = merge(held, { since: 2, ply: 5, log: [undo] })!;
    expect(plies(merged.log.lines)).toEqual([0, 1, 4]);
    expect(merged.fresh).toEqual([undo]);
    expect(merged.takenBack).toBe(2);
  });

  it('tells a line once, though it may be sent again: one at the end has the ply of the scene', () => {
    const end: LogLine = { ...line(2), of: 'table' };
    const first = merge({ through: 1, lines: [line(0)] }, { since: 1, ply: 2, log: [line(1), end] })!;
    expect(plies(first.fresh)).toEqual([1, 2]);
    const again = merge(first.log, { since: 2, ply: 2, log: [end] })!;
    expect(again.fresh).toEqual([]);
    expect(plies(again.log.lines)).toEqual([0, 1, 2]);
  });

  it('changes nothing when only the people at the table changed', () => {
    const held: Log = { through: 2, lines: [line(0), line(1)] };
    const merged = merge(held, { since: 2, ply: 2, log: [] })!;
    expect(merged.log).toEqual(held);
    expect(merged.fresh).toEqual([]);
    expect(merged.takenBack).toBe(0);
  });
});
