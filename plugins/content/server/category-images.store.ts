import type { Database } from '../tables.ts';

/** The pictures of categories by id. */
export async function readCategoryImages(
  db: Database,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string | null>> {
  const rows = await db.selectFrom('category').select(['id', 'image']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, image }) => [id, image]));
}
