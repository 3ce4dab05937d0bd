import { type Selectable, sql } from 'kysely';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { patternOf } from '#server/platform/database/find-page.ts';
import type { SearchSynonym } from '#server/platform/database/schema.ts';
import { columnsOf } from '#server/tables/table-columns.ts';
import type { SynonymRule } from './words/lexicon.ts';

export type SynonymRow = Selectable<SearchSynonym>;

interface Span {
  readonly limit: number;
  readonly offset: number;
}

/** All of them: their number is limited. */
export function readSynonymRules(db: Database | Transaction): Promise<(SynonymRule & { readonly id: number })[]> {
  return db.selectFrom('search_synonym').select(['id', 'terms', 'finds']).orderBy('id').execute();
}

/** Newest first. @param search part of a term. */
export async function listSynonymRows(
  db: Database,
  search: string | undefined,
  { limit, offset }: Span,
): Promise<{ rows: SynonymRow[]; total: number }> {
  const pattern = search && patternOf(search.toLowerCase());
  const found = db
    .selectFrom('search_synonym')
    .$if(pattern !== undefined && pattern !== '', (query) =>
      query.where(sql<boolean>`lower(array_to_string(terms || finds, chr(31))) LIKE ${pattern}`),
    );
  const [rows, counted] = await Promise.all([
    found
      .select(columnsOf('search_synonym'))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
    found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { rows, total: counted.total };
}

export function findSynonymRow(db: Database | Transaction, id: number): Promise<SynonymRow | undefined> {
  return db.selectFrom('search_synonym').select(columnsOf('search_synonym')).where('id', '=', id).executeTakeFirst();
}

/** Until the transaction ends nobody else changes any of them: their number is limited. @returns how many there are. */
export async function lockSynonyms(tx: Transaction): Promise<number> {
  await sql`LOCK TABLE search_synonym IN SHARE ROW EXCLUSIVE MODE`.execute(tx);
  const { total } = await tx
    .selectFrom('search_synonym')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

interface SynonymColumns extends SynonymRule {
  readonly at: Date;
}

export async function insertSynonym(tx: Transaction, { terms, finds, at }: SynonymColumns): Promise<number> {
  const { id } = await tx
    .insertInto('search_synonym')
    .values({ terms: [...terms], finds: [...finds], created_at: at, updated_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateSynonym(tx: Transaction, id: number, { terms, finds, at }: SynonymColumns): Promise<void> {
  await tx
    .updateTable('search_synonym')
    .set((eb) => ({ terms: [...terms], finds: [...finds], updated_at: at, revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export async function deleteSynonymRow(tx: Transaction, id: number): Promise<SynonymRow | undefined> {
  return tx.deleteFrom('search_synonym').where('id', '=', id).returning(columnsOf('search_synonym')).executeTakeFirst();
}
