/** One table as this page follows it: scenes come in, are shown one after the other, and what a person does goes out. */

import type { Advice, Answered, Asked, BotsBusy, Emoted, LogLine, Scene, UndoRefused } from '../wire/messages';
import { linked, remember, split } from '../links';
import { Offline, Refusal, type Socket } from '../wire/socket.svelte';
import { EMPTY, isMove, merge, type Log, type Merged } from './log';

export interface Shown extends Merged {
  scene: Scene;
}

/** What a board acts out. */
export interface Happened {
  next: Scene;
  fresh: readonly LogLine[]; // of the game
  announce: (line: LogLine) => void; // call when a line has become visible; the page then says it
  behind: boolean; // more is waiting already: be quick
}

/** A board may act out what happened before the new scene is drawn, and say what to do on it. */
export interface Stage {
  perform?: (happened: Happened) => Promise<void>;
  skip?: () => void;
  prompt?: () => string;
}

export interface Bubble {
  key: number;
  seat: number;
  name: string;
  emote: Emoted['emote'];
}

/** What the page wants to know as it happens. */
export interface Events {
  announce: (line: LogLine, scene: Scene, many: boolean) => void; // many: it is one of many that come at once
  shown: (shown: Shown) => void;
  undoRefused: (refused: UndoRefused, scene: Scene) => void;
}

const MANY_LINES = 8; // at once: nobody listens to all of them
const MANY = 4; // scenes waiting: a page that lags behind shows only the newest
const BUBBLE_TIME = 3200;

export const SPECTATOR = -3;
export const CHANCE = -1;

export class Table {
  readonly code: string;
  shown = $state.raw<Shown | null>(null);
  missing = $state(false); // there is no such table
  waits = $state(0); // seconds, about, until a code that was typed is looked up; 0: it does not wait
  lost = $state.raw<Refusal | null>(null); // it cannot be shown any more: why
  refusal = $state('');
  undoRefused = $state.raw<UndoRefused | null>(null); // until the match moves on, or someone asks again
  busy = $state.raw<BotsBusy | null>(null); // the bot to act waits before it can think, at this ply
  bubbles = $state.raw<Bubble[]>([]);
  advice = $state.raw<Advice | null>(null);
  chances = $state(false); // this person looks at the chances in this match with other people: not in the next one
  pending = $state<number | null>(null); // the action that was sent and not yet answered
  performing = $state(false);
  telling = $state.raw<LogLine | null>(null); // what just happened
  stage: Stage | null = null;

  #socket: Socket;
  #plain: boolean;
  #log: Log = EMPTY;
  #queue: Shown[] = $state.raw([]);
  #stops: (() => void)[] = [];
  #keys = 0;
  #advising = false;
  #left = false; // nobody looks at it any more
  #events: Events;

  constructor(code: string, socket: Socket, plain: boolean, events: Events) {
    this.code = code;
    this.#socket = socket;
    this.#plain = plain;
    this.#events = events;
  }

  start(): void {
    this.#stops = [this.#socket.listen((news) => this.#hear(news)), this.#socket.ready(() => void this.watch())];
  }

  stop(): void {
    this.#left = true;
    for (const stop of this.#stops) stop();
    this.stage?.skip?.();
    this.stage = null;
    void this.#socket.ask('unwatched', { type: 'unwatch', table: this.code }).catch(() => undefined); // or it is not followed anyway
  }

  get plain(): boolean {
    return this.#plain;
  }

  /** Ask for the whole table: at the start, after a break, and when a part of the log is missing. */
  async watch(plain = this.#plain): Promise<void> {
    this.#plain = plain;
    try {
      await this.#socket.ask('scene', { type: 'watch', table: linked(this.code), plain });
      this.missing = false;
    } catch (problem) {
      if (problem instanceof Refusal && problem.code === 'no-table') this.missing = true;
      else if (problem instanceof Refusal && ['gone', 'other-rules'].includes(problem.code)) this.lost = problem;
      else this.#complain(problem);
    }
  }

  /** Whether what is shown is all there is: only then may one act on it. */
  get current(): boolean {
    return this.#queue.length === 0 && !this.performing && this.#socket.status === 'online';
  }

  async act(action: number, then: readonly number[] = []): Promise<void> {
    const scene = this.shown?.scene;
    if (!scene || !this.current || this.pending !== null) return;
    this.pending = action;
    await this.ask({ type: 'act', table: this.code, ply: scene.ply, action, then: [...then] });
    this.pending = null;
  }

  /** Ask something that is answered by a scene; a refusal is told in words. */
  async ask(request: Asked): Promise<boolean> {
    this.refusal = '';
    try {
      await this.#socket.ask('scene', request);
      return true;
    } catch (problem) {
      this.#complain(problem);
      return false;
    }
  }

  async takeBack(): Promise<void> {
    const ply = this.shown?.scene.ply;
    if (ply !== undefined) await this.ask({ type: 'undo', table: this.code, ply });
  }

  async answer(yes: boolean): Promise<void> {
    const asked = this.shown?.scene.undo_asked;
    if (asked) await this.ask({ type: 'answer', table: this.code, ply: asked.ply, yes });
  }

  async emote(emote: Emoted['emote']): Promise<void> {
    await this.#quietly(this.#socket.ask('emoted', { type: 'emote', table: this.code, emote }));
  }

  /** At a place of the board, so that one's team sees it. */
  async point(place: string): Promise<void> {
    await this.ask({ type: 'point', table: this.code, place });
  }

  /** The chances of winning now; asked one at a time, and again if the match has moved on meanwhile. */
  async advise(): Promise<void> {
    if (this.#advising || this.#left) return;
    this.#advising = true;
    const found = await this.#quietly(this.#socket.ask('advice', { type: 'advise', table: this.code }), 'match-over');
    this.#advising = false;
    this.advice = found && found.ply === this.#log.through ? found : null;
    if (found && !this.advice && !this.#newest?.outcome) void this.advise();
  }

  /** What was told last, whether it is shown already or not. */
  get #newest(): Scene | undefined {
    return (this.#queue.at(-1) ?? this.shown)?.scene;
  }

  /** The answer, or nothing; a refusal is told in words, unless it is one that hurts nobody. */
  async #quietly<T>(asked: Promise<T>, harmless = ''): Promise<T | undefined> {
    try {
      return await asked;
    } catch (problem) {
      if (!(problem instanceof Refusal && problem.code === harmless)) this.#complain(problem);
      return undefined;
    }
  }

  #complain(problem: unknown): void {
    if (problem instanceof Refusal) this.refusal = problem.message;
    else if (!(problem instanceof Offline)) throw problem;
  }

  #hear(news: Answered): void {
    if (news.type === 'scene' && news.table.code === this.code) this.#take(news);
    if (news.type === 'code-waits' && split(news.code).code === this.code) this.waits = news.seconds;
    if (news.type === 'undo-refused' && news.table === this.code) this.#refuseUndo(news);
    if (news.type === 'bots-busy' && news.table === this.code) this.busy = news;
    if (news.type === 'emoted' && news.table === this.code) this.#bubble(news);
  }

  #take(scene: Scene): void {
    this.waits = 0;
    remember(this.code, scene.table.token);
    const merged = merge(this.#log, scene);
    const textMissing = this.#plain && scene.view !== null && scene.text === null; // told to one who reads pictures
    if (!merged || textMissing) {
      void this.watch();
      return;
    }
    this.#log = merged.log;
    if (this.advice && this.advice.ply !== scene.ply) this.advice = null;
    if (scene.undo_asked || this.undoRefused?.ply !== scene.ply) this.undoRefused = null;
    this.#queue = [...this.#queue, { scene, ...merged }];
    if (this.#queue.length > MANY) this.stage?.skip?.();
    if (!this.performing) void this.#showAll();
  }

  async #showAll(): Promise<void> {
    this.performing = true;
    while (this.#queue.length > 0) {
      const next = this.#queue[0]!;
      await this.#actOut(next);
      this.#queue = this.#queue.slice(1);
      this.shown = next;
      this.#events.shown(next);
    }
    this.performing = false;
  }

  /** Let the board show what happened; every line is told once, by the board at the right moment or here. */
  async #actOut(next: Shown): Promise<void> {
    if (this.shown === null || next.takenBack > 0) this.telling = next.log.lines.at(-1) ?? null;
    if (this.shown === null || next.fresh.length === 0) return;
    const announced = new Set<LogLine>();
    const tell = (line: LogLine): void => {
      if (announced.has(line)) return;
      announced.add(line);
      this.telling = line;
      this.#events.announce(line, next.scene, next.fresh.length > MANY_LINES);
    };
    if (this.#queue.length <= MANY && !document.hidden) {
      const behind = this.#queue.length > 1;
      const fresh = next.fresh.filter(isMove);
      if (fresh.length > 0) await this.stage?.perform?.({ next: next.scene, fresh, announce: tell, behind });
    }
    next.fresh.forEach(tell);
  }

  #refuseUndo(news: UndoRefused): void {
    const scene = this.#newest;
    if (!scene || news.ply !== this.#log.through) return;
    this.undoRefused = news;
    this.#events.undoRefused(news, scene);
  }

  #bubble(news: Emoted): void {
    const bubble = { key: this.#keys++, seat: news.seat, name: news.name, emote: news.emote };
    this.bubbles = [...this.bubbles, bubble];
    setTimeout(() => (this.bubbles = this.bubbles.filter((b) => b !== bubble)), BUBBLE_TIME);
  }
}
