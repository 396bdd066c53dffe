/** Names as the game's own words have them. */

import type { Words } from '../../words/words';

export const signName = (words: Words, sign: string): string => words.say(`sign-${sign}`);
export const affinityName = (words: Words, affinity: string): string => words.say(`affinity-${affinity}`);
