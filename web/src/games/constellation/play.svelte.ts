/** What the board and the goals in front of the seats share. */

import type { Choice } from '../../wire/messages';

interface Play {
  prompt: string; // what to do now
  goal: { seat: number; goal: number } | null; // the one whose matching is lit on the board
  change: ReadonlyMap<number, Choice>; // the goals that may be changed now
}

const NOTHING: Play = { prompt: '', goal: null, change: new Map() };

export const play = $state<Play>({ ...NOTHING });

export const clearPlay = (): Play => Object.assign(play, NOTHING);
