import type { Selectable } from 'kysely';
import type { ShippingAddress } from '#contract/storefront/shipping-address.ts';
import type { Handle, Transaction } from '#server/platform/database/database.ts';
import type { UserAddress } from '#server/platform/database/schema.ts';
import { columnsOf } from '#server/tables/table-columns.ts';

export type AddressRow = Selectable<UserAddress>;

/** Default address first, then newest first. */
export function listAddressRows(db: Handle, userId: number): Promise<AddressRow[]> {
  return db
    .selectFrom('user_address')
    .select(columnsOf('user_address'))
    .where('user_id', '=', userId)
    .orderBy('is_default', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Clears the default flag of all addresses. */
export async function clearDefault(tx: Transaction, userId: number): Promise<void> {
  await tx
    .updateTable('user_address')
    .set({ is_default: false })
    .where('user_id', '=', userId)
    .where('is_default', '=', true)
    .execute();
}

export function insertAddress(
  tx: Transaction,
  userId: number,
  address: ShippingAddress,
  isDefault: boolean,
): Promise<AddressRow> {
  return tx
    .insertInto('user_address')
    .values({ user_id: userId, address: JSON.stringify(address), is_default: isDefault })
    .returning(columnsOf('user_address'))
    .executeTakeFirstOrThrow();
}

/** @returns undefined when the address does not belong to the account. */
export function updateAddress(
  tx: Transaction,
  { id, userId }: { readonly id: number; readonly userId: number },
  address: ShippingAddress,
  isDefault: boolean,
): Promise<AddressRow | undefined> {
  return tx
    .updateTable('user_address')
    .set({ address: JSON.stringify(address), is_default: isDefault })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning(columnsOf('user_address'))
    .executeTakeFirst();
}

/** @returns the deleted address; undefined when it does not belong to the account. */
export function deleteAddressRow(
  tx: Transaction,
  { id, userId }: { readonly id: number; readonly userId: number },
): Promise<AddressRow | undefined> {
  return tx
    .deleteFrom('user_address')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning(columnsOf('user_address'))
    .executeTakeFirst();
}

/** Makes the oldest address the default. */
export async function makeOldestDefault(tx: Transaction, userId: number): Promise<void> {
  await tx
    .updateTable('user_address')
    .set({ is_default: true })
    .where('id', '=', (eb) =>
      eb.selectFrom('user_address').select('id').where('user_id', '=', userId).orderBy('id').limit(1),
    )
    .execute();
}
