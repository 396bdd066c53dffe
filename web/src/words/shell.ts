/** The words of the page itself, and those that the terminal has too. */

import { words as atTable } from '../../../asterism/core/table_words/en.ftl';
import type { LogLine, Outcome } from '../wire/messages';
import { say as t } from './en.ftl';
import { tellTo, type Arguments, type Words } from './words';

export { t };

/** What is told of the table, in the words of the terminal. */
export const tellTable = (id: string, args: Arguments): string => atTable.say(id, args);

/** How a match came to its end, in the words of its game or of the table, as the seat `me` reads it. */
export const tellEnd = (words: Words, outcome: Outcome, names: readonly string[], me = -1): string =>
  tellTo(me, outcome.of === 'table' ? atTable : words, outcome, names);

/** A line of the log, in the words of its game or of the table, as the seat `me` reads it. What a bot did for someone
 * is told as the bot's, to them too. */
export function tellLine(words: Words, line: LogLine, names: readonly string[], me: number): string {
  if (line.bot) {
    const bots = names.map((name, seat) => (seat === line.args.who ? t('bot-of', { name }) : name));
    return tellTo(-1, words, line, bots);
  }
  return tellTo(me, line.of === 'table' ? atTable : words, line, names);
}
