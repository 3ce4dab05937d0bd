import { sql } from 'kysely';
import type { Database } from '../database/database.ts';

/** Wrong password, wrong code, or refused after too many failures. */
export type FailedLogin = 'user.login_failed' | 'user.code_failed' | 'user.login_locked';

/** Rows per minute for one admin and kind; further addresses share one row. */
const MAX_ADDRESSES = 5;
const OTHERS = 'other addresses';
const MINUTE_MS = 60_000;

/**
 * Counts a failed login of an admin in the audit log, one row per address and minute. For other accounts the same
 * statement writes nothing, so its duration does not reveal who is an admin.
 * @param userId undefined: no account has this email address.
 */
export async function countFailedLogin(
  db: Database,
  { userId, action, address, at }: FailedAttempt & { readonly action: FailedLogin },
): Promise<void> {
  const minute = new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS);
  await sql`
    INSERT INTO audit_entry AS known (actor_name, action, entity, entity_id, after, address, created_at)
    SELECT 'Unknown', ${action}, 'user', users.id::text, '{"attempts": 1}',
           CASE WHEN ${MAX_ADDRESSES} > (
             SELECT count(*) FROM audit_entry
              WHERE entity = 'user' AND entity_id = users.id::text AND action = ${action} AND created_at = ${minute}
                AND address <> ${address}) THEN ${address} ELSE ${OTHERS} END,
           ${minute}
      FROM users WHERE users.id = ${userId ?? 0} AND users.is_admin
    ON CONFLICT (entity_id, action, address, created_at)
      WHERE action IN ('user.login_failed', 'user.login_locked', 'user.code_failed')
      DO UPDATE SET after = jsonb_build_object('attempts', (known.after ->> 'attempts')::integer + 1)`.execute(db);
}

export interface FailedAttempt {
  readonly userId: number | undefined;
  readonly address: string;
  readonly at: Date;
}
