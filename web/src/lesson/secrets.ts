/** The secrets of the lessons that this device leads: whoever has one leads that lesson. */

import { placeOf } from '../route.svelte';
import { read, write } from '../storage.svelte';

const PLACE = 'asterism-lessons';
const MOST = 8; // the newest

export interface LedLesson {
  code: string;
  secret: string;
  game: string; // its title, where it is known
}

export const lessons = (): LedLesson[] => read<LedLesson[]>(PLACE, []);

export const keep = (lesson: LedLesson): void =>
  write(PLACE, [lesson, ...lessons().filter((other) => other.code !== lesson.code)].slice(0, MOST));

/** The secret of a lesson. One that stands in the address is taken from there at once: others may see the screen. */
export function secretOf(code: string): string {
  const given = location.hash.slice(1);
  if (given && placeOf(location.pathname).argument === code) {
    history.replaceState(null, '', location.pathname);
    return given;
  }
  return lessons().find((lesson) => lesson.code === code)?.secret ?? '';
}

export const privatePath = (code: string, secret: string): string => `/lesson/${code}#${secret}`;
