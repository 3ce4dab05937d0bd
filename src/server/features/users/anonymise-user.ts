import { randomBytes } from 'node:crypto';
import { anonymousEmail } from '#domain/accounts/anonymous-email.ts';
import { recordEvents } from '#server/features/events/index.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import type { PersonalDataOwner } from '#server/platform/personal-data/personal-data.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { anonymiseAccount, findIdentity, hasOpenCheckout, lockUnshippedOrders } from './personal-data.store.ts';
import { requireAnotherAdmin } from './require-another-admin.ts';
import { lockUserExclusively, type UserRow } from './users.store.ts';

/** The name shown in orders and records of deleted accounts. */
const DELETED_NAME = 'Deleted customer';

/** Unshipped orders need name and address, so the account cannot be deleted yet. */
async function refuseWhileBuying(tx: Transaction, userId: number): Promise<void> {
  if (await hasOpenCheckout(tx, userId)) throw new Refusal('user.is_paying');
  const unshipped = await lockUnshippedOrders(tx, userId);
  const [first] = unshipped;
  if (!first) return;
  const others = unshipped.length - 1;
  const which = others === 0 ? `Order ${first.order_number} is` : `Order ${first.order_number} and ${others} more are`;
  const it = others === 0 ? 'it is' : 'they are';
  throw new Refusal('user.has_open_orders', {
    message: `${which} still open. The account can be deleted once ${it} shipped or cancelled.`,
  });
}

/**
 * Deletes a person and keeps the figures: personal data is removed or replaced wherever the shop stores it, orders stay
 * without it, the account can never be used again, and its address is free for a new one. Read anything that is still
 * needed, such as the address for a farewell mail, before; queue that mail afterwards, without the user id.
 * @param owners of all tables with personal data (`personal-data-owners.ts`).
 * @param hasProvedEmail the owner followed a mailed link, which also verifies the address.
 * @returns the account as it was.
 * @throws Refusal `user.not_found` (also when already deleted), `user.last_admin`, `user.is_paying`,
 * `user.has_open_orders`.
 */
export async function anonymiseUser(
  tx: Transaction,
  owners: readonly PersonalDataOwner[],
  userId: number,
  at: Date,
  { hasProvedEmail = false }: { readonly hasProvedEmail?: boolean } = {},
): Promise<UserRow> {
  await requireAnotherAdmin(tx, userId);
  const user = await lockUserExclusively(tx, userId);
  if (!user || user.anonymised_at) throw new Refusal('user.not_found');
  for (const owner of owners) await owner.deleteBelongings?.(tx, userId);
  await refuseWhileBuying(tx, userId);
  const replacement = { name: DELETED_NAME, email: anonymousEmail(userId, randomBytes(6).toString('hex')) };
  const person = { userId, ...(await findIdentity(tx, user, hasProvedEmail)), replacement };
  for (const owner of owners) await owner.anonymise?.(tx, person);
  await anonymiseAccount(tx, person, at);
  await recordEvents(tx, [{ type: 'customer.deleted', payload: { customerId: userId } }], at);
  return user;
}
