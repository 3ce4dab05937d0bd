import { z } from 'zod';
import { contrast, HEX_COLOUR } from '#domain/shop/contrast.ts';

/** How the shop looks outside its pages: in mails, on documents, and as an installed app. */
export interface Branding {
  readonly colours: { readonly light: BrandingColours; readonly dark: BrandingColours };
  /** Null: show the shop's name instead. */
  readonly logo: { readonly light: BrandingLogo; readonly dark: BrandingLogo } | null;
  /** Square PNGs. Empty: the shop's own icons. */
  readonly icons: readonly BrandingIcon[];
}

const colour = z.string().regex(HEX_COLOUR);
const brandingColours = z.object({
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
export type BrandingColours = Readonly<z.output<typeof brandingColours>>;

/** A path of the shop. */
const path = z.string().regex(/^\/(?!\/)[\w./-]+$/);

const brandingLogo = z.object({
  path,
  width: z.int().min(1),
  height: z.int().min(1),
  /** The file at the path. */
  png: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
});
export type BrandingLogo = Readonly<z.output<typeof brandingLogo>>;

const brandingIcon = z.object({ path, edge: z.int().min(1) });
export type BrandingIcon = Readonly<z.output<typeof brandingIcon>>;

const brandingContent = z.object({
  colours: z.object({ light: brandingColours, dark: brandingColours }),
  logo: z.object({ light: brandingLogo, dark: brandingLogo }).nullable(),
  icons: z.array(brandingIcon).readonly(),
});

/** The colours of `src/web/ui/theme.css`; a test compares them. */
export const OWN_BRANDING: Branding = {
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

/** The branding of the shop at this moment. */
export interface BrandingReader {
  read(): Promise<Branding>;
}

/**
 * The branding that a plug-in supplies, or else the shop's own. If text would be hard to read in its colours, the shop's own
 * colours are used, and that is logged.
 * @param load returns undefined for the shop's own branding. An object that it returns again is not checked again.
 */
export function createBranding(
  load: () => Promise<Branding | undefined>,
  log: { error(context: object, message: string): void },
): BrandingReader {
  const checked = new WeakMap<Branding, Branding>();

  function check(given: Branding): Branding {
    const { data, error } = brandingContent.safeParse(given);
    if (error) {
      log.error({ err: error }, 'The branding of a plug-in is not valid');
      return OWN_BRANDING;
    }
    const { light, dark } = data.colours;
    if (isReadable(light) && isReadable(dark)) return data;
    log.error({ colours: data.colours }, 'The colours of a plug-in have too little contrast for emails');
    return { ...data, colours: OWN_BRANDING.colours };
  }

  return {
    async read() {
      const given = await load();
      if (!given) return OWN_BRANDING;
      const branding = checked.get(given) ?? check(given);
      checked.set(given, branding);
      return branding;
    },
  };
}

const isReadable = ({ paper, surface, ink, muted, accent, onAccent }: BrandingColours): boolean =>
  [paper, surface].every((page) => [ink, muted].every((text) => contrast(text, page) >= TEXT)) &&
  contrast(onAccent, accent) >= TEXT;

const WHITE = '#ffffff';
/** Maximum contrast to white of a background whose logo is also readable on white. */
const PALE = 1.5;

/** The parts of the branding that can be printed on white paper. A logo for a dark background cannot. */
export function onWhitePaper({ colours, logo }: Branding): {
  readonly accent: string;
  readonly logo: BrandingLogo | null;
} {
  const modes = ['light', 'dark'] as const;
  const pale = modes.find((mode) => contrast(colours[mode].paper, WHITE) < PALE);
  return {
    accent: modes.map((mode) => colours[mode].accent).find((accent) => contrast(accent, WHITE) >= TEXT) ?? '#1c1a16',
    logo: pale && logo ? logo[pale] : null,
  };
}
