import { expect, test } from 'vitest';
import { longAgo } from './ago';

test('what happened within the hour is now, then hours and days are told', () => {
  const now = 1_000_000_000;
  expect(longAgo(now - 3599, now)).toBe('');
  expect(longAgo(now - 3600, now)).toBe('1 hour ago');
  expect(longAgo(now - 23 * 3600, now)).toBe('23 hours ago');
  expect(longAgo(now - 24 * 3600, now)).toBe('yesterday');
  expect(longAgo(now - 9 * 86400, now)).toBe('9 days ago');
});
