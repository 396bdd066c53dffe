/** What a screen reader is told, line by line. */

import { untrack } from 'svelte';

interface Told {
  key: number;
  text: string;
}

const KEPT = 60;

class Announcer {
  lines = $state.raw<readonly Told[]>([]);
  next = 0; // the key of the next line
  silent = false; // what happens is a show for passers-by

  say(text: string): void {
    if (!text || this.silent) return;
    const before = untrack(() => this.lines); // whoever speaks does not listen
    this.lines = [...before, { key: this.next++, text }].slice(-KEPT);
  }
}

export const announcer = new Announcer();
