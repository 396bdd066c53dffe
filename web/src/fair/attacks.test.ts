/** A host that goes about it: each attack whole, from the first scene to what the browser says at the end. */

import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Scene } from '../wire/messages';
import { Browser, settled } from './browser.test-double';
import { hashOf, lockNonce } from './dice';
import { BERT, Host } from './host.test-double';
import type { Keeper } from './keeper.svelte';
import { give, keep, keptOf, newLock, numberOf } from './kept';

let browser: Browser;
let host: Host;

beforeEach(() => {
  localStorage.clear();
  browser = new Browser();
  host = browser.host;
});

/** The next table of the same host, which knows all numbers that were shown at the one before. */
function nextTable(): Keeper {
  host = browser.host = new Host();
  host.code = 'NEXT22';
  host.secret = 'a7'.repeat(32); // tried until the rolls suit: with numbers it knows a host can compute them
  return browser.page();
}

describe('a number that the host knows already', () => {
  it('is not shown for another table, whose secret was chosen to suit it', () => {
    const first = browser.page();
    const lock = browser.draw(first);
    expect(browser.shown.length).toBe(1);
    const second = nextTable();
    second.see(host.scene(host.table()));
    host.write(lock);
    second.see(host.drawing(lock));
    expect(second.odd).toEqual(['odd-other-table']);
    expect(browser.shown.length).toBe(1);
  });

  it('is not shown for another table either if it was never shown for its own', () => {
    const lock = newLock('ABC234');
    const second = nextTable();
    second.see(host.scene(host.table()));
    host.write(lock);
    second.see(host.drawing(lock));
    expect(second.odd).toEqual(['odd-other-table']);
    expect(browser.shown).toEqual([]);
  });

  it('is not shown for a second draw of the same table, not even if the person agrees', () => {
    const keeper = browser.page();
    const lock = browser.draw(keeper);
    keeper.see(host.scene(host.table()));
    host.write(lock);
    keeper.see(host.drawing(lock));
    expect([keeper.odd, keeper.asking]).toEqual([['odd-shown'], false]);
    keeper.agree();
    expect(browser.shown.length).toBe(1);
    const reloaded = browser.page();
    reloaded.see(host.drawing(lock));
    expect(reloaded.odd, 'nor after a reload').toEqual(['odd-shown']);
    expect(browser.shown.length).toBe(1);
  });

  it.each(['of this table', 'of another table'])(
    'is found at the end under a sheet it was not shown for: %s',
    async (of) => {
      const before = browser.page();
      const lock = browser.draw(before);
      const keeper = of === 'of this table' ? before : nextTable();
      host.write(lock); // and nobody asks the browser
      host.nonces = [numberOf(lock)!.nonce, BERT];
      keeper.see(host.playing());
      for (let i = 0; i < 9; i++) keeper.see(host.roll());
      keeper.see(host.over());
      await settled();
      expect(keeper.verdict).toMatchObject({ state: 'broken', findings: [{ words: 'broken-reused' }] });
    },
  );
});

describe('what must still work', () => {
  it('a table that was opened with a lock while the answer was lost', () => {
    const lock = newLock();
    const keeper = browser.page();
    host.write(lock);
    keeper.see(host.drawing(lock));
    expect([keeper.odd, browser.shown.length]).toEqual([[], 1]);
    give(lock, 'NEXT22');
    expect(numberOf(lock)!.table, 'and it stays with that table').toBe('ABC234');
  });

  it('the same sheet in another window, and after a reload', () => {
    const lock = browser.draw(browser.page());
    for (const keeper of [browser.page(), browser.page()]) {
      keeper.see(host.drawing(lock));
      expect([keeper.odd, keeper.asking]).toEqual([[], false]);
    }
    expect(new Set(browser.shown.map(({ nonce }) => nonce)).size, 'the same number, which changes nothing').toBe(1);
    expect(keptOf('ABC234').revealed.length).toBe(1);
  });

  it('a lock of another device: no number, but the person may draw anew with this one', () => {
    const keeper = browser.page();
    keeper.see(host.scene(host.table({ phase: 'lobby' })));
    const foreign = lockNonce('ab'.repeat(32));
    host.write(foreign);
    keeper.see(host.drawing(foreign));
    expect([keeper.odd, browser.shown]).toEqual([['odd-other-device'], []]);
    void keeper.redraw([]);
    expect(browser.asked.at(-1)).toMatchObject({ type: 'redraw', without: [] });
    browser.draw(keeper);
    expect(browser.shown.length).toBe(1);
  });

  it('a browser that can keep nothing any more: a number it showed is not taken for a fresh one', () => {
    const keeper = browser.page();
    keeper.see(host.scene(host.table()));
    const lock = newLock('ABC234');
    host.write(lock);
    const full = vi.fn(() => {
      throw new Error('full');
    });
    const real = localStorage;
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => real.getItem(key),
      removeItem: (key: string) => real.removeItem(key),
      setItem: full,
    });
    keeper.see(host.drawing(lock));
    vi.unstubAllGlobals();
    expect(full).toHaveBeenCalled();
    expect(browser.shown.length).toBe(1);
    expect(localStorage.getItem('asterism-dice-numbers'), 'what a reload would find').toBe(null);
    expect(numberOf(lock)!.sheet).toBe(hashOf(host.sheets[0]!));
  });
});

describe('a host that will not let it be checked', () => {
  /** A match with dice that were drawn as they should be. */
  const played = (): Keeper => {
    const keeper = browser.page();
    browser.play(keeper, browser.draw(keeper));
    return keeper;
  };

  it.each([
    ['says that there were no dice', 'broken-no-dice', { dice: null }],
    ['has no sheets', 'broken-no-dice', { dice: { sheets: null, nonces: [], secret: '5e'.repeat(32) } }],
    ['calls them older dice', 'broken-first', { asterism: 1 }],
  ])('%s in the record', async (_, words, lie) => {
    const keeper = played();
    browser.record = () => ({ ...host.record(), ...lie });
    keeper.see(host.over());
    await settled();
    expect(keeper.verdict).toMatchObject({ state: 'broken', findings: [{ words }] });
  });

  it('does not show its secret', async () => {
    const keeper = played();
    const made = host.record();
    browser.record = () => ({ ...made, dice: { ...made.dice!, secret: null } });
    keeper.see(host.over());
    await settled();
    expect(keeper.verdict).toMatchObject({ state: 'broken', findings: [{ words: 'broken-no-secret' }] });
  });

  it.each([
    [0, 'broken-no-dice'],
    [1, 'broken-first'],
  ])('tells in the scene of protocol %i', (protocol, words) => {
    const keeper = played();
    const end = host.over();
    keeper.see({ ...end, table: { ...end.table, dice: { ...end.table.dice, protocol } } });
    expect(keeper.verdict).toMatchObject({ state: 'broken', findings: [{ words }] });
  });

  it('says that chance has no part, and rolls', () => {
    const end = host.over();
    const watcher = browser.page();
    const table = { ...end.table, dice: { ...end.table.dice, protocol: 0 } };
    watcher.see({ ...end, table, rolled: 0 });
    expect(watcher.verdict).toMatchObject({ state: 'cannot', findings: [{ words: 'cannot-none' }] });
    watcher.see({ ...end, table, rolled: 1 });
    expect(watcher.verdict).toMatchObject({ state: 'broken', findings: [{ words: 'broken-no-chance' }] });
  });

  it('is not accused where this browser never saw a lock of its secret', () => {
    const end = host.over();
    const watcher = browser.page();
    watcher.see({ ...end, table: { ...end.table, dice: { ...end.table.dice, protocol: 1 } } });
    expect(watcher.verdict).toMatchObject({ state: 'cannot', findings: [{ words: 'cannot-first' }] });
  });
});

describe('a question that the person is asked', () => {
  it('is not about another sheet that came meanwhile', () => {
    const keeper = browser.page();
    browser.draw(keeper);
    keeper.see(host.scene(host.table()));
    const lock = newLock('ABC234');
    host.write(lock);
    keeper.see(host.drawing(lock));
    expect(keeper.asking).toBe(true);
    host.sheets = host.sheets.slice(0, 1);
    host.write(lock, { undo: 'never' });
    const scene = host.drawing(lock);
    keeper.see({ ...scene, table: { ...scene.table, dice: { ...scene.table.dice, waiting: [] } } });
    expect(keeper.asking).toBe(false);
    keeper.agree();
    expect(browser.shown.length, 'only the one of the first draw').toBe(1);
  });

  it('is answered for a sheet that still holds: another window may have seen another one', () => {
    const keeper = browser.page();
    browser.draw(keeper);
    keeper.see(host.scene(host.table()));
    const lock = newLock('ABC234');
    host.write(lock);
    keeper.see(host.drawing(lock));
    const [first] = host.sheets;
    const other = browser.page();
    localStorage.setItem('asterism-dice-ABC234', JSON.stringify({ ...keptOf('ABC234'), sheets: [first, 'another'] }));
    other.see(host.drawing(lock));
    keeper.agree();
    expect(keeper.odd).toEqual(['odd-other-sheet']);
    expect(browser.shown.length).toBe(1);
  });
});

describe('settings that change between the lobby and the sheet', () => {
  /** A sheet with these settings, and a scene that shows the same ones. */
  const swapped = (lock: string, lie: { undo?: 'never'; options?: Record<string, number> }): Scene => {
    host.write(lock, lie);
    const scene = host.drawing(lock);
    return { ...scene, table: { ...scene.table, ...lie } };
  };

  it.each([{ undo: 'never' as const }, { options: { stones: 9 } }])('%o after the lobby showed others', (lie) => {
    const keeper = browser.page();
    keeper.see(host.scene(host.table()));
    const late = host.table(lie);
    keeper.see(host.scene({ ...late, dice: { ...late.dice, waiting: [] } })); // shown for a moment, in passing
    keeper.see(swapped(newLock('ABC234'), lie));
    expect([keeper.odd, browser.shown]).toEqual([['odd-settings'], []]);
  });

  it.each([{ undo: 'never' as const }, { options: { stones: 9 } }])('%o where no lobby was shown at all', (lie) => {
    const lock = newLock();
    give(lock, 'ABC234');
    keep('ABC234', { settings: { game: 'pebbles', options: { stones: 7 }, undo: 'free', hints: true } });
    const keeper = browser.page();
    keeper.see(swapped(lock, lie));
    expect([keeper.odd, browser.shown]).toEqual([['odd-settings'], []]);
  });

  it('are no change where they are those that were asked for', () => {
    const lock = newLock('ABC234');
    keep('ABC234', { settings: { game: 'pebbles', options: {}, undo: 'free', hints: true } });
    const keeper = browser.page();
    keeper.see(swapped(lock, {}));
    expect([keeper.odd, browser.shown.length]).toEqual([[], 1]);
  });
});
