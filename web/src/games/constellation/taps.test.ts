import { describe, expect, it } from 'vitest';
import type { Choice } from '../../wire/messages';
import { sorted } from './moves';
import { MOON, type Picked } from './spots';
import { offered, prompt, tapCell, tapKind, type Sight } from './taps';
import type { Kind } from './kinds';
import type { Tile } from './view';

let made = 0;
const choice = (words: string, place: string, kind = ''): Choice => ({ action: made++, words, place, args: { kind } });
const tile = (id: number, kind: Tile['kind'], q: number, r: number): Tile => ({
  tile: id,
  name: '',
  kind,
  q,
  r,
  clouds: [],
  why: {},
});

const moon = tile(MOON, 'moon', 0, 0);
const star = tile(3, 'four', 1, 0);
const place = choice('place', 'cell:0,1', 'five');
const move = choice('move', 'cell:2,0');
const turn = choice('switch', 'tile:3', 'six');

const seen = (choices: Choice[], picked: Picked = null): Sight => ({
  tiles: [moon, star],
  reserve: { four: 0, five: 2, six: 3 },
  moves: sorted(choices),
  picked,
});
const all = (picked: Picked = null): Sight => seen([place, move, turn], picked);
const kind = (one: Kind): Picked => ({ what: 'kind', kind: one });

describe('a star is placed', () => {
  it('kind first, then cell', () => {
    expect(tapKind('five', all())).toEqual({ does: 'pick', picked: kind('five') });
    expect(tapCell('0,1', all(kind('five')))).toEqual({ does: 'choose', choice: place });
  });
  it('cell first, then kind', () => {
    const picked: Picked = { what: 'cell', cell: '0,1' };
    expect(tapCell('0,1', all())).toEqual({ does: 'pick', picked });
    expect([...offered(all(picked))]).toEqual(['five']);
    expect(tapKind('five', all(picked))).toEqual({ does: 'choose', choice: place });
  });
  it('a second tap puts it back', () => {
    expect(tapKind('five', all(kind('five')))).toEqual({ does: 'pick', picked: null });
  });
  it('not one of which none is left, and not one that may not be placed', () => {
    expect(tapKind('four', all())).toEqual({ does: 'refuse', words: 'none-left', args: { kind: 'four' } });
    expect(tapKind('six', all())).toEqual({ does: 'refuse', words: 'not-placed', args: { kind: 'six' } });
  });
  it('not in a cell where nothing can be done', () => {
    expect(tapCell('5,5', all(kind('five')))).toBeNull();
  });
});

describe('a tile that lies there', () => {
  it('the Moon is picked and goes to a cell of its own', () => {
    const picked: Picked = { what: 'tile', tile: MOON };
    expect(tapCell('0,0', all())).toEqual({ does: 'pick', picked });
    expect(tapCell('2,0', all(picked))).toEqual({ does: 'choose', choice: move });
    expect(offered(all(picked)).size).toBe(0);
  });
  it('a star is switched, whichever is tapped first', () => {
    expect(tapCell('1,0', all(kind('six')))).toEqual({ does: 'choose', choice: turn });
    expect(tapKind('six', all({ what: 'tile', tile: 3 }))).toEqual({ does: 'choose', choice: turn });
  });
  it('says by which rule it is blocked', () => {
    expect(tapCell('0,0', seen([place]))).toEqual({ does: 'blocked', tile: moon, verb: 'move' });
    expect(tapCell('1,0', seen([place]))).toEqual({ does: 'blocked', tile: star, verb: 'switch' });
    expect(tapCell('1,0', seen([choice('cloud', 'tile:24')]))).toEqual({ does: 'blocked', tile: star, verb: 'cloud' });
  });
  it('two tiles are exchanged, if they differ', () => {
    const pair = choice('exchange', 'pair:3,24');
    const alike = choice('exchange', 'pair:4,24');
    expect(tapCell('1,0', seen([pair, alike], { what: 'tile', tile: 4 }))).toMatchObject({ words: 'alike' });
    expect(tapCell('0,0', seen([pair], { what: 'tile', tile: 3 }))).toEqual({ does: 'choose', choice: pair });
    expect(tapCell('1,0', seen([pair], { what: 'tile', tile: MOON }))).toEqual({ does: 'choose', choice: pair });
  });
});

it('what to do now names only what can be done', () => {
  const say = (id: string, args: Record<string, string | number> = {}): string =>
    [id, ...Object.values(args)].join(' ');
  expect(prompt(all(), say)).toBe('prompt-act all');
  expect(prompt(seen([place]), say)).toBe('prompt-act place');
  expect(prompt(all(kind('six')), say)).toBe('prompt-kind yes');
  expect(prompt(all(kind('five')), say)).toBe('prompt-kind no');
});
