/** What a tap means: it depends on what may be done and on what is picked already. */

import type { Choice } from '../../wire/messages';
import type { Moves } from './moves';
import { MOON, type Picked, type Say } from './spots';
import type { Kind } from './kinds';
import type { Tile } from './view';

export interface Sight {
  tiles: readonly Tile[];
  reserve: Readonly<Record<Kind, number>>;
  moves: Moves;
  picked: Picked;
}

/** What follows from a tap: something is done, picked (or put back), or it is said why not. */
export type Meaning =
  | { does: 'choose'; choice: Choice }
  | { does: 'pick'; picked: Picked }
  | { does: 'blocked'; tile: Tile; verb: string }
  | { does: 'refuse'; words: string; args: Record<string, string> };

const choose = (choice: Choice): Meaning => ({ does: 'choose', choice });
const refuse = (words: string, args: Record<string, string> = {}): Meaning => ({ does: 'refuse', words, args });
const pick = (picked: Picked): Meaning => ({ does: 'pick', picked });

/** The kinds that may be placed somewhere. */
const placeable = (moves: Moves): Set<Kind> => new Set([...moves.place.values()].flatMap((kinds) => [...kinds.keys()]));

/** The kinds that the next tap may take from the reserve. */
export function offered({ moves, picked }: Sight): ReadonlySet<Kind> {
  if (picked?.what === 'cell') return new Set(moves.place.get(picked.cell)?.keys());
  if (picked?.what === 'tile') return new Set(picked.tile === MOON ? [] : moves.switches.get(picked.tile)?.keys());
  return placeable(moves);
}

export function tapCell(key: string, sight: Sight): Meaning | null {
  const { tiles, moves, picked } = sight;
  const tile = tiles.find((one) => `${one.q},${one.r}` === key);
  if (tile) return tapTile(tile, sight);
  const moon = picked?.what === 'tile' && picked.tile === MOON ? moves.moon.get(key) : undefined;
  if (moon) return choose(moon);
  const kinds = moves.place.get(key);
  const chosen = picked?.what === 'kind' ? kinds?.get(picked.kind) : undefined;
  if (chosen) return choose(chosen);
  if (!kinds) return null;
  return pick(picked?.what === 'cell' && picked.cell === key ? null : { what: 'cell', cell: key });
}

function tapTile(tile: Tile, { moves, picked }: Sight): Meaning {
  const id = tile.tile;
  const blocked = (verb: string): Meaning => ({ does: 'blocked', tile, verb });
  const cloud = moves.cloud.get(id);
  if (cloud) return choose(cloud);
  if (moves.cloud.size > 0) return blocked('cloud');
  const again = picked?.what === 'tile' && picked.tile === id;
  if (moves.exchange.size > 0) {
    const pair = picked?.what === 'tile' ? moves.exchange.get(id)?.get(picked.tile) : undefined;
    if (pair) return choose(pair);
    if (!moves.exchange.has(id)) return blocked('exchange');
    if (picked?.what === 'tile' && !again) return refuse('alike');
  } else {
    const other = picked?.what === 'kind' ? moves.switches.get(id)?.get(picked.kind) : undefined;
    if (other) return choose(other);
    if (id === MOON && moves.moon.size === 0) return blocked('move');
    if (id !== MOON && !moves.switches.has(id)) return blocked('switch');
  }
  return pick(again ? null : { what: 'tile', tile: id });
}

export function tapKind(kind: Kind, { reserve, moves, picked }: Sight): Meaning {
  let kinds: ReadonlyMap<Kind, Choice> | undefined;
  if (picked?.what === 'cell') kinds = moves.place.get(picked.cell);
  if (picked?.what === 'tile') kinds = moves.switches.get(picked.tile);
  const chosen = kinds?.get(kind);
  if (chosen) return choose(chosen);
  if (!placeable(moves).has(kind)) return refuse(reserve[kind] ? 'not-placed' : 'none-left', { kind });
  return pick(picked?.what === 'kind' && picked.kind === kind ? null : { what: 'kind', kind });
}

/** What to do now, in words. */
export function prompt({ tiles, moves, picked }: Sight, say: Say): string {
  if (moves.cloud.size > 0) return say('prompt-cloud');
  if (moves.exchange.size > 0) return say(picked ? 'prompt-with' : 'prompt-exchange');
  if (picked?.what === 'cell') return say('prompt-cell');
  if (picked?.what === 'tile') return say(picked.tile === MOON ? 'prompt-moon' : 'prompt-star');
  if (picked?.what === 'kind') {
    const { kind } = picked;
    const some = [...moves.switches.values()].some((kinds) => kinds.has(kind));
    return say('prompt-kind', { switch: some ? 'yes' : 'no' });
  }
  const first = tiles.length === 1 && 'first';
  const [moon, star] = [moves.moon.size > 0, moves.switches.size > 0];
  return say('prompt-act', {
    can: first || (moon && star ? 'all' : moon ? 'place-moon' : star ? 'place-switch' : 'place'),
  });
}
