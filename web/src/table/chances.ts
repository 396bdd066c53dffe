/** Chances, and turns or points to expect, in figures. Rounded in one place, so that one thing is one number everywhere. */

import { t } from '../words/shell';
import type { Words } from '../words/words';
import type { Advice } from '../wire/messages';

/** No more digits than hold: a tenth if it was computed (tables may be compressed), whole ones if it was estimated. */
export const percent = (share: number, exact: boolean): string => (share * 100).toFixed(exact ? 1 : 0);

/** Points, as the game calls them. */
export function pointsOf(words: Words, points: number): string {
  const value = points.toFixed(1);
  return words.has('score') ? words.say('score', { score: Number(value) }) : t('worth-points', { value });
}

/** What can be expected where the seats do not win against each other: by the team, or by one alone. */
export function expected({ kind, seats, points, exact }: Advice, words: Words): string {
  const value = seats[0] ?? 0;
  if (kind !== 'team') return t(`chances-${kind}`, { value: value.toFixed(1) });
  const chance = t('chances-team', { percent: percent(value, exact) });
  return points ? `${chance} · ${t('chances-team-points', { points: pointsOf(words, points[0] ?? 0) })}` : chance;
}

/** What an action is worth, as the strongest bot knows it; empty where nobody does. */
export function worthOf(advice: Advice | null, action: number | undefined, words: Words): string {
  const found = advice?.actions.find((one) => one.action === action);
  if (!advice || !found) return '';
  if (advice.kind === 'team' && found.points !== null) return pointsOf(words, found.points);
  if (advice.kind === 'win' || advice.kind === 'team') return `${percent(found.value, advice.exact)} %`;
  return t(`worth-${advice.kind}`, { value: found.value.toFixed(1) });
}
