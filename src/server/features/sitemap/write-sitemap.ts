import type { Database } from '#server/platform/database/database.ts';
import { escapeMarkup } from '#server/platform/security/escape-markup.ts';
import { readSitemapCategories, readSitemapProducts, type SitemapProductRow } from './sitemap.store.ts';

/** A public address with the day of its last change. */
export interface SitemapEntry {
  readonly path: string;
  readonly updatedAt: Date;
}

/** Public pages besides products and categories. */
interface SitemapPages {
  readonly paths: readonly string[];
  /** Those of plug-ins with parameters in their path. */
  readonly entries: () => AsyncIterable<SitemapEntry>;
}

/** Fewer than the allowed 50,000: a part is generated quickly and stays small. */
export const PRODUCTS_PER_PART = 5_000;
/** Products per query, so that a large catalogue blocks nobody. */
const CHUNK = 500;

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const URL_SET =
  '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">\n';

/** @param origin of the shop, without a trailing slash */
export async function* writePages(db: Database, origin: string, pages: SitemapPages): AsyncGenerator<string> {
  yield HEAD + URL_SET;
  yield* pageEntries(db, origin, pages);
  yield '</urlset>\n';
}

/** One part of the products; parts start at 1. */
export async function* writeProducts(db: Database, origin: string, part: number): AsyncGenerator<string> {
  yield HEAD + URL_SET;
  yield* productEntries(db, origin, part);
  yield '</urlset>\n';
}

/** Pages and products of a shop that fits into one file. */
export async function* writeWhole(db: Database, origin: string, pages: SitemapPages): AsyncGenerator<string> {
  yield HEAD + URL_SET;
  yield* pageEntries(db, origin, pages);
  yield* productEntries(db, origin, 1);
  yield '</urlset>\n';
}

/** The sitemap index of a larger shop. */
export async function* writeIndex(origin: string, parts: number): AsyncGenerator<string> {
  yield `${HEAD}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n`;
  const files = ['pages', ...Array.from({ length: parts }, (_, index) => `products-${index + 1}`)];
  for (const file of files) yield `<sitemap><loc>${escapeMarkup(`${origin}/sitemap-${file}.xml`)}</loc></sitemap>\n`;
  yield '</sitemapindex>\n';
}

async function* pageEntries(db: Database, origin: string, { paths, entries }: SitemapPages): AsyncGenerator<string> {
  for (const path of paths) yield `<url><loc>${escapeMarkup(origin + path)}</loc></url>\n`;
  for (const { id, updated_at } of await readSitemapCategories(db)) {
    yield `<url><loc>${escapeMarkup(`${origin}/products/category/${id}`)}</loc>${lastModified(updated_at)}</url>\n`;
  }
  for await (const { path, updatedAt } of entries()) {
    yield `<url><loc>${escapeMarkup(origin + path)}</loc>${lastModified(updatedAt)}</url>\n`;
  }
}

async function* productEntries(db: Database, origin: string, part: number): AsyncGenerator<string> {
  let afterId = 0;
  let skip = (part - 1) * PRODUCTS_PER_PART;
  for (let written = 0; written < PRODUCTS_PER_PART; ) {
    const rows = await readSitemapProducts(db, { afterId, skip, limit: Math.min(CHUNK, PRODUCTS_PER_PART - written) });
    yield rows.map((row) => productEntry(row, origin)).join('');
    const last = rows.at(-1);
    if (!last || rows.length < CHUNK) return;
    afterId = last.id;
    skip = 0;
    written += rows.length;
  }
}

function productEntry({ slug, images, updated_at }: SitemapProductRow, origin: string): string {
  const pictures = images.map(({ url }) => {
    const address = url.startsWith('/') ? origin + url : url;
    return `<image:image><image:loc>${escapeMarkup(address)}</image:loc></image:image>`;
  });
  return `<url><loc>${escapeMarkup(`${origin}/products/${slug}`)}</loc>${lastModified(updated_at)}${pictures.join('')}</url>\n`;
}

const lastModified = (at: Date): string => `<lastmod>${at.toISOString()}</lastmod>`;
