import { beforeEach, describe, expect, it, vi } from 'vitest';
import { forget, read, stored, write } from './storage.svelte';

beforeEach(() => {
  vi.unstubAllGlobals();
  for (const key of ['thing', 'broken']) forget(key);
  localStorage.clear();
});

/** From now on the browser gives out what it has, and takes nothing. */
function refuse(): void {
  const setItem = (): never => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  const browser = localStorage;
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => browser.getItem(key),
    removeItem: (key: string) => browser.removeItem(key),
    setItem,
  });
}

describe('what the browser keeps', () => {
  it('is read again as it was written, and gone when it is forgotten', () => {
    write('thing', { a: [1, 2] });
    expect(read('thing', null)).toEqual({ a: [1, 2] });
    forget('thing');
    expect(read('thing', null)).toBeNull();
  });

  it('is what was asked for otherwise where nothing that can be read lies there', () => {
    localStorage.setItem('broken', '{');
    expect(read('broken', 7)).toBe(7);
  });

  it('is known as long as the page is open where the browser refuses, and nothing older is left', () => {
    write('thing', 'old');
    refuse();
    write('thing', 'new');
    expect(read('thing', '')).toBe('new');
    expect(localStorage.getItem('thing')).toBeNull();
  });
});

describe('fields that are kept', () => {
  const defaults = { sound: true, name: '' };

  it('begin with what was kept, over the defaults', () => {
    localStorage.setItem('thing', '{"name":"Ada"}');
    expect(stored('thing', defaults).name).toBe('Ada');
    expect(stored('thing', defaults).sound).toBe(true);
  });

  it('are kept together when one is set, and leave the defaults as they are', () => {
    const fields = stored('thing', defaults);
    fields.name = 'Bea';
    expect(JSON.parse(localStorage.getItem('thing')!)).toEqual({ sound: true, name: 'Bea' });
    expect(stored('thing', defaults).name).toBe('Bea');
    expect(defaults.name).toBe('');
  });

  it('are known as long as the page is open where the browser refuses', () => {
    refuse();
    const fields = stored('thing', defaults);
    fields.sound = false;
    expect(fields.sound).toBe(false);
  });
});
