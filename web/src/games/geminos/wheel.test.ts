import { describe, expect, it } from 'vitest';
import pageText from './en.ftl?raw';
import { AFFINITIES, SIGNS } from './glyphs';
import { apart, aside, at, chord, figure, LINES_FROM, turnTo, WORDS } from './wheel';

const hours = Array.from({ length: 12 }, (_, i) => i + 1);

describe('the wheel', () => {
  it('has 12 at the top and 3 at the right, like a clock', () => {
    expect(at(12, 100)).toEqual({ x: 0, y: -100 });
    expect(at(3, 100)).toEqual({ x: 100, y: 0 });
  });

  it('turns', () => {
    expect(at(3, 100, -90)).toEqual({ x: 0, y: -100 });
  });

  it('counts steps the shorter way', () => {
    expect(apart(12, 1)).toBe(1);
    expect(apart(11, 5)).toBe(6);
    expect(apart(2, 10)).toBe(4);
    expect(apart(7, 7)).toBe(0);
  });

  it('draws a triangle, a square, a hexagon and a line across', () => {
    const corners = (path: string): number => path.split('L').length;
    expect([4, 3, 2, 6].map((steps) => corners(figure(5, steps)))).toEqual([3, 4, 6, 2]);
  });

  it('draws the line of two signs along every figure they share', () => {
    // triangulation is four steps: the line from 11 to 3 is a side of the triangle through 11
    const [from, to] = chord(11, 3).slice(1).split('L');
    expect(figure(11, 4)).toContain(from);
    expect(figure(11, 4)).toContain(to);
  });

  it('moves the words away from a line that comes close, and only then', () => {
    expect(aside(12, 6)).toEqual({ x: 0, y: 0 });
    expect(aside(12, 1)).toEqual({ x: 0, y: 0 });
    expect(aside(10, 2).y).toBeGreaterThan(2); // the line is above the middle
  });

  it.each(hours)('leaves the widest words clear of a side of the triangle from hour %i', (hour) => {
    const [from, to] = [at(hour, LINES_FROM), at(hour + 4, LINES_FROM)];
    const way = aside(hour, hour + 4);
    const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
    const far = Math.hypot(middle.x, middle.y);
    for (const x of [-WORDS.wide, WORDS.wide]) {
      for (const y of [-WORDS.high, WORDS.high]) {
        const towards = ((x + way.x) * middle.x + (y + way.y) * middle.y) / far;
        expect(towards).toBeLessThanOrEqual(far + 0.1);
      }
    }
  });

  it.each(hours)('brings hour %i to the top by at most half a turn', (hour) => {
    for (const turned of [0, -300, 90, 725]) {
      const next = turnTo(hour, turned);
      expect(Math.abs(next - turned)).toBeLessThanOrEqual(180);
      expect(at(hour, 100, next)).toEqual({ x: expect.closeTo(0, 1) as number, y: -100 });
    }
  });

  it('has a drawing of its own for every sign and every affinity', () => {
    const drawings = [...Object.values(SIGNS), ...Object.values(AFFINITIES)];
    expect(Object.keys(SIGNS)).toHaveLength(12);
    expect(Object.keys(AFFINITIES)).toHaveLength(5);
    expect(new Set(drawings).size).toBe(17);
  });
});

describe('the words of the page', () => {
  it('has every message that the page asks for', () => {
    const sources = import.meta.glob<string>(['./*.svelte', './describe.ts'], {
      query: '?raw',
      import: 'default',
      eager: true,
    });
    const asked = Object.values(sources).flatMap((text) =>
      [...text.matchAll(/\bsay\('([a-z-]+)'|'(hint-[a-z]+)'/g)].map((match) => match[1] ?? match[2]!),
    );
    expect(asked.length).toBeGreaterThan(20);
    expect(asked.filter((name) => !new RegExp(`^${name} =`, 'm').test(pageText))).toEqual([]);
  });

  it('has no message that nobody asks for', () => {
    const sources = import.meta.glob<string>(['./*.svelte', './describe.ts'], {
      query: '?raw',
      import: 'default',
      eager: true,
    });
    const all = Object.values(sources).join('\n');
    const names = [...pageText.matchAll(/^([a-z][\w-]*) =/gm)].map((match) => match[1]!);
    expect(names.filter((name) => !all.includes(`'${name}'`))).toEqual([]);
  });
});
