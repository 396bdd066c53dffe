/** What was reached, in words. */

import type { Scene } from '../../wire/messages';
import { say } from './en.ftl';
import { viewOf, type Reached } from './view';

/** `me`: the seat that is told “you”. */
export const completes = (one: Reached, names: readonly string[], me: number): string =>
  say('reached', {
    whose: one.seat === me ? 'mine' : 'theirs',
    who: names[one.seat] ?? '',
    goal: one.goal,
    kind: one.kind,
  });

/** The points of a seat, where they are played for. */
export const tally = (scene: Scene, seat: number): string =>
  scene.table.options.points ? say('points', { points: viewOf(scene).seats[seat]?.points ?? 0 }) : '';
