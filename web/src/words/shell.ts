/** The words of the page itself, and those that the terminal has too. */

import { words as atTable } from '../../../asterism/core/table_words/en.ftl';
import type { LogLine } from '../wire/messages';
import { say } from './en.ftl';
import { tellTo, type Arguments, type Words } from './words';

export { say as t };

/** What is told of the table, in the words of the terminal. */
export const tellTable = (id: string, args: Arguments): string => atTable.say(id, args);

/** A line of the log, in the words of its game or of the table, as the seat `me` reads it. */
export function tellLine(words: Words, line: LogLine, names: readonly string[], me: number): string {
  return tellTo(me, line.of === 'table' ? atTable : words, line, names);
}
