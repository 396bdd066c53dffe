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
  draws: number; // sheets there were
  findings: Finding[];
}

const only = (state: Verdict['state'], ...findings: Finding[]): Verdict => ({
  state,
  rolls: 0,
  takenBack: 0,
  draws: 0,
  findings,
});

export const cannot = (words: string, args: Finding['args'] = {}): Verdict => only('cannot', { words, args });
export const broken = (words: string): Verdict => only('broken', { words });

/** The host ended, replaced or denied a match that this browser saw begin, and so never showed its secret. */
export const unshown = (words: string, kept: Kept): Verdict =>
  only('broken', { words, args: { rolls: kept.rolled } }, { words: 'broken-no-secret' });

/** What can be saved to a file, for `fair.py RECORD RECEIPT` and `asterism verify RECORD RECEIPT`. */
export const receiptOf = (code: string, kept: Kept): string =>
  JSON.stringify(
    {
      receipt: 3,
      table: code,
      commitment: kept.commitment,
      sheets: kept.sheets,
      revealed: kept.revealed,
      rolled: kept.rolled,
      heard: Object.entries(kept.heard).map(([number, outcome]) => [Number(number), outcome]),
    },
    null,
    1,
  );
