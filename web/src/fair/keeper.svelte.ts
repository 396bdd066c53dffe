/** What this page does about the dice of one table: gives locks, reads sheets, shows its number, listens, and checks. */

import { getContext, setContext } from 'svelte';
import type { Answered, Asked, Scene } from '../wire/messages';
import { Offline, Refusal, type Socket } from '../wire/socket.svelte';
import type { MatchRecord } from './check';
import { lockSecret } from './dice';
import { give, keep, keptOf, newLock, numberOf, saw, seenElsewhere, spend, type Kept } from './kept';
import { oddities, settingsOf } from './sheet';
import { broken, cannot, unshown, type Verdict } from './verdict';

export class Keeper {
  readonly code: string;
  kept = $state.raw<Kept>(keptOf(''));
  asking = $state(false); // a further number is asked for: the person decides
  odd = $state.raw<string[]>([]); // why no number is shown
  verdict = $state.raw<Verdict | null>(null); // once the match is over, or something does not fit before
  unbegun = $state(false); // the host says that the match never began, though this browser saw it begin
  unread = $derived(this.verdict?.findings[0]?.words === 'cannot-fetch'); // the connection broke, say

  #socket: Socket;
  #record: (code: string) => Promise<MatchRecord>;
  #scene: Scene | null = null;
  #sent = ''; // what was sent last by itself, so that it is not sent twice
  #suspect = false; // there were fewer rolls than known: looked at once more before it is believed
  #denied = false; // the verdict is that the host denies the match
  #checking = false;

  constructor(code: string, socket: Socket, record: (code: string) => Promise<MatchRecord>) {
    this.code = code;
    this.#socket = socket;
    this.#record = record;
    this.kept = keptOf(code);
  }

  /** Listen; returns how to stop. */
  start(): () => void {
    const again = this.#socket.ready(() => (this.#sent = '')); // what was on its way may be lost
    const stop = this.#socket.listen((news: Answered) => {
      if (news.type === 'scene' && news.table.code === this.code) this.see(news);
    });
    return () => [again, stop].forEach((end) => end());
  }

  see(scene: Scene): void {
    this.#scene = scene;
    this.asking = false;
    this.odd = [];
    this.kept = keptOf(this.code); // another window may have shown a number, or heard more
    const { dice, phase } = scene.table;
    const before = phase === 'lobby' || phase === 'drawing' || phase === 'closed';
    if (this.#denied) this.verdict = null; // the table is shown again, and what it shows is looked at anew
    this.unbegun = this.#denied = before && this.kept.commitment !== '' && saw(this.kept);
    if (this.unbegun) this.verdict = unshown('broken-unbegun', this.kept);
    if (this.unbegun || phase === 'closed') return; // and no number is shown for another match in its place
    if (dice.protocol !== 2) {
      const older = dice.protocol === 1;
      if (this.kept.commitment) this.verdict = broken(older ? 'broken-first' : 'broken-no-dice');
      else if (!older && scene.rolled > 0) this.verdict = broken('broken-no-chance');
      else if (phase === 'over') this.verdict = cannot(older ? 'cannot-first' : 'cannot-none');
      return;
    }
    if (!this.kept.commitment && phase !== 'over') this.#keep({ commitment: dice.commitment });
    if (phase === 'lobby' || phase === 'drawing') this.#keep({ settings: settingsOf(scene.table, this.kept.settings) });
    give(dice.lock, this.code); // where the answer to what it was sent with was lost
    if (phase === 'lobby') this.#lock(scene);
    else if (phase === 'drawing') this.#draw(scene);
    else this.#listenTo(scene);
    if ((phase !== 'playing' && phase !== 'over') || (this.verdict && !this.unread)) return;
    const wrong = phase === 'playing' || !dice.secret ? this.#replaced(scene) : ''; // else the record tells more
    if (wrong) this.verdict = broken(wrong);
    else if (phase === 'over') void this.#check(scene);
  }

  /** Hear that the host shows this table no more, since it was removed, or since there is none by this code. */
  deny(words: 'broken-denied' | 'broken-removed'): void {
    this.kept = keptOf(this.code);
    if (!this.kept.commitment || !saw(this.kept) || this.kept.settled) return;
    this.#denied = true;
    this.verdict = unshown(words, this.kept);
  }

  /** Check the record of a match that was broken off because its rules are not there. */
  async read(record: MatchRecord): Promise<void> {
    this.kept = keptOf(this.code);
    if (!this.kept.commitment) return;
    const { checkUnlisted } = await import('./check');
    this.verdict = checkUnlisted(record, this.kept);
  }

  /** Read the record once more, after it could not be read. */
  tryAgain(): void {
    if (this.#scene && this.unread) void this.#check(this.#scene);
  }

  /** Show the number after all: the person has seen that the dice are drawn once more. */
  agree(): void {
    const scene = this.#scene;
    if (!scene || !this.asking) return;
    this.asking = false;
    this.kept = keptOf(this.code); // another window may have seen another sheet since
    this.odd = this.#oddities(scene);
    if (this.odd.length === 0) this.#reveal(scene);
  }

  /** Ask everyone for fresh numbers, without the browsers of these seats. */
  async redraw(without: number[]): Promise<string> {
    const draw = this.#scene?.table.dice.draws ?? 0;
    return this.#ask({ type: 'redraw', table: this.code, draw, without });
  }

  /** Break the match off, so that the secret of its dice is shown. */
  async close(): Promise<string> {
    return this.#ask({ type: 'close', table: this.code, ply: this.#scene?.ply ?? 0 });
  }

  /** That nothing was wrong, what was refused, or nothing if the connection broke. */
  async #ask(request: Asked): Promise<string> {
    try {
      await this.#socket.ask('scene', request);
      return '';
    } catch (problem) {
      if (problem instanceof Refusal) return problem.message;
      if (problem instanceof Offline) return '';
      throw problem;
    }
  }

  #keep(more: Partial<Kept>): void {
    this.kept = keep(this.code, more);
  }

  #asked(scene: Scene): boolean {
    return scene.table.seats.some((seat, i) => seat.mine && seat.taken && scene.table.dice.waiting.includes(i));
  }

  #lock(scene: Scene): void {
    const { dice, seats } = scene.table;
    const sits = seats.some((seat) => seat.mine && seat.taken);
    const lost = sits && dice.lock && numberOf(dice.lock) === undefined; // this browser has forgotten its number
    if (!lost && (!this.#asked(scene) || dice.lock)) return;
    const sent = `lock ${dice.draws}`;
    if (this.#sent === sent) return;
    this.#sent = sent;
    void this.#ask({ type: 'commit', table: this.code, commit: newLock(this.code) });
  }

  #oddities(scene: Scene): string[] {
    const { dice } = scene.table;
    return oddities(scene.table, this.kept, numberOf(dice.lock), seenElsewhere(dice.commitment, this.code));
  }

  #draw(scene: Scene): void {
    const { dice } = scene.table;
    const odd = this.#oddities(scene);
    if (!odd.some((word) => word === 'odd-other-sheet' || word === 'odd-sheet')) this.#keep({ sheets: dice.sheets });
    if (!this.#asked(scene)) return;
    this.odd = odd;
    if (odd.length > 0) return;
    if (this.kept.revealed.every(([sheet]) => sheet === dice.sheet)) this.#reveal(scene);
    else this.asking = true;
  }

  #reveal(scene: Scene): void {
    const { sheet, lock } = scene.table.dice;
    if (this.#sent === sheet) return;
    const nonce = spend(lock, this.code, sheet); // kept before it is shown
    if (nonce === undefined) return;
    this.#sent = sheet;
    const others = keptOf(this.code).revealed.filter(([other]) => other !== sheet);
    this.#keep({ revealed: [...others, [sheet, nonce]] });
    void this.#ask({ type: 'reveal', table: this.code, sheet, nonce });
  }

  #listenTo(scene: Scene): void {
    const known = this.kept;
    const more: Partial<Kept> = {};
    const { dice } = scene.table;
    if (known.nonces.length === 0 && dice.nonces.length > 0) more.nonces = dice.nonces;
    const fresh = scene.heard.filter(([number]) => !(number in known.heard));
    if (fresh.length > 0) more.heard = { ...known.heard, ...Object.fromEntries(fresh) };
    if (scene.rolled > known.rolled) more.rolled = scene.rolled;
    if (scene.rolled < known.rolled && !known.setBack) {
      if (this.#suspect) more.setBack = [known.rolled, scene.rolled];
      else void this.#ask({ type: 'watch', table: this.code }); // or this scene was overtaken by another window's
      this.#suspect = true;
    } else this.#suspect = false;
    if (Object.keys(more).length > 0) this.#keep(more);
  }

  /** What shows, without the record, that this is not the match which this browser saw begin; nothing where it may be. */
  #replaced(scene: Scene): string {
    const { dice, phase } = scene.table;
    const { commitment, nonces } = this.kept;
    if (commitment && dice.commitment !== commitment) return 'broken-lock';
    if (nonces.join() && nonces.join() !== dice.nonces.join()) return 'broken-openings-changed';
    if (phase !== 'over' || !commitment) return '';
    if (!dice.secret) return 'broken-no-secret';
    return lockOf(dice.secret) === commitment ? '' : 'broken-secret';
  }

  async #check(scene: Scene): Promise<void> {
    if (this.#checking) return;
    this.#checking = true;
    try {
      const [{ check }, record] = await Promise.all([import('./check'), this.#record(this.code)]);
      this.verdict = check(record, keptOf(this.code), scene.table, scene.outcome);
      this.#keep({ settled: true });
    } catch (problem) {
      const wrong = this.#replaced(scene);
      this.verdict = wrong ? broken(wrong) : cannot('cannot-fetch', { why: (problem as Error).message });
    }
    this.#checking = false;
  }
}

function lockOf(secret: string): string {
  try {
    return lockSecret(secret);
  } catch {
    return ''; // what was shown is no secret
  }
}

const PLACE = Symbol('keeper');

/** For the components of a table's page. */
export const offerKeeper = (keeper: Keeper): Keeper => setContext(PLACE, keeper);
export const keeperHere = (): Keeper | undefined => getContext<Keeper | undefined>(PLACE);
