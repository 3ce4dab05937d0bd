import { type Expression, type SqlBool, sql } from 'kysely';
import { anyOf, type Database, type Handle, type Transaction } from '#server/platform/database/database.ts';
import type { Span } from '#server/platform/database/find-page.ts';
import { soonAfter } from '../retries.ts';

/** `retrying`: the last attempt failed and another one follows. `failed`: it waits for an admin. */
export type DeliveryStatus = 'retrying' | 'failed';

export interface PendingDelivery {
  readonly id: number;
  readonly subscriber: string;
  readonly eventId: number;
  readonly type: string;
  readonly payload: object;
  readonly createdAt: Date;
  readonly subjectKind: string;
  readonly subjectId: number;
  readonly attempts: number;
  readonly lastError: string;
  readonly nextAttemptAt: Date;
  /** Null while it is still retried. */
  readonly failedAt: Date | null;
  /** Later events of the same subject that wait for this one. */
  readonly blocked: number;
}

const hasStatus = (status: DeliveryStatus | undefined): Expression<SqlBool> => {
  if (status === undefined) return sql`true`;
  return status === 'failed' ? sql`failed_at IS NOT NULL` : sql`failed_at IS NULL`;
};

/** Deliveries whose last attempt failed, newest first. */
export async function listPendingDeliveries(
  db: Database,
  status: DeliveryStatus | undefined,
  { limit, offset }: Span,
): Promise<{ rows: PendingDelivery[]; total: number }> {
  const isWanted = sql`last_error IS NOT NULL AND ${hasStatus(status)}`;
  const { rows } = await sql<PendingDelivery>`
    SELECT d.id, d.subscriber, d.event_id AS "eventId", e.type, e.payload, e.created_at AS "createdAt",
           d.subject_kind AS "subjectKind", d.subject_id AS "subjectId", d.attempts, d.last_error AS "lastError",
           d.next_attempt_at AS "nextAttemptAt", d.failed_at AS "failedAt",
           (SELECT count(*) FROM event_delivery later
             WHERE later.subscriber = d.subscriber AND later.subject_kind = d.subject_kind
               AND later.subject_id = d.subject_id AND later.event_id > d.event_id)::integer AS blocked
      FROM (SELECT id, subscriber, event_id, subject_kind, subject_id, attempts, last_error, next_attempt_at, failed_at
              FROM event_delivery WHERE ${isWanted} ORDER BY id DESC LIMIT ${limit} OFFSET ${offset}) d
      JOIN domain_event e ON e.id = d.event_id
     ORDER BY d.id DESC`.execute(db);
  const { rows: counts } = await sql<{ total: number }>`
    SELECT count(*) AS total FROM event_delivery WHERE ${isWanted}`.execute(db);
  return { rows, total: counts[0]?.total ?? 0 };
}

export interface DeliveryCounts {
  readonly subscriber: string;
  readonly waiting: number;
  readonly retrying: number;
  readonly failed: number;
}

/** By subscriber: deliveries that were not tried yet, are retried, and failed. */
export async function countDeliveries(db: Database): Promise<DeliveryCounts[]> {
  const { rows } = await sql<DeliveryCounts>`
    SELECT s.name AS subscriber,
           count(d.id) FILTER (WHERE d.last_error IS NULL) AS waiting,
           count(d.id) FILTER (WHERE d.last_error IS NOT NULL AND d.failed_at IS NULL) AS retrying,
           count(d.id) FILTER (WHERE d.failed_at IS NOT NULL) AS failed
      FROM event_subscriber s LEFT JOIN event_delivery d ON d.subscriber = s.name
     GROUP BY s.name ORDER BY s.name`.execute(db);
  return rows;
}

export interface DeliveryFacts {
  readonly id: number;
  readonly subscriber: string;
  readonly type: string;
  readonly subjectKind: string;
  readonly subjectId: number;
  readonly attempts: number;
}

export interface LockedDelivery extends DeliveryFacts {
  readonly claimedUntil: Date | null;
}

/** Locks a delivery whose last attempt failed until the transaction ends. */
export async function lockDelivery(tx: Transaction, id: number): Promise<LockedDelivery | undefined> {
  const { rows } = await sql<LockedDelivery>`
    SELECT d.id, d.subscriber, e.type, d.subject_kind AS "subjectKind", d.subject_id AS "subjectId", d.attempts,
           d.claimed_until AS "claimedUntil"
      FROM event_delivery d JOIN domain_event e ON e.id = d.event_id
     WHERE d.id = ${id} AND d.last_error IS NOT NULL FOR UPDATE OF d`.execute(tx);
  return rows[0];
}

/** Some deliveries, or those that failed for the last time, the oldest first, up to a limit. */
export type DeliveryChoice = { readonly ids: readonly number[] } | { readonly oldestFailed: number };

const isChosen = (choice: DeliveryChoice): Expression<SqlBool> =>
  'ids' in choice ? sql`id = ${anyOf(choice.ids, 'integer')}` : sql`failed_at IS NOT NULL`;

/**
 * Makes deliveries whose last attempt failed due now, and gives them all their attempts again. Skips those that are being handled,
 * or due already because somebody else has just retried them.
 */
export async function makeDeliveriesDue(tx: Transaction, choice: DeliveryChoice, at: Date): Promise<DeliveryFacts[]> {
  const { rows } = await sql<DeliveryFacts>`
    WITH chosen AS MATERIALIZED (
      SELECT id, event_id, attempts FROM event_delivery
       WHERE last_error IS NOT NULL AND ${isChosen(choice)} AND (failed_at IS NOT NULL OR next_attempt_at > ${soonAfter(at)})
         AND (claimed_until IS NULL OR claimed_until <= ${at})
       ORDER BY id LIMIT ${'ids' in choice ? null : choice.oldestFailed}::integer FOR UPDATE
    )
    UPDATE event_delivery d SET attempts = 0, next_attempt_at = ${at}, failed_at = NULL
      FROM chosen JOIN domain_event e ON e.id = chosen.event_id
     WHERE d.id = chosen.id
    RETURNING d.id, d.subscriber, e.type, d.subject_kind AS "subjectKind", d.subject_id AS "subjectId",
              chosen.attempts`.execute(tx);
  return rows;
}

/** Deliveries that failed for the last time. */
export async function countFailedDeliveries(db: Handle): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM event_delivery WHERE last_error IS NOT NULL AND failed_at IS NOT NULL`.execute(db);
  return rows[0]?.count ?? 0;
}
