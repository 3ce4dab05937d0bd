import { setImmediate as nextTurn } from 'node:timers/promises';
import type { KnownProduct } from '../../indexing/indexed-products.store.ts';
import type { CatalogueIndex } from '../catalogue-index.ts';
import type { ChangedProduct } from '../table/changed-product.ts';

/** Reads the visible ones among these products. */
export type ReadProducts = (known: readonly KnownProduct[]) => Promise<ChangedProduct[]>;

export interface ReadOptions {
  /** Products that are read and applied at a time. */
  readonly chunkSize: number;
  readonly readsAtOnce: number;
  readonly isStopped: () => boolean;
}

/** Reads products into the index, in the order of `ids`. Those that are not visible are removed from it. */
export async function readProducts(
  index: CatalogueIndex,
  ids: readonly number[],
  read: ReadProducts,
  { chunkSize, readsAtOnce, isStopped }: ReadOptions,
): Promise<void> {
  let start = 0;
  const reads: { readonly chunk: readonly number[]; readonly reading: Promise<ChangedProduct[]> }[] = [];
  const readNext = (): void => {
    if (start >= ids.length) return;
    const chunk = ids.slice(start, start + chunkSize);
    start += chunkSize;
    const reading = read(chunk.map((id) => ({ id, textHash: index.textHashOf(id) })));
    // Awaited below, after the previous chunks have been applied.
    reading.catch(() => undefined);
    reads.push({ chunk, reading });
  };
  for (let count = 0; count < readsAtOnce; count += 1) readNext();
  for (let next = reads.shift(); next && !isStopped(); next = reads.shift()) {
    const { chunk, reading } = next;
    const changed = await reading;
    readNext();
    const found = new Set(changed.map(({ facts }) => facts.id));
    index.update(
      changed,
      chunk.filter((id) => !found.has(id)),
    );
    await nextTurn();
  }
}
