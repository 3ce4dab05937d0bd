import type { UserRole, UserStatus } from '#contract/admin/users.ts';
import { recordEvents } from '#server/features/events/index.ts';
import { deliverSoon, readMailShop } from '#server/features/mail/index.ts';
import { type AuditContext, recordAudit } from '#server/platform/audit/audit.store.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { queueInvitation } from './invite-user.ts';
import { isReservedEmail } from './pending-email.store.ts';
import type { UserServices } from './user-services.ts';
import { insertUser, type UserRow } from './users.store.ts';

export interface NewUserInput {
  readonly name: string;
  readonly email: string;
  readonly role: UserRole;
  readonly status: UserStatus;
}

/**
 * Creates an account for somebody who sets the password with a mailed link. An inactive account gets no mail, because
 * its link would not work.
 * @throws Refusal `auth.email_taken`.
 */
export async function createUser(
  services: UserServices,
  { name, email, role, status }: NewUserInput,
  { actor, request }: AuditContext,
): Promise<UserRow> {
  const { db, now, jobs } = services;
  const shop = await readMailShop(services);
  const isActive = status === 'active';
  const user = await inTransaction(db, async (tx) => {
    const at = now();
    const created = await insertUser(tx, {
      name,
      email,
      is_admin: role === 'admin',
      is_active: isActive,
      created_at: at,
      updated_at: at,
    });
    if (!created || (await isReservedEmail(tx, email, { userId: created.id, at }))) {
      const { message } = new Refusal('auth.email_taken');
      throw new Refusal('auth.email_taken', { errors: { email: [message] } });
    }
    if (role === 'customer') {
      const payload = { customerId: created.id, registeredBy: 'merchant' as const };
      await recordEvents(tx, [{ type: 'customer.registered', payload }], at);
    }
    if (isActive) await queueInvitation(tx, created, shop, at);
    await recordAudit(tx, {
      actor,
      request,
      action: 'user.created',
      entity: 'user',
      entityId: String(created.id),
      before: null,
      after: { name, email, role, status },
      at,
    });
    return created;
  });
  if (isActive) deliverSoon(jobs);
  return user;
}
