/** The names of the faces as the game's own words have them. */

import type { Words } from '../../words/words';
import { FACES, type Face } from './faces';

export const nameOf = (words: Words, face: Face): string =>
  words.say('rolled', { who: '', face, effect: 'covers' }, 'choice');

export const namesOf = (words: Words): Record<Face, string> =>
  Object.fromEntries(FACES.map((face) => [face, nameOf(words, face)])) as Record<Face, string>;
