/** Opening a table: as it was planned, or in one tap. */

import type { GameFacts, Open, SeatPlan } from '../wire/messages';
import { give, keep, newLock } from '../fair/kept';
import { Offline } from '../wire/socket.svelte';
import { socket } from '../wire/wire';
import { settings } from '../settings.svelte';

/** Bots are named after bright stars. */
const STARS = ['Vega', 'Rigel', 'Mira', 'Altair', 'Deneb', 'Bellatrix'] as const;

export const levelsOf = (facts: GameFacts, seats: number): string[] => facts.levels[String(seats)] ?? [];

/** The level offered first: in the middle of the ladder. */
export function usualLevel(levels: readonly string[]): string {
  return levels[Math.floor((levels.length - 1) / 2)] ?? '';
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

export const usualOptions = (facts: GameFacts): Record<string, number> =>
  Object.fromEntries(facts.options.map((option) => [option.name, option.default]));

/** Against a bot at once; alone where a game is for one. */
export function quickPlan(facts: GameFacts): Plan {
  const seats = Math.min(Math.max(facts.seats[0], 2), facts.seats[1]);
  const level = usualLevel(levelsOf(facts, seats));
  const bots = Array.from({ length: seats - 1 }, (): SeatPlan => ({ kind: 'bot', level }));
  return { game: facts.name, seats: [{ kind: 'me' }, ...bots], options: usualOptions(facts) };
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
