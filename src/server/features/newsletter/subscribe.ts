import { deliverSoon, readMailShop } from '#server/features/mail/index.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import type { NewsletterServices } from './newsletter-services.ts';
import { requestSubscription } from './request-subscription.ts';

/** Mails a link that confirms the subscription: anybody can enter any address. */
export async function subscribe(services: NewsletterServices, email: string): Promise<void> {
  const { db, now, jobs } = services;
  const frame = await readMailShop(services);
  await inTransaction(db, (tx) => requestSubscription(tx, email, frame, now()));
  deliverSoon(jobs);
}
