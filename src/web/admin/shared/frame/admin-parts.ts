import pluginParts from 'virtual:admin-menu';
import { PAGES } from '#domain/shop/pages.ts';
import type { IconName } from '#web/ui/icon-names.ts';

export interface AdminPart {
  readonly path: string;
  readonly name: string;
  readonly icon: IconName;
  /** Pressed after `g`, navigates there. Parts of plug-ins have none. */
  readonly key?: string;
  /** For operating the shop: below the parts of plug-ins, which the merchant opens more often. */
  readonly isLast?: true;
}

interface ShopPart extends AdminPart {
  readonly key: string;
}

/** The sections of the back office: the pages with a `menu` in `domain/shop/pages.ts`, in the order of that table. */
export const SHOP_PARTS: readonly ShopPart[] = Object.entries(PAGES).flatMap(([path, facts]) =>
  'menu' in facts ? [{ path, ...facts.menu }] : [],
);

export function withPluginParts(parts: readonly AdminPart[]): readonly AdminPart[] {
  const last = SHOP_PARTS.filter(({ isLast }) => isLast);
  return [...SHOP_PARTS.filter(({ isLast }) => !isLast), ...parts, ...last];
}

/** All sections, in the order of the menu. */
export const ADMIN_PARTS: readonly AdminPart[] = withPluginParts(pluginParts ?? []);
