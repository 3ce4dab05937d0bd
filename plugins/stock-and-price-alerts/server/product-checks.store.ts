import { sql } from 'kysely';
import { ALERT, type Database, PRODUCT_CHECK } from '../tables.ts';

/** A product whose alerts are to be checked. The version changes when somebody asks for it again. */
export interface ProductCheck {
  readonly product_id: number;
  readonly version: number;
}

/**
 * Has the alerts of a product, or of all products, checked.
 * @returns whether there is something to check
 */
export async function insertChecks(db: Database, at: Date, productId?: number): Promise<boolean> {
  const rows = await db
    .insertInto(PRODUCT_CHECK)
    .columns(['product_id', 'due_at'])
    .expression((eb) =>
      eb
        .selectFrom(ALERT)
        .select(['product_id', sql<Date>`${at}::timestamptz`.as('due_at')])
        .distinct()
        .where('confirmed_at', 'is not', null)
        .where('ended_at', 'is', null)
        .$if(productId !== undefined, (query) => query.where('product_id', '=', productId ?? 0))
        .orderBy('product_id'),
    )
    .onConflict((conflict) =>
      conflict
        .column('product_id')
        .doUpdateSet((eb) => ({ due_at: eb.ref('excluded.due_at'), version: eb(`${PRODUCT_CHECK}.version`, '+', 1) })),
    )
    .returning('product_id')
    .execute();
  return rows.length > 0;
}

/** The check that has been due longest. */
export const findDueCheck = (db: Database, now: Date): Promise<ProductCheck | undefined> =>
  db
    .selectFrom(PRODUCT_CHECK)
    .select(['product_id', 'version'])
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('product_id')
    .limit(1)
    .executeTakeFirst();

/** Postpones a check, unless somebody has asked for it again. */
export async function postponeCheck(db: Database, { product_id, version }: ProductCheck, until: Date): Promise<void> {
  await db
    .updateTable(PRODUCT_CHECK)
    .set({ due_at: until })
    .where('product_id', '=', product_id)
    .where('version', '=', version)
    .execute();
}

/** Deletes a check, unless somebody has asked for it again. */
export async function deleteCheck(db: Database, { product_id, version }: ProductCheck): Promise<void> {
  await db.deleteFrom(PRODUCT_CHECK).where('product_id', '=', product_id).where('version', '=', version).execute();
}
