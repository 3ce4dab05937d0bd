import { type Connection, firstRow } from '../database.ts';

export interface EventRow {
  readonly id: string;
  readonly type: string;
  readonly event: object;
  readonly created: Date;
}

export const EVENT_COLUMNS = 'id, type, event, created';

/** One delivery of an event to the shop. */
export interface DeliveryRow {
  readonly id: string;
  readonly event: object;
  readonly attempts: number;
  readonly is_reversed: boolean;
}

export async function insertEvent(db: Connection, row: EventRow): Promise<void> {
  await db.query('INSERT INTO sandbox.events (id, type, event, created) VALUES ($1, $2, $3, $4)', [
    row.id,
    row.type,
    row.event,
    row.created,
  ]);
}

export function findEvent(db: Connection, id: string): Promise<EventRow | undefined> {
  return firstRow(db, `SELECT ${EVENT_COLUMNS} FROM sandbox.events WHERE id = $1`, [id]);
}

/** Queues an event. Reversed events are collected: all become due with the first one. */
export async function insertDelivery(
  db: Connection,
  delivery: { eventId: string; dueAt: Date; isReversed: boolean },
): Promise<void> {
  await db.query(
    `INSERT INTO sandbox.deliveries (event, is_reversed, due_at)
     SELECT $1, $2::boolean, coalesce(
       (SELECT min(due_at) FROM sandbox.deliveries WHERE $2::boolean AND is_reversed AND ended IS NULL AND attempts = 0),
       $3::timestamptz)`,
    [delivery.eventId, delivery.isReversed, delivery.dueAt],
  );
}

/** Claims up to `limit` due deliveries until `leaseEnd`; without a result by then, they are due again. */
export async function claimDueDeliveries(
  db: Connection,
  now: Date,
  leaseEnd: Date,
  limit: number,
): Promise<readonly DeliveryRow[]> {
  const { rows } = await db.query<DeliveryRow>(
    `WITH due AS (
       SELECT id FROM sandbox.deliveries WHERE ended IS NULL AND due_at <= $1
       ORDER BY due_at, CASE WHEN is_reversed THEN -id ELSE id END LIMIT $3 FOR UPDATE SKIP LOCKED
     ), taken AS (
       UPDATE sandbox.deliveries AS d SET due_at = $2, attempts = attempts + 1 FROM due WHERE d.id = due.id
       RETURNING d.id, d.event, d.attempts, d.is_reversed
     )
     SELECT taken.id::text AS id, e.event, taken.attempts, taken.is_reversed
     FROM taken JOIN sandbox.events AS e ON e.id = taken.event
     ORDER BY CASE WHEN is_reversed THEN -taken.id ELSE taken.id END`,
    [now, leaseEnd, limit],
  );
  return rows;
}

export async function endDelivery(db: Connection, id: string, ended: 'delivered' | 'given_up'): Promise<void> {
  await db.query('UPDATE sandbox.deliveries SET ended = $2 WHERE id = $1', [id, ended]);
}

/** Requeues a delivery; an attempt interrupted by a shutdown does not count. */
export async function postponeDelivery(db: Connection, id: string, dueAt: Date, counts: boolean): Promise<void> {
  await db.query('UPDATE sandbox.deliveries SET due_at = $2, attempts = attempts - $3::integer WHERE id = $1', [
    id,
    dueAt,
    counts ? 0 : 1,
  ]);
}
