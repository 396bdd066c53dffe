/** Which key plays which choice. */

import type { Choice } from '../wire/messages';
import { t } from '../words/shell';
import { tell, type Words } from '../words/words';
import type { GamePage } from './board';

/** The key of a choice: the one its game gives it; on the plain board its number, counted from 0 here. */
export function keyOf(page: GamePage | null, choice: Choice, number: number): string | undefined {
  if (page) return page.keys?.[choice.place];
  return number < 9 ? String(number + 1) : undefined;
}

/** What a key plays; of several choices with the same key, the first. */
export const choiceByKey = <C extends Choice>(
  page: GamePage | null,
  choices: readonly C[],
  key: string,
): C | undefined => choices.find((choice, i) => keyOf(page, choice, i)?.toLowerCase() === key.toLowerCase());

/** Whether a key plays something in this game, now or at another time. */
export const isKeyOf = (page: GamePage | null, key: string): boolean =>
  Object.values(page?.keys ?? {}).some((known) => known.toLowerCase() === key.toLowerCase());

/** What may be done, with its keys. */
export function choicesWithKeys(
  page: GamePage | null,
  choices: readonly Choice[],
  words: Words,
  names: readonly string[],
): string {
  const parts = choices.map((choice) => {
    const text = tell(words, choice, names, 'choice');
    const key = page?.keys?.[choice.place];
    return key ? t('choice-by-key', { choice: text, key }) : text;
  });
  return parts.join('; ');
}
