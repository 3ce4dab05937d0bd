/**
 * Fonts that themes offer beside the shop's own, as files of `fonts/` (scripts/subset-faces.ts). Heights and average widths
 * are per 1,000 units of the em, as measured by https://github.com/seek-oss/capsize.
 */
const FONTS = {
  'dm-sans': { label: 'DM Sans', isSerif: false, ascent: 992, descent: 310, width: 466 },
  figtree: { label: 'Figtree', isSerif: false, ascent: 950, descent: 250, width: 449 },
  nunito: { label: 'Nunito', isSerif: false, ascent: 1011, descent: 353, width: 452 },
  'work-sans': { label: 'Work Sans', isSerif: false, ascent: 930, descent: 243, width: 499 },
  lora: { label: 'Lora', isSerif: true, ascent: 1006, descent: 274, width: 468 },
  'source-serif-4': { label: 'Source Serif', isSerif: true, ascent: 1036, descent: 335, width: 479 },
  'playfair-display': { label: 'Playfair Display', isSerif: true, ascent: 1082, descent: 251, width: 452 },
} as const;
type FileFont = keyof typeof FONTS;

export const FONT_NAMES = ['system', 'inter', 'fraunces', ...(Object.keys(FONTS) as FileFont[])] as const;
export type FontName = (typeof FONT_NAMES)[number];

/** The version of the packages is part of the address: browsers keep font files for a year. */
const fileOf = (name: FileFont): string => `${name}-5.3.0.woff2`;

export const FONT_FILES: ReadonlySet<string> = new Set((Object.keys(FONTS) as FileFont[]).map(fileOf));

const isFileFont = (name: FontName): name is FileFont => name in FONTS;

export const fontLabel = (name: FontName): string =>
  isFileFont(name)
    ? FONTS[name].label
    : { system: 'The device’s own font', inter: 'Inter', fraunces: 'Fraunces' }[name];

/** The file that a page loads early; empty: none. Null: the shop's own face for this purpose. */
export function fontAddress(name: FontName | null, own: FontName): string | null {
  if (name === null || name === own) return null;
  return isFileFont(name) ? `/theme/${fileOf(name)}` : '';
}

/** The value of `--face-text` or `--face-display`. The faces of Inter and Fraunces are the shop's own. */
export function fontStack(name: FontName): string {
  if (name === 'system') return 'system-ui, sans-serif';
  if (name === 'inter') return '"Inter Text", "Inter Stand-in", "Inter Wide Stand-in", system-ui, sans-serif';
  if (name === 'fraunces') return '"Fraunces Display", "Fraunces Stand-in", "Fraunces Wide Stand-in", Georgia, serif';
  const { label, isSerif } = FONTS[name];
  return `"${label}", "${label} Stand-in", ${isSerif ? 'Georgia, serif' : 'system-ui, sans-serif'}`;
}

/** Average widths of the faces that stand in, per 1,000 units, from the same source. */
const STAND_INS = {
  serif: { faces: ['Georgia', 'Gelasio', 'DejaVu Serif'], width: 446 },
  sans: { faces: ['Arial', 'Liberation Sans', 'Helvetica Neue', 'Roboto'], width: 446 },
} as const;

const percent = (value: number): string => `${Math.round(value * 1000) / 10}%`;

/** `@font-face` of the font, and of a face of the device that stands in with its widths and heights, so that no line moves. */
export function fontFaces(name: FontName): string {
  if (!isFileFont(name)) return '';
  const { label, isSerif, ascent, descent, width } = FONTS[name];
  const { faces, width: standInWidth } = STAND_INS[isSerif ? 'serif' : 'sans'];
  const size = width / standInWidth;
  const local = faces.map((face) => `local("${face}")`).join(', ');
  return `@font-face { font-family: "${label}"; src: url("/theme/${fileOf(name)}") format("woff2"); font-weight: 400 700; font-display: swap; }
@font-face { font-family: "${label} Stand-in"; src: ${local}; size-adjust: ${percent(size)}; ascent-override: ${percent(ascent / 1000 / size)}; descent-override: ${percent(descent / 1000 / size)}; line-gap-override: 0%; }
`;
}
