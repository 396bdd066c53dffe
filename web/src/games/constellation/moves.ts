/** The choices of this game by where they are made: hundreds of them, none of which needs a button. */

import type { Choice } from '../../wire/messages';
import type { Kind } from './kinds';

export interface Moves {
  place: Map<string, Map<Kind, Choice>>; // by cell, by kind
  switches: Map<number, Map<Kind, Choice>>; // by star, by new kind
  moon: Map<string, Choice>; // by the Moon's new cell
  exchange: Map<number, Map<number, Choice>>; // by one tile, by the other
  cloud: Map<number, Choice>; // by tile
  change: Map<number, Choice>; // by goal
}

export function sorted(choices: readonly Choice[]): Moves {
  const moves: Moves = {
    place: new Map(),
    switches: new Map(),
    moon: new Map(),
    exchange: new Map(),
    cloud: new Map(),
    change: new Map(),
  };
  for (const choice of choices) {
    const where = choice.place.slice(choice.place.indexOf(':') + 1);
    const kind = choice.args.kind as Kind;
    if (choice.words === 'place') put(moves.place, where, kind, choice);
    else if (choice.words === 'switch') put(moves.switches, Number(where), kind, choice);
    else if (choice.words === 'move') moves.moon.set(where, choice);
    else if (choice.words === 'cloud') moves.cloud.set(Number(where), choice);
    else if (choice.words === 'change') moves.change.set(Number(where), choice);
    else if (choice.words === 'exchange') {
      const [a, b] = where.split(',').map(Number) as [number, number];
      put(moves.exchange, a, b, choice);
      put(moves.exchange, b, a, choice);
    }
  }
  return moves;
}

function put<A, B>(map: Map<A, Map<B, Choice>>, a: A, b: B, choice: Choice): void {
  let inner = map.get(a);
  if (!inner) map.set(a, (inner = new Map<B, Choice>()));
  inner.set(b, choice);
}
