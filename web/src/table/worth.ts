/** What an action or a seat's prospects are worth, with no more digits than hold. */

import { t } from '../words/shell';
import type { Advice } from './wiring';

/** A chance in per cent: to a tenth if it was computed (tables may be compressed), in whole ones if it was estimated. */
export const percent = (chance: number, exact: boolean): string => (100 * chance).toFixed(exact ? 1 : 0);

/** The value of an action in words; empty where nothing is known of it. */
export function worthOf(advice: Advice | null, action: number): string {
  const found = advice?.actions.find((one) => one.action === action);
  if (!advice || !found) return '';
  return advice.kind === 'win'
    ? `${percent(found.value, advice.exact)} %`
    : t(`worth-${advice.kind}`, { value: found.value.toFixed(1) });
}
