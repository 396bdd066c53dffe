/** What is told of the tables of a lesson. */

import type { LessonTable } from '../wire/messages';
import { t } from '../words/shell';

const QUIET = 120; // seconds after which someone may need help

export const isWaiting = (table: LessonTable): boolean =>
  table.phase === 'lobby' && table.seats.some((seat) => seat.taken) && table.seats.some((seat) => !seat.taken);

export const freeSeats = (table: LessonTable): number =>
  table.phase === 'lobby' ? table.seats.filter((seat) => !seat.taken).length : 0;

export const isQuiet = (table: LessonTable): boolean =>
  table.phase === 'playing' && !table.paused && table.quiet >= QUIET;

/** In two or three words: how a table is. */
export function stateOf(table: LessonTable): string {
  if (table.phase === 'closed') return t('lesson-table-closed');
  if (table.phase === 'over') return t('lesson-table-over');
  if (table.paused) return t('lesson-table-pauses');
  if (table.phase === 'drawing') return t('lesson-table-draws');
  if (table.phase === 'lobby') return t(isWaiting(table) ? 'lesson-table-waits' : 'lesson-table-free');
  if (isQuiet(table)) return t('lesson-table-quiet', { minutes: Math.floor(table.quiet / 60) });
  return t('lesson-table-move', { ply: table.ply });
}

/** How it ended. */
export function endOf(table: LessonTable): string {
  if (table.phase !== 'over') return '';
  const names = table.winners.map((seat) => table.seats[seat]?.name ?? '').join(', ');
  return names ? t('lesson-table-won', { names }) : t('lesson-table-ended');
}
