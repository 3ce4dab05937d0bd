import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dependsOn, type LookContent, type PublicFile } from '#plugin';
import { FONT_FILES, fontAddress } from '../model/fonts.ts';
import { effective } from '../model/palette.ts';
import { themeStylesheet } from '../model/stylesheet.ts';
import type { Theme } from '../model/theme.ts';
import type { Database, Services } from '../tables.ts';
import { keepStylesheet, readDrawing, readIcon, readStylesheet } from './files.store.ts';
import { readTheme } from './theme.store.ts';

/** Width and height of an icon in pixels: `page` for tabs and home screens, `app` for the installed shop. */
export const ICON_EDGES = { page: 180, app: 512 } as const;

/** 64 bits: nobody looks for collisions among a merchant's own files. */
export const hashOf = (content: string | Buffer): string =>
  createHash('sha256').update(content).digest('hex').slice(0, 16);

/** Stylesheet, fonts and icon of the published theme; null: the shop's own. Read once after each change. */
export function loadLook({ db, cached, now }: Services): Promise<LookContent | null> {
  dependsOn('plugin');
  return cached('look', async () => {
    const theme = (await readTheme(db))?.published;
    return theme ? lookOf(theme, await keptStylesheet(db, theme, now())) : null;
  });
}

function lookOf(theme: Theme, stylesheet: string | null): LookContent {
  const hasOwnPaper = theme.light.paper !== null || theme.dark.paper !== null;
  return {
    stylesheet: stylesheet && `/theme/${stylesheet}.css`,
    textFont: fontAddress(theme.text_font, 'inter'),
    headingFont: fontAddress(theme.heading_font, 'fraunces'),
    icon: theme.icon,
    frameColours: hasOwnPaper
      ? { light: effective('light', theme.light).paper, dark: effective('dark', theme.dark).paper }
      : null,
  };
}

/** Stored before the first page names it, so that every node can send it. A new version of the shop may write another one. */
async function keptStylesheet(db: Database, theme: Theme, at: Date): Promise<string | null> {
  const text = themeStylesheet(theme);
  if (text === '') return null;
  const hash = hashOf(text);
  await keepStylesheet(db, hash, text, at);
  return hash;
}

/** The hash of the stylesheet that pages name now; null: none. */
export async function currentStylesheet(services: Services): Promise<string | null> {
  const theme = (await readTheme(services.db))?.published;
  return theme ? hashOf(themeStylesheet(theme)) : null;
}

const png = (content: Buffer | null): PublicFile | null => content && { type: 'image/png', content, isImmutable: true };

const FONTS = join(import.meta.dirname, '../fonts');

/** `/theme/:file`: stylesheets, icons and fonts. Their addresses change with their content. */
export async function readThemeFile(
  { db }: Services,
  { file = '' }: Readonly<Record<string, string>>,
): Promise<PublicFile | null> {
  if (FONT_FILES.has(file)) {
    return { type: 'font/woff2', content: await readFile(join(FONTS, file)), isImmutable: true };
  }
  const [, icon, isLarge] = /^icon-([0-9a-f]{16})(-large)?\.png$/.exec(file) ?? [];
  if (icon !== undefined) {
    const stored = await readIcon(db, icon);
    return png((isLarge ? stored?.large : stored?.png) ?? null);
  }
  const [, logo] = /^logo-([0-9a-f]{16})\.png$/.exec(file) ?? [];
  if (logo !== undefined) return png(await readDrawing(db, logo));
  const [, hash] = /^([0-9a-f]{16})\.css$/.exec(file) ?? [];
  const content = hash === undefined ? null : await readStylesheet(db, hash);
  return content === null ? null : { type: 'text/css; charset=utf-8', content, isImmutable: true };
}
