import { expect, test } from 'vitest';
import type { Choice } from '../../wire/messages';
import { against, placesAt, waysOf } from './places';
import type { View } from './view';

const choice = (action: number, place: string, args: Choice['args'] = {}, words = 'move'): Choice => ({
  action,
  place,
  args,
  words,
});

const view = {
  cards: {
    quasar: { kind: 'target' },
    altair: { kind: 'altair' },
    embers: { kind: 'program' },
    'time-1': { kind: 'time' },
  },
  checkouts: { lane: 'checkouts', instrument: 'niri' },
  lanes: [{ lane: 'embers', instrument: null }],
  why: { quasar: { 'embers/plain': [0, 1], 'embers/ao': [0, 2] }, 'time-1': { embers: [1] } },
  reasons: [{ words: 'a' }, { words: 'b' }, { words: 'c' }],
} as unknown as View;

test('an exchange is found from both ends', () => {
  const ways = waysOf([choice(7, 'niri>embers', { other: 'gpi', back: 'checkouts' }, 'exchange'), choice(0, 'end')]);
  expect(ways.get('niri')?.get('embers')?.action).toBe(7);
  expect(ways.get('gpi')?.get('checkouts')?.action).toBe(7);
  expect(ways.get('end')?.get('')?.action).toBe(0);
});

test('a lane stands for both sides of a target, and for the instrument that Altair goes to', () => {
  expect(placesAt(view, 'quasar', 'embers')).toEqual(['embers/plain', 'embers/ao']);
  expect(placesAt(view, 'altair', 'checkouts')).toEqual(['niri']);
  expect(placesAt(view, 'altair', 'embers')).toEqual([]);
  expect(placesAt(view, 'embers', 'checkouts')).toEqual([]);
  expect(placesAt(view, 'time-1', 'embers')).toEqual(['embers']);
});

test('every reason is reasons, what holds for both sides once', () => {
  const reasons = (item: string, places: string[]) =>
    against(view, item, places).map(({ place, sentences }) => [place, ...sentences.map(({ words }) => words)]);
  expect(reasons('quasar', ['embers/plain', 'embers/ao'])).toEqual([
    ['', 'a'],
    ['embers/plain', 'b'],
    ['embers/ao', 'c'],
  ]);
  expect(reasons('time-1', ['embers'])).toEqual([['', 'b']]);
  expect(reasons('time-1', ['checkouts'])).toEqual([]);
});
