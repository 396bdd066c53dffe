/** The zodiac as a clock face around 0, 0: where each hour is, and the lines between them. */

export const SIGNS_AT = 140; // radius of the circle that the signs stand on
export const LINES_FROM = 117; // where the lines between them begin
const HOURS = 12;
export const WORDS = { wide: 68, high: 62 }; // half of what the words in the middle take at most
const FARTHEST = 34; // further aside they would lie on the signs

export interface Point {
  x: number;
  y: number;
}

const round = (number: number): number => Math.round(number * 100) / 100 || 0; // no -0

/** An hour of the clock at this distance from the middle; `turned` turns the face, in degrees. */
export function at(hour: number, radius: number, turned = 0): Point {
  const angle = ((hour * (360 / HOURS) + turned - 90) * Math.PI) / 180;
  return { x: round(radius * Math.cos(angle)), y: round(radius * Math.sin(angle)) };
}

/** Steps from one hour to the other, the shorter way round. */
export function apart(one: number, other: number): number {
  const steps = (((one - other) % HOURS) + HOURS) % HOURS;
  return Math.min(steps, HOURS - steps);
}

const path = (points: readonly Point[]): string => `M${points.map(({ x, y }) => `${x} ${y}`).join('L')}`;

/** The line between two hours. */
export const chord = (one: number, other: number): string => path([at(one, LINES_FROM), at(other, LINES_FROM)]);

/** Where words in the middle make way for that line: as far from it as half the widest of them reaches. */
export function aside(one: number, other: number): Point {
  const [a, b] = [at(one, LINES_FROM), at(other, LINES_FROM)];
  const [x, y] = [(a.x + b.x) / 2, (a.y + b.y) / 2];
  const far = Math.hypot(x, y);
  if (far < 1) return { x: 0, y: 0 }; // through the middle: there is no better side
  const reach = (Math.abs(x) * WORDS.wide + Math.abs(y) * WORDS.high) / far;
  const by = Math.min(0, Math.max(far - reach, -FARTHEST)) / far;
  return { x: round(x * by), y: round(y * by) };
}

/** The figure through an hour and every so many steps from it: a hexagon, a square, a triangle, a line. */
export function figure(hour: number, steps: number): string {
  const corners: Point[] = [];
  for (let step = 0; step < HOURS; step += steps) corners.push(at(hour + step, LINES_FROM));
  return `${path(corners)}Z`;
}

/** How far the face must turn on from `turned` to bring an hour to the top, the shorter way, in degrees. */
export function turnTo(hour: number, turned: number): number {
  const wanted = -hour * (360 / HOURS);
  return turned + ((((wanted - turned + 180) % 360) + 360) % 360) - 180;
}
