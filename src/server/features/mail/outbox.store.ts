import { type ExpressionBuilder, type Selectable, sql } from 'kysely';
import { anyOf, type Database, type Handle, type Transaction } from '#server/platform/database/database.ts';
import { findPage, holdsText, type Span, searchPage } from '#server/platform/database/find-page.ts';
import type { DB, Mail } from '#server/platform/database/schema.ts';
import { soonAfter } from '#server/platform/retries.ts';

export type MailRow = Omit<
  Selectable<Mail>,
  'text_body' | 'html_body' | 'sealed_bodies' | 'claim_id' | 'reply_to_name' | 'reply_to_email' | 'search_text'
>;

const COLUMNS = [
  'id',
  'kind',
  'status',
  'to_name',
  'to_email',
  'subject',
  'is_confidential',
  'attempts',
  'last_error',
  'next_attempt_at',
  'claimed_until',
  'user_id',
  'order_id',
  'created_at',
  'sent_at',
] as const;

export interface MailFilter {
  readonly status?: MailRow['status'] | undefined;
  /** Searched in subject, name and address. */
  readonly search?: string | undefined;
}

function isWanted({ status, search }: MailFilter) {
  return (eb: ExpressionBuilder<DB, 'mail'>) =>
    eb.and([
      ...(status === undefined ? [] : [eb('status', '=', status)]),
      ...(search === undefined ? [] : [holdsText('search_text', search)]),
    ]);
}

const NEWEST_FIRST = sql`created_at DESC, id DESC`;

/** Newest first. */
export async function listMailRows(
  db: Database,
  filter: MailFilter,
  span: Span,
): Promise<{ rows: MailRow[]; total: number }> {
  const find = filter.search === undefined ? findPage : searchPage;
  const list = db.selectFrom('mail').where(isWanted(filter));
  const { ids, total } = await find(list, { id: 'mail.id', order: NEWEST_FIRST }, span);
  const rows = await db
    .selectFrom('mail')
    .select(COLUMNS)
    .where(sql<boolean>`id = ${anyOf(ids, 'integer')}`)
    .orderBy(NEWEST_FIRST)
    .execute();
  return { rows, total };
}

export type MailRowWithBodies = MailRow & {
  readonly text: string | null;
  readonly html: string | null;
  /** Encrypted bodies until the mail is sent. */
  readonly sealed: Buffer | null;
};

/** Without the bodies of confidential mails. */
export function findMailRow(db: Database, id: number): Promise<MailRowWithBodies | undefined> {
  return db
    .selectFrom('mail')
    .select(COLUMNS)
    .select([
      sql<string | null>`CASE WHEN NOT is_confidential THEN text_body END`.as('text'),
      sql<string | null>`CASE WHEN NOT is_confidential THEN html_body END`.as('html'),
      sql<Buffer | null>`CASE WHEN NOT is_confidential THEN sealed_bodies END`.as('sealed'),
    ])
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function countMails(db: Database): Promise<Record<MailRow['status'], number>> {
  const rows = await db
    .selectFrom('mail')
    .select((eb) => ['status', eb.fn.countAll<number>().as('count')])
    .groupBy('status')
    .execute();
  const of = (status: MailRow['status']) => rows.find((row) => row.status === status)?.count ?? 0;
  return { queued: of('queued'), sent: of('sent'), failed: of('failed') };
}

/** Some mails, or those that failed for the last time, the oldest first, up to a limit. */
export type MailChoice = { readonly ids: readonly number[] } | { readonly oldestFailed: number };

/** A mail before its retry. */
export type RetriedMail = Pick<MailRow, 'id' | 'status' | 'attempts'>;

/**
 * Makes mails due now; failed ones get all their attempts again. Skips mails that are sent, being sent, or due already because
 * somebody else has just retried them.
 */
export async function makeMailsDue(tx: Transaction, choice: MailChoice, at: Date): Promise<RetriedMail[]> {
  const isChosen =
    'ids' in choice
      ? sql`id = ${anyOf(choice.ids, 'integer')} AND (status = 'failed' OR status = 'queued' AND next_attempt_at > ${soonAfter(at)})`
      : sql`status = 'failed'`;
  const { rows } = await sql<RetriedMail>`
    WITH chosen AS MATERIALIZED (
      SELECT id, created_at, status, attempts FROM mail
       WHERE ${isChosen} AND (claimed_until IS NULL OR claimed_until <= ${at})
       ORDER BY created_at, id LIMIT ${'ids' in choice ? null : choice.oldestFailed}::integer FOR UPDATE
    )
    UPDATE mail SET status = 'queued', next_attempt_at = ${at},
                    attempts = CASE chosen.status WHEN 'failed' THEN 0 ELSE chosen.attempts END
      FROM chosen WHERE mail.id = chosen.id AND mail.created_at = chosen.created_at
    RETURNING mail.id, chosen.status, chosen.attempts`.execute(tx);
  return rows;
}

/** Mails that failed for the last time. */
export async function countFailedMails(db: Handle): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM mail WHERE status = 'failed'`.execute(db);
  return rows[0]?.count ?? 0;
}
