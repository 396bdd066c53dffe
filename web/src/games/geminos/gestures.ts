/** Rolling by hand: an upward swipe, a shake; and turning by a sideways swipe. */

export interface Trace {
  x: number;
  y: number;
  time: number; // milliseconds
}

const FAR = 44; // pixels
const LONG = 2500; // milliseconds: small hands are slow, and so are small devices

export type Direction = 'up' | 'left' | 'right';

/** Where a finger went; null: nowhere in particular, or downwards. */
export function swipe(from: Trace, to: Trace): Direction | null {
  const [x, y] = [to.x - from.x, to.y - from.y];
  if (to.time - from.time > LONG) return null;
  if (-y >= FAR && Math.abs(x) < -y * 0.75) return 'up';
  if (Math.abs(x) >= FAR && Math.abs(y) < Math.abs(x) * 0.75) return x < 0 ? 'left' : 'right';
  return null;
}

/** What an element that is swiped on listens with. */
export function swiping(swiped: (direction: Direction) => void) {
  let from: Trace | null = null;
  const trace = (event: PointerEvent): Trace => ({ x: event.clientX, y: event.clientY, time: event.timeStamp });
  return {
    down: (event: PointerEvent) => {
      from = trace(event);
    },
    up: (event: PointerEvent) => {
      const direction = from && swipe(from, trace(event));
      from = null;
      if (direction) swiped(direction);
    },
    cancel: () => {
      from = null;
    },
  };
}

/** Whether something around an element scrolls up and down: there a finger that goes up must scroll it. */
export function scrolls(element: Element): boolean {
  let around: Element | null = element;
  while (around instanceof HTMLElement) {
    const { overflowY, position } = getComputedStyle(around);
    const may = around === document.documentElement || /auto|scroll/.test(overflowY);
    if (may && around.scrollHeight > around.clientHeight + 1) return true;
    around = position === 'absolute' ? around.offsetParent : around.parentElement; // what it stands on moves it
  }
  return false;
}

export interface Push {
  x: number | null;
  y: number | null;
  z: number | null;
}

const HARD = 10; // metres per second squared, more than the pull of the earth
const JOLTS = 3;
const WITHIN = 900; // milliseconds
const APART = 80; // one jolt is felt in several readings

/** Tells a shake of the device from carrying it about: several hard jolts within a moment. Call it for every reading. */
export function shaking(): (push: Push, time: number) => boolean {
  let pull: [number, number, number] | null = null; // what is always there: the slow part of what is felt
  let jolts: number[] = [];
  return (push, time) => {
    const felt = [push.x ?? 0, push.y ?? 0, push.z ?? 0] as const;
    const [x, y, z]: readonly [number, number, number] = pull ?? felt;
    pull = [x + (felt[0] - x) * 0.1, y + (felt[1] - y) * 0.1, z + (felt[2] - z) * 0.1];
    jolts = jolts.filter((jolt) => time - jolt < WITHIN);
    const hard = Math.hypot(felt[0] - x, felt[1] - y, felt[2] - z) >= HARD;
    if (!hard || time - (jolts.at(-1) ?? -APART) < APART) return false;
    jolts.push(time);
    if (jolts.length < JOLTS) return false;
    jolts = [];
    return true;
  };
}
