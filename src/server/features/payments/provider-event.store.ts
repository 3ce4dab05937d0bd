import type { Database, Transaction } from '#server/platform/database/database.ts';
import type { ProviderEvent } from './payment-provider.ts';

export async function isEventKnown(db: Database, id: string): Promise<boolean> {
  const row = await db.selectFrom('provider_event').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

/**
 * Records an event in the transaction of its effect. A concurrent duplicate waits here for the first.
 * @returns false when it was already recorded, so its effect exists.
 */
export async function insertProviderEvent(
  tx: Transaction,
  { id, type, objectId }: ProviderEvent,
  at: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('provider_event')
    .values({ id, type, object_id: objectId ?? null, received_at: at })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}
