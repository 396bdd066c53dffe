import { expect, it } from 'vitest';
import type { Scene, SeatInfo } from '../wire/messages';
import { SharedDevice } from './sharedDevice.svelte';

const HERE = { kind: 'here', mine: true } as const;
const ME = { kind: 'me', mine: true } as const;
const ELSEWHERE = { kind: 'elsewhere', mine: false } as const;

const scene = (to_act: number, seats: Partial<SeatInfo>[], over = false): Scene =>
  ({ to_act, outcome: over ? {} : null, table: { seats } }) as unknown as Scene;

it('is covered when it goes from one person to another, and not when a turn goes on', () => {
  const [device, seats] = [new SharedDevice(), [ME, HERE]];
  expect(device.follow(scene(0, seats))).toBe(true);
  expect(device.covered).toBe(true); // at first anyone may hold it
  device.covered = false;
  expect(device.follow(scene(0, seats))).toBe(false);
  expect(device.covered).toBe(false);
  expect(device.follow(scene(1, seats))).toBe(true);
  expect(device.covered).toBe(true);
});

it('is not covered while somebody elsewhere moves, nor when it stays with whoever had it', () => {
  const [device, seats] = [new SharedDevice(), [ME, HERE, ELSEWHERE]];
  device.follow(scene(0, seats));
  device.covered = false;
  expect([device.follow(scene(2, seats)), device.follow(scene(0, seats)), device.covered]).toEqual([
    false,
    false,
    false,
  ]);
  device.follow(scene(2, seats));
  expect([device.follow(scene(1, seats)), device.covered]).toEqual([true, true]);
});

it('is never covered for one person, with one seat or with all of them', () => {
  const device = new SharedDevice();
  expect([device.follow(scene(0, [ME, ELSEWHERE])), device.covered]).toEqual([false, false]);
  const alone = new SharedDevice();
  expect([alone.follow(scene(0, [ME, ME])), alone.covered]).toEqual([true, false]);
  expect([alone.follow(scene(1, [ME, ME])), alone.covered]).toEqual([true, false]);
});

it('is not covered over a result', () => {
  const device = new SharedDevice();
  expect([device.follow(scene(0, [ME, HERE], true)), device.covered]).toEqual([false, false]);
});
