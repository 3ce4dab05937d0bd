import type { AuditContext } from '#server/platform/audit/audit.store.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { auditImport } from './audit-import.ts';
import type { ImportServices } from './import-services.ts';
import { cancelImport, findImport } from './imports.store.ts';

/** @throws Refusal `import.not_found`, `import.finished` when there is nothing to stop. */
export async function stopImport({ db, now }: ImportServices, id: number, by: AuditContext): Promise<void> {
  await inTransaction(db, async (tx) => {
    const at = now();
    if (!(await cancelImport(tx, id, at))) {
      throw new Refusal((await findImport(tx, id)) ? 'import.finished' : 'import.not_found');
    }
    await auditImport(tx, id, { ...by, action: 'import.cancel', at });
  });
}
