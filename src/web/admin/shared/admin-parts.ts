import pluginParts from 'virtual:admin-menu';
import type { PagePath } from '#domain/pages.ts';
import type { IconName } from '#web/ui/icon-names.ts';

export interface AdminPart {
  readonly path: string;
  readonly name: string;
  readonly icon: IconName;
  /** Pressed after `g`, navigates there. Parts of plug-ins have none. */
  readonly key?: string;
}

/**
 * The sections of the back office, in the order of back-office §2, then the shop's own. Navigation, command palette and
 * shortcuts are built from it.
 */
export const SHOP_PARTS = [
  { path: '/admin', name: 'Dashboard', icon: 'layout-dashboard', key: 'd' },
  { path: '/admin/products', name: 'Products', icon: 'shopping-bag', key: 'p' },
  { path: '/admin/categories', name: 'Categories', icon: 'tags', key: 'c' },
  { path: '/admin/orders', name: 'Orders', icon: 'receipt-text', key: 'o' },
  { path: '/admin/users', name: 'Users', icon: 'users', key: 'u' },
  { path: '/admin/analytics', name: 'Analytics', icon: 'chart-column', key: 'a' },
  { path: '/admin/settings', name: 'Settings', icon: 'settings', key: 's' },
  { path: '/admin/profile', name: 'Profile', icon: 'circle-user', key: 'f' },
  { path: '/admin/holds', name: 'Stock holds', icon: 'lock', key: 'h' },
  { path: '/admin/coupons', name: 'Coupons', icon: 'ticket-percent', key: 'v' },
  { path: '/admin/custom-fields', name: 'Custom fields', icon: 'sliders-horizontal', key: 'k' },
  { path: '/admin/messages', name: 'Messages', icon: 'mail', key: 'm' },
  { path: '/admin/outbox', name: 'Outbox', icon: 'send', key: 'x' },
  { path: '/admin/events', name: 'Events', icon: 'share-2', key: 'e' },
  { path: '/admin/audit', name: 'Audit log', icon: 'rotate-ccw-clock', key: 'l' },
] as const satisfies readonly (AdminPart & { path: PagePath })[];

/** With those of plug-ins, which follow. */
export const ADMIN_PARTS: readonly AdminPart[] = pluginParts ? [...SHOP_PARTS, ...pluginParts] : SHOP_PARTS;
