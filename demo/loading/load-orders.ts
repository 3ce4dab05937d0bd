import { sql } from 'kysely';
import { expectedDelivery } from '#domain/checkout/delivery-date.ts';
import { paymentStatusOf } from '#domain/checkout/payment-status.ts';
import { DEFAULT_SHIPPING_RULES } from '#domain/checkout/shipping.ts';
import { formatOrderNumber } from '#domain/orders/order-number.ts';
import { DEFAULT_TIME_ZONE } from '#domain/shop/time-zone.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { pictureKey } from '../catalogue/product.ts';
import { demoAdmin } from '../customers.ts';
import type { DemoOrder, DemoOrderLine } from '../order-history.ts';
import { picturePath } from '../pictures.ts';
import type { LoadedProduct, SoldPieces } from './load-catalogue.ts';
import { hasSandbox, loadSandboxPayments } from './load-sandbox-payments.ts';

interface LoadedOrder {
  readonly id: number;
  readonly order: DemoOrder;
}

/** PostgreSQL allows 65,535 parameters per statement; a chunk stays well below. */
const CHUNK = 400;

function chunks<T>(items: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(items.length / CHUNK) }, (_, index) =>
    items.slice(index * CHUNK, (index + 1) * CHUNK),
  );
}

const skuOf = ({ product, variant }: DemoOrderLine): string => variant?.sku ?? product.sku;
const statusOf = (order: DemoOrder) => order.history.at(-1)?.status ?? 'pending';
const isCancelled = (order: DemoOrder): boolean => statusOf(order) === 'cancelled';
const changedAt = (order: DemoOrder): Date => order.history.at(-1)?.at ?? order.placedAt;
const refundedAt = (order: DemoOrder): Date => order.refund?.at ?? changedAt(order);

/** Units sold in the history: cancelled orders have returned theirs. */
export function soldPieces(orders: readonly DemoOrder[]): SoldPieces {
  const sold = new Map<string, number>();
  for (const line of orders.filter((order) => !isCancelled(order)).flatMap((order) => order.lines)) {
    sold.set(skuOf(line), (sold.get(skuOf(line)) ?? 0) + line.quantity);
  }
  return sold;
}

/** Consecutive numbers within each year, as the shop assigns them. */
function numberOrders(orders: readonly DemoOrder[]): { numbers: string[]; last: Map<number, number> } {
  const last = new Map<number, number>();
  const numbers = orders.map(({ placedAt }) => {
    const year = placedAt.getUTCFullYear();
    const number = (last.get(year) ?? 0) + 1;
    last.set(year, number);
    return formatOrderNumber({ year, number });
  });
  return { numbers, last };
}

type Ids = ReadonlyMap<string, number>;

function orderRow(order: DemoOrder, orderNumber: string, { userIds, couponIds }: { userIds: Ids; couponIds: Ids }) {
  const { customer, totals } = order;
  const expected = expectedDelivery(order.placedAt, DEFAULT_SHIPPING_RULES.days.standard, DEFAULT_TIME_ZONE);
  return {
    order_number: orderNumber,
    user_id: userIds.get(customer.email) ?? null,
    customer_name: customer.name,
    customer_email: customer.email,
    status: statusOf(order),
    payment_status: paymentStatusOf({ captured: totals.total, refunded: order.refund?.amount ?? 0 }),
    payment_method: 'card' as const,
    subtotal_cents: totals.subtotal,
    discount_cents: totals.discount,
    tax_cents: totals.tax,
    shipping_cents: totals.shipping,
    total_cents: totals.total,
    coupon_id: couponIds.get(order.coupon ?? '') ?? null,
    coupon_code: order.coupon ?? null,
    shipping_address: JSON.stringify(customer.address),
    tracking_number: order.trackingNumber ?? null,
    expected_from: expected.from,
    expected_to: expected.to,
    created_at: order.placedAt,
    updated_at: changedAt(order),
  };
}

type StockIds = ReadonlyMap<string, number>;

function lineRows({ id, order }: LoadedOrder, products: ReadonlyMap<string, LoadedProduct>, stockIds: StockIds) {
  return order.lines.map((line, index) => {
    const { product, variant } = line;
    const loaded = products.get(product.slug);
    return {
      order_id: id,
      position: index + 1,
      product_id: loaded?.id ?? null,
      variant_id: variant ? (loaded?.variantIds.get(variant.sku) ?? null) : null,
      stock_id: stockIds.get(skuOf(line)) ?? null,
      sku: skuOf(line),
      product_name: product.name,
      variant_name: variant?.name ?? null,
      image: picturePath(pictureKey(product, variant?.picture ?? 0)),
      unit_price_cents: line.unitPrice,
      quantity: line.quantity,
    };
  });
}

function historyRows({ id, order }: LoadedOrder, userIds: ReadonlyMap<string, number>) {
  const actors = {
    shop: null,
    admin: userIds.get(demoAdmin.email) ?? null,
    customer: userIds.get(order.customer.email) ?? null,
  };
  return order.history.map(({ status, at, by, note }, index) => ({
    order_id: id,
    from_status: order.history[index - 1]?.status ?? null,
    to_status: status,
    actor_id: actors[by],
    note: note ?? null,
    created_at: at,
  }));
}

async function loadPayments(tx: Transaction, orders: readonly LoadedOrder[]): Promise<void> {
  const provider = (await hasSandbox(tx)) ? ('sandbox' as const) : ('offline' as const);
  const intentOf = ({ id }: LoadedOrder) => `pi_demo${String(id).padStart(20, '0')}`;
  const refundedOf = ({ order }: LoadedOrder) => order.refund?.amount ?? 0;
  const rows = orders.map((loaded) => ({
    order_id: loaded.id,
    provider,
    intent_id: provider === 'sandbox' ? intentOf(loaded) : null,
    currency: 'usd',
    captured_cents: loaded.order.totals.total,
    refunded_cents: refundedOf(loaded),
    card_brand: 'visa',
    card_last4: '4242',
    created_at: loaded.order.placedAt,
    updated_at: changedAt(loaded.order),
  }));
  const paymentIds = new Map<number | null, number>();
  for (const chunk of chunks(rows)) {
    const written = await tx.insertInto('payment').values(chunk).returning(['id', 'order_id']).execute();
    for (const row of written) paymentIds.set(row.order_id, row.id);
  }
  const refunds = orders.filter((loaded) => refundedOf(loaded) > 0);
  await tx
    .insertInto('refund')
    .values(
      refunds.map((loaded) => ({
        payment_id: paymentIds.get(loaded.id) ?? 0,
        provider,
        amount_cents: refundedOf(loaded),
        status: 'succeeded' as const,
        reason: loaded.order.refund?.reason ?? null,
        provider_refund_id: provider === 'sandbox' ? intentOf(loaded).replace('pi_', 're_') : null,
        created_at: refundedAt(loaded.order),
        settled_at: refundedAt(loaded.order),
      })),
    )
    .execute();
  if (provider === 'offline') return;
  await loadSandboxPayments(
    tx,
    orders.map((loaded) => ({
      intentId: intentOf(loaded),
      amount: loaded.order.totals.total,
      refunded: refundedOf(loaded),
      paidAt: loaded.order.placedAt,
    })),
  );
}

/**
 * Writes the order history as the shop would have: frozen lines, dated status changes, payments, refunds, and the
 * sequence of order numbers.
 */
export async function loadOrders(
  tx: Transaction,
  orders: readonly DemoOrder[],
  {
    products,
    userIds,
    couponIds,
  }: { readonly products: readonly LoadedProduct[]; readonly userIds: Ids; readonly couponIds: Ids },
): Promise<void> {
  const { numbers, last } = numberOrders(orders);
  const idOf = new Map<string, number>();
  const rows = orders.map((order, index) => orderRow(order, numbers[index] ?? '', { userIds, couponIds }));
  for (const chunk of chunks(rows)) {
    const written = await tx.insertInto('orders').values(chunk).returning(['id', 'order_number']).execute();
    for (const row of written) idOf.set(row.order_number, row.id);
  }
  const loaded = orders.map((order, index) => ({ id: idOf.get(numbers[index] ?? '') ?? 0, order }));
  const bySlug = new Map(products.map((product) => [product.product.slug, product]));
  const stock = await tx
    .selectFrom('stock')
    .innerJoin('product', 'product.id', 'stock.product_id')
    .leftJoin('product_variant', 'product_variant.id', 'stock.variant_id')
    .select(['stock.id', 'product.sku', 'product_variant.sku as variant_sku'])
    .execute();
  const stockIds = new Map(stock.map((row) => [row.variant_sku ?? row.sku, row.id]));
  for (const chunk of chunks(loaded.flatMap((one) => lineRows(one, bySlug, stockIds)))) {
    await tx.insertInto('order_line').values(chunk).execute();
  }
  for (const chunk of chunks(loaded.flatMap((one) => historyRows(one, userIds)))) {
    await tx.insertInto('order_status_change').values(chunk).execute();
  }
  await loadPayments(tx, loaded);
  await sql`SELECT setval('order_number_seq', ${Math.max(...last.values())}::bigint)`.execute(tx);
}
