/** The board and the goals in words, for those who cannot see them; told from the scene, so no secret is in it. */

import type { Section } from '../../table/board';
import type { Scene } from '../../wire/messages';
import { beside, keyOf, SIDES, way, type Cell, type Side } from './hex';
import { say } from './en.ftl';
import { KINDS } from './kinds';
import { viewOf, type Fit, type Goal, type Tile, type View } from './view';

/** What a cell is to a goal that is shown. */
export type Role = 'right' | 'wanted' | 'wrong' | 'extra';

/** A goal by its number and, from tile to tile, its shape; of somebody else's with their name. */
export function describeGoal({ goal, steps }: Pick<Goal, 'goal' | 'steps'>, name = ''): string {
  const path = steps.map(({ of, side }, i) => say('step', { side, branch: of === i + 1 ? 0 : of }));
  return say('goal-told', { goal: goal ?? 0, whose: name ? 'theirs' : 'mine', name, steps: path.join(', ') });
}

/** What each cell is to the best way to lay a goal over the Moon, by key. */
export function rolesOf(fit: Fit): Map<string, Role> {
  const roles = new Map<string, Role>(fit.cells.map((cell) => [keyOf(cell), 'wanted']));
  for (const role of ['right', 'wrong', 'extra'] as const) for (const cell of fit[role]) roles.set(keyOf(cell), role);
  return roles;
}

function legsTo(cell: Cell, tiles: readonly Tile[]): { steps: number; side: Side }[] {
  const moon = tiles.find((tile) => tile.kind === 'moon')!;
  return way([moon.q, moon.r], cell);
}

const stepsTo = (cell: Cell, tiles: readonly Tile[]): number =>
  legsTo(cell, tiles).reduce((sum, leg) => sum + leg.steps, 0);

/** Where a cell lies, seen from the Moon. */
export function describePlace(cell: Cell, tiles: readonly Tile[]): string {
  const legs = legsTo(cell, tiles);
  const near = legs.length === 1 && legs[0]!.steps === 1;
  const parts = legs.map((leg) => say('leg', { ...leg, near: near ? 'yes' : 'no' }));
  return say('from-moon', { first: parts[0] ?? '', second: parts[1] ?? 'none' });
}

/** How far a goal has come, and where its stars are still wanted. */
export function describeProgress({ goal, match }: Goal, view: View): string {
  if (goal === null) return '';
  if (!match) return say('goal-no-fit', { goal, full: view.full ? 'yes' : 'no' });
  const { kind, right, wrong, extra } = match;
  return say('goal-fit', { goal, kind, right: right.length, wrong: wrong.length, extra: extra.length });
}

/** The cells where a goal that has been begun still wants its stars; empty where there are none. */
export function describeWanted({ match }: Goal, view: View): string {
  const roles = match ? rolesOf(match) : new Map<string, Role>();
  const cells = match?.cells.filter((cell) => roles.get(keyOf(cell)) === 'wanted') ?? [];
  if (!match || cells.length === 0) return '';
  const near = cells.sort((a, b) => stepsTo(a, view.tiles) - stepsTo(b, view.tiles));
  return say('wanted', { kind: match.kind, cells: near.map((cell) => describePlace(cell, view.tiles)).join('; ') });
}

/** How many goals are in the deck, and how many of them will be drawn where that ends the match. */
export function describeDeck({ deck, to_draw: toDraw }: View, over: boolean): string {
  return [say('deck', { deck }), toDraw !== null && !over ? say('to-draw', { count: toDraw }) : ''].join(' ').trim();
}

function describeTile(tile: Tile, tiles: readonly Tile[], names: readonly string[]): string {
  const clouds = tile.clouds.map((seat) => names[seat] ?? '').join(', ') || 'none';
  const around = beside([tile.q, tile.r]).flatMap(([q, r], i) => {
    const other = tiles.find((one) => one.q === q && one.r === r);
    return other ? [say('neighbour', { kind: other.kind, name: other.name, side: SIDES[i]! })] : [];
  });
  const where = tile.kind === 'moon' ? 'none' : describePlace([tile.q, tile.r], tiles);
  return capital(
    say('tile-told', { kind: tile.kind, name: tile.name, where, clouds, around: around.join(', ') || 'none' }),
  );
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The whole board, section by section. */
export function inWords(scene: Scene, names: readonly string[]): Section[] {
  const view = viewOf(scene);
  const points = scene.table.options.points ?? 0;
  const seats = view.seats.map((seat, number) => {
    const secret = seat.goals.filter((goal) => goal.goal === null).length;
    return {
      title: say('goals-of', { name: names[number] ?? '' }),
      lines: [
        ...(points > 0 ? [say('points', { points: seat.points })] : []),
        ...(secret > 0 ? [say('goal-secret', { count: secret })] : []),
        ...seat.goals
          .filter((goal) => goal.goal !== null)
          .flatMap((goal) => [
            describeGoal(goal),
            [describeProgress(goal, view), describeWanted(goal, view)].join(' ').trim(),
          ]),
      ],
    };
  });
  const moonFirst = [...view.tiles].sort((a, b) => Number(b.kind === 'moon') - Number(a.kind === 'moon'));
  return [
    ...seats,
    { title: say('tiles'), lines: moonFirst.map((tile) => describeTile(tile, view.tiles, names)) },
    {
      title: say('reserve'),
      lines: [
        ...KINDS.map((kind) => capital(say('reserve-kind', { kind, count: view.reserve[kind] }))),
        describeDeck(view, scene.outcome !== null),
        say('countdown', { left: view.left }),
      ],
    },
  ];
}
