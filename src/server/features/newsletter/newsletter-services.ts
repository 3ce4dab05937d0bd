import type { MailShopServices } from '#server/features/mail/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Jobs } from '#server/platform/jobs.ts';
import type { Sealer } from '#server/platform/security/sealing.ts';

export interface NewsletterServices extends MailShopServices {
  readonly db: Database;
  readonly now: Clock;
  readonly jobs: Jobs;
  readonly sealer: Sealer;
}
