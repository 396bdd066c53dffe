/** The words of the page itself, and those in which the log tells of the table. */

import { words as atTable } from '../../../asterism/core/table_words/en.ftl';
import type { LogLine } from '../wire/messages';
import { say } from './en.ftl';
import { tell, type Words } from './words';

export { say as t };

/** A line of the log, in the words of its game or of the table. */
export function tellLine(words: Words, line: LogLine, names: readonly string[]): string {
  return tell(line.of === 'table' ? atTable : words, line, names);
}
