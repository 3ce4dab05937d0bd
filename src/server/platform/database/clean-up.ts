import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Jobs } from '../jobs.ts';
import type { Database } from './database.ts';

interface Leftover {
  readonly table: string;
  /** Rows are deleted `keepHours` after this time. */
  readonly column: string;
  readonly keepHours: number;
  /** An SQL condition: only rows that meet it go. */
  readonly where?: string;
}

const DAY = 24;

/** Expired data, and how long it is kept. */
const LEFTOVERS: readonly Leftover[] = [
  { table: 'session', column: 'expires_at', keepHours: 0 },
  // The longest session timeout is a day: older sessions have expired under any setting.
  { table: 'session', column: 'last_seen_at', keepHours: DAY },
  // One day longer than they are valid: the hourly limit counts them.
  { table: 'one_time_token', column: 'expires_at', keepHours: DAY },
  { table: 'email_change', column: 'expires_at', keepHours: 0 },
  // Only unconfirmed addresses expire.
  { table: 'newsletter_subscription', column: 'expires_at', keepHours: 0 },
  { table: 'login_challenge', column: 'expires_at', keepHours: 0 },
  { table: 'login_failure', column: 'last_failed_at', keepHours: DAY },
  { table: 'known_login_address', column: 'last_used_at', keepHours: 90 * DAY },
  // Responses stored for an Idempotency-Key are repeated for a day.
  { table: 'idempotency_record', column: 'created_at', keepHours: DAY },
  // The file and its results; the audit log keeps who imported what.
  { table: 'product_import', column: 'created_at', keepHours: 90 * DAY },
  // Providers repeat an event for days, never for months.
  { table: 'provider_event', column: 'received_at', keepHours: 90 * DAY },
  // Nodes renew the registrations of their subscribers every hour.
  { table: 'event_subscriber', column: 'seen_at', keepHours: DAY },
  {
    table: 'event_delivery',
    column: 'next_attempt_at',
    keepHours: 0,
    where: 'subscriber NOT IN (SELECT name FROM event_subscriber)',
  },
  // An event that was not delivered is kept until it is, or until an admin dismisses it.
  {
    table: 'domain_event',
    column: 'created_at',
    keepHours: 7 * DAY,
    where: 'NOT EXISTS (SELECT FROM event_delivery WHERE event_id = domain_event.id)',
  },
];

/** Small batches, so that no statement locks or runs for long. */
const AT_ONCE = 5_000;
const HOUR_MS = 60 * 60_000;
const CLEAN_UP = 'clean-up';
const HOURLY = '7 * * * *';

async function deleteOld(
  db: Database,
  { table, column, keepHours, where = 'true' }: Leftover,
  at: Date,
): Promise<void> {
  const before = new Date(at.getTime() - keepHours * HOUR_MS);
  let deleted: bigint;
  do {
    const result = await sql`
      DELETE FROM ${sql.table(table)} WHERE ctid IN (
        SELECT ctid FROM ${sql.table(table)} WHERE ${sql.ref(column)} < ${before} AND ${sql.raw(where)} LIMIT ${AT_ONCE})`.execute(
      db,
    );
    deleted = result.numAffectedRows ?? 0n;
  } while (deleted === BigInt(AT_ONCE));
}

/** Registers the hourly job that deletes expired data. */
export function defineCleanUp(jobs: Jobs, db: Database, now: Clock): void {
  jobs.define(
    CLEAN_UP,
    async () => {
      for (const leftover of LEFTOVERS) await deleteOld(db, leftover, now());
    },
    HOURLY,
  );
}
