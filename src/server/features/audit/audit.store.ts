import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';
import type { AuditEntry } from '#server/platform/database/schema.ts';

export type AuditRow = Selectable<AuditEntry>;

export interface AuditFilter {
  readonly search?: string | undefined;
  readonly entity?: string | undefined;
  /** A user's id. */
  readonly actor?: number | undefined;
  /** Days in the shop's time zone, both included. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly timeZone: string;
}

const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

function conditionsOf({ search, entity, actor, from, to, timeZone }: AuditFilter): RawBuilder<boolean> {
  const conditions = [sql<boolean>`true`];
  if (search) {
    const pattern = containing(search);
    conditions.push(sql`(actor_name ILIKE ${pattern} OR action ILIKE ${pattern} OR entity_id ILIKE ${pattern})`);
  }
  if (entity) conditions.push(sql`entity = ${entity}`);
  if (actor) conditions.push(sql`actor_id = ${actor}`);
  if (from) conditions.push(sql`created_at >= ${from}::date::timestamp AT TIME ZONE ${timeZone}`);
  if (to) conditions.push(sql`created_at < (${to}::date + 1)::timestamp AT TIME ZONE ${timeZone}`);
  return sql`${sql.join(conditions, sql` AND `)}`;
}

/** Newest first. */
export async function listAuditRows(
  db: Database,
  filter: AuditFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ rows: AuditRow[]; total: number }> {
  const isWanted = conditionsOf(filter);
  const rows = await db
    .selectFrom('audit_entry')
    .selectAll()
    .where(isWanted)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  const { total } = await db
    .selectFrom('audit_entry')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where(isWanted)
    .executeTakeFirstOrThrow();
  return { rows, total };
}

/** Each kind of thing in the log, found by jumping from one to the next in the index. */
export async function listAuditedEntities(db: Database): Promise<string[]> {
  const { rows } = await sql<{ entity: string }>`
    WITH RECURSIVE kind AS (
      SELECT min(entity) AS entity FROM audit_entry
      UNION ALL
      SELECT (SELECT min(entity) FROM audit_entry WHERE entity > kind.entity) FROM kind WHERE kind.entity IS NOT NULL
    )
    SELECT entity FROM kind WHERE entity IS NOT NULL`.execute(db);
  return rows.map((row) => row.entity);
}

/** Everybody in the log who still has an account, by name; found in the same way. */
export async function listAuditedActors(db: Database): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    WITH RECURSIVE actor AS (
      SELECT min(actor_id) AS id FROM audit_entry
      UNION ALL
      SELECT (SELECT min(actor_id) FROM audit_entry WHERE actor_id > actor.id) FROM actor WHERE actor.id IS NOT NULL
    )
    SELECT users.id, users.name FROM actor JOIN users ON users.id = actor.id ORDER BY users.name, users.id`.execute(db);
  return rows;
}
