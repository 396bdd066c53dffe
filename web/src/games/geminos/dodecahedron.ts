/** The twelve faces of a die: where they are, how the die must be turned to show one, how the lamp lights the others. */

type Vector = readonly [number, number, number];
type Frame = readonly [Vector, Vector, Vector]; // x to the right, y down, z out of the face

export const FACES = 12;
export const INNER = 2 * Math.sin(Math.PI / 5) * 1.113516364; // middle to face, for a pentagon of radius 1
const GOLDEN = (1 + Math.sqrt(5)) / 2;
const NEIGHBOUR = 1 / Math.sqrt(5); // the cosine between two faces that share an edge
const TILT = [-17, 13] as const; // degrees around x and y: at rest a little from above and from the side

const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const scaled = (v: Vector, by: number): Vector => [v[0] * by, v[1] * by, v[2] * by];
const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const unit = (v: Vector): Vector => scaled(v, 1 / Math.hypot(...v));
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

const LAMP = unit([-0.3, -0.66, 0.86]); // y points down, z to the eye

/** Faces look where the corners of an icosahedron are; face n + 6 lies opposite face n, as the signs do on the circle. */
const HALF: readonly Vector[] = [
  [0, 1, GOLDEN],
  [1, GOLDEN, 0],
  [GOLDEN, 0, 1],
  [0, -1, GOLDEN],
  [-1, GOLDEN, 0],
  [GOLDEN, 0, -1],
];
const NORMALS = [...HALF, ...HALF.map((v) => scaled(v, -1))].map(unit);

/** A face's own directions; down is towards a neighbour, so a corner of the pentagon points up. */
export function frame(face: number): Frame {
  const z = NORMALS[face]!;
  const neighbour = NORMALS.find((other) => Math.abs(dot(other, z) - NEIGHBOUR) < 1e-6)!;
  const y = unit(minus(neighbour, scaled(z, dot(neighbour, z))));
  return [cross(y, z), y, z];
}

const css = (columns: readonly Vector[]): string =>
  `matrix3d(${columns.map((column) => `${column.map((x) => x.toFixed(5)).join()},0`).join()},0,0,0,1)`;

/** The CSS transform that carries a flat pentagon to its place; `inner` is the distance from the middle. */
export const glued = (face: number, inner: string): string => `${css(frame(face))} translateZ(${inner})`;

/** The CSS transform of the die at rest with a face in front; `side` 1 or -1 turns it a little right or left. */
export function rest(face: number, side: 1 | -1): string {
  const [x, y, z] = frame(face);
  const columns: Vector[] = [0, 1, 2].map((i) => [x[i]!, y[i]!, z[i]!]);
  return `rotateX(${TILT[0]}deg) rotateY(${TILT[1] * side}deg) ${css(columns)}`;
}

/** Where a face looks to while `shown` is in front: x to the right, y down, z to the eye. */
export function looksTo(face: number, shown: number, side: 1 | -1): Vector {
  const normal = NORMALS[face]!;
  const [x, y, z] = frame(shown).map((axis) => dot(axis, normal)) as [number, number, number];
  const [a, b] = [(TILT[1] * side * Math.PI) / 180, (TILT[0] * Math.PI) / 180];
  const turned: Vector = [x * Math.cos(a) + z * Math.sin(a), y, z * Math.cos(a) - x * Math.sin(a)];
  return [
    turned[0],
    turned[1] * Math.cos(b) - turned[2] * Math.sin(b),
    turned[1] * Math.sin(b) + turned[2] * Math.cos(b),
  ];
}

/** How dark each face is, 0 to 1, while `shown` is in front. */
export function shades(shown: number, side: 1 | -1): number[] {
  const lit = (face: number): number => Math.max(0, dot(looksTo(face, shown, side), LAMP));
  const brightest = lit(shown); // the face that counts is in full light
  return NORMALS.map((_, face) => {
    if (looksTo(face, shown, side)[2] < 0.3) return 0.9; // seen from the edge, a drawing is only noise
    return Math.round(0.72 * Math.max(0, 1 - lit(face) / brightest) * 100) / 100;
  });
}
