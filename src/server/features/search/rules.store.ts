import { type Selectable, sql } from 'kysely';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { patternOf } from '#server/platform/database/find-page.ts';
import type { SearchRule } from '#server/platform/database/schema.ts';
import { columnList, columnsOf } from '#server/tables/table-columns.ts';

export interface RuleColumns {
  readonly query: string;
  readonly pinned: readonly number[];
  readonly hidden: readonly number[];
  readonly redirect_to: string | null;
}

/** A product as a rule names it. */
export interface RuleProduct {
  readonly id: number;
  readonly sku: string;
  readonly name: string;
}

/** A rule with its products in their order; deleted ones are missing. */
export interface RuleRow extends Selectable<SearchRule> {
  readonly pinned_products: readonly RuleProduct[];
  readonly hidden_products: readonly RuleProduct[];
}

interface Span {
  readonly limit: number;
  readonly offset: number;
}

/** All of them: their number is limited. */
export function readRules(db: Database | Transaction): Promise<RuleColumns[]> {
  return db.selectFrom('search_rule').select(['query', 'pinned', 'hidden', 'redirect_to']).execute();
}

const productsOf = (column: 'pinned' | 'hidden') => sql<RuleProduct[]>`COALESCE((
  SELECT json_agg(json_build_object('id', p.id, 'sku', p.sku, 'name', p.name) ORDER BY wanted.place)
    FROM unnest(${sql.ref(`r.${column}`)}) WITH ORDINALITY AS wanted (id, place) JOIN product p ON p.id = wanted.id), '[]')`;

const withProducts = sql`${columnList('search_rule', 'r')},
  ${productsOf('pinned')} AS pinned_products, ${productsOf('hidden')} AS hidden_products`;

/** In the order of their queries. @param search part of a query. */
export async function listRuleRows(
  db: Database,
  search: string | undefined,
  { limit, offset }: Span,
): Promise<{ rows: RuleRow[]; total: number }> {
  const pattern = patternOf(search ?? '');
  const [{ rows }, { rows: counts }] = await Promise.all([
    sql<RuleRow>`
      SELECT ${withProducts} FROM search_rule r WHERE r.query LIKE ${pattern}
       ORDER BY r.query LIMIT ${limit} OFFSET ${offset}`.execute(db),
    sql<{ total: number }>`SELECT count(*) AS total FROM search_rule WHERE query LIKE ${pattern}`.execute(db),
  ]);
  return { rows, total: counts[0]?.total ?? 0 };
}

export async function findRuleRow(db: Database | Transaction, id: number): Promise<RuleRow | undefined> {
  const { rows } = await sql<RuleRow>`SELECT ${withProducts} FROM search_rule r WHERE r.id = ${id}`.execute(db);
  return rows[0];
}

/** Ids of products and of variants' products by their SKUs. */
export async function readProductsBySku(tx: Transaction, skus: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom('product')
    .select(['id', 'sku'])
    .where('sku', 'in', [...skus, ''])
    .execute();
  return new Map(rows.map(({ sku, id }) => [sku, id]));
}

/** Until the transaction ends nobody else changes any of them: their number is limited. @returns how many there are. */
export async function lockRules(tx: Transaction): Promise<number> {
  await sql`LOCK TABLE search_rule IN SHARE ROW EXCLUSIVE MODE`.execute(tx);
  const { total } = await tx
    .selectFrom('search_rule')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** @returns undefined when there is a rule for this query. */
export async function insertRule(tx: Transaction, rule: RuleColumns, at: Date): Promise<number | undefined> {
  const inserted = await tx
    .insertInto('search_rule')
    .values({ ...rule, pinned: [...rule.pinned], hidden: [...rule.hidden], created_at: at, updated_at: at })
    .onConflict((conflict) => conflict.column('query').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id;
}

/** @returns false when there is another rule for this query. */
export async function updateRule(tx: Transaction, id: number, rule: RuleColumns, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('search_rule')
    .set((eb) => ({
      ...rule,
      pinned: [...rule.pinned],
      hidden: [...rule.hidden],
      updated_at: at,
      revision: eb('revision', '+', 1),
    }))
    .where('id', '=', id)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('search_rule as other')
            .select('other.id')
            .where('other.query', '=', rule.query)
            .where('other.id', '<>', id),
        ),
      ),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteRuleRow(tx: Transaction, id: number): Promise<Selectable<SearchRule> | undefined> {
  return tx.deleteFrom('search_rule').where('id', '=', id).returning(columnsOf('search_rule')).executeTakeFirst();
}
