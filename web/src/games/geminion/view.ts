/** The scene of this game, as asterism/games/geminion/view.py makes it. */

import type { Scene } from '../../wire/messages';

export const CARDS = [
  'penny',
  'double',
  'triple',
  'stash',
  'mine',
  'trove',
  'rainbow',
  'wish',
  'helper',
  'cleaner',
  'sparkle',
] as const;
export type CardName = (typeof CARDS)[number];

/** What a card does, by the edition. */
export interface CardFacts {
  cost: number;
  coins: number;
  gems: number;
  draws: number;
  back: 'never' | 'at once' | 'clean-up'; // when it goes back to its pile
  cleans: boolean;
}

export interface Pile {
  card: CardName;
  cost: number;
  left: number;
  affordable: boolean;
}

export interface SeatView {
  gems: number;
  deck: CardName[]; // from the top; of a shuffled deck in no order
  shuffled: boolean;
  discard: CardName[]; // from the card that was laid down first
  turned: boolean; // the last action made the discard pile the deck
  turns: number;
}

export interface View {
  phase: 'playing' | 'cleaning' | 'buying' | 'laying' | 'drawing' | 'over';
  mover: number;
  bank: number; // gems in the middle
  gems: number; // gems there were at the start
  piles: Pile[];
  cards: Record<CardName, CardFacts>;
  seats: SeatView[];
  hand: CardName[];
  area: { card: CardName; bought: boolean }[];
  coins: number; // that can still be spent
  gained: number; // gems, in this turn
  at_once: number[]; // the actions that one tap plays
  shuffle: boolean;
}

export const viewOf = (scene: Scene): View => scene.view as unknown as View;
