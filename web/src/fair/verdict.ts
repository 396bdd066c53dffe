/** What this browser says of the dice at the end, and what it lets one keep. The checking itself is loaded only then. */

import type { Kept } from './kept';

export interface Finding {
  words: string;
  args?: Record<string, string | number>;
}

export interface Verdict {
  state: 'fits' | 'gaps' | 'broken' | 'cannot';
  rolls: number;
  takenBack: number;
  draws: number; // for which this browser showed a number
  findings: Finding[];
}

export const cannot = (words: string, args?: Finding['args']): Verdict => ({
  state: 'cannot',
  rolls: 0,
  takenBack: 0,
  draws: 0,
  findings: [args ? { words, args } : { words }],
});

/** What can be saved to a file, for `fair.py RECORD RECEIPT` and `asterism verify --receipt`. */
export const receiptOf = (code: string, kept: Kept): string =>
  JSON.stringify(
    {
      receipt: 2,
      table: code,
      commitment: kept.commitment,
      sheets: kept.sheets,
      nonce: kept.nonce || null,
      revealed: kept.revealed.length,
      rolled: kept.rolled,
      heard: Object.entries(kept.heard).map(([number, outcome]) => [Number(number), outcome]),
    },
    null,
    1,
  );
