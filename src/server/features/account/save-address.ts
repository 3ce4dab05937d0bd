import type { ShippingAddress } from '#contract/storefront/shipping-address.ts';
import { MAX_SAVED_ADDRESSES } from '#domain/accounts/address-book.ts';
import { lockUser } from '#server/features/users/index.ts';
import { type OwnChange, recordOwnChange } from '#server/platform/audit/audit.store.ts';
import { type Database, inTransaction } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { type AddressRow, clearDefault, insertAddress, listAddressRows, updateAddress } from './addresses.store.ts';

interface AddressInput {
  readonly address: ShippingAddress;
  /** Undefined keeps the current value; the first address becomes the default. */
  readonly isDefault: boolean | undefined;
}

/**
 * Saves a new address of an account.
 * @throws Refusal `address.too_many`.
 */
export function addAddress(db: Database, { address, isDefault }: AddressInput, by: OwnChange): Promise<AddressRow> {
  const { userId } = by.caller;
  return inTransaction(db, async (tx) => {
    // Lock: two concurrent first addresses would both become the default.
    await lockUser(tx, userId);
    const known = await listAddressRows(tx, userId);
    if (known.length >= MAX_SAVED_ADDRESSES) throw new Refusal('address.too_many');
    const becomesDefault = isDefault === true || known.length === 0;
    if (becomesDefault) await clearDefault(tx, userId);
    const row = await insertAddress(tx, userId, address, becomesDefault);
    await recordOwnChange(tx, by, { action: 'user.address_added', after: { address: row.id } });
    return row;
  });
}

/**
 * Changes an own address. The default can only be moved to another address, not removed.
 * @throws Refusal `address.not_found`.
 */
export function changeAddress(
  db: Database,
  id: number,
  { address, isDefault }: AddressInput,
  by: OwnChange,
): Promise<AddressRow> {
  const of = { id, userId: by.caller.userId };
  return inTransaction(db, async (tx) => {
    await lockUser(tx, of.userId);
    const before = (await listAddressRows(tx, of.userId)).find(({ id }) => id === of.id);
    if (!before) throw new Refusal('address.not_found');
    const staysDefault = before.is_default || isDefault === true;
    if (staysDefault && !before.is_default) await clearDefault(tx, of.userId);
    const row = await updateAddress(tx, of, address, staysDefault);
    if (!row) throw new Refusal('address.not_found');
    await recordOwnChange(tx, by, { action: 'user.address_changed', after: { address: row.id } });
    return row;
  });
}
