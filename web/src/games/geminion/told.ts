/** Cards, piles and sums in words, for those who cannot see them and for those who do not read yet. */

import type { Section } from '../../table/board';
import type { Scene } from '../../wire/messages';
import type { Words } from '../../words/words';
import { say } from './en.ftl';
import type { CardName } from './cards';
import { viewOf, type CardFacts } from './view';

/** The words that the game brings along: the names of its cards. */
export type Tongue = Words;

export const nameOfCard = (tongue: Tongue, card: CardName): string => tongue.say(`card-${card}`);

/** What a card does. */
export function aboutOf(tongue: Tongue, facts: CardFacts): string {
  return [
    tongue.say('about-coins', { coins: facts.coins }),
    tongue.say('about-gems', { gems: facts.gems }),
    tongue.say('about-draws', { draws: facts.draws }),
    facts.cleans ? tongue.say('about-cleans') : '',
    tongue.say('about-back', { back: facts.back.replace(' ', '-') }),
  ]
    .filter((part) => part.trim() !== '')
    .join(', ');
}

/** Cards in order, alike ones that lie together counted. */
export function rowTold(tongue: Tongue, cards: readonly CardName[]): string {
  const runs: { card: CardName; count: number }[] = [];
  for (const card of cards) {
    const last = runs.at(-1);
    if (last?.card === card) last.count++;
    else runs.push({ card, count: 1 });
  }
  const told = runs.map(({ card, count }) => say('some-cards', { count, name: nameOfCard(tongue, card) }));
  return told.join(', ') || say('no-cards');
}

/** The whole board, section by section. */
export function inWords(scene: Scene, names: readonly string[], words: Words): Section[] {
  const view = viewOf(scene);
  const market = view.piles.map((pile) =>
    say('pile-told', {
      name: nameOfCard(words, pile.card),
      about: aboutOf(words, view.cards[pile.card]),
      cost: pile.cost,
      left: pile.left,
      can: view.phase === 'buying' && pile.affordable ? 'yes' : 'no',
    }),
  );
  const turn = {
    title: say('turn-of', { name: names[view.mover] ?? '' }),
    lines: [
      say('hand-told', { cards: rowTold(words, view.hand) }),
      say('area-told', {
        cards: rowTold(
          words,
          view.area.map((one) => one.card),
        ),
      }),
      say('coins', { count: view.coins }),
      say('gained', { count: view.gained }),
    ],
  };
  const seats = view.seats.map((seat, number) => ({
    title: names[number] ?? '',
    lines: [
      say('gems', { count: seat.gems }),
      say(seat.shuffled ? 'deck-mixed-told' : 'deck-told', {
        cards: rowTold(words, seat.deck),
        count: seat.deck.length,
      }),
      say('discard-told', { cards: rowTold(words, seat.discard), count: seat.discard.length }),
    ],
  }));
  return [
    ...(scene.outcome ? [] : [turn]),
    { title: say('market'), lines: [say('bank', { count: view.bank }), ...market] },
    ...seats,
  ];
}
