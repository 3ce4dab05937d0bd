import { type ExpressionBuilder, type Insertable, type Selectable, sql } from 'kysely';
import type { Database, Handle, Transaction } from '#server/platform/database/database.ts';
import { findPage, holdsText, type Span, searchPage } from '#server/platform/database/find-page.ts';
import type { ContactMessage, DB } from '#server/platform/database/schema.ts';

export type MessageRow = Omit<Selectable<ContactMessage>, 'search_text'>;

const COLUMNS = ['id', 'name', 'email', 'subject', 'body', 'status', 'created_at'] as const;

export interface ReplyRow {
  readonly id: number;
  readonly author_name: string | null;
  readonly body: string;
  readonly created_at: Date;
}

/** @returns its id. */
export async function insertMessage(tx: Transaction, row: Insertable<ContactMessage>): Promise<number> {
  const { id } = await tx.insertInto('contact_message').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

export interface MessageFilter {
  readonly status?: MessageRow['status'] | undefined;
  /** Searched in name, email address and text. */
  readonly search?: string | undefined;
}

function isWanted({ status, search }: MessageFilter) {
  return (eb: ExpressionBuilder<DB, 'contact_message'>) =>
    eb.and([...(status ? [eb('status', '=', status)] : []), ...(search ? [holdsText('search_text', search)] : [])]);
}

const NEWEST_FIRST = sql`created_at DESC, id DESC`;

/** Newest first. */
export async function listMessageRows(
  db: Database,
  filter: MessageFilter,
  span: Span,
): Promise<{ rows: MessageRow[]; total: number }> {
  const find = filter.search ? searchPage : findPage;
  const list = db.selectFrom('contact_message').where(isWanted(filter));
  const { ids, total } = await find(list, { id: 'contact_message.id', order: NEWEST_FIRST }, span);
  const rows = await db
    .selectFrom('contact_message')
    .select(COLUMNS)
    .where(sql<boolean>`id = ANY (${ids}::integer[])`)
    .orderBy(NEWEST_FIRST)
    .execute();
  return { rows, total };
}

export function findMessageRow(db: Handle, id: number): Promise<MessageRow | undefined> {
  return db.selectFrom('contact_message').select(COLUMNS).where('id', '=', id).executeTakeFirst();
}

/** The same, locked until the transaction ends. */
export function lockMessageRow(tx: Transaction, id: number): Promise<MessageRow | undefined> {
  return tx.selectFrom('contact_message').select(COLUMNS).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Oldest first. */
export function listReplyRows(db: Handle, messageId: number): Promise<ReplyRow[]> {
  return db
    .selectFrom('contact_reply')
    .leftJoin('users', 'users.id', 'contact_reply.author_id')
    .select(['contact_reply.id', 'users.name as author_name', 'contact_reply.body', 'contact_reply.created_at'])
    .where('message_id', '=', messageId)
    .orderBy('contact_reply.id')
    .execute();
}

export async function insertReply(
  tx: Transaction,
  row: { message_id: number; author_id: number; body: string; created_at: Date },
): Promise<number> {
  const { id } = await tx.insertInto('contact_reply').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function updateMessageStatus(tx: Transaction, id: number, status: MessageRow['status']): Promise<void> {
  await tx.updateTable('contact_message').set({ status }).where('id', '=', id).execute();
}

export async function deleteMessageRow(tx: Transaction, id: number): Promise<void> {
  await tx.deleteFrom('contact_message').where('id', '=', id).execute();
}
