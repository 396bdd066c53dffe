import { describe, expect, it } from 'vitest';
import type { Advice, Choice } from '../wire/messages';
import { Words } from '../words/words';
import { adviceInWords, moreOf } from './chances';

const words = new Words(`
score = { $score ->
    [one] { $score } gem
   *[other] { $score } gems
}
buy = { $who } buys a { $card }.
    .choice = Buy { $card }
    .gives = a { $card }
stop = { $who } buys no more.
    .choice = Buy no more
`);

const buy = (action: number, card: string): Choice => ({ action, words: 'buy', args: { who: 0, card }, place: card });
const choices = [{ action: 1, words: 'stop', args: { who: 0 }, place: 'done' }, buy(2, 'Trove'), buy(3, 'Double')];
const names = ['Ada'];

const advice = (...actions: [number, number | null][]): Advice =>
  ({
    kind: 'win',
    exact: false,
    seats: [0.5, 0.5],
    points: [40, 40],
    actions: actions.map(([action, points]) => ({ action, value: 0.5, points })),
  }) as unknown as Advice;

describe('what a choice gives by the end', () => {
  it('is text against the second best, in the words that the terminal has too', () => {
    const text = adviceInWords(advice([2, 48.2], [3, 40.4]), choices, words, names);
    expect(text).toBe('By the end, a Trove gives about 8 gems more than a Double.');
  });

  it('is told by the choice itself where the game has no better words for it', () => {
    const text = adviceInWords(advice([3, 41], [1, 40]), choices, words, names);
    expect(text).toBe('By the end, a Double gives about 1 gem more than Buy no more.');
  });

  it('is not text where it is less than one, or not counted', () => {
    expect(adviceInWords(advice([2, 40.4], [3, 40]), choices, words, names)).toBe('');
    expect(adviceInWords(advice([2, 40], [3, 48]), choices, words, names)).toBe('');
    expect(adviceInWords(advice([2, null], [3, null]), choices, words, names)).toBe('');
    expect(adviceInWords(advice([2, 40]), choices, words, names)).toBe('');
    expect(adviceInWords(null, choices, words, names)).toBe('');
  });

  it('is text of a match looked at again as what it would have been', () => {
    expect(moreOf('gave-less', words, names, choices[1]!, choices[2]!, 3)).toBe(
      'By the end, a Trove would have given about 3 gems more than a Double.',
    );
  });
});
