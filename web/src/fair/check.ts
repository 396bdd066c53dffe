/** The end of a match: is its record the match that this browser took part in, and is every roll what it must be? */

import type { Outcome, TableInfo } from '../wire/messages';
import { hashOf, lockNonce, lockSecret, readHex, readOdds, roll, seal } from './dice';
import { numberOf, type Kept } from './kept';
import { chained, readSheet, type Sheet } from './sheet';
import { broken, cannot, type Finding, type Verdict } from './verdict';

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

const ENDS = -(2 ** 31) + 2 ** 10; // a match was broken off or lost beside the rules: an action up to here
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The plies of actions that no undo has taken back. */
function standing(actions: readonly number[]): Set<number> {
  const plies: number[] = [];
  actions.forEach((action, ply) => {
    if (action >= 0) plies.push(ply);
    else if (action > ENDS) plies.splice(Math.max(0, plies.length + action));
  });
  return new Set(plies);
}

export function check(record: MatchRecord, kept: Kept, table: TableInfo, outcome: Outcome | null): Verdict {
  const { dice } = record;
  const committed = kept.commitment !== ''; // the host has shown a lock of its secret: it owes all that follows from it
  if (record.asterism === 1) return committed ? broken('broken-first') : cannot('cannot-first');
  if (!dice?.sheets || dice.sheets.length === 0) return committed ? broken('broken-no-dice') : cannot('cannot-none');
  if (!dice.secret) return committed ? broken('broken-no-secret') : cannot('cannot-secret');
  const sheet = readSheet(dice.sheets.at(-1)!);
  if (!sheet) return committed ? broken('broken-sheet') : cannot('cannot-sheet');
  const found: Finding[] = [
    ...drawingOf(dice.sheets, dice.nonces, dice.secret, sheet, kept, table.dice.commitment),
    ...settingsOf(record, sheet, outcome),
    ...rollsOf(record, dice.sheets.at(-1)!, dice.nonces, dice.secret, kept),
  ];
  if (kept.setBack) {
    const [from, to] = kept.setBack;
    found.push({ words: 'broken-set-back', args: { from, to } });
  }
  const gaps = gapsOf(dice.sheets, kept);
  const stands = standing(record.actions);
  return {
    state: found.length > 0 ? 'broken' : gaps.length > 0 ? 'gaps' : 'fits',
    rolls: record.rolls.length,
    takenBack: record.rolls.filter(([ply]) => !stands.has(ply)).length,
    draws: dice.sheets.length,
    findings: found.length > 0 ? found : gaps,
  };
}

/** The record of a match whose rules the server does not have: it lists no rolls, but it must show the secret. */
export function checkUnlisted(record: MatchRecord, kept: Kept): Verdict {
  const { dice } = record;
  if (!dice?.sheets || dice.sheets.length === 0) return broken('broken-no-dice');
  if (!dice.secret) return broken('broken-no-secret');
  const sheet = readSheet(dice.sheets.at(-1)!);
  if (!sheet) return broken('broken-sheet');
  const findings = drawingOf(dice.sheets, dice.nonces, dice.secret, sheet, kept, '');
  if (findings.length === 0) return cannot('cannot-unlisted');
  return { ...broken(''), draws: dice.sheets.length, findings };
}

/** Locks, sheets, numbers and secret: do they belong together, and are they what this browser saw? */
function drawingOf(
  sheets: readonly string[],
  nonces: readonly string[],
  secret: string,
  sheet: Sheet,
  kept: Kept,
  shown: string,
): Finding[] {
  const found: Finding[] = [];
  const commitment = kept.commitment || shown;
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
  const last = hashOf(sheets.at(-1)!);
  const mine = shownFor(last, kept);
  if (mine !== undefined && nonces.filter((nonce) => nonce === mine).length !== 1)
    found.push({ words: 'broken-number' });
  if (nonces.some((nonce) => shownElsewhere(nonce, last, kept))) found.push({ words: 'broken-reused' });
  const hashes = sheets.map(hashOf);
  if (kept.revealed.some(([hash]) => !hashes.includes(hash))) found.push({ words: 'broken-draws' });
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
  const allOdds = record.odds.map(([outcomes, weights]) => safely(() => readOdds(outcomes, weights)));
  record.rolls.forEach(([ply, which], i) => {
    const number = i + 1;
    const odds = allOdds[which];
    if (ply >= record.actions.length || (i > 0 && record.rolls[i - 1]![0] >= ply))
      found.push({ words: 'broken-list', args: { number } });
    else if (!odds) found.push({ words: 'broken-odds', args: { number } });
    else if (safely(() => roll(key, sealed, i, odds)) !== record.actions[ply])
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

/** The number that this browser showed for a sheet of this table, having checked it; it may have been left out of one. */
const shownFor = (sheet: string, kept: Kept): string | undefined => kept.revealed.find(([hash]) => hash === sheet)?.[1];

/** Whether a number of this browser was not shown for this sheet, but for another, here or at another table. */
function shownElsewhere(nonce: string, sheet: string, kept: Kept): boolean {
  const own = numberOf(safely(() => lockNonce(nonce)) ?? '');
  return (
    kept.revealed.some(([hash, shown]) => shown === nonce && hash !== sheet) || (own && own.sheet !== sheet) === true
  );
}

/** What this browser cannot vouch for, though nothing speaks against it. */
function gapsOf(sheets: readonly string[], kept: Kept): Finding[] {
  if (kept.sheets.length === 0) return [{ words: 'gap-no-sheet' }];
  return shownFor(hashOf(sheets.at(-1)!), kept) === undefined ? [{ words: 'gap-no-part' }] : [];
}

function safely<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
