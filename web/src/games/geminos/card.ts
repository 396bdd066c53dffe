/** What the cells of a score card show. */

import type { Choice } from '../../wire/messages';
import type { Entering } from './shared.svelte';
import type { Affinity, Entry, View } from './view';

/** The cell of a card, as the choices name it. */
export const placeOf = (seat: number, affinity: string): string => `cell-${seat}-${affinity}`;

export interface Cell {
  row: Affinity;
  score: number; // 0: empty
  was: number; // the score that has just been replaced; 0: none
  fresh: boolean; // has just been written
  entry: Entry | null; // what would be written here
  choice: Choice | null; // may be chosen now, by this person
}

/** The cells of a seat's card, with what is being written on it and what could be. */
export function cellsOf(view: View, seat: number, entering: Entering | null, choices: readonly Choice[]): Cell[] {
  const card = view.cards[seat]!;
  const writing = entering?.seat === seat ? entering : null;
  const entered = view.roll?.seat === seat ? view.roll : null;
  return view.table.map((row): Cell => {
    const name = row.affinity;
    const now = writing?.affinity === name;
    const last = !entering && entered?.entered === name;
    return {
      row,
      score: now ? writing.sum : (card.scores[name] ?? 0),
      was: now ? writing.before : last ? entered.before : 0,
      fresh: now || last,
      entry: (!entering && view.mover === seat && view.choices.find((entry) => entry.affinity === name)) || null,
      choice: (!entering && choices.find((choice) => choice.place === placeOf(seat, name))) || null,
    };
  });
}

export function totalOf(view: View, seat: number, entering: Entering | null): number {
  return entering?.seat === seat ? entering.total : view.cards[seat]!.total;
}
