import { describe, expect, it } from 'vitest';
import { looksTo, rest, shades } from './cube';
import { FACE_PICTURES, FACES } from './faces';
import { arc, figure, SPOTS } from './ring';

const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((sum, x, i) => sum + x * b[i]!, 0);

describe('the cube', () => {
  it.each(FACES)('shows %s to the eye more than any other face', (shown) => {
    const towards = FACES.map((face) => [face, looksTo(face, shown)[2]] as const).sort((a, b) => b[1] - a[1]);
    expect(towards[0]![0]).toBe(shown);
    expect(towards[0]![1]).toBeGreaterThan(0.85);
  });

  it.each(FACES)('has six sides at right angles while %s is shown', (shown) => {
    for (const one of FACES) {
      const cosines = FACES.filter((other) => other !== one).map((other) =>
        dot(looksTo(one, shown), looksTo(other, shown)),
      );
      expect(cosines.filter((cosine) => Math.abs(cosine) < 1e-9)).toHaveLength(4);
      expect(cosines.filter((cosine) => Math.abs(cosine + 1) < 1e-9)).toHaveLength(1);
    }
  });

  it.each(FACES)('has %s in full light when it is shown, and the hidden faces in the dark', (shown) => {
    const dark = shades(shown);
    expect(dark[shown]).toBe(0);
    for (const face of FACES) if (looksTo(face, shown)[2] < -0.85) expect(dark[face]).toBeGreaterThan(0.6);
  });

  it('comes to rest differently for every face', () => {
    expect(new Set(FACES.map(rest)).size).toBe(6);
  });
});

describe('the chart', () => {
  it('keeps the six spots apart, on the chart, and clear of the die', () => {
    for (const one of FACES) {
      expect(Math.hypot(SPOTS[one].x, SPOTS[one].y)).toBeGreaterThan(77 + 39);
      for (const other of FACES) {
        if (one === other) continue;
        expect(Math.hypot(SPOTS[one].x - SPOTS[other].x, SPOTS[one].y - SPOTS[other].y)).toBeGreaterThan(78);
      }
    }
  });

  it('draws a figure from two spots on and closes it from three on', () => {
    expect(figure([])).toBe('');
    expect(figure(['ctio'])).toBe('');
    expect(figure(['ctio', 'kpno'])).not.toMatch(/Z$/);
    expect(figure(['ctio', 'kpno', 'csdc'])).toMatch(/Z$/);
  });

  it('draws a different arc for every outcome of the gauge', () => {
    expect(new Set(Array.from({ length: 6 }, (_, i) => arc(i, 6, 77))).size).toBe(6);
  });

  it('has a drawing for every face', () => {
    for (const face of FACES) expect(FACE_PICTURES[face].lines.length).toBeGreaterThan(20);
  });
});
