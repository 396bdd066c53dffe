import { describe, expect, it } from 'vitest';
import { remember } from '../links';
import { addressesFor, isLoopback, pathTo, shortly } from './invitation';

const nothing = { public: null, addresses: [] };
const networks = { public: null, addresses: ['http://192.168.1.5:8000', 'http://10.1.2.3:8000'] };

describe('the address of an invitation', () => {
  it('is the one that the host has set, wherever the page was opened', () => {
    const host = { ...networks, public: 'https://games.example.org' };
    for (const origin of ['http://localhost:8000', 'http://192.168.1.5:8000', 'https://other.example.org'])
      expect(addressesFor(origin, host)).toEqual(['https://games.example.org']);
  });

  it('is the one this page came by, if others can come by it too', () => {
    for (const origin of ['http://192.168.1.5:8000', 'https://games.example.org', 'http://observatory:8000'])
      expect(addressesFor(origin, networks)).toEqual([origin]);
  });

  it('is one of those the server found, if the page was opened where only this machine can come', () => {
    for (const origin of ['http://localhost:8000', 'http://127.0.0.1:8000', 'http://[::1]:8000', 'http://a.localhost'])
      expect(addressesFor(origin, networks)).toEqual(networks.addresses);
  });

  it('is none, if there is none', () => {
    expect(addressesFor('http://localhost:8000', nothing)).toEqual([]);
  });
});

describe('what means this very device', () => {
  it('is told apart from names that only look like it', () => {
    expect(isLoopback('http://127.8.9.1:80')).toBe(true);
    expect(isLoopback('http://127.0.0.1.example.org')).toBe(false);
    expect(isLoopback('http://localhost.example.org')).toBe(false);
  });
});

it('a link leads to the table, and an address is read without what everyone knows', () => {
  expect(pathTo('7KQ2MX')).toBe('/t/7KQ2MX');
  remember('7KQ2MX', 'K3M9ABCDEFGHJKMN');
  expect(pathTo('7KQ2MX')).toBe('/t/7KQ2MX-K3M9ABCDEFGHJKMN');
  expect(shortly('http://10.1.2.3:8000')).toBe('10.1.2.3:8000');
});
