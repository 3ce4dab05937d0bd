import type { ContactMessageDetail, ContactMessage as ContactMessageView } from '#contract/admin/messages.ts';
import type { MessageRow, ReplyRow } from './messages.store.ts';

export function messageView(row: MessageRow): ContactMessageView {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    subject: row.subject,
    message: row.body,
    status: row.status,
    created_at: row.created_at.toISOString(),
  };
}

export function messageDetailView(row: MessageRow, replies: readonly ReplyRow[]): ContactMessageDetail {
  return {
    ...messageView(row),
    replies: replies.map((reply) => ({
      id: reply.id,
      author: reply.author_name,
      message: reply.body,
      created_at: reply.created_at.toISOString(),
    })),
  };
}
