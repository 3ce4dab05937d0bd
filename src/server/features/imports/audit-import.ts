import { type AuditedChange, recordAudit } from '#server/platform/audit.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import type { Caller, RequestFacts } from '#server/platform/http/handler.ts';

/** The acting admin. */
export interface By {
  readonly actor: Caller;
  readonly request: RequestFacts;
}

/** Writes an audit row for a step of an import; the run audits its own changes. */
export async function auditImport(
  tx: Transaction,
  id: number,
  by: By & Pick<AuditedChange, 'action' | 'at'> & { readonly after?: AuditedChange['after'] },
): Promise<void> {
  await recordAudit(tx, { before: null, after: null, ...by, entity: 'import', entityId: String(id) });
}
