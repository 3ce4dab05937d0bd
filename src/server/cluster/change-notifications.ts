/** The NOTIFY channel that tells nodes about changes. */
export const CHANNEL = 'stoa_changes';

/** Sent to every node when a change commits, whichever node made it. */
export type Change =
  | { readonly kind: 'products'; readonly ids: readonly number[] | 'all' }
  | { readonly kind: 'category' }
  /** The order of the products of a category. */
  | { readonly kind: 'category_order' }
  | { readonly kind: 'custom_field' }
  /** The search tables in PostgreSQL, written shortly after the products they are built from. */
  | { readonly kind: 'product_search' }
  | { readonly kind: 'search_rule' }
  | { readonly kind: 'search_synonym' }
  | { readonly kind: 'setting' }
  /** What a plug-in shows has changed. */
  | { readonly kind: 'plugin' }
  /** The connection was lost: anything may have changed meanwhile. */
  | { readonly kind: 'resync' };

/** Changes that are announced by a name: of tables, and of what plug-ins show. */
const NAMES = [
  'category',
  'category_order',
  'custom_field',
  'product_search',
  'search_rule',
  'search_synonym',
  'setting',
  'plugin',
] as const;
export type NamedChange = (typeof NAMES)[number];

const PRODUCTS = 'products:';
const BEAT = 'beat:';
const NODES = 'nodes:';

/** The parsed payload of a notification. */
export type Notification =
  | { readonly kind: 'change'; readonly change: Change }
  /** The end of the announcement with this number. */
  | { readonly kind: 'beat'; readonly number: number }
  /** The names of all connected nodes, longest connected first. */
  | { readonly kind: 'nodes'; readonly names: readonly string[] };

/** @returns undefined for a payload of another version. */
export function parseNotification(payload: string): Notification | undefined {
  const name = NAMES.find((known) => known === payload);
  if (name) return { kind: 'change', change: { kind: name } };
  if (payload.startsWith(PRODUCTS)) {
    const list = payload.slice(PRODUCTS.length);
    const ids = list === 'all' ? list : list.split(',').map(Number);
    return { kind: 'change', change: { kind: 'products', ids } };
  }
  if (payload.startsWith(NODES)) return { kind: 'nodes', names: payload.slice(NODES.length).split(',') };
  // Beats of nodes of the earlier version contain more than a number.
  const number = payload.startsWith(BEAT) ? Number(payload.slice(BEAT.length)) : Number.NaN;
  return Number.isInteger(number) ? { kind: 'beat', number } : undefined;
}
