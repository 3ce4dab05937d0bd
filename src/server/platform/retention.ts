import type { RetentionRule } from './database/clean-up.ts';

const DAY = 24;

export const platformRetention: readonly RetentionRule[] = [
  { deleteFrom: 'session', column: 'expires_at', keepHours: 0 },
  // A day is the longest session time-out that can be set.
  { deleteFrom: 'session', column: 'last_seen_at', keepHours: DAY },
  // A day longer than they are valid: the hourly limit of an account is counted from them.
  { deleteFrom: 'one_time_token', column: 'expires_at', keepHours: DAY },
  { deleteFrom: 'known_login_address', column: 'last_used_at', keepHours: 90 * DAY },
  // Responses to writes with an Idempotency-Key are repeated for a day.
  { deleteFrom: 'idempotency_record', column: 'created_at', keepHours: DAY },
  { deleteFrom: 'rate_limit_window', column: 'ends_at', keepHours: 0 },
  { deleteFrom: 'line_ticket', column: 'ends_at', keepHours: 0 },
  // Nodes renew the registrations of their subscribers every hour.
  { deleteFrom: 'event_subscriber', column: 'seen_at', keepHours: DAY },
  {
    deleteFrom: 'event_delivery',
    column: 'next_attempt_at',
    keepHours: 0,
    where: 'subscriber NOT IN (SELECT name FROM event_subscriber)',
  },
];

/** An event that was not delivered is kept until it is, or until an admin dismisses it. */
export const eventRetention = (days: number): RetentionRule => ({
  deleteFrom: 'domain_event',
  column: 'created_at',
  keepHours: days * DAY,
  where: 'NOT EXISTS (SELECT FROM event_delivery WHERE event_id = domain_event.id)',
});

export const auditRetention = (days: number): RetentionRule => ({
  deleteFrom: 'audit_entry',
  column: 'created_at',
  keepHours: days * DAY,
});
