import { lockUser } from '#server/features/users/index.ts';
import { type OwnChange, recordOwnChange } from '#server/platform/audit/audit.store.ts';
import { type Database, inTransaction } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { deleteAddressRow, makeOldestDefault } from './addresses.store.ts';

/**
 * Deletes an own address; if it was the default, the oldest remaining one becomes the default.
 * @throws Refusal `address.not_found`.
 */
export function deleteAddress(db: Database, id: number, by: OwnChange): Promise<void> {
  const of = { id, userId: by.caller.userId };
  return inTransaction(db, async (tx) => {
    await lockUser(tx, of.userId);
    const deleted = await deleteAddressRow(tx, of);
    if (!deleted) throw new Refusal('address.not_found');
    if (deleted.is_default) await makeOldestDefault(tx, of.userId);
    await recordOwnChange(tx, by, { action: 'user.address_deleted', before: { address: of.id } });
  });
}
