/** The log as this page holds it: scenes bring its newest part, and say from which ply on. */

import type { LogLine, Scene } from '../wire/messages';

export interface Log {
  through: number; // everything before this ply is known
  lines: readonly LogLine[];
}

/** Whether a line tells of an action, and not of the table or of how it ended: boards act out these. */
export const isMove = (line: LogLine): boolean => line.of === 'game' && line.actor !== -2;

export const EMPTY: Log = { through: 0, lines: [] };

export interface Merged {
  log: Log;
  fresh: readonly LogLine[]; // what was not known before
  takenBack: number; // how many known lines no longer stand
}

// several things may happen at the table before one action is played
const keyOf = (line: LogLine): string => `${line.ply} ${line.of}`;

function counted(lines: readonly LogLine[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const line of lines) found.set(keyOf(line), (found.get(keyOf(line)) ?? 0) + 1);
  return found;
}

/** The log with what a scene brings; null where a part between is missing and must be asked for. */
export function merge(held: Log, scene: Pick<Scene, 'since' | 'ply' | 'log'>): Merged | null {
  if (scene.since > held.through) return null;
  const before = held.lines.filter((line) => line.ply < scene.since);
  const newest = counted(scene.log);
  const known = counted(held.lines);
  const takenBack = held.lines.filter((line) => line.ply >= scene.since && !newest.has(keyOf(line))).length;
  const seen = new Map<string, number>();
  return {
    log: { through: Math.max(scene.ply, held.through), lines: [...before, ...scene.log] },
    fresh: scene.log.filter((line) => {
      const nth = (seen.get(keyOf(line)) ?? 0) + 1;
      seen.set(keyOf(line), nth);
      return line.ply >= held.through && nth > (known.get(keyOf(line)) ?? 0);
    }),
    takenBack,
  };
}
