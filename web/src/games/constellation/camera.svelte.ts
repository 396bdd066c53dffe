/** Looking at the board: it follows the tiles by itself until somebody drags or zooms, and again when a tile leaves it. */

import { fit, within, zoomed, type Cell, type Look, type Point } from './hex';

const BUTTONS = { x: 54, y: 100 }; // pixels in the lower right corner
const FAR = 7; // pixels: a pointer that moves less is a tap

export class Camera {
  look = $state.raw<Look>({ x: 0, y: 0, scale: 1 });
  own = $state(false); // moved by hand
  held = $state(false); // right now
  width = $state(0);
  height = $state(0);

  tight = false; // nothing can be placed around the cells

  #fingers = new Map<number, Point>();
  #from: Point | null = null;
  #cells: readonly Cell[] = [];

  /** Show these cells, unless somebody looks at them in their own way already. */
  follow(cells: readonly Cell[]): void {
    this.#cells = cells;
    if (this.width === 0 || (this.own && within(this.look, cells, this.width, this.height))) return;
    this.refit();
  }

  refit(): void {
    this.own = false;
    this.look = fit(this.#cells, this.width, this.height, BUTTONS, this.tight);
  }

  zoom(factor: number, at?: Point): void {
    this.own = true;
    this.look = zoomed(this.look, factor, at);
  }

  /** A point of the window, in pixels from its corner, as a point of the plane. */
  point({ x, y }: Point): Point {
    const { scale } = this.look;
    return { x: this.look.x + (x - this.width / 2) / scale, y: this.look.y + (y - this.height / 2) / scale };
  }

  down(id: number, at: Point): void {
    this.#fingers.set(id, at);
    this.#from = at;
  }

  /** Whether the pointer drags or pinches: then what is under it is not tapped. */
  move(id: number, at: Point): boolean {
    const before = this.#fingers.get(id);
    if (!before || !this.#from) return false;
    if (!this.held) {
      if (this.#fingers.size === 1 && Math.hypot(at.x - this.#from.x, at.y - this.#from.y) < FAR) return false;
      this.held = true;
    }
    const other = [...this.#fingers].find(([finger]) => finger !== id)?.[1];
    this.#fingers.set(id, at);
    this.own = true;
    const part = other ? 0.5 : 1; // of two fingers each moves the middle between them by half
    const { x, y, scale } = this.look;
    this.look = { x: x - ((at.x - before.x) * part) / scale, y: y - ((at.y - before.y) * part) / scale, scale };
    if (other) {
      const far = (point: Point): number => Math.max(20, Math.hypot(point.x - other.x, point.y - other.y));
      const middle = { x: (at.x + other.x - this.width) / 2, y: (at.y + other.y - this.height) / 2 };
      this.zoom(far(at) / far(before), middle);
    }
    return true;
  }

  up(id: number): void {
    this.#fingers.delete(id);
    if (this.#fingers.size === 0) {
      this.#from = null;
      this.held = false;
    }
  }
}
