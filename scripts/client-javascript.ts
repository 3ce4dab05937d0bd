/**
 * How much JavaScript a first visit to a page fetches, as gzip compresses it, against the limits of the design: 115 KiB
 * on home, list and product, 150 on cart and checkout. Reads the build: `node scripts/client-javascript.ts` prints a
 * table and fails when a page is over its limit.
 */
import { readdir, readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';

const KIB = 1024;
const assets = new URL('../build/pages/client/assets/', import.meta.url);

/** The modules of each page by the names of their source files, outermost first. */
const PAGES = [
  { page: 'home', module: 'home-page', limit: 115 },
  { page: 'list', module: 'product-list-page', limit: 115 },
  { page: 'product', module: 'product-detail-page', limit: 115 },
  { page: 'cart', module: 'cart-page', limit: 150 },
  { page: 'checkout', module: 'checkout-page', limit: 150 },
] as const;
const ON_EVERY_PAGE = ['entry.client', 'manifest', 'root', 'shop-frame'];

const files = (await readdir(assets)).filter((name) => name.endsWith('.js'));
const sources = new Map<string, string>();
for (const name of files) sources.set(name, await readFile(new URL(name, assets), 'utf8'));

/** `home-page` is built as `home-page-Ab12_-xY.js`. */
function fileOf(module: string): string {
  const file = files.find(
    (name) => name.startsWith(`${module}-`) && name.length === module.length + '-12345678.js'.length,
  );
  if (!file) throw new Error(`${module} is not in the build.`);
  return file;
}

/** A file and all that it imports before it can run. */
function closure(file: string, found: Set<string>): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const [, imported = ''] of sources.get(file)?.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g) ?? []) {
    closure(imported, found);
  }
  return found;
}

let isOver = false;
for (const { page, module, limit } of PAGES) {
  const fetched = [...ON_EVERY_PAGE, module].reduce((found, name) => closure(fileOf(name), found), new Set<string>());
  const size =
    [...fetched].reduce((sum, name) => sum + gzipSync(sources.get(name) ?? '', { level: 9 }).length, 0) / KIB;
  isOver ||= size > limit;
  process.stdout.write(
    `${page.padEnd(10)}${size.toFixed(1).padStart(7)} KiB of ${limit}${size > limit ? '  over' : ''}\n`,
  );
}
process.exitCode = isOver ? 1 : 0;
