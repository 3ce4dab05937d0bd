import type { Transaction } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { lockActiveAdmins } from './users.store.ts';

/**
 * Called before an account loses its admin role, is deactivated or deleted. All active admins stay locked until the
 * transaction ends: if two admins remove each other at the same time, the second waits and is then the last one.
 * @throws Refusal `user.last_admin` when the account is the only active admin.
 */
export async function requireAnotherAdmin(tx: Transaction, userId: number): Promise<void> {
  const admins = await lockActiveAdmins(tx);
  if (admins.length === 1 && admins[0] === userId) throw new Refusal('user.last_admin');
}
