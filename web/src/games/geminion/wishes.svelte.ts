/** What this device remembers for children and their grown-ups: speech, practice, the order of the deck, and the tries. */

import { LEVELS, type Level } from './practice';

export interface Tries {
  asked: number;
  first: number; // right at the first try
  tries: number;
}

interface Kept {
  aloud: boolean;
  practice: 0 | Level; // 0: nothing is asked
  order: boolean; // the deck shows its order to those who look into it
  tries: Record<string, Partial<Record<Level, Tries>>>; // by name
}

const PLACE = 'asterism-geminion';
const DEFAULTS: Kept = { aloud: false, practice: 0, order: false, tries: {} };

function remembered(): Kept {
  try {
    const kept = { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Partial<Kept>) };
    return kept.practice === 0 || LEVELS.includes(kept.practice) ? kept : { ...kept, practice: 0 };
  } catch {
    return { ...DEFAULTS }; // a browser that keeps nothing still plays
  }
}

class Wishes {
  #kept = $state(remembered());

  get aloud(): boolean {
    return this.#kept.aloud;
  }
  set aloud(aloud: boolean) {
    this.#keep({ aloud });
  }
  get practice(): 0 | Level {
    return this.#kept.practice;
  }
  set practice(practice: 0 | Level) {
    this.#keep({ practice });
  }
  get order(): boolean {
    return this.#kept.order;
  }
  set order(order: boolean) {
    this.#keep({ order });
  }
  get tries(): Kept['tries'] {
    return this.#kept.tries;
  }

  /** How many tries an answer took. */
  tried(name: string, level: Level, tries: number): void {
    const before = this.#kept.tries[name]?.[level] ?? { asked: 0, first: 0, tries: 0 };
    const now = {
      asked: before.asked + 1,
      first: before.first + (tries === 1 ? 1 : 0),
      tries: before.tries + tries,
    };
    this.#keep({ tries: { ...this.#kept.tries, [name]: { ...this.#kept.tries[name], [level]: now } } });
  }

  forget(): void {
    this.#keep({ tries: {} });
  }

  #keep(change: Partial<Kept>): void {
    this.#kept = { ...this.#kept, ...change };
    try {
      localStorage.setItem(PLACE, JSON.stringify(this.#kept));
    } catch {
      // private windows may refuse; the wish then lasts as long as the page
    }
  }
}

export const wishes = new Wishes();
