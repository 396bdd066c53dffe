/** The clock of a table, as this page tells it. */

import { t } from '../words/shell';
import type { Clock, ClockInfo } from '../wire/messages';
import { lasting } from './people';

/** Whether each turn has hours or days: then nobody has to be there, and only the clock decides who is late. */
export const isByPost = (clock: Clock | ClockInfo | null): boolean => clock?.per === 'turn' && clock.seconds >= 3600;

/** Seconds that a seat has left. */
export function leftOf(clock: ClockInfo, seat: number, now: number): number {
  const before = clock.left[seat] ?? clock.seconds;
  return Math.max(0, clock.running === seat ? before - (now - clock.since) : before);
}

/** 0:42, 1 h 5 min, 2 days. */
export function timeLeft(seconds: number): string {
  if (seconds >= 2 * 86_400) return lasting(seconds);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  if (hours > 0) return t('clock-hours', { hours, minutes });
  return `${minutes}:${String(Math.floor(seconds) % 60).padStart(2, '0')}`;
}

/** In one line: how much time there is, and what happens when it has run out. */
export const clockLine = ({ per, seconds, then }: Clock): string =>
  t(`clock-line-${per}`, { time: lasting(seconds), then });
