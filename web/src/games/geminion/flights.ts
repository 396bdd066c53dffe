/** Cards, coins and gems on their way: pictures that fly over everything from where a thing was to where it is. */

import { motionAllowed } from '../../settings.svelte';

type Box = Pick<DOMRect, 'x' | 'y' | 'width' | 'height'>;

export class Flights {
  #layer: HTMLElement;
  #going = new Set<Animation>();
  #fast = false; // someone is in a hurry: everything arrives at once

  constructor(layer: HTMLElement) {
    this.#layer = layer;
  }

  /** Where every card lies now, by its number. */
  cards(): Map<number, { box: DOMRect; node: Element }> {
    const found = new Map<number, { box: DOMRect; node: Element }>();
    for (const node of document.querySelectorAll<HTMLElement>('[data-lying]'))
      found.set(Number(node.dataset.lying), {
        box: node.getBoundingClientRect(),
        node: node.cloneNode(true) as Element,
      });
    return found;
  }

  zone(name: string): DOMRect | undefined {
    const box = document.querySelector(`[data-zone='${name}']`)?.getBoundingClientRect();
    return box && box.width > 0 ? box : undefined;
  }

  begin(): void {
    this.#fast = false;
  }

  skip(): void {
    this.#fast = true;
    for (const animation of this.#going) animation.finish();
  }

  /** Let a picture fly; the thing itself stays hidden until it has landed. */
  async fly(picture: Element, from: Box, to: Box, time: number, delay = 0, hidden?: HTMLElement): Promise<void> {
    if (!motionAllowed() || this.#fast) return;
    const ghost = document.createElement('div');
    ghost.className = 'flying';
    ghost.style.cssText = `left:${to.x}px;top:${to.y}px;width:${to.width}px;height:${to.height}px`;
    ghost.append(picture);
    this.#layer.append(ghost);
    if (hidden) hidden.style.visibility = 'hidden';
    const scale = from.width / to.width || 1;
    const x = from.x - to.x + (from.width - to.width) / 2;
    const y = from.y - to.y + (from.height - to.height) / 2;
    const lift = -Math.min(60, Math.hypot(x, y) / 6);
    const animation = ghost.animate(
      [
        { transform: `translate(${x}px, ${y}px) scale(${scale})` },
        { transform: `translate(${x * 0.45}px, ${y * 0.45 + lift}px) scale(${(scale + 1) / 2 + 0.08})`, offset: 0.55 },
        { transform: 'none' },
      ],
      { duration: time, delay, easing: 'cubic-bezier(.3,.1,.3,1)', fill: 'both' },
    );
    this.#going.add(animation);
    await animation.finished.catch(() => undefined);
    this.#going.delete(animation);
    if (hidden) hidden.style.visibility = '';
    ghost.remove();
  }

  /** Coins or gems roll one after the other; each that lands is counted. */
  async roll(thing: 'coin' | 'gem', count: number, from: Box, to: Box, landed: (n: number) => void): Promise<void> {
    const size = Math.max(16, Math.min(30, to.height * 0.6));
    const step = Math.min(110, 700 / count);
    const spot = (box: Box): Box => ({
      x: box.x + box.width / 2 - size / 2,
      y: box.y + box.height / 2 - size / 2,
      width: size,
      height: size,
    });
    await Promise.all(
      Array.from({ length: count }, async (_, i) => {
        const start = spot(from);
        start.x += ((i % 3) - 1) * size * 0.6;
        await this.fly(pictureOf(thing), start, spot(to), 420, i * step);
        landed(i + 1);
      }),
    );
  }
}

function pictureOf(thing: 'coin' | 'gem'): Element {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '-10 -10 20 20');
  const use = document.createElementNS('http://www.w3.org/2000/svg', 'use');
  use.setAttribute('href', `#geminion-${thing}`);
  svg.append(use);
  return svg;
}
