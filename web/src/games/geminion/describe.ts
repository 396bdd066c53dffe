/** Cards, piles and sums in words, for those who cannot see them and for those who do not read yet. */

import type { Section } from '../../table/board';
import type { Scene } from '../../wire/messages';
import type { Words } from '../../words/words';
import { say } from './en.ftl';
import type { CardName } from './cards';
import { viewOf, type CardFacts } from './view';

export const nameOfCard = (words: Words, card: CardName): string => words.say(`card-${card}`);

/** What a card does. */
export function describeCard(words: Words, facts: CardFacts): string {
  return [
    words.say('about-coins', { coins: facts.coins }),
    words.say('about-gems', { gems: facts.gems }),
    words.say('about-draws', { draws: facts.draws }),
    facts.cleans ? words.say('about-cleans') : '',
    words.say('about-back', { back: facts.back.replace(' ', '-') }),
  ]
    .filter((part) => part.trim() !== '')
    .join(', ');
}

/** Cards in order, alike ones that lie together counted. */
export function describeRow(words: Words, cards: readonly CardName[]): string {
  const runs: { card: CardName; count: number }[] = [];
  for (const card of cards) {
    const last = runs.at(-1);
    if (last?.card === card) last.count++;
    else runs.push({ card, count: 1 });
  }
  const parts = runs.map(({ card, count }) => say('some-cards', { count, name: nameOfCard(words, card) }));
  return parts.join(', ') || say('no-cards');
}

/** The whole board, section by section. */
export function inWords(scene: Scene, names: readonly string[], words: Words): Section[] {
  const view = viewOf(scene);
  const market = view.piles.map((pile) =>
    say('pile-told', {
      name: nameOfCard(words, pile.card),
      about: describeCard(words, view.cards[pile.card]),
      cost: pile.cost,
      left: pile.left,
      can: view.phase === 'buying' && pile.affordable ? 'yes' : 'no',
    }),
  );
  const turn = {
    title: say('turn-of', { name: names[view.mover] ?? '' }),
    lines: [
      say('hand-told', { cards: describeRow(words, view.hand) }),
      say('area-told', {
        cards: describeRow(
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
        cards: describeRow(words, seat.deck),
        count: seat.deck.length,
      }),
      say('discard-told', { cards: describeRow(words, seat.discard), count: seat.discard.length }),
    ],
  }));
  return [
    ...(scene.outcome ? [] : [turn]),
    { title: say('market'), lines: [say('bank', { count: view.bank }), ...market] },
    ...seats,
  ];
}
