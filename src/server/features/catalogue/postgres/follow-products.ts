import { setImmediate as nextTurn } from 'node:timers/promises';
import { CategoryTree } from '#domain/category-tree.ts';
import type { CustomField } from '#domain/custom-fields.ts';
import type { OptionValue } from '#domain/option-values.ts';
import { type Database, inTransaction, type Transaction } from '#server/platform/database/database.ts';
import { readIndexedRows, readListedCategories } from '../indexing/indexed-products.store.ts';
import { type DocumentWord, documentOf, type IndexedDocument, optionValueKey } from './product-document.ts';
import {
  addCategoryCounts,
  addOptionValues,
  addWords,
  announceSearchTables,
  clearSearchTables,
  deleteDocuments,
  followChanges,
  lockSearchTables,
  markBuilt,
  noteAllProducts,
  noteChangedCategories,
  noteCustomFields,
  readKnownDocuments,
  readSearchState,
  takePendingProducts,
  writeDocuments,
} from './search-tables.store.ts';

/** Increase it with every change of how a product is indexed, and of the built-in kinds: all products are then indexed again. */
const VERSION = 3;
/** Products per transaction. */
const BATCH = 500;
/** Products indexed before yielding to other work: some milliseconds. */
const SLICE = 20;

/** Whether another node is writing, all changes are written, or some are left. */
export type Progress = 'busy' | 'done' | 'more';

/** Products have the same custom keys while the definitions have the same signature. */
const signatureOf = (fields: readonly CustomField[]): string =>
  JSON.stringify(fields.map(({ key, kind, category, choices }) => [key, kind, category, choices]));

/** Prepares the tables, and empties them if they are outdated. */
export function prepareTables(db: Database): Promise<Progress> {
  return inTransaction(db, async (tx) => {
    if (!(await lockSearchTables(tx))) return 'busy';
    const state = await readSearchState(tx);
    if (state.version < VERSION || !state.is_followed) await clearSearchTables(tx, VERSION);
    return 'done';
  });
}

/** Writes what changed since the last time, up to a batch. @param fields custom fields that are filters */
export function writeChanges(db: Database, fields: readonly CustomField[]): Promise<Progress> {
  return inTransaction(db, async (tx) => {
    if (!(await lockSearchTables(tx))) return 'busy';
    // A node can have been away for so long without a restart: suspended, or cut off from the database.
    if (!(await followChanges(tx))) await noteAllProducts(tx);
    await noteCustomFields(tx, signatureOf(fields));
    await noteChangedCategories(tx);
    const ids = await takePendingProducts(tx, BATCH);
    if (ids.length === 0) {
      await markBuilt(tx);
      return 'done';
    }
    if (await writeProducts(tx, ids, fields)) await announceSearchTables(tx);
    return 'more';
  });
}

/** @returns whether anything has changed */
async function writeProducts(
  tx: Transaction,
  ids: readonly number[],
  fields: readonly CustomField[],
): Promise<boolean> {
  const known = new Map((await readKnownDocuments(tx, ids)).map((row) => [row.product_id, row]));
  const rows = await readIndexedRows(
    tx,
    ids.map((id) => ({ id, textHash: known.get(id)?.text_hash })),
    fields.length > 0,
  );
  const categories = await readListedCategories(tx);
  const tree = new CategoryTree(categories.map(({ id, parentId }) => ({ id, parent_id: parentId })));
  const documents: IndexedDocument[] = [];
  for (const [place, row] of rows.entries()) {
    if (place % SLICE === 0) await nextTurn();
    documents.push(documentOf(row, known.get(row.id), { tree, fields }));
  }
  const found = new Set(rows.map(({ id }) => id));
  const gone = [...known.keys()].filter((id) => !found.has(id));
  const changes = new Map<number, number>();
  const count = (category: number, change: number) => changes.set(category, (changes.get(category) ?? 0) + change);
  for (const { category_id: category } of known.values()) count(category, -1);
  for (const { category_id: category } of rows) count(category, 1);
  await addWords(tx, wordsOf(documents));
  await addOptionValues(tx, optionValuesIn(documents));
  const written = await writeDocuments(
    tx,
    documents.map(({ document }) => document),
  );
  const deleted = await deleteDocuments(tx, gone);
  await addCategoryCounts(tx, new Map([...changes].filter(([, change]) => change !== 0)));
  return written + deleted > 0;
}

function wordsOf(documents: readonly IndexedDocument[]): DocumentWord[] {
  const words = new Map<string, DocumentWord>();
  for (const one of documents.flatMap((document) => document.words))
    if (one.isNaming || !words.has(one.word)) words.set(one.word, one);
  return [...words.values()];
}

function optionValuesIn(documents: readonly IndexedDocument[]): OptionValue[] {
  const values = new Map<string, OptionValue>();
  for (const value of documents.flatMap((document) => document.optionValues)) {
    const key = optionValueKey(value.option, value.value);
    if (!values.has(key)) values.set(key, value);
  }
  return [...values.values()];
}
