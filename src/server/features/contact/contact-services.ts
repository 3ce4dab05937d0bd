import type { BrandingReader } from '#server/features/branding/index.ts';
import type { Settings } from '#server/features/settings/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Jobs } from '#server/platform/jobs.ts';
import type { Sealer } from '#server/platform/security/sealing.ts';

export interface ContactServices {
  readonly db: Database;
  readonly now: Clock;
  readonly jobs: Jobs;
  readonly settings: Settings;
  readonly config: { readonly appUrl: string };
  readonly sealer: Pick<Sealer, 'seal'>;
  readonly branding: BrandingReader;
}
