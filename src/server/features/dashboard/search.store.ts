import { sql } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';
import { RECENT_ORDER_COLUMNS, type RecentOrderRow } from './dashboard.store.ts';

/** The shortest text that the index of three-letter pieces can look for. */
const SHORTEST_WORD = 3;
/** Digits of an order number's counter. */
const NUMBER_WIDTH = 6;
/** The largest id. */
const MAX_ID = 2_147_483_647;
/** Of so many hits the newest are shown; a word that half the shop contains is not gone through to its end. */
const MOST_LOOKED_AT = 500;

/** What somebody typed, as the queries need it. */
export interface Wanted {
  readonly text: string;
  /** The whole text as an id. */
  readonly id: number | null;
}

export function wantedOf(typed: string): Wanted {
  const text = typed.replace(/^#/, '').trim();
  const id = /^\d{1,10}$/.test(text) ? Number(text) : null;
  return { text, id: id !== null && id <= MAX_ID ? id : null };
}

const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
const isLongEnough = (text: string): boolean => text.length >= SHORTEST_WORD;

/** The order with that id or number first, then those with the text in number, name or address, newest first. */
export async function findOrderRows(db: Database, { text, id }: Wanted, limit: number): Promise<RecentOrderRow[]> {
  const exact =
    id === null
      ? []
      : await db
          .selectFrom('orders')
          .select(RECENT_ORDER_COLUMNS)
          .where((eb) =>
            eb.or([eb('id', '=', id), eb('order_number', 'like', `%-${text.padStart(NUMBER_WIDTH, '0')}`)]),
          )
          .orderBy('created_at', 'desc')
          .limit(limit)
          .execute();
  if (exact.length >= limit || !isLongEnough(text)) return exact;
  const pattern = containing(text);
  const rows = await db
    .with(
      (cte) => cte('hit').materialized(),
      (qb) =>
        qb
          .selectFrom('orders')
          .select(RECENT_ORDER_COLUMNS)
          .where((eb) =>
            eb.or([
              eb('order_number', 'ilike', pattern),
              eb('customer_name', 'ilike', pattern),
              eb('customer_email', 'ilike', pattern),
            ]),
          )
          .limit(MOST_LOOKED_AT),
    )
    .selectFrom('hit')
    .select(RECENT_ORDER_COLUMNS)
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

/** The product with that id or SKU first, then those whose name, SKU or brand holds the text, by name. */
export async function findProductRows(db: Database, { text, id }: Wanted, limit: number): Promise<FoundProductRow[]> {
  const { rows } = await sql<FoundProductRow>`
    SELECT id, name, slug, sku, is_active FROM product
    WHERE search_text LIKE ${containing(text.toLowerCase())} OR id = ${id}
    ORDER BY (id = ${id}) IS TRUE DESC, lower(sku) = ${text.toLowerCase()} DESC, name, id
    LIMIT ${limit}`.execute(db);
  return rows;
}

export interface FoundUserRow {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly is_admin: boolean;
}

/** The user with that id first, then those with the text in name or address, by name. */
export async function findUserRows(db: Database, { text, id }: Wanted, limit: number): Promise<FoundUserRow[]> {
  const pattern = containing(text);
  const { rows } = await sql<FoundUserRow>`
    SELECT id, name, email, is_admin FROM users
    WHERE anonymised_at IS NULL
      AND (id = ${id} OR (${isLongEnough(text)} AND (name ILIKE ${pattern} OR email ILIKE ${pattern})))
    ORDER BY (id = ${id}) IS TRUE DESC, name, id
    LIMIT ${limit}`.execute(db);
  return rows;
}
