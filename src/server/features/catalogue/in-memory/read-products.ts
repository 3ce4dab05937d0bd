import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SearchableText } from '#server/features/search/index.ts';
import type { Database } from '#server/platform/database/database.ts';
import { type IndexedProductRow, type IndexedText, readIndexedRows } from '../indexing/indexed-products.store.ts';
import { optionValues, variantKeys } from '../indexing/variant-keys.ts';
import type { CatalogueIndex, ChangedProduct } from './catalogue-index.ts';

/** PostgreSQL takes longer to read a chunk than a node to apply it. */
const READS_AT_ONCE = 3;

export interface ReadOptions {
  /** Products that are read and applied at a time. */
  readonly chunkSize: number;
  readonly isStopped: () => boolean;
}

/** Reads products into the index. Those that are not visible are removed from it. */
export async function readProducts(
  db: Database,
  index: CatalogueIndex,
  ids: readonly number[],
  { chunkSize, isStopped }: ReadOptions,
): Promise<void> {
  let start = 0;
  const reads: { readonly chunk: readonly number[]; readonly reading: Promise<IndexedProductRow[]> }[] = [];
  const readNext = (): void => {
    if (start >= ids.length) return;
    const chunk = ids.slice(start, start + chunkSize);
    start += chunkSize;
    const reading = readIndexedRows(
      db,
      chunk.map((id) => ({ id, textHash: index.textHashOf(id) })),
      index.hasCustomFilters,
    );
    // Awaited below, after the previous chunks have been applied.
    reading.catch(() => undefined);
    reads.push({ chunk, reading });
  };
  for (let read = 0; read < READS_AT_ONCE; read += 1) readNext();
  for (let next = reads.shift(); next && !isStopped(); next = reads.shift()) {
    const { chunk, reading } = next;
    const rows = await reading;
    readNext();
    const found = new Set(rows.map(({ id }) => id));
    index.update(
      rows.map(toChange),
      chunk.filter((id) => !found.has(id)),
    );
    await nextTurn();
  }
}

function toChange(row: IndexedProductRow): ChangedProduct {
  return {
    facts: {
      id: row.id,
      categoryId: row.category_id,
      name: row.name,
      brand: row.brand,
      price: row.price,
      isOnSale: row.is_on_sale,
      createdAt: row.created_at,
      rating: row.rating,
      reviewCount: row.review_count,
      stock: row.stock,
      stockRowCount: row.stock_row_count,
      inStock: row.in_stock ?? undefined,
      sold: row.sold,
      textHash: row.text_hash,
      custom: row.custom ?? undefined,
    },
    text: row.text ? searchableText(row.text) : undefined,
    variants: row.text?.variants,
  };
}

function searchableText({ specifications = {}, variants, ...text }: IndexedText): SearchableText {
  return {
    ...text,
    specifications: Object.entries(specifications).map(([name, value]) => `${name} ${value}`),
    options: optionValues(variants),
    keys: variantKeys(variants),
  };
}
