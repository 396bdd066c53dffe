import { describe, expect, it } from 'vitest';
import { shaking, swipe, type Push } from './gestures';

const start = { x: 200, y: 500, time: 1000 };
const to = (x: number, y: number, time = 250) => ({ x: start.x + x, y: start.y + y, time: start.time + time });

describe('a swipe', () => {
  it('goes up, left or right', () => {
    expect(swipe(start, to(10, -120))).toBe('up');
    expect(swipe(start, to(-90, 12))).toBe('left');
    expect(swipe(start, to(90, -12))).toBe('right');
  });

  it('is neither a tap, nor slow, nor aslant, nor downwards', () => {
    expect(swipe(start, to(3, -8))).toBeNull();
    expect(swipe(start, to(0, -200, 4000))).toBeNull();
    expect(swipe(start, to(80, -80))).toBeNull();
    expect(swipe(start, to(0, 200))).toBeNull();
  });
});

describe('a shake', () => {
  /** Feel a reading every 16 ms; how many shakes there were. */
  function shakes(readings: readonly Push[]): number {
    const feel = shaking();
    return readings.filter((push, i) => feel(push, i * 16)).length;
  }
  const still: Push = { x: 0, y: 0, z: 9.8 };
  const quiet = Array.from({ length: 20 }, () => still);
  /** A hand that goes to and fro five times a second, this hard, for so many readings. */
  const hand = (hard: number, readings: number): Push[] =>
    Array.from({ length: readings }, (_, i) => ({
      x: hard * Math.sin((i * 16 * 5 * 2 * Math.PI) / 1000),
      y: 0,
      z: 9.8,
    }));

  it('is felt when the device goes to and fro', () => {
    expect(shakes([...quiet, ...hand(18, 25), ...quiet])).toBe(1);
  });

  it('is not felt when the device lies, is carried or is set down once', () => {
    expect(shakes([...quiet, ...quiet])).toBe(0);
    expect(shakes([...quiet, ...hand(5, 60), ...quiet])).toBe(0);
    expect(shakes([...quiet, { x: 0, y: 0, z: 30 }, ...quiet])).toBe(0);
  });

  it('needs its jolts close together', () => {
    const longPause = Array.from({ length: 70 }, () => still);
    expect(shakes([...hand(18, 6), ...longPause, ...hand(18, 6), ...longPause, ...hand(18, 6)])).toBe(0);
  });
});
