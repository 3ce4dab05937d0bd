import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import type { Mail } from '#server/platform/database/schema.ts';

export async function insertMail(tx: Database | Transaction, row: Insertable<Mail>): Promise<void> {
  await tx.insertInto('mail').values(row).execute();
}

export type DueMail = Pick<
  Selectable<Mail>,
  | 'id'
  | 'kind'
  | 'created_at'
  | 'to_name'
  | 'to_email'
  | 'reply_to_name'
  | 'reply_to_email'
  | 'subject'
  | 'text_body'
  | 'html_body'
  | 'attempts'
>;

/**
 * Takes mails that are due, oldest first, and counts the attempt. They are due again at `dueAgainAt`, should whoever
 * took them die; two takers never get the same mail.
 */
export async function claimDueMails(db: Database, limit: number, at: Date, dueAgainAt: Date): Promise<DueMail[]> {
  const { rows } = await sql<DueMail>`
    UPDATE mail SET attempts = attempts + 1, next_attempt_at = ${dueAgainAt}, claimed_until = ${dueAgainAt}
     WHERE id IN (SELECT id FROM mail
                   WHERE status = 'queued' AND next_attempt_at <= ${at}
                   ORDER BY next_attempt_at, id
                   LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING id, kind, created_at, to_name, to_email, reply_to_name, reply_to_email, subject, text_body, html_body, attempts`.execute(
    db,
  );
  // In no order as they come: what the shop wrote first arrives first.
  return rows.sort((a, b) => a.id - b.id);
}

/** What a confidential mail said is emptied with its sending. */
export async function markMailSent(db: Database, id: number, at: Date): Promise<void> {
  await sql`
    UPDATE mail SET status = 'sent', sent_at = ${at}, last_error = NULL, claimed_until = NULL,
           text_body = CASE WHEN is_confidential THEN '' ELSE text_body END,
           html_body = CASE WHEN is_confidential THEN '' ELSE html_body END
     WHERE id = ${id} AND status = 'queued'`.execute(db);
}

/** @param retryAt undefined: it was the last attempt. */
export async function markMailUnsent(
  db: Database,
  id: number,
  reason: string,
  retryAt: Date | undefined,
): Promise<void> {
  await db
    .updateTable('mail')
    .set({
      last_error: reason,
      claimed_until: null,
      ...(retryAt ? { next_attempt_at: retryAt } : { status: 'failed' as const }),
    })
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .execute();
}
