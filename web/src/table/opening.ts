/** Opening a table: as it was planned, or in one tap. */

import type { GameFacts, Open, SeatPlan, TableInfo } from '../wire/messages';
import { give, keep, newLock } from '../fair/kept';
import { settingsOf } from '../fair/sheet';
import { Offline } from '../wire/socket.svelte';
import { socket } from '../wire/wire';
import { settings, type Chosen } from '../settings.svelte';

/** Bots are named after bright stars. */
const STARS = ['Vega', 'Rigel', 'Mira', 'Altair', 'Deneb', 'Bellatrix'] as const;

export const levelsOf = (facts: GameFacts, seats: number): string[] => facts.levels[String(seats)] ?? [];

/** The level offered first: in the middle of the ladder. */
export function usualLevel(levels: readonly string[]): string {
  return levels[Math.floor(levels.length / 2)] ?? '';
}

let unanswered: { wish: string; commit: string } | null = null; // what was asked for when the connection broke

/** Names for so many bots beside those who have a name already. */
export function botNames(taken: readonly string[], count: number): string[] {
  const free = STARS.filter((star) => !taken.includes(star));
  return Array.from({ length: count }, (_, i) => free[i] ?? STARS[i % STARS.length]!);
}

export type Plan = Omit<Open, 'type' | 'id' | 'commit'>;

/** The table of a plan; its code. Bots get their names here. */
export async function open(plan: Plan): Promise<string> {
  const own = settings.name.trim();
  if (own && own !== socket.welcome?.name) await socket.ask('welcome', { type: 'hello', name: own });
  let bots = 0;
  const seats = plan.seats.map((seat): SeatPlan => {
    if (seat.kind === 'bot') return { ...seat, name: STARS[bots++ % STARS.length]! };
    if (seat.kind === 'me' && own) return { ...seat, name: own };
    return seat;
  });
  const wish = JSON.stringify({ ...plan, seats });
  if (unanswered?.wish !== wish) unanswered = { wish, commit: newLock() }; // once more, it is the same table
  const { commit } = unanswered;
  try {
    const opened = await socket.ask('opened', { type: 'open', commit, ...plan, seats });
    unanswered = null;
    give(commit, opened.table);
    const { game, options = {}, undo = 'free', hints = true } = plan;
    keep(opened.table, { settings: { game, options, undo, hints } }); // the sheet must say the same
    return opened.table;
  } catch (problem) {
    if (!(problem instanceof Offline)) unanswered = null;
    throw problem;
  }
}

/** The same people at a new table; its code. */
export async function rematch(table: TableInfo): Promise<string> {
  const commit = newLock();
  const opened = await socket.ask('opened', { type: 'rematch', table: table.code, commit });
  give(commit, opened.table);
  keep(opened.table, { settings: settingsOf(table) });
  return opened.table;
}

export const usualOptions = (facts: GameFacts): Record<string, number> =>
  Object.fromEntries(facts.options.map((option) => [option.name, option.default]));

const withBots = (levels: readonly string[]): SeatPlan[] => [
  { kind: 'me' },
  ...levels.map((level): SeatPlan => ({ kind: 'bot', level })),
];

/** The match of a guest who is new to a game: one that newcomers win about half of the time. */
export function firstPlan(facts: GameFacts): Plan {
  const { seats, level, options } = facts.first;
  return { game: facts.name, seats: withBots(Array<string>(seats - 1).fill(level)), options };
}

/** Against bots at once: as this person chose when they last set up a table of the game, else as for a newcomer. */
export function quickPlan(facts: GameFacts): Plan {
  const chosen = settings.chosen[facts.name];
  if (!chosen || !isPossible(facts, chosen)) return firstPlan(facts);
  const { levels, options, edition } = chosen;
  return { game: facts.name, seats: withBots(levels), options, edition };
}

/** Whether a table can still be opened so: another version of the game may have other levels, options or editions. */
function isPossible(facts: GameFacts, { levels, options, edition }: Chosen): boolean {
  const seats = levels.length + 1;
  const within = ({ name, low, high }: GameFacts['options'][number]): boolean => {
    const value = options[name];
    return value !== undefined && low <= value && value <= high;
  };
  return (
    facts.seats[0] <= seats &&
    seats <= facts.seats[1] &&
    levels.every((level) => levelsOf(facts, seats).includes(level)) &&
    Object.keys(options).length === facts.options.length &&
    facts.options.every(within) &&
    (edition === '' || edition in facts.editions)
  );
}

/** Remember the bots and rules of a table that one person set up, for `quickPlan`. Tables with other people are not
 * remembered: to play now is to play with bots. */
export function choose({ game, seats, options = {}, edition = '' }: Plan): void {
  const [first, ...others] = seats;
  if (first?.kind !== 'me' || !others.every((seat) => seat.kind === 'bot')) return;
  const levels = others.map((seat) => seat.level ?? '');
  settings.chosen = { ...settings.chosen, [game]: { levels, options, edition } };
}

/** The bots of a plan, for words about it: how many, and their level; no level where they differ. */
export function botsOf(plan: Plan): { bots: number; level: string } {
  const levels = plan.seats.flatMap((seat) => (seat.kind === 'bot' ? [seat.level ?? ''] : []));
  const alike = levels.every((level) => level === levels[0]);
  return { bots: levels.length, level: alike ? (levels[0] ?? '') : '' };
}

/** How many can play together: every number of seats of the game from two on. */
export function invitable({ seats: [fewest, most] }: GameFacts): number[] {
  const least = Math.max(fewest, 2);
  return Array.from({ length: Math.max(0, most - least + 1) }, (_, i) => least + i);
}

/** With free seats for others elsewhere: for so many people in all. Between people nobody is advised, unless they wish it. */
export function invitePlan(facts: GameFacts, people: number): Plan {
  const others = Array.from({ length: people - 1 }, (): SeatPlan => ({ kind: 'elsewhere' }));
  return { game: facts.name, seats: [{ kind: 'me' }, ...others], options: usualOptions(facts), hints: false };
}
