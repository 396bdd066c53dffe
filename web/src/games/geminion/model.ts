/** What lies where, as it is drawn: between two scenes it follows the log line by line, so that every card, coin and gem
    can be seen on its way. It knows no rule: a line tells what went where, and the next scene has the last word. */

import type { LogLine } from '../../wire/messages';
import type { CardName } from './cards';
import type { CardFacts, View } from './view';

/** A card in front of the mover; it keeps its number while it wanders. */
export interface Lying {
  id: number;
  card: CardName;
  bought: boolean;
}

export interface Piles {
  deck: readonly CardName[];
  discard: readonly CardName[];
}

export interface Model {
  mover: number;
  hand: readonly Lying[];
  area: readonly Lying[];
  coins: number;
  bank: number;
  gems: readonly number[];
  piles: readonly Piles[]; // of each seat
  left: Readonly<Partial<Record<CardName, number>>>; // cards in the piles to buy
}

let numbers = 0;

const lying = (card: CardName, bought = false): Lying => ({ id: ++numbers, card, bought });

/** Take the first card of a kind out of a row. */
function without(row: readonly Lying[], card: CardName): [Lying | undefined, Lying[]] {
  const at = row.findIndex((one) => one.card === card);
  return at < 0 ? [undefined, [...row]] : [row[at], row.toSpliced(at, 1)];
}

/** The model of a scene; cards that lay there before, or in the other row, stay the same ones. */
export function settle(before: Model | null, view: View): Model {
  const same = before?.mover === view.mover;
  let [hand, area] = same ? [before.hand, before.area] : [[], []];
  const take = (card: CardName, first: 'hand' | 'area'): Lying | undefined => {
    for (const row of first === 'hand' ? (['hand', 'area'] as const) : (['area', 'hand'] as const)) {
      const [found, rest] = without(row === 'hand' ? hand : area, card);
      if (row === 'hand') hand = rest;
      else area = rest;
      if (found) return found;
    }
    return undefined;
  };
  const inArea = view.area.map(({ card, bought }) => ({ ...(take(card, 'area') ?? lying(card)), bought }));
  const inHand = view.hand.map((card) => ({ ...(take(card, 'hand') ?? lying(card)), bought: false }));
  return {
    mover: view.mover,
    hand: inHand,
    area: inArea,
    coins: view.coins,
    bank: view.bank,
    gems: view.seats.map((seat) => seat.gems),
    piles: view.seats,
    left: Object.fromEntries(view.piles.map(({ card, left }) => [card, left])),
  };
}

/** What a line of the log tells, done. */
export function follow(before: Model, line: LogLine, cards: Record<CardName, CardFacts>): Model {
  const { args } = line;
  const card = args.card as CardName;
  const more = (by: number): Model['left'] => ({ ...before.left, [card]: (before.left[card] ?? 0) + by });
  const number = (name: string): number => Number(args[name] ?? 0);
  if (line.words === 'play') {
    const [held, hand] = without(before.hand, card);
    const back = cards[card].back === 'at once';
    return {
      ...before,
      ...(held ? {} : fromDeck(before, card)),
      hand,
      area: back ? before.area : [...before.area, held ?? lying(card)],
      left: back ? more(1) : before.left,
      coins: number('purse'),
      bank: number('left'),
      gems: before.gems.map((gems, seat) => (seat === before.mover ? number('total') : gems)),
    };
  }
  if (line.words === 'clean') return { ...before, hand: without(before.hand, card)[1], left: more(1) };
  if (line.words === 'buy')
    return { ...before, area: [...before.area, lying(card, true)], left: more(-1), coins: number('coins') };
  if (line.words === 'lay') {
    const [, area] = without(before.area, card);
    const piles = before.piles.map((one, seat) =>
      seat === before.mover ? { ...one, discard: [...one.discard, card] } : one,
    );
    return { ...before, area, piles };
  }
  if (line.words === 'drawn') return { ...before, ...fromDeck(before, card), hand: [...before.hand, lying(card)] };
  return before;
}

/** A card that was not in hand came from the deck; where none was left, the discard pile had been turned over. */
function fromDeck(before: Model, card: CardName): Pick<Model, 'piles'> {
  const piles = before.piles.map((one, seat) => {
    if (seat !== before.mover) return one;
    const { deck, discard } = one.deck.length > 0 ? one : { deck: one.discard, discard: [] };
    const at = Math.max(deck.indexOf(card), 0);
    return { ...one, deck: deck.toSpliced(at, 1), discard };
  });
  return { piles };
}

/** Where a card comes from that was not in front of the mover before, and where one goes that is no longer there. */
export const origin = (card: Lying, mover: number): string => (card.bought ? `pile:${card.card}` : `deck:${mover}`);

export function goal(card: Lying, row: 'hand' | 'area', mover: number, cards: Record<CardName, CardFacts>): string {
  const back = row === 'hand' || (cards[card.card].back === 'clean-up' && !card.bought);
  return back ? `pile:${card.card}` : `discard:${mover}`;
}

/** Cards in another order, to be laid down by as many actions as there is a choice: alike ones at the end lie down by themselves. */
export function orderOf(row: readonly Lying[], actions: ReadonlyMap<CardName, number>): number[] {
  const last = row.at(-1)?.card;
  const alike = row.length - 1 - row.findLastIndex((one) => one.card !== last);
  return row.slice(0, row.length - alike).flatMap((one) => actions.get(one.card) ?? []);
}
