/** The cards, in the order in which they lie sorted. */

import type { Pile } from './view';

export type CardName = Pile['card'];

export const CARDS: readonly CardName[] = [
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
];
