import { describe, expect, it } from 'vitest';
import { t, tellLine } from './shell';
import shellText from './en.ftl?raw';
import { tell, Words } from './words';

const words = new Words(`
roll = { $who } rolls.
    .you = You roll.
    .choice = Roll
score = { $score ->
    [one] { $score } turn
   *[other] { $score } turns
}
`);

describe('words', () => {
  it('tells a seat by its name', () => {
    expect(tell(words, { words: 'roll', args: { who: 1 } }, ['Ada', 'Bea'])).toBe('Bea rolls.');
  });

  it('tells one’s own deeds with “you”, and what a bot did for one as the bot’s', () => {
    const line = { ply: 1, actor: 0, words: 'roll', args: { who: 0 }, of: 'game', bot: false } as const;
    expect(tellLine(words, line, ['Ada', 'Bea'], 0)).toBe('You roll.');
    expect(tellLine(words, { ...line, bot: true }, ['Ada', 'Bea'], 0)).toBe('Ada’s bot rolls.');
  });

  it('tells a choice by its own part', () => {
    expect(tell(words, { words: 'roll', args: { who: 0 } }, ['Ada'], 'choice')).toBe('Roll');
  });

  it('counts', () => {
    expect(words.say('score', { score: 1 })).toBe('1 turn');
    expect(words.say('score', { score: 3 })).toBe('3 turns');
  });

  it('shows the name of what has no words, never nothing', () => {
    expect(words.say('fly')).toBe('fly');
    expect(words.say('roll', {}, 'help')).toBe('roll.help');
    expect(words.has('fly')).toBe(false);
  });
});

describe('the words of the page', () => {
  it('says players in every case', () => {
    expect(t('players', { low: 1, high: 1 })).toBe('1 player');
    expect(t('players', { low: 1, high: 6 })).toBe('1–6 players');
    expect(t('players', { low: 2, high: 2 })).toBe('2 players');
    expect(t('players', { low: 2, high: 5 })).toBe('2–5 players');
    expect(t('players', { low: 3, high: 4 })).toBe('3–4 players');
  });

  it('has no message twice', () => {
    const names = [...shellText.matchAll(/^([a-z][\w-]*) =/gm)].map((match) => match[1]);
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  });

  const sources = import.meta.glob<string>('../**/*.{svelte,ts}', { query: '?raw', import: 'default', eager: true });
  const page = Object.entries(sources)
    .filter(([path]) => !path.includes('.test.') && !path.includes('/games/'))
    .map(([, text]) => text);

  it('has no message that the page never asks for', () => {
    const names = [...shellText.matchAll(/^([a-z][\w-]*) =/gm)].map((match) => match[1]!);
    const asked = page
      .flatMap((text) => [...text.matchAll(/(?=(\bt\([^]{0,110}|^.* as const;$))/gm)].map((match) => match[1]))
      .join('\n');
    const said = new Set([...asked.matchAll(/'([a-z\d-]+)'/g)].map((match) => match[1]!));
    const made = page
      .flatMap((text) => [...text.matchAll(/\bt\(`([^`]+)`/g)].map((match) => match[1]!))
      .map((text) => new RegExp(`^${text.replaceAll(/\$\{[^}]*\}/g, '[a-z-]+')}$`));
    expect(made.length).toBeGreaterThan(5);
    expect(names.filter((name) => !said.has(name) && !made.some((form) => form.test(name)))).toEqual([]);
  });

  it('has every message that the page asks for by name', () => {
    const asked = page.flatMap((text) => [...text.matchAll(/\bt\('([a-z-]+)'/g)].map((match) => match[1]!));
    expect(asked.length).toBeGreaterThan(100);
    const missing = asked.filter((name) => !new RegExp(`^${name} =`, 'm').test(shellText));
    expect([...new Set(missing)]).toEqual([]);
  });
});
