import type { adminMessageEndpoints } from '#contract/admin/messages.ts';
import { pageOf, rangeOf } from '#domain/paging.ts';
import type { Database } from '#server/platform/database/database.ts';
import { type Handlers, respond } from '#server/platform/http/handler.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { ContactServices } from './contact-services.ts';
import { deleteMessage } from './delete-message.ts';
import { messageDetailView, messageView } from './message.view.ts';
import { findMessageRow, listMessageRows, listReplyRows } from './messages.store.ts';
import { replyToMessage } from './reply-to-message.ts';
import { setMessageStatus } from './set-message-status.ts';

async function readMessage(db: Database, id: number) {
  const row = await findMessageRow(db, id);
  if (!row) throw new Refusal('message.not_found');
  return messageDetailView(row, await listReplyRows(db, id));
}

export function adminMessageHandlers(services: ContactServices): Handlers<typeof adminMessageEndpoints> {
  const { db, now } = services;
  return {
    'GET /admin/messages': async ({ query: { page, per_page, status, search } }) => {
      const filter = { status: status === 'all' ? undefined : status, search };
      const { rows, total } = await listMessageRows(db, filter, rangeOf({ page, per_page }));
      const data = rows.map(messageView);
      return respond(pageOf({ page, per_page }, total, data));
    },
    'GET /admin/messages/{id}': async ({ params }) => respond(await readMessage(db, params.id)),
    'POST /admin/messages/{id}/reply': async ({ params, body, caller, request }) => {
      await replyToMessage(services, params.id, body.message, { actor: caller, request });
      return respond(await readMessage(db, params.id), 'Your reply is on its way.');
    },
    'PUT /admin/messages/{id}/status': async ({ params, body, caller, request }) => {
      await setMessageStatus(db, params.id, body.status, { actor: caller, request }, now());
      const text = body.status === 'done' ? 'The message is marked as done.' : 'The message is open again.';
      return respond(await readMessage(db, params.id), text);
    },
    'DELETE /admin/messages/{id}': async ({ params, caller, request }) => {
      await deleteMessage(db, params.id, { actor: caller, request }, now());
      return respond(null, 'The message is deleted.');
    },
  };
}
