import { beforeEach, describe, expect, it } from 'vitest';
import type { Asked, Scene } from '../wire/messages';
import type { MatchRecord } from './check';
import { receiptOf } from './verdict';
import { hashOf, lockNonce } from './dice';
import { Browser, settled } from './browser.test-double';
import { BERT, Host } from './host.test-double';
import type { Keeper } from './keeper.svelte';
import { keptOf, newLock, numberOf } from './kept';

let browser: Browser;
let host: Host;
let asked: Asked[];

beforeEach(() => {
  localStorage.clear();
  browser = new Browser();
  ({ host, asked } = browser);
});

const page = (): Keeper => browser.page();
const draw = (keeper: Keeper): string => browser.draw(keeper);
const play = (keeper: Keeper, lock: string): Scene => browser.play(keeper, lock);
const shown = (): Browser['shown'] => browser.shown;

describe('an honest host', () => {
  it('gets a lock where one is missing, then the number, kept before it is shown', () => {
    const keeper = page();
    browser.tell(host.scene(host.table()));
    browser.tell(host.scene(host.table()));
    const [commit, ...more] = asked as { type: string; commit: string }[];
    expect([commit!.type, more]).toEqual(['commit', []]);
    host.write(commit!.commit);
    browser.tell(host.drawing(commit!.commit));
    expect(shown()).toMatchObject([{ sheet: hashOf(host.sheets[0]!), nonce: numberOf(commit!.commit)!.nonce }]);
    expect(keptOf('ABC234')).toMatchObject({
      revealed: [[hashOf(host.sheets[0]!), shown()[0]!.nonce]],
      sheets: host.sheets,
    });
    expect(keeper.odd).toEqual([]);
  });

  it('is told that all fits, with how many rolls, and a receipt can be saved', async () => {
    const keeper = page();
    keeper.see(play(keeper, draw(keeper)));
    await settled();
    expect(keeper.verdict).toEqual({ state: 'fits', rolls: 9, takenBack: 2, draws: 1, findings: [] });
    const receipt = JSON.parse(receiptOf('ABC234', keeper.kept)) as { heard: number[][]; revealed: unknown };
    expect([receipt.heard.length, receipt.revealed]).toEqual([9, [[hashOf(host.sheets[0]!), host.nonces[0]]]]);
  });

  it('is checked as well by a page that was loaded anew in the middle', async () => {
    const first = page();
    const lock = draw(first);
    const end = play(first, lock);
    const again = page();
    again.see(end);
    await settled();
    expect(again.verdict?.state).toBe('fits');
  });

  it('may draw once more, but a further number is shown only when the person agrees', () => {
    const keeper = page();
    draw(keeper);
    expect(shown().length).toBe(1);
    browser.tell(host.scene(host.table()));
    const lock = newLock(host.code);
    host.write(lock);
    browser.tell(host.drawing(lock));
    expect([shown().length, keeper.asking]).toEqual([1, true]);
    const reloaded = page();
    reloaded.see(host.drawing(lock));
    expect([shown().length, reloaded.asking], 'and a reload is no consent').toEqual([1, true]);
    reloaded.agree();
    expect(shown().length).toBe(2);
    expect(keptOf('ABC234').revealed.length).toBe(2);
  });

  it('gets a fresh lock where this browser has forgotten the number behind its own', () => {
    const keeper = page();
    const scene = host.scene(host.table());
    const forgotten = { ...scene.table.dice, lock: lockNonce('ab'.repeat(32)), waiting: [] };
    const again = (): void => keeper.see({ ...scene, table: { ...scene.table, dice: forgotten } });
    again();
    again();
    expect(
      asked.map(({ type }) => type),
      'once: another device of mine may have made it',
    ).toEqual(['commit']);
  });

  it('is not called unfair by who showed a number and was left out of the next draw', async () => {
    const keeper = page();
    draw(keeper);
    host.write(newLock(host.code), { contributors: [{ name: 'Bert', seats: [1], lock: lockNonce(BERT) }] });
    host.nonces = [BERT];
    keeper.see(host.roll());
    keeper.see(host.over());
    await settled();
    expect(keeper.verdict).toMatchObject({ state: 'gaps', findings: [{ words: 'gap-no-part' }] });
  });

  it('gets no second number from another window without consent, and both are counted', () => {
    const [one, two] = [page(), page()];
    two.see(host.scene(host.table()));
    draw(one);
    const second = newLock(host.code);
    host.write(second);
    two.see(host.drawing(second));
    expect([shown().length, two.asking], 'the other window showed the first').toEqual([1, true]);
    two.agree();
    expect(keptOf('ABC234').revealed.length).toBe(2);
  });

  it('is not called unfair by who only watched, nor promised what was not seen', async () => {
    const keeper = page();
    const lock = draw(keeper);
    const end = play(keeper, lock);
    localStorage.clear();
    const watcher = page();
    watcher.see(end);
    await settled();
    expect(watcher.verdict).toMatchObject({ state: 'gaps', findings: [{ words: 'gap-no-sheet' }] });
  });
});

type Cheat = [string, (lock: string) => void, string];

describe('before the number is shown', () => {
  const cheats: Cheat[] = [
    ['my lock left out', () => host.write(lockNonce(BERT), { contributors: [] }), 'odd-my-lock'],
    [
      'my lock twice',
      (lock) => host.write(lock, { contributors: [{ name: 'A', seats: [0], lock }, { name: 'B', seats: [1], lock }] }), // prettier-ignore
      'odd-my-lock',
    ],
    ['another secret', (lock) => ((host.secret = 'ff'.repeat(32)), host.write(lock)), 'odd-secret'],
    ['another secret on the sheet alone', (lock) => host.write(lock, { secret: lockNonce(BERT) }), 'odd-secret'],
    ['another option', (lock) => host.write(lock, { options: { stones: 8 } }), 'odd-settings'],
    ['another undo setting', (lock) => host.write(lock, { undo: 'never' }), 'odd-settings'],
    ['another edition', (lock) => host.write(lock, { edition: 'abc' }), 'odd-settings'],
    ['another name', (lock) => host.write(lock, { seats: [] }), 'odd-people'],
    ['the sheet of another table', (lock) => host.write(lock, { table: 'XYZ' }), 'odd-people'],
    ['a number of draws that is not so', (lock) => host.write(lock, { draw: 3 }), 'odd-chain'],
    ['a sheet before that was never there', (lock) => host.write(lock, { before: 'ab' }), 'odd-chain'],
    ['no sheet at all', () => (host.sheets = ['']), 'odd-sheet'],
    ['the first protocol on the sheet', (lock) => host.write(lock, { dice: 1 }), 'odd-chain'],
  ];

  it.each(cheats)('a host is found out with %s', (_, cheat, told) => {
    const keeper = page();
    keeper.see(host.scene(host.table()));
    const lock = newLock(host.code);
    cheat(lock);
    keeper.see(host.drawing(lock));
    expect(keeper.odd).toContain(told);
    expect(shown()).toEqual([]);
  });

  it('a host is found out with two sheets for one draw, across a reload', () => {
    const lock = draw(page());
    host.sheets = [];
    host.write(lock, { seats: [{ kind: 'guest', name: 'Anna', level: '' }, { kind: 'guest', name: 'Bert', level: '' }], extra: 1 }); // prettier-ignore
    const reloaded = page();
    reloaded.see(host.drawing(lock));
    expect(reloaded.odd).toContain('odd-other-sheet');
    expect(shown().length).toBe(1);
  });

  it('a host is found out with a hash that is not of this sheet', () => {
    const keeper = page();
    keeper.see(host.scene(host.table()));
    const lock = newLock(host.code);
    host.write(lock);
    const scene = host.drawing(lock);
    keeper.see({ ...scene, table: { ...scene.table, dice: { ...scene.table.dice, sheet: 'ab'.repeat(32) } } });
    expect(keeper.odd).toEqual(['odd-sheet']);
    expect(shown()).toEqual([]);
  });

  it('a host is found out with the secret of another table', () => {
    draw(page());
    host = browser.host = new Host();
    host.code = 'NEXT22';
    const next = page();
    next.see(host.scene(host.table()));
    const lock = newLock(host.code);
    host.write(lock);
    next.see(host.drawing(lock));
    expect(next.odd).toEqual(['odd-secret-twice']);
    expect(shown().length).toBe(1);
  });

  it('a lock that is not of this browser is not answered', () => {
    const keeper = page();
    keeper.see(host.scene(host.table()));
    const foreign = lockNonce('ab'.repeat(32));
    host.write(foreign);
    keeper.see(host.drawing(foreign));
    expect(keeper.odd).toEqual(['odd-other-device']);
    expect(asked.filter((request) => request.type !== 'commit')).toEqual([]);
  });
});

describe('at the end', () => {
  const changed = (change: (made: MatchRecord) => void): void => {
    const made = structuredClone(host.record());
    change(made);
    browser.record = () => made;
  };
  const cheats: [string, (made: MatchRecord) => void, string][] = [
    ['another face', (made) => (made.actions[3] = (made.actions[3]! % 6) + 1), 'broken-roll'],
    ['a face that was taken back', (made) => (made.actions[7] = (made.actions[7]! % 6) + 1), 'broken-roll'],
    ['another secret', (made) => (made.dice!.secret = 'ff'.repeat(32)), 'broken-secret'],
    ['another number of mine', (made) => (made.dice!.nonces[0] = 'ff'.repeat(32)), 'broken-number'],
    ['another number of the other', (made) => (made.dice!.nonces[1] = 'ff'.repeat(32)), 'broken-openings'],
    ['numbers left out', (made) => (made.dice!.nonces = []), 'broken-openings'],
    ['a number with capitals', (made) => (made.dice!.nonces[1] = BERT.toUpperCase()), 'broken-openings'],
    ['a number of 31 bytes', (made) => (made.dice!.nonces[1] = BERT.slice(2)), 'broken-openings'],
    ['another sheet', (made) => (made.dice!.sheets![0] += ' '), 'broken-sheets'],
    ['a draw that is not told of', (made) => made.dice!.sheets!.unshift(made.dice!.sheets![0]!), 'broken-chain'],
    ['odds in another order', (made) => made.odds[0]![0].reverse(), 'broken-odds'],
    ['odds twice as large', (made) => (made.odds[0]![1] = [2, 2, 2, 2, 2, 2]), 'broken-odds'],
    ['odds of nothing', (made) => (made.odds[0]![1] = [0, 1, 1, 1, 1, 1]), 'broken-odds'],
    ['odds below nothing', (made) => (made.odds[0]![1] = [-1, 1, 1, 1, 1, 1]), 'broken-odds'],
    ['odds beyond all numbers', (made) => (made.odds[0]![1] = [1e300, 1, 1, 1, 1, 1]), 'broken-odds'],
    ['odds that are not there', (made) => (made.odds = []), 'broken-odds'],
    ['a roll left out', (made) => made.rolls.splice(2, 1), 'broken-heard'],
    ['the last roll left out', (made) => made.rolls.pop(), 'broken-rolled'],
    ['no rolls at all', (made) => (made.rolls = []), 'broken-heard'],
    ['a roll twice', (made) => made.rolls.splice(2, 0, made.rolls[2]!), 'broken-list'],
    ['another winner', (made) => (made.result!.winners = [0]), 'broken-result'],
    ['another name', (made) => (made.names[0] = 'Eve'), 'broken-settings'],
    ['another option', (made) => (made.options.stones = 9), 'broken-settings'],
  ];

  it.each(cheats)('a host is found out with %s', async (_, change, told) => {
    const keeper = page();
    const end = play(keeper, draw(keeper));
    changed(change);
    keeper.see(end);
    await settled();
    expect(keeper.verdict?.state).toBe('broken');
    expect(keeper.verdict?.findings.map(({ words }) => words)).toContain(told);
  });

  it('a host is found out that made up a whole match anew, which fits in itself', async () => {
    const keeper = page();
    const lock = draw(keeper);
    play(keeper, lock);
    const other = new Host();
    other.secret = 'ff'.repeat(32);
    other.write(lock);
    other.nonces = [numberOf(lock)!.nonce, BERT];
    for (let i = 0; i < 9; i++) other.roll();
    browser.record = () => other.record();
    keeper.see(other.over());
    await settled();
    const told = keeper.verdict?.findings.map(({ words }) => words);
    expect(told).toEqual(expect.arrayContaining(['broken-secret', 'broken-sheets', 'broken-heard']));
  });

  it('a host is found out that told another face than it rolled', async () => {
    const keeper = page();
    const lock = draw(keeper);
    host.nonces = [numberOf(lock)!.nonce, BERT];
    const scene = host.roll();
    keeper.see({ ...scene, heard: [[0, (scene.heard[0]![1] % 6) + 1]] });
    keeper.see(host.over());
    await settled();
    expect(keeper.verdict?.findings).toEqual([{ words: 'broken-heard', args: { number: 1 } }]);
  });

  it('a host is found out that set the table back to a copy', async () => {
    const keeper = page();
    const lock = draw(keeper);
    host.nonces = [numberOf(lock)!.nonce, BERT];
    for (let i = 0; i < 5; i++) keeper.see(host.roll());
    host.rolls.splice(3);
    host.actions.splice(6);
    keeper.see(host.playing());
    expect(asked.at(-1)?.type, 'looked at once more before it is believed').toBe('watch');
    keeper.see(host.playing());
    for (let i = 0; i < 5; i++) keeper.see(host.roll());
    keeper.see(host.over());
    await settled();
    expect(keeper.verdict?.findings).toEqual([{ words: 'broken-set-back', args: { from: 5, to: 3 } }]);
  });

  it('false but well-formed odds pass: that they are those of the rules only a replay can tell', async () => {
    host.odds = [
      [1, 2, 3, 4, 5, 6],
      [1, 1, 1, 1, 1, 995],
    ];
    const keeper = page();
    keeper.see(play(keeper, draw(keeper)));
    await settled();
    expect(keeper.verdict?.state).toBe('fits');
    expect(host.actions.filter((action) => action === 6).length).toBeGreaterThan(5);
  });

  it('what cannot be read is told as that', async () => {
    const keeper = page();
    browser.record = () => {
      throw new Error('gone');
    };
    keeper.see(play(keeper, draw(keeper)));
    await settled();
    expect(keeper.verdict).toMatchObject({ state: 'cannot', findings: [{ words: 'cannot-fetch' }] });
    expect(keeper.unread).toBe(true);
    browser.record = () => host.record();
    keeper.tryAgain();
    await settled();
    expect(keeper.verdict?.state, 'and is tried again').toBe('fits');
  });
});

describe('a host that ends, replaces or denies a match before its secret was shown', () => {
  /** A match of nine rolls, and the keeper that saw it. */
  function begun(): Keeper {
    const keeper = page();
    play(keeper, draw(keeper));
    return keeper;
  }
  const words = (keeper: Keeper): string[] => keeper.verdict?.findings.map((finding) => finding.words) ?? [];

  it.each(['closed', 'lobby', 'drawing'] as const)('is told that the match had begun, though it says %s', (phase) => {
    const before = asked.length;
    for (const keeper of [begun(), page()]) {
      asked.length = before;
      const lock = newLock(host.code);
      host.write(lock);
      keeper.see({ ...host.drawing(lock), table: { ...host.drawing(lock).table, phase }, rolled: 0 });
      expect([keeper.unbegun, keeper.verdict?.state]).toEqual([true, 'broken']);
      expect(words(keeper)).toEqual(['broken-unbegun', 'broken-no-secret']);
      expect(keeper.verdict?.findings[0]?.args).toEqual({ rolls: 9 });
      expect(shown().length, 'no number for another match').toBe(0);
      host.sheets.pop();
    }
  });

  it('is not accused where the table was closed before the match began', () => {
    const keeper = page();
    draw(keeper);
    keeper.see(host.scene(host.table({ phase: 'closed' })));
    expect([keeper.unbegun, keeper.verdict]).toEqual([false, null]);
  });

  it.each(['broken-denied', 'broken-removed'] as const)('is told what was seen of the match, where it is %s', (why) => {
    begun();
    const again = page();
    again.deny(why);
    expect(words(again)).toEqual([why, 'broken-no-secret']);
    again.see(host.playing());
    expect(again.verdict, 'it is shown again').toBeNull();
  });

  it('is not accused of a table that it removed after its secret was checked', async () => {
    const keeper = begun();
    keeper.see(host.over());
    await settled();
    expect(keeper.verdict?.state).toBe('fits');
    const again = page();
    again.deny('broken-removed');
    expect(again.verdict).toBeNull();
  });

  it('is told so at once where the match is over without a secret, whatever it does about the record', () => {
    const keeper = begun();
    browser.record = () => {
      throw new Error('asked for');
    };
    const over = host.over();
    keeper.see({ ...over, table: { ...over.table, dice: { ...over.table.dice, secret: null } } });
    expect(words(keeper)).toEqual(['broken-no-secret']);
  });

  it.each([
    ['another secret', (): string => (host.secret = 'ff'.repeat(32)), 'broken-lock'],
    ['other numbers', (): string[] => (host.nonces = [...host.nonces].toReversed()), 'broken-openings-changed'],
  ])('is found out in the middle with %s', (_, cheat, told) => {
    const keeper = begun();
    keeper.see(host.playing());
    expect(keeper.verdict).toBeNull();
    cheat();
    keeper.see(host.playing());
    expect(words(keeper)).toEqual([told]);
  });

  it.each([
    ['the secret that was locked', (): string => host.secret, 'cannot-unlisted'],
    ['another secret', (): string => 'ff'.repeat(32), 'broken-secret'],
    ['no secret', (): null => null, 'broken-no-secret'],
  ])('is checked by the record of a match whose rules it does not have, with %s', async (_, secret, told) => {
    const keeper = begun();
    const record = host.record();
    await keeper.read({ ...record, rolls: [], odds: [], dice: { ...record.dice!, secret: secret() } });
    expect(words(keeper)).toEqual([told]);
  });
});
