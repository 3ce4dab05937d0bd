import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { transformWithOxc } from 'vite';

/** Parts of the shop that need a connection anyway. */
const ONLINE_ONLY = /^(admin|account)\/|checkout|order-success/;
const WORKER = 'src/web/service-worker/service-worker.ts';
const LOOKS = /\.(css|woff2|svg)$/;

export interface BuiltRoutes {
  readonly entry: { readonly module: string };
  readonly routes: Readonly<Record<string, { readonly module: string }>>;
}

/** The given files and all that they import, at once or later. */
async function withImports(assets: string, files: readonly string[]): Promise<Set<string>> {
  const found = new Set(files);
  for (const file of found) {
    const source = await readFile(join(assets, file), 'utf8');
    for (const [, imported = ''] of source.matchAll(/["'`]\.\/([\w.-]+\.js)["'`]/g)) found.add(imported);
  }
  return found;
}

/**
 * Writes the service worker with the names of the files that it keeps; another build makes another worker.
 * @param client the built browser side
 * @param table name of the file with the browser's route table
 */
export async function writeWorker(client: string, table: string, { entry, routes }: BuiltRoutes): Promise<void> {
  const assets = join(client, 'assets');
  const nameOf = ({ module }: { module: string }) => module.replace('/assets/', '');
  const storefront = Object.entries(routes).filter(([id]) => !ONLINE_ONLY.test(id));
  const scripts = await withImports(assets, [nameOf(entry), ...storefront.map(([, route]) => nameOf(route))]);
  const looks = (await readdir(assets)).filter((name) => LOOKS.test(name));
  const shell = [table, ...scripts, ...looks].map((name) => `/assets/${name}`);
  shell.push('/offline', '/favicon.svg', '/manifest.webmanifest');
  const { code: source } = await transformWithOxc(await readFile(WORKER, 'utf8'), WORKER);
  const version = createHash('sha256').update(source).update(shell.join()).digest('hex').slice(0, 12);
  const head = `const VERSION = ${JSON.stringify(version)};\nconst SHELL = ${JSON.stringify(shell)};\n`;
  await writeFile(join(client, 'sw.js'), head + source);
}
