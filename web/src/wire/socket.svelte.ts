/** The one connection to the server: questions with answers, news without, and coming back after a break. */

import type { Answered, Asked, Refused, Trouble, Welcome } from './messages';

export type Kind = Answered['type'];
export type AnswerOf<K extends Kind> = Extract<Answered, { type: K }>;

/** The server said no, and why. */
export class Refusal extends Error {
  readonly code: string;

  constructor(refused: Refused) {
    super(refused.text);
    this.code = refused.code;
  }
}

/** The connection broke before the answer came. */
export class Offline extends Error {}

interface Waiting {
  text: string; // what was asked
  resolve: (answer: Answered) => void;
  reject: (problem: Error) => void;
}

const COME_BACK = 1012; // with which a server that stops closes a line, having answered all it has taken
const COME_BACK_WAIT = 300; // milliseconds at most, so that not all come back in the same moment
const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
const PATIENCE = 5000; // milliseconds that a question may take before we ask whether the server is still there
const SILENCE = 5000; // and that it may then say nothing at all; a new connection, twice that
const MOST_PATIENT = 4; // times as long at most, for a server that is busy: who hangs up and comes back makes it busier

export class Socket {
  status = $state<'connecting' | 'online' | 'offline'>('connecting');
  welcome = $state.raw<Welcome | null>(null);
  trouble = $state<Trouble['why']>(''); // play pauses, because of this
  ahead = 0; // milliseconds by which the server's clock is ahead of this device's

  #address: string;
  #name: () => string;
  #line: WebSocket | null = null;
  #waiting = new Map<number, Waiting>();
  #listeners = new Set<(news: Answered) => void>();
  #onReady = new Set<() => void>();
  #onSettled: (() => void)[] = [];
  #next = 1;
  #wait = FIRST_WAIT;
  #patience = 1; // times SILENCE; doubled by every silence, 1 again with a quick answer or another network
  #quick = 0; // until then what the server says is a quick answer, in milliseconds since 1970
  #timer: ReturnType<typeof setTimeout> | undefined;
  #silent: ReturnType<typeof setTimeout> | undefined; // runs until the server says anything

  constructor(address: string, name: () => string) {
    this.#address = address;
    this.#name = name;
  }

  start(): void {
    if (this.#line) return;
    addEventListener('online', () => this.#newNetwork());
    addEventListener('offline', () => this.#look());
    document.addEventListener('visibilitychange', () => document.hidden || this.#look());
    this.#connect();
  }

  /** Ask something; the answer of the kind that was expected, or a Refusal, or Offline. */
  async ask<K extends Kind>(kind: K, request: Asked): Promise<AnswerOf<K>> {
    await this.#connected();
    const line = this.#line;
    if (!line || this.status !== 'online') throw new Offline();
    const id = this.#next++;
    const late = setInterval(() => this.#look(), PATIENCE);
    const answer = await new Promise<Answered>((resolve, reject) => {
      const text = JSON.stringify({ ...request, id });
      this.#waiting.set(id, { text, resolve, reject });
      line.send(text);
    }).finally(() => clearInterval(late));
    if (answer.type === 'refused') throw new Refusal(answer);
    if (answer.type !== kind) throw new Error(`the server answered ${answer.type}, not ${kind}`);
    return answer as AnswerOf<K>;
  }

  /** Hear every message; returns how to stop. */
  listen(listener: (news: Answered) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Called now if connected, and after every reconnection; returns how to stop. */
  ready(task: () => void): () => void {
    this.#onReady.add(task);
    if (this.status === 'online') task();
    return () => this.#onReady.delete(task);
  }

  #connected(): Promise<void> {
    if (this.status !== 'connecting') return Promise.resolve();
    return new Promise((resolve) => this.#onSettled.push(resolve));
  }

  #settle(): void {
    for (const resolve of this.#onSettled.splice(0)) resolve();
  }

  #giveUp(): void {
    for (const { reject } of this.#waiting.values()) reject(new Offline());
    this.#waiting.clear();
  }

  #connect(): void {
    const line = new WebSocket(this.#address);
    this.#line = line;
    line.onmessage = (event) => this.#line === line && this.#hear(JSON.parse(event.data as string) as Answered);
    line.onclose = (event) => (event.code === COME_BACK && this.welcome ? this.#comeBack(line) : this.#lose(line));
    this.#expect(2 * SILENCE);
  }

  /** Is the server still there? A network that went away does not say so: the line stays open, and silent. */
  #look(): void {
    if (this.status === 'offline') this.#again(0);
    if (this.status !== 'online' || this.#silent !== undefined) return;
    this.#line?.send(JSON.stringify({ type: 'hello' } satisfies Asked));
    this.#expect(SILENCE);
  }

  /** A connection that was being made by the network before would wait in vain. */
  #newNetwork(): void {
    this.#patience = 1;
    const line = this.#line;
    if (this.status === 'offline' && line) {
      this.#heard();
      this.#line = null;
      line.close();
    }
    this.#look();
  }

  /** Give the line up unless the server says something within this time. */
  #expect(time: number): void {
    const line = this.#line;
    this.#heard();
    this.#quick = Date.now() + time;
    this.#silent = setTimeout(() => {
      if (!line || this.#line !== line) return;
      this.#patience = Math.min(2 * this.#patience, MOST_PATIENT);
      this.#lose(line);
      line.close();
    }, time * this.#patience);
  }

  #heard(): void {
    clearTimeout(this.#silent);
    this.#silent = undefined;
  }

  #lose(line: WebSocket): void {
    if (this.#line !== line) return;
    this.#heard();
    this.#line = null;
    this.status = 'offline';
    this.#giveUp();
    this.#settle();
    this.#again(this.#wait);
    this.#wait = Math.min(this.#wait * 1.7, LONGEST_WAIT);
  }

  /** The server stops, and another one is there, or will be: what it has not answered is asked again. */
  #comeBack(line: WebSocket): void {
    if (this.#line !== line) return;
    this.#heard();
    this.#line = null;
    this.status = 'connecting';
    this.#again(Math.random() * COME_BACK_WAIT);
  }

  #again(wait: number): void {
    if (this.#line) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#connect(), wait);
  }

  #hear(news: Answered): void {
    if (this.#silent !== undefined && Date.now() < this.#quick) this.#patience = 1;
    this.#heard();
    if (news.type === 'welcome') this.#greet(news);
    if (news.type === 'trouble') this.trouble = news.why;
    const waiting = news.id ? this.#waiting.get(news.id) : undefined;
    if (waiting && news.id) {
      this.#waiting.delete(news.id);
      waiting.resolve(news);
    }
    for (const listener of this.#listeners) listener(news);
  }

  #greet(welcome: Welcome): void {
    const first = this.status !== 'online';
    // the cookie of this device is believed no more: it was signed out, or the host has changed the key
    if (this.welcome && this.welcome.guest !== welcome.guest) location.reload();
    this.welcome = welcome;
    this.ahead = welcome.now * 1000 - Date.now();
    this.status = 'online';
    this.#wait = FIRST_WAIT;
    if (!first) return;
    this.trouble = '';
    for (const { text } of this.#waiting.values()) this.#line?.send(text);
    const name = this.#name();
    if (name && name !== welcome.name) void this.ask('welcome', { type: 'hello', name }).catch(() => undefined);
    for (const task of this.#onReady) task();
    this.#settle();
  }
}
