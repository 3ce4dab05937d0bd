import type { Change } from '#server/cluster/change-feed.ts';
import type { ListChange } from '../../search-engine.ts';
import type { IndexSync } from './index-sync.ts';

/** What has to be read from the database so that the index is current. Apply one update at a time. */
export interface DueUpdates {
  isAny(): boolean;
  /** Whether everything has to be compared with the database. */
  isComparisonDue(): boolean;
  /** Time since the last comparison began. */
  comparisonAgeMs(): number;
  /** Records a change from the change feed. @returns whether the index depends on it. */
  note(change: Change): boolean;
  requestComparison(): void;
  /** Compares the next products in the order of their ids. */
  requestCheck(): void;
  /** Applies what is most urgent. @returns what has changed; undefined: anything. */
  applyNext(): Promise<ListChange | undefined>;
  /** Reads a part of the backlog of the index. @returns what has changed in lists */
  applyBacklog(): Promise<ListChange>;
}

/** Whether the whole index has to be compared with the database after a change: whether something in it depends on such changes. */
const IS_COMPARED: Readonly<Record<Exclude<Change['kind'], 'products'>, boolean>> = {
  category: true,
  custom_field: true,
  resync: true,
  category_order: false,
  plugin: false,
  product_search: false,
  search_rule: false,
  search_synonym: false,
  setting: false,
};

/** At first, everything has to be compared. */
export function createDueUpdates(sync: IndexSync, productsPerCheck: number): DueUpdates {
  /** Notified, but not yet read. */
  const pending = new Set<number>();
  let mustCompare = true;
  let isCheckDue = false;
  /** Something other than products may have changed, such as the categories. */
  let hasOtherChange = true;
  /** Start of the last comparison with the database, on the monotonic clock. */
  let comparedAt = Number.NEGATIVE_INFINITY;

  async function compare(): Promise<ListChange | undefined> {
    const isOther = hasOtherChange;
    hasOtherChange = false;
    try {
      await sync.readSnapshot();
      mustCompare = false;
      isCheckDue = false;
      comparedAt = performance.now();
      pending.clear();
      const products = await sync.compare();
      const change = sync.index().takeChanges();
      return isOther ? undefined : { ...change, products };
    } catch (error) {
      hasOtherChange ||= isOther;
      throw error;
    }
  }

  async function readPending(): Promise<ListChange> {
    const ids = [...pending];
    pending.clear();
    try {
      await sync.read(ids);
    } catch (error) {
      for (const id of ids) pending.add(id);
      throw error;
    }
    return sync.index().takeChanges();
  }

  async function check(): Promise<ListChange> {
    isCheckDue = false;
    const products = await sync.compareNext(productsPerCheck);
    mustCompare ||= products === undefined;
    return { ...sync.index().takeChanges(), products: products ?? [] };
  }

  return {
    isAny: () => mustCompare || isCheckDue || pending.size > 0,
    isComparisonDue: () => mustCompare,
    comparisonAgeMs: () => performance.now() - comparedAt,
    note(change) {
      if (change.kind === 'products' && change.ids !== 'all') for (const id of change.ids) pending.add(id);
      else if (change.kind === 'products' || IS_COMPARED[change.kind]) {
        mustCompare = true;
        hasOtherChange = true;
      } else return false;
      return true;
    },
    requestComparison() {
      mustCompare = true;
    },
    requestCheck() {
      isCheckDue = true;
    },
    async applyBacklog() {
      await sync.readBacklog();
      return sync.index().takeChanges();
    },
    applyNext: () => (mustCompare ? compare() : pending.size > 0 ? readPending() : check()),
  };
}
