import { describe, expect, it } from 'vitest';
import { checkOdds, hashOf, hexOf, lockNonce, lockSecret, readHex, readOdds, roll, seal, Unfair } from './dice';
import { hmac, sha256 } from './sha256';
import vectors from '../../../tests/core/dice_vectors.json?raw'; // the very file that the server's dice are held against

interface Vectors {
  secret: string;
  nonces: string[];
  lock_of_secret: string;
  locks: string[];
  seals: {
    sheet: string;
    hash: string;
    seal: string;
    rolls: { outcomes: number[]; weights: number[]; came: [number, number][] }[];
  }[];
  refused_odds: [number[], number[]][];
  refused_numbers: string[];
}

const given = JSON.parse(vectors) as Vectors;
const text = (words: string): Uint8Array => new TextEncoder().encode(words);

describe('the hash', () => {
  it.each([
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    [
      'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    ],
    ['a'.repeat(1_000_000), 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0'],
  ])('is that of the standard', (words, wanted) => {
    expect(hexOf(sha256(text(words)))).toBe(wanted);
  });

  it('is the same as that of the browser for every length around a block', async () => {
    for (let length = 50; length < 135; length++) {
      const message = Uint8Array.from({ length }, (_, i) => (i * 7 + length) & 255);
      expect(hexOf(sha256(message))).toBe(hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', message))));
    }
  });

  it('makes the code of RFC 4231', () => {
    expect(hexOf(hmac(text('Jefe'), text('what do ya want for nothing?')))).toBe(
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    );
  });
});

describe('the dice', () => {
  it('are those that any other program computes', () => {
    expect(lockSecret(given.secret)).toBe(given.lock_of_secret);
    expect(given.nonces.map(lockNonce)).toEqual(given.locks);
    for (const drawn of given.seals) {
      const sealed = seal(drawn.sheet, given.nonces);
      expect([hashOf(drawn.sheet), hexOf(sealed)]).toEqual([drawn.hash, drawn.seal]);
      for (const { outcomes, weights, came } of drawn.rolls)
        for (const [number, outcome] of came)
          expect(roll(readHex(given.secret), sealed, number, readOdds(outcomes, weights))).toBe(outcome);
    }
  });

  it('refuse odds that could be stated otherwise', () => {
    for (const [outcomes, weights] of given.refused_odds) expect(() => checkOdds(outcomes, weights)).toThrow(Unfair);
    expect(() => checkOdds([1, 2], [1.5, 1])).toThrow(Unfair);
    expect(() => checkOdds([1, 2], [NaN, 1])).toThrow(Unfair);
  });

  it('refuse a number that is written otherwise', () => {
    for (const number of [...given.refused_numbers, null, 7]) expect(() => readHex(number)).toThrow(Unfair);
  });
});
