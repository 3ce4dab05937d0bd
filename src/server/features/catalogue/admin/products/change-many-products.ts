import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import type { BulkChange, BulkReport } from '#contract/admin/products.ts';
import { PRODUCT_FIELDS } from '#domain/catalogue/product-fields.ts';
import { counted } from '#domain/counted.ts';
import { changePrice, type PriceChange } from '#domain/money/price-change.ts';
import type { AuditContext } from '#server/platform/audit/audit.store.ts';
import { inTransaction, type Transaction } from '#server/platform/database/database.ts';
import { recordOutcome } from '#server/platform/http/idempotency/outcomes.store.ts';
import { unlessCommitted } from '#server/platform/http/idempotency/repeatable-write.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { AdminCatalogueServices } from '../admin-catalogue-services.ts';
import { PRODUCT_RULES, refuseBroken } from '../broken-rules.ts';
import { type LockedProduct, lockProducts, lockStockOf } from '../save-products/change-products.store.ts';
import type { ProductWrite } from '../save-products/product-write.ts';
import { type SavedProducts, type SavingRun, saveProducts } from '../save-products/save-products.ts';
import { lockedSlugs } from '../save-products/slug-proposals.ts';
import { formRefusal } from './check-product.ts';
import { deleteLocked } from './delete-products.ts';

type Failed = BulkReport['failed'][number];

/** Products between yields to other requests. */
const BATCH = 200;
/** Reasons in a refusal. */
const MAX_REASONS = 100;

const changedProducts = z.object({ changed: z.int() });

/**
 * Changes many products: all of them, or none.
 * @returns how many were changed.
 * @throws Refusal `product.bulk_refused` with a `BulkReport`.
 */
export async function changeManyProducts(
  { db, now, customFields }: AdminCatalogueServices,
  change: BulkChange,
  by: AuditContext,
): Promise<number> {
  const definitions = await customFields.all();
  const { write } = by.request;
  const work = () =>
    inTransaction(db, async (tx) => {
      const at = now();
      // Lock order: stock first, like payments, then the products.
      const held = change.action === 'delete' ? await lockStockOf(tx, change.ids) : new Set<number>();
      const failed: Failed[] = [];
      for (let from = 0; from < change.ids.length; from += BATCH) {
        const ids = change.ids.slice(from, from + BATCH);
        const products = await lockProducts(tx, ids);
        failed.push(...missing(ids, products), ...heldOnes(products, held));
        if (change.action === 'delete') {
          const free = products.filter(({ id }) => !held.has(id));
          await deleteLocked(tx, free, by, at);
        } else {
          const run = { by, at, slugs: lockedSlugs, customFields: definitions };
          failed.push(...(await saveChanged(tx, products, change, run)));
        }
        await nextTurn();
      }
      refuse(failed, change.ids.length);
      const outcome = { changed: change.ids.length };
      await recordOutcome(tx, write, outcome);
      return outcome;
    });
  // A retry must not change prices by a percentage again.
  const { changed } = await unlessCommitted(write, changedProducts, () => refuseBroken(PRODUCT_RULES, work));
  return changed;
}

/** @returns the products that do not allow the change. */
async function saveChanged(
  tx: Transaction,
  products: readonly LockedProduct[],
  change: Exclude<BulkChange, { action: 'delete' }>,
  run: SavingRun,
): Promise<Failed[]> {
  const problems = products.flatMap((product): Failed[] => {
    const reason = tagProblem(product, change);
    return reason === undefined ? [] : [{ id: product.id, name: product.name, reason }];
  });
  if (problems.length > 0) return problems;
  const writes = products.map((before) => ({ before, change: changedFields(before, change) }));
  const saved = await saveProducts(tx, writes, run);
  return notSaved(products, saved.problems);
}

function missing(ids: readonly number[], products: readonly LockedProduct[]): Failed[] {
  const found = new Set(products.map(({ id }) => id));
  return ids
    .filter((id) => !found.has(id))
    .map((id) => ({ id, name: `Product ${id}`, reason: 'It does not exist any more.' }));
}

function heldOnes(products: readonly LockedProduct[], held: ReadonlySet<number>): Failed[] {
  const reason = 'Somebody is paying for it right now.';
  return products.filter(({ id }) => held.has(id)).map(({ id, name }) => ({ id, name, reason }));
}

function refuse(all: readonly Failed[], count: number): void {
  if (all.length === 0) return;
  const failed = all.slice(0, MAX_REASONS);
  const message = `Nothing was changed: ${all.length} of ${counted(count, ['product does', 'products do'])} not allow it.`;
  const errors = { ids: failed.map(({ name, reason }) => `${name}: ${reason}`) };
  const report: BulkReport = { failed };
  throw new Refusal('product.bulk_refused', { message, errors, data: report });
}

function priceChange(change: BulkChange): PriceChange | undefined {
  if (change.action === 'change_price_by_percent') return { kind: 'percent', percent: change.percent };
  if (change.action === 'change_price_by_amount') return { kind: 'amount', amount: change.amount };
  return undefined;
}

function changedFields(product: LockedProduct, change: BulkChange): ProductWrite['change'] {
  const { price_cents: price, sale_price_cents: salePrice } = product;
  const by = priceChange(change);
  if (by) {
    return { price: changePrice(price, by), sale_price: salePrice === null ? null : changePrice(salePrice, by) };
  }
  switch (change.action) {
    case 'set_category':
      return { category_id: change.category_id };
    case 'add_tags':
    case 'remove_tags':
      return { tags: changedTags(product, change) };
    case 'set_sale_by_percent':
      return { sale_price: changePrice(price, { kind: 'percent', percent: -change.percent }) };
    case 'end_sale':
      return { sale_price: null };
    default:
      return {
        is_active: switched(change, 'activate', 'deactivate'),
        is_featured: switched(change, 'feature', 'unfeature'),
      };
  }
}

type TagChange = Extract<BulkChange, { readonly tags: unknown }>;

/** A tag that the product has in another spelling of upper and lower case is the same. */
function changedTags({ tags: before }: LockedProduct, { action, tags }: TagChange): string[] {
  const isIn = (tag: string, list: readonly string[]) => list.some((one) => one.toLowerCase() === tag.toLowerCase());
  if (action === 'remove_tags') return before.filter((tag) => !isIn(tag, tags));
  const after = [...before];
  for (const tag of tags) if (!isIn(tag, after)) after.push(tag);
  return after;
}

function tagProblem(product: LockedProduct, change: BulkChange): string | undefined {
  const { maxItems } = PRODUCT_FIELDS.tags;
  if (change.action !== 'add_tags' || changedTags(product, change).length <= maxItems) return undefined;
  return `It would have more than ${maxItems} tags.`;
}

function notSaved(products: readonly LockedProduct[], problems: SavedProducts['problems']): Failed[] {
  return products.flatMap(({ id, name }, index) => {
    const problem = problems.get(index);
    return problem ? { id, name, reason: formRefusal(problem).message } : [];
  });
}

function switched({ action }: BulkChange, on: string, off: string): boolean | undefined {
  if (action === on) return true;
  return action === off ? false : undefined;
}
