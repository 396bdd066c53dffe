import { Words } from '../../words/words';

/** The words of the game, for the picture on the result, which is given only the scene; the board sets them. */
export const tongue: { words: Words } = { words: new Words('') };
