import { contrast, type Hex, lowestContrast, mix, readable, textOn } from './colour.ts';

export const MODES = ['light', 'dark'] as const;
export type Mode = (typeof MODES)[number];

/** Colours that a merchant chooses, by the name of their token. */
export const COLOURS = ['paper', 'surface', 'ink', 'accent', 'sale', 'band'] as const;
export type Colour = (typeof COLOURS)[number];

/** Null: the shop's own colour. */
export type Palette = Readonly<Record<Colour, Hex | null>>;

/** The shop's own colours (`src/web/ui/theme.css`; a test compares them). */
export const OWN_COLOURS = {
  light: { paper: '#f7f4ee', surface: '#fffdf9', ink: '#1c1a16', accent: '#1f4d3a', sale: '#a63d1c', band: '#1c1a16' },
  dark: { paper: '#141310', surface: '#1d1b17', ink: '#f2eee5', accent: '#8fd0b0', sale: '#f0a07e', band: '#0b0a08' },
} as const satisfies Record<Mode, Record<Colour, Hex>>;

/** Derived tokens of the shop's own look (the same test compares them). */
export const OWN_DERIVED: Record<Mode, Readonly<Record<string, Hex>> & { readonly sunken: Hex }> = {
  light: {
    sunken: '#efeae0',
    muted: '#625c52',
    line: '#e0d9cc',
    edge: '#8f887b',
    rating: '#b97a10',
    'rating-rest': '#ddd5c6',
    'accent-strong': '#163a2b',
    'on-accent': '#ffffff',
    'accent-soft': '#e3ede5',
    'on-sale': '#ffffff',
    'sale-soft': '#f8e6dd',
    'on-band': '#f2eee5',
    'on-band-muted': '#b9b2a4',
    'on-band-line': '#38342c',
    'band-ink': '#1c1a16',
  },
  dark: {
    sunken: '#24211b',
    muted: '#aba496',
    line: '#353129',
    edge: '#7b7466',
    rating: '#e4b04e',
    'rating-rest': '#443f35',
    'accent-strong': '#a9dec4',
    'on-accent': '#0d1a13',
    'accent-soft': '#1e2f27',
    'on-sale': '#2a1007',
    'sale-soft': '#3a231a',
    'on-band': '#f2eee5',
    'on-band-muted': '#b9b2a4',
    'on-band-line': '#38342c',
    'band-ink': '#1c1a16',
  },
};

/** Tokens that themes leave as they are, and that are read on the page and on cards. */
const FIXED = {
  light: { messages: ['#8c2c10', '#185a38', '#7a5200', '#1c4b70'], rating: '#b97a10' },
  dark: { messages: ['#f5ab8e', '#93d7ad', '#eec171', '#9cc8ea'], rating: '#e4b04e' },
} as const;

/** WCAG 2.2: 1.4.3 for text, 1.4.11 for the edges of controls. */
const TEXT = 4.5;
const EDGE = 3;

export type Effective = Readonly<Record<Colour, Hex>>;

export const effective = (mode: Mode, palette: Palette): Effective => {
  const own = OWN_COLOURS[mode];
  return Object.fromEntries(COLOURS.map((name) => [name, palette[name] ?? own[name]])) as Effective;
};

export interface ContrastCheck {
  /** The field that has to change when it fails. */
  readonly field: Colour;
  /** Such as `Text on the background`. */
  readonly label: string;
  readonly ratio: number;
  readonly needed: number;
}

export const isEnough = ({ ratio, needed }: ContrastCheck): boolean => ratio >= needed;

/** Every pair of colours that the merchant chooses. Derived colours are not among them: they always have enough contrast. */
export function contrastChecks(mode: Mode, palette: Palette): ContrastCheck[] {
  const colours = effective(mode, palette);
  const { surface, ink, accent, sale } = colours;
  // Panels on the background are a little darker than it.
  const page = [colours.paper, hasOwnPage(palette) ? sunkenOf(colours) : OWN_DERIVED[mode].sunken];
  const { messages } = FIXED[mode];
  const check = (field: Colour, label: string, colour: Hex, on: readonly Hex[]): ContrastCheck => ({
    field,
    label,
    ratio: lowestContrast(colour, on),
    needed: TEXT,
  });
  const worst = (checks: readonly ContrastCheck[]) =>
    checks.reduce((one, other) => (other.ratio < one.ratio ? other : one));
  return [
    worst(messages.map((colour) => check('paper', 'Messages on the background', colour, page))),
    worst(messages.map((colour) => check('surface', 'Messages on cards', colour, [surface]))),
    check('ink', 'Text on the background', ink, page),
    check('ink', 'Text on cards', ink, [surface]),
    check('accent', 'Accent on the background', accent, page),
    check('accent', 'Accent on cards', accent, [surface]),
    check('sale', 'Sale price on the background', sale, page),
    check('sale', 'Sale price on cards', sale, [surface]),
  ];
}

const hasOwnPage = ({ paper, surface, ink }: Palette): boolean => paper !== null || surface !== null || ink !== null;
const sunkenOf = ({ paper, ink }: Effective): Hex => mix(paper, ink, 0.05);

type Tokens = Readonly<Record<string, Hex>>;

/** Tokens by name for one mode. A group is derived when one of its colours was chosen; the others stay the shop's own. */
export function tokensOf(mode: Mode, palette: Palette): Tokens {
  const has = (...names: Colour[]) => names.some((name) => palette[name] !== null);
  const colours = effective(mode, palette);
  return {
    ...(hasOwnPage(palette) && pageTokens(mode, colours)),
    ...(has('paper', 'surface', 'ink', 'accent') && accentTokens(mode, colours)),
    ...(has('paper', 'surface', 'sale') && saleTokens(colours)),
    ...(has('band') && bandTokens(colours)),
  };
}

function pageTokens(mode: Mode, colours: Effective): Tokens {
  const { paper, surface, ink, accent } = colours;
  const sunken = sunkenOf(colours);
  const pages = [paper, surface, sunken, mix(paper, accent, 0.1)];
  return {
    paper,
    surface,
    ink,
    sunken,
    muted: readable(mix(ink, paper, 0.4), { towards: ink, against: pages, ratio: TEXT }),
    line: mix(paper, ink, 0.12),
    edge: readable(mix(paper, ink, 0.4), { towards: ink, against: [paper, surface], ratio: EDGE }),
    rating: readable(FIXED[mode].rating, { towards: ink, against: [paper, surface], ratio: EDGE }),
    'rating-rest': mix(paper, ink, 0.18),
  };
}

/** Text on a colour: the shop's own choices, where they have enough contrast. */
const onAccent = (accent: Hex): Hex => textOn(accent, ['#ffffff', '#0d1a13']);
const onSale = (sale: Hex): Hex => textOn(sale, ['#ffffff', '#2a1007']);
const onBand = (band: Hex): Hex => textOn(band, ['#f2eee5', '#1c1a16']);

function accentTokens(mode: Mode, { paper, accent }: Effective): Tokens {
  const text = onAccent(accent);
  // Mixed away from the text colour, so that the contrast increases on hover.
  const strong = mix(accent, contrast(text, '#000000') > TEXT ? '#000000' : '#ffffff', 0.25);
  return {
    accent,
    'accent-strong': strong,
    'on-accent': text,
    'accent-soft': mix(paper, accent, mode === 'light' ? 0.1 : 0.14),
  };
}

function saleTokens({ surface, sale, paper }: Effective): Tokens {
  const soft = [0.14, 0.1, 0.06].map((share) => mix(surface, sale, share)).find((one) => contrast(one, sale) >= TEXT);
  return { sale, 'on-sale': onSale(sale), 'sale-soft': soft ?? paper };
}

function bandTokens({ band }: Effective): Tokens {
  const text = onBand(band);
  return {
    band,
    'on-band': text,
    'on-band-muted': readable(mix(text, band, 0.3), { towards: text, against: [band], ratio: TEXT }),
    'on-band-line': mix(band, text, 0.2),
    'band-ink': band,
  };
}

/** Colours of one mode for mails and documents. They have enough contrast if all `contrastChecks` pass. */
export function brandingColours(mode: Mode, palette: Palette) {
  const token = (name: string): Hex => tokens[name] ?? OWN_DERIVED[mode][name] ?? colours.ink;
  const tokens = tokensOf(mode, palette);
  const colours = effective(mode, palette);
  const { paper, surface, ink, accent } = colours;
  return { paper, surface, ink, muted: token('muted'), line: token('line'), accent, onAccent: token('on-accent') };
}

/** Text that the theme chooses to fit a colour, for display. */
export function derivedContrasts(mode: Mode, palette: Palette): ContrastCheck[] {
  const { accent, sale, band } = effective(mode, palette);
  const pair = (field: Colour, label: string, on: Hex, text: Hex): ContrastCheck => ({
    field,
    label,
    ratio: contrast(text, on),
    needed: TEXT,
  });
  return [
    pair('accent', 'Text on buttons', accent, onAccent(accent)),
    pair('sale', 'Text on the sale badge', sale, onSale(sale)),
    pair('band', 'Text on announcement bar and footer', band, onBand(band)),
  ];
}
