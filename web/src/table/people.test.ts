import { expect, it } from 'vitest';
import { Host } from '../fair/host.test-double';
import { nobodyWaits } from './people';

it.each([
  ['who is here', {}, false],
  ['who has only just gone', { present: false, away: 990 }, false],
  ['who is gone as long as the table waits', { present: false, away: 700 }, true],
  ['for whom a bot plays', { stand_in: 'easy' }, true],
  ['who is a bot', { kind: 'bot' as const }, true],
])('a match is broken off without someone %s, or not', (_, other, may) => {
  const table = new Host().table({ phase: 'playing', patience: 300 });
  const seats = [table.seats[0]!, { ...table.seats[1]!, ...other }];
  expect(nobodyWaits({ ...table, seats }, 1000)).toBe(may);
});
