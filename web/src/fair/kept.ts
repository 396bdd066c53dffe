/** What this browser keeps about dice: the numbers behind its locks, and what it saw and heard at each table. */

import { forget, read, write } from '../storage.svelte';
import { hexOf, lockNonce } from './dice';
import type { Settings } from './sheet';

/** A number of this browser. It serves one table and one sheet: who knows it already could choose rolls by it. */
export interface Own {
  nonce: string;
  table: string; // for which its lock was given; empty: opened with it, and no answer came yet
  sheet: string; // the hash of the one for which it was shown; empty: nobody else knows it
}

export interface Kept {
  commitment: string; // the lock of the host's secret, as it was first seen
  settings: Settings | null; // as asked for, or as first seen
  sheets: string[]; // as they came, before any number was shown
  revealed: [sheet: string, nonce: string][]; // the hashes of sheets, and the number this browser showed for each
  nonces: string[]; // of everyone, when the match began
  heard: Record<string, number>; // outcomes by the number of the roll
  rolled: number; // rolls there have been at most
  setBack: [number, number] | null; // that there were fewer rolls than before: from how many to how many
  settled: boolean; // the match is over, its secret was shown, and this browser has said what it found
}

const NONE: Kept = {
  commitment: '',
  settings: null,
  sheets: [],
  revealed: [],
  nonces: [],
  heard: {},
  rolled: 0,
  setBack: null,
  settled: false,
};

/** Whether this browser saw the match begin: the numbers of all were shown, or something was rolled. */
export const saw = (kept: Kept): boolean => kept.nonces.length > 0 || kept.rolled > 0;

const NUMBERS = 'asterism-dice-numbers';
const TABLES = 'asterism-dice-tables';
const place = (code: string): string => `asterism-dice-${code}`;
const MOST_NUMBERS = 200;
const MOST_TABLES = 60;

forget('asterism-dice'); // numbers from before, of which nobody knows whether they were shown

type Numbers = Record<string, Own>;
const numbers = (): Numbers => read<Numbers>(NUMBERS, {});

/** Draw 256 bits of this browser's own randomness, keep them, and return the lock that may be shown to this table. */
export function newLock(table = ''): string {
  const nonce = hexOf(crypto.getRandomValues(new Uint8Array(32)));
  const lock = lockNonce(nonce);
  const all = Object.entries({ ...numbers(), [lock]: { nonce, table, sheet: '' } });
  write(NUMBERS, Object.fromEntries(all.slice(-MOST_NUMBERS)));
  return lock;
}

/** The number behind a lock, if this browser made it. */
export const numberOf = (lock: string): Own | undefined => numbers()[lock];

/** The lock was given for this table, unless it was for another one before. */
export function give(lock: string, table: string): void {
  const own = numberOf(lock);
  if (own?.table === '') write(NUMBERS, { ...numbers(), [lock]: { ...own, table } });
}

/** Mark a number as shown for this sheet of this table, and only then return it; not if it serves another one. */
export function spend(lock: string, table: string, sheet: string): string | undefined {
  const own = numberOf(lock);
  if (own?.table !== table || (own.sheet && own.sheet !== sheet)) return undefined;
  write(NUMBERS, { ...numbers(), [lock]: { ...own, sheet } });
  return own.nonce;
}

export function keptOf(code: string): Kept {
  const { revealed = [], ...more } = read<Partial<Kept> & { nonce?: string }>(place(code), {});
  const last = revealed.length - 1; // before, only hashes were kept, and the last number beside them
  const pairs = (revealed as (string | Kept['revealed'][0])[]).map((one, i): Kept['revealed'][0] =>
    typeof one === 'string' ? [one, (i === last && more.nonce) || ''] : one,
  );
  return { ...NONE, ...more, revealed: pairs };
}

/** Keep more about a table; of tables long ago nothing is kept. */
export function keep(code: string, more: Partial<Kept>): Kept {
  const kept = { ...keptOf(code), ...more };
  write(place(code), kept);
  const codes = read<string[]>(TABLES, []);
  if (codes.at(-1) !== code) {
    const all = [...codes.filter((other) => other !== code), code];
    for (const old of all.slice(0, -MOST_TABLES)) forget(place(old));
    write(TABLES, all.slice(-MOST_TABLES));
  }
  return kept;
}

/** Whether another table had the same lock of a secret: its rolls would be known. */
export const seenElsewhere = (commitment: string, code: string): boolean =>
  read<string[]>(TABLES, []).some((other) => other !== code && keptOf(other).commitment === commitment);
