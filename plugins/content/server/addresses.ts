import type { AddressRedirect, SitemapEntry } from '#plugin';
import { pathOf } from '../model/redirect-path.ts';
import type { Services } from '../tables.ts';
import { listPublicPages } from './pages.store.ts';
import { listPostAddresses, listPublicPosts } from './posts.store.ts';
import { readRedirectFrom } from './redirects.store.ts';

/** Rows read at a time for the sitemap. */
const CHUNK = 500;

export async function findRedirect({ db }: Services, path: string): Promise<AddressRedirect | null> {
  const from = pathOf(path);
  // PostgreSQL refuses null characters.
  if (from.includes('\0')) return null;
  const redirect = await readRedirectFrom(db, from);
  return redirect ? { to: asciiOf(redirect.to_path), status: redirect.status === 302 ? 302 : 301 } : null;
}

/** Headers contain only ASCII. What is already encoded stays as it is: in a query, `%26` does not mean `&`. */
const asciiOf = (address: string): string => encodeURI(address).replace(/%25([\da-f]{2})/gi, '%$1');

export async function* sitemapEntries({ db, now }: Services): AsyncGenerator<SitemapEntry> {
  for await (const { slug, updated_at } of inChunks((range) => listPublicPages(db, { now: now(), ...range }))) {
    yield { path: `/pages/${slug}`, updatedAt: updated_at };
  }
  const [newest] = await listPublicPosts(db, { now: now(), limit: 1, offset: 0 });
  if (!newest) return;
  yield { path: '/blog', updatedAt: newest.publish_from ?? newest.updated_at };
  for await (const { slug, updated_at } of inChunks((range) => listPostAddresses(db, { now: now(), ...range }))) {
    yield { path: `/blog/${slug}`, updatedAt: updated_at };
  }
}

/** All rows of a list in the order of their ids, read a chunk at a time. */
async function* inChunks<Row extends { readonly id: number }>(
  read: (range: { readonly afterId: number; readonly limit: number }) => Promise<Row[]>,
): AsyncGenerator<Row> {
  let afterId = 0;
  for (;;) {
    const rows = await read({ afterId, limit: CHUNK });
    yield* rows;
    if (rows.length < CHUNK) return;
    afterId = rows.at(-1)?.id ?? 0;
  }
}
