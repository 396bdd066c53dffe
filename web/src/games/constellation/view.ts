/** The scene of this game, as asterism/games/constellation/view.py makes it. */

import type { Scene } from '../../wire/messages';
import type { Cell, Side } from './hex';

export const KINDS = ['four', 'five', 'six'] as const;
export type Kind = (typeof KINDS)[number];
export const POINTS: Readonly<Record<Kind, number>> = { four: 4, five: 5, six: 6 };

export interface Why {
  words: string;
  args: Record<string, string | number>;
}

export interface Tile {
  tile: number;
  name: string;
  kind: Kind | 'moon';
  q: number;
  r: number;
  clouds: number[]; // the seats whose cloud lies on it
  why: Record<string, Why>; // what cannot be done to it now, and why
}

/** How far a goal has come: the way to lay it over the Moon that fits best. */
export interface Fit {
  kind: Kind;
  cells: Cell[];
  right: Cell[];
  wrong: Cell[]; // hold a star of another kind
  extra: Cell[]; // stars of the kind that touch the shape and do not belong to it
}

/** Where a further cell of a shape lies: on a side of one before it, counted from 1. */
export interface Step {
  of: number;
  side: Side;
}

export interface Goal {
  goal: number | null; // null: not known to the reader
  cells: Cell[];
  steps: Step[]; // the same in steps, to be told
  match: Fit | null;
}

export interface Reached {
  seat: number;
  kind: Kind;
  goal: number;
  cells: Cell[];
}

export interface View {
  mover: number | null;
  phase: 'starting' | 'dealing' | 'acting' | 'clouding' | 'over';
  tiles: Tile[];
  played: number[];
  reserve: Record<Kind, number>;
  full: boolean; // all tiles are in play
  left: number;
  countdown: number | null; // of the last actions
  deck: number;
  to_draw: number | null; // goals until the match ends; null: it does not end so
  gone: Goal[];
  seats: { points: number; cloud: number | null; goals: Goal[]; won: boolean }[];
  reached: Reached[];
}

export const viewOf = (scene: Scene): View => scene.view as unknown as View;
