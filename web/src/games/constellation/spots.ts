/** What every cell is now, and how it is told to those who cannot see it. */

import { SIDES, STEPS, cellOf, type Cell } from './hex';
import type { Moves } from './moves';
import { capital, rolesOf } from './describe';
import type { Kind } from './kinds';
import type { Fit, Tile } from './view';

export const MOON = 24; // the Moon's number among the tiles

/** What the next tap will be about. */
export type Picked =
  { what: 'kind'; kind: Kind } | { what: 'cell'; cell: string } | { what: 'tile'; tile: number } | null;

/** What a cell is now: to be chosen, chosen, or only there to be looked at. */
export interface Spot {
  state: 'hint' | 'lit' | 'chosen' | 'off';
  label: string;
  tile?: boolean; // a tile lies there
  ghost?: Kind | 'moon'; // what would lie there
}

export type Say = (id: string, args?: Record<string, string | number>) => string;

/** A goal whose best matching is shown on the board. */
export interface Shown {
  goal: number;
  fit: Fit;
}

/** All tiles, and the empty cells where something can be done; each says what it is to the goal that is shown. */
export function spotsOf(
  tiles: readonly Tile[],
  moves: Moves,
  picked: Picked,
  names: readonly string[],
  say: Say,
  shown: Shown | null = null,
): Map<string, Spot> {
  const spots = new Map<string, Spot>();
  for (const tile of tiles) spots.set(`${tile.q},${tile.r}`, tileSpot(tile, moves, picked, names, say));
  const moonMoves = picked?.what === 'tile' && picked.tile === MOON;
  for (const key of moonMoves ? moves.moon.keys() : moves.place.keys()) {
    spots.set(key, cellSpot(key, tiles, moves, picked, say));
  }
  if (shown) {
    for (const [key, role] of rolesOf(shown.fit)) {
      const spot = spots.get(key);
      if (spot) spot.label += `. ${say('role', { role, goal: shown.goal, kind: shown.fit.kind })}`;
    }
  }
  return spots;
}

function cellSpot(key: string, tiles: readonly Tile[], moves: Moves, picked: Picked, say: Say): Spot {
  const where = nextTo(cellOf(key), tiles, say);
  const label = (can: string, kind = ''): string => say('cell', { where, can, kind });
  if (picked?.what === 'tile' && picked.tile === MOON) return { state: 'lit', label: label('moon'), ghost: 'moon' };
  if (picked?.what === 'cell' && picked.cell === key) return { state: 'chosen', label: label('place') };
  if (picked?.what === 'kind') {
    const { kind } = picked;
    if (moves.place.get(key)?.has(kind)) return { state: 'lit', label: label('kind', kind), ghost: kind };
  }
  return { state: 'hint', label: label('place') };
}

function tileSpot(tile: Tile, moves: Moves, picked: Picked, names: readonly string[], say: Say): Spot {
  const can = canDo(tile, moves, picked);
  const clouds = tile.clouds.map((seat) => names[seat] ?? '').join(', ') || 'none';
  const to = picked?.what === 'kind' ? picked.kind : '';
  const label = say('on-tile', { kind: tile.kind, name: tile.name, clouds, can, to });
  const lit = can === 'to' || can === 'with' || can === 'cloud' || (can === 'exchange' && picked === null);
  const state = can === 'chosen' ? 'chosen' : lit ? 'lit' : can === 'no' ? 'off' : 'hint';
  return { state, tile: true, label: capital(label) };
}

function canDo({ tile }: Tile, moves: Moves, picked: Picked): string {
  if (moves.cloud.has(tile)) return 'cloud';
  if (picked?.what === 'tile') {
    if (picked.tile === tile) return 'chosen';
    if (moves.exchange.get(tile)?.has(picked.tile)) return 'with';
  }
  if (picked?.what === 'kind' && moves.switches.get(tile)?.has(picked.kind)) return 'to';
  if (moves.exchange.has(tile)) return 'exchange';
  if (moves.switches.has(tile)) return 'switch';
  return tile === MOON && moves.moon.size > 0 ? 'move' : 'no';
}

/** Which tiles a cell lies next to, and on which side of them. */
function nextTo([q, r]: Cell, tiles: readonly Tile[], say: Say): string {
  return STEPS.flatMap(([dq, dr], i) => {
    const tile = tiles.find((one) => one.q === q - dq && one.r === r - dr);
    return tile ? [say('beside', { side: SIDES[i]!, kind: tile.kind, name: tile.name })] : [];
  }).join(', ');
}
