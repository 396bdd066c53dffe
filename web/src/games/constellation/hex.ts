/** Hexagons standing on a corner: cells, where they are drawn, and what of them fits into a window. */

export type Cell = readonly [q: number, r: number];

export interface Point {
  x: number;
  y: number;
}

/** What of the plane is looked at: its middle, and pixels for each unit. */
export interface Look extends Point {
  scale: number;
}

export const RADIUS = 50; // units from the middle of a cell to its corners
const ROOT3 = Math.sqrt(3);
const CLOSEST = 1.35;
const FURTHEST = 0.12; // a row of all tiles still fits
const FITTED = 1.2; // a small board is not blown up beyond this

/** Clockwise from the east, as the game names them; the opposite is 3 on. */
export const SIDES = ['east', 'south-east', 'south-west', 'west', 'north-west', 'north-east'] as const;
export type Side = (typeof SIDES)[number];
export const STEPS: readonly Cell[] = [
  [1, 0],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [0, -1],
  [1, -1],
];

export const keyOf = ([q, r]: Cell): string => `${q},${r}`;
export const cellOf = (key: string): Cell => key.split(',').map(Number) as [number, number];
export const centre = ([q, r]: Cell): Point => ({ x: RADIUS * ROOT3 * (q + r / 2), y: RADIUS * 1.5 * r });
export const beside = ([q, r]: Cell): Cell[] => STEPS.map(([dq, dr]) => [q + dq, r + dr]);

/** The way from one cell to another, along two neighbouring directions at most. */
export function way([q0, r0]: Cell, [q1, r1]: Cell): { steps: number; side: Side }[] {
  const [q, r] = [q1 - q0, r1 - r0];
  for (let d = 0; d < 6; d++) {
    const [a, b] = [STEPS[d]!, STEPS[(d + 1) % 6]!];
    const turn = a[0] * b[1] - a[1] * b[0]; // 1 or -1
    const [along, aside] = [(q * b[1] - r * b[0]) / turn, (a[0] * r - a[1] * q) / turn];
    if (along > 0 && aside >= 0) {
      const [first, second] = [SIDES[d]!, SIDES[(d + 1) % 6]!];
      return [{ steps: along, side: first }, ...(aside > 0 ? [{ steps: aside, side: second }] : [])];
    }
  }
  return [];
}

/** The outline of a cell around 0, 0. */
export function hexagon(radius: number): string {
  const corners = Array.from({ length: 6 }, (_, i) => {
    const angle = (Math.PI * (2 * i - 3)) / 6;
    return `${(radius * Math.cos(angle)).toFixed(2)} ${(radius * Math.sin(angle)).toFixed(2)}`;
  });
  return `M${corners.join('L')}Z`;
}

/** The cell at a point. */
export function cellAt({ x, y }: Point): Cell {
  const r = y / (1.5 * RADIUS);
  const q = x / (RADIUS * ROOT3) - r / 2;
  const rounded = [Math.round(q), Math.round(r), Math.round(-q - r)] as const;
  const [dq, dr, ds] = [Math.abs(rounded[0] - q), Math.abs(rounded[1] - r), Math.abs(rounded[2] + q + r)];
  if (dq > dr && dq > ds) return [-rounded[1] - rounded[2] + 0, rounded[1]];
  if (dr > ds) return [rounded[0], -rounded[0] - rounded[2] + 0];
  return [rounded[0], rounded[1]];
}

/** The lines between cells that share a side: a constellation as a star chart draws it. */
export function lines(cells: readonly Cell[]): [Point, Point][] {
  return cells.flatMap((a, i) =>
    cells
      .slice(i + 1)
      .filter((b) => STEPS.some(([q, r]) => a[0] + q === b[0] && a[1] + r === b[1]))
      .map((b): [Point, Point] => [centre(a), centre(b)]),
  );
}

/** From star to star, with room around both, as charts draw it. */
export function between(a: Point, b: Point): string {
  const [x, y] = [(b.x - a.x) * 0.25, (b.y - a.y) * 0.25];
  return `M${a.x + x} ${a.y + y}L${b.x - x} ${b.y - y}`;
}

/** The smallest box around the middles of cells. */
export function box(cells: readonly Cell[]): { left: number; top: number; right: number; bottom: number } {
  const points = cells.map(centre);
  const [xs, ys] = [points.map((p) => p.x), points.map((p) => p.y)];
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

/** A look from which all these cells, and those around them, are seen in a window, beside what lies in its lower right. */
export function fit(
  cells: readonly Cell[],
  width: number,
  height: number,
  taken: Point = { x: 0, y: 0 },
  tight = false, // without the cells around them
): Look {
  const all = tight ? cells : cells.flatMap((cell) => [cell, ...beside(cell)]);
  const { left, top, right, bottom } = box(all);
  const wide = right - left + RADIUS * (tight ? 2.1 : ROOT3);
  const high = bottom - top + RADIUS * (tight ? 2.4 : 2);
  const middle = { x: (left + right) / 2, y: (top + bottom) / 2 };
  const most = Math.max(FURTHEST, Math.min(FITTED, width / wide, height / high));
  const free = (look: Look): boolean =>
    all.map(centre).every(({ x, y }) => {
      const [across, down] = [(x - look.x) * look.scale + width / 2, (y - look.y) * look.scale + height / 2];
      const reach = RADIUS * 0.75 * look.scale;
      return across + reach < width - taken.x || down + reach < height - taken.y;
    });
  for (let scale = most; scale > most * 0.7; scale *= 0.95) {
    const [spareX, spareY] = [Math.max(0, width / scale - wide) / 2, Math.max(0, height / scale - high) / 2];
    for (let aside = 0; aside <= 1; aside += 0.25) {
      for (const [x, y] of [
        [0, aside],
        [aside, 0],
        [aside, aside],
      ] as const) {
        const look = { x: middle.x + x * spareX, y: middle.y + y * spareY, scale };
        if (free(look)) return look;
      }
    }
  }
  return { ...middle, scale: most };
}

/** Whether all these cells are seen whole. */
export function within(look: Look, cells: readonly Cell[], width: number, height: number): boolean {
  const { left, top, right, bottom } = box(cells);
  const [w, h] = [width / 2 / look.scale - RADIUS * 0.8, height / 2 / look.scale - RADIUS * 0.9];
  return left >= look.x - w && right <= look.x + w && top >= look.y - h && bottom <= look.y + h;
}

/** Nearer or further; the point under (x, y), in pixels from the middle of the window, stays where it is. */
export function zoomed(look: Look, factor: number, at: Point = { x: 0, y: 0 }): Look {
  const scale = Math.max(FURTHEST, Math.min(CLOSEST, look.scale * factor));
  const stays = 1 / look.scale - 1 / scale;
  return { x: look.x + at.x * stays, y: look.y + at.y * stays, scale };
}

/** The arrow keys, and the corner keys of a number pad, as directions in degrees clockwise from the east. */
export const DIRECTIONS: Readonly<Record<string, number>> = {
  ArrowRight: 0,
  PageDown: 60,
  ArrowDown: 90,
  End: 120,
  ArrowLeft: 180,
  Home: 240,
  ArrowUp: 270,
  PageUp: 300,
};

/** The nearest of these cells in a direction; null: there is none that way. */
export function towards(from: Cell, direction: number, cells: readonly Cell[]): Cell | null {
  const start = centre(from);
  const turn = (direction * Math.PI) / 180;
  let best: Cell | null = null;
  let least = Infinity;
  for (const cell of cells) {
    const { x, y } = centre(cell);
    const ahead = (x - start.x) * Math.cos(turn) + (y - start.y) * Math.sin(turn);
    const aside = Math.abs((y - start.y) * Math.cos(turn) - (x - start.x) * Math.sin(turn));
    if (ahead < RADIUS * 0.5 || aside > ahead * 1.2) continue;
    const cost = ahead + aside * 1.5;
    if (cost < least - 0.01) [best, least] = [cell, cost];
  }
  return best;
}
