import { deliverSoon } from '#server/features/mail/index.ts';
import type { Jobs } from '#server/platform/jobs.ts';
import { type AuthServices, mailFrame } from './auth-services.ts';
import { sendPasswordResets } from './passwords/send-password-resets.ts';

const SEND_PASSWORD_RESETS = 'send-password-resets';
const EVERY_MINUTE = '* * * * *';

/** Registers the job that processes password reset requests: on request and every minute. */
export function defineAuthJobs(services: AuthServices): void {
  const { db, now, jobs } = services;
  jobs.define(
    SEND_PASSWORD_RESETS,
    async () => {
      await sendPasswordResets(db, await mailFrame(services), now);
      deliverSoon(jobs);
    },
    EVERY_MINUTE,
  );
}

/** Requests the job after a reset request was stored; otherwise it runs within a minute. */
export async function sendPasswordResetsSoon(jobs: Pick<Jobs, 'request'>): Promise<void> {
  await jobs.request(SEND_PASSWORD_RESETS).catch(() => undefined);
}
