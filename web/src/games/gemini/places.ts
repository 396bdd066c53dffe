/** What a tap on the table means: it looks choices and reasons up, and knows no rule. */

import type { Choice } from '../../wire/messages';
import type { Sentence, View } from './view';

export type Ways = ReadonlyMap<string, ReadonlyMap<string, Choice>>; // by item, then by place

/** The choices by what is taken and where it goes; a button has the place ''. An exchange counts from both ends. */
export function waysOf(choices: readonly Choice[]): Ways {
  const ways = new Map<string, Map<string, Choice>>();
  const add = (item: string, place: string, choice: Choice): void => {
    if (!ways.has(item)) ways.set(item, new Map());
    ways.get(item)!.set(place, choice);
  };
  for (const choice of choices) {
    const [item = '', place = ''] = choice.place.split('>');
    add(item, place, choice);
    const { other, back } = choice.args;
    if (choice.words === 'exchange') add(String(other), String(back), choice);
  }
  return ways;
}

export const SIDES = ['plain', 'ao'] as const;

/** The places that a tap on a lane stands for, for such an item. */
export function placesAt(view: View, item: string, lane: string): string[] {
  const kind = view.cards[item]?.kind;
  if (kind === 'target') return SIDES.map((side) => `${lane}/${side}`);
  if (kind === 'altair') {
    const at = instrumentAt(view, lane);
    return at === null ? [] : [at];
  }
  if (kind === 'program') return lane === 'lanes' ? ['lanes'] : [];
  if (kind === 'instant') return [];
  return [lane];
}

export function instrumentAt(view: View, lane: string): string | null {
  const found = lane === 'checkouts' ? view.checkouts : view.lanes.find((one) => one.lane === lane);
  return found?.instrument ?? null;
}

/** What an item is good for, of what abilities give: a move of an instrument, a second time card. */
export type Use = 'move' | 'second';
export function useOf(view: View, item: string): Use | '' {
  const kind = view.cards[item]?.kind ?? '';
  return kind === 'time' ? 'second' : ['instrument', 'visitor', 'altair'].includes(kind) ? 'move' : '';
}

/** The focus goes to the first of these that is on the table. */
export function focusOn(...spots: readonly string[]): void {
  const found = spots.map((spot) => document.querySelector<HTMLElement>(`.control-room ${spot}`));
  found.find((one) => one !== null)?.focus();
}

/** What may be done with an item on a lane. */
export function choicesAt(view: View, ways: Ways, item: string, lane: string): Choice[] {
  return placesAt(view, item, lane).flatMap((place) => ways.get(item)?.get(place) ?? []);
}

/** Reasons that hold for all of these places, and for one only. */
export interface Against {
  place: string; // '' where it holds for all of them
  sentences: Sentence[];
}

/** All that stands against an item at places, as the server tells it; what holds for all of them is told once. */
export function against(view: View, item: string, places: readonly string[]): Against[] {
  const lists = places.map((place) => ({ place, numbers: view.why[item]?.[place] ?? [] }));
  const common = lists[0]?.numbers.filter((n) => lists.every(({ numbers }) => numbers.includes(n))) ?? [];
  const sentencesOf = (numbers: readonly number[]): Sentence[] => numbers.flatMap((n) => view.reasons[n] ?? []);
  const single = lists.map(({ place, numbers }) => ({
    place,
    sentences: sentencesOf(numbers.filter((n) => !common.includes(n))),
  }));
  const all = [{ place: '', sentences: sentencesOf(common) }, ...(lists.length > 1 ? single : [])];
  return all.filter(({ sentences }) => sentences.length > 0);
}
