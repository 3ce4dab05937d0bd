import { MAX_ADDRESSES } from '#contract/storefront/account.ts';
import type { ShippingAddress } from '#contract/storefront/shipping-address.ts';
import { lockUser } from '#server/features/users/index.ts';
import { type Database, inTransaction } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import {
  type AddressRow,
  clearDefault,
  deleteAddressRow,
  insertAddress,
  listAddressRows,
  makeOldestDefault,
  updateAddress,
} from './addresses.store.ts';

interface Wanted {
  readonly address: ShippingAddress;
  /** Undefined: as it is; a first address becomes the default. */
  readonly isDefault: boolean | undefined;
}

/**
 * Saves a new address of an account.
 * @throws Refusal `address.too_many`.
 */
export function addAddress(db: Database, userId: number, { address, isDefault }: Wanted): Promise<AddressRow> {
  return inTransaction(db, async (tx) => {
    // Two first addresses at once would both want to be the default.
    await lockUser(tx, userId);
    const known = await listAddressRows(tx, userId);
    if (known.length >= MAX_ADDRESSES) throw new Refusal('address.too_many');
    const becomesDefault = isDefault === true || known.length === 0;
    if (becomesDefault) await clearDefault(tx, userId);
    return insertAddress(tx, userId, address, becomesDefault);
  });
}

/**
 * Changes an own address. The default stays the default until another one takes its place.
 * @throws Refusal `address.not_found`.
 */
export function changeAddress(
  db: Database,
  of: { readonly id: number; readonly userId: number },
  { address, isDefault }: Wanted,
): Promise<AddressRow> {
  return inTransaction(db, async (tx) => {
    await lockUser(tx, of.userId);
    const before = (await listAddressRows(tx, of.userId)).find(({ id }) => id === of.id);
    if (!before) throw new Refusal('address.not_found');
    const staysDefault = before.is_default || isDefault === true;
    if (staysDefault && !before.is_default) await clearDefault(tx, of.userId);
    const row = await updateAddress(tx, of, address, staysDefault);
    if (!row) throw new Refusal('address.not_found');
    return row;
  });
}

/**
 * Deletes an own address; if it was the default, the oldest one left takes its place.
 * @throws Refusal `address.not_found`.
 */
export function deleteAddress(db: Database, of: { readonly id: number; readonly userId: number }): Promise<void> {
  return inTransaction(db, async (tx) => {
    await lockUser(tx, of.userId);
    const deleted = await deleteAddressRow(tx, of);
    if (!deleted) throw new Refusal('address.not_found');
    if (deleted.is_default) await makeOldestDefault(tx, of.userId);
  });
}
