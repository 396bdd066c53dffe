/** The end of a match: is its record the match that this browser took part in, and is every roll what it must be? */

import type { Outcome, TableInfo } from '../wire/messages';
import { checkOdds, hashOf, lockNonce, lockSecret, readHex, roll, seal } from './dice';
import type { Kept } from './kept';
import { chained, readSheet, type Sheet } from './sheet';
import { cannot, type Finding, type Verdict } from './verdict';

export interface MatchRecord {
  asterism: number;
  game: string;
  version: number;
  edition?: { digest: string };
  options: Record<string, number>;
  names: string[];
  dice: { sheets: string[] | null; nonces: string[]; secret: string | null } | null;
  actions: number[];
  odds: [number[], number[]][];
  rolls: [number, number][]; // ply, which odds
  result: { ending: string; winners: number[]; shares: number[]; scores: number[] | null } | null;
}

const CLOSE = -(2 ** 31);
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The plies of actions that no undo has taken back. */
function standing(actions: readonly number[]): Set<number> {
  const plies: number[] = [];
  actions.forEach((action, ply) => {
    if (action >= 0) plies.push(ply);
    else if (action !== CLOSE) plies.splice(Math.max(0, plies.length + action));
  });
  return new Set(plies);
}

export function check(record: MatchRecord, kept: Kept, table: TableInfo, outcome: Outcome | null): Verdict {
  const { dice } = record;
  if (record.asterism === 1) return cannot('cannot-first');
  if (!dice?.sheets || dice.sheets.length === 0 || !dice.secret) return cannot('cannot-none');
  const sheet = readSheet(dice.sheets.at(-1)!);
  if (!sheet) return cannot('cannot-sheet');
  const broken: Finding[] = [
    ...drawingOf(dice.sheets, dice.nonces, dice.secret, sheet, kept, table),
    ...settingsOf(record, sheet, outcome),
    ...rollsOf(record, dice.sheets.at(-1)!, dice.nonces, dice.secret, kept),
  ];
  if (kept.setBack) {
    const [from, to] = kept.setBack;
    broken.push({ words: 'broken-set-back', args: { from, to } });
  }
  const gaps = gapsOf(dice.sheets, kept);
  const stands = standing(record.actions);
  return {
    state: broken.length > 0 ? 'broken' : gaps.length > 0 ? 'gaps' : 'fits',
    rolls: record.rolls.length,
    takenBack: record.rolls.filter(([ply]) => !stands.has(ply)).length,
    draws: kept.revealed.length,
    findings: broken.length > 0 ? broken : gaps,
  };
}

/** Locks, sheets, numbers and secret: do they belong together, and are they what this browser saw? */
function drawingOf(
  sheets: readonly string[],
  nonces: readonly string[],
  secret: string,
  sheet: Sheet,
  kept: Kept,
  table: TableInfo,
): Finding[] {
  const found: Finding[] = [];
  const commitment = kept.commitment || table.dice.commitment;
  if (safely(() => lockSecret(secret)) !== commitment || sheet.secret !== commitment)
    found.push({ words: 'broken-secret' });
  if (!chained(sheets, sheet.secret)) found.push({ words: 'broken-chain' });
  if (kept.sheets.some((seen, i) => seen !== sheets[i])) found.push({ words: 'broken-sheets' });
  const locks = nonces.map((nonce) => safely(() => lockNonce(nonce)));
  if (
    !same(
      locks,
      sheet.contributors.map(({ lock }) => lock),
    )
  )
    found.push({ words: 'broken-openings' });
  if (kept.nonces.length > 0 && !same(kept.nonces, nonces)) found.push({ words: 'broken-openings-changed' });
  if (tookPart(sheets, kept) && !nonces.includes(kept.nonce)) found.push({ words: 'broken-number' });
  if (kept.revealed.length > sheets.length) found.push({ words: 'broken-draws' });
  return found;
}

function settingsOf(record: MatchRecord, sheet: Sheet, outcome: Outcome | null): Finding[] {
  const found: Finding[] = [];
  const told = [record.game, record.version, record.edition?.digest ?? ''];
  const entries = (options: object): unknown => Object.entries(options).toSorted();
  if (
    !same(told, [sheet.game, sheet.version, sheet.edition]) ||
    !same(entries(record.options), entries(sheet.options)) ||
    !same(
      record.names,
      sheet.seats.map(({ name }) => name),
    )
  )
    found.push({ words: 'broken-settings' });
  const result = (of: MatchRecord['result']): unknown => of && [of.ending, of.winners, of.shares, of.scores];
  if (!same(result(record.result), result(outcome))) found.push({ words: 'broken-result' });
  return found;
}

/** Every roll, computed again, and compared with what was heard. */
function rollsOf(record: MatchRecord, sheet: string, nonces: readonly string[], secret: string, kept: Kept): Finding[] {
  const found: Finding[] = [];
  const sealed = safely(() => seal(sheet, nonces));
  const key = safely(() => readHex(secret));
  if (!sealed || !key) return [{ words: 'broken-openings' }];
  record.rolls.forEach(([ply, which], i) => {
    const number = i + 1;
    const [outcomes, weights] = record.odds[which] ?? [[], []];
    if (ply >= record.actions.length || (i > 0 && record.rolls[i - 1]![0] >= ply))
      found.push({ words: 'broken-list', args: { number } });
    else if (safely(() => (checkOdds(outcomes, weights), true)) === undefined)
      found.push({ words: 'broken-odds', args: { number } });
    else if (safely(() => roll(key, sealed, i, outcomes, weights)) !== record.actions[ply])
      found.push({ words: 'broken-roll', args: { number } });
  });
  if (record.rolls.length !== kept.rolled)
    found.push({ words: 'broken-rolled', args: { known: kept.rolled, listed: record.rolls.length } });
  for (const [i, outcome] of Object.entries(kept.heard)) {
    const ply = record.rolls[Number(i)]?.[0];
    if (ply === undefined || record.actions[ply] !== outcome)
      found.push({ words: 'broken-heard', args: { number: Number(i) + 1 } });
  }
  return found;
}

/** Whether this browser showed a number for the draw that holds; it may have been left out of that one. */
const tookPart = (sheets: readonly string[], kept: Kept): boolean => kept.revealed.includes(hashOf(sheets.at(-1)!));

/** What this browser cannot vouch for, though nothing speaks against it. */
function gapsOf(sheets: readonly string[], kept: Kept): Finding[] {
  if (kept.sheets.length === 0) return [{ words: 'gap-no-sheet' }];
  return tookPart(sheets, kept) ? [] : [{ words: 'gap-no-part' }];
}

function safely<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
