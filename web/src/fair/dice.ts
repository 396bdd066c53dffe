/** The numbers of the dice, as docs/FAIR.md says and `core/fair.py` computes them; both are held against the same vectors. */

import { hmac, joined, sha256 } from './sha256';

const SPAN = 1n << 256n;
const ATTEMPTS = 8;
const HEX32 = /^[0-9a-f]{64}$/;

/** Something that cannot be a part of fair dice. */
export class Unfair extends Error {}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

export const hexOf = (given: Uint8Array): string =>
  Array.from(given, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** 32 bytes from 64 small hexadecimal digits, and from nothing else. */
export function readHex(text: unknown): Uint8Array {
  if (typeof text !== 'string' || text.length !== 64 || !HEX32.test(text)) throw new Unfair('not 64 small hex digits');
  return Uint8Array.from({ length: 32 }, (_, i) => parseInt(text.slice(2 * i, 2 * i + 2), 16));
}

export const hashOf = (text: string): string => hexOf(sha256(bytes(text)));
export const lockSecret = (secret: string): string => hexOf(sha256(bytes('asterism 2 secret\n'), readHex(secret)));
export const lockNonce = (nonce: string): string => hexOf(sha256(bytes('asterism 2 nonce\n'), readHex(nonce)));

/** The sheet and all numbers, in the sheet's order, as one. */
export const seal = (sheet: string, nonces: readonly string[]): Uint8Array =>
  sha256(bytes('asterism 2 seal\n'), sha256(bytes(sheet)), ...nonces.map(readHex));

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));

/** Odds have one form only, so that stating them otherwise gains nothing, and nothing takes for ever. */
export function checkOdds(outcomes: readonly number[], weights: readonly number[]): void {
  const rising = outcomes.every((one, i) => Number.isSafeInteger(one) && (i === 0 || outcomes[i - 1]! < one));
  if (outcomes.length === 0 || outcomes.length !== weights.length || !rising) throw new Unfair('outcomes in disorder');
  const whole = weights.every((weight) => Number.isSafeInteger(weight) && weight >= 1);
  let total = 0;
  for (const weight of weights) total = whole && total <= Number.MAX_SAFE_INTEGER ? total + weight : Infinity;
  if (total > Number.MAX_SAFE_INTEGER || weights.reduce(divisor) !== 1) throw new Unfair('weights that are none');
}

/** Odds that were checked, made once for all rolls that use them: a record may list thousands of both. */
export interface Odds {
  outcomes: readonly number[];
  upTo: readonly number[]; // the weights, each added to all before it
}

export function readOdds(outcomes: readonly number[], weights: readonly number[]): Odds {
  checkOdds(outcomes, weights);
  let total = 0;
  return { outcomes, upTo: weights.map((weight) => (total += weight)) };
}

/** The place of the first number that exceeds `whole`, in rising numbers. */
function firstAbove(upTo: readonly number[], whole: number): number {
  let [low, high] = [0, upTo.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (upTo[middle]! > whole) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The outcome of a roll, counted from 0, those that were taken back too. */
export function roll(secret: Uint8Array, sealed: Uint8Array, number: number, { outcomes, upTo }: Odds): number {
  const total = BigInt(upTo.at(-1)!);
  const counted = new DataView(new ArrayBuffer(12));
  counted.setBigUint64(0, BigInt(number));
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    counted.setUint32(8, attempt);
    const what = joined(bytes('asterism 2 roll\n'), sealed, new Uint8Array(counted.buffer));
    const share = BigInt(`0x${hexOf(hmac(secret, what))}`) * total;
    if (share % SPAN < SPAN % total) continue; // in the uneven rest
    return outcomes[firstAbove(upTo, Number(share / SPAN))]!;
  }
  throw new Unfair('the uneven rest again and again, which cannot be');
}
