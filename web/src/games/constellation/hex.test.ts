import { describe, expect, it } from 'vitest';
import {
  beside,
  cellAt,
  centre,
  DIRECTIONS,
  fit,
  keyOf,
  lines,
  SIDES,
  STEPS,
  towards,
  way,
  within,
  zoomed,
  type Cell,
} from './hex';

const AROUND: readonly Cell[] = [[0, 0], ...beside([0, 0])];

/** All cells so many steps around the first one. */
function disc(steps: number): Cell[] {
  let cells: Cell[] = [[0, 0]];
  for (let i = 0; i < steps; i++) {
    cells = [...new Map(cells.flatMap((cell) => [cell, ...beside(cell)]).map((cell) => [keyOf(cell), cell])).values()];
  }
  return cells;
}

describe('the way to a cell', () => {
  it('leads there, along two neighbouring directions at most', () => {
    for (const [q, r] of disc(5)) {
      const legs = way([2, -1], [q + 2, r - 1]);
      const sum = (nth: 0 | 1): number =>
        legs.reduce((all, { steps, side }) => all + steps * STEPS[SIDES.indexOf(side)]![nth], 0);
      expect([sum(0), sum(1)]).toEqual([q + 0, r + 0]);
      expect(legs.length).toBeLessThanOrEqual(2);
      expect(legs.every(({ steps }) => steps > 0)).toBe(true);
      expect(legs.reduce((all, { steps }) => all + steps, 0)).toBe(Math.max(Math.abs(q), Math.abs(r), Math.abs(q + r)));
    }
  });
});

describe('cells', () => {
  it('are found again from every point near their middle', () => {
    for (const cell of disc(4)) {
      const { x, y } = centre(cell);
      for (const [dx, dy] of [
        [0, 0],
        [40, 0],
        [-40, 0],
        [20, 35],
        [-20, -35],
      ] as const) {
        expect(keyOf(cellAt({ x: x + dx, y: y + dy }))).toBe(keyOf(cell));
      }
    }
  });

  it('that share a side are equally far apart', () => {
    for (const cell of beside([2, -1])) {
      const [a, b] = [centre([2, -1]), centre(cell)];
      expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeCloseTo(50 * Math.sqrt(3));
    }
  });
});

describe('lines', () => {
  it('join every pair of neighbours once', () => {
    const row: Cell[] = [
      [0, 0],
      [1, 0],
      [2, 0],
    ];
    expect(lines(row)).toHaveLength(2);
    expect(lines(AROUND)).toHaveLength(12);
    expect(
      lines([
        [0, 0],
        [2, 0],
      ]),
    ).toEqual([]);
  });
});

describe('keys', () => {
  const to = (key: string, from: Cell, cells: readonly Cell[] = disc(3)): Cell | null =>
    towards(from, DIRECTIONS[key]!, cells);

  it('reach all six neighbours', () => {
    const keys = ['ArrowRight', 'PageDown', 'End', 'ArrowLeft', 'Home', 'PageUp'];
    expect(keys.map((key) => to(key, [0, 0]))).toEqual(beside([0, 0]));
  });

  it('go up and down by a row', () => {
    expect(to('ArrowUp', [0, 0])![1]).toBe(-1);
    expect(to('ArrowDown', [0, 0])![1]).toBe(1);
  });

  it('jump over cells where nothing is', () => {
    expect(
      to(
        'ArrowRight',
        [0, 0],
        [
          [0, 0],
          [4, 0],
          [0, 3],
        ],
      ),
    ).toEqual([4, 0]);
    expect(
      to(
        'ArrowLeft',
        [0, 0],
        [
          [0, 0],
          [4, 0],
        ],
      ),
    ).toBeNull();
  });

  it('reach every cell from every other', () => {
    const cells = disc(2);
    const reached = new Set(['0,0']);
    const open: Cell[] = [[0, 0]];
    while (open.length > 0) {
      const from = open.pop()!;
      for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowUp', 'ArrowDown']) {
        const next = to(key, from, cells);
        if (next && !reached.has(keyOf(next))) {
          reached.add(keyOf(next));
          open.push(next);
        }
      }
    }
    expect(reached.size).toBe(cells.length);
  });
});

describe('the look', () => {
  it('holds all tiles and the cells around them', () => {
    for (const cells of [disc(0), disc(1), disc(3)]) {
      const look = fit(cells, 360, 330);
      expect(within(look, cells.flatMap(beside), 361, 400)).toBe(true);
    }
  });

  it('keeps clear of the buttons in the corner', () => {
    for (const cells of [disc(0), disc(1), disc(2), disc(3)]) {
      const look = fit(cells, 366, 334, { x: 54, y: 100 });
      for (const cell of cells) {
        const { x, y } = centre(cell);
        const [across, down] = [(x - look.x) * look.scale + 183, (y - look.y) * look.scale + 167];
        expect(across < 366 - 54 || down < 334 - 100).toBe(true);
      }
    }
  });

  it('zooms about the point under the pointer, within bounds', () => {
    const look = { x: 10, y: -20, scale: 0.8 };
    const at = { x: 120, y: 60 };
    const nearer = zoomed(look, 1.3, at);
    expect(nearer.x + at.x / nearer.scale).toBeCloseTo(look.x + at.x / look.scale);
    expect(zoomed(look, 100).scale).toBeLessThan(2);
    expect(zoomed(look, 0.001).scale).toBeGreaterThan(0.1);
  });
});
