import { type RawBuilder, sql } from 'kysely';
import { MAX_CART_LINES, MAX_QUANTITY } from '#domain/cart/cart-limits.ts';
import type { ChosenOptions } from '#domain/cart/line-options.ts';
import type { CustomValues } from '#domain/catalogue/custom-values.ts';
import { anyOf, type Handle } from '#server/platform/database/database.ts';
import { executeTogether, failUnless } from '#server/platform/database/execute-together.ts';
import { outcomeWrites } from '#server/platform/http/idempotency/outcomes.store.ts';
import type { RepeatableWrite } from '#server/platform/http/idempotency/repeatable-write.ts';

/** A cart line joined with its current product. */
export interface CartLineRow {
  readonly user_id: number;
  readonly id: number;
  readonly product_id: number;
  readonly variant_id: number | null;
  readonly quantity: number;
  readonly options: ChosenOptions;
  /** The unit price when it was added, in cents. */
  readonly added_price_cents: number;
  readonly name: string;
  readonly slug: string;
  readonly sku: string;
  readonly brand: string | null;
  readonly images: readonly { url: string; alt: string }[];
  readonly price_cents: number;
  readonly sale_price_cents: number | null;
  readonly weight_grams: number | null;
  /** Stored values of custom fields. */
  readonly custom: CustomValues;
  readonly variant_name: string | null;
  readonly variant_options: Record<string, string> | null;
  readonly price_modifier_cents: number | null;
  readonly variant_image: string | null;
  /** Null when the product or variant has no stock row (any more). */
  readonly stock_id: number | null;
  readonly available: number;
  readonly is_for_sale: boolean;
  /** The cart's coupon; the same on every line. */
  readonly coupon_id: number | null;
}

export interface CouponRow {
  readonly id: number;
  readonly code: string;
  readonly kind: 'percentage' | 'fixed';
  readonly value: number;
  readonly minimum_cents: number;
  readonly starts_at: Date | null;
  readonly ends_at: Date | null;
  readonly usage_limit: number | null;
  readonly usage_limit_per_customer: number | null;
  readonly times_used: number;
  readonly is_active: boolean;
  readonly used_by_customer: number;
}

/** Units of stock `s` that a customer can buy, including those held by their own open checkout. */
const availableTo = (userId: number | RawBuilder<number>) => sql<number>`
  COALESCE(s.received - s.sold - s.held, 0) + COALESCE(
    (SELECT h.quantity FROM checkout k JOIN stock_hold h ON h.checkout_id = k.id AND h.stock_id = s.id
      WHERE k.user_id = ${userId} AND k.status = 'open'), 0)`;

const lineOwner = sql<number>`l.user_id`;

/** The cart lines of these customers, in the order added, with current prices and stock. */
export async function readCartLineRows(db: Handle, userIds: readonly number[]): Promise<CartLineRow[]> {
  const { rows } = await sql<CartLineRow>`
    SELECT l.user_id, l.id, l.product_id, l.variant_id, l.quantity, l.options, l.unit_price_cents AS added_price_cents,
           p.name, p.slug, COALESCE(v.sku, p.sku) AS sku, p.brand, p.images, p.price_cents, p.sale_price_cents, p.weight_grams,
           p.custom, v.name AS variant_name, v.ordered_options AS variant_options, v.price_modifier_cents, v.image AS variant_image,
           s.id AS stock_id, ${availableTo(lineOwner)} AS available,
           p.is_active AND c.is_active AND s.id IS NOT NULL AS is_for_sale, cart.coupon_id
      FROM cart_line l
      LEFT JOIN cart ON cart.user_id = l.user_id
      JOIN product p ON p.id = l.product_id
      JOIN category c ON c.id = p.category_id
      LEFT JOIN product_variant v ON v.id = l.variant_id
      LEFT JOIN stock s ON s.product_id = l.product_id AND s.variant_id IS NOT DISTINCT FROM l.variant_id
     WHERE l.user_id = ${anyOf(userIds, 'integer')}
     ORDER BY l.id`.execute(db);
  return rows;
}

/** The stored custom fields of a product, or of the product of a cart line; undefined if it does not exist. */
export async function readCustomValues(db: Handle, target: number | CartLineKey): Promise<CustomValues | undefined> {
  const product = db.selectFrom('product').select('product.custom');
  const row = await (typeof target === 'number'
    ? product.where('product.id', '=', target)
    : product
        .innerJoin('cart_line', 'cart_line.product_id', 'product.id')
        .where('cart_line.id', '=', target.lineId)
        .where('cart_line.user_id', '=', target.userId)
  ).executeTakeFirst();
  return row?.custom;
}

/** The cart's coupon and its uses, without the use held by their own open checkout. */
export async function readCartCouponRow(db: Handle, userId: number): Promise<CouponRow | undefined> {
  const { rows } = await sql<CouponRow>`
    SELECT c.id, c.code, c.kind, c.value, c.minimum_cents, c.starts_at, c.ends_at, c.usage_limit,
           c.usage_limit_per_customer, c.times_used - own.held AS times_used, c.is_active,
           (SELECT count(*) FROM coupon_use u WHERE u.coupon_id = c.id AND u.user_id = ${userId}) - own.held
             AS used_by_customer
      FROM cart JOIN coupon c ON c.id = cart.coupon_id
     CROSS JOIN LATERAL (
       SELECT count(*)::int AS held FROM checkout k JOIN coupon_use u ON u.checkout_id = k.id
        WHERE k.user_id = ${userId} AND k.status = 'open' AND u.coupon_id = c.id) own
     WHERE cart.user_id = ${userId}`.execute(db);
  return rows[0];
}

export async function findCouponIdByCode(db: Handle, code: string): Promise<number | undefined> {
  const row = await db.selectFrom('coupon').select('id').where('code', '=', code).executeTakeFirst();
  return row?.id;
}

export async function setCartCoupon(db: Handle, userId: number, couponId: number | null, at: Date): Promise<void> {
  await db
    .insertInto('cart')
    .values({ user_id: userId, coupon_id: couponId, updated_at: at })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ coupon_id: couponId, updated_at: at }))
    .execute();
}

export interface CartItemInput {
  readonly productId: number;
  readonly variantId: number | null;
  readonly quantity: number;
  /** Replace the line's options; undefined keeps them. */
  readonly options?: ChosenOptions | undefined;
}

export interface AddLineOptions {
  readonly at: Date;
  /** Add what is available instead of nothing. */
  readonly isCutToStock?: boolean;
  /** If the line is added, the outcome of this write is recorded in the same statement. */
  readonly write?: RepeatableWrite | undefined;
}

/** Result of one attempt to add. */
export interface AddedRow {
  readonly available: number;
  readonly lines: number;
  /** Units to add: fewer than requested if limited by the stock. */
  readonly more: number;
  /** The line's new quantity; null when nothing was added. */
  readonly quantity: number | null;
}

/**
 * Inserts or increases a line in one statement, only if the stock suffices.
 * @returns undefined when no such product or variant is for sale.
 */
export async function addCartLine(
  db: Handle,
  userId: number,
  { productId, variantId, quantity, options }: CartItemInput,
  { at, isCutToStock = false, write }: AddLineOptions,
): Promise<AddedRow | undefined> {
  const chosen = options === undefined ? null : JSON.stringify(options);
  const outcome = outcomeWrites([{ write, outcome: {} }], sql`EXISTS (SELECT FROM added)`);
  const writes = {
    item: sql`
      SELECT p.id AS product_id, s.variant_id, ${availableTo(userId)} AS available,
             GREATEST(0, COALESCE(p.sale_price_cents, p.price_cents) + COALESCE(v.price_modifier_cents, 0)) AS unit_price_cents,
             (SELECT count(*)::int FROM cart_line WHERE user_id = ${userId}) AS lines,
             COALESCE((SELECT quantity FROM cart_line
                        WHERE user_id = ${userId} AND product_id = p.id
                          AND variant_id IS NOT DISTINCT FROM s.variant_id), 0) AS present
        FROM product p
        JOIN category c ON c.id = p.category_id AND c.is_active
        JOIN stock s ON s.product_id = p.id AND s.variant_id IS NOT DISTINCT FROM ${variantId}::int
        LEFT JOIN product_variant v ON v.id = s.variant_id
       WHERE p.id = ${productId} AND p.is_active`,
    wanted: sql`
      SELECT product_id, variant_id, available, unit_price_cents, present,
             CASE WHEN present > 0 THEN lines ELSE lock_and_count_cart_lines(${userId}) END AS lines,
             CASE WHEN ${isCutToStock}::boolean
                     THEN LEAST(${quantity}::int, LEAST(available, ${MAX_QUANTITY}::int) - present)
                     ELSE ${quantity}::int END AS more
        FROM item`,
    added: sql`
      INSERT INTO cart_line AS l
             (user_id, product_id, variant_id, quantity, unit_price_cents, options, created_at, updated_at)
      SELECT ${userId}, product_id, variant_id, more, unit_price_cents, COALESCE(${chosen}::jsonb, '{}'), ${at}, ${at}
        FROM wanted
       WHERE more >= 1 AND present + more <= LEAST(available, ${MAX_QUANTITY}::int)
         AND (present > 0 OR lines < ${MAX_CART_LINES}::int)
      ON CONFLICT (user_id, product_id, variant_id) DO UPDATE
         SET quantity = l.quantity + EXCLUDED.quantity,
             options = COALESCE(${chosen}::jsonb, l.options),
             unit_price_cents = EXCLUDED.unit_price_cents, updated_at = EXCLUDED.updated_at
       WHERE l.quantity + EXCLUDED.quantity <= LEAST((SELECT available FROM item), ${MAX_QUANTITY}::int)
      RETURNING quantity`,
    ...outcome.writes,
  };
  const check = outcome.conditions.length > 0 ? sql`, (${failUnless(outcome.conditions)})` : sql``;
  const [row] = await executeTogether<AddedRow>(
    db,
    writes,
    sql`SELECT wanted.available, wanted.lines, wanted.more, added.quantity ${check} FROM wanted LEFT JOIN added ON true`,
  );
  return row;
}

/** Why a product could not be added: whether it is for sale, and whether it has variants. */
export async function findSaleable(
  db: Handle,
  productId: number,
): Promise<{ readonly has_variants: boolean } | undefined> {
  const { rows } = await sql<{ has_variants: boolean }>`
    SELECT EXISTS (SELECT FROM product_variant v WHERE v.product_id = p.id) AS has_variants
      FROM product p JOIN category c ON c.id = p.category_id AND c.is_active
     WHERE p.id = ${productId} AND p.is_active`.execute(db);
  return rows[0];
}

/** A line of this customer's cart; other customers' lines are not found. */
export interface CartLineKey {
  readonly userId: number;
  readonly lineId: number;
}

/** @returns the available units, and whether the line was updated; undefined when the customer has no such line. */
export async function setCartLineQuantity(
  db: Handle,
  { userId, lineId }: CartLineKey,
  quantity: number,
  at: Date,
): Promise<{ readonly available: number; readonly was_set: boolean } | undefined> {
  const { rows } = await sql<{ available: number; was_set: boolean }>`
    WITH line AS (
      SELECT l.id, ${availableTo(userId)} AS available
        FROM cart_line l
        LEFT JOIN stock s ON s.product_id = l.product_id AND s.variant_id IS NOT DISTINCT FROM l.variant_id
       WHERE l.id = ${lineId} AND l.user_id = ${userId}
    ), updated AS (
      UPDATE cart_line SET quantity = ${quantity}, updated_at = ${at}
        FROM line
       WHERE cart_line.id = line.id AND (${quantity}::int <= LEAST(line.available, ${MAX_QUANTITY}::int) OR ${quantity}::int < cart_line.quantity)
      RETURNING cart_line.id
    )
    SELECT line.available, updated.id IS NOT NULL AS was_set FROM line LEFT JOIN updated ON true`.execute(db);
  return rows[0];
}

/** @returns whether the customer has that line. */
export async function setCartLineOptions(
  db: Handle,
  { userId, lineId }: CartLineKey,
  options: ChosenOptions,
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('cart_line')
    .set({ options: JSON.stringify(options), updated_at: at })
    .where('id', '=', lineId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** @returns whether the customer had that line. */
export async function removeCartLine(db: Handle, { userId, lineId }: CartLineKey): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('cart_line')
    .where('id', '=', lineId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Removes all lines and the coupon. */
export async function emptyCart(db: Handle, userId: number): Promise<void> {
  await db.deleteFrom('cart_line').where('user_id', '=', userId).execute();
  await db.deleteFrom('cart').where('user_id', '=', userId).execute();
}
