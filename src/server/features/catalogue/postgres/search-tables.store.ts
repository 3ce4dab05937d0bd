import { sql } from 'kysely';
import type { OptionValue } from '#domain/catalogue/option-values.ts';
import { type Database, FORCE_CUSTOM_PLAN, type Transaction } from '#server/platform/database/database.ts';
import type { DocumentWord, KnownDocument, ProductDocument } from './product-document.ts';

/**
 * Arbitrary key of the advisory lock that nodes from before the lanes hold exclusively while they write. All others share it, so that
 * neither overwrites what the other has read later.
 */
const WRITER_LOCK = 7_286_010;
/** Key of the lock that lets one node at a time prepare the tables and queue changes. */
const PENDING_LOCK = 7_286_011;
/** Number of lanes (`product_search.pending.lane`): one node at a time writes the products of a lane. Their lock keys follow `PENDING_LOCK`. */
export const LANES = 4;
/** Announced on the channel of the change feed when the tables have changed. */
const CHANGED = 'product_search';

/** A plan made while the tables were empty would scan them for each row as they fill up. */
const planned = sql.raw(FORCE_CUSTOM_PLAN);

/** What the tables were built from. */
export interface SearchState {
  readonly version: number;
  readonly custom_fields: string;
  readonly is_built: boolean;
  /** False: no node has used the tables for so long that changes were no longer recorded. */
  readonly is_followed: boolean;
}

export async function readSearchState(db: Database): Promise<SearchState> {
  const { rows } = await sql<SearchState>`
    SELECT version, custom_fields, is_built, product_search.is_followed() AS is_followed
      FROM product_search.state`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('product_search.state has no row');
  return row;
}

/** Locks queueing until the end of the transaction. @returns false if another node has the lock. */
export const lockPending = (tx: Transaction): Promise<boolean> => tryLock(tx, PENDING_LOCK);

/** Locks the products of a lane until the end of the transaction. @returns false if another node is writing them. */
export const lockLane = (tx: Transaction, lane: number): Promise<boolean> => tryLock(tx, PENDING_LOCK + 1 + lane);

/** Also says that this transaction writes the listing itself (migration 0143). */
async function tryLock(tx: Transaction, key: number): Promise<boolean> {
  const { rows } = await sql<{ is_locked: boolean }>`
    SELECT pg_try_advisory_xact_lock_shared(${WRITER_LOCK}) AND pg_try_advisory_xact_lock(${key}) AS is_locked,
           set_config('stoa.writes_listing', 'on', true)`.execute(tx);
  return rows[0]?.is_locked === true;
}

/**
 * Keeps other nodes from raising the version until the transaction ends. The lock still allows updates of the other columns, so that
 * `followChanges` does not wait for lanes.
 * @returns the version of the tables
 */
export async function holdVersion(tx: Transaction): Promise<number> {
  const { rows } = await sql<{ version: number }>`SELECT version FROM product_search.state FOR KEY SHARE`.execute(tx);
  return rows[0]?.version ?? 0;
}

/** From now on, only code of this version writes rows. Waits for transactions of older versions. */
export async function raiseVersion(tx: Transaction, version: number): Promise<void> {
  await sql`SELECT FROM product_search.state FOR UPDATE`.execute(tx);
  await sql`UPDATE product_search.state SET version = ${version}, followed_at = clock_timestamp()`.execute(tx);
}

/**
 * Records that a node follows the changes, so that they are queued.
 * @returns false if they were not queued until now, because no node has followed them for a day.
 */
export async function followChanges(tx: Transaction): Promise<boolean> {
  const { rows } = await sql<{ was_followed: boolean }>`
    WITH followed AS (
      UPDATE product_search.state SET followed_at = clock_timestamp()
       WHERE followed_at < clock_timestamp() - interval '1 minute')
    SELECT product_search.is_followed() AS was_followed`.execute(tx);
  return rows[0]?.was_followed === true;
}

/** Marks all categories as changed, so that all products are queued. */
export async function markAllCategoriesChanged(tx: Transaction): Promise<void> {
  await sql`WITH forgotten AS (UPDATE product_search.category SET mark = '')
    UPDATE product_search.queueing SET changes = ''`.execute(tx);
}

/** Empties the tables, to be filled again from the products. */
export async function clearSearchTables(tx: Transaction, version: number): Promise<void> {
  // Waits for lanes, whose rows it would otherwise lock in another order.
  await sql`SELECT FROM product_search.state FOR UPDATE`.execute(tx);
  // In the order in which lanes lock them.
  await sql`UPDATE product_search.state
               SET version = ${version}, custom_fields = '', is_built = false, followed_at = clock_timestamp()`.execute(
    tx,
  );
  await sql`UPDATE product_search.queueing SET changes = ''`.execute(tx);
  await sql`TRUNCATE product_search.product, product_search.listing, product_search.word, product_search.option_value,
                     product_search.category, product_search.pending`.execute(tx);
}

/** The tables are complete once nothing is left to write. */
export async function markBuilt(db: Database): Promise<void> {
  await sql`UPDATE product_search.state SET is_built = true
             WHERE NOT is_built AND NOT EXISTS (SELECT FROM product_search.pending)`.execute(db);
}

/** Stores the definitions of custom fields. @returns whether they have changed */
export async function storeCustomFields(tx: Transaction, signature: string): Promise<boolean> {
  const { rows } = await sql`
    UPDATE product_search.state SET custom_fields = ${signature} WHERE custom_fields <> ${signature} RETURNING id`.execute(
    tx,
  );
  return rows.length > 0;
}

export interface ChangedCategory {
  readonly id: number;
  /** A hash of what the search tables store of a category; `deleted` if it no longer exists. */
  readonly mark: string;
}

/** Categories that are new, or were moved, hidden, shown or deleted. Names are not stored with products (`CategoryWords`). */
export async function readChangedCategories(tx: Transaction): Promise<ChangedCategory[]> {
  const { rows } = await sql<ChangedCategory>`
    WITH current AS (
      SELECT c.id, md5(concat_ws('/', c.is_active, c.id, above.id, top.id)) AS mark
        FROM category c
        LEFT JOIN category above ON above.id = c.parent_id
        LEFT JOIN category top ON top.id = above.parent_id)
    SELECT COALESCE(current.id, k.category_id) AS id, COALESCE(current.mark, 'deleted') AS mark
      FROM current FULL JOIN product_search.category k ON k.category_id = current.id
     WHERE k.mark IS DISTINCT FROM COALESCE(current.mark, 'deleted')
     ORDER BY 1`.execute(tx);
  return rows;
}

/** A million products in one statement would exceed the statement timeout. */
export const QUEUED_AT_ONCE = 20_000;

/**
 * Queues the next products of changed categories: continues where the last call for the same changes ended, on any node.
 * @returns false if some are left
 */
export async function queueCategories(
  tx: Transaction,
  changed: readonly ChangedCategory[],
  atOnce: number,
): Promise<boolean> {
  const ids = changed.map(({ id }) => id);
  const changes = JSON.stringify(changed);
  const { rows } = await sql<{ up_to: number | null }>`${planned}
    WITH begun AS (
      SELECT CASE WHEN changes = md5(${changes}) THEN product_id ELSE 0 END AS place FROM product_search.queueing
    ), part AS MATERIALIZED (
      SELECT p.id FROM product p WHERE p.id > (SELECT place FROM begun) AND p.category_id = ANY (${ids}::integer[])
       ORDER BY p.id LIMIT ${atOnce}
    ), ended AS (
      SELECT CASE WHEN count(*) = ${atOnce} THEN max(id) END AS place FROM part
    ), queued AS (
      INSERT INTO product_search.pending (product_id)
      SELECT id FROM part
       UNION
      -- Rows whose product may have been deleted.
      SELECT product_id FROM product_search.listing, ended
       WHERE product_id > (SELECT place FROM begun) AND product_id <= COALESCE(ended.place, 2147483647)
         AND category_id = ANY (${ids}::integer[]))
    UPDATE product_search.queueing SET changes = md5(${changes}), product_id = COALESCE(ended.place, 0)
      FROM ended RETURNING ended.place AS up_to`.execute(tx);
  const isDone = rows[0]?.up_to === null;
  // Until all are queued, the categories count as changed, even if a change is undone: some products may already be written with it.
  const marks = changed.map(({ mark }) => (isDone ? mark : ''));
  await sql`
    INSERT INTO product_search.category AS known (category_id, mark)
    SELECT id, mark FROM unnest(${ids}::integer[], ${marks}::text[]) AS given (id, mark) ORDER BY id
        ON CONFLICT (category_id) DO UPDATE SET mark = excluded.mark WHERE known.mark <> excluded.mark`.execute(tx);
  return isDone;
}

export async function hasPendingProducts(db: Database): Promise<boolean> {
  const { rows } = await sql<{ is_pending: boolean }>`
    SELECT EXISTS (SELECT FROM product_search.pending) AS is_pending`.execute(db);
  return rows[0]?.is_pending === true;
}

/** Share of a batch that is taken from the newest entries, so that a change does not wait for a hundred thousand earlier ones. */
const NEWEST_SHARE = 0.2;

/** Takes at most `limit` pending entries of a lane: the oldest, and some of the newest. @returns their product ids */
export async function takePendingProducts(tx: Transaction, lane: number, limit: number): Promise<number[]> {
  const newest = Math.floor(limit * NEWEST_SHARE);
  const { rows } = await sql<{ product_id: number }>`${planned}
    DELETE FROM product_search.pending
     WHERE id = ANY (ARRAY(SELECT id FROM product_search.pending WHERE lane = ${lane} ORDER BY id LIMIT ${limit - newest})
                  || ARRAY(SELECT id FROM product_search.pending WHERE lane = ${lane} ORDER BY id DESC LIMIT ${newest}))
    RETURNING product_id`.execute(tx);
  return [...new Set(rows.map(({ product_id: id }) => id))].sort((a, b) => a - b);
}

export async function readKnownDocuments(tx: Transaction, ids: readonly number[]): Promise<KnownDocument[]> {
  const { rows } = await sql<KnownDocument>`${planned}
    SELECT product_id, category_id, text_hash, popularity, keys, variants, labels, version FROM product_search.product
     WHERE product_id = ANY (${ids}::integer[])`.execute(tx);
  return rows;
}

const LISTED = [
  ...['category_id', 'name_key', 'brand', 'brand_key', 'price', 'is_on_sale', 'created_at', 'rating', 'popularity'],
  'in_stock',
];
const OF_DOCUMENT = ['keys', 'numbers', 'variants', 'labels', 'text_hash', 'version'];

const listOf = (columns: readonly string[], of?: string) =>
  sql.join(columns.map((column) => sql.ref(of === undefined ? column : `${of}.${column}`)));
const assign = (columns: readonly string[]) =>
  sql.join(columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`));
const differ = (columns: readonly string[]) =>
  sql`(${listOf(columns, 'known')}) IS DISTINCT FROM (${listOf(columns, 'excluded')})`;

/** Writes rows that differ from those stored, in the order of their ids. @returns how many products */
export async function writeDocuments(tx: Transaction, documents: readonly ProductDocument[]): Promise<number> {
  if (documents.length === 0) return 0;
  const columns = [...LISTED, ...OF_DOCUMENT];
  const hasSameText = sql`known.text_hash = excluded.text_hash AND known.version = excluded.version
                      AND length(excluded.words) = 0`;
  const { rows } = await sql<{ count: number }>`
    WITH given AS MATERIALIZED (
      SELECT d.product_id, ${listOf(columns, 'd')}, d.words, d.naming
        FROM jsonb_to_recordset(${JSON.stringify(documents)}::jsonb) AS d (product_id integer, category_id integer,
             name_key text, brand text, brand_key text, price integer, is_on_sale boolean, created_at bigint,
             rating integer, popularity bigint, in_stock boolean, keys text[], numbers jsonb, variants jsonb, labels jsonb, words text,
             naming text, text_hash integer, version integer)
    ), listed AS (
      INSERT INTO product_search.listing AS known (product_id, ${listOf(LISTED)})
      SELECT product_id, ${listOf(LISTED)} FROM given ORDER BY product_id
          ON CONFLICT (product_id) DO UPDATE SET ${assign(LISTED)} WHERE ${differ(LISTED)}
      RETURNING known.product_id
    ), written AS (
      INSERT INTO product_search.product AS known (product_id, ${listOf(columns)}, words, naming)
      SELECT product_id, ${listOf(columns)}, COALESCE(words, '')::tsvector, COALESCE(naming, '')::tsvector
        FROM given ORDER BY product_id
          ON CONFLICT (product_id) DO UPDATE
         SET ${assign(columns)},
             words = CASE WHEN ${hasSameText} THEN known.words ELSE excluded.words END,
             naming = CASE WHEN ${hasSameText} THEN known.naming ELSE excluded.naming END
       WHERE ${differ(columns)}
      RETURNING known.product_id)
    SELECT count(*)::integer AS count
      FROM (SELECT product_id FROM listed UNION SELECT product_id FROM written) AS product`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** @returns how many */
export async function deleteDocuments(tx: Transaction, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0;
  const { rows } = await sql<{ count: number }>`
    WITH unlisted AS (
      DELETE FROM product_search.listing WHERE product_id = ANY (${ids}::integer[]) RETURNING product_id
    ), deleted AS (
      DELETE FROM product_search.product WHERE product_id = ANY (${ids}::integer[]) RETURNING product_id)
    SELECT count(*)::integer AS count
      FROM (SELECT product_id FROM unlisted UNION SELECT product_id FROM deleted) AS product`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** @param changes what to add to the number of products of each category, by its id */
export async function addCategoryCounts(tx: Transaction, changes: ReadonlyMap<number, number>): Promise<void> {
  if (changes.size === 0) return;
  await sql`
    INSERT INTO product_search.category AS known (category_id, mark, product_count)
    SELECT given.id, '', given.change
      FROM unnest(${[...changes.keys()]}::integer[], ${[...changes.values()]}::integer[]) AS given (id, change)
     ORDER BY given.id
        ON CONFLICT (category_id) DO UPDATE SET product_count = known.product_count + excluded.product_count`.execute(
    tx,
  );
}

/** Adds new words, and marks known ones that now name a product. Each word once. */
export async function addWords(tx: Transaction, words: readonly DocumentWord[]): Promise<void> {
  if (words.length === 0) return;
  await sql`${planned}
    INSERT INTO product_search.word (word, stem, is_naming)
    SELECT given.word, given.stem, given.is_naming
      FROM unnest(${words.map(({ word }) => word)}::text[], ${words.map(({ stem }) => stem)}::text[],
                  ${words.map(({ isNaming }) => isNaming)}::boolean[]) AS given (word, stem, is_naming)
      LEFT JOIN product_search.word known ON known.word = given.word
     WHERE known.word IS NULL OR (given.is_naming AND NOT known.is_naming)
     ORDER BY given.word
        ON CONFLICT (word) DO UPDATE SET is_naming = true`.execute(tx);
}

/**
 * Adds new values, in a fixed order: another lane can add the same ones, and wait until the commit.
 * @param values each once
 * @returns how they are spelled: as by the product that added them
 */
export async function addOptionValues(tx: Transaction, values: readonly OptionValue[]): Promise<StoredOptionValue[]> {
  if (values.length === 0) return [];
  const list = (of: (value: OptionValue) => string) => sql`${values.map(of)}::text[]`;
  const readKnown = async () => {
    const { rows } = await sql<StoredOptionValue>`${planned}
      SELECT known.option_key, known.option_label, known.value, known.value_label
        FROM unnest(${list(({ option }) => option)}, ${list(({ value }) => value)}) AS given (option_key, value)
        JOIN product_search.option_value known ON known.option_key = given.option_key AND known.value = given.value`.execute(
      tx,
    );
    return rows;
  };
  const known = await readKnown();
  if (known.length === values.length) return known;
  await sql`${planned}
    INSERT INTO product_search.option_value (option_key, option_label, value, value_label)
    SELECT given.option_key, given.option_label, given.value, given.value_label
      FROM unnest(${list((one) => one.option)}, ${list((one) => one.name)}, ${list((one) => one.value)},
                  ${list((one) => one.label)}) AS given (option_key, option_label, value, value_label)
     WHERE NOT EXISTS (SELECT FROM product_search.option_value known
                        WHERE known.option_key = given.option_key AND known.value = given.value)
     ORDER BY given.option_key COLLATE "C", given.value COLLATE "C"
        ON CONFLICT (option_key, value) DO NOTHING`.execute(tx);
  return readKnown();
}

/** Notifies all nodes on commit. */
export async function announceSearchTables(tx: Transaction): Promise<void> {
  await sql`SELECT pg_notify('stoa_changes', ${CHANGED})`.execute(tx);
}

export interface StoredOptionValue {
  readonly option_key: string;
  readonly option_label: string;
  readonly value: string;
  readonly value_label: string;
}

/** In a stable order. */
export async function readOptionValues(db: Database): Promise<StoredOptionValue[]> {
  const { rows } = await sql<StoredOptionValue>`
    SELECT option_key, option_label, value, value_label FROM product_search.option_value ORDER BY id`.execute(db);
  return rows;
}

/** Number of products by category id. */
export async function readCategoryCounts(db: Database): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ category_id: number; product_count: number }>`
    SELECT category_id, product_count FROM product_search.category`.execute(db);
  return new Map(rows.map((row) => [row.category_id, row.product_count]));
}
