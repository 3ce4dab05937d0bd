import type { Jobs } from '#server/platform/jobs.ts';
import { deliverMail, type MailDelivery } from './deliver-mail.ts';

const DELIVER_MAIL = 'deliver-mail';
const EVERY_MINUTE = '* * * * *';

/** Registers the job that sends what is due in the outbox: when asked, and every minute. */
export function defineMailJobs(jobs: Jobs, delivery: MailDelivery): void {
  jobs.define(DELIVER_MAIL, () => deliverMail(delivery), EVERY_MINUTE);
}

/**
 * Asks for the delivery of what was just queued, after the commit. A call must not fail because the ask did: the mail
 * is in the outbox, and the job runs every minute anyway.
 */
export async function deliverSoon(jobs: Pick<Jobs, 'request'>): Promise<void> {
  await jobs.request(DELIVER_MAIL).catch(() => undefined);
}
