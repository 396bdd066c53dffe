/** The sheet of a table, and what must hold before this browser shows its number for it. */

import type { TableInfo } from '../wire/messages';
import { hashOf } from './dice';
import type { Kept, Own } from './kept';

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

/** What a match is played by, as this browser asked for it or was shown it first; it stays as it is. */
export type Settings = Pick<Sheet, 'game' | 'options' | 'undo' | 'hints'> & Partial<Pick<Sheet, 'version' | 'edition'>>;

/** The settings that a table shows, but for what this browser knew before. */
export function settingsOf(table: TableInfo, known?: Settings | null): Settings {
  const { game, version, undo, hints } = table;
  const options = { ...table.options, ...known?.options };
  return { game, version, edition: table.edition?.digest ?? '', undo, hints, ...known, options };
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
export function oddities(table: TableInfo, kept: Kept, own: Own | undefined, elsewhere: boolean): string[] {
  const { dice } = table;
  const text = dice.sheets.at(-1) ?? '';
  const sheet = readSheet(text);
  if (!sheet || hashOf(text) !== dice.sheet) return ['odd-sheet'];
  const found: string[] = [];
  if (!own) found.push('odd-other-device');
  else if (own.table !== table.code) found.push('odd-other-table');
  else if (own.sheet && own.sheet !== dice.sheet) found.push('odd-shown');
  if (sheet.contributors.filter(({ lock }) => lock === dice.lock).length !== 1) found.push('odd-my-lock');
  if (kept.commitment !== dice.commitment || sheet.secret !== dice.commitment) found.push('odd-secret');
  if (elsewhere) found.push('odd-secret-twice');
  if (!chained(dice.sheets, dice.commitment)) found.push('odd-chain');
  if (kept.sheets.some((seen, i) => seen !== dice.sheets[i])) found.push('odd-other-sheet');
  if (!asKnown(sheet, settingsOf(table, kept.settings)) || !asKnown(sheet, settingsOf(table)))
    found.push('odd-settings');
  if (!asShown(sheet, table)) found.push('odd-people');
  return found;
}

/** Whether game and settings on the sheet are these. */
function asKnown(sheet: Sheet, known: Settings): boolean {
  const short = (of: Settings): unknown => [of.game, of.version, of.edition, of.undo, of.hints, sorted(of.options)];
  return same(short(sheet), short(known));
}

/** Whether table and people on the sheet are those that are shown. */
function asShown(sheet: Sheet, table: TableInfo): boolean {
  const people = table.seats.map((seat) => [seat.kind === 'bot' ? 'bot' : 'guest', seat.name, seat.level]);
  return (
    sheet.table === table.code &&
    same(
      sheet.seats.map((seat) => [seat.kind, seat.name, seat.level]),
      people,
    )
  );
}
