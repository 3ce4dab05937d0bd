import { type Selectable, sql } from 'kysely';
import { type Database, inTransaction } from '#server/platform/database/database.ts';
import { insertRecords, type NewRow } from '#server/platform/database/insert-records.ts';
import type { Mail } from '#server/platform/database/schema.ts';
import type { MailBodies } from './mail-content.ts';

export const insertMails = (rows: readonly NewRow<'mail'>[]) => insertRecords('mail', rows);

export type DueMail = Pick<
  Selectable<Mail>,
  'id' | 'kind' | 'created_at' | 'to_name' | 'to_email' | 'reply_to_name' | 'reply_to_email' | 'subject' | 'attempts'
> & {
  readonly sealed_bodies: Buffer;
  /** Identifies this claim: the result counts only while it is valid. */
  readonly claim_id: string;
};

/**
 * Claims due mails, oldest first, and counts the attempt. If the worker dies, they are due again at `dueAgainAt`;
 * concurrent workers never get the same mail.
 */
export async function claimDueMails(db: Database, limit: number, at: Date, dueAgainAt: Date): Promise<DueMail[]> {
  // Five years of mails are sixty partitions. This statement is planned once per connection; the next one, planned each time, then
  // reads only the months since the oldest waiting mail.
  const { rows: queued } = await sql<{ since: Date | null }>`
    SELECT min(created_at) AS since FROM mail WHERE status = ${'queued'}`.execute(db);
  const since = queued[0]?.since;
  if (!since) return [];
  const { rows } = await sql<DueMail>`
    UPDATE mail SET attempts = attempts + 1, next_attempt_at = ${dueAgainAt}, claimed_until = ${dueAgainAt},
                    claim_id = gen_random_uuid()
     WHERE created_at >= ${since}
       AND id IN (SELECT id FROM mail
                   WHERE status = 'queued' AND next_attempt_at <= ${at} AND sealed_bodies IS NOT NULL
                     AND created_at >= ${since}
                   ORDER BY next_attempt_at, id
                   LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING id, kind, created_at, to_name, to_email, reply_to_name, reply_to_email, subject, sealed_bodies,
              claim_id, attempts`.execute(db);
  // RETURNING has no order: deliver in the order of writing.
  return rows.sort((a, b) => a.id - b.id);
}

type Claim = Pick<DueMail, 'id' | 'claim_id' | 'created_at'>;

/** With the date, PostgreSQL reads only the partition of its month. Selected as text, because a `Date` has no microseconds. */
const isClaimed = ({ id, claim_id, created_at }: Claim) =>
  sql<boolean>`id = ${id} AND claim_id = ${claim_id} AND status = 'queued'
       AND created_at >= ${created_at} AND created_at < ${new Date(created_at.getTime() + 1)}`;

/** The bodies of a confidential mail are dropped once it is sent; others are kept for the back office. */
export async function markMailSent(db: Database, claim: Claim, { text, html }: MailBodies, at: Date): Promise<void> {
  await sql`
    UPDATE mail SET status = 'sent', sent_at = ${at}, last_error = NULL, claimed_until = NULL, sealed_bodies = NULL,
           text_body = CASE WHEN is_confidential THEN '' ELSE ${text} END,
           html_body = CASE WHEN is_confidential THEN '' ELSE ${html} END
     WHERE ${isClaimed(claim)}`.execute(db);
}

/** @param retryAt undefined after the last attempt. */
export async function markMailUnsent(
  db: Database,
  claim: Claim,
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
    .where(isClaimed(claim))
    .execute();
}

/** Whether `encryptPlainMails` may find any. Unlike that statement, it is planned once per connection, thanks to its parameter. */
export async function hasPlainMails(db: Database): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM mail WHERE status <> 'sent' AND sealed_bodies IS NULL AND id > ${0} LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** Encrypts unsent mails that are stored in plain text and not being sent. @returns how many. */
export function encryptPlainMails(
  db: Database,
  { limit, at, seal }: { readonly limit: number; readonly at: Date; readonly seal: (bodies: MailBodies) => Buffer },
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const rows = await tx
      .selectFrom('mail')
      .select(['id', 'text_body as text', 'html_body as html'])
      .where('status', '!=', 'sent')
      .where('sealed_bodies', 'is', null)
      .where((eb) => eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', at)]))
      .orderBy('id')
      .limit(limit)
      .forUpdate()
      .skipLocked()
      .execute();
    for (const { id, ...bodies } of rows) {
      const sealed = { sealed_bodies: seal(bodies), text_body: '', html_body: '' };
      await tx.updateTable('mail').set(sealed).where('id', '=', id).execute();
    }
    return rows.length;
  });
}
