/** What this device remembers for children and their grown-ups: speech, practice, the order of the deck, and the tries. */

import { stored } from '../../storage.svelte';
import { LEVELS, type Level } from './practice';

interface Tries {
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

const DEFAULTS: Kept = { aloud: false, practice: 0, order: false, tries: {} };

export const preferences = stored('asterism-geminion', DEFAULTS);
if (preferences.practice !== 0 && !LEVELS.includes(preferences.practice)) preferences.practice = 0; // of another version

/** Remember how many tries an answer took. */
export function countTries(name: string, level: Level, tries: number): void {
  const before = preferences.tries[name]?.[level] ?? { asked: 0, first: 0, tries: 0 };
  const now = {
    asked: before.asked + 1,
    first: before.first + (tries === 1 ? 1 : 0),
    tries: before.tries + tries,
  };
  preferences.tries = { ...preferences.tries, [name]: { ...preferences.tries[name], [level]: now } };
}
