/** How a match is set up, in one line. */

import type { GameFacts } from '../wire/messages';
import type { Words } from '../words/words';

/** The name of the preset that these options are or, where there is none, each that is not as usual; often nothing. */
export function optionsLine(facts: GameFacts, words: Words, options: Readonly<Record<string, number>>): string {
  const usual = Object.fromEntries(facts.options.map((option) => [option.name, option.default]));
  const preset = Object.entries(facts.presets).find(([, own]) =>
    Object.entries({ ...usual, ...own }).every(([name, value]) => options[name] === value),
  );
  if (preset) return words.say(`preset-${preset[0]}`);
  const unusual = facts.options.filter((option) => (options[option.name] ?? option.default) !== option.default);
  return unusual
    .map((option) => {
      const value = options[option.name]!;
      const name = words.say(`option-${option.name}`);
      if (option.kind === 'switch') return value ? name : `${name}: –`;
      if (option.kind === 'number') return `${name}: ${value}`;
      return `${name}: ${words.say(`option-${option.name}-${option.choices[value - option.low] ?? ''}`)}`;
    })
    .join(' · ');
}
