/** Chances, and turns or points to expect, in figures. Rounded in one place, so that one thing is one number everywhere. */

import { t } from '../words/shell';
import type { Advice } from '../wire/messages';

/** No more digits than hold: a tenth if it was computed (tables may be compressed), whole ones if it was estimated. */
export const percent = (share: number, exact: boolean): string => (share * 100).toFixed(exact ? 1 : 0);

/** What an action is worth, as the strongest bot knows it; empty where nobody does. */
export function worthOf(advice: Advice | null, action: number | undefined): string {
  const found = advice?.actions.find((one) => one.action === action);
  if (!advice || !found) return '';
  if (advice.kind === 'win') return `${percent(found.value, advice.exact)} %`;
  return t(`worth-${advice.kind}`, { value: found.value.toFixed(1) });
}
