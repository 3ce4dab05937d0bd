import type { PageProperties } from '#domain/shop/pages.ts';
import { pathOf } from './path-of.ts';
import type { Plugin } from './plugin.ts';

/** A page of a plug-in with the facts that the shop knows of every page. */
export interface PluginPage {
  readonly path: string;
  /** The file of its route module, absolute. */
  readonly file: string;
  readonly facts: PageProperties;
  /** Addresses at which checks of all pages open it. */
  readonly examples: readonly string[];
}

const ACCOUNT = '/dashboard/';

/** The pages of a plug-in in storefront, account and back office. */
export function pagesOf(plugin: Plugin): PluginPage[] {
  const { storefront, admin } = plugin;
  const shopPages = (storefront?.pages ?? []).map(
    ({ path, file, access = 'public', inSitemap, offline, examples }) => ({
      path,
      file: pathOf(plugin, file),
      facts: {
        access: path.startsWith(ACCOUNT) ? 'customer' : access,
        ...(inSitemap && { inSitemap }),
        ...(offline && { offline }),
      } as const,
      examples: examplesOf(path, examples),
    }),
  );
  const adminPages = (admin?.pages ?? []).map(({ path, file, examples }) => ({
    path,
    file: pathOf(plugin, file),
    facts: { access: 'admin' } as const,
    examples: examplesOf(path, examples),
  }));
  return [...shopPages, ...adminPages];
}

/** An optional parameter, as in `/admin/parcels/:id?`, can be left out. */
function examplesOf(path: string, given: readonly string[] | undefined): readonly string[] {
  const plain = path.replace(/(\/:\w+\?)+$/, '');
  return given ?? (/[:*]/.test(plain) ? [] : [plain]);
}
