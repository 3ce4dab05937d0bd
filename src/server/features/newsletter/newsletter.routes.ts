import type { newsletterEndpoints } from '#contract/storefront/newsletter.ts';
import { deliverSoon, type MailShopServices, readMailShop } from '#server/features/mail/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Database, inTransaction } from '#server/platform/database/database.ts';
import { type Handlers, respond } from '#server/platform/http/handler.ts';
import type { Jobs } from '#server/platform/jobs.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Sealer } from '#server/platform/security/sealing.ts';
import { deleteSubscription, recordConfirmation } from './newsletter.store.ts';
import { requestSubscription } from './request-subscription.ts';
import { storedHashOf } from './subscription-token.ts';

export interface NewsletterServices extends MailShopServices {
  readonly db: Database;
  readonly now: Clock;
  readonly jobs: Jobs;
  readonly sealer: Sealer;
}

export function newsletterHandlers(services: NewsletterServices): Handlers<typeof newsletterEndpoints> {
  const { db, now, jobs, sealer } = services;
  return {
    'POST /newsletter': async ({ body }) => {
      const frame = await readMailShop(services);
      await inTransaction(db, (tx) => requestSubscription(tx, body.email, frame, now()));
      deliverSoon(jobs);
      return respond(
        null,
        'Thank you. Please open the link in the email we sent to this address to complete the subscription.',
      );
    },
    'POST /newsletter/confirm': async ({ body }) => {
      if (!(await recordConfirmation(db, storedHashOf(sealer, body.token), now())))
        throw new Refusal('newsletter.token_invalid');
      return respond(null, 'You are subscribed to our newsletter.');
    },
    'POST /newsletter/unsubscribe': async ({ body }) => {
      if (!(await deleteSubscription(db, storedHashOf(sealer, body.token))))
        throw new Refusal('newsletter.token_invalid');
      return respond(null, 'You are unsubscribed.');
    },
  };
}
