import { association } from '#domain/catalogue/association.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Logger } from '#server/platform/log.ts';
import { readSoldPairs } from './recommended.store.ts';

/** Chance is less likely than one in a thousand. */
const LEAST_ASSOCIATION = 10.83;
/** Partners kept for each product: some may be sold out. */
const MAX_PARTNERS = 6;
const REFRESH_MS = 10 * 60_000;

/** Which products are bought in the same orders: kept in the memory of each node, from the latest orders. */
export interface BoughtTogether {
  /** Ids of the products that are bought together with one, strongest association first. */
  with(productId: number): readonly number[];
  /** Reads the orders again; also runs automatically every ten minutes. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}

/** Starts reading in the background; until then no product has partners. */
export function openBoughtTogether({ db, log }: { readonly db: Database; readonly log: Logger }): BoughtTogether {
  let partners = new Map<number, readonly number[]>();
  let reading: Promise<void> | undefined;
  let isClosed = false;

  async function read(): Promise<void> {
    const pairs = await readSoldPairs(db);
    const found = new Map<number, { id: number; strength: number }[]>();
    const add = (product: number, partner: { id: number; strength: number }): void => {
      const known = found.get(product);
      if (known) known.push(partner);
      else found.set(product, [partner]);
    };
    for (const pair of pairs) {
      const strength = association(pair);
      if (strength < LEAST_ASSOCIATION) continue;
      add(pair.product, { id: pair.other, strength });
      add(pair.other, { id: pair.product, strength });
    }
    partners = new Map(
      [...found].map(([product, all]) => {
        const best = all.toSorted((a, b) => b.strength - a.strength || a.id - b.id).slice(0, MAX_PARTNERS);
        return [product, best.map(({ id }) => id)];
      }),
    );
  }

  function refresh(): Promise<void> {
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  }

  function refreshInBackground(): void {
    refresh().catch((error: unknown) => {
      if (!isClosed) log.warn({ err: error }, 'The products bought together could not be read');
    });
  }

  const timer = setInterval(refreshInBackground, REFRESH_MS);
  timer.unref();
  refreshInBackground();

  return {
    with: (productId) => partners.get(productId) ?? [],
    refresh,
    async close() {
      isClosed = true;
      clearInterval(timer);
      await reading?.catch(() => undefined);
    },
  };
}
