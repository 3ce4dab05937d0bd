import { sql } from 'kysely';
import type { EventSubjectKind } from '#domain/orders/shop-events.ts';
import type { Database } from '#server/platform/database/database.ts';

export interface Subject {
  readonly kind: EventSubjectKind;
  readonly id: number;
}

/** The order numbers, product names and customer names by which admins know subjects. Deleted ones are omitted. */
export async function readSubjectNames(
  db: Database,
  subjects: readonly Subject[],
): Promise<(subject: Subject) => string | undefined> {
  const idsOf = (wanted: EventSubjectKind) => subjects.filter(({ kind }) => kind === wanted).map(({ id }) => id);
  const { rows } = await sql<Subject & { readonly name: string }>`
    SELECT 'order' AS kind, id, order_number AS name FROM orders WHERE id = ANY (${idsOf('order')}::integer[])
    UNION ALL SELECT 'product', id, name FROM product WHERE id = ANY (${idsOf('product')}::integer[])
    UNION ALL SELECT 'customer', id, name FROM users
     WHERE id = ANY (${idsOf('customer')}::integer[]) AND anonymised_at IS NULL`.execute(db);
  const names = new Map(rows.map(({ kind, id, name }) => [`${kind} ${id}`, name]));
  return ({ kind, id }) => names.get(`${kind} ${id}`);
}
