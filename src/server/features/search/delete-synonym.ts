import { type AuditContext, recordAudit } from '#server/platform/audit/audit.store.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { auditFacts } from './save-synonym.ts';
import type { SearchServices } from './search-services.ts';
import { deleteSynonymRow } from './synonyms.store.ts';

/** @throws Refusal `search_synonym.not_found`. */
export function deleteSynonym({ db, now }: SearchServices, id: number, by: AuditContext): Promise<void> {
  return inTransaction(db, async (tx) => {
    const gone = await deleteSynonymRow(tx, id);
    if (!gone) throw new Refusal('search_synonym.not_found');
    const change = { action: 'search_synonym.delete', entity: 'search_synonym', entityId: String(id) };
    await recordAudit(tx, { ...by, ...change, before: auditFacts(gone), after: null, at: now() });
  });
}
