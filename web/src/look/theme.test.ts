import { describe, expect, it } from 'vitest';
import css from './theme.css?raw';

type Colours = Record<string, string>;

function block(selector: string): Colours {
  const body = css.slice(css.indexOf(selector)).match(/\{([^}]*)\}/)![1]!;
  return Object.fromEntries(
    [...body.matchAll(/--([\w-]+):\s*(#[0-9a-f]{3,6})\b/g)].map((match) => [match[1]!, match[2]!]),
  );
}

function luminance(hex: string): number {
  const full = hex.length === 4 ? [...hex.slice(1)].map((digit) => digit + digit).join('') : hex.slice(1);
  const [r, g, b] = [0, 2, 4]
    .map((i) => parseInt(full.slice(i, i + 2), 16) / 255)
    .map((x) => (x <= 0.03928 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4)) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const chart = block(':root {\n  --chart');
const GROUNDS = ['sky', 'table', 'surface', 'raised'];
const INKS = ['text', 'quiet', 'gold', 'teal', 'coral', 'violet', 'blue'];

describe.each([
  ['night', block(":root[data-theme='night']")],
  ['day', block(":root[data-theme='day']")],
])('the theme %s', (_, colours) => {
  it.each(INKS)('lets %s be read on every ground', (ink) => {
    for (const ground of GROUNDS)
      expect(contrast(colours[ink]!, colours[ground]!), `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5);
  });

  it('lets the outline of a control be seen', () => {
    for (const ground of GROUNDS) expect(contrast(colours.edge!, colours[ground]!), ground).toBeGreaterThanOrEqual(3);
  });
});

describe('the star chart', () => {
  it.each(['chart-text', 'chart-quiet', 'chart-gold', 'chart-coral', 'chart-teal'])(
    'lets %s be read on its deep blue',
    (ink) => {
      for (const ground of ['chart', 'chart-deep'])
        expect(contrast(chart[ink]!, chart[ground]!)).toBeGreaterThanOrEqual(4.5);
    },
  );

  it('lets the words on gold be read', () => {
    expect(contrast('#2a1a00', chart['gold-fill']!)).toBeGreaterThanOrEqual(4.5);
    expect(contrast('#2a1a00', chart['gold-fill-deep']!)).toBeGreaterThanOrEqual(4.5);
  });
});
