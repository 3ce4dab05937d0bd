import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { noData, paged } from '../envelope.ts';
import { blankAsMissing, idParam, multiLine, page, perPage, singleLine, timestamp } from '../fields.ts';
import { contactSubject, MAX_MESSAGE_LENGTH } from '../storefront/contact.ts';

export const MESSAGE_STATUSES = ['open', 'answered', 'done'] as const;
export const messageStatus = z.enum(MESSAGE_STATUSES);

const message = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  subject: contactSubject,
  message: z.string(),
  status: messageStatus,
  created_at: timestamp,
});
export type ContactMessage = z.output<typeof message>;

const messageDetail = message.extend({
  /** Oldest first. */
  replies: z.array(
    z.object({
      id: z.int(),
      /** Null for a deleted account. */
      author: z.string().nullable(),
      message: z.string(),
      created_at: timestamp,
    }),
  ),
});
export type ContactMessageDetail = z.output<typeof messageDetail>;

const params = z.object({ id: idParam });

export const adminMessageEndpoints = defineEndpoints({
  'GET /admin/messages': {
    access: 'admin',
    summary: 'Messages from the contact form, newest first; `search` matches name, email address and text',
    query: z.object({
      page,
      per_page: perPage,
      status: blankAsMissing(z.enum(['all', ...MESSAGE_STATUSES])),
      search: blankAsMissing(singleLine(0, 200)),
    }),
    data: paged(message),
  },
  'GET /admin/messages/{id}': {
    access: 'admin',
    summary: 'One message with its replies',
    params,
    data: messageDetail,
    refusals: ['message.not_found'],
  },
  'POST /admin/messages/{id}/reply': {
    access: 'admin',
    status: 201,
    summary: 'Emails a reply to the sender, and stores it with the message',
    params,
    body: z.object({ message: multiLine(1, MAX_MESSAGE_LENGTH) }),
    data: messageDetail,
    refusals: ['message.not_found'],
  },
  'PUT /admin/messages/{id}/status': {
    access: 'admin',
    summary: 'Marks a message as done, or reopens it',
    params,
    body: z.object({ status: z.enum(['open', 'done']) }),
    data: messageDetail,
    refusals: ['message.not_found'],
  },
  'DELETE /admin/messages/{id}': {
    access: 'admin',
    summary: 'Deletes a message and its replies permanently',
    params,
    data: noData,
    refusals: ['message.not_found'],
  },
});
