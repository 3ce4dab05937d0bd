import type { Jobs } from '#server/platform/jobs.ts';
import { deliverMail, type MailDelivery } from './deliver-mail.ts';

const DELIVER_MAIL = 'deliver-mail';
const EVERY_MINUTE = '* * * * *';

/** Registers the job that sends due mails: on request and every minute. */
export function defineMailJobs(jobs: Jobs, delivery: MailDelivery): void {
  jobs.define(DELIVER_MAIL, () => deliverMail(delivery), EVERY_MINUTE);
}

/**
 * Requests delivery of a queued mail, after the commit. Nobody waits for it, and a failure must not fail the request: the mail
 * is in the outbox, and the job runs every minute anyway.
 */
export function deliverSoon(jobs: Pick<Jobs, 'request'>): void {
  jobs.request(DELIVER_MAIL).catch(() => undefined);
}
