/** "How many gems now?": what is asked, and among which answers. */

export const LEVELS = [10, 20, 100] as const; // the largest sum that is asked for
export type Level = (typeof LEVELS)[number];

export interface Question {
  seat: number;
  before: number; // gems that are counted already
  more: number;
  sum: number;
  answers: readonly number[];
}

/** All gems of a seat while they are few enough, else those of this turn; null: too many for this level. */
export function questionOf(seat: number, level: number, total: number, gained: number, more: number): Question | null {
  const sum = total <= level ? total : gained;
  if (more <= 0 || sum > level) return null;
  return { seat, before: sum - more, more, sum, answers: answersOf(sum, more) };
}

/** The sum between two others that one might come to by counting wrong, the smallest first. */
export function answersOf(sum: number, more: number): number[] {
  const below = [sum - 1, sum - more, sum - 2].filter((n) => n > 0);
  const above = [sum + 1, sum + more, sum + 2];
  const likely = sum % 2 === 0 ? [below[0], above[1], above[0], below[1]] : [above[0], below[1], below[0], above[1]];
  const chosen = new Set<number>([sum]);
  for (const n of [...likely, ...above]) if (n !== undefined && chosen.size < 3) chosen.add(n);
  return [...chosen].sort((a, b) => a - b);
}
