import { type AuditContext, recordAudit } from '#server/platform/audit/audit.store.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { AdminCatalogueServices } from '../admin/admin-catalogue-services.ts';
import { deleteCustomFieldRow } from './custom-fields.store.ts';
import { auditFacts } from './save-custom-field.ts';

/**
 * Values of products stay stored and are shown again when a field with this key is defined.
 * @throws Refusal `custom_field.not_found`.
 */
export async function deleteCustomField(
  { db, now, customFields }: AdminCatalogueServices,
  id: number,
  by: AuditContext,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const gone = await deleteCustomFieldRow(tx, id);
    if (!gone) throw new Refusal('custom_field.not_found');
    const change = { action: 'custom_field.delete', entity: 'custom_field', entityId: String(id) };
    await recordAudit(tx, { ...by, ...change, before: { key: gone.key, ...auditFacts(gone) }, after: null, at: now() });
  });
  customFields.forget();
}
