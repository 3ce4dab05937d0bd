import { type RawBuilder, sql } from 'kysely';
import { anyOf, type Database, type Transaction } from '#server/platform/database/database.ts';
import type { ProviderEvent } from './payment-provider.ts';

export async function isEventKnown(db: Database, id: string): Promise<boolean> {
  const row = await db.selectFrom('provider_event').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

/** Records events in the transaction of their effect. */
export async function insertProviderEvents(tx: Transaction, events: readonly ProviderEvent[], at: Date): Promise<void> {
  await tx
    .insertInto('provider_event')
    .values(events.map(({ id, type, objectId }) => ({ id, type, object_id: objectId ?? null, received_at: at })))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/**
 * Records events about a subject if it is settled, in which case they have no effect.
 * @returns whether it is settled, and which of the events were already recorded.
 */
export async function insertProviderEventsIfSettled(
  db: Database,
  events: readonly ProviderEvent[],
  isSettled: RawBuilder<boolean>,
  at: Date,
): Promise<{ readonly isSettled: boolean; readonly known: readonly string[] }> {
  const [ids, types, objectIds] = [
    events.map(({ id }) => id),
    events.map(({ type }) => type),
    events.map(({ objectId }) => objectId ?? null),
  ];
  const { rows } = await sql<{ isSettled: boolean; known: string[] }>`
    WITH subject AS MATERIALIZED (
      SELECT ${isSettled} AS is_settled
    ), noted AS (
      INSERT INTO provider_event (id, type, object_id, received_at)
      SELECT event.id, event.type, event.object_id, ${at}::timestamptz
        FROM subject, unnest(${ids}::text[], ${types}::text[], ${objectIds}::text[]) AS event (id, type, object_id)
       WHERE subject.is_settled
      ON CONFLICT (id) DO NOTHING
    )
    SELECT is_settled AS "isSettled",
           ARRAY(SELECT id FROM provider_event WHERE id = ${anyOf(ids, 'text')}) AS known
      FROM subject`.execute(db);
  return rows[0] ?? { isSettled: false, known: [] };
}

/**
 * Records an event in the transaction of its effect. A concurrent duplicate waits here for the first.
 * @returns false when it was already recorded, so its effect exists.
 */
export async function insertProviderEvent(
  tx: Transaction,
  { id, type, objectId }: ProviderEvent,
  at: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('provider_event')
    .values({ id, type, object_id: objectId ?? null, received_at: at })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}
