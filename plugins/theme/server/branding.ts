import { type Branding, type BrandingColours, type BrandingIcon, type BrandingLogo, dependsOn } from '#plugin';
import { brandingColours, effective } from '../model/palette.ts';
import type { Theme } from '../model/theme.ts';
import type { Services } from '../tables.ts';
import { type Drawing, keepDrawing, readIcon, touchDrawing } from './files.store.ts';
import { hashOf, ICON_EDGES } from './look.ts';
import { readTheme } from './theme.store.ts';

/** Three times the size at which mails and documents show a logo. */
const LOGO_BOX = { width: 600, height: 144 } as const;

/** Colours, logo and icons of the published theme for mails, documents and the manifest. Read once after each change. */
export function loadBranding(services: Services): Promise<Branding | null> {
  dependsOn('plugin');
  return services.cached('branding', () => readBranding(services));
}

/** Reads the branding, and marks its drawings as in use. */
export async function readBranding(services: Services): Promise<Branding | null> {
  const theme = (await readTheme(services.db))?.published;
  if (!theme) return null;
  const colours: Record<'light' | 'dark', BrandingColours> = {
    light: brandingColours('light', theme.light),
    dark: brandingColours('dark', theme.dark),
  };
  return { colours, logo: await logoOf(services, theme), icons: await iconsOf(services, theme) };
}

async function logoOf(services: Services, { logo }: Theme): Promise<Branding['logo']> {
  const [light, dark] = [logo.light ?? logo.dark, logo.dark ?? logo.light];
  if (!light || !dark) return null;
  const drawn = async ({ src }: { readonly src: string }): Promise<BrandingLogo | null> => {
    const drawing = await drawnOnce(services, src, LOGO_BOX);
    return drawing && { path: pathOf(drawing), width: drawing.width, height: drawing.height, png: drawing.png };
  };
  const first = await drawn(light);
  const second = dark.src === light.src ? first : await drawn(dark);
  return first && second && { light: first, dark: second };
}

const pathOf = ({ hash }: Drawing): string => `/theme/logo-${hash}.png`;

/** The merchant's icon, or else the logo on the background of the pages. */
async function iconsOf(services: Services, theme: Theme): Promise<BrandingIcon[]> {
  const { icon, logo } = theme;
  if (icon === null) {
    const mode = logo.light ? 'light' : 'dark';
    const source = logo[mode];
    const { paper: background } = effective(mode, theme[mode]);
    const box = { width: ICON_EDGES.app, height: ICON_EDGES.app, background };
    const drawing = source && (await drawnOnce(services, source.src, box));
    return drawing ? [{ path: pathOf(drawing), edge: ICON_EDGES.app }] : [];
  }
  const stored = await readIcon(services.db, /icon-([0-9a-f]+)/.exec(icon)?.[1] ?? '');
  const small = { path: icon, edge: ICON_EDGES.page };
  return stored?.large ? [small, { path: icon.replace('.png', '-large.png'), edge: ICON_EDGES.app }] : [small];
}

async function drawnOnce(
  { db, now, pictures }: Services,
  address: string,
  box: { readonly width: number; readonly height: number; readonly background?: string },
): Promise<Drawing | null> {
  const source = [address, box.width, box.height, box.background].filter((part) => part !== undefined).join(' ');
  const known = await touchDrawing(db, source, now());
  if (known) return known;
  const drawn = await pictures.drawPng(address, box);
  if (!drawn) return null;
  const drawing = { hash: hashOf(drawn.png), ...drawn };
  await keepDrawing(db, { ...drawing, source, used_at: now() });
  return drawing;
}
