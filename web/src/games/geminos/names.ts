/** Signs and affinities by name, and their names as the game's own words have them. */

import type { Words } from '../../words/words';
import type { Sign, View } from './view';

export const signName = (words: Words, sign: string): string => words.say(`sign-${sign}`);
export const affinityName = (words: Words, affinity: string): string => words.say(`affinity-${affinity}`);

export const signOf = (view: View, name: string): Sign => view.signs.find((sign) => sign.name === name)!;
