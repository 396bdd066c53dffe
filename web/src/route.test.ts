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
    ['/t/7kq2mx-abcdefghjk', 'table', '7KQ2MX-ABCDEFGHJK'],
  ])('%s is the page %s', (path, page, argument) => {
    expect(placeOf(path)).toEqual({ page, argument });
  });

  it.each(['/nowhere', '/t', '/new', '/device', '/t/A/B', '/TABLE/x'])('%s leads nowhere', (path) => {
    expect(placeOf(path).page).toBe('lost');
  });

  it('has the token of a link apart', () => {
    const token = 'K3M9ABCDEFGHJKMN';
    expect(placeOf(`/t/7KQ2MX-${token}`)).toEqual({ page: 'table', argument: '7KQ2MX', token });
    expect(placeOf(`/lesson/7kq2m-${token.toLowerCase()}`)).toEqual({ page: 'lesson', argument: '7KQ2M', token });
    expect(placeOf(`/replay/7KQ2MX-${token}`)).toEqual({ page: 'replay', argument: '7KQ2MX', token });
  });

  it('survives an address that is not encoded well', () => {
    expect(placeOf('/t/%')).toEqual({ page: 'table', argument: '%' });
  });
});
