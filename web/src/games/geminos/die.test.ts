import { describe, expect, it } from 'vitest';
import { FACES, frame, looksTo, rest, shades } from './dodecahedron';

const faces = Array.from({ length: FACES }, (_, face) => face);
const sides = [1, -1] as const;
const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((sum, x, i) => sum + x * b[i]!, 0);

describe('the dodecahedron', () => {
  it.each(faces)('has five neighbours, five others and one opposite for face %i', (face) => {
    const cosines = faces.filter((other) => other !== face).map((other) => dot(frame(face)[2], frame(other)[2]));
    const close = (value: number): number => cosines.filter((cosine) => Math.abs(cosine - value) < 1e-9).length;
    expect([close(1 / Math.sqrt(5)), close(-1 / Math.sqrt(5)), close(-1)]).toEqual([5, 5, 1]);
  });

  it('has signs that face each other on the circle on opposite faces', () => {
    for (const face of faces.slice(0, 6)) expect(dot(frame(face)[2], frame(face + 6)[2])).toBeCloseTo(-1);
  });

  it.each(faces)('is not mirrored at face %i', (face) => {
    const [x, y, z] = frame(face);
    const turned = [x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]];
    turned.forEach((part, i) => expect(part).toBeCloseTo(z[i]!));
  });

  it.each(faces)('shows face %i to the eye more than any other', (shown) => {
    for (const side of sides) {
      const towards = faces.map((face) => looksTo(face, shown, side)[2]);
      expect(towards.indexOf(Math.max(...towards))).toBe(shown);
      expect(towards[shown]).toBeGreaterThan(0.9);
    }
  });

  it.each(faces)('has face %i in full light when it is shown', (shown) => {
    for (const side of sides) {
      const dark = shades(shown, side);
      expect(dark[shown]).toBe(0);
      for (const face of faces) expect(dark[face]).toBeLessThanOrEqual(0.9);
      expect(dark.filter((shade) => shade < 0.5).length).toBeGreaterThan(1);
    }
  });

  it('comes to rest differently for every face', () => {
    expect(new Set(faces.map((face) => rest(face, 1))).size).toBe(FACES);
  });
});
