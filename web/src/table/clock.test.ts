import { describe, expect, it } from 'vitest';
import type { ClockInfo } from '../wire/messages';
import { clockLine, leftOf, timeLeft } from './clock';

const clock: ClockInfo = { per: 'match', seconds: 300, then: 'bot', running: 1, since: 1000, left: [200, 100] };

describe('the clock of a table', () => {
  it('runs for one seat and stands for the others', () => {
    expect([leftOf(clock, 0, 1030), leftOf(clock, 1, 1030), leftOf(clock, 1, 2000)]).toEqual([200, 70, 0]);
  });

  it('is told in the units that fit', () => {
    expect([0, 9, 70, 3900, 86_400, 200_000].map(timeLeft)).toEqual([
      '0:00',
      '0:09',
      '1:10',
      '1 h 5 min',
      '24 h 0 min',
      '2 days',
    ]);
  });

  it('says what happens when it has run out', () => {
    expect(clockLine({ per: 'turn', seconds: 60, then: 'bot' })).toBe('1 min for each turn; then a bot plays on.');
    expect(clockLine({ ...clock, then: 'end' })).toBe(
      '5 min for all turns of a player; then the match ends without a result.',
    );
  });
});
