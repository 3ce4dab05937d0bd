import { type MailShopServices, readMailShop } from '#server/features/mail/index.ts';
import type { Settings } from '#server/features/settings/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Caller, RequestFacts } from '#server/platform/http/handler.ts';
import type { Jobs } from '#server/platform/jobs.ts';
import type { Sealer } from '#server/platform/security/sealing.ts';
import type { MailFrame } from './auth-mails.ts';
import type { AttemptLimit } from './limit-attempts.ts';

/** Services of the auth feature. */
export interface AuthServices extends MailShopServices {
  readonly db: Database;
  readonly now: Clock;
  readonly jobs: Jobs;
  readonly settings: Settings;
  readonly sealer: Sealer;
}

/** A user who changes their own account, and the request. */
export interface OwnRequest {
  readonly caller: Caller;
  readonly request: RequestFacts;
}

export function mailFrame(
  services: Pick<AuthServices, 'branding' | 'settings' | 'config' | 'sealer'>,
): Promise<MailFrame> {
  return readMailShop(services);
}

/** How many wrong passwords or codes the shop allows. */
export async function readAttemptLimit({
  now,
  settings,
}: Pick<AuthServices, 'now' | 'settings'>): Promise<AttemptLimit> {
  return { now, maxAttempts: (await settings.get('security')).maxLoginAttempts };
}
