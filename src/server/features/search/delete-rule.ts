import { type AuditContext, recordAudit } from '#server/platform/audit/audit.store.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { deleteRuleRow } from './rules.store.ts';
import { auditFacts } from './save-rule.ts';
import type { SearchServices } from './search-services.ts';

/** @throws Refusal `search_rule.not_found`. */
export function deleteRule({ db, now }: SearchServices, id: number, by: AuditContext): Promise<void> {
  return inTransaction(db, async (tx) => {
    const gone = await deleteRuleRow(tx, id);
    if (!gone) throw new Refusal('search_rule.not_found');
    const change = { action: 'search_rule.delete', entity: 'search_rule', entityId: String(id) };
    await recordAudit(tx, { ...by, ...change, before: auditFacts(gone), after: null, at: now() });
  });
}
