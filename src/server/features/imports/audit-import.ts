import { type AuditContext, type AuditedChange, recordAudit } from '#server/platform/audit/audit.store.ts';
import type { Transaction } from '#server/platform/database/database.ts';

/** Writes an audit row for a step of an import; the run audits its own changes. */
export async function auditImport(
  tx: Transaction,
  id: number,
  by: AuditContext & Pick<AuditedChange, 'action' | 'at'> & { readonly after?: AuditedChange['after'] },
): Promise<void> {
  await recordAudit(tx, { before: null, after: null, ...by, entity: 'import', entityId: String(id) });
}
