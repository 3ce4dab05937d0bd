import type { BrandingReader } from '#server/features/branding/index.ts';
import type { Settings } from '#server/features/settings/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Config } from '#server/platform/config.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Jobs } from '#server/platform/jobs.ts';
import type { PersonalDataOwner } from '#server/platform/personal-data/personal-data.ts';
import type { Sealer } from '#server/platform/security/sealing.ts';

/** Services for user management in the back office. */
export interface UserServices {
  readonly db: Database;
  readonly now: Clock;
  readonly jobs: Pick<Jobs, 'request'>;
  readonly settings: Settings;
  readonly config: Pick<Config, 'appUrl'>;
  readonly sealer: Pick<Sealer, 'seal'>;
  readonly branding: BrandingReader;
  readonly personalData: readonly PersonalDataOwner[];
}
