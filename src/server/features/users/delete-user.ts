import { type AuditContext, recordAudit } from '#server/platform/audit/audit.store.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { anonymiseUser } from './anonymise-user.ts';
import type { UserServices } from './user-services.ts';

/**
 * Deletes an account for the merchant. An admin's own account is deleted from the profile, with confirmation by mail.
 * @throws Refusal `user.own_account` and those of `anonymiseUser`.
 */
export async function deleteUser(
  { db, now, personalData }: UserServices,
  userId: number,
  { actor, request }: AuditContext,
): Promise<void> {
  if (userId === actor.userId) throw new Refusal('user.own_account');
  await inTransaction(db, async (tx) => {
    const at = now();
    const user = await anonymiseUser(tx, personalData, userId, at);
    await recordAudit(tx, {
      actor,
      request,
      action: 'user.deleted',
      entity: 'user',
      entityId: String(userId),
      before: { role: user.is_admin ? 'admin' : 'customer', status: user.is_active ? 'active' : 'inactive' },
      after: null,
      at,
    });
  });
}
