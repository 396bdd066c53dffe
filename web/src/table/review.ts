/** The review after a match: lines of chances, and the choices that cost most. */

import type { Replay, Review, ReviewedChoice } from '../wire/messages';

const WORTH_TELLING = { win: 0.005, team: 0.005, turns: 0.02, points: 0.1 }; // what costs less is no mistake worth a line
const MOST_TOLD = 5;

/** The choices that cost most, dearest first. */
export function turningPoints(review: Review): ReviewedChoice[] {
  return review.choices
    .filter((choice) => choice.cost >= WORTH_TELLING[review.kind])
    .sort((a, b) => b.cost - a.cost || a.ply - b.ply)
    .slice(0, MOST_TOLD);
}

/** Whether the values are chances, from 0 to 1. */
export const isChance = ({ kind }: Review): boolean => kind === 'win' || kind === 'team';

/** What everyone could expect before each choice; in the end, what each got. A team has one line, and wins or not. */
export function chances(review: Review, ended: readonly number[]): (readonly number[])[] {
  const team = review.kind === 'team';
  const rows = review.choices.map((choice) => (team ? choice.seats.slice(0, 1) : choice.seats));
  if (!isChance(review)) return rows;
  return [...rows, team ? [(ended[0] ?? 0) > 0 ? 1 : 0] : ended];
}

/** For each seat the points of its line in a box of width by height; chances from 0 to 1, other values by their range. */
export function chanceLines(review: Review, ended: readonly number[], width: number, height: number): string[] {
  const rows = chances(review, ended);
  const all = rows.flat();
  const [low, high] = isChance(review) ? [0, 1] : [Math.min(...all), Math.max(...all)];
  const x = (i: number): number => (rows.length > 1 ? (i / (rows.length - 1)) * width : width / 2);
  const y = (value: number): number => (high > low ? height - ((value - low) / (high - low)) * height : height / 2);
  return (rows[0] ?? []).map((_, seat) =>
    rows.map((row, i) => `${x(i).toFixed(1)},${y(row[seat] ?? low).toFixed(1)}`).join(' '),
  );
}

/** Which scene of a replay shows what a choice led to. */
export function positionAfter(replay: Replay, ply: number): number {
  return Math.max(
    0,
    replay.scenes.findIndex((scene) => scene.log[0]?.ply === ply),
  );
}
