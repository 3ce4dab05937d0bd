/** The colours that shoppers ask for by name. */
export const COLOUR_FAMILIES = [
  'black',
  'white',
  'grey',
  'red',
  'orange',
  'yellow',
  'green',
  'blue',
  'purple',
  'pink',
  'brown',
  'beige',
] as const;
export type ColourFamily = (typeof COLOUR_FAMILIES)[number];

/** Swatch colour of a family in filters. */
export const FAMILY_SWATCHES: Readonly<Record<ColourFamily, string>> = {
  black: '#1f1f22',
  white: '#fbfaf7',
  grey: '#8f8f94',
  red: '#cf2e36',
  orange: '#ee8b35',
  yellow: '#f1cd45',
  green: '#3f8f4a',
  blue: '#2f6ad0',
  purple: '#7a4fb5',
  pink: '#ea7bab',
  brown: '#774630',
  beige: '#d8c19c',
};

/** Synonyms of colours. Names that are also things, such as rose or gold, are ordinary words. */
export const COLOUR_SHADES: Readonly<Record<ColourFamily, string>> = {
  black: 'black|jet black|ebony|noir',
  white: 'white|off-white|chalk',
  grey: 'gr[ea]y|charcoal|slate|anthracite',
  red: 'red|crimson|scarlet|burgundy|maroon|cherry red|wine red|ruby red',
  orange: 'orange|tangerine|apricot',
  yellow: 'yellow|mustard|lemon yellow|golden yellow',
  green: 'green|olive|emerald|khaki|mint green|lime green',
  blue: 'blue|navy|azure|cobalt|turquoise|teal|indigo|cyan|aqua|sky blue|light blue|dark blue|royal blue',
  purple: 'purple|violet|lilac|lavender|mauve',
  pink: 'pink|fuchsia|magenta|hot pink|rose pink',
  brown: 'brown|chestnut|chocolate brown|tan|camel',
  beige: 'beige|cream coloured|sand coloured|ecru',
};
interface Hsl {
  /** Degrees. */
  readonly hue: number;
  /** 0 to 1. */
  readonly saturation: number;
  readonly lightness: number;
}

function hslOf(hex: string): Hsl | undefined {
  const [, r = '', g = '', b = ''] = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex) ?? [];
  if (r === '') return undefined;
  const [red = 0, green = 0, blue = 0] = [r, g, b].map((part) => Number.parseInt(part, 16) / 255);
  const max = Math.max(red, green, blue);
  const min = Math.min(red, green, blue);
  const lightness = (max + min) / 2;
  const range = max - min;
  if (range === 0) return { hue: 0, saturation: 0, lightness };
  const saturation = range / (1 - Math.abs(2 * lightness - 1));
  const sector =
    max === red
      ? ((green - blue) / range + 6) % 6
      : max === green
        ? (blue - red) / range + 2
        : (red - green) / range + 4;
  return { hue: sector * 60, saturation, lightness };
}

/** Hues of saturated colours up to (not including) a number of degrees. */
const HUES: readonly (readonly [end: number, family: ColourFamily])[] = [
  [14, 'red'],
  [40, 'orange'],
  [68, 'yellow'],
  [172, 'green'],
  [243, 'blue'],
  [292, 'purple'],
  [346, 'pink'],
  [361, 'red'],
];

function familyOf({ hue, saturation, lightness }: Hsl): ColourFamily {
  const isWarm = hue >= 14 && hue < 68;
  if (lightness < 0.13) return 'black';
  if (saturation < 0.13) return lightness < 0.2 ? 'black' : lightness > 0.86 ? 'white' : 'grey';
  if (saturation < 0.2 && lightness < 0.22) return 'black';
  if (isWarm && lightness > 0.88) return 'white';
  if (isWarm && lightness > 0.66 && saturation < 0.56) return 'beige';
  if (hue >= 14 && hue < 45 && lightness < 0.6 && saturation < 0.56) return 'brown';
  if (hue < 14 && lightness < 0.4 && saturation < 0.45) return 'brown';
  if (hue >= 45 && hue < 68 && lightness < 0.4) return 'green';
  const family = HUES.find(([end]) => hue < end)?.[1] ?? 'red';
  if (family === 'pink' && lightness < 0.4 && saturation < 0.6) return hue > 320 ? 'red' : 'purple';
  if (family === 'red' && lightness > 0.66) return 'pink';
  return family;
}

/** People draw the line between neighbouring colours some degrees apart. */
const BLUR = 9;

/**
 * Names that shoppers use for a swatch colour, `#rrggbb`: the most likely first, then a neighbour that it may pass for.
 * Empty for an invalid colour.
 */
export function colourFamiliesOf(hex: string): readonly ColourFamily[] {
  const colour = hslOf(hex);
  if (!colour) return [];
  const hues = [0, -BLUR, BLUR].map((shift) => (colour.hue + shift + 360) % 360);
  return [...new Set(hues.map((hue) => familyOf({ ...colour, hue })))];
}

/** Names of colours in products. In a search they may mean a thing: a 'forest' print need not be green. */
const PRODUCT_COLOURS: Readonly<Partial<Record<ColourFamily, string>>> = {
  grey: 'graphite|pewter|silver',
  red: 'cherry|raspberry|ruby|wine',
  green: 'celadon|fern|forest|jade|mint|moss|pine|sage|seafoam',
  blue: 'denim|ocean|petrol|sky',
  purple: 'aubergine|iris|plum',
  pink: 'blush|rose',
  brown: 'espresso|walnut',
  beige: 'almond|oat|sand',
};

const SHADE_PREFIX = /^(?:light|dark|bright|pale|deep)[ -]/;
const NAMED = new Map(
  COLOUR_FAMILIES.flatMap((family) =>
    [COLOUR_SHADES[family], PRODUCT_COLOURS[family]]
      .flatMap((names) => names?.split('|') ?? [])
      .map((name) => [name.replace('[ea]', 'e'), family] as const),
  ),
);

/** The family of a colour's name, such as `blue` for 'Navy', 'Dark Navy' and 'Washed Navy'; undefined for a name that says no colour. */
function colourFamilyNamed(name: string): ColourFamily | undefined {
  const plain = name.trim().toLowerCase().replace('gray', 'grey');
  return NAMED.get(plain) ?? NAMED.get(plain.replace(SHADE_PREFIX, '')) ?? NAMED.get(plain.split(/[ -]/).at(-1) ?? '');
}

/** Dark and dusty colours look like one of these. */
const DULL: ReadonlySet<ColourFamily> = new Set(['grey', 'black', 'brown']);

/**
 * Families of a product's colour, the most likely first. A clear swatch decides, because names are often fanciful; if it is
 * dull or missing, the name decides where it says a colour. Of a name such as 'Navy & Rust' each part counts.
 */
export function colourFamiliesOfProduct(name: string, swatch: string | null): readonly ColourFamily[] {
  const seen = colourFamiliesOf(swatch ?? '');
  if (seen[0] && !DULL.has(seen[0])) return seen;
  const named = name.split(/ (?:&|and) |\//).flatMap((part) => colourFamilyNamed(part) ?? []);
  return [...new Set([...named, ...seen])];
}
