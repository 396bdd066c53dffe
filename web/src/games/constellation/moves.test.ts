import { describe, expect, it } from 'vitest';
import { sorted } from './moves';
import { say } from './en.ftl';
import { spotsOf } from './spots';
import type { Tile } from './view';

const choice = (action: number, words: string, place: string, args: Record<string, string> = {}) => ({
  action,
  words,
  place,
  args,
});
const tile = (number: number, kind: Tile['kind'], q: number, r: number, clouds: number[] = []): Tile => ({
  tile: number,
  name: kind === 'moon' ? 'moon' : 'abc'[number]!,
  kind,
  q,
  r,
  clouds,
  why: {},
});

const TILES = [tile(0, 'five', 1, 0, [1]), tile(24, 'moon', 0, 0)];
const NAMES = ['Ada', 'Vega'];
const MOVES = sorted([
  choice(1, 'place', 'cell:1,-1', { kind: 'four' }),
  choice(2, 'place', 'cell:1,-1', { kind: 'six' }),
  choice(3, 'place', 'cell:-1,0', { kind: 'four' }),
  choice(4, 'switch', 'tile:0', { kind: 'six' }),
  choice(5, 'move', 'cell:2,0'),
  choice(6, 'change', 'goal:7'),
]);

describe('choices', () => {
  it('are found by where they are made', () => {
    expect(MOVES.place.get('1,-1')?.get('six')?.action).toBe(2);
    expect(MOVES.switches.get(0)?.get('six')?.action).toBe(4);
    expect(MOVES.moon.get('2,0')?.action).toBe(5);
    expect(MOVES.change.get(7)?.action).toBe(6);
  });

  it('of an exchange are found from both tiles', () => {
    const { exchange } = sorted([choice(9, 'exchange', 'pair:3,24')]);
    expect(exchange.get(3)?.get(24)?.action).toBe(9);
    expect(exchange.get(24)?.get(3)?.action).toBe(9);
  });
});

describe('spots', () => {
  const at = (picked: Parameters<typeof spotsOf>[2]) => spotsOf(TILES, MOVES, picked, NAMES, say);

  it('are lit for the star that was taken, and tell where they are', () => {
    const spots = at({ what: 'kind', kind: 'six' });
    expect(spots.get('1,-1')?.state).toBe('lit');
    expect(spots.get('-1,0')?.state).toBe('hint');
    expect(spots.get('1,-1')?.label).toBe(
      'Empty cell, north-west of five-pointed star a, north-east of the Moon: a six-pointed star can be placed',
    );
    expect(spots.get('1,0')?.label).toBe(
      'Five-pointed star a, under the cloud of Vega: can be switched for a six-pointed star',
    );
  });

  it('for the Moon are those it can move to', () => {
    const spots = at({ what: 'tile', tile: 24 });
    expect(spots.get('2,0')).toMatchObject({ state: 'lit', ghost: 'moon' });
    expect(spots.has('1,-1')).toBe(false);
    expect(spots.get('0,0')).toMatchObject({ state: 'chosen', label: 'The Moon: chosen' });
  });

  it('are all tiles when there is nothing to do', () => {
    const spots = spotsOf(TILES, sorted([]), null, NAMES, say);
    expect([...spots.values()].map((spot) => spot.state)).toEqual(['off', 'off']);
  });
});
