/** What happened, acted out: cards fly from where they were, coins and gems roll, piles turn over. */

import { tick } from 'svelte';
import { Moment } from '../../kit/moment';
import { sound } from '../../kit/sound';
import { motionAllowed } from '../../settings.svelte';
import type { LogLine } from '../../wire/messages';
import type { CardName } from './cards';
import { Flights } from './flights';
import { follow, goal, origin, type Model } from './model';
import type { Shared } from './shared.svelte';
import type { View } from './view';

export class Acting {
  coins = $state<number | null>(null); // while they roll
  bank = $state<number | null>(null);

  #flights: Flights | undefined; // none before the board is there
  #moment = new Moment();
  #shared: Shared;
  #cards: () => View['cards'];

  constructor(shared: Shared, cards: () => View['cards']) {
    this.#shared = shared;
    this.#cards = cards;
  }

  /** Cards fly in this layer. */
  begin(layer: HTMLElement): void {
    this.#flights = new Flights(layer);
  }

  /** What was skipped before is over. */
  again(): void {
    this.#flights?.begin();
  }

  skip(): void {
    this.#flights?.skip();
    this.#moment.skip();
  }

  /** Draw another model: every card flies from where it was to where it is. */
  async show(next: Model, time: number): Promise<void> {
    const flights = this.#flights;
    const before = this.#shared.model;
    const cards = this.#cards();
    const was = flights?.cards() ?? new Map<number, { box: DOMRect; node: Element }>();
    this.#shared.model = next;
    if (next.area.length !== before?.area.length || next.mover !== before.mover) this.#shared.order = [];
    if (!before || !flights || !motionAllowed() || time === 0) return;
    const rows = ['hand', 'area'] as const;
    const here = new Map(rows.flatMap((name) => next[name].map((one) => [one.id, one] as const)));
    await tick();
    const now = flights.cards();
    const ways: Promise<void>[] = [];
    let late = 0;
    for (const [id, one] of here) {
      const to = now.get(id)?.box;
      const from = was.get(id)?.box ?? flights.zone(origin(one, next.mover)) ?? flights.zone(`gems:${next.mover}`);
      const node = document.querySelector<HTMLElement>(`[data-lying='${id}']`);
      if (!to || !from || !node || Math.hypot(from.x - to.x, from.y - to.y) < 4) continue;
      if (!was.has(id)) late += 60;
      ways.push(flights.fly(node.cloneNode(true) as Element, from, to, time, was.has(id) ? 0 : late, node));
    }
    for (const name of rows)
      for (const one of before[name]) {
        const [from, to] = [
          was.get(one.id),
          flights.zone(goal(one, name, before.mover, cards)) ?? flights.zone(`gems:${before.mover}`),
        ];
        if (from && to && !here.has(one.id)) ways.push(flights.fly(from.node, from.box, to, time * 1.2));
      }
    await Promise.all(ways);
  }

  /** A card was played: its coins and gems roll out of it, and the sums grow as they land. */
  async #rollOut(line: LogLine, seat: number, from: DOMRect | undefined): Promise<void> {
    const flights = this.#flights!;
    const [newCoins, newGems] = [Number(line.args.coins), Number(line.args.gems)];
    const now = this.#shared.model!;
    const [purse, place, middle] = [flights.zone('purse'), flights.zone(`gems:${seat}`), flights.zone('bank')];
    if (!motionAllowed() || !from || !purse || !place || !middle) return;
    const gems = now.gems[seat]! - newGems;
    this.coins = now.coins - newCoins;
    this.bank = now.bank + newGems;
    this.#shared.gems = now.gems.map((n, i) => (i === seat ? gems : n));
    if (newGems > 0) sound.special();
    await Promise.all([
      flights.roll('coin', newCoins, from, purse, () => {
        this.coins = (this.coins ?? 0) + 1;
        sound.tap();
      }),
      flights.roll('gem', newGems, middle, place, () => {
        this.bank = (this.bank ?? 1) - 1;
        this.#shared.gems = this.#shared.gems?.map((n, i) => (i === seat ? n + 1 : n)) ?? null;
        sound.tap();
      }),
    ]);
  }

  /** What a line of the log tells. */
  async follow(line: LogLine, time: number): Promise<void> {
    const flights = this.#flights!;
    const seat = Number(line.args.who);
    const card = line.args.card as CardName;
    const was = flights.cards();
    const before = this.#shared.model!;
    const next = follow(before, line, this.#cards());
    const source = before.hand.find((one) => one.card === card);
    await this.show(next, time);
    if (line.words === 'play') {
      const landed = next.area.at(-1);
      const from = (landed && flights.cards().get(landed.id)?.box) ?? (source && was.get(source.id)?.box);
      await this.#rollOut(line, seat, from ?? flights.zone('stage'));
    } else if (line.words === 'buy') sound.keep();
    else if (line.words !== 'enough') sound.tap();
    this.coins = this.bank = this.#shared.gems = null;
  }

  /** The discard pile becomes the deck, as it lies. */
  async turnOver(seat: number): Promise<void> {
    this.#shared.turning = seat;
    sound.pass();
    await this.#moment.pass(motionAllowed() ? 650 : 0);
    this.#shared.turning = -1;
  }
}
