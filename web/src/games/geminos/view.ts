/** The scene of this game, as asterism/games/geminos/view.py makes it. */

import type { Scene } from '../../wire/messages';

export interface Sign {
  name: string;
  value: number; // its hour on the clock face: 12 at the top
}

/** One line of the scoring table. */
export interface Affinity {
  affinity: string;
  steps: number[]; // how far apart two signs with it are on the circle
  chance: [number, number]; // of rolling it
  most: number; // the highest score
}

/** What entering a sum makes of a card. */
export interface Entry {
  affinity: string;
  sum: number;
  before: number; // the score that is replaced; 0: none
  total: number;
  ends: boolean; // the card is full then, and the match over
}

export interface Roll {
  seat: number;
  signs: [string, string];
  sum: number;
  shared: string[];
  entered: string | null;
  before: number;
}

export interface ScoreCard {
  scores: Record<string, number>; // by affinity; 0: empty
  total: number;
  turns: number;
}

export interface View {
  mover: number;
  phase: 'first' | 'rolling' | 'choosing';
  roll: Roll | null; // the last one of the match
  choices: Entry[]; // of the mover; empty unless there is a choice
  cards: ScoreCard[];
  signs: Sign[];
  table: Affinity[];
  apart: string[][]; // the affinities of two signs that are 0 to 6 steps apart
}

export const viewOf = (scene: Scene): View => scene.view as unknown as View;

export const signOf = (view: View, name: string): Sign => view.signs.find((sign) => sign.name === name)!;
