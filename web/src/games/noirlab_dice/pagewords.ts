/** The words of this game's page, and the names of the faces as the game's own words have them. */

import { Words } from '../../words/words';
import text from './en.ftl?raw';
import { FACES, type Face } from './faces';

const page = new Words(text);

export const say = page.say.bind(page);

export const nameOf = (words: Words, face: Face): string =>
  words.say('rolled', { who: '', face, effect: 'covers' }, 'choice');

export const namesOf = (words: Words): Record<Face, string> =>
  Object.fromEntries(FACES.map((face) => [face, nameOf(words, face)])) as Record<Face, string>;
