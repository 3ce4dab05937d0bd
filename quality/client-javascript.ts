/**
 * How much JavaScript (gzip) a first visit to a page loads, against the budget: 125 KiB on public pages, 160 in cart
 * and checkout. Reads the build.
 */
import { readdir, readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';

const KIB = 1024;
const assets = new URL('../build/pages/client/assets/', import.meta.url);

/** The modules of each page by source file name, outermost first. */
const PAGES = [
  { page: 'home', module: 'home-page', limit: 125 },
  { page: 'list', module: 'product-list-page', limit: 125 },
  { page: 'product', module: 'product-detail-page', limit: 125 },
  { page: 'cart', module: 'cart-page', limit: 160 },
  { page: 'checkout', module: 'checkout-page', limit: 160 },
] as const;
const ON_EVERY_PAGE = ['entry.client', 'manifest', 'root'];
const frameOf = (page: string) => (page === 'checkout' ? 'checkout-frame' : 'shop-frame');

export interface PageWeight {
  readonly page: string;
  /** Gzipped. */
  readonly kibibytes: number;
  readonly limit: number;
}

async function readBuild(): Promise<Map<string, string>> {
  const files = (await readdir(assets)).filter((name) => name.endsWith('.js'));
  return new Map(
    await Promise.all(files.map(async (name) => [name, await readFile(new URL(name, assets), 'utf8')] as const)),
  );
}

/** `home-page` is built as `home-page-Ab12_-xY.js`. */
function fileOf(sources: ReadonlyMap<string, string>, module: string): string {
  const file = sources
    .keys()
    .find((name) => name.startsWith(`${module}-`) && name.length === module.length + '-12345678.js'.length);
  if (!file) throw new Error(`${module} is not in the build.`);
  return file;
}

/** A file and its static imports. */
function closure(sources: ReadonlyMap<string, string>, file: string, found: Set<string>): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const [, imported = ''] of sources.get(file)?.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g) ?? []) {
    closure(sources, imported, found);
  }
  return found;
}

/** The JavaScript size of each page of the build, with its limit. */
export async function clientJavaScript(): Promise<PageWeight[]> {
  const sources = await readBuild();
  return PAGES.map(({ page, module, limit }) => {
    const fetched = new Set<string>();
    for (const name of [...ON_EVERY_PAGE, frameOf(page), module]) closure(sources, fileOf(sources, name), fetched);
    const bytes = [...fetched].reduce((sum, name) => sum + gzipSync(sources.get(name) ?? '', { level: 9 }).length, 0);
    return { page, kibibytes: bytes / KIB, limit };
  });
}
