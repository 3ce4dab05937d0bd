import { type RawBuilder, type Selectable, sql } from 'kysely';
import { anyOf, type Database } from '#server/platform/database/database.ts';
import { findPage, holdsText, type Span, searchPage } from '#server/platform/database/find-page.ts';
import type { AuditEntry } from '#server/platform/database/schema.ts';
import { columnsOf } from '#server/tables/table-columns.ts';

export type AuditRow = Omit<Selectable<AuditEntry>, 'search_text'>;

export interface AuditFilter {
  readonly search?: string | undefined;
  readonly entity?: string | undefined;
  /** User id. */
  readonly actor?: number | undefined;
  /** Days in the shop's time zone, inclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly timeZone: string;
}

function conditionsOf({ search, entity, actor, from, to, timeZone }: AuditFilter): RawBuilder<boolean> {
  const conditions = [sql<boolean>`true`];
  if (search) conditions.push(holdsText('search_text', search));
  if (entity) conditions.push(sql`entity = ${entity}`);
  if (actor) conditions.push(sql`actor_id = ${actor}`);
  if (from) conditions.push(sql`created_at >= ${from}::date::timestamp AT TIME ZONE ${timeZone}`);
  if (to) conditions.push(sql`created_at < (${to}::date + 1)::timestamp AT TIME ZONE ${timeZone}`);
  return sql`${sql.join(conditions, sql` AND `)}`;
}

const NEWEST_FIRST = sql`created_at DESC, id DESC`;

/** Newest first. */
export async function listAuditRows(
  db: Database,
  filter: AuditFilter,
  span: Span,
): Promise<{ rows: AuditRow[]; total: number }> {
  const find = filter.search ? searchPage : findPage;
  const list = db.selectFrom('audit_entry').where(conditionsOf(filter));
  const { ids, total } = await find(list, { id: 'audit_entry.id', order: NEWEST_FIRST }, span);
  const rows = await db
    .selectFrom('audit_entry')
    .select(columnsOf('audit_entry'))
    .where(sql<boolean>`id = ${anyOf(ids, 'integer')}`)
    .orderBy(NEWEST_FIRST)
    .execute();
  return { rows, total };
}

/**
 * The distinct entity types in the log, found with a loose index scan. Its parameter makes it a prepared statement: planning
 * for many months takes longer than running it.
 */
export async function listAuditedEntities(db: Database): Promise<string[]> {
  const { rows } = await sql<{ entity: string }>`
    WITH RECURSIVE kind AS (
      SELECT min(entity) AS entity FROM audit_entry WHERE entity > ${''}
      UNION ALL
      SELECT (SELECT min(entity) FROM audit_entry WHERE entity > kind.entity) FROM kind WHERE kind.entity IS NOT NULL
    )
    SELECT entity FROM kind WHERE entity IS NOT NULL`.execute(db);
  return rows.map((row) => row.entity);
}

/** Users in the log who still have an account, by name; also a loose index scan. */
export async function listAuditedActors(db: Database): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    WITH RECURSIVE actor AS (
      SELECT min(actor_id) AS id FROM audit_entry WHERE actor_id > ${0}
      UNION ALL
      SELECT (SELECT min(actor_id) FROM audit_entry WHERE actor_id > actor.id) FROM actor WHERE actor.id IS NOT NULL
    )
    SELECT users.id, users.name FROM actor JOIN users ON users.id = actor.id ORDER BY users.name, users.id`.execute(db);
  return rows;
}
