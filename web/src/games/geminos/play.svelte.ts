/** What the board and the score cards share: the cards lie in front of the seats, but are played on like the board. */

import type { Advice, Choice } from '../../wire/messages';

/** A sum that is being written on a card, before the scene shows it. */
export interface Entering {
  seat: number;
  affinity: string;
  sum: number;
  before: number;
  total: number;
}

interface Play {
  choices: readonly Choice[];
  busy: boolean; // something was chosen and is not yet answered
  advice: Advice | null;
  entering: Entering | null;
  act: (action: number) => void;
}

const NOTHING: Play = { choices: [], busy: false, advice: null, entering: null, act: () => undefined };

export const play = $state<Play>({ ...NOTHING });

export const clearPlay = (): Play => Object.assign(play, NOTHING);

/** The cell of a card, as the choices name it. */
export const cellOf = (seat: number, affinity: string): string => `cell-${seat}-${affinity}`;
