import { type AddressRedirect, isShopAddress, type SitemapEntry } from '#plugin';
import { MAX_HOPS, pathOf, withQueryOf } from '../model/redirect-path.ts';
import type { Database, Services, Transaction } from '../tables.ts';
import { PAGES } from './pages.store.ts';
import { listPublicPosts, POSTS } from './posts.store.ts';
import { isActiveProduct, readRedirectFrom } from './redirects.store.ts';

/** Rows read at a time for the sitemap. */
const CHUNK = 500;

/**
 * Follows up to `MAX_HOPS` redirects, so that a browser follows only one: browsers give up after twenty, and search
 * engines after five.
 */
export async function findRedirect({ db, now }: Services, path: string): Promise<AddressRedirect | null> {
  const from = pathOf(path);
  // PostgreSQL refuses null characters.
  if (from.includes('\0')) return null;
  let redirect = await readRedirectFrom(db, from);
  if (!redirect) return null;
  let to = redirect.to_path;
  let isTemporary = redirect.status === 302;
  for (let hop = 1; hop < MAX_HOPS; hop += 1) {
    redirect = await readRedirectFrom(db, pathOf(to));
    // A page at this address takes precedence over an older redirect.
    if (!redirect || (await isAnswered(db, redirect.from_path, now()))) break;
    to = withQueryOf(to, redirect.to_path);
    isTemporary ||= redirect.status === 302;
  }
  return { to: asciiOf(to), status: isTemporary ? 302 : 301 };
}

/** Whether a page answers at a path at this time, so that a redirect from it is not used. */
export async function isAnswered(tx: Database | Transaction, path: string, now: Date): Promise<boolean> {
  if (isShopAddress(path)) return true;
  if (path === '/blog' || path === '/blog/feed.xml') return true;
  const [, section, name, ...rest] = path.split('/');
  if (name === undefined || rest.length > 0) return false;
  if (section === 'pages') return (await PAGES.readPublic(tx, name, now)) !== undefined;
  if (section === 'blog') return (await POSTS.readPublic(tx, name, now)) !== undefined;
  if (section !== 'products') return false;
  return isActiveProduct(tx, name);
}

/** Headers contain only ASCII. What is already encoded stays as it is: in a query, `%26` does not mean `&`. */
const asciiOf = (address: string): string => encodeURI(address).replace(/%25([\da-f]{2})/gi, '%$1');

export async function* sitemapEntries({ db, now }: Services): AsyncGenerator<SitemapEntry> {
  for await (const { slug, updated_at } of inChunks((range) => PAGES.listAddresses(db, { now: now(), ...range }))) {
    yield { path: `/pages/${slug}`, updatedAt: updated_at };
  }
  const [newest] = await listPublicPosts(db, { now: now(), limit: 1, offset: 0 });
  if (!newest) return;
  yield { path: '/blog', updatedAt: newest.publish_from ?? newest.updated_at };
  for await (const { slug, updated_at } of inChunks((range) => POSTS.listAddresses(db, { now: now(), ...range }))) {
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
