import { setImmediate as nextTurn } from 'node:timers/promises';
import { CategoryTree } from '#domain/catalogue/category-tree.ts';
import type { FilterField } from '#domain/catalogue/filter-fields.ts';
import type { OptionValue } from '#domain/catalogue/option-values.ts';
import { type Database, inTransaction, type Transaction } from '#server/platform/database/database.ts';
import { type IndexedProductRow, readIndexedRows, readListedCategories } from '../indexing/indexed-products.store.ts';
import { optionValueKey } from '../indexing/option-spellings.ts';
import {
  type DocumentWord,
  documentOf,
  type IndexedDocument,
  KEY_OF,
  type KnownDocument,
  type Labels,
  type ProductDocument,
  popularityLevel,
  popularityOf,
  VERSION,
} from './product-document.ts';
import {
  addCategoryCounts,
  addOptionValues,
  addWords,
  announceSearchTables,
  clearSearchTables,
  deleteDocuments,
  followChanges,
  holdVersion,
  lockLane,
  lockPending,
  markAllCategoriesChanged,
  QUEUED_AT_ONCE,
  queueCategories,
  raiseVersion,
  readChangedCategories,
  readKnownDocuments,
  readSearchState,
  storeCustomFields,
  takePendingProducts,
  writeDocuments,
} from './search-tables.store.ts';

/** Products per transaction. */
const BATCH = 500;
/** Products indexed before yielding to other work: some milliseconds. */
const SLICE = 20;

/** `busy`: another node is writing; `done`: all changes are written; `more`: some are left; `outdated`: only newer nodes may write. */
export type Progress = 'busy' | 'done' | 'more' | 'outdated';

/** While the signature is the same, products keep their keys. */
const signatureOf = (fields: readonly FilterField[]): string =>
  JSON.stringify(fields.map(({ key, kind, category, choices }) => [key, kind, category, choices]));

/**
 * Prepares the tables: marks all products as changed if another version of the code wrote them, and empties them if changes were not
 * recorded. Until they are written again, lists are served from the existing rows.
 */
export function prepareTables(db: Database): Promise<Progress> {
  return inTransaction(db, async (tx) => {
    if (!(await lockPending(tx))) return 'busy';
    const { version, is_followed: isFollowed } = await readSearchState(tx);
    if (version > VERSION) return 'outdated';
    if (!isFollowed) await clearSearchTables(tx, VERSION);
    else if (version < VERSION) {
      await raiseVersion(tx, VERSION);
      await markAllCategoriesChanged(tx);
    }
    return 'done';
  });
}

/** Queues products of changed categories and filters. @param fields those that are filters @returns `more` if some are left */
export function queueChanges(db: Database, fields: readonly FilterField[], atOnce = QUEUED_AT_ONCE): Promise<Progress> {
  return inTransaction(db, async (tx) => {
    if (!(await lockPending(tx))) return 'busy';
    if ((await readSearchState(tx)).version > VERSION) return 'outdated';
    // A node that was suspended or cut off from the database may have missed changes without a restart.
    const wasFollowed = await followChanges(tx);
    const haveFieldsChanged = await storeCustomFields(tx, signatureOf(fields));
    if (!wasFollowed || haveFieldsChanged) await markAllCategoriesChanged(tx);
    const changed = await readChangedCategories(tx);
    return changed.length === 0 || (await queueCategories(tx, changed, atOnce)) ? 'done' : 'more';
  });
}

/** Writes a batch of the pending products of a lane. */
export function writeLane(db: Database, lane: number, fields: readonly FilterField[]): Promise<Progress> {
  return inTransaction(db, async (tx) => {
    if (!(await lockLane(tx, lane))) return 'busy';
    if ((await holdVersion(tx)) > VERSION) return 'outdated';
    const ids = await takePendingProducts(tx, lane, BATCH);
    if (ids.length === 0) return 'done';
    if (await writeProducts(tx, ids, fields)) await announceSearchTables(tx);
    return 'more';
  });
}

/** @returns whether anything has changed */
async function writeProducts(
  tx: Transaction,
  ids: readonly number[],
  fields: readonly FilterField[],
): Promise<boolean> {
  const stored = await readKnownDocuments(tx, ids);
  /** Rows of this version; others are written again even if their text is unchanged. */
  const known = new Map(stored.flatMap((row) => (row.version === VERSION ? [[row.product_id, row]] : [])));
  const rows = await readRows(tx, ids, known, fields);
  const categories = await readListedCategories(tx);
  const tree = new CategoryTree(categories.map(({ id, parentId }) => ({ id, parent_id: parentId })));
  const documents: IndexedDocument[] = [];
  for (const [place, row] of rows.entries()) {
    if (place % SLICE === 0) await nextTurn();
    documents.push(documentOf(row, known.get(row.id), { tree, fields }));
  }
  const found = new Set(rows.map(({ id }) => id));
  const gone = ids.filter((id) => !found.has(id));
  const changes = new Map<number, number>();
  const count = (category: number, change: number) => changes.set(category, (changes.get(category) ?? 0) + change);
  for (const { category_id: category } of stored) count(category, -1);
  for (const { category_id: category } of rows) count(category, 1);
  const written = await writeDocuments(tx, await spelled(tx, documents));
  const deleted = await deleteDocuments(tx, gone);
  // Last, and in a fixed order: lanes can write the same words and categories, and wait for each other until the commit.
  await addWords(tx, wordsOf(documents));
  await addCategoryCounts(tx, new Map([...changes].filter(([, change]) => change !== 0)));
  return written + deleted > 0;
}

/** Rows; with their text only if it has changed, or if its lexemes change because the product reaches another popularity level. */
async function readRows(
  tx: Transaction,
  ids: readonly number[],
  known: ReadonlyMap<number, KnownDocument>,
  fields: readonly FilterField[],
): Promise<IndexedProductRow[]> {
  const read = (ofIds: readonly number[], hashOf: (id: number) => number | undefined) =>
    readIndexedRows(
      tx,
      ofIds.map((id) => ({ id, textHash: hashOf(id) })),
      fields,
      'ids',
    );
  const rows = await read(ids, (id) => known.get(id)?.text_hash);
  const hasNewLevel = (row: IndexedProductRow): boolean =>
    row.text === null && popularityLevel(popularityOf(row)) !== popularityLevel(known.get(row.id)?.popularity ?? 0);
  const moved = rows.filter(hasNewLevel).map(({ id }) => id);
  if (moved.length === 0) return rows;
  const withText = new Map((await read(moved, () => undefined)).map((row) => [row.id, row]));
  return rows.map((row) => withText.get(row.id) ?? row);
}

function wordsOf(documents: readonly IndexedDocument[]): DocumentWord[] {
  const words = new Map<string, DocumentWord>();
  for (const one of documents.flatMap((document) => document.words))
    if (one.isNaming || !words.has(one.word)) words.set(one.word, one);
  return [...words.values()];
}

/** The documents with the spellings of option values that differ from the stored ones. */
async function spelled(tx: Transaction, documents: readonly IndexedDocument[]): Promise<ProductDocument[]> {
  const stored = await addOptionValues(tx, optionValuesIn(documents));
  const spellings = new Map(stored.map((one) => [optionValueKey(one.option_key, one.value), one]));
  const labelsOf = (values: readonly OptionValue[]): Labels | null => {
    const others = values.flatMap(({ option, value, name, label }) => {
      const key = optionValueKey(option, value);
      const { option_label, value_label } = spellings.get(key) ?? {};
      return name === option_label && label === value_label ? [] : [[KEY_OF.option + key, [name, label]] as const];
    });
    return others.length > 0 ? Object.fromEntries(others) : null;
  };
  return documents.map(({ document, optionValues }) =>
    optionValues ? { ...document, labels: labelsOf(optionValues) } : document,
  );
}

function optionValuesIn(documents: readonly IndexedDocument[]): OptionValue[] {
  const values = new Map<string, OptionValue>();
  for (const value of documents.flatMap((document) => document.optionValues ?? [])) {
    const key = optionValueKey(value.option, value.value);
    if (!values.has(key)) values.set(key, value);
  }
  return [...values.values()];
}
