import { sql } from 'kysely';
import { ORDER_SUMMARY_COLUMNS, type OrderSummaryRow } from '#server/features/orders/index.ts';
import { type Database, FORCE_CUSTOM_PLAN } from '#server/platform/database/database.ts';
import { holdsText } from '#server/platform/database/find-page.ts';

/** The shortest text that the trigram index can search. */
const MIN_TRIGRAM_LENGTH = 3;
/** Digits of the consecutive part of an order number. */
const NUMBER_WIDTH = 6;
/** The largest id. */
const MAX_ID = 2_147_483_647;

/** The search term in the forms that the queries need. */
export interface SearchTerm {
  readonly text: string;
  /** The whole term as an id. */
  readonly id: number | null;
}

export function searchTermOf(typed: string): SearchTerm {
  const text = typed.replace(/^#/, '').trim();
  const id = /^\d{1,10}$/.test(text) ? Number(text) : null;
  return { text, id: id !== null && id <= MAX_ID ? id : null };
}

const forceCustomPlan = sql.raw(FORCE_CUSTOM_PLAN);
const isLongEnough = (text: string): boolean => text.length >= MIN_TRIGRAM_LENGTH;

/** Matched against the search text, in which a space follows the number. */
const isNumbered = (digits: string) => sql<boolean>`
  (${holdsText('search_text', `-${digits} `)} AND order_number LIKE ${`%-${digits}`})`;

/** The order with that id or number first, then matches in number, name or address, newest first. */
export async function findOrderRows(db: Database, { text, id }: SearchTerm, limit: number): Promise<OrderSummaryRow[]> {
  const exact =
    id === null
      ? []
      : await db
          .selectFrom('orders')
          .modifyFront(forceCustomPlan)
          .select(ORDER_SUMMARY_COLUMNS)
          .where((eb) => eb.or([eb('id', '=', id), isNumbered(text.padStart(NUMBER_WIDTH, '0'))]))
          .orderBy('created_at', 'desc')
          .limit(limit)
          .execute();
  if (exact.length >= limit || !isLongEnough(text)) return exact;
  const rows = await db
    .selectFrom('orders')
    .modifyFront(forceCustomPlan)
    .select(ORDER_SUMMARY_COLUMNS)
    .where(holdsText('search_text', text))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  const known = new Set(exact.map((row) => row.id));
  return [...exact, ...rows.filter((row) => !known.has(row.id))].slice(0, limit);
}

export interface FoundProductRow {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  readonly sku: string;
  readonly is_active: boolean;
}

/** The product with that id or SKU first, then matches in name, SKU or brand, by name. */
export async function findProductRows(
  db: Database,
  { text, id }: SearchTerm,
  limit: number,
): Promise<FoundProductRow[]> {
  const columns = sql`id, name, slug, sku, is_active`;
  const [exact, others] = await Promise.all([
    sql<FoundProductRow>`
      SELECT ${columns} FROM product WHERE id = ${id} OR lower(sku) = lower(${text})
      ORDER BY (id = ${id}) IS TRUE DESC, name, id LIMIT ${limit}`.execute(db),
    sql<FoundProductRow>`
      ${forceCustomPlan} SELECT ${columns} FROM product WHERE ${holdsText('search_text', text)}
      ORDER BY name, id LIMIT ${limit}`.execute(db),
  ]);
  const known = new Set(exact.rows.map((row) => row.id));
  return [...exact.rows, ...others.rows.filter((row) => !known.has(row.id))].slice(0, limit);
}

export interface FoundUserRow {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly is_admin: boolean;
}

/** The user with that id first, then matches in name or address, by name. */
export async function findUserRows(db: Database, { text, id }: SearchTerm, limit: number): Promise<FoundUserRow[]> {
  const holds = isLongEnough(text) ? holdsText('search_text', text) : sql`false`;
  const { rows } = await sql<FoundUserRow>`
    ${forceCustomPlan} SELECT id, name, email, is_admin FROM users
    WHERE anonymised_at IS NULL AND (id = ${id} OR ${holds})
    ORDER BY (id = ${id}) IS TRUE DESC, name, id
    LIMIT ${limit}`.execute(db);
  return rows;
}
