/** Where people of the team point: a place is ITEM, WHERE or ITEM>WHERE, as the places of choices. */

import type { Pointed, Scene } from '../../wire/messages';
import type { Words } from '../../words/words';
import { say } from './en.ftl';
import { placesAt } from './places';
import { cardOfLane, nameOfCard } from './describe';
import { viewOf, type View } from './view';

/** What a tap on a lane points at: the lane, or what is chosen and the lane. */
export function pointedAt(view: View, chosen: string, where: string): string {
  if (chosen === '') return where;
  const [place = where] = where === 'under' ? ['under'] : placesAt(view, chosen, where);
  return `${chosen}>${place.split('/')[0]}`;
}

/** Who points at a card or a lane. */
export const pointersAt = (pointed: readonly Pointed[], part: string): Pointed[] =>
  pointed.filter(({ place }) => place.split(/[>/]/).includes(part));

/** A place in words; empty if it is none of this game. */
export function describePlace(words: Words, view: View, place: string): string {
  const [item = '', where] = place.split('/')[0]!.split('>');
  const named = (part: string): string => {
    if (part === 'lanes') return say('point-free-lane');
    if (part === 'under') return say('point-deck');
    return words.has(`row-${part}`) ? nameOfCard(words, cardOfLane(view, part)) : '';
  };
  if (where === undefined) return named(item);
  return named(item) && named(where) ? say('point-pair', { item: named(item), where: named(where) }) : '';
}

/** That someone points, in a sentence; empty if the place is none of this game. */
export function describePointed(words: Words, scene: Scene, names: readonly string[], one: Pointed): string {
  const what = describePlace(words, viewOf(scene), one.place);
  if (!what) return '';
  const mine = scene.table.seats[one.seat]?.mine ?? false;
  return say('pointed', { mine: mine ? 'yes' : 'no', name: names[one.seat] ?? '', what });
}
