import type { BrandingReader } from '#server/features/branding/index.ts';
import { deliverSoon, readMailShop } from '#server/features/mail/index.ts';
import type { Settings } from '#server/features/settings/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Jobs } from '#server/platform/jobs.ts';
import type { Sealer } from '#server/platform/security/sealing.ts';
import type { MailFrame } from './auth-mails.ts';
import { sendPasswordResets } from './passwords/send-password-resets.ts';

export interface AuthServices {
  readonly db: Database;
  readonly now: Clock;
  readonly jobs: Jobs;
  readonly settings: Settings;
  readonly config: { readonly appUrl: string };
  readonly sealer: Sealer;
  readonly branding: BrandingReader;
}

export function mailFrame(
  services: Pick<AuthServices, 'branding' | 'settings' | 'config' | 'sealer'>,
): Promise<MailFrame> {
  return readMailShop(services);
}

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
