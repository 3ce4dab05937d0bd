import type { adminMailEndpoints } from '#contract/admin/mails.ts';
import { pageOf, rangeOf } from '#domain/paging.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { type Handlers, respond } from '#server/platform/http/handler.ts';
import type { Jobs } from '#server/platform/jobs.ts';
import type { Logger } from '#server/platform/log.ts';
import type { Sealer } from '#server/platform/security/sealing.ts';
import { mailView } from './mail.view.ts';
import { countMails, listMailRows } from './outbox.store.ts';
import { readMail } from './read-mail.ts';
import { retryMail, retryMails } from './retry-mails.ts';
import type { MailTransport } from './transport.ts';

interface OutboxServices {
  readonly db: Database;
  readonly now: Clock;
  readonly jobs: Pick<Jobs, 'request'>;
  readonly mailTransport: MailTransport;
  readonly sealer: Sealer;
  readonly log: Logger;
}

export function adminMailHandlers(services: OutboxServices): Handlers<typeof adminMailEndpoints> {
  const { db, mailTransport } = services;
  return {
    'GET /admin/mails': async ({ query }) => {
      const { page, per_page, status, search } = query;
      const span = rangeOf({ page, per_page });
      const { rows, total } = await listMailRows(db, { status, search: search || undefined }, span);
      return respond(pageOf({ page, per_page }, total, rows.map(mailView)));
    },
    'GET /admin/mails/stats': async () =>
      respond({ ...(await countMails(db)), is_ready: await mailTransport.isReady() }),
    'GET /admin/mails/{id}': async ({ params }) => respond(await readMail(services, params.id)),
    'POST /admin/mails/{id}/retry': async ({ caller, request, params }) => {
      await retryMail(services, params.id, { actor: caller, request });
      return respond(await readMail(services, params.id), 'The email is being sent again.');
    },
    'POST /admin/mails/retry': async ({ caller, request, body }) =>
      respond(await retryMails(services, body, { actor: caller, request })),
  };
}
