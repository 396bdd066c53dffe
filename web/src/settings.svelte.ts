/** What this device remembers: theme, sound, motion, keys, name. */

import { stored } from './storage.svelte';

export type Theme = 'system' | 'night' | 'day';
export type Motion = 'system' | 'full' | 'reduced';

/** How someone set up a table of a game last, to play with bots. */
export interface Chosen {
  levels: string[]; // of the bots, one for each
  options: Record<string, number>;
  edition: string; // its name; empty: the standard one
}

interface Settings {
  theme: Theme;
  motion: Motion;
  sound: boolean;
  keys: boolean; // letters and digits play
  name: string;
  chances: boolean; // show the chances of winning at tables that allow it
  calls: boolean | null; // by the browser when it is one's turn; null: nobody has said yet
  chosen: Record<string, Chosen>; // by the name of the game
}

const DEFAULTS: Settings = {
  theme: 'system',
  motion: 'system',
  sound: true,
  keys: true,
  name: '',
  chances: false,
  calls: null,
  chosen: {},
};

const prefersDay = matchMedia('(prefers-color-scheme: light)');
const prefersCalm = matchMedia('(prefers-reduced-motion: reduce)');

const system = $state({ day: prefersDay.matches, calm: prefersCalm.matches });
prefersDay.addEventListener('change', (event) => (system.day = event.matches));
prefersCalm.addEventListener('change', (event) => (system.calm = event.matches));

export const settings = stored<Settings>('asterism', DEFAULTS);

/** The theme that is shown. */
export function shownTheme(): 'night' | 'day' {
  if (settings.theme !== 'system') return settings.theme;
  return system.day ? 'day' : 'night';
}

/** Whether things may move. */
export const motionAllowed = (): boolean => (settings.motion === 'system' ? !system.calm : settings.motion === 'full');
