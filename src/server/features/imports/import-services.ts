import type { ImportFormat } from '#csv/import-format.ts';
import type { CustomFields } from '#server/features/catalogue/index.ts';
import type { Settings } from '#server/features/settings/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Jobs } from '#server/platform/jobs.ts';
import type { Logger } from '#server/platform/log.ts';

/** What imports work with. */
export interface ImportServices {
  readonly db: Database;
  readonly now: Clock;
  readonly jobs: Pick<Jobs, 'request'>;
  readonly log: Logger;
  readonly settings: Pick<Settings, 'get'>;
  readonly customFields: Pick<CustomFields, 'all'>;
  /** Formats of other shop systems. The first one that recognises a file converts it. */
  readonly importFormats: readonly ImportFormat[];
}
