/** Chances, and turns or points to expect, in figures. Rounded in one place, so that one thing is one number everywhere. */

import { t, tellTable } from '../words/shell';
import { tell, type Spoken, type Words } from '../words/words';
import type { Advice, Choice } from '../wire/messages';

/** No more digits than hold: a tenth if it was computed (tables may be compressed), whole ones if it was estimated. */
export const percent = (share: number, exact: boolean): string => (share * 100).toFixed(exact ? 1 : 0);

/** Points, as the game calls them; of hundreds nobody wants tenths. */
export function pointsOf(words: Words, points: number): string {
  const value = points.toFixed(Math.abs(points) < 100 ? 1 : 0);
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

/** The best of what may be done, and what it is worth; empty where it is not known. */
export function bestInWords(
  advice: Advice,
  choices: readonly Choice[],
  words: Words,
  names: readonly string[],
): string {
  const best = choices.find((choice) => choice.action === advice.actions[0]?.action);
  if (!best) return '';
  const what = tell(words, best, names, 'choice');
  return t('chances-best', { what, worth: worthOf(advice, best.action, words) || 'none' });
}

/** How much more an action gives (or would have given) by the end than another, for those who have not played it; empty
 * where it is not one more. */
export function moreOf(
  how: 'gives-more' | 'gave-less',
  words: Words,
  names: readonly string[],
  good: Spoken,
  other: Spoken,
  points: number,
): string {
  const score = Math.round(points);
  if (score < 1 || !words.has('score')) return '';
  const deed = (one: Spoken): string => tell(words, one, names, words.has(one.words, 'gives') ? 'gives' : 'choice');
  return tellTable(how, { good: deed(good), other: deed(other), more: words.say('score', { score }) });
}

/** The same of the best choice and the second best, as the strongest bot knows them. */
export function adviceInWords(
  advice: Advice | null,
  choices: readonly Choice[],
  words: Words,
  names: readonly string[],
): string {
  const [best, next] = advice?.actions ?? [];
  const [good, other] = [best, next].map((one) => choices.find((choice) => choice.action === one?.action));
  if (!good || !other || best?.points == null || next?.points == null) return '';
  return moreOf('gives-more', words, names, good, other, best.points - next.points);
}
