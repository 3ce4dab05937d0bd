import pg from 'pg';
import { type PricedCart, readPlainCarts } from '#server/features/cart/index.ts';
import { listAvailable, sellingCondition, sellingWrites, unitsByStock } from '#server/features/catalogue/index.ts';
import { type Database, inTransaction, type Transaction } from '#server/platform/database/database.ts';
import { isDatabaseUnavailable } from '#server/platform/database/database-unavailable.ts';
import { outcomeWrites } from '#server/platform/http/outcomes.store.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { listWithOpenCheckout } from './checkout.store.ts';
import { lockFreeCustomers } from './checkout-customers.store.ts';
import { type CheckoutServices, isChargedAlike, readCheckoutRules } from './checkout-services.ts';
import { immediateCheckoutWrites } from './close-checkout.store.ts';
import { placeSoldOrders, type SoldOrder } from './complete-checkout.ts';
import { checkStock, draftOrder, type FrozenLine } from './draft-checkout.ts';
import { checkoutInput, type Placed, type UnpaidOrder } from './place-alone.ts';
import { LOCK_TIMEOUT_MS } from './retry-while-locked.ts';

type Result = PromiseSettledResult<Placed>;
/** An order without a result has to be placed alone. */
type Results = Map<UnpaidOrder, Result>;

/**
 * Places orders of different customers in one transaction, and sells their units in its last statement: their stock rows are
 * locked only while PostgreSQL commits, and once for all of them. An order that needs more than that has to be placed alone
 * afterwards: one with a coupon, with an open checkout, or without enough units.
 * @param hasWaited the prices were read some time ago.
 * @returns a result for each order; undefined: it has to be placed alone.
 */
export async function placeTogether(
  services: CheckoutServices,
  orders: readonly UnpaidOrder[],
  hasWaited: boolean,
): Promise<readonly Promise<Placed | undefined>[]> {
  const { db, now } = services;
  const results: Results = hasWaited ? await refuseChanged(services, orders) : new Map();
  const together = orders.filter((order) => !results.has(order));
  const placed = together.length > 0 ? await placeSimpleOrders(db, together, now()) : NONE_PLACED;
  const soldOut = refuseSoldOut(db, placed.short);
  return orders.map(async (order) => {
    const known = results.get(order) ?? placed.results.get(order);
    const result = placed.short.has(order) ? (await soldOut).get(order) : known;
    if (result?.status === 'rejected') throw result.reason;
    return result?.value;
  });
}

async function refuseChanged(services: CheckoutServices, orders: readonly UnpaidOrder[]): Promise<Results> {
  const rules = await readCheckoutRules(services);
  const changed = orders.filter((order) => !isChargedAlike(order.rules, rules));
  return new Map(changed.map((order) => [order, { status: 'rejected', reason: new Refusal('cart.changed') }]));
}

/**
 * SQLSTATE: a condition of the last statement is not met (`SD`), a value (`22`) or constraint (`23`) is violated, a
 * conflict persisted after retries (`40`), a trigger has refused (`P0`), or a lock was not free in time (`55P03`).
 */
const NOTHING_WRITTEN = /^(?:SD|22|23|40|P0|55P03)/;

/**
 * Whether the transaction has certainly not committed, and one of its orders may be the reason. After a statement timeout
 * every order would have to wait that long again.
 */
function isNothingWritten(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return NOTHING_WRITTEN.test(error.code ?? '');
  // Thrown while the orders were composed. Errors of a connection have a code, or are known by their messages.
  return error instanceof Error && !('code' in error) && !isDatabaseUnavailable(error);
}

/** Orders for which too few units were available, with their lines. */
type ShortOrders = ReadonlyMap<UnpaidOrder, readonly FrozenLine[]>;

interface PlacedTogether {
  readonly results: Results;
  readonly short: ShortOrders;
}

const NONE_PLACED: PlacedTogether = { results: new Map(), short: new Map() };

async function placeSimpleOrders(db: Database, orders: readonly UnpaidOrder[], at: Date): Promise<PlacedTogether> {
  try {
    return await inTransaction(db, (tx) => placeInTransaction(tx, orders, at));
  } catch (error) {
    // One of the orders is the reason, or its units are gone: place each alone.
    const failed = isNothingWritten(error) ? [] : orders;
    return {
      results: new Map(failed.map((order) => [order, { status: 'rejected', reason: error }])),
      short: new Map(),
    };
  }
}

/** Refuses the orders for which there are still too few units once the transactions that have locked the stock are done. */
async function refuseSoldOut(db: Database, short: ShortOrders): Promise<Results> {
  const results: Results = new Map();
  if (short.size === 0) return results;
  const stockIds = [...unitsByStock([...short.values()].flat()).keys()];
  // The other orders are placed: an error must not become theirs.
  const available = await listAvailable(db, stockIds).catch(() => undefined);
  if (!available) return results;
  for (const [order, lines] of short) {
    const missing = lines.find((line) => line.quantity > (available.get(line.stock_id ?? 0) ?? 0));
    try {
      checkStock(missing?.stock_id ?? undefined, lines);
    } catch (reason) {
      results.set(order, { status: 'rejected', reason });
    }
  }
  return results;
}

async function placeInTransaction(tx: Transaction, orders: readonly UnpaidOrder[], at: Date): Promise<PlacedTogether> {
  const { results, short, sold } = await draftOrders(tx, orders, at);
  if (sold.size === 0) return { results, short };
  const placing = [...sold.keys()];
  const placed = await placeSoldOrders(tx, [...sold.values()], at, (written) => {
    const all = written.flatMap((outcome, index) => {
      const order = placing[index];
      return order ? [{ ...order, outcome }] : [];
    });
    const checkouts = all.map(({ userId, outcome, provider }) => ({
      userId,
      orderId: outcome.id,
      provider: provider.name,
    }));
    const currencies = all.map(({ rules }) => rules.currency);
    const units = unitsByStock([...sold.values()].flatMap(({ lines }) => lines));
    return [
      immediateCheckoutWrites(checkouts, currencies, at),
      { writes: sellingWrites(units), conditions: [sellingCondition] },
      outcomeWrites(all),
    ];
  });
  for (const [index, order] of placing.entries()) {
    const value = placed[index];
    if (value) results.set(order, { status: 'fulfilled', value });
  }
  return { results, short };
}

/** Locks the customers, and checks and prices their carts. */
async function draftOrders(tx: Transaction, orders: readonly UnpaidOrder[], at: Date) {
  const results: Results = new Map();
  const short = new Map<UnpaidOrder, readonly FrozenLine[]>();
  const sold = new Map<UnpaidOrder, SoldOrder>();
  const customers = await lockFreeCustomers(
    tx,
    orders.map(({ userId }) => userId),
    LOCK_TIMEOUT_MS,
  );
  const carts = await readSimpleCarts(tx, orders, customers, at);
  const units = trackUnits();
  for (const order of orders) {
    const customer = customers.find(({ id }) => id === order.userId);
    const cart = carts.get(order.userId);
    if (!customer || !cart) continue;
    try {
      const drafted = draftOrder(customer, cart, checkoutInput(order, at));
      const taken = units.take(cart);
      if (taken === 'taken')
        sold.set(order, { ...drafted, customer, provider: order.provider, shop: order.shop, isPaid: false });
      if (taken === 'short') short.set(order, drafted.lines);
    } catch (reason) {
      results.set(order, { status: 'rejected', reason });
    }
  }
  return { results, short, sold };
}

/** The carts of locked customers who have no open checkout. Afterwards they cannot open one, nor can a payment empty the cart. */
async function readSimpleCarts(
  tx: Transaction,
  orders: readonly UnpaidOrder[],
  customers: readonly { readonly id: number }[],
  at: Date,
): Promise<ReadonlyMap<number, PricedCart>> {
  const locked = new Set(customers.map(({ id }) => id));
  const paying = new Set(await listWithOpenCheckout(tx, [...locked]));
  const wanted = orders.filter(({ userId }) => locked.has(userId) && !paying.has(userId));
  return readPlainCarts(tx, new Map(wanted.map(({ userId, rules }) => [userId, { now: at, ...rules }])));
}

/** Counts the units that the earlier orders of a transaction take. */
function trackUnits() {
  const taken = new Map<number, number>();
  return {
    /** `short`: too few units are available. `wait`: enough only if an earlier order is not placed. */
    take({ lines }: PricedCart): 'taken' | 'short' | 'wait' {
      const wanted = lines.map(({ row }) => ({
        id: row.stock_id ?? 0,
        quantity: row.quantity,
        available: row.available,
      }));
      if (wanted.some(({ quantity, available }) => quantity > available)) return 'short';
      if (wanted.some(({ id, quantity, available }) => quantity > available - (taken.get(id) ?? 0))) return 'wait';
      for (const { id, quantity } of wanted) taken.set(id, (taken.get(id) ?? 0) + quantity);
      return 'taken';
    },
  };
}
