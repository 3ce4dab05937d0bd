import type { AdminMail, AdminMailDetail } from '#contract/admin/mails.ts';
import type { MailBodies } from './mail-content.ts';
import type { MailRow } from './outbox.store.ts';

export function mailView(row: MailRow): AdminMail {
  return {
    id: row.id,
    kind: row.kind,
    status: row.status,
    to: { name: row.to_name, email: row.to_email },
    subject: row.subject,
    is_confidential: row.is_confidential,
    attempts: row.attempts,
    last_error: row.last_error,
    next_attempt_at: row.status === 'queued' ? row.next_attempt_at.toISOString() : null,
    user_id: row.user_id,
    order_id: row.order_id,
    created_at: row.created_at.toISOString(),
    sent_at: row.sent_at?.toISOString() ?? null,
  };
}

/** @param bodies undefined: confidential, or cannot be decrypted. */
export function mailDetailView(row: MailRow, bodies: MailBodies | undefined): AdminMailDetail {
  return { ...mailView(row), text: bodies?.text ?? null, html: bodies?.html ?? null };
}
