import type { AddressRedirect, SitemapEntry } from '#plugin';
import { decoded, pathOf } from '../model/redirect-path.ts';
import type { Services } from '../tables.ts';
import { listPublicPages } from './pages.store.ts';
import { readRedirectFrom } from './redirects.store.ts';

/** Pages read at a time for the sitemap. */
const CHUNK = 500;

export async function findRedirect({ db }: Services, path: string): Promise<AddressRedirect | null> {
  const redirect = await readRedirectFrom(db, pathOf(path));
  // A header has ASCII characters only.
  return redirect ? { to: encodeURI(decoded(redirect.to_path)), status: redirect.status === 302 ? 302 : 301 } : null;
}

export async function* sitemapEntries({ db, now }: Services): AsyncGenerator<SitemapEntry> {
  let afterId = 0;
  for (;;) {
    const rows = await listPublicPages(db, { now: now(), afterId, limit: CHUNK });
    for (const { slug, updated_at } of rows) yield { path: `/pages/${slug}`, updatedAt: updated_at };
    if (rows.length < CHUNK) return;
    afterId = rows.at(-1)?.id ?? 0;
  }
}
