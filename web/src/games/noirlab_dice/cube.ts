/** Where the faces of the cube are, how it must be turned to show one, and how the lamp lights the others then. */

import { FACES, type Face } from './faces';

type Vector = readonly [number, number, number];
type Matrix = readonly [Vector, Vector, Vector]; // rows

/** Degrees around x, then around y, that carry the front of the cube to where a face is glued on. */
const TURNS: Record<Face, readonly [number, number]> = {
  ctio: [0, 0],
  kpno: [0, 90],
  csdc: [90, 0],
  gemini: [-90, 0],
  rubin: [0, -90],
  noirlab: [0, 180],
};
const TILT = [-20, -20] as const; // the cube at rest, a little from above and from the side
const LAMP: Vector = unit([-0.24, -0.6, 0.9]); // y points down, z to the eye

function unit([x, y, z]: Vector): Vector {
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

function aroundX(degrees: number): Matrix {
  const [c, s] = [Math.cos(radians(degrees)), Math.sin(radians(degrees))];
  return [
    [1, 0, 0],
    [0, c, -s],
    [0, s, c],
  ];
}

function aroundY(degrees: number): Matrix {
  const [c, s] = [Math.cos(radians(degrees)), Math.sin(radians(degrees))];
  return [
    [c, 0, s],
    [0, 1, 0],
    [-s, 0, c],
  ];
}

const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const apply = (m: Matrix, v: Vector): Vector => [dot(m[0], v), dot(m[1], v), dot(m[2], v)];

function times(a: Matrix, b: Matrix): Matrix {
  const column = (i: 0 | 1 | 2): Vector => [b[0][i], b[1][i], b[2][i]];
  const row = (r: Vector): Vector => [dot(r, column(0)), dot(r, column(1)), dot(r, column(2))];
  return [row(a[0]), row(a[1]), row(a[2])];
}

function placing(face: Face): Matrix {
  const [x, y] = TURNS[face];
  return times(aroundX(x), aroundY(y));
}

/** The turn of the whole cube that brings a face to the front. */
function showing(face: Face): Matrix {
  const [x, y] = TURNS[face];
  return times(times(aroundX(TILT[0]), aroundY(TILT[1])), times(aroundY(-y), aroundX(-x)));
}

/** The CSS transform that glues a face onto the cube; `half` is half an edge. */
export function glued(face: Face, half: string): string {
  const [x, y] = TURNS[face];
  return `rotateX(${x}deg) rotateY(${y}deg) translateZ(${half})`;
}

/** The CSS transform of the cube at rest with a face in front. */
export function rest(face: Face): string {
  const [x, y] = TURNS[face];
  return `rotateX(${TILT[0]}deg) rotateY(${TILT[1]}deg) rotateY(${-y}deg) rotateX(${-x}deg)`;
}

/** Where a face looks to while `shown` is in front: x to the right, y down, z to the eye. */
export function looksTo(face: Face, shown: Face): Vector {
  return apply(times(showing(shown), placing(face)), [0, 0, 1]);
}

/** How dark each face is, 0 to 1, while `shown` is in front. */
export function shades(shown: Face): Record<Face, number> {
  const lit = (face: Face): number => Math.max(0, dot(looksTo(face, shown), LAMP));
  const brightest = lit(shown); // the face that counts is in full light
  const dark = (face: Face): number => Math.round(0.66 * Math.max(0, 1 - lit(face) / brightest) * 100) / 100;
  return Object.fromEntries(FACES.map((face) => [face, dark(face)])) as Record<Face, number>;
}
