/** The sheet of a table, and what must hold before this browser shows its number for it. */

import type { TableInfo } from '../wire/messages';
import { hashOf } from './dice';
import type { Kept } from './kept';

export interface Sheet {
  dice: number;
  table: string;
  game: string;
  version: number;
  edition: string;
  options: Record<string, number>;
  undo: string;
  hints: boolean;
  seats: { kind: string; name: string; level: string }[];
  secret: string; // the lock of the host's secret
  draw: number;
  before: string; // the hash of the sheet before it
  contributors: { name: string; seats: number[]; lock: string }[];
  without: { name: string; seats: number[]; why: string }[];
}

/** Parsed as it was hashed; nothing where it cannot be. */
export function readSheet(text: string): Sheet | null {
  try {
    const sheet = JSON.parse(text) as Sheet;
    return Array.isArray(sheet.contributors) && Array.isArray(sheet.seats) && Array.isArray(sheet.without)
      ? sheet
      : null;
  } catch {
    return null;
  }
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
const sorted = (options: object): [string, unknown][] =>
  Object.entries(options).toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));

/** Whether the sheets follow each other, each naming the hash of the one before and the same lock of the secret. */
export function chained(sheets: readonly string[], commitment: string): boolean {
  return sheets.every((text, i) => {
    const sheet = readSheet(text);
    const before = i === 0 ? '' : hashOf(sheets[i - 1]!);
    return sheet?.dice === 2 && sheet.draw === i + 1 && sheet.before === before && sheet.secret === commitment;
  });
}

/** Everything why this browser does not show its number, as names of words; empty: all is as it should be. */
export function oddities(table: TableInfo, kept: Kept, known: boolean, elsewhere: boolean): string[] {
  const { dice } = table;
  const text = dice.sheets.at(-1) ?? '';
  const sheet = readSheet(text);
  if (!sheet || hashOf(text) !== dice.sheet) return ['odd-sheet'];
  const found: string[] = [];
  if (!known) found.push('odd-other-device');
  if (sheet.contributors.filter(({ lock }) => lock === dice.lock).length !== 1) found.push('odd-my-lock');
  if (kept.commitment !== dice.commitment || sheet.secret !== dice.commitment) found.push('odd-secret');
  if (elsewhere) found.push('odd-secret-twice');
  if (!chained(dice.sheets, dice.commitment)) found.push('odd-chain');
  if (kept.sheets.some((seen, i) => seen !== dice.sheets[i])) found.push('odd-other-sheet');
  if (!asShown(sheet, table)) found.push('odd-settings');
  return found;
}

/** Whether game, settings and people on the sheet are those that are shown. */
function asShown(sheet: Sheet, table: TableInfo): boolean {
  const people = table.seats.map((seat) => [seat.kind === 'bot' ? 'bot' : 'guest', seat.name, seat.level]);
  return (
    same(
      [sheet.table, sheet.game, sheet.version, sheet.edition, sheet.undo, sheet.hints],
      [table.code, table.game, table.version, table.edition?.digest ?? '', table.undo, table.hints],
    ) &&
    same(sorted(sheet.options), sorted(table.options)) &&
    same(
      sheet.seats.map((seat) => [seat.kind, seat.name, seat.level]),
      people,
    )
  );
}
