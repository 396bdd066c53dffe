/** How a match ended, in words. */

import type { Scene } from '../../wire/messages';
import { say } from './pagewords';
import { viewOf, type Reached } from './view';

export const completes = (one: Reached, names: readonly string[]): string =>
  say('reached', { who: names[one.seat] ?? '', goal: one.goal, kind: one.kind });

export function ending(scene: Scene, names: readonly string[]): string {
  const { reached, left, deck, to_draw: toDraw } = viewOf(scene);
  const last = toDraw === 0 ? [say('ending', { why: deck === 0 ? 'deck' : 'drawn' })] : [];
  if (reached.length > 0) return [...reached.map((one) => completes(one, names)), ...last].join(' ');
  return last[0] ?? say('ending', { why: left === 0 ? 'actions' : 'reserve' });
}

/** The points of a seat, where they are played for. */
export const tally = (scene: Scene, seat: number): string =>
  scene.table.options.points ? say('points', { points: viewOf(scene).seats[seat]?.points ?? 0 }) : '';
