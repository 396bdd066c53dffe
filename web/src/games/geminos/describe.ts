/** The board in words, for those who cannot see it. */

import type { Section } from '../../table/board';
import type { Scene } from '../../wire/messages';
import type { Words } from '../../words/words';
import { say } from './en.ftl';
import { affinityName, signName } from './names';
import { viewOf, type Roll } from './view';

/** What lies on the wheel. */
export function describeRoll(roll: Roll | null, words: Words): string {
  if (!roll) return say('wheel', { state: 'none' });
  const [first, second] = roll.signs.map((sign) => signName(words, sign)) as [string, string];
  const shared = roll.shared.map((name) => affinityName(words, name)).join(', ') || say('no-affinity');
  return say('wheel', { state: 'rolled', first, second, sum: roll.sum, shared });
}

export function inWords(scene: Scene, names: readonly string[], words: Words): Section[] {
  const { roll, cards, table } = viewOf(scene);
  return [
    { title: say('dice-title'), lines: [describeRoll(roll, words)] },
    ...cards.map((card, seat) => ({
      title: names[seat] ?? '',
      lines: [
        ...table.map(({ affinity }) =>
          say('cell', { name: affinityName(words, affinity), score: card.scores[affinity] ?? 0 }),
        ),
        say('total-told', { total: card.total }),
      ],
    })),
    {
      title: say('table-title'),
      lines: table.map(({ affinity, steps, chance: [count, of], most }) =>
        say('row-told', { name: affinityName(words, affinity), steps: steps.join(', '), count, of, most }),
      ),
    },
  ];
}
