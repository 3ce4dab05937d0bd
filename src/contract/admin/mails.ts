import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { paged } from '../envelope.ts';
import { blankAsMissing, idParam, page, perPage, singleLine, timestamp } from '../fields.ts';
import { retriedMany, retryMany } from './retry-many.ts';

const mailStatus = z.enum(['queued', 'sent', 'failed']);

/** A mail in the outbox. */
export const adminMail = z.object({
  id: z.int(),
  /** Type of the mail, such as `order-placed`. */
  kind: z.string(),
  status: mailStatus,
  to: z.object({ name: z.string(), email: z.string() }),
  subject: z.string(),
  /** Contains a one-time link: only the recipient may see its content. */
  is_confidential: z.boolean(),
  attempts: z.int(),
  /** Error of the latest attempt. */
  last_error: z.string().nullable(),
  /** Null when no attempt is scheduled: sent, or failed. */
  next_attempt_at: timestamp.nullable(),
  user_id: z.int().nullable(),
  order_id: z.int().nullable(),
  created_at: timestamp,
  sent_at: timestamp.nullable(),
});
export type AdminMail = z.output<typeof adminMail>;

export const adminMailDetail = adminMail.extend({
  /** Both null for a confidential mail, and for one encrypted with another `APP_SECRET`. */
  text: z.string().nullable(),
  html: z.string().nullable(),
});
export type AdminMailDetail = z.output<typeof adminMailDetail>;

const params = z.object({ id: idParam });

export const adminMailEndpoints = defineEndpoints({
  'GET /admin/mails': {
    access: 'admin',
    summary: 'The outbox, newest first; `search` matches subject, name and email address',
    query: z.object({
      page,
      per_page: perPage,
      status: z.preprocess((word) => (word === 'all' || word === '' ? undefined : word), mailStatus.optional()),
      search: blankAsMissing(singleLine(0, 200)),
    }),
    data: paged(adminMail),
  },
  'GET /admin/mails/stats': {
    access: 'admin',
    summary: 'How many emails are waiting, sent and failed, and whether a mail server is configured',
    data: z.object({
      queued: z.int(),
      sent: z.int(),
      failed: z.int(),
      /** False: mails wait until a mail server is configured. */
      is_ready: z.boolean(),
    }),
  },
  'GET /admin/mails/{id}': {
    access: 'admin',
    summary: 'One email with its text, unless it is confidential',
    params,
    data: adminMailDetail,
    refusals: ['mail.not_found'],
  },
  'POST /admin/mails/{id}/retry': {
    access: 'admin',
    summary: 'Sends a failed or waiting email again, now',
    params,
    data: adminMailDetail,
    refusals: ['mail.not_found', 'mail.sent_already', 'mail.being_sent'],
  },
  'POST /admin/mails/retry': {
    access: 'admin',
    summary: 'Sends many failed or waiting emails again, now; sent ones are left as they are',
    body: retryMany,
    data: retriedMany,
  },
});
