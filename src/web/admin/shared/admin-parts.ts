import pluginParts from 'virtual:admin-menu';
import { PAGES } from '#domain/pages.ts';
import type { IconName } from '#web/ui/icon-names.ts';

export interface AdminPart {
  readonly path: string;
  readonly name: string;
  readonly icon: IconName;
  /** Pressed after `g`, navigates there. Parts of plug-ins have none. */
  readonly key?: string;
}

interface ShopPart extends AdminPart {
  readonly key: string;
}

/** The sections of the back office: the pages with a `menu` in `domain/pages.ts`, in the order of that table. */
export const SHOP_PARTS: readonly ShopPart[] = Object.entries(PAGES).flatMap(([path, facts]) =>
  'menu' in facts ? [{ path, ...facts.menu }] : [],
);

/** With those of plug-ins, which follow. */
export const ADMIN_PARTS: readonly AdminPart[] = pluginParts ? [...SHOP_PARTS, ...pluginParts] : SHOP_PARTS;
