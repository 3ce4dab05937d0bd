import type { AuditEntryView, auditEndpoints } from '#contract/admin/audit.ts';
import { pageOf, rangeOf } from '#domain/paging.ts';
import type { Settings } from '#server/features/settings/index.ts';
import type { Database } from '#server/platform/database/database.ts';
import { type Handlers, respond } from '#server/platform/http/handler.ts';
import { type AuditRow, listAuditedActors, listAuditedEntities, listAuditRows } from './audit.store.ts';

export interface AuditServices {
  readonly db: Database;
  readonly settings: Settings;
}

export function auditHandlers({ db, settings }: AuditServices): Handlers<typeof auditEndpoints> {
  return {
    'GET /admin/audit': async ({ query: { page, per_page, ...filter } }) => {
      const { timezone: timeZone } = await settings.get('site');
      const span = rangeOf({ page, per_page });
      const { rows, total } = await listAuditRows(db, { ...filter, timeZone }, span);
      return respond(pageOf({ page, per_page }, total, rows.map(auditEntryView)));
    },
    'GET /admin/audit/choices': async () =>
      respond({ entities: await listAuditedEntities(db), actors: await listAuditedActors(db) }),
  };
}

function auditEntryView(row: AuditRow): AuditEntryView {
  return {
    id: row.id,
    actor: { id: row.actor_id, name: row.actor_name },
    action: row.action,
    entity: row.entity,
    entity_id: row.entity_id,
    before: asFacts(row.before),
    after: asFacts(row.after),
    address: row.address,
    created_at: row.created_at.toISOString(),
  };
}

/** The column holds an object or null; tolerate older rows. */
const asFacts = (value: unknown): AuditEntryView['before'] =>
  typeof value === 'object' && value !== null ? { ...value } : null;
