import { describe, expect, it } from 'vitest';
import type { LogLine } from '../../wire/messages';
import type { CardName } from './cards';
import { follow, goal, orderOf, origin, settle, type Lying, type Model } from './model';
import type { CardFacts, View } from './view';

const facts = (back: CardFacts['back'] = 'never'): CardFacts => ({
  cost: 1,
  coins: 1,
  gems: 0,
  draws: 0,
  back,
  cleans: false,
});
const cards = { penny: facts(), mine: facts(), wish: facts('at once'), helper: facts('clean-up') } as View['cards'];

const view = (hand: CardName[], area: CardName[], more: Partial<View> = {}): View =>
  ({
    mover: 0,
    hand,
    area: area.map((card) => ({ card, bought: false })),
    coins: 0,
    bank: 80,
    piles: [{ card: 'mine', left: 9 }],
    seats: [{ gems: 0, deck: ['penny'], discard: ['mine', 'penny'] }],
    cards,
    ...more,
  }) as View;

const line = (words: string, args: LogLine['args']): LogLine => ({
  ply: 1,
  actor: 0,
  words,
  args,
  of: 'game',
  bot: false,
});
const kinds = (row: readonly Lying[]): string[] => row.map((one) => one.card);
const start = (...hand: CardName[]): Model => settle(null, view(hand, []));

describe('a card', () => {
  it('stays the same one when it is played', () => {
    const before = start('penny', 'penny');
    const after = settle(before, view(['penny'], ['penny']));
    const all = [...after.hand, ...after.area].map((one) => one.id);
    expect(new Set(all)).toEqual(new Set(before.hand.map((one) => one.id)));
  });

  it('of another turn is another one', () => {
    const before = start('penny');
    const after = settle(before, view(['penny'], [], { mover: 1 }));
    expect(after.hand[0]!.id).not.toBe(before.hand[0]!.id);
  });

  it('comes from the deck, or from its pile if it was bought, and goes on the discard pile or back', () => {
    const one: Lying = { id: 1, card: 'helper', bought: false };
    expect(origin(one, 0)).toBe('deck:0');
    expect(origin({ ...one, bought: true }, 0)).toBe('pile:helper');
    expect(goal(one, 'area', 0, cards)).toBe('pile:helper');
    expect(goal({ ...one, bought: true }, 'area', 0, cards)).toBe('discard:0');
    expect(goal({ ...one, card: 'penny' }, 'hand', 0, cards)).toBe('pile:penny');
  });
});

describe('a line of the log', () => {
  it('plays a card, and brings what it says', () => {
    const args = { who: 0, card: 'penny', coins: 1, purse: 3, gems: 2, total: 7, left: 70 };
    const after = follow(start('mine', 'penny'), line('play', args), cards);
    expect([kinds(after.hand), kinds(after.area)]).toEqual([['mine'], ['penny']]);
    expect([after.coins, after.gems[0], after.bank]).toEqual([3, 7, 70]);
  });

  it('plays a card that goes back at once', () => {
    const after = follow(start('wish'), line('play', { who: 0, card: 'wish', purse: 0, total: 3, left: 77 }), cards);
    expect([kinds(after.area), after.left.wish]).toEqual([[], 1]);
  });

  it('plays a card that was not in hand: it came from the deck, the discard pile turned over if need be', () => {
    const play = line('play', { who: 0, card: 'penny', purse: 1, total: 0, left: 80 });
    const first = follow(start(), play, cards);
    expect(first.piles[0]).toMatchObject({ deck: [], discard: ['mine', 'penny'] });
    const second = follow(first, play, cards);
    expect(second.piles[0]).toMatchObject({ deck: ['mine'], discard: [] });
    expect(kinds(second.area)).toEqual(['penny', 'penny']);
  });

  it('buys, cleans and lays down', () => {
    const bought = follow(start('penny'), line('buy', { who: 0, card: 'mine', coins: 2 }), cards);
    expect([bought.area[0]!.bought, bought.left.mine, bought.coins]).toEqual([true, 8, 2]);
    const cleaned = follow(bought, line('clean', { who: 0, card: 'penny' }), cards);
    expect([kinds(cleaned.hand), cleaned.left.penny]).toEqual([[], 1]);
    const laid = follow(cleaned, line('lay', { who: 0, card: 'mine' }), cards);
    expect(laid.piles[0]!.discard).toEqual(['mine', 'penny', 'mine']);
  });
});

it('alike cards at the end of a row lie down by themselves: they need no action', () => {
  const actions = new Map<CardName, number>([
    ['penny', 34],
    ['mine', 38],
  ]);
  const row = (...all: CardName[]): Lying[] => all.map((card, id) => ({ id, card, bought: false }));
  expect(orderOf(row('mine', 'penny', 'penny'), actions)).toEqual([38]);
  expect(orderOf(row('penny', 'mine', 'penny'), actions)).toEqual([34, 38]);
});
