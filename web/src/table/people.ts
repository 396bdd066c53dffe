/** Who sits where, as this page tells it. */

import { t } from '../words/shell';
import type { Scene, SeatInfo, TableInfo, UndoRefused } from '../wire/messages';

export function nameOf(table: TableInfo, seat: number): string {
  const info = table.seats[seat];
  return info?.name || (info?.kind === 'bot' ? botName(info) : t('seat-number', { number: seat + 1 }));
}

const botName = (info: SeatInfo): string => t('bot-of-level', { level: levelName(info.level) });

export const namesOf = (table: TableInfo): string[] => table.seats.map((_, seat) => nameOf(table, seat));

/** A level in words; one that has none is told by its own name. */
export function levelName(level: string): string {
  const said = t(`level-${level}`);
  return said === `level-${level}` ? level : said;
}

export const isPlaying = (table: TableInfo): boolean => table.seats.some((seat) => seat.mine);

/** Whether other people play at a table, elsewhere or around this screen. */
export const playsWithOthers = (table: TableInfo): boolean =>
  table.seats.some(({ kind }) => kind === 'elsewhere' || kind === 'here');

/** Whether everyone sits, and the dice are being drawn or wait to be drawn again. */
export const isDrawingDice = ({ table }: Scene): boolean =>
  table.phase === 'drawing' || (table.phase === 'lobby' && table.seats.every((seat) => seat.taken));

/** The seats of this device, in order. */
export const mySeats = (table: TableInfo): number[] =>
  table.seats.flatMap((seat, number) => (seat.mine ? [number] : []));

/** Those of them where nobody plays for this device's people. */
export const actingSeats = (table: TableInfo): number[] =>
  mySeats(table).filter((seat) => !table.seats[seat]?.stand_in);

/** The one seat of this device, which is told “you”; around one screen nobody is: -1. */
export function oneself(table: TableInfo): number {
  const mine = mySeats(table);
  return mine.length === 1 ? mine[0]! : -1;
}

/** Whether two seats are those of the same person on this device, who is handed nothing. */
export const isSamePerson = (table: TableInfo, one: number, other: number): boolean =>
  table.seats[one]?.kind === 'me' && table.seats[other]?.kind === 'me';

/** The seat whose things lie in front of this person: the one to act if it is theirs, else the one they see with. */
export function frontSeat(scene: Scene): number {
  const mine = mySeats(scene.table);
  if (mine.includes(scene.to_act)) return scene.to_act;
  return mine.includes(scene.seat) ? scene.seat : (mine[0] ?? -1);
}

/** Whether a seat belongs to someone who is not connected now, and no bot plays for them. */
export function isAway(table: TableInfo, seat: number): boolean {
  const info = table.seats[seat];
  return info !== undefined && info.kind !== 'bot' && info.taken && !info.present && !info.stand_in;
}

/** Whether nobody else waits for the end of a match, so that it may be broken off: each plays by a bot or is long away. */
export const nobodyWaits = (table: TableInfo, now: number): boolean =>
  table.seats.every(
    (seat) =>
      seat.mine || seat.kind === 'bot' || seat.stand_in || (seat.away !== null && now - seat.away >= table.patience),
  );

/** How long something lasts, in the largest unit that fits. */
export function lasting(seconds: number): string {
  const units = [
    [86_400, 'days'],
    [3600, 'hours'],
    [60, 'minutes'],
  ] as const;
  const [length, unit] = units.find(([length]) => seconds >= length) ?? [1, 'seconds'];
  return t(`lasting-${unit}`, { count: Math.max(0, Math.floor(seconds / length)) });
}

/** In one line: whom the others wait for. */
export function waitLine(scene: Scene): string {
  const { table, to_act: seat } = scene;
  if (seat < 0) return t('chance-acts');
  if (table.seats[seat]?.stand_in) return t('wait-for-stand-in', { name: nameOf(table, seat) });
  return t(isAway(table, seat) ? 'wait-for-away' : 'wait-for', { name: nameOf(table, seat) });
}

/** In one line: whose turn it is. */
export function turnLine(scene: Scene): string {
  if (scene.table.phase === 'over') return t('match-over');
  const seat = scene.to_act;
  if (seat < 0) return t('chance-acts');
  const mine = actingSeats(scene.table);
  if (!mine.includes(seat))
    return t(isAway(scene.table, seat) ? 'their-turn-away' : 'their-turn', { name: nameOf(scene.table, seat) });
  return mine.length > 1 ? t('here-turn', { name: nameOf(scene.table, seat) }) : t('your-turn');
}

/** That an undo was refused, told to the one who asked or to the others; nothing to the one who said no. */
export function refusalLine({ by, who }: UndoRefused, table: TableInfo): string {
  const mine = mySeats(table);
  if (mine.includes(who)) return '';
  const names = { name: nameOf(table, who), by: nameOf(table, by) };
  return mine.includes(by) ? t('undo-refused-mine', names) : t('undo-refused', names);
}

/** Who won, in one line. */
export function outcomeLine({ outcome, table }: Scene): string {
  if (!outcome) return '';
  const { ending, winners } = outcome;
  const mine = mySeats(table);
  if (ending === 'won' && mine.length === 1 && mine[0] === winners[0]) return t('outcome-you');
  if (ending.startsWith('team-') && mine.length === 0) return t(`outcome-${ending}-others`);
  return t(`outcome-${ending}`, { names: winners.map((seat) => nameOf(table, seat)).join(', ') });
}

export const emoteName = (emote: string): string => t('emotes', {}, emote);
