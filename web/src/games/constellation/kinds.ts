/** The kinds of stars, by their points. */

import type { Reached } from './view';

export type Kind = Reached['kind'];
export const KINDS: readonly Kind[] = ['four', 'five', 'six'];
export const POINTS: Readonly<Record<Kind, number>> = { four: 4, five: 5, six: 6 };
