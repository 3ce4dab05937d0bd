import { resolve } from 'node:path';
import type { PageFacts } from '#domain/pages.ts';
import type { Plugin } from './plugin.ts';

/** A page of a plug-in with the facts that the shop knows of every page. */
export interface PluginPage {
  readonly path: string;
  /** The file of its route module, absolute. */
  readonly file: string;
  readonly facts: PageFacts;
}

const ACCOUNT = '/dashboard/';

/** The pages of a plug-in in storefront, account and back office. */
export function pagesOf({ folder, storefront, admin }: Plugin): PluginPage[] {
  const shopPages = (storefront?.pages ?? []).map(({ path, file, access = 'public', inSitemap, offline }) => ({
    path,
    file: resolve(folder, file),
    facts: {
      access: path.startsWith(ACCOUNT) ? 'customer' : access,
      ...(inSitemap && { inSitemap }),
      ...(offline && { offline }),
    } as const,
  }));
  const adminPages = (admin?.pages ?? []).map(({ path, file }) => ({
    path,
    file: resolve(folder, file),
    facts: { access: 'admin' } as const,
  }));
  return [...shopPages, ...adminPages];
}
