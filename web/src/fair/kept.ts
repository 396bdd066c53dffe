/** What this browser keeps about dice: the numbers behind its locks, and what it saw and heard at each table. */

import { hexOf, lockNonce } from './dice';

export interface Kept {
  commitment: string; // the lock of the host's secret, as it was first seen
  sheets: string[]; // as they came, before any number was shown
  revealed: string[]; // hashes of the sheets for which this browser showed a number
  nonce: string; // the last of these numbers; empty: none
  nonces: string[]; // of everyone, when the match began
  heard: Record<string, number>; // outcomes by the number of the roll
  rolled: number; // rolls there have been at most
  setBack: [number, number] | null; // that there were fewer rolls than before: from how many to how many
}

const NONE: Kept = {
  commitment: '',
  sheets: [],
  revealed: [],
  nonce: '',
  nonces: [],
  heard: {},
  rolled: 0,
  setBack: null,
};
const NUMBERS = 'asterism-dice';
const TABLES = 'asterism-dice-tables';
const place = (code: string): string => `asterism-dice-${code}`;
const MOST_NUMBERS = 200;
const MOST_TABLES = 60;

const inMemory = new Map<string, string>(); // of a browser that keeps nothing

function read<T>(key: string, otherwise: T): T {
  try {
    const text = inMemory.get(key) ?? localStorage.getItem(key);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

function write(key: string, value: unknown): void {
  const text = JSON.stringify(value);
  try {
    localStorage.setItem(key, text);
  } catch {
    inMemory.set(key, text); // private windows may refuse; then it is known as long as the page is open
  }
}

function forget(key: string): void {
  inMemory.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // nothing was kept
  }
}

/** Draw 256 bits of this browser's own randomness, keep them, and return the lock that may be shown. */
export function newLock(): string {
  const nonce = hexOf(crypto.getRandomValues(new Uint8Array(32)));
  const lock = lockNonce(nonce);
  const numbers = Object.entries({ ...read<Record<string, string>>(NUMBERS, {}), [lock]: nonce });
  write(NUMBERS, Object.fromEntries(numbers.slice(-MOST_NUMBERS)));
  return lock;
}

/** The number behind a lock, if this browser made it. */
export const numberOf = (lock: string): string | undefined => read<Record<string, string>>(NUMBERS, {})[lock];

export const keptOf = (code: string): Kept => ({ ...NONE, ...read<Partial<Kept>>(place(code), {}) });

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
