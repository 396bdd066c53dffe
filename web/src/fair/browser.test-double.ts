/** A browser for the tests of its checking: pages at a host's table, and everything they asked for. */

import { vi } from 'vitest';
import type { Answered, Asked, Scene } from '../wire/messages';
import type { Socket } from '../wire/socket.svelte';
import type { MatchRecord } from './check';
import { BERT, Host } from './host.test-double';
import { Keeper } from './keeper.svelte';
import { newLock, numberOf } from './kept';

export class Browser {
  asked: Asked[] = [];
  host = new Host();
  record: () => MatchRecord = () => this.host.record();
  tell: (news: Answered) => void = () => undefined;

  #socket = {
    ask: (_: string, request: Asked) => {
      this.asked.push(request);
      return Promise.resolve(undefined);
    },
    listen: (listener: (news: Answered) => void) => {
      this.tell = listener;
      return () => undefined;
    },
    ready: () => () => undefined,
  } as unknown as Socket;

  /** A page that is opened, perhaps anew. */
  page(): Keeper {
    const keeper = new Keeper(this.host.code, this.#socket, () => Promise.resolve(this.record()));
    keeper.start();
    return keeper;
  }

  get shown(): Extract<Asked, { type: 'reveal' }>[] {
    return this.asked.filter((request) => request.type === 'reveal');
  }

  /** The lobby, a lock, and an honest sheet with it; the lock. */
  draw(keeper: Keeper): string {
    keeper.see(this.host.scene(this.host.table()));
    const lock = newLock(this.host.code);
    this.host.write(lock);
    keeper.see(this.host.drawing(lock));
    return lock;
  }

  /** A whole match with two rolls taken back; its last scene. */
  play(keeper: Keeper, lock: string): Scene {
    this.host.nonces = [numberOf(lock)!.nonce, BERT];
    keeper.see(this.host.playing());
    for (let i = 0; i < 9; i++) {
      keeper.see(this.host.roll());
      if (i === 3 || i === 5) this.host.undo();
    }
    return this.host.over();
  }
}

export async function settled(): Promise<void> {
  await vi.dynamicImportSettled();
  for (let i = 0; i < 5; i++) await Promise.resolve();
}
