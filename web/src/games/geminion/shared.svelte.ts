import type { Model } from './model';
import type { Question } from './practice';

/** A pile that someone looks into. */
export interface LookedInto {
  seat: number;
  pile: 'deck' | 'discard';
}

/** What the board and the seats share. */
export class Shared {
  model = $state.raw<Model | null>(null); // what is drawn now; null: as the scene has it
  gems = $state.raw<readonly number[] | null>(null); // of each seat, while they are still rolling there
  looking = $state.raw<LookedInto | null>(null);
  question = $state.raw<Question | null>(null);
  secret = $state(-1); // the seat whose gems are being asked for: their number is not shown
  order = $state.raw<readonly number[]>([]); // the cards to lay down, by number, in the order in which they were dragged
  turning = $state(-1); // the seat whose discard pile is being turned over
}
