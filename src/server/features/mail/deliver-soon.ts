import type { Jobs } from '#server/platform/jobs.ts';

/** Sends what is due in the outbox. */
export const DELIVER_MAIL = 'deliver-mail';

/**
 * Asks for the delivery of what was just queued, after the commit. A call must not fail because the ask did: the mail
 * is in the outbox, and the job runs every minute anyway.
 */
export async function deliverSoon(jobs: Pick<Jobs, 'request'>): Promise<void> {
  await jobs.request(DELIVER_MAIL).catch(() => undefined);
}
