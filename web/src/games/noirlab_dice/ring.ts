/** Where things lie on the chart: the six spots around the die, the arcs of the gauge. Units: the chart is 360 across. */

import { FACES, type Face } from './faces';

const RADIUS = 127;

interface Point {
  x: number;
  y: number;
}

/** The spots clockwise from the upper left, so that nothing is above or below the die. */
export const SPOTS = Object.fromEntries(
  FACES.map((face, i) => {
    const angle = ((i * 60 - 120) * Math.PI) / 180;
    return [face, { x: RADIUS * Math.cos(angle), y: RADIUS * Math.sin(angle) }];
  }),
) as Record<Face, Point>;

/** The figure that the covered spots make: lines from star to star in order, closed from three on. */
export function figure(covered: readonly Face[]): string {
  const points = covered.map((face) => `${SPOTS[face].x.toFixed(1)} ${SPOTS[face].y.toFixed(1)}`);
  if (points.length < 2) return '';
  return `M${points.join('L')}${points.length > 2 ? 'Z' : ''}`;
}

/** Arc number `index` of `count` around the die, clockwise from the top. */
export function arc(index: number, count: number, radius: number): string {
  const gap = 0.09;
  const from = (index / count) * 2 * Math.PI - Math.PI / 2 + gap;
  const to = ((index + 1) / count) * 2 * Math.PI - Math.PI / 2 - gap;
  const at = (angle: number): string =>
    `${(radius * Math.cos(angle)).toFixed(2)} ${(radius * Math.sin(angle)).toFixed(2)}`;
  return `M${at(from)}A${radius} ${radius} 0 0 1 ${at(to)}`;
}
