import { expect, it } from 'vitest';
import type { Choice } from '../wire/messages';
import { Words } from '../words/words';
import type { GamePage } from './board';
import { choiceByKey, choicesWithKeys, isKeyOf, keyOf } from './keys';

const choice = (action: number, place: string): Choice => ({ action, place, words: place, args: {} }) as Choice;
const choices = [choice(4, 'die'), choice(7, 'pass'), choice(9, 'spot')];
const page = { keys: { die: 'R', pass: 'P', bank: 'B' } } as unknown as GamePage;

it('the keys of a game play its choices by their places, in capitals or not', () => {
  expect(choiceByKey(page, choices, 'r')?.action).toBe(4);
  expect(choiceByKey(page, choices, 'P')?.action).toBe(7);
  expect(choiceByKey(page, choices, '1')).toBeUndefined();
  expect(keyOf(page, choices[2]!, 2)).toBeUndefined();
});

it('on the plain board nine choices have their numbers', () => {
  expect(choiceByKey(null, choices, '3')?.action).toBe(9);
  expect(keyOf(null, choices[0]!, 8)).toBe('9');
  expect(keyOf(null, choices[0]!, 9)).toBeUndefined();
});

it('a key of a game is known when it plays nothing now', () => {
  expect(choiceByKey(page, choices, 'b')).toBeUndefined();
  expect(isKeyOf(page, 'b')).toBe(true);
  expect(isKeyOf(page, 'x')).toBe(false);
  expect(isKeyOf(null, '1')).toBe(false);
});

it('choices are told with their keys, where they have one', () => {
  const words = new Words('die = Roll\n    .choice = Roll\nspot = Choose\n    .choice = Choose this spot');
  const text = choicesWithKeys(page, [choices[0]!, choices[2]!], words, []);
  expect(text).toMatch(/^Roll.*R.*; Choose this spot$/);
});
