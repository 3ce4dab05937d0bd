import { MAX_PLACED, placeProduct } from '#domain/catalogue/product-order.ts';
import { announce } from '#server/cluster/change-feed.ts';
import { type AuditContext, recordAudit } from '#server/platform/audit/audit.store.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Database, inTransaction } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { CatalogueSearch } from '../../search-engine.ts';
import type { ShopCategories } from '../../shop-categories.ts';
import type { CategoryRow } from '../../storefront/categories.store.ts';
import { findProductOrder, writeProductOrder } from './category-order.store.ts';

type AuditValues = Readonly<Record<string, number | null>>;

export interface ArrangeServices {
  readonly db: Database;
  readonly now: Clock;
  readonly categories: ShopCategories;
  readonly search: CatalogueSearch;
}

/** The order of a category as it is stored, with what shoppers see of it. */
export interface CategoryArrangement {
  readonly category: CategoryRow;
  readonly revision: number;
  /** All placed products, also those that shoppers do not see. */
  readonly placed: readonly number[];
  readonly visiblePlaced: readonly number[];
}

/** @throws Refusal `category.not_found` */
export async function readArrangement(
  { db, categories, search }: Omit<ArrangeServices, 'now'>,
  categoryId: number,
): Promise<CategoryArrangement> {
  const [{ all }, row] = await Promise.all([categories.current(), findProductOrder(db, categoryId)]);
  const category = all.get(categoryId);
  if (!category) throw new Refusal('category.not_found');
  const placed = row?.product_ids ?? [];
  const visible =
    placed.length === 0 ? { ids: [] } : await search.list({ categoryId, among: placed, offset: 0, limit: MAX_PLACED });
  return { category, revision: row?.revision ?? 0, placed, visiblePlaced: visible.ids };
}

export interface ProductMove {
  readonly categoryId: number;
  readonly productId: number;
  /** In the list that shoppers see, from 1; null: back to the default order. */
  readonly position: number | null;
  /** Of the order that the merchant saw. */
  readonly revision: number;
}

/**
 * Moves a product of a category. Moving it to where it is changes nothing, whatever the revision.
 * @throws Refusal `category.not_found`, `product.not_found`, `category.order_changed`
 */
export async function moveProduct(
  services: ArrangeServices,
  { categoryId, productId, position, revision }: ProductMove,
  by: AuditContext,
): Promise<void> {
  const { search } = services;
  const { placed, visiblePlaced, revision: current } = await readArrangement(services, categoryId);
  if (position !== null) {
    const { total } = await search.list({ categoryId, among: [productId], offset: 0, limit: 1 });
    if (total === 0) throw new Refusal('product.not_found');
  }
  // One more than the position, because the product itself can stand before it.
  const limit = (position ?? 0) + 1;
  const shown = (await search.list({ categoryId, first: placed, offset: 0, limit })).ids;
  const place = shown.indexOf(productId) + 1;
  const isThere =
    position === null ? !placed.includes(productId) : visiblePlaced.includes(productId) && place === position;
  if (isThere) return;
  if (revision !== current) throw new Refusal('category.order_changed');
  const productIds = placeProduct({ placed, shown, productId, position });
  const before = visiblePlaced.indexOf(productId) + 1;
  await writeOrder(services, { categoryId, revision, productIds }, by, {
    before: { product: productId, position: before > 0 ? before : null },
    after: { product: productId, position },
  });
}

/**
 * Discards the order of a category; without one nothing changes.
 * @throws Refusal `category.not_found`, `category.order_changed`
 */
export async function discardOrder(
  services: ArrangeServices,
  categoryId: number,
  revision: number,
  by: AuditContext,
): Promise<void> {
  const { placed, revision: current } = await readArrangement(services, categoryId);
  if (placed.length === 0) return;
  if (revision !== current) throw new Refusal('category.order_changed');
  const facts = { before: { placed: placed.length }, after: { placed: 0 } };
  await writeOrder(services, { categoryId, revision, productIds: [] }, by, facts);
}

async function writeOrder(
  { db, now, categories }: ArrangeServices,
  { categoryId, revision, productIds }: { categoryId: number; revision: number; productIds: readonly number[] },
  by: AuditContext,
  facts: { readonly before: AuditValues; readonly after: AuditValues },
): Promise<void> {
  const at = now();
  await inTransaction(db, async (tx) => {
    const kept = productIds.slice(0, MAX_PLACED);
    const written = await writeProductOrder(tx, categoryId, { productIds: kept, revision, at });
    if (written === undefined) throw new Refusal('category.order_changed');
    const entity = { entity: 'category', entityId: String(categoryId) };
    await recordAudit(tx, { ...by, action: 'category.arrange', ...entity, ...facts, at });
    await announce(tx, 'category_order');
  });
  categories.forget();
}
