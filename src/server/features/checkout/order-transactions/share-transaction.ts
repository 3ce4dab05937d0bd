import pg from 'pg';
import { type PricedCart, readPlainCarts } from '#server/features/cart/index.ts';
import { listAvailable, unitsByStock } from '#server/features/catalogue/index.ts';
import { type Database, inTransaction, type Transaction } from '#server/platform/database/database.ts';
import { isDatabaseUnavailable } from '#server/platform/database/database-unavailable.ts';
import type { CheckoutServices } from '../checkout-services.ts';
import { type LockedCustomer, lockFreeCustomers } from '../lifecycle/checkout-customers.store.ts';
import {
  type CheckoutInput,
  checkStock,
  draftOrder,
  type FrozenLine,
  type FrozenOrder,
} from '../pricing/draft-checkout.ts';
import { LOCK_TIMEOUT_MS } from './retry-while-locked.ts';

/** An order, checked and priced, for which there were enough units when the carts were read. */
export interface SharedDraft<Shared> {
  readonly shared: Shared;
  readonly customer: LockedCustomer;
  readonly order: FrozenOrder;
  readonly lines: readonly FrozenLine[];
}

type SharedInput = Omit<CheckoutInput, 'at'>;

/** An order that can be placed with the current settings, or why it cannot. */
export type AdmittedOrder<Shared> = { readonly order: Shared } | { readonly refusal: unknown };

/** How orders of a kind are placed in one transaction. */
export interface SharedPlacement<Requested, Shared extends SharedInput, T> {
  /**
   * Compares the orders with the current settings. @returns one result per order, in the same sequence.
   * @param hasWaited whether the prices were read some time ago.
   */
  readonly admit: (
    services: CheckoutServices,
    orders: readonly Requested[],
    hasWaited: boolean,
  ) => Promise<readonly AdmittedOrder<Shared>[]>;
  /** Which of these locked customers have orders that need more than this transaction does. */
  readonly listExceptions: (tx: Transaction, userIds: readonly number[]) => Promise<readonly (number | null)[]>;
  /** Writes the orders, takes their units in the last statement, and commits. @returns a result for each. */
  readonly write: (tx: Transaction, drafts: readonly SharedDraft<Shared>[], at: Date) => Promise<readonly T[]>;
}

type PlacementWrites<Shared extends SharedInput, T> = Pick<
  SharedPlacement<never, Shared, T>,
  'listExceptions' | 'write'
>;

/** By user id. An order without a result has to be placed alone. */
type Results<T> = Map<number, PromiseSettledResult<T>>;

/**
 * Places orders of different customers in one transaction, and takes their units in its last statement: their stock rows are
 * locked only while PostgreSQL commits, and once for all of them. An order that needs more than that has to be placed alone
 * afterwards: one with a coupon, with an open checkout, with unknown options, or without enough units.
 * @param hasWaited the prices were read some time ago.
 * @returns a result for each order; undefined: it has to be placed alone.
 */
export async function shareTransaction<Requested, Shared extends SharedInput, T>(
  services: CheckoutServices,
  orders: readonly Requested[],
  hasWaited: boolean,
  sharing: SharedPlacement<Requested, Shared, T>,
): Promise<readonly Promise<T | undefined>[]> {
  const { db, now } = services;
  const admitted = await sharing.admit(services, orders, hasWaited);
  const together = admitted.flatMap((each) => ('order' in each ? [each.order] : []));
  const none = { results: new Map(), short: new Map() };
  const placed: PlacedTogether<T> = together.length > 0 ? await placeSimpleOrders(db, together, now(), sharing) : none;
  const soldOut = refuseSoldOut<T>(db, placed.short);
  return admitted.map(async (each) => {
    if ('refusal' in each) throw each.refusal;
    const { userId } = each.order;
    const result = placed.short.has(userId) ? (await soldOut).get(userId) : placed.results.get(userId);
    if (result?.status === 'rejected') throw result.reason;
    return result?.value;
  });
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

/** Orders for which too few units were available, with their lines, by user id. */
type ShortOrders = ReadonlyMap<number, readonly FrozenLine[]>;

interface PlacedTogether<T> {
  readonly results: Results<T>;
  readonly short: ShortOrders;
}

async function placeSimpleOrders<Shared extends SharedInput, T>(
  db: Database,
  orders: readonly Shared[],
  at: Date,
  sharing: PlacementWrites<Shared, T>,
): Promise<PlacedTogether<T>> {
  try {
    return await inTransaction(db, (tx) => placeInTransaction(tx, orders, at, sharing));
  } catch (error) {
    // One of the orders is the reason, or its units are gone: place each alone.
    const failed = isNothingWritten(error) ? [] : orders;
    return {
      results: new Map(failed.map(({ userId }) => [userId, { status: 'rejected', reason: error }])),
      short: new Map(),
    };
  }
}

/** Refuses the orders for which there are still too few units once the transactions that have locked the stock are done. */
async function refuseSoldOut<T>(db: Database, short: ShortOrders): Promise<Results<T>> {
  const results: Results<T> = new Map();
  if (short.size === 0) return results;
  const stockIds = [...unitsByStock([...short.values()].flat()).keys()];
  // The other orders are placed: an error must not become theirs.
  const available = await listAvailable(db, stockIds).catch(() => undefined);
  if (!available) return results;
  for (const [userId, lines] of short) {
    const missing = lines.find((line) => line.quantity > (available.get(line.stock_id ?? 0) ?? 0));
    try {
      checkStock(missing?.stock_id ?? undefined, lines);
    } catch (reason) {
      results.set(userId, { status: 'rejected', reason });
    }
  }
  return results;
}

async function placeInTransaction<Shared extends SharedInput, T>(
  tx: Transaction,
  orders: readonly Shared[],
  at: Date,
  sharing: PlacementWrites<Shared, T>,
): Promise<PlacedTogether<T>> {
  const { results, short, drafts } = await draftOrders(tx, orders, at, sharing);
  if (drafts.length === 0) return { results, short };
  const placed = await sharing.write(tx, drafts, at);
  for (const [index, { shared }] of drafts.entries()) {
    const value = placed[index];
    if (value) results.set(shared.userId, { status: 'fulfilled', value });
  }
  return { results, short };
}

/** Locks the customers, and checks and prices their carts. */
async function draftOrders<Shared extends SharedInput, T>(
  tx: Transaction,
  orders: readonly Shared[],
  at: Date,
  sharing: PlacementWrites<Shared, T>,
) {
  const results: Results<T> = new Map();
  const short = new Map<number, readonly FrozenLine[]>();
  const drafts: SharedDraft<Shared>[] = [];
  const customers = await lockFreeCustomers(
    tx,
    orders.map(({ userId }) => userId),
    LOCK_TIMEOUT_MS,
  );
  const carts = await readSimpleCarts(tx, orders, { customers, at, sharing });
  const units = trackUnits();
  for (const shared of orders) {
    const { userId } = shared;
    const customer = customers.find(({ id }) => id === userId);
    const cart = carts.get(userId);
    // Unknown options need another statement.
    if (!customer || !cart || cart.unknownOptionOwners.length > 0) continue;
    try {
      const drafted = draftOrder(customer, cart, { ...shared, at });
      const taken = units.take(cart);
      if (taken === 'taken') drafts.push({ ...drafted, shared, customer });
      if (taken === 'short') short.set(userId, drafted.lines);
    } catch (reason) {
      results.set(userId, { status: 'rejected', reason });
    }
  }
  return { results, short, drafts };
}

/**
 * The carts of locked customers without an open checkout. Until the commit, they cannot open one, nor can a payment empty the
 * cart.
 */
async function readSimpleCarts<Shared extends SharedInput, T>(
  tx: Transaction,
  orders: readonly Shared[],
  {
    customers,
    at,
    sharing,
  }: { readonly customers: readonly LockedCustomer[]; readonly at: Date; readonly sharing: PlacementWrites<Shared, T> },
): Promise<ReadonlyMap<number, PricedCart>> {
  const locked = new Set(customers.map(({ id }) => id));
  const exceptions = new Set(await sharing.listExceptions(tx, [...locked]));
  const wanted = orders.filter(({ userId }) => locked.has(userId) && !exceptions.has(userId));
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
