import type { SitemapEntry } from '#plugin';
import type { Services } from '../tables.ts';
import { countVisible, listVisibleAfter } from './collections.store.ts';

const CHUNK = 500;

/** The list of collections and each of them. */
export async function* sitemapEntries({ db, now }: Services): AsyncGenerator<SitemapEntry> {
  const at = now();
  if ((await countVisible(db, at)) === 0) return;
  yield { path: '/collections', updatedAt: at };
  for (let id = 0, isMore = true; isMore; ) {
    const rows = await listVisibleAfter(db, at, { id, limit: CHUNK });
    for (const { slug, updated_at } of rows) yield { path: `/collections/${slug}`, updatedAt: updated_at };
    isMore = rows.length === CHUNK;
    id = rows.at(-1)?.id ?? id;
  }
}
