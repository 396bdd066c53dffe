/** A host for the tests of this browser's checking: draws and plays as it should, unless a test lets it cheat. */

import type { Scene, TableInfo } from '../wire/messages';
import type { MatchRecord } from './check';
import { hashOf, lockNonce, lockSecret, readHex, readOdds, roll, seal } from './dice';

const SECRET = '5e'.repeat(32);
export const BERT = 'be'.repeat(32); // the number of the other browser
const FACES: [number[], number[]] = [
  [1, 2, 3, 4, 5, 6],
  [1, 1, 1, 1, 1, 1],
];

export class Host {
  secret = SECRET;
  sheets: string[] = [];
  actions: number[] = [];
  rolls: [number, number][] = [];
  nonces: string[] = [];
  code = 'ABC234';
  odds: [number[], number[]] = FACES;

  get commitment(): string {
    return lockSecret(this.secret);
  }

  table(more: Partial<TableInfo> = {}): TableInfo {
    const seat = { taken: true, present: true, level: '', stand_in: '', away: null, advised: false };
    return {
      code: this.code,
      token: '',
      game: 'pebbles',
      version: 3,
      options: { stones: 7 },
      edition: null,
      secrets: false,
      undo: 'free',
      hints: true,
      patience: 300,
      clock: null,
      phase: 'lobby',
      opener: false,
      seats: [
        { ...seat, kind: 'me', name: 'Anna', mine: true, star: 0 },
        { ...seat, kind: 'elsewhere', name: 'Bert', mine: false, star: 1 },
      ],
      dice: {
        protocol: 2,
        commitment: this.commitment,
        draws: this.sheets.length,
        sheet: '',
        sheets: this.sheets,
        lock: '',
        waiting: [0],
        nonces: [],
        secret: null,
      },
      rematch: null,
      watchers: 0,
      watching: [],
      unnamed: false,
      listed: false,
      lesson: '',
      paused: false,
      may_ask_seat: false,
      seat_asked: null,
      ...more,
    };
  }

  scene(table: TableInfo, more: Partial<Scene> = {}): Scene {
    return {
      type: 'scene',
      id: 0,
      table,
      ply: this.actions.length,
      to_act: 0,
      seat: 0,
      view: null,
      text: null,
      choices: [],
      since: 0,
      log: [],
      may_undo: false,
      undo_asked: null,
      pointed: [],
      outcome: null,
      overdue: 0,
      rolled: this.rolls.length,
      heard: [],
      ...more,
    };
  }

  /** A sheet for this lock; `more` is what a cheat writes otherwise. */
  write(lock: string, more: object = {}): string {
    const text = JSON.stringify({
      dice: 2,
      table: this.code,
      game: 'pebbles',
      version: 3,
      edition: '',
      options: { stones: 7 },
      undo: 'free',
      hints: true,
      seats: ['Anna', 'Bert'].map((name) => ({ kind: 'guest', name, level: '' })),
      secret: this.commitment,
      draw: this.sheets.length + 1,
      before: this.sheets.length > 0 ? hashOf(this.sheets.at(-1)!) : '',
      contributors: [
        { name: 'Anna', seats: [0], lock },
        { name: 'Bert', seats: [1], lock: lockNonce(BERT) },
      ],
      without: [],
      ...more,
    });
    this.sheets = [...this.sheets, text];
    return text;
  }

  drawing(lock: string): Scene {
    const table = this.table({ phase: 'drawing' });
    return this.scene({ ...table, dice: { ...table.dice, lock, sheet: hashOf(this.sheets.at(-1)!) } });
  }

  playing(more: Partial<Scene> = {}, phase: TableInfo['phase'] = 'playing'): Scene {
    const table = this.table({ phase });
    const over = phase === 'over' ? this.secret : null;
    const dice = { ...table.dice, sheets: [], waiting: [], nonces: this.nonces, secret: over };
    return this.scene({ ...table, dice }, more);
  }

  /** Roll once more, after a choice; the scene that tells of it. */
  roll(): Scene {
    const number = this.rolls.length;
    const came = roll(readHex(this.secret), seal(this.sheets.at(-1)!, this.nonces), number, readOdds(...this.odds));
    this.rolls.push([this.actions.length + 1, 0]);
    this.actions.push(0, came);
    return this.playing({ heard: [[number, came]] });
  }

  undo(): void {
    this.actions.push(-2);
  }

  over(): Scene {
    const outcome = {
      ending: 'won',
      winners: [1],
      shares: [0, 1],
      scores: null,
      words: '',
      args: {},
      of: 'game',
    } as const;
    return this.playing({ outcome: { ...outcome, winners: [1], shares: [0, 1] } }, 'over');
  }

  record(): MatchRecord {
    return {
      asterism: 2,
      game: 'pebbles',
      version: 3,
      options: { stones: 7 },
      names: ['Anna', 'Bert'],
      dice: { sheets: this.sheets, nonces: this.nonces, secret: this.secret },
      actions: this.actions,
      odds: [this.odds],
      rolls: this.rolls,
      result: { ending: 'won', winners: [1], shares: [0, 1], scores: null },
    };
  }
}
