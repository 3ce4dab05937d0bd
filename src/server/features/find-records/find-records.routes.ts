import type { findRecordsEndpoints } from '#contract/admin/find-records.ts';
import type { Database } from '#server/platform/database/database.ts';
import { type Handlers, respond } from '#server/platform/http/handler.ts';
import { findRecords } from './find-records.ts';

export function findRecordsHandlers({ db }: { readonly db: Database }): Handlers<typeof findRecordsEndpoints> {
  return {
    'GET /admin/search': async ({ query }) => respond(await findRecords(db, query.q)),
  };
}
