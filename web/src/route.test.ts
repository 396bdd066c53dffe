import { describe, expect, it } from 'vitest';
import { placeOf } from './route.svelte';

describe('addresses', () => {
  it.each([
    ['/', 'home', ''],
    ['/t/7KQ2MX', 'table', '7KQ2MX'],
    ['/new/a-game', 'new', 'a-game'],
    ['/device/7kq2mx', 'device', '7KQ2MX'],
    ['/stand', 'stand', ''],
    ['/lesson', 'lesson', ''],
    ['/lesson/7kq2m', 'lesson', '7KQ2M'],
    ['/replay', 'replay', ''],
    ['/replay/7KQ2MX', 'replay', '7KQ2MX'],
    ['/records', 'records', ''],
    ['/settings/', 'settings', ''],
    ['/t/%41B', 'table', 'AB'],
    ['/t/7kq2mx', 'table', '7KQ2MX'],
    ['/replay/7kq2mx', 'replay', '7KQ2MX'],
  ])('%s is the page %s', (path, page, argument) => {
    expect(placeOf(path)).toEqual({ page, argument });
  });

  it.each(['/nowhere', '/t', '/new', '/device', '/t/A/B', '/TABLE/x'])('%s leads nowhere', (path) => {
    expect(placeOf(path).page).toBe('lost');
  });

  it('survives an address that is not encoded well', () => {
    expect(placeOf('/t/%')).toEqual({ page: 'table', argument: '%' });
  });
});
