/** Our own drawings of the twelve signs and the five affinities: lines in one hand, 24 x 24. */

const ring = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${r * 2} 0a${r} ${r} 0 1 0 ${-r * 2} 0`;

export const SIGNS: Readonly<Record<string, string>> = {
  // horns and brow
  aries:
    'M12 21V10C12 5.6 9.9 3 7.3 3 5.2 3 3.8 4.5 3.8 6.4c0 1.8 1.2 3 2.9 3M12 10C12 5.6 14.1 3 16.7 3c2.1 0 3.5 1.5 3.5 3.4 0 1.8-1.2 3-2.9 3',
  taurus: `M4.6 3c.6 4.2 3.4 6.8 7.4 6.8s6.8-2.6 7.4-6.8${ring(12, 15.4, 5.6)}`,
  gemini: 'M4.5 3.4c4.6 2.1 10.4 2.1 15 0M4.5 20.6c4.6-2.1 10.4-2.1 15 0M8.6 4.9v14.2M15.4 4.9v14.2',
  cancer: `${ring(6.8, 9.6, 2.9)}M3.9 9.3C4.9 5.6 8.9 3.9 13 4.2c3.1.2 5.6 1.3 7.6 3.2${ring(17.2, 14.4, 2.9)}M20.1 14.7C19.1 18.4 15.1 20.1 11 19.8c-3.1-.2-5.6-1.3-7.6-3.2`,
  leo: `${ring(6.6, 14.6, 2.9)}M9.3 13.5C8.3 10.8 6.6 9 7 6.7 7.4 4.3 9.7 3 12 3c3.1 0 5.3 2.3 5.1 5.4-.2 3.6-3.2 6.2-3 9.6.1 1.9 1.3 3 2.9 3 1.5 0 2.6-.9 3-2.3`,
  virgo:
    'M3 4.4c1.8.2 2.6 1.2 2.6 3V18M5.6 8c.4-2.3 1.4-3.6 2.9-3.6S11 5.7 11 8v10M11 8c.4-2.3 1.4-3.6 2.9-3.6s2.5 1.3 2.5 3.6v8.2c0 2.7 1.4 4.3 3.8 4.9M16.4 10.8c1-1.8 4.5-2.2 4.5.8 0 3.4-3.5 6.5-7.2 8.6',
  libra: 'M3 20.4h18M3 15.8h6.2C7.3 14.7 6.3 12.9 6.3 10.8 6.3 7.4 8.8 4.9 12 4.9s5.7 2.5 5.7 5.9c0 2.1-1 3.9-2.9 5H21',
  scorpio:
    'M3 4.4c1.8.2 2.6 1.2 2.6 3V17M5.6 8c.4-2.3 1.4-3.6 2.9-3.6S11 5.7 11 8v9M11 8c.4-2.3 1.4-3.6 2.9-3.6s2.5 1.3 2.5 3.6v8.6c0 2 1 3 2.6 3h2M18.6 17.2l2.4 2.4-2.4 2.4',
  sagittarius: 'M4 20L20 4M11.4 4H20v8.6M5.4 11l7.6 7.6',
  capricorn: `M3.4 4.4c2 0 3 1.2 3 3.5v8M6.4 8.6C6.9 6 8.1 4.4 9.8 4.4c2 0 2.9 1.5 2.9 4.1V16c0 3-1.3 5-4 5${ring(16.5, 15.7, 3.7)}`,
  aquarius: 'M3 10l3.6-4.2 3.6 4.2 3.6-4.2 3.6 4.2L21 5.8M3 18.2L6.6 14l3.6 4.2 3.6-4.2 3.6 4.2L21 14',
  pisces: 'M5.6 3c3.8 5.6 3.8 12.4 0 18M18.4 3c-3.8 5.6-3.8 12.4 0 18M4.4 12h15.2',
};

/** Each affinity is the figure that its signs make on the circle: neighbours, hexagon, square, triangle, a line across. */
export const AFFINITIES: Readonly<Record<string, string>> = {
  conjunction: `${ring(9.4, 14.6, 5.2)}M13.1 10.9L20 4`,
  syzygy: 'M12 3l7.8 4.5v9L12 21l-7.8-4.5v-9z',
  quadrature: 'M4.8 4.8h14.4v14.4H4.8z',
  triangulation: 'M12 3.6L21 19.4H3z',
  opposition: `${ring(6.3, 17.7, 3.3)}${ring(17.7, 6.3, 3.3)}M8.7 15.3l6.6-6.6`,
};

/** The wheel, as a button. */
export const WHEEL = `${ring(12, 12, 9)}${ring(12, 12, 4.4)}M12 3v4.6M12 16.4V21M3 12h4.6M16.4 12H21M5.6 5.6l3.3 3.3M15.1 15.1l3.3 3.3M18.4 5.6l-3.3 3.3M8.9 15.1l-3.3 3.3`;

/** Two twelve-sided dice. */
export const DICE = 'M9 3.5l6 4.4-2.3 7.1H5.3L3 7.9zM16.6 9.6l4.9 3.6-1.9 5.8h-6l-1.2-3.6';
