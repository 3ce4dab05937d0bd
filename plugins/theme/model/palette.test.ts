import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contrast, mix, textOn } from './colour.ts';
import {
  brandingColours,
  contrastChecks,
  derivedContrasts,
  effective,
  isEnough,
  MODES,
  OWN_COLOURS,
  OWN_DERIVED,
  tokensOf,
} from './palette.ts';
import { themeStylesheet } from './stylesheet.ts';
import { OWN_THEME } from './theme.ts';

const anyColour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
const palette = (changed: object) => ({ ...OWN_THEME.light, ...changed });

describe('contrast', () => {
  test('is that of WCAG', () => {
    expect(contrast('#000000', '#ffffff')).toBe(21);
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
    expect(contrast('#ffffff', '#777777')).toBeCloseTo(4.48, 2);
  });

  test('text on any colour is readable', () => {
    fc.assert(fc.property(anyColour, (colour) => contrast(textOn(colour, ['#f2eee5']), colour) >= 4.5));
  });
});

describe('the shop’s own colours', () => {
  test.each(MODES)('are readable in the %s theme', (mode) => {
    const checks = [...contrastChecks(mode, OWN_THEME[mode]), ...derivedContrasts(mode, OWN_THEME[mode])];
    expect(checks.filter((check) => !isEnough(check))).toEqual([]);
  });

  test('are those of its stylesheet', async () => {
    const css = await readFile(join(import.meta.dirname, '../../../src/web/ui/theme.css'), 'utf8');
    const root = /:root \{([^}]*)\}/.exec(css)?.[1] ?? '';
    const declared = Object.fromEntries(
      [...root.matchAll(/--([\w-]+): (?:light-dark\((#\w+), (#\w+)\)|(#\w+));/g)].map(([, name, light, dark, both]) => [
        name,
        { light: light ?? both, dark: dark ?? both },
      ]),
    );
    for (const mode of MODES) {
      const own = { ...OWN_COLOURS[mode], ...OWN_DERIVED[mode] };
      expect(Object.fromEntries(Object.keys(own).map((name) => [name, declared[name]?.[mode]]))).toEqual(own);
    }
  });
});

describe('a theme', () => {
  test('without changes has no stylesheet', () => {
    expect(themeStylesheet(OWN_THEME)).toBe('');
  });

  test('with another accent changes no colour of the page', () => {
    const tokens = tokensOf('light', palette({ accent: '#7a1f5c' }));
    expect(Object.keys(tokens)).toEqual(['accent', 'accent-strong', 'on-accent', 'accent-soft']);
    expect(tokens['on-accent']).toBe('#ffffff');
  });

  test('keeps the dark theme’s own accent when only the light one changes', () => {
    const css = themeStylesheet({ ...OWN_THEME, light: palette({ accent: '#7a1f5c' }) });
    expect(css).toContain('--accent: light-dark(#7a1f5c, #8fd0b0);');
    expect(css).toContain('--on-accent: light-dark(#ffffff, #0d1a13);');
  });

  test('derives readable colours from every palette that may be published', () => {
    fc.assert(
      fc.property(fc.constantFrom(...MODES), anyColour, anyColour, anyColour, (mode, tint, accent, band) => {
        const own = OWN_COLOURS[mode];
        const chosen = palette({
          paper: mix(own.paper, tint, 0.15),
          surface: mix(own.surface, tint, 0.1),
          accent,
          band,
        });
        fc.pre(contrastChecks(mode, chosen).every(isEnough));
        const tokens = { ...OWN_DERIVED[mode], ...effective(mode, chosen), ...tokensOf(mode, chosen) } as Record<
          string,
          string
        >;
        const pair = (colour: string, on: string) => contrast(tokens[colour] ?? '', tokens[on] ?? '');
        expect(pair('muted', 'paper')).toBeGreaterThanOrEqual(4.5);
        expect(pair('muted', 'surface')).toBeGreaterThanOrEqual(4.5);
        expect(pair('edge', 'paper')).toBeGreaterThanOrEqual(3);
        expect(pair('on-accent', 'accent')).toBeGreaterThanOrEqual(4.5);
        expect(pair('on-accent', 'accent-strong')).toBeGreaterThanOrEqual(4.5);
        expect(pair('on-sale', 'sale')).toBeGreaterThanOrEqual(4.5);
        expect(pair('sale', 'sale-soft')).toBeGreaterThanOrEqual(4.5);
        expect(pair('on-band', 'band')).toBeGreaterThanOrEqual(4.5);
        expect(pair('on-band-muted', 'band')).toBeGreaterThanOrEqual(4.5);
        expect(pair('band-ink', 'on-band')).toBeGreaterThanOrEqual(4.5);
        expect(pair('rating', 'paper')).toBeGreaterThanOrEqual(3);
      }),
      { numRuns: 2_000 },
    );
  });

  test('names its font once where texts and headings share it', () => {
    const css = themeStylesheet({ ...OWN_THEME, text_font: 'lora', heading_font: 'lora' });
    expect(css.match(/\/theme\/lora-[\d.]+\.woff2/g)).toHaveLength(1);
    expect(css).toContain('--face-text: "Lora", "Lora Stand-in", Georgia, serif;');
  });
});

test('mails and documents are readable in every theme that can be published', () => {
  const anyPalette = fc.record({ paper: anyColour, surface: anyColour, ink: anyColour, accent: anyColour });
  for (const mode of MODES) {
    fc.assert(
      fc.property(anyPalette, (changed) => {
        const chosen = palette(changed);
        fc.pre(contrastChecks(mode, chosen).every((check) => check.field === 'sale' || isEnough(check)));
        const { paper, surface, ink, muted, accent, onAccent } = brandingColours(mode, chosen);
        const pairs = [
          [onAccent, accent],
          ...[paper, surface].flatMap((page) => [
            [ink, page],
            [muted, page],
          ]),
        ];
        return pairs.every(([one = '', other = '']) => contrast(one, other) >= 4.5);
      }),
      { numRuns: 30, maxSkipsPerRun: 5_000 },
    );
  }
});
