/** Whether the chances of winning are shown at a table, and asked for move by move. */

import { untrack } from 'svelte';
import { announcer } from '../kit/announce.svelte';
import { settings } from '../settings.svelte';
import { socket } from '../wire/wire';
import { t } from '../words/shell';
import { isPlaying, playsWithOthers } from './people';
import type { Table } from './table.svelte';

/** Make it while a component is made. Alone it is a setting of this device, with other people a wish for this match. */
export class ChancesShown {
  readonly #table: Table;
  readonly #together = $derived.by(() => playsWithOthers(this.#scene.table));

  readonly on = $derived.by(() => (this.#together ? this.#table.chances : settings.chances));

  /** Whether they are asked for now. */
  readonly advising = $derived.by(() => {
    const { table, seat, outcome } = this.#scene;
    const shared = table.secrets && seat < 0; // around one screen, and none of their turns
    return this.on && table.hints && isPlaying(table) && !outcome && socket.status === 'online' && !shared;
  });

  constructor(table: Table) {
    this.#table = table;
    $effect(() => {
      void this.#scene.ply;
      if (this.advising) untrack(() => void table.advise());
    });
  }

  get #scene() {
    return this.#table.shown!.scene;
  }

  toggle = (): void => {
    const on = !this.on;
    if (this.#together) this.#table.chances = on;
    else settings.chances = on;
    if (!on) this.#table.advice = null;
    announcer.say(t(on ? 'chances-on' : 'chances-off'));
  };
}
