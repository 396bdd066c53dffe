/** A device that several people at a table share: in whose hands it is, and whether its board is covered until the next
 * of them has it. */

import type { Scene } from '../wire/messages';
import { actingSeats, isSamePerson } from './people';

const ANYONE = -1;

export class SharedDevice {
  covered = $state(false);
  #seat: number | null = null; // that was to act; null: before the first scene
  #holder = ANYONE; // the seat it was handed to

  /** Follow the match; whether the device now passes to another seat. */
  follow({ table, to_act: seat, outcome }: Scene): boolean {
    if (seat === this.#seat) return false;
    this.#seat = seat;
    const here = actingSeats(table);
    if (outcome || here.length < 2 || !here.includes(seat) || seat === this.#holder) return false;
    const before = this.#holder === ANYONE ? here : [this.#holder];
    this.covered = !before.every((one) => isSamePerson(table, one, seat));
    this.#holder = seat;
    return true;
  }
}
