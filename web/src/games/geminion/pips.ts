/** What a card brings, as things to count: coins, gems, cards to draw, a broom, and the arrow back to its pile. */

import type { CardFacts } from './view';

export type Thing = 'coin' | 'gem' | 'card' | 'broom' | 'back';
export type Pip = { x: number; y: number; size: number } & ({ thing: Thing } | { text: string });

const MOST = 6; // of one thing; more are told by a number

export function thingsOf(facts: CardFacts): (Thing | { text: string })[] {
  const some = (thing: Thing, n: number): (Thing | { text: string })[] =>
    n > MOST ? [{ text: String(n) }, thing] : Array.from({ length: n }, () => thing);
  return [
    ...some('coin', facts.coins),
    ...some('gem', facts.gems),
    ...some('card', facts.draws),
    ...(facts.cleans ? (['broom'] as const) : []),
    ...(facts.back === 'never' ? [] : (['back'] as const)),
  ];
}

/** Laid out on the foot of a card, which is 100 wide, in one row or two. */
export function pipsOf(facts: CardFacts): Pip[] {
  const things = thingsOf(facts);
  const rows = things.length > 5 ? 2 : 1;
  const across = Math.ceil(things.length / rows);
  const size = rows === 1 ? Math.min(10.5, 42 / across) : Math.min(8, 42 / across);
  return things.map((thing, i) => {
    const row = Math.floor(i / across);
    const inRow = row === rows - 1 ? things.length - across * row : across;
    const x = 50 + ((i % across) - (inRow - 1) / 2) * size * 2.1;
    const y = rows === 1 ? 117 : 108 + row * 18;
    return typeof thing === 'string' ? { x, y, size, thing } : { x, y, size, text: thing.text };
  });
}
