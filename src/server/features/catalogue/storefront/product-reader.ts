import { SLUG } from '#domain/catalogue/slug.ts';
import { type BatchedReader, createBatchedReader } from '#server/platform/concurrency/batched-reader.ts';
import type { Database } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { findSlugNow } from '../slugs.store.ts';
import {
  type CardRow,
  cardRowOf,
  type PicturedCardRow,
  type ProductRow,
  readCardRows,
  readPicturedCardRows,
  readProductRowsById,
  readProductRowsBySlug,
} from './products.store.ts';

/** Reads current products from the database, batched over concurrent requests. */
export interface ProductReader {
  /** In the order of `ids`, without those no longer visible. */
  cards(ids: readonly number[]): Promise<CardRow[]>;
  /** The same, in one statement with products that are asked for by id at the same time: a page shows both. */
  cardsWithProducts(ids: readonly number[]): Promise<CardRow[]>;
  /** The same with the pictures and stock of their variants. */
  picturedCards(ids: readonly number[]): Promise<PicturedCardRow[]>;
  /**
   * @param key an id if it is a number, otherwise a slug; a former slug counts as well.
   * @throws Refusal `product.not_found`
   */
  product(key: string): Promise<ProductRow>;
}

const NUMBER = /^\d+$/;
const MAX_ID = 2_147_483_647;

/** The id if a product is requested by id; undefined for a slug and for numbers too large for an id. */
export function productIdOf(key: string): number | undefined {
  const id = NUMBER.test(key) ? Number(key) : undefined;
  return id !== undefined && id <= MAX_ID ? id : undefined;
}

async function readOne<K>(reader: BatchedReader<K, ProductRow>, key: K): Promise<ProductRow | undefined> {
  const rows = await reader.read([key]);
  return rows.get(key);
}

export function createProductReader(db: Database): ProductReader {
  const cardsById = createBatchedReader(
    (ids: number[]) => readCardRows(db, ids),
    ({ id }) => id,
  );
  const picturedById = createBatchedReader(
    (ids: number[]) => readPicturedCardRows(db, ids),
    ({ id }) => id,
  );
  const byId = createBatchedReader(
    (ids: number[]) => readProductRowsById(db, ids),
    ({ id }) => id,
  );
  const bySlug = createBatchedReader(
    (slugs: string[]) => readProductRowsBySlug(db, slugs),
    ({ slug }) => slug,
  );

  function find(key: string): Promise<ProductRow | undefined> {
    const id = productIdOf(key);
    if (id !== undefined) return readOne(byId, id);
    return SLUG.test(key) && !NUMBER.test(key) ? findBySlug(key) : Promise.resolve(undefined);
  }

  async function findBySlug(slug: string): Promise<ProductRow | undefined> {
    const row = await readOne(bySlug, slug);
    if (row) return row;
    const now = await findSlugNow(db, slug);
    return now === undefined ? undefined : readOne(bySlug, now);
  }

  return {
    async cards(ids) {
      const rows = await cardsById.read(ids);
      return ids.flatMap((id) => rows.get(id) ?? []);
    },
    async cardsWithProducts(ids) {
      const rows = await byId.read(ids);
      return ids.flatMap((id) => rows.get(id) ?? []).map(cardRowOf);
    },
    async picturedCards(ids) {
      const rows = await picturedById.read(ids);
      return ids.flatMap((id) => rows.get(id) ?? []);
    },
    async product(key) {
      const row = await find(key);
      if (!row) throw new Refusal('product.not_found');
      return row;
    },
  };
}
