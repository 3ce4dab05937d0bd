import type { UserRole, UserStatus } from '#contract/admin/users.ts';
import { type AuditContext, recordAudit } from '#server/platform/audit/audit.store.ts';
import { inTransaction, type Transaction } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { revokeTokens } from '#server/platform/sessions/one-time-tokens.store.ts';
import { endSessionsOf } from '#server/platform/sessions/sessions.store.ts';
import { setActive, setAdmin } from './admin-users.store.ts';
import { requireAnotherAdmin } from './require-another-admin.ts';
import type { UserServices } from './user-services.ts';
import { lockUser, type UserRow } from './users.store.ts';

async function lockListed(tx: Transaction, userId: number): Promise<UserRow> {
  const user = await lockUser(tx, userId);
  if (!user || user.anonymised_at) throw new Refusal('user.not_found');
  return user;
}

/**
 * Activates or deactivates an account. Deactivation ends all sessions and invalidates mailed links.
 * @throws Refusal `user.not_found`, `user.last_admin`.
 */
export async function setUserStatus(
  { db, now }: UserServices,
  userId: number,
  status: UserStatus,
  { actor, request }: AuditContext,
): Promise<void> {
  const isActive = status === 'active';
  await inTransaction(db, async (tx) => {
    const at = now();
    if (!isActive) await requireAnotherAdmin(tx, userId);
    const user = await lockListed(tx, userId);
    if (user.is_active === isActive) return;
    await setActive(tx, userId, isActive, at);
    if (!isActive) {
      await endSessionsOf(tx, userId);
      await revokeTokens(tx, userId, ['reset_password', 'verify_email', 'invitation', 'delete_account'], at);
    }
    await recordAudit(tx, {
      actor,
      request,
      action: 'user.status',
      entity: 'user',
      entityId: String(userId),
      before: { status: user.is_active ? 'active' : 'inactive' },
      after: { status },
      at,
    });
  });
}

/**
 * Makes an account admin or customer and ends its sessions: a customer login must not become an admin session, and a
 * former admin's open pages must stop working.
 * @throws Refusal `user.not_found`, `user.last_admin`.
 */
export async function setUserRole(
  { db, now }: UserServices,
  userId: number,
  role: UserRole,
  { actor, request }: AuditContext,
): Promise<void> {
  const isAdmin = role === 'admin';
  await inTransaction(db, async (tx) => {
    const at = now();
    if (!isAdmin) await requireAnotherAdmin(tx, userId);
    const user = await lockListed(tx, userId);
    if (user.is_admin === isAdmin) return;
    await setAdmin(tx, userId, isAdmin, at);
    await endSessionsOf(tx, userId);
    await recordAudit(tx, {
      actor,
      request,
      action: 'user.role',
      entity: 'user',
      entityId: String(userId),
      before: { role: user.is_admin ? 'admin' : 'customer' },
      after: { role },
      at,
    });
  });
}
