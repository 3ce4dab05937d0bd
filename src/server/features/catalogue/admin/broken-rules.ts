import pg from 'pg';
import { refusals } from '#contract/refusals.ts';
import { fieldRefusal, Refusal } from '#server/platform/refusal.ts';

/** Unique, foreign key, and ON DELETE RESTRICT (which PostgreSQL 18 reports separately). */
const BROKEN = new Set(['23505', '23503', '23001']);

type RefusalFactory = () => Refusal;

/**
 * Runs `work` and converts constraint violations into refusals: the database decides between concurrent writes.
 * @param rules refusals by constraint name.
 */
export async function refuseBroken<T>(
  rules: Readonly<Record<string, RefusalFactory>>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || !BROKEN.has(error.code ?? '')) throw error;
    const refusal = rules[error.constraint ?? ''];
    throw refusal ? refusal() : error;
  }
}

const SLUG_ATTEMPTS = 10;

/**
 * Retries `work` when an import has taken the slug that it had found free.
 * @throws Refusal `request.conflict` after several attempts.
 */
export async function withFreeSlug<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const isTaken = error instanceof pg.DatabaseError && error.constraint === 'product_slug_key';
      if (!isTaken) throw error;
      if (attempt >= SLUG_ATTEMPTS) {
        const message = 'An import is creating products with this name. Please try again when it is done.';
        throw new Refusal('request.conflict', { message });
      }
    }
  }
}

const skuTaken = () => fieldRefusal('product.sku_taken', 'sku', refusals['product.sku_taken'].message);

/** Constraints on products that only the database can enforce between concurrent saves. */
export const PRODUCT_RULES = {
  product_sku_key: skuTaken,
  product_variant_sku_key: skuTaken,
  product_category_id_fkey: () =>
    fieldRefusal('product.invalid', 'category_id', 'This category does not exist. Please choose another.'),
  stock_hold_stock_id_fkey: () => new Refusal('product.held'),
};
