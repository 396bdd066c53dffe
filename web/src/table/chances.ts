/** Chances, and turns or points to expect, in figures. Rounded in one place, so that one thing is one number everywhere. */

import { t } from '../words/shell';
import type { Advice } from './wiring';

export const percent = (share: number): string => (share * 100).toFixed(1);

/** What an action is worth, as the strongest bot knows it; empty where nobody does. */
export function worthOf(advice: Advice | null, action: number | undefined): string {
  const found = advice?.actions.find((one) => one.action === action);
  if (!advice || !found) return '';
  if (advice.kind === 'win') return `${percent(found.value)} %`;
  return t(`worth-${advice.kind}`, { value: found.value.toFixed(1) });
}
