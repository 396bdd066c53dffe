/** Words from Fluent files: those of the page, and those that every game brings along. */

import { FluentBundle, FluentResource } from '@fluent/bundle';

export type Arguments = Record<string, string | number>;

export class Words {
  #bundle: FluentBundle;

  constructor(text: string, locale = 'en') {
    this.#bundle = new FluentBundle(locale, { useIsolating: false });
    const errors = this.#bundle.addResource(new FluentResource(text));
    if (errors.length > 0) console.warn('words', errors);
  }

  has(id: string, part?: string): boolean {
    const message = this.#bundle.getMessage(id);
    return part ? message?.attributes[part] !== undefined : message?.value != null;
  }

  /** A message, or one part of it; a name that has no words is shown as it is, never as nothing. */
  say(id: string, args?: Arguments, part?: string): string {
    const message = this.#bundle.getMessage(id);
    const pattern = part ? message?.attributes[part] : message?.value;
    if (pattern == null) return part ? `${id}.${part}` : id;
    return this.#bundle.formatPattern(pattern, args ?? null, []);
  }
}

export interface Spoken {
  words: string;
  args: Record<string, string | number>;
}

/** Something that happened, as one seat reads it: what is told of itself begins with “you”, where there are words for it. */
export function tellTo(me: number, words: Words, spoken: Spoken, names: readonly string[]): string {
  return tell(words, spoken, names, spoken.args.who === me && words.has(spoken.words, 'you') ? 'you' : undefined);
}

/** A line of the log or a choice, with the seat `who`, and the seats `whom`, told by name. */
export function tell(words: Words, spoken: Spoken, names: readonly string[], part?: string): string {
  const args = { ...spoken.args };
  if (typeof args.who === 'number') args.who = names[args.who] ?? '?';
  if (typeof args.whom === 'string')
    args.whom = args.whom
      .split(' ')
      .map((seat) => names[Number(seat)] ?? '?')
      .join(' and ');
  return words.say(spoken.words, args, part);
}
