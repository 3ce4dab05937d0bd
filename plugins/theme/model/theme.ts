import type { FontName } from './fonts.ts';
import type { Palette } from './palette.ts';

export const CORNERS = ['square', 'soft', 'round', 'extra'] as const;
export type Corners = (typeof CORNERS)[number];

export interface ThemePicture {
  readonly src: string;
  readonly width: number;
  readonly height: number;
}

/** What a merchant chooses. Null everywhere: the shop's own look. */
export interface Theme {
  readonly light: Palette;
  readonly dark: Palette;
  readonly text_font: FontName | null;
  readonly heading_font: FontName | null;
  readonly corners: Corners | null;
  /** In place of the shop's name in the header. */
  readonly logo: { readonly light: ThemePicture | null; readonly dark: ThemePicture | null };
  /** Address of a square PNG. */
  readonly icon: string | null;
}

const OWN_PALETTE: Palette = { paper: null, surface: null, ink: null, accent: null, sale: null, band: null };

export const OWN_THEME: Theme = {
  light: OWN_PALETTE,
  dark: OWN_PALETTE,
  text_font: null,
  heading_font: null,
  corners: null,
  logo: { light: null, dark: null },
  icon: null,
};
