import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type AdminWrites,
  type CreatedUser,
  createAdmin,
  openPluginShop,
  type PluginShop,
  signIn,
} from '#plugin/testing';
import type { themeContract } from './contract.ts';
import { OWN_THEME, type Theme } from './model/theme.ts';
import { theme } from './plugin.ts';

type Shop = PluginShop<typeof themeContract>;

/** A shop for tests with what its merchant does to the theme. */
export async function openThemeShop() {
  const shop: Shop = await openPluginShop<typeof themeContract>(theme());
  const admin = { token: await signIn(shop, await createAdmin(shop.services.db)) };
  const readTheme = async () => (await shop.call('GET /admin/theme', {}, admin)).data;
  const saveDraft = async (changed: Partial<Theme>) => {
    const { revision } = await readTheme();
    return (await shop.call('PUT /admin/theme/draft', { body: { revision, theme: themeWith(changed) } }, admin)).data;
  };
  return {
    ...shop,
    admin,
    /** Back to the default theme, without a draft. */
    async resetTheme() {
      const changes = ['POST /admin/theme/discard', 'POST /admin/theme/withdraw', 'POST /admin/theme/discard'] as const;
      for (const change of changes) {
        await shop.call(change, { body: { revision: (await readTheme()).revision } }, admin);
      }
    },
    readTheme,
    saveDraft,
    publishTheme: async (changed: Partial<Theme>) => {
      const { revision } = await saveDraft(changed);
      return shop.call('POST /admin/theme/publish', { body: { revision } }, admin);
    },
    /** The look that pages get. */
    loadLook: () => shop.services.plugins.loadLook(),
    /** A file at an address outside `/api`. */
    get: (url: string) => shop.app.inject({ method: 'GET', url }),
  };
}

/** The default theme with changes. */
export const themeWith = (changed: Partial<Theme>): Theme => ({ ...OWN_THEME, ...changed });

/** Colours of one mode, the others being the default ones. */
export const colours = (changed: Partial<Theme['light']>): Theme['light'] => ({ ...OWN_THEME.light, ...changed });

/** A square picture of 512 pixels, as a form. */
export async function pictureForm(): Promise<FormData> {
  const bytes = await readFile(join(import.meta.dirname, '../../public/icon-512.png'));
  const body = new FormData();
  body.append('file', new Blob([bytes], { type: 'image/png' }), 'icon.png');
  return body;
}

let drawn = 0;
/** A draft that differs from the one before. @returns its revision */
async function saveSomeDraft(shop: Shop, admin: CreatedUser): Promise<number> {
  const token = { token: await signIn(shop, admin) };
  const { revision } = (await shop.call('GET /admin/theme', {}, token)).data;
  drawn += 1;
  const body = { revision, theme: themeWith({ light: colours({ band: `#10101${drawn % 10}` }) }) };
  return (await shop.call('PUT /admin/theme/draft', { body }, token)).data.revision;
}

export const adminWrites: AdminWrites<typeof themeContract> = {
  'PUT /admin/theme/draft': async (shop, admin) => {
    const { data } = await shop.call('GET /admin/theme', {}, { token: await signIn(shop, admin) });
    return { body: { revision: data.revision, theme: themeWith({ corners: 'square' }) } };
  },
  'POST /admin/theme/publish': async (shop, admin) => ({ body: { revision: await saveSomeDraft(shop, admin) } }),
  'POST /admin/theme/discard': async (shop, admin) => ({ body: { revision: await saveSomeDraft(shop, admin) } }),
  'POST /admin/theme/withdraw': async (shop, admin) => {
    const body = { revision: await saveSomeDraft(shop, admin) };
    const token = { token: await signIn(shop, admin) };
    const { data } = await shop.call('POST /admin/theme/publish', { body }, token);
    return { body: { revision: data.revision } };
  },
  'POST /admin/theme/logos': async () => ({ body: await pictureForm() }),
  'POST /admin/theme/icons': async () => ({ body: await pictureForm() }),
};
