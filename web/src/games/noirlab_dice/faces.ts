/** The six faces of the die: order, colours of their patches, and our own drawings in thin lines (64 x 64). */

import type { Tracker } from './view';

export const FACES = ['ctio', 'kpno', 'csdc', 'gemini', 'rubin', 'noirlab'] as const;
export type Face = (typeof FACES)[number];

export const isFace = (name: unknown): name is Face => FACES.includes(name as Face);

/** Whether a spot of a tracker is covered. */
export const isCovered = (tracker: Tracker, face: Face): boolean =>
  face === 'noirlab' ? tracker.tokens > 0 : tracker.covered.includes(face);

export const coveredOf = (tracker: Tracker): Face[] => FACES.filter((face) => isCovered(tracker, face));

export const HUES: Record<Face, readonly [string, string]> = {
  ctio: ['#8a3b4d', '#4a1f3b'],
  kpno: ['#8a5a2b', '#4d2c22'],
  csdc: ['#5a46a8', '#2b2263'],
  gemini: ['#2f66a8', '#173264'],
  rubin: ['#1f7a6a', '#0f3f48'],
  noirlab: ['#3b3f86', '#12143a'],
};

interface Drawing {
  lines: string; // drawn as strokes
  solid: string; // drawn filled: stars and slits
}

const star = (x: number, y: number, r: number): string => {
  const k = r * 0.28;
  return `M${x} ${y - r}L${x + k} ${y - k}L${x + r} ${y}L${x + k} ${y + k}L${x} ${y + r}L${x - k} ${y + k}L${x - r} ${y}L${x - k} ${y - k}Z`;
};

export const FACE_PICTURES: Record<Face, Drawing> = {
  // The Blanco dome on its round building, the Southern Cross above.
  ctio: {
    lines: [
      'M14 51V37M50 51V37M11 37H53M15 37A17 17 0 0 1 49 37',
      'M29 20.4V37M35 20.4V37M29 20.4Q32 18.6 35 20.4',
      'M20 41V47M26 41V47M38 41V47M44 41V47',
      'M5 55Q14 50 23 51H41Q50 50 59 55',
    ].join(''),
    solid: star(50, 9, 4) + star(58, 17, 2.6) + star(44, 17, 2.6) + star(51, 25, 3),
  },
  // The Mayall on its tall tower, a saguaro beside it.
  kpno: {
    lines: [
      'M25 52L27.5 29M51 52L48.5 29M24 29H52M27 29V25A11 11 0 0 1 49 25V29',
      'M36 14.2V29M40 14.2V29',
      'M26.6 36H49.4M25.8 43H50.2',
      'M13 52V33A3 3 0 0 1 16 33V52M13 45H10.5Q8 45 8 42.5V39M16 42H18.5Q21 42 21 39.5V37',
      'M4 54Q16 51 32 52T60 54',
    ].join(''),
    solid: star(13, 13, 4.2) + star(22, 21, 2.2),
  },
  // Rows of data, some of them stars.
  csdc: {
    lines: [
      'M12 16A20 6.5 0 0 1 52 16A20 6.5 0 0 1 12 16V48A20 6.5 0 0 0 52 48V16',
      'M12 26.5A20 6.5 0 0 0 52 26.5M12 37.5A20 6.5 0 0 0 52 37.5',
    ].join(''),
    solid:
      star(32, 27.5, 3.6) +
      star(21, 35.5, 2.8) +
      star(43, 35.5, 2.8) +
      star(32, 49, 3.6) +
      star(20, 46, 2) +
      star(44, 46, 2),
  },
  // Two domes, and the twins linked above them.
  gemini: {
    lines: [
      'M6 50V41M28 50V41M4 41H30M7 41A10 10 0 0 1 27 41M15.5 31.2V41M18.5 31.2V41',
      'M36 50V41M58 50V41M34 41H60M37 41A10 10 0 0 1 57 41M45.5 31.2V41M48.5 31.2V41',
      'M17 13H47M17 13L14 23M47 13L50 23',
      'M3 54Q17 50 32 53T61 54',
    ].join(''),
    solid: star(17, 13, 5) + star(47, 13, 5) + star(14, 24, 2) + star(50, 24, 2),
  },
  // The long house on the ridge with its stepped dome.
  rubin: {
    lines: [
      'M34 46V23L38 17H53L57 23V46M34 26H57M43 17V26M48 17V26',
      'M34 36H20L8 41V46',
      'M38 31H53M24 41H30M15 43V46',
      'M3 52Q9 46 16 46H58L62 51',
    ].join(''),
    solid: star(15, 17, 4.6) + star(25, 25, 2.4) + star(9, 28, 2),
  },
  // The emblem: a great star in its orbit.
  noirlab: {
    lines: 'M32 5A27 27 0 0 1 32 59A27 27 0 0 1 32 5M11 43Q32 53 53 43M11 21Q32 11 53 21',
    solid:
      'M32 9L35.4 24.6L45 19L39.4 28.6L55 32L39.4 35.4L45 45L35.4 39.4L32 55L28.6 39.4L19 45L24.6 35.4L9 32L24.6 28.6L19 19L28.6 24.6Z',
  },
};
