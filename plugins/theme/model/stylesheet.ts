import { fontFaces, fontStack } from './fonts.ts';
import { MODES, OWN_COLOURS, OWN_DERIVED, tokensOf } from './palette.ts';
import type { Corners, Theme, ThemePicture } from './theme.ts';

/** The back office keeps the shop's own look: its colours are made for its own backgrounds. */
const PAGES = ':root:not(:has(.admin))';

/** Radii in pixels: fields, cards, panels, buttons. */
const RADII: Record<Corners, readonly [number, number, number, number]> = {
  square: [0, 0, 0, 0],
  soft: [4, 6, 8, 6],
  round: [10, 14, 18, 999],
  extra: [16, 24, 28, 999],
};

/** How large a logo is shown at most; the header is 64 pixels high on phones. */
const LOGO = { width: 200, height: 40 } as const;

/** The stylesheet of a theme: tokens that differ from the shop's own (`src/web/ui/theme.css`). Empty for the shop's own look. */
export function themeStylesheet(theme: Theme): string {
  return [
    ...new Set([theme.text_font, theme.heading_font].flatMap((name) => (name ? [fontFaces(name)] : []))),
    rule(PAGES, [
      ...(theme.text_font ? [['--face-text', fontStack(theme.text_font)] as const] : []),
      ...(theme.heading_font ? [['--face-display', fontStack(theme.heading_font)] as const] : []),
      ...(theme.corners ? cornersOf(theme.corners) : []),
    ]),
    // On paper, the shop's own rules count.
    onScreen(rule(PAGES, coloursOf(theme)) + logoRules(theme.logo)),
  ].join('');
}

type Declaration = readonly [property: string, value: string];

const rule = (selector: string, declarations: readonly Declaration[]): string =>
  declarations.length === 0
    ? ''
    : `${selector} {\n${declarations.map(([property, value]) => `  ${property}: ${value};\n`).join('')}}\n`;

const onScreen = (rules: string): string => (rules === '' ? '' : `@media screen {\n${rules}}\n`);

const cornersOf = (corners: Corners): Declaration[] => {
  const [field, card, panel, button] = RADII[corners];
  return [
    ['--corner-field', `${field}px`],
    ['--corner-card', `${card}px`],
    ['--corner-panel', `${panel}px`],
    ['--corner-button', `${button}px`],
  ];
};

function coloursOf(theme: Theme): Declaration[] {
  const [light, dark] = MODES.map((mode) => tokensOf(mode, theme[mode]));
  const names = [...new Set([...Object.keys(light ?? {}), ...Object.keys(dark ?? {})])];
  return names.flatMap((name) => {
    // A group that only one mode changes needs the other mode's own values.
    const pair = [light?.[name] ?? ownToken('light', name), dark?.[name] ?? ownToken('dark', name)];
    return [[`--${name}`, `light-dark(${pair.join(', ')})`] as const];
  });
}

/** The shop's own value of a token, which a theme repeats where it changes the token in the other mode only. */
function ownToken(mode: 'light' | 'dark', name: string): string {
  const chosen: Readonly<Record<string, string>> = OWN_COLOURS[mode];
  return chosen[name] ?? OWN_DERIVED[mode][name] ?? 'currentcolor';
}

/** The logo covers the name, which stays in the page for screen readers and search engines. */
function logoRules({ light, dark }: Theme['logo']): string {
  const first = light ?? dark;
  if (!first) return '';
  const brand = '.brand:not(.admin *)';
  const own = dark ?? first;
  return [
    rule(brand, [
      ['box-sizing', 'border-box'],
      ['max-width', '100%'],
      ['padding', '0'],
      ['background', '0 50% / contain no-repeat'],
      ['text-indent', `${LOGO.width * 2}px`],
      ['text-overflow', 'clip'],
      ...shown(first),
    ]),
    ...(own === first
      ? []
      : [
          rule(`[data-theme="dark"] ${brand}`, shown(own)),
          `@media (prefers-color-scheme: dark) {\n${rule(`:root:not([data-theme="light"]) ${brand}`, shown(own))}}\n`,
        ]),
  ].join('');
}

function shown({ src, width, height }: ThemePicture): Declaration[] {
  const scale = Math.min(LOGO.width / width, LOGO.height / height);
  return [
    ['width', `${Math.round(width * scale)}px`],
    ['height', `${Math.round(height * scale)}px`],
    ['background-image', `url("${src}-640.webp")`],
  ];
}
