/** A sum that is being written on a card, before the scene shows it. */
export interface Entering {
  seat: number;
  affinity: string;
  sum: number;
  before: number;
  total: number;
}

/** What the board and the score cards in front of the seats share. */
export class Shared {
  entering = $state.raw<Entering | null>(null);
}
