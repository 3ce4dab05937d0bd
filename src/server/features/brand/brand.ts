import { z } from 'zod';
import { contrast, HEX_COLOUR } from '#domain/contrast.ts';

/** How the shop looks outside its pages: in mails, on documents, and as an installed app. */
export interface Brand {
  readonly colours: { readonly light: BrandColours; readonly dark: BrandColours };
  /** Null: show the shop's name instead. */
  readonly logo: { readonly light: BrandLogo; readonly dark: BrandLogo } | null;
  /** Square PNGs. Empty: the shop's own icons. */
  readonly icons: readonly BrandIcon[];
}

const colour = z.string().regex(HEX_COLOUR);
const brandColours = z.object({
  paper: colour,
  /** Background of cards, on `paper`. */
  surface: colour,
  ink: colour,
  /** Secondary text. */
  muted: colour,
  line: colour,
  /** Background of buttons; `onAccent` is their text. */
  accent: colour,
  onAccent: colour,
});
export type BrandColours = Readonly<z.output<typeof brandColours>>;

/** A path of the shop. */
const path = z.string().regex(/^\/(?!\/)[\w./-]+$/);

const brandLogo = z.object({
  path,
  width: z.int().min(1),
  height: z.int().min(1),
  /** The file at the path. */
  png: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
});
export type BrandLogo = Readonly<z.output<typeof brandLogo>>;

const brandIcon = z.object({ path, edge: z.int().min(1) });
export type BrandIcon = Readonly<z.output<typeof brandIcon>>;

const brandContent = z.object({
  colours: z.object({ light: brandColours, dark: brandColours }),
  logo: z.object({ light: brandLogo, dark: brandLogo }).nullable(),
  icons: z.array(brandIcon).readonly(),
});

/** The colours of `src/web/ui/theme.css`; a test compares them. */
export const OWN_BRAND: Brand = {
  colours: {
    light: {
      paper: '#f7f4ee',
      surface: '#fffdf9',
      ink: '#1c1a16',
      muted: '#625c52',
      line: '#e0d9cc',
      accent: '#1f4d3a',
      onAccent: '#ffffff',
    },
    dark: {
      paper: '#141310',
      surface: '#1d1b17',
      ink: '#f2eee5',
      muted: '#aba496',
      line: '#353129',
      accent: '#8fd0b0',
      onAccent: '#0d1a13',
    },
  },
  logo: null,
  icons: [],
};

/** Minimum contrast of text (WCAG 2.2, 1.4.3). */
const TEXT = 4.5;

/** The brand of the shop at this moment. */
export interface BrandReader {
  read(): Promise<Brand>;
}

/**
 * The brand that a plug-in supplies, or else the shop's own. If text would be hard to read in its colours, the shop's own
 * colours are used, and that is logged.
 * @param load returns undefined for the shop's own brand. An object that it returns again is not checked again.
 */
export function createBrand(
  load: () => Promise<Brand | undefined>,
  log: { error(context: object, message: string): void },
): BrandReader {
  const checked = new WeakMap<Brand, Brand>();

  function check(given: Brand): Brand {
    const { data, error } = brandContent.safeParse(given);
    if (error) {
      log.error({ err: error }, 'The brand of a plug-in is not valid');
      return OWN_BRAND;
    }
    const { light, dark } = data.colours;
    if (isReadable(light) && isReadable(dark)) return data;
    log.error({ colours: data.colours }, 'The colours of a plug-in have too little contrast for mails');
    return { ...data, colours: OWN_BRAND.colours };
  }

  return {
    async read() {
      const given = await load();
      if (!given) return OWN_BRAND;
      const brand = checked.get(given) ?? check(given);
      checked.set(given, brand);
      return brand;
    },
  };
}

const isReadable = ({ paper, surface, ink, muted, accent, onAccent }: BrandColours): boolean =>
  [paper, surface].every((page) => [ink, muted].every((text) => contrast(text, page) >= TEXT)) &&
  contrast(onAccent, accent) >= TEXT;

const WHITE = '#ffffff';
/** Maximum contrast to white of a background whose logo is also readable on white. */
const PALE = 1.5;

/** The parts of the brand that can be printed on white paper. A logo for a dark background cannot. */
export function onWhitePaper({ colours, logo }: Brand): { readonly accent: string; readonly logo: BrandLogo | null } {
  const modes = ['light', 'dark'] as const;
  const pale = modes.find((mode) => contrast(colours[mode].paper, WHITE) < PALE);
  return {
    accent: modes.map((mode) => colours[mode].accent).find((accent) => contrast(accent, WHITE) >= TEXT) ?? '#1c1a16',
    logo: pale && logo ? logo[pale] : null,
  };
}
