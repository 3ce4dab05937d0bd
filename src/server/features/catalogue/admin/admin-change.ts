import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Caller, RequestFacts } from '#server/platform/http/handler.ts';
import type { CustomFields } from '../custom-fields/custom-fields.ts';

/** What changes of the catalogue work with. */
export interface AdminCatalogueServices {
  readonly db: Database;
  readonly now: Clock;
  readonly customFields: CustomFields;
}

/** Who does it, from where: for the audit. */
export interface By {
  readonly actor: Caller;
  readonly request: RequestFacts;
}
