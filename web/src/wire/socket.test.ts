import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Asked } from './messages';
import { Offline, Socket } from './socket.svelte';

const welcome = { type: 'welcome', id: 0, protocol: 1, guest: 'g', name: 'Ada' };

/** A line whose other end is this test; one that says nothing is as a phone's that has lost its network. */
class Line {
  static all: Line[] = [];
  sent: (Asked & { id: number })[] = [];
  onmessage: (event: { data: string }) => void = () => undefined;
  onclose: (event: { code: number }) => void = () => undefined;
  closed = false;

  constructor() {
    Line.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Asked & { id: number });
  }
  close(): void {
    this.closed = true;
  }
  say(news: object): void {
    this.onmessage({ data: JSON.stringify(news) });
  }
}

const newest = (): Line => Line.all.at(-1)!;
let socket: Socket;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', Line);
  Line.all = [];
  socket = new Socket('ws://here/ws', () => '');
  socket.start();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a line that has fallen silent', () => {
  it('is given up when a question has no answer and the server says nothing else either', async () => {
    const [first] = Line.all;
    first!.say(welcome);
    const asked = socket.ask('scene', { type: 'watch', table: 'ABC234' });
    const lost = expect(asked).rejects.toThrow(Offline);
    await vi.advanceTimersByTimeAsync(60_000);
    await lost;
    expect(first!.closed).toBe(true);
    newest().say(welcome);
    expect(newest()).not.toBe(first);
    expect(socket.status).toBe('online');
  });

  it('is found out as soon as the network changes or the page is looked at again', async () => {
    for (const [target, name] of [
      [window, 'offline'],
      [window, 'online'],
      [document, 'visibilitychange'],
    ] as const) {
      newest().say(welcome);
      expect(socket.status).toBe('online');
      target.dispatchEvent(new Event(name));
      await vi.advanceTimersByTimeAsync(5_100);
      expect(socket.status, name).toBe('offline');
      await vi.advanceTimersByTimeAsync(1_000); // and there is a new one
    }
  });

  it('is given up also before it has said anything', async () => {
    await vi.advanceTimersByTimeAsync(30_000);
    expect(Line.all.length).toBeGreaterThan(1);
    newest().say(welcome);
    expect(socket.status).toBe('online');
  });
});

describe('a server that is too busy to answer soon', () => {
  it('is given longer each time, so that a page comes through in the end', async () => {
    await vi.advanceTimersByTimeAsync(10_100); // the first connection is given up
    await vi.advanceTimersByTimeAsync(1_000);
    expect(Line.all.length).toBe(2);
    await vi.advanceTimersByTimeAsync(15_000); // a welcome takes 15 seconds
    expect(Line.all.length).toBe(2);
    newest().say(welcome);
    expect(socket.status).toBe('online');
  });

  it('is not waited for on a network that is gone', async () => {
    await vi.advanceTimersByTimeAsync(11_000);
    const second = newest();
    expect(socket.status).toBe('offline');
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(10);
    expect(second.closed).toBe(true);
    expect(newest()).not.toBe(second);
    newest().say(welcome);
    expect(socket.status).toBe('online');
  });
});

describe('a line that is only slow with one answer', () => {
  it('is kept, since the server answers what is asked in between', async () => {
    newest().say(welcome);
    const asked = socket.ask('advice', { type: 'advise', table: 'ABC234' });
    for (let i = 0; i < 20; i++) {
      await vi.advanceTimersByTimeAsync(3000);
      for (const { type, id } of newest().sent.splice(0)) if (type === 'hello') newest().say({ ...welcome, id });
    }
    expect(Line.all.length).toBe(1);
    newest().say({ type: 'advice', id: 1 });
    expect((await asked).type).toBe('advice');
  });
});

describe('a server that stops and asks its people to come back', () => {
  it('is followed to another one within a moment, and asked there what it has not answered', async () => {
    const [first] = Line.all;
    first!.say(welcome);
    const asked = socket.ask('scene', { type: 'watch', table: 'ABC234' });
    await vi.advanceTimersByTimeAsync(0);
    first!.onclose({ code: 1012 });
    expect(socket.status).toBe('connecting'); // no line says that there is no connection
    await vi.advanceTimersByTimeAsync(400);
    expect(newest()).not.toBe(first);
    newest().say(welcome);
    expect(socket.status).toBe('online');
    expect(newest().sent).toEqual([{ type: 'watch', table: 'ABC234', id: 1 }]);
    newest().say({ type: 'scene', id: 1 });
    expect((await asked).type).toBe('scene');
  });

  it('is offline as any other where no other one is there', async () => {
    newest().say(welcome);
    const asked = expect(socket.ask('scene', { type: 'watch', table: 'ABC234' })).rejects.toThrow(Offline);
    await vi.advanceTimersByTimeAsync(0);
    newest().onclose({ code: 1012 });
    await vi.advanceTimersByTimeAsync(400);
    newest().onclose({ code: 1006 });
    await asked;
    expect(socket.status).toBe('offline');
  });
});

describe('a server that cannot save moves', () => {
  it('says so, and says when it can again', () => {
    newest().say(welcome);
    newest().say({ type: 'trouble', id: 0, why: 'store-away' });
    expect(socket.trouble).toBe('store-away');
    newest().say({ type: 'trouble', id: 0, why: '' });
    expect(socket.trouble).toBe('');
  });
});
