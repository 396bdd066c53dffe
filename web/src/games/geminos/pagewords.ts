/** The words of this game's page, and names as the game's own words have them. */

import { Words } from '../../words/words';
import text from './en.ftl?raw';

const page = new Words(text);

export const say = page.say.bind(page);

export const signName = (words: Words, sign: string): string => words.say(`sign-${sign}`);
export const affinityName = (words: Words, affinity: string): string => words.say(`affinity-${affinity}`);
