/** The words of the page itself, and those in which the log tells of the table. */

import tableText from '../../../asterism/core/table_words/en.ftl?raw';
import type { LogLine } from '../wire/messages';
import text from './en.ftl?raw';
import { tell, Words, type Arguments } from './words';

const shell = new Words(text);
const atTable = new Words(tableText);

export function t(id: string, args?: Arguments): string {
  return shell.say(id, args);
}

export function part(id: string, name: string, args?: Arguments): string {
  return shell.say(id, args, name);
}

/** A line of the log, in the words of its game or of the table. */
export function tellLine(words: Words, line: LogLine, names: readonly string[]): string {
  return tell(line.of === 'table' ? atTable : words, line, names);
}
