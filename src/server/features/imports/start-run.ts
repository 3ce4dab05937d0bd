import { counted } from '#domain/counted.ts';
import type { AuditContext } from '#server/platform/audit/audit.store.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { auditImport } from './audit-import.ts';
import { importSoon } from './import-jobs.ts';
import type { ImportServices } from './import-services.ts';
import { beginRun, findImport, type ImportRecord } from './imports.store.ts';

/**
 * Starts the run of a checked import.
 * @throws Refusal `import.not_found`, `import.busy`, `import.finished`, `import.not_checked`, `import.nothing_to_do`,
 * and `import.has_errors` for all or nothing with invalid rows.
 */
export async function startRun(
  services: ImportServices,
  id: number,
  mode: NonNullable<ImportRecord['mode']>,
  { actor, request }: AuditContext,
): Promise<void> {
  const { db, now } = services;
  const record = await findImport(db, id);
  refuseUnlessReady(record, mode);
  const run = { mode, run_by: actor.userId, run_by_name: actor.name, run_address: request.address };
  await inTransaction(db, async (tx) => {
    if (!(await beginRun(tx, id, run))) throw new Refusal('import.busy');
    await auditImport(tx, id, { actor, request, action: 'import.run', after: { mode }, at: now() });
  });
  await importSoon(services);
}

function refuseUnlessReady(record: ImportRecord | undefined, mode: ImportRecord['mode']): void {
  if (!record) throw new Refusal('import.not_found');
  const { status, error_count, create_count, update_count } = record;
  if (status === 'checking' || status === 'importing') throw new Refusal('import.busy');
  if (status === 'done') throw new Refusal('import.finished');
  if (status !== 'checked') throw new Refusal('import.not_checked');
  if (mode === 'all_or_nothing' && error_count > 0) {
    const rows = counted(error_count, ['row has', 'rows have']);
    throw new Refusal('import.has_errors', { message: `Nothing was imported: ${rows} errors.` });
  }
  if (create_count + update_count === 0) throw new Refusal('import.nothing_to_do');
}
