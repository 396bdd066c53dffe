import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, it } from 'vitest';
import type { Scene } from '../../wire/messages';
import { Words } from '../../words/words';
import { share } from './Board.svelte';
import Seat from './Seat.svelte';

const goal = { goal: 7, cells: [[0, 0]], steps: [], match: null };
const scene = {
  to_act: -2,
  seat: -3,
  table: { options: {}, seats: [{ kind: 'elsewhere', name: 'Ada', taken: true, mine: false }] },
  view: { seats: [{ points: 0, cloud: null, goals: [goal], won: false }], to_draw: null },
} as unknown as Scene;

const mounted: Record<string, unknown>[] = [];
afterEach(() => mounted.splice(0).forEach((one) => void unmount(one)));

/** A seat on a page of its own. */
function page(): HTMLButtonElement {
  const target = document.createElement('div');
  const given = { scene, choices: [], pending: null, names: ['Ada'], words: new Words(''), advice: null };
  const props = { ...given, act: () => undefined, point: null, takeBack: null, seat: 0, front: false, shared: share() };
  mounted.push(mount(Seat, { target, props }));
  return target.querySelector('button')!;
}

it('a goal that is looked at on one page is not lit on another', () => {
  const [one, other] = [page(), page()];
  one.click();
  flushSync();
  expect([one, other].map((button) => button.getAttribute('aria-pressed'))).toEqual(['true', 'false']);
});
