import { sql } from 'kysely';
import type { Database, Handle, Transaction } from '#server/platform/database/database.ts';
import { executeTogether, type Writes } from '#server/platform/database/execute-together.ts';

/** What an event is about, such as `{ kind: 'order', id: 12 }`. Events of one subject are delivered in order. */
export interface EventSubject {
  readonly kind: string;
  readonly id: number;
}

export interface NewEvent {
  readonly type: string;
  /** Of the payload's shape. */
  readonly version: number;
  readonly subject: EventSubject;
  readonly payload: object;
}

/**
 * Stores events in the transaction that changes the state, with a delivery for each of their subscribers. One statement
 * for all of them. Events without a subscriber are not stored.
 */
export async function insertEvents(tx: Transaction, events: readonly NewEvent[], at: Date): Promise<void> {
  if (events.length > 0) await executeTogether(tx, eventWrites(events, at), sql`SELECT`);
}

/** The writes of {@link insertEvents}, to be executed together with others. */
export function eventWrites(events: readonly NewEvent[], at: Date): Writes {
  const rows = events.map(({ type, version, subject, payload }) => [type, version, subject.kind, subject.id, payload]);
  return {
    given_event: sql`
      SELECT row ->> 0 AS type, (row ->> 1)::smallint AS version, row ->> 2 AS subject_kind,
             (row ->> 3)::integer AS subject_id, row -> 4 AS payload, place
        FROM jsonb_array_elements(${JSON.stringify(rows)}::jsonb) WITH ORDINALITY AS list (row, place)`,
    recorded_event: sql`
      INSERT INTO domain_event (type, version, subject_kind, subject_id, payload, created_at)
      SELECT type, version, subject_kind, subject_id, payload, ${at}::timestamptz FROM given_event
       WHERE EXISTS (SELECT FROM event_subscriber s WHERE given_event.type = ANY (s.types))
       ORDER BY place
      RETURNING id, type, subject_kind, subject_id`,
    planned_delivery: sql`
      INSERT INTO event_delivery (subscriber, event_id, subject_kind, subject_id)
      SELECT s.name, r.id, r.subject_kind, r.subject_id
        FROM recorded_event r JOIN event_subscriber s ON r.type = ANY (s.types)`,
  };
}

/** A subscriber in the version that a node runs. */
export interface Subscription {
  readonly name: string;
  readonly on: readonly string[];
}

/**
 * Registers subscribers: from now on every event of their types gets a delivery. The types of other versions, which other nodes may
 * run, stay registered if a node has renewed them since a moment. Nodes of earlier releases write `types` alone: what they have
 * added counts as renewed now.
 */
export async function registerSubscribers(
  db: Database,
  subscribers: readonly Subscription[],
  { at, keepSince }: { readonly at: Date; readonly keepSince: Date },
): Promise<void> {
  if (subscribers.length === 0) return;
  const rows = subscribers.map(({ name, on }) => [name, on]);
  await sql`
    INSERT INTO event_subscriber AS known (name, types, seen_at, types_seen_at)
    SELECT given ->> 0, ARRAY(SELECT jsonb_array_elements_text(given -> 1)), ${at},
           (SELECT coalesce(jsonb_object_agg(type, ${at}::timestamptz), '{}')
              FROM jsonb_array_elements_text(given -> 1) AS type)
      FROM jsonb_array_elements(${JSON.stringify(rows)}::jsonb) AS given
      -- In one order on every node, so that two of them never deadlock.
     ORDER BY given ->> 0
    ON CONFLICT (name) DO UPDATE SET (types, seen_at, types_seen_at) = (
      SELECT coalesce(array_agg(type ORDER BY type), '{}'), excluded.seen_at, coalesce(jsonb_object_agg(type, renewed_at), '{}')
        FROM jsonb_each_text((SELECT coalesce(jsonb_object_agg(type, excluded.seen_at), '{}') FROM unnest(known.types) AS type)
                             || known.types_seen_at || excluded.types_seen_at) AS renewed (type, renewed_at)
       WHERE renewed_at::timestamptz >= ${keepSince}::timestamptz)`.execute(db);
}

/** Those of some subscribers that may have deliveries to handle now. */
export async function findDueSubscribers(db: Database, names: readonly string[], at: Date): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT name FROM unnest((SELECT ${names}::text[])) AS name
     WHERE EXISTS (SELECT FROM event_delivery d
                    WHERE d.subscriber = name AND d.failed_at IS NULL AND d.next_attempt_at <= ${at}
                      AND (d.claimed_until IS NULL OR d.claimed_until <= ${at}))`.execute(db);
  return rows.map(({ name }) => name);
}

export interface ClaimedDelivery {
  readonly id: number;
  readonly attempts: number;
  readonly eventId: number;
  readonly type: string;
  readonly version: number;
  readonly subjectKind: string;
  readonly subjectId: number;
  readonly payload: object;
  readonly createdAt: Date;
  /** An earlier attempt failed. */
  readonly hasFailed: boolean;
}

export interface ClaimOptions {
  readonly limit: number;
  /** How many due deliveries are read; a subject with thousands would slow down the query. Default: all. */
  readonly lookahead?: number;
  readonly at: Date;
  readonly until: Date;
}

/**
 * Takes deliveries that are due for a subscriber, at most one of each subject, and counts the attempt. Two nodes never
 * take the same one before `until`.
 *
 * There is no cursor: a delivery is pending until its row is deleted. So an event whose transaction commits after those
 * of later events is delivered like any other.
 *
 * Leaves events of types that only another version of the subscriber handles to the nodes that run it. Types that are not
 * registered any more are taken by every node.
 */
export async function claimDeliveries(
  db: Database,
  { name, on }: Subscription,
  { limit, lookahead, at, until }: ClaimOptions,
): Promise<ClaimedDelivery[]> {
  const { rows } = await sql<ClaimedDelivery>`
    WITH of_others AS MATERIALIZED (
      SELECT ARRAY (SELECT unnest(s.types) FROM event_subscriber s WHERE s.name = ${name}
                    EXCEPT SELECT unnest((SELECT ${on}::text[]))) AS types
    ), due AS MATERIALIZED (
      SELECT d.id FROM event_delivery d
       WHERE d.id = ANY (ARRAY (SELECT c.id FROM event_delivery c
                                 WHERE c.subscriber = ${name} AND c.failed_at IS NULL AND c.next_attempt_at <= ${at}
                                   AND ((SELECT types FROM of_others) = '{}'
                                        OR (SELECT e.type FROM domain_event e WHERE e.id = c.event_id)
                                           <> ALL ((SELECT types FROM of_others)::text[]))
                                 ORDER BY c.next_attempt_at, c.event_id LIMIT ${lookahead ?? null}::integer))
         AND d.failed_at IS NULL AND d.next_attempt_at <= ${at}
         AND (d.claimed_until IS NULL OR d.claimed_until <= ${at})
         AND d.event_id = (SELECT first.event_id FROM event_delivery first
                            WHERE first.subscriber = d.subscriber AND first.subject_kind = d.subject_kind
                              AND first.subject_id = d.subject_id
                            ORDER BY first.event_id LIMIT 1)
       ORDER BY d.next_attempt_at, d.event_id
       LIMIT ${limit} FOR UPDATE OF d SKIP LOCKED
    ), claimed AS (
      UPDATE event_delivery d SET attempts = d.attempts + 1, claimed_until = ${until}
        FROM due WHERE d.id = due.id
      RETURNING d.id, d.attempts, d.event_id, d.last_error IS NOT NULL AS has_failed
    )
    SELECT c.id, c.attempts, e.id AS "eventId", e.type, e.version, e.subject_kind AS "subjectKind",
           e.subject_id AS "subjectId", e.payload, e.created_at AS "createdAt",
           c.has_failed AS "hasFailed"
      FROM claimed c JOIN domain_event e ON e.id = c.event_id
     ORDER BY e.id`.execute(db);
  return rows;
}

/**
 * Hides the deliveries that wait for a failed one of their subject until a later moment, so that polls do not look at
 * thousands of them every second. `wakeBlocked` ends it earlier.
 */
export async function postponeBlocked(db: Database, subscriber: string, at: Date, until: Date): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    WITH blocked AS MATERIALIZED (
      SELECT d.id FROM event_delivery d
       CROSS JOIN LATERAL (SELECT f.event_id, f.last_error FROM event_delivery f
                            WHERE f.subscriber = d.subscriber AND f.subject_kind = d.subject_kind
                              AND f.subject_id = d.subject_id
                            ORDER BY f.event_id LIMIT 1) first
       WHERE d.subscriber = ${subscriber} AND d.failed_at IS NULL AND d.next_attempt_at <= ${at}
         AND first.event_id < d.event_id AND first.last_error IS NOT NULL
         FOR UPDATE OF d SKIP LOCKED
    )
    UPDATE event_delivery d SET next_attempt_at = ${until} FROM blocked WHERE d.id = blocked.id`.execute(db);
  return Number(numAffectedRows);
}

/** Makes the deliveries due that waited for a failed one of their subject. */
export async function wakeBlocked(
  db: Handle,
  subscriber: string,
  { subjectKind, subjectId }: Pick<ClaimedDelivery, 'subjectKind' | 'subjectId'>,
): Promise<void> {
  await sql`
    UPDATE event_delivery SET next_attempt_at = '-infinity'
     WHERE subscriber = ${subscriber} AND subject_kind = ${subjectKind} AND subject_id = ${subjectId}
       AND last_error IS NULL AND next_attempt_at > '-infinity'`.execute(db);
}

export async function deleteDelivery(db: Handle, id: number): Promise<void> {
  await db.deleteFrom('event_delivery').where('id', '=', id).execute();
}

/**
 * Records a failed attempt.
 * @param retryAt undefined after the last attempt: the delivery has failed.
 * @returns false when another node has taken the delivery since, or it is gone.
 */
export async function recordFailedAttempt(
  db: Database,
  { id, attempts }: Pick<ClaimedDelivery, 'id' | 'attempts'>,
  { reason, retryAt, at }: { readonly reason: string; readonly retryAt: Date | undefined; readonly at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('event_delivery')
    .set({
      last_error: reason,
      claimed_until: null,
      ...(retryAt ? { next_attempt_at: retryAt } : { failed_at: at }),
    })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
